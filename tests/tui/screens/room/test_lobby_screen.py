"""The lobby: two people in one room, a table between them, talk, filter and the invitation."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Self

import pytest
from textual.app import App
from textual.message import Message
from textual.screen import Screen
from textual.widgets import DataTable, Input, Static

from core.game import Seat
from net.peer.peer import Peer
from net.storage.profile import Profile
from net.transport.memory_broker import MemoryBroker
from net.view.room_view import CardView
from net.wire.invitation import Invitation
from tui.app.app import ParleyApp
from tui.screens.frame.dialog import InputDialog
from tui.screens.frame.screen_messages import TableChosen, TableWanted
from tui.screens.room.card_rows import card_cells
from tui.screens.room.lobby_screen import LobbyScreen
from tui.session.rooms import Rooms
from tui.table.card_words import card_words
from tui.table.table_plan import defaults, hot_seat
from tui.text.table_numbers import card_line
from tui.widgets.key_bar import KeyBar

ROOM = Invitation("memory", "florence", bytes(range(16)))


class Hall(App[None]):
    """Shows a lobby and keeps what it asks for."""

    CSS_PATH = None

    def __init__(self, peer: Peer) -> None:
        """Show the room of `peer`."""
        super().__init__()
        self.peer = peer
        self.asked: list[Message] = []

    def on_mount(self) -> None:
        """Show the room."""
        self.push_screen(LobbyScreen(self.peer, str(self.peer.invitation)))

    def on_table_wanted(self, message: TableWanted) -> None:
        """Keep the wish."""
        self.asked.append(message)

    def on_table_chosen(self, message: TableChosen) -> None:
        """Keep the choice."""
        self.asked.append(message)


class Party:
    """Two profiles in one room of a broker in memory."""

    def __init__(self, home: Path) -> None:
        """Open both profiles."""
        self.broker = MemoryBroker()
        self.profiles = [Profile.open(home, name) for name in ("ann", "bob")]
        self.ann, self.bob = (Peer(profile, ROOM, self.broker.connect, nick=profile.name) for profile in self.profiles)

    async def __aenter__(self) -> Self:
        """Let both in."""
        await self.ann.start()
        await self.bob.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let both go."""
        await self.ann.stop()
        await self.bob.stop()
        for profile in self.profiles:
            profile.close()


async def test_a_room_shows_people_tables_and_talk(parley_home: Path) -> None:
    async with Party(parley_home) as party:
        app = Hall(party.ann)
        async with app.run_test(size=(160, 24)) as pilot:
            await pilot.pause()
            assert app.screen.query_one("#empty").display
            handle = await party.bob.open_table("djambi", {**defaults("djambi"), "players": "3"}, {}, "Il Principe")
            await handle.sit(Seat(0))
            await party.bob.chat("who plays?")
            await party.bob.chat("[bold]a trick\x1b[31m")
            while not party.ann.lobby.tables or len(party.ann.lobby.chat) < 2:
                await pilot.pause()
            while party.ann.lobby.tables[0].taken < 1:
                await pilot.pause()
            await pilot.pause()
            table = app.screen.query_one(DataTable)
            assert [str(cell) for cell in table.get_row_at(0)][:4] == [
                "Djambi",
                "Il Principe · Players: 3",
                "1/3",
                "bob",
            ]
            people = str(app.screen.query_one("#people", Static).content)
            assert people.splitlines()[0] == "2 people here"
            assert "bob" in people
            said = str(app.screen.query_one("#said", Static).content)
            assert "bob: who plays?" in said
            assert "[bold]a trick" in said
            assert "\x1b" not in said
            await pilot.press("j")
            await pilot.press("w")
            await pilot.press("n")
            await pilot.pause()
        tid = handle.tid.hex()
        assert [type(message) for message in app.asked] == [TableChosen, TableChosen, TableWanted]
        assert [(message.tid, message.watch) for message in app.asked[:2]] == [(tid, False), (tid, True)]  # type: ignore[attr-defined]


