"""The palette: everything that can be done now and nothing else, on every screen, by French and by English words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import OfferKind, OfferView, Phase, TableView
from tests.gallery import screen_views
from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tui.app.app import ParleyApp
from tui.app.command_palette import ParleyCommands, parsed
from tui.i18n import translation
from tui.i18n.translation import seat_title
from tui.screens.club.clubs_screen import ClubsScreen
from tui.screens.home.home_screen import ENTRIES
from tui.screens.home.settings_screen import SettingsScreen
from tui.screens.learn.lesson_screen import LessonScreen
from tui.screens.replay.games_screen import GamesScreen
from tui.screens.replay.replay_screen import ReplayScreen
from tui.screens.table.table_screen import TableScreen
from tui.settings.settings import Settings
from tui.study.game_library import Library, open_story
from tui.table.seat_names import NamedTable

if TYPE_CHECKING:
    from tests.gallery.screenshot import GalleryApp

GOLDEN = Path(__file__).parents[3] / "core" / "games" / "djambi" / "golden" / "four.record"
ANYWHERE = ("Theme: ", "Language: ", "Board glyphs: ", "Go to: ", "Quit Parley")
AWAY = {"Leave", "Back", "Export", "Import", "Open the table", "Accept the invitation"}
LEAVES = {"Rules", "Keys", "Promises"}
"""What is read elsewhere, is always possible, and takes long to be drawn."""


def offered(app: App[Any]) -> dict[str, Callable[[], object]]:
    return {one.name: one.run for one in ParleyCommands(app.screen)._offers()}


def own_names(app: App[Any]) -> set[str]:
    """Give what is offered on a screen and not on every one."""
    return {name for name in offered(app) if not name.startswith(ANYWHERE)}


def refusals(app: App[Any]) -> list[str]:
    return [one.message for one in app._notifications if one.severity != "information"]


async def all_done(pilot: Pilot[Any], screen: Screen[Any]) -> set[str]:
    """Do all that is offered on a screen, one after the other; nothing is refused."""
    app = pilot.app
    await app.push_screen(screen)
    await pilot.pause()
    names = own_names(app)
    assert "" not in names
    for name in sorted(names - AWAY - LEAVES):
        run = offered(app).get(name)
        if run is None:
            continue
        run()
        await pilot.pause()
        assert refusals(app) == [], name
        while app.screen is not screen:
            await app.pop_screen()
        if isinstance(screen, TableScreen):
            screen.board.focus()
    await app.pop_screen()
    return names


async def test_whatever_is_offered_on_a_screen_is_possible_there(tmp_path: Path) -> None:
    translation.use("en")
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Choose" in own_names(app), "what Enter does on the home screen"
        story = open_story(str(GOLDEN))
        first = await all_done(pilot, ReplayScreen(story))
        assert {"On", "Run", "Play on", "Export"} <= first
        assert not {"Back", "To the beginning", "Cards", "Comment"} & first
        last = await all_done(pilot, ReplayScreen(story, ply=story.match.ply))
        assert not {"On", "To the end", "Play on"} & last
        games = GamesScreen(Library(app.rooms.profile, tmp_path / "records"))
        assert not {"Replay", "Figures", "Game"} & await all_done(pilot, games)
        lesson = await all_done(pilot, LessonScreen("djambi", 1))
        assert {"Hint", "Next", "Move"} <= lesson
        assert not {"View"} & lesson
        await all_done(pilot, SettingsScreen(Settings(), "default", "folder"))
        room = await all_done(pilot, screen_views.lobby(cast("GalleryApp", app)))
        assert {"Join", "New", "Talk", "Accept the invitation"} <= room
        assert await all_done(pilot, screen_views.new_table(cast("GalleryApp", app))) == {
            "Back",
            "Open the table",
            "Rules",
        }
        await app.rooms.close()


def table(view: TableView) -> TableScreen:
    return TableScreen(FixedTable(view))


def begun(game: str = "djambi") -> TableView:
    return view_of(Match.new(find(game), {"players": "4"} if game == "djambi" else {}), talk=False)


def seen_by(view: TableView, *mine: int) -> TableView:
    seats = tuple(replace(seat, mine=seat.seat in mine) for seat in view.seats)
    return replace(view, seats=seats)


OFFER = OfferView("ab", OfferKind.DRAW, Seat(1), (), (), (Seat(0),))
PLAYED = view_of(match_of(4, 8, 5))
MOVER = int(PLAYED.match.state.active[0]) if PLAYED.match else 0
ASKED = f"Agree: {seat_title(PLAYED.seats[1].name)} offers a draw (0 of 1 have answered)"
STANDS = [
    (begun(), {"Move", "Copy the log", "Save the record"}, {"Take back", "Look back", "Look ahead", "Mute somebody"}),
    (seen_by(PLAYED, MOVER), {"Look back", "Mute somebody", "Ask for a pause"}, {"Look ahead", "Clear the premove"}),
    (seen_by(PLAYED), {"Look back", "Talk"}, {"Move", "Take back", "Diplomacy", "Offers", "Copy the invitation"}),
    (replace(seen_by(PLAYED, 0), terms=(("takebacks", "ask"),)), {"Take back"}, {"Pass"}),
    (replace(seen_by(PLAYED, 0), terms=(("takebacks", "none"),)), {"Diplomacy"}, {"Take back"}),
    (replace(seen_by(PLAYED, 0), offers=(OFFER,)), {ASKED, "Report a disagreement about the rules"}, {"Pass"}),
]


async def test_a_table_offers_what_can_be_done_from_where_one_sits() -> None:
    translation.use("en")
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        gathering = replace(seen_by(begun()), match=None, phase=Phase.GATHERING)
        screen = table(gathering)
        controller = screen.controller
        assert isinstance(controller, FixedTable)
        await app.push_screen(screen)
        await pilot.pause()
        for view, there, absent in STANDS:
            controller.view = view
            screen.take(view)
            names = own_names(app)
            assert there <= names
            assert not absent & names
        controller.view = gathering
        screen.take(gathering)
        seats = {"Take a seat", "Seat a bot", "Bots on all open seats"}
        assert not {*seats, "Give it up", "Invite", "Move", "Save the record"} & own_names(app)
        seated = tuple(replace(one, mine=not one.seat, pid="A" * (not one.seat)) for one in gathering.seats)
        controller.view = replace(gathering, seats=seated)
        screen.take(controller.view)
        assert seats <= own_names(app)


@pytest.mark.parametrize("hosted", [True, False])
async def test_only_the_host_is_offered_to_move_the_table(hosted: bool) -> None:  # noqa: FBT001
    translation.use("en")
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        view = replace(seen_by(PLAYED, MOVER), hosted=hosted, invitation="parley://127.0.0.1/parlour#key")
        screen = TableScreen(NamedTable(FixedTable(view)))
        await app.push_screen(screen)
        await pilot.pause()
        assert ("Move the table to another broker" in own_names(app)) is hosted


async def test_whatever_a_table_offers_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    translation.use("en")
    app = ParleyApp()
    copied: list[str] = []
    monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        names = await all_done(pilot, table(replace(PLAYED, offers=(OFFER,))))
        assert {
            "What threatens you",
            "Copy the log",
            "Report a disagreement about the rules",
            "Save the record",
            "Board only",
        } <= names
    log = next(text for text in copied if text.startswith("MOVE 1 "))
    assert len(log.splitlines()) == 8
    (told,) = (tmp_path / "reports").iterdir()
    text = told.read_text("utf-8")
    assert PLAYED.match is not None
    assert f"log {PLAYED.match.digest()}" in text
    assert "\nposition " in text
    assert "[Digest" in text


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_words_of_both_languages_find_whichever_is_spoken(language: str) -> None:
    translation.use(language)
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(table(PLAYED))
        await pilot.pause()
        provider = ParleyCommands(app.screen)
        for query in ("Save the record", "Enregistrer la partie", "Settings", "Réglages", "Diplomatie", "Thème"):
            assert [hit async for hit in provider.search(query)], query


@pytest.mark.parametrize("query", ["new table", "nouvelle table"])
async def test_a_new_table_is_found_by_its_name_where_one_can_be_opened(query: str) -> None:
    translation.use("en")
    app = ParleyApp()

    async def found() -> set[str]:
        return {str(hit.text) async for hit in ParleyCommands(app.screen).search(query)}

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert await found() >= {"Play against bots", "Hot-seat", "Host a room here"}
        await app.push_screen(screen_views.lobby(cast("GalleryApp", app)))
        await pilot.pause()
        assert await found() == {"New"}
        await app.rooms.close()


async def test_the_clubs_are_reached_from_a_room_and_lead_back_to_it() -> None:
    translation.use("en")
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lobby = screen_views.lobby(cast("GalleryApp", app))
        await app.push_screen(lobby)
        await pilot.pause()
        offered(app)["Go to: Clubs"]()
        while not isinstance(app.screen, ClubsScreen):
            await pilot.pause()
        assert "Go to: Clubs" not in offered(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is lobby
        await app.push_screen(table(PLAYED))
        await pilot.pause()
        assert "Go to: Settings" in offered(app)
        assert "Go to: Clubs" not in offered(app), "clubs lead to tables"
        await app.rooms.close()


def test_the_readme_names_entries_of_the_home_screen() -> None:
    told = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
    named = [name for line in re.findall(r"`parley`, then (.*)", told) for name in re.findall(r"\*([^*]+)\*", line)]
    assert named
    assert set(named) <= {label for label, _ in ENTRIES.values()}


async def test_another_piece_set_is_seen_at_once() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = table(PLAYED)
        await app.push_screen(screen)
        await pilot.pause()
        offered(app)["Board glyphs: plain ASCII"]()
        await pilot.pause()
        assert app.settings.glyphs == "ascii"
        assert screen.ink.glyphs.name == "ascii"
        assert "Board glyphs: plain ASCII" not in offered(app)


def test_actions_are_parted() -> None:
    assert parsed("cycle('game')") == ("cycle", ("game",))
    assert parsed("app.focus_next") == ("focus_next", ())


async def test_clocks_and_news_wait_while_everything_is_said_anew() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = table(PLAYED)
        await app.push_screen(screen)
        await pilot.pause()
        told: list[bool] = []
        composed = screen.compose

        def compose() -> ComposeResult:
            told.append(screen.anew)
            screen.tick()
            return composed()

        screen.compose = compose  # type: ignore[method-assign]
        app.use_language("fr")
        await pilot.pause()
        assert told == [True]
        assert not screen.anew


async def test_the_legend_tells_pieces_and_marks() -> None:
    translation.use("en")
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.push_screen(table(PLAYED))
        await pilot.pause()
        offered(app)["Legend: the pieces and the marks on the board"]()
        await pilot.pause()
        text = str(app.screen.query_one(Static).content)
        assert "assassin" in text
        assert "1 2 3  the moves of the others since yours; [ and ] go through them" in text
        assert "~0:14" in text, "several people sit there"
