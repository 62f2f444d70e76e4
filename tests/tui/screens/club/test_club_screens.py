"""Clubs on the screen by keys and mouse: what waits, people let in, a tournament from its opening to its standings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, OptionList, Static

from core.game import Seat
from net.club.club_event import BESIDE, nonce_of, rated_salt
from net.identity.identity import Identity
from net.peer.peer import Peer
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.transport import mqtt_transport
from net.transport.memory_broker import MemoryBroker
from net.wire.invitation import KEY_SIZE, Invitation
from tests.net.support.toy_games import toy_table
from tests.net.support.toy_games.toy_table import Room, install
from tests.tui.support.journey import shown, toasts
from tui.app.app import ParleyApp, Start
from tui.i18n import translation
from tui.records import archive
from tui.records.club import member_deeds, tournament_deeds, visit_deeds
from tui.records.club.club_book import ClubBook, Deed, Words, open_book
from tui.records.club.rated_table import is_for, rated_table
from tui.screens.frame.dialog import ChoiceScreen, InputDialog
from tui.screens.frame.screen_messages import Entry
from tui.screens.room.new_table_screen import NewTableScreen
from tui.screens.table.table_screen import TableScreen
from tui.settings.settings import Settings
from tui.widgets.chips import ChipBar
from tui.widgets.form_field import Menu

T = TypeVar("T")
ROOM = Invitation("memory", "club", bytes(KEY_SIZE))


@dataclass
class Evening:
    """Ann at her screens; everybody else does what they do by `parley club` and files."""

    home: Path
    app: ParleyApp
    pilot: Pilot[Any]

    async def press(self, *keys: str) -> None:
        """Press keys, and let everything follow."""
        await self.pilot.press(*keys)
        await self.calm()

    async def calm(self) -> None:
        """Wait until nothing is being done beside the keys, unless a question waits for its answer."""
        while True:
            await self.pilot.pause()
            busy = [one for one in self.app.workers if one.group in {"dialog", "read", "clubs"} and not one.is_finished]
            if not busy or isinstance(self.app.screen, ChoiceScreen | InputDialog):
                await self.pilot.pause()
                return

    async def answer(self, text: str) -> None:
        """Answer a question with a line."""
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def choose(self, key: str) -> None:
        """Answer a question by the key of an answer."""
        options = self.app.screen.query_one(OptionList)
        self.app.screen.dismiss(options.get_option(key).id)
        await self.calm()

    def rows(self) -> list[list[str]]:
        """Give the rows of the table on the screen."""
        table = self.app.screen.query_one(DataTable)
        return [[str(cell) for cell in table.get_row_at(at)] for at in range(table.row_count)]

    def told(self, name: str) -> str:
        """Give what a part of the screen says."""
        return str(self.app.screen.query_one(name, Static).render())

    async def carry(self, *others: str) -> None:
        """Carry the club's file to others, and what they have signed back."""
        number = len(list(self.home.glob("*.club")))
        await self.press("e")
        await self.answer(str(self.home / f"{number}.club"))
        for other in others:
            does(self.home, other, member_deeds.take, str(self.home / f"{number}.club"))
            does(self.home, other, member_deeds.export, "last", str(self.home / f"{number}-{other}.club"))
            await self.press("i")
            await self.answer(str(self.home / f"{number}-{other}.club"))


def does(home: Path, who: str, deed: Deed, *words: str, **options: Any) -> None:  # noqa: ANN401 - the fields of Words
    """Let somebody do something with a club."""
    if not (home / "profiles" / who).exists():
        with Profile.open(home, who) as profile:
            profile.set_nick(who.title())
    with translation.speaking("en"), open_book(home, who) as book:
        deed(book, Words(words, {}, **options))


def asked(home: Path, *names: str) -> None:
    """Let Ann found a club, and others ask to come in."""
    does(home, "ann", member_deeds.new, "Friday")
    does(home, "ann", member_deeds.export, "last", str(home / "first.club"))
    for name in names:
        does(home, name, member_deeds.join, str(home / "first.club"))
        does(home, name, member_deeds.export, "last", str(home / f"{name}-asks.club"))
        does(home, "ann", member_deeds.take, str(home / f"{name}-asks.club"))


@asynccontextmanager
async def evening(home: Path, size: tuple[int, int] = (80, 24), language: str = "en") -> AsyncIterator[Evening]:
    """Open Ann's screens."""
    app = ParleyApp(Start(profile="ann"), Settings(nick="Ann", language=language))
    async with app.run_test(size=size) as pilot:
        here = Evening(home, app, pilot)
        await here.calm()
        yield here


def entry(app: ParleyApp) -> str:
    """Give the line of the clubs on the home screen."""
    return str(app.screen.query_one(Menu).get_option(Entry.CLUBS).prompt)


