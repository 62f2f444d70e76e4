"""The list of games on the screen: from home to a game and on to a table, filtered and counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from tests.tui.support.journey import toasts
from tests.tui.support.replay_front import ROOM, count, front, read, settled, shown
from tui.app.app import ParleyApp
from tui.i18n import translation
from tui.screens.frame.screen_messages import Entry
from tui.screens.home.home_screen import ENTRIES
from tui.screens.table.table_screen import TableScreen
from tui.settings import visit
from tui.study.game_library import bring_in
from tui.widgets.form_field import Menu

NUMBER = str(list(ENTRIES).index(Entry.REVIEW) + 1)


async def test_from_home_to_a_game_and_on_to_a_table(parley_home: Path, djambi: Path) -> None:
    bring_in(str(djambi), parley_home / "records")
    app = ParleyApp()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, NUMBER)
        assert front(app) == "GamesScreen"
        await read(pilot)
        await settled(pilot, "enter")
        assert front(app) == "ReplayScreen"
        await settled(pilot, "right", "c", *"Hm", "enter", "b", "5")
        while front(app) != "TableScreen":
            await pilot.pause(0.01)
        table = app.screen
        assert isinstance(table, TableScreen)
        view = table.controller.view
        assert view.match is not None
        assert view.match.ply == 1
        assert '{comment "Hm"}' in (parley_home / "records" / "four.record").read_text("utf-8").replace("Hm}", '"Hm"}')
        await settled(pilot, "q", "1")
        while front(app) != "GamesScreen":
            await pilot.pause(0.01)
        games = await read(pilot)
        assert [one.branch for one in games._shown] == [False], "nothing new was played on the other table"
        await settled(pilot, "escape")
        assert front(app) == "HomeScreen"
        await app.action_quit()


async def test_the_list_is_filtered_and_counted(parley_home: Path, djambi: Path, mediterranee: Path) -> None:
    for path in (djambi, mediterranee):
        bring_in(str(path), parley_home / "records")
    app = ParleyApp()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, NUMBER)
        games = await read(pilot)
        line = games.query_one("#query", Input)
        assert count(games) == 2
        await settled(pilot, "g")
        assert (line.value, count(games)) == ("game:djambi", 1)
        await settled(pilot, "g", "r")
        assert (line.value, count(games)) == ("game:mediterranee result:finished", 1)
        await settled(pilot, "g", "g", "r")
        assert (line.value, count(games)) == ("game:djambi", 1)
        line.value += " nobody"
        await settled(pilot, "g", "r", "r")
        assert (line.value, count(games)) == ("nobody game:mediterranee", 0), "the keys go on where no game fits"
        line.value = "game:mediterranee"
        await settled(pilot)
        assert games.focused is games.query_one(Menu)
        await settled(pilot, "slash", "space", *"zzz")
        assert count(games) == 0
        assert "No game fits" in shown(app)
        await settled(pilot, "escape")
        assert count(games) == 2
        assert games.focused is games.query_one(Menu)
        await settled(pilot, "s")
        assert front(app) == "TextDialog"
        await settled(pilot, "escape", "i", *"/no", "enter")
        assert "no such file" in shown(app)
        await settled(pilot, "escape")
        await settled(pilot, "i")
        app.screen.query_one(Input).value = f"'{djambi.parents[2] / 'megiddo' / 'golden' / 'basic-3.record'}'"
        await settled(pilot, "enter")
        while front(app) != "GamesScreen" or count(games) < 3:
            await pilot.pause(0.01)
        await read(pilot)
        assert games._shown[games.query_one(Menu).highlighted or 0].game == "megiddo"
        await settled(pilot, "i")
        app.screen.query_one(Input).value = str(djambi)
        await settled(pilot, "enter")
        assert any(told.startswith("You have this game already: 2026-11-21 · Djambi") for told in toasts(app))
        assert count(games) == 3
        assert games._shown[games.query_one(Menu).highlighted or 0].game == "djambi", "and the cursor stands on it"
        await app.action_quit()


@pytest.mark.usefixtures("parley_home")
async def test_a_path_without_a_record_stays_to_be_put_right(djambi: Path) -> None:
    app = ParleyApp()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, NUMBER)
        await read(pilot)
        await settled(pilot, "i")
        app.screen.query_one(Input).value = "/no/such/file"
        await settled(pilot, "enter")
        assert front(app) == "InputDialog"
        assert app.screen.query_one(Input).value == "/no/such/file"
        await settled(pilot, "escape")
        assert front(app) == "GamesScreen"
        await settled(pilot, "i")
        app.screen.query_one(Input).value = str(djambi)
        await settled(pilot, "enter")
        assert count(await read(pilot)) == 1
        await app.action_quit()


async def test_a_visitor_opens_no_file_of_the_host_s_machine(
    parley_home: Path, djambi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring_in(str(djambi), parley_home / "records")
    app = ParleyApp()
    monkeypatch.setenv(visit.VARIABLE, "127.0.0.1 1883")
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, NUMBER)
        await read(pilot)
        await settled(pilot, "i")
        assert front(app) == "GamesScreen"
        assert [note.message for note in app._notifications] == [visit.NO_FILES]
        await app.action_quit()


async def test_the_filter_is_written_in_the_language_in_use(parley_home: Path, djambi: Path) -> None:
    bring_in(str(djambi), parley_home / "records")
    translation.use("fr")
    app = ParleyApp()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, NUMBER)
        games = await read(pilot)
        line = games.query_one("#query", Input)
        await settled(pilot, "g", "r")
        assert (line.value, count(games)) == ("jeu:djambi resultat:finie", 1)
        await settled(pilot, "g")
        assert line.value == "resultat:finie"
        await app.action_quit()