async def test_the_filter_hides_what_does_not_fit_and_is_taken_off_again(parley_home: Path) -> None:
    async with Party(parley_home) as party:
        await party.bob.open_table("djambi", defaults("djambi"), {}, "Florence")
        app = Hall(party.ann)
        async with app.run_test(size=(80, 24)) as pilot:
            while not party.ann.lobby.tables:
                await pilot.pause()
            await pilot.press("slash", *"zzz")
            await pilot.pause()
            assert app.screen.query_one(DataTable).row_count == 0
            await pilot.press("escape")
            await pilot.pause()
            assert app.screen.query_one(DataTable).row_count == 1


async def test_talk_goes_to_the_room(parley_home: Path) -> None:
    async with Party(parley_home) as party:
        app = Hall(party.ann)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("t", *"nobody", "enter")
            while not party.bob.lobby.chat:
                await pilot.pause()
            assert app.screen.query_one("#say", Input).value == ""
            await pilot.pause()
            assert [key.words for key in app.screen.query_one(KeyBar).keys] == ["Say", "Tables"], "the line stays open"
            await pilot.press("escape")
            await pilot.pause()
            assert "Filter" in [key.words for key in app.screen.query_one(KeyBar).keys]
        assert party.bob.lobby.chat[-1][-1] == "nobody"


async def test_the_invitation_is_shown_whole_and_copied_by_one_key(parley_home: Path) -> None:
    async with Party(parley_home) as party:
        app = Hall(party.ann)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            text = str(party.ann.invitation)
            assert text in str(app.screen.query_one("#invitation", Static).content)
            await pilot.press("c")
            await pilot.pause()
            assert app.clipboard == text


async def test_the_room_is_shown_before_anything_changes_in_it(parley_home: Path) -> None:
    async with Party(parley_home) as party:
        met = asyncio.Event()
        party.ann.watch(met.set)
        while len(party.ann.lobby.people) < 2:
            met.clear()
            await met.wait()
        app = Hall(party.ann)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert str(app.screen.query_one("#room", Static).content) == "Room florence · online"
            assert str(app.screen.query_one("#people", Static).content).startswith("2 people here")


async def test_a_table_is_opened_left_and_found_again_in_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    async def host(rooms: Rooms, bind: str) -> Peer:
        assert bind == "127.0.0.1"
        return await rooms.local()

    monkeypatch.setattr(Rooms, "host", host)
    app = ParleyApp()

    def shown() -> str:
        return type(app.screen).__name__

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2")
        for key, name in (("1", "LobbyScreen"), ("n", "NewTableScreen"), ("f2", "TableScreen")):
            await pilot.pause()
            await pilot.press(key)
            while shown() != name:
                await pilot.pause()
        handle = app.rooms.seated[0].handle
        await handle.until(lambda view: view.mine == (0,))
        app.screen.dismiss("bot")
        while shown() != "LobbyScreen":
            await pilot.pause()
        seated = app.rooms.seated[0]
        while not seated.drivers:
            await pilot.pause()
        while app.screen.query_one(DataTable).row_count != 1:
            await pilot.pause()
        await pilot.press("w")
        while shown() != "TableScreen":
            await pilot.pause()
        assert app.rooms.seated == [seated]
        assert seated.drivers == {}
        app.screen.dismiss("resign")
        while app.rooms.seated:
            await pilot.pause()
        await app.action_quit()