async def test_home_tells_what_waits_and_a_person_is_let_in(parley_home: Path) -> None:
    asked(parley_home, "ben")
    async with evening(parley_home) as here:
        assert entry(here.app).endswith("Friday: Ben asks to come in")
        await here.press("6")
        assert here.rows() == [["Friday", "1 member", "member", "Ben asks to come in"]]
        await here.press("enter")
        assert [row[0::2] for row in here.rows()] == [["Ben", "asks to come in"], ["Ann", "founder"]]
        assert here.told("#told").startswith("Ask Ben for the four words on their screen.")
        await here.press("a")
        await here.press("1")
        assert here.rows()[0][2] == "asks to come in", "the first answer is no"
        await here.press("a")
        await here.press("2")
        assert sorted(row[0::2] for row in here.rows()) == [["Ann", "founder"], ["Ben", "member"]]
        assert any("is let in" in told for told in toasts(here.app))
        await here.press("down", "x")
        await here.choose("yes")
        assert ["Ben", "is out"] in [row[0::2] for row in here.rows()]
        await here.press("escape", "escape")
        assert entry(here.app).endswith("members, tournaments, ladders"), "nothing waits any more"


async def test_a_club_is_founded_and_pages_turn_by_key_and_mouse(parley_home: Path) -> None:
    async with evening(parley_home) as here:
        await here.press("6")
        assert here.told("#none").startswith("You are in no club yet. n founds one")
        await here.press("n")
        await here.answer("Friday night")
        await here.choose("founders")
        await here.choose("members")
        assert here.told("#club-title").startswith("Friday night · 1 member")
        await here.press("d")
        await here.answer("2026-12-31T20:00")
        await here.answer("Final")
        await here.press("tab")
        assert here.rows() == [["2026-12-31 20:00", "Final"]]
        await here.press("d")
        await here.answer("soon")
        await here.answer("Final")
        assert any("is no date" in told for told in toasts(here.app))
        bar = here.app.screen.query_one(ChipBar)
        await here.pilot.click(ChipBar, offset=(bar.texts[0].index("Ladder") + 2, 0))
        await here.pilot.pause()
        assert here.told("#none") == "No rated game has been reported yet."
        await here.press("shift+tab")
        assert here.told("#none").startswith("No tournament yet: n opens one.")
        await here.press("question_mark")
        assert "Write the club into a file" in shown(here.app)
        await here.press("escape", "L")
        await here.choose("yes")
        assert "you are not a member" in here.told("#club-title")


async def test_a_tournament_from_its_opening_to_its_second_round(parley_home: Path) -> None:
    asked(parley_home, "ben")
    does(parley_home, "ann", member_deeds.admit, "last", "ben")
    async with evening(parley_home) as here:
        await here.press("6", "enter", "n")
        await here.answer("Autumn")
        await here.choose("double-round-robin")
        games = {option.id for option in here.app.screen.query_one(OptionList).options}
        assert games == {"epaminondas", "megiddo", "mediterranee"}, "those that two can play"
        await here.choose("epaminondas")
        await here.answer("clock=900+10")
        assert here.rows()[0][:2] == ["Autumn", "Epaminondas"]
        await here.carry("ben")
        does(parley_home, "ben", tournament_deeds.enter, "last", "autumn")
        await here.press("enter")
        assert here.told("#none").startswith("Nobody has entered yet")
        await here.press("e")
        assert [row[0::2] for row in here.rows()] == [["Ann", "has entered"]]
        await here.press("escape")
        assert here.rows()[0][3].startswith("open for entries; there are 1"), "the club is read again"
        await here.carry("ben")
        await here.press("enter", "n")
        await here.choose("yes")
        assert sorted(row[0::2] for row in here.rows()) == [["Ann", "lot open"], ["Ben", "lot awaited"]]
        await here.press("escape")
        await here.carry("ben")
        await here.press("enter", "n")
        await here.choose("yes")
        assert [row[:2] + row[3:] for row in here.rows()] == [
            ["1", "1", "not played yet"],
            ["2", "1", "not played yet"],
        ]
        assert here.told("#told").startswith("Enter opens this table")
        await here.press("n")
        await here.choose("")
        assert here.rows()[0][3] == "not played yet", "the round does not end while somebody is waited for"
        await here.press("n")
        await here.choose("all")
        await here.choose("yes")
        assert here.rows()[0][3] == "nobody came"
        await here.press("tab")
        assert [row[0] for row in here.rows()] == ["1", "1"]
        assert here.app.screen.query_one(DataTable).row_count == 2
        await here.press("escape", "escape", "escape")
        assert "your table of round 2 of Autumn" in entry(here.app)


