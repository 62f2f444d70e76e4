"""The command palette: what is possible here and nothing else, found in the language in use and in English."""

from __future__ import annotations

import signal

import pytest
from textual.command import CommandList

from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tests.tui.support.journey import toasts
from tui.app.app import ParleyApp
from tui.app.command_palette import ParleyCommands
from tui.i18n import translation
from tui.screens.frame import notifying_app
from tui.screens.frame.screen_messages import Entry
from tui.screens.home.home_screen import ENTRIES
from tui.screens.home.settings_screen import SettingsScreen
from tui.screens.room.new_table_screen import NewTableScreen
from tui.screens.table.table_screen import TableScreen
from tui.table.table_plan import hot_seat
from tui.words.combat_words import WORDS

SIZE = (80, 24)
NUMBER = {entry: str(number) for number, entry in enumerate(ENTRIES, 1)}


async def test_the_palette_offers_what_can_be_done_here_and_nothing_else() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        provider = ParleyCommands(app.screen)
        here = {offer.name for offer in provider._offers()}
        await pilot.press(NUMBER[Entry.SETTINGS])
        await pilot.pause()
        there = {offer.name for offer in ParleyCommands(app.screen)._offers()}
    assert {"Play against bots", "Hot-seat", "Language: Français", "Quit Parley"} <= here
    assert "Hot-seat" not in there
    assert "Back" in there


async def test_the_palette_offers_at_a_table_what_the_rules_allow_there() -> None:
    names = {}
    for game, plies in (("djambi", 4), ("mediterranee", 40)):
        app = ParleyApp()
        async with app.run_test(size=(100, 33)) as pilot:
            table = TableScreen(FixedTable(view_of(match_of(4, plies, 5, game))))
            await app.push_screen(table)
            await pilot.pause()
            names[game] = [offer.name for offer in ParleyCommands(table)._offers()]
            legal = {name for said, name in WORDS.items() if table.may_say(said)}
            assert legal <= {*names[game]}
            assert not ({*WORDS.values()} - legal) & {*names[game]}
    assert len({*names["djambi"]}) == len(names["djambi"])
    assert {"Move", "Talk", "Save the record", "Go to: Settings", "Offer a draw"} <= {*names["djambi"]}
    assert "Carthage leaves the game to the others, who play on" in names["mediterranee"]
    assert "Forced march" not in names["djambi"]
    assert "Hot-seat" not in names["djambi"]


async def test_the_palette_finds_by_the_english_name_in_french_too() -> None:
    translation.use("fr")
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        hits = [hit async for hit in ParleyCommands(app.screen).search("settings")]
    assert any("Réglages" in str(hit.prompt) for hit in hits)


@pytest.mark.parametrize(("typed", "screen"), [("Réglages", SettingsScreen), ("Chacun", NewTableScreen)])
async def test_the_palette_goes_where_it_says(typed: str, screen: type) -> None:
    translation.use("fr")
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("ctrl+p")
        await pilot.pause()
        await pilot.press(*typed)
        found = app.screen.query_one(CommandList)
        while not (found.option_count and typed in str(found.get_option_at_index(0).prompt)):
            await pilot.pause()
        await pilot.press("enter")
        while not isinstance(app.screen, screen):
            await pilot.pause()
        await app.action_quit()


async def test_ctrl_c_names_the_key_that_ends_parley() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+c")
        assert toasts(app) == ["Ctrl-Q ends Parley; Ctrl-C does not."]


async def test_a_signal_leaves_the_rooms_before_it_ends_parley(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(notifying_app, "exit_after_grace", ended.append)
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.rooms.open_table(await app.rooms.host(), hot_seat("megiddo"))
        (peer,) = app.rooms.peers
        app._end(signal.SIGHUP)
        while app.return_code is None:
            await pilot.pause()
        assert (ended, app.return_code) == ([signal.SIGHUP], 128 + signal.SIGHUP)
        assert (app.rooms.peers, peer.online) == ((), False)