async def test_a_code_or_an_invitation_in_the_room_leads_to_a_private_table(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Party(parley_home) as party:
        app = Hall(party.ann)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert not app.screen.query_one("#invited").display
            await pilot.press("i")
            await pilot.pause()
            assert app.asked == []
            handle = await party.bob.open_table("djambi", defaults("djambi"), {"private": "yes"}, "Il Principe")
            while not handle.invitees or not app.screen.query_one(DataTable).row_count:
                await pilot.pause()
            codes, refused = ["", "0000-0000", handle.view.code], list[str]()

            async def answer(screen: Screen[str]) -> str:
                assert isinstance(screen, InputDialog)
                refused.append(screen._refused)
                return codes.pop(0)

            monkeypatch.setattr(app, "push_screen_wait", answer)
            await pilot.press("enter", "enter")
            while not app.asked:
                await pilot.pause()
            assert not codes
            assert "does not open" in refused[-1]
            (asked,) = app.asked
            assert isinstance(asked, TableChosen)
            assert (asked.tid, str(asked.way)) == (handle.tid.hex(), handle.invitation)
            app.asked.clear()
            await handle.invite(handle.invitees[0].pid, "[b]come[/]")
            while not party.ann.lobby.invited or not party.ann.lobby.tables:
                await pilot.pause()
            await pilot.pause()
            bar = app.screen.query_one("#invited", Static)
            assert bar.display
            assert str(bar.render()) == "bob invites you to Il Principe: i goes there. [b]come[/]"
            await pilot.press("i")
            await pilot.pause()
            (chosen,) = app.asked
            assert isinstance(chosen, TableChosen)
            assert (chosen.tid, chosen.watch) == (handle.tid.hex(), False)


def card(game: str, *options: tuple[str, str], terms: tuple[tuple[str, str], ...] = ()) -> CardView:
    """Give the card of an empty table of two seats."""
    return CardView(
        "t", "Evening", "Bea", game, options, terms, ("", ""), 0, started=False, template="", fields=(), invitation=""
    )


def test_the_rules_of_a_table_are_told_in_words() -> None:
    options = (("size", "8x8"), ("repetition", "5"), ("without", "white:1.3"))
    terms = (("clock", "180+2"), ("flag", "witness:0123456789abcdef"), ("private", "yes"), ("talk", "on"))
    told = [
        "Evening",
        "Board, columns x rows: 8 × 8, a short game",
        "Occurrences that make a draw: 5",
        "Handicap: begins without 1.3 (white)",
        "Clock: 3 min + 2 s",
        "Who decides a time-out: a witness",
    ]
    assert card_cells(card("epaminondas", *options, terms=terms))[1] == " · ".join(told)
    line = "TABLE 1 Evening, epaminondas, Bea, 0 of 2 seated. " + ". ".join(told[1:])
    assert card_line(1, card("epaminondas", *options, terms=terms)) == line


@pytest.mark.parametrize(
    ("game", "name", "value", "words"),
    [
        ("djambi", "without", "blue:A,red:M", "assassin (blue), militant (red)"),
        ("mediterranee", "without", "a:E,r:F3", "elephant (Alexandria), infantry I3 (Rome)"),
        ("mediterranee", "extra", "c:7", "7 (Carthage)"),
        ("megiddo", "extra", "0:+6,1:C3", "+6 (red), C3 (blue)"),
        ("megiddo", "extra", "9:C3", "C3 (seat 9)"),
    ],
)
def test_a_handicap_names_pieces_and_seats(game: str, name: str, value: str, words: str) -> None:
    (told,) = card_words(card(game, (name, value)))
    assert told.endswith(f" {words}")


def test_a_table_whose_host_is_away_says_so_in_both_faces() -> None:
    away = replace(card("megiddo"), unhosted=True)
    assert card_cells(away)[-1] == "the host is away"
    assert card_cells(card("megiddo"))[-1] == ""
    assert card_line(1, away) == "TABLE 1 Evening, megiddo, Bea, 0 of 2 seated, the host is away"


def test_of_a_game_that_is_not_known_here_the_codes_are_told() -> None:
    assert card_words(card("chess", ("size", "8x8"))) == ["size: 8x8"]
    assert card_words(card("djambi", ("size", "8x8"), ("quiet", "20"))) == [
        "size: 8x8",
        "Deathless turns until a tie: 20",
    ]


async def test_a_room_whose_table_was_left_says_how_to_come_back(parley_home: Path) -> None:
    rooms = Rooms(parley_home, "ann", "Ann")
    app = Hall(await rooms.local())
    async with app.run_test(size=(120, 24)) as pilot:
        await pilot.pause()
        empty = app.screen.query_one("#empty", Static)
        assert str(empty.content).startswith("No table yet")
        await rooms.leave(await rooms.open_table(app.peer, hot_seat("epaminondas")))
        while "Nobody is at a table. Resume on the home screen" not in str(empty.content):
            await pilot.pause()
        other = await rooms.open_table(app.peer, hot_seat("megiddo"))
        while "A table of yours is not here, because nobody shows it now: Resume" not in str(empty.content):
            await pilot.pause()
        assert empty.display
        assert app.screen.query_one(DataTable).row_count == 1
        await rooms.leave(other)
    await rooms.close()