async def test_only_the_organiser_takes_the_next_step(parley_home: Path) -> None:
    asked(parley_home, "ben")
    does(parley_home, "ann", member_deeds.admit, "last", "ben")
    does(parley_home, "ann", member_deeds.export, "last", str(parley_home / "ann.club"))
    does(parley_home, "ben", member_deeds.take, str(parley_home / "ann.club"))
    does(parley_home, "ben", tournament_deeds.open_tournament, "last", "Spring", form="round-robin")
    does(parley_home, "ben", member_deeds.export, "last", str(parley_home / "ben.club"))
    does(parley_home, "ann", member_deeds.take, str(parley_home / "ben.club"))
    async with evening(parley_home) as here:
        assert entry(here.app).endswith("Friday: Spring is open for entries")
        await here.press("6", "enter", "tab", "tab", "enter", "n", "enter")
        assert any("Only Ben, who has opened this tournament" in told for told in toasts(here.app))
        assert any("No table waits for you" in told for told in toasts(here.app))


def paired(home: Path) -> None:
    """Let Ann and Ben begin a tournament by the command line; both have the whole club."""
    asked(home, "ben")
    number = 0

    def carry(*names: str) -> None:
        nonlocal number
        for one, other in pairwise(names):
            number += 1
            does(home, one, member_deeds.export, "last", str(home / f"carried{number}.club"))
            does(home, other, member_deeds.take, str(home / f"carried{number}.club"))

    does(home, "ann", member_deeds.admit, "last", "ben")
    does(home, "ann", tournament_deeds.open_tournament, "last", "Autumn", form="round-robin", game="megiddo")
    carry("ann", "ben")
    for name in ("ann", "ben"):
        does(home, name, tournament_deeds.enter, "last", "autumn")
    carry("ben", "ann")
    does(home, "ann", tournament_deeds.close, "last", "autumn")
    carry("ann", "ben", "ann")
    does(home, "ann", tournament_deeds.start, "last", "autumn")
    carry("ann", "ben")


async def test_a_pairing_leads_to_its_table_which_the_other_finds(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired(parley_home)
    with Profile.open(parley_home, "ben") as his:
        async with evening(parley_home) as here:
            monkeypatch.setattr(here.app.rooms, "way_back", lambda: str(ROOM))
            ben = Peer(his, ROOM, here.app.rooms._memory.connect, nick="Ben")
            await ben.start()
            try:
                await here.press("6", "enter", "tab", "tab", "enter", "enter")
                await arrive(here, TableScreen)
                (card,) = await until(here, lambda: ben.lobby.tables)
                assert (card.title, dict(card.terms)["bots"], card.seats[0]) == (
                    "Autumn 1/1",
                    "no",
                    here.app.peers[0].pid,
                )
                book = ClubBook(his, ben.journal, 0)
                there = await ben.join(bytes.fromhex(card.tid))
                assert is_for(book, "last", "autumn/1/1", there.tid)
                await there.sit(Seat(1))
                await there.until(lambda view: view.match is not None)
            finally:
                await ben.stop()


async def test_the_table_that_the_other_has_opened_is_found_and_another_of_that_name_is_not_played(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired(parley_home)
    with Profile.open(parley_home, "ben") as his:
        async with evening(parley_home) as here:
            monkeypatch.setattr(here.app.rooms, "way_back", lambda: str(ROOM))
            ben, ann = Peer(his, ROOM, here.app.rooms._memory.connect, nick="Ben"), await here.app.rooms.enter(ROOM)
            await ben.start()
            try:
                await here.press("6", "enter", "tab", "tab", "enter")
                other = await ben.open_table("megiddo", {}, {}, "Autumn 1/1")
                await other.sit(Seat(0))
                await until(here, lambda: [card for card in ann.lobby.tables if card.taken])
                await here.press("enter")
                while not any("was not opened for this pairing" in told for told in toasts(here.app)):
                    await here.pilot.pause()
                await other.bye()
                await other.close()
                rated = rated_table(ClubBook(his, ben.journal, 0), "last", "autumn/1/1", "", {})
                handle = await ben.open_table(rated.game, {}, {"bots": "no"}, "Autumn 1/1", rated.salt)
                await handle.sit(Seat(0))
                await until(here, lambda: [one.tid for one in ann.lobby.tables if one.taken] == [handle.tid.hex()])
                await here.press("enter")
                await arrive(here, TableScreen)
                await handle.until(lambda view: view.match is not None)
            finally:
                await ben.stop()


async def test_a_rated_table_beside_tournaments_is_opened_by_the_form(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(parley_home)
    async with evening(parley_home) as here:
        monkeypatch.setattr(here.app.rooms, "way_back", lambda: str(ROOM))
        await here.press("6", "enter", "p")
        await arrive(here, NewTableScreen)
        await here.press("f2")
        await arrive(here, TableScreen)
        (seated,) = here.app.rooms.seated
        assert (seated.handle.view.title, dict(seated.handle.view.terms)["bots"]) == ("Friday", "no")
        (row,) = await here.app.clubs._work(lambda book: book.journal.tables())
        salt = await here.app.clubs._work(lambda book: rated_table(book, "last", "", "djambi", {}).salt)
        cid = await here.app.clubs._work(lambda book: book.club("last").cid)
        assert (row.title, salt) == ("Friday", rated_salt(cid, *BESIDE, nonce_of(1))), "the first nonce is used"
        await here.app.action_quit()


async def arrive(here: Evening, kind: type) -> None:
    """Wait for a screen."""
    while not isinstance(here.app.screen, kind):
        await here.pilot.pause()


async def until(here: Evening, found: Callable[[], T]) -> T:
    """Wait until something is so; give it."""
    while not (what := found()):
        await here.pilot.pause()
    return what


async def test_a_table_of_the_journal_is_reported(parley_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    for number, name in enumerate(("ada", "bob")):
        Profile.adopt(parley_home, name, Identity.new(bytes([65 + number]) * 32))
    asked(parley_home, "ada", "bob")
    for name in ("ada", "bob"):
        with Profile.open(parley_home, name) as profile:
            does(parley_home, "ann", member_deeds.admit, "last", profile.identity.pid)
    with open_book(parley_home, "ann") as book:
        rated = rated_table(book, "last", "", "toy", {})
    monkeypatch.setattr(toy_table, "SALT", rated.salt)
    room = Room.playing(2, terms=dict(rated.options))
    for _ in range(4):
        room.move("3")
    async with evening(parley_home) as here:
        await here.press("6", "enter", "r")
        assert any("waits to be reported" in told for told in toasts(here.app))
        tid = room.sitters[0].tid
        with Journal(here.app.rooms.profile.journal_path) as journal:
            journal.add_table(tid, "parley://host/room#key", "early", "toy")
            journal.add_all(tid, room.events)
            journal.close_table(tid)
        await here.press("r")
        assert "early (toy)" in shown(here.app)
        await here.choose(tid.hex())
        await here.press("shift+tab")
        assert [row[4][:8] for row in here.rows()] == ["beside t"]
        await here.press("shift+tab")
        assert [row[5] for row in here.rows()] == ["1", "1"], "the ladder counts it"


async def test_a_member_without_a_vote_is_told_so(parley_home: Path) -> None:
    does(parley_home, "ben", member_deeds.new, "Friday", admission="open")
    does(parley_home, "ben", member_deeds.export, "last", str(parley_home / "first.club"))
    async with evening(parley_home) as here:
        await here.press("6", "j")
        await here.answer(str(parley_home / "first.club"))
        assert [row[2] for row in here.rows()] == ["founder", "member"]
        assert here.told("#told") == ""
        await here.press("x")
        assert any("you have no vote" in told for told in toasts(here.app))
        await here.press("e")
        assert here.app.screen.query_one(Input).value == "Friday.club"
        await here.press("enter")
        assert (archive.folder() / "Friday.club").read_text(encoding="ascii").startswith("parley-club/1")


async def test_the_invitation_of_a_club_is_copied(parley_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(parley_home)
    copied: list[str] = []
    async with evening(parley_home) as here:
        monkeypatch.setattr(here.app, "copy_to_clipboard", copied.append)
        await here.press("6", "enter", "c")
        await here.answer(str(ROOM))
        assert Invitation.parse(copied[0]).to_room() == ROOM
        assert Invitation.parse(copied[0]).tid is not None


async def test_a_club_is_joined_at_a_broker_and_brought_up_to_date(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = MemoryBroker()
    monkeypatch.setattr(mqtt_transport, "connector", lambda *_: broker.connect)
    does(parley_home, "ben", member_deeds.new, "Friday")
    sync = partial(does, parley_home, "ben", visit_deeds.sync, "last", str(ROOM))
    await asyncio.to_thread(sync)
    with open_book(parley_home, "ben") as book:
        way = str(ROOM.at_table(book.club("last").cid))
    async with evening(parley_home) as here:
        await here.press("6", "j")
        await here.answer(way)
        assert "you have asked to come in" in here.told("#club-title")
        await asyncio.to_thread(sync)
        does(parley_home, "ben", member_deeds.admit, "last", "ann")
        await asyncio.to_thread(sync)
        await here.press("s")
        await here.answer(str(ROOM))
        assert sorted(row[0::2] for row in here.rows()) == [["Ann", "member"], ["Ben", "founder"]]
