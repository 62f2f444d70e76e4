"""Clubs in the text mode: the same deeds by words in both languages, and a rated table opened in a room."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast
from unittest.mock import AsyncMock

import pytest

from net.broker.broker_process import start_broker
from net.club.club_event import BESIDE, nonce_of, rated_salt
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.transport.transport import ROOM_USER
from net.view.room_view import CardView, LobbyView
from net.wire.event_data import Genesis, read_as
from tests.net.support.party import ROOM
from tests.tui.support.club_evening import asked, does, paired
from tests.tui.text.test_parity import hold
from tui.i18n import translation
from tui.records.club import member_deeds, visit_deeds
from tui.records.club.club_book import open_book
from tui.session.clubs import Clubs
from tui.session.rooms import Rooms
from tui.text.repl import converse
from tui.text.room_dialogue import RoomDialogue
from tui.text.shell.console import Console, Script

if TYPE_CHECKING:
    from net.peer.peer import Peer


async def as_ann(home: Path, *lines: str) -> list[str]:
    """Hold a conversation of these lines as Ann; give what was said."""
    said: list[str] = []
    await converse(Script(lines), said.append, Rooms(home, "ann", "Ann"), seed=5)
    return [line.rstrip("\n") for line in said]


async def test_a_club_is_founded_shown_and_people_are_let_in(parley_home: Path) -> None:
    asked(parley_home, "ben")
    said = await as_ann(parley_home, "clubs", "club friday", "club admit Friday Ben", "club last", "clubs", "9")
    assert said[1] == "CLUB Friday: Ben asks to come in", "it is said before the first menu"
    assert said.count(said[1]) == 2
    assert any(line.startswith("NOTE asks     Ben") for line in said)
    assert any(line.startswith("NOTE Ben (") and line.endswith(" is let in.") for line in said)
    assert any(line.startswith("NOTE member   Ben") for line in said)
    assert said.index("CLUB Friday: nothing waits for you") > said.index("CLUB Friday: Ben asks to come in")


async def test_whoever_founds_a_club_without_a_name_has_only_to_tell_one(parley_home: Path) -> None:
    said: list[str] = []
    await converse(Script(("club new Friday", "9")), said.append, Rooms(parley_home, "default"), seed=5)
    (told,) = (line for line in said if "You have told no name" in line)
    assert told.endswith(" Tell one in the settings: you go by it from then on.\n")


async def test_options_stand_as_name_and_value(parley_home: Path) -> None:
    asked(parley_home)
    lines = (
        "club new 'Late night' admission='sponsors 2'",
        "club open last Cup form=swiss rounds=4 game=epaminondas clock=900+10",
        "club open last Other form=tables size=4,3 rounds=two",
        "club standings last cup",
    )
    said = await as_ann(parley_home, *lines, "9")
    assert "NOTE The tournament Cup is open for entries; its game is Epaminondas." in said
    assert "ERROR rounds is a number, not two." in said
    with open_book(parley_home, "ann") as book:
        club = book.club("late night")
        (it,) = club.state.tournaments.values()
        assert club.state.founding is not None
        assert club.state.founding.admission == "sponsors 2"
    assert (it.data.rounds, it.data.game, it.data.options) == (4, "epaminondas", (("clock", "900+10"),))


async def test_french_words_and_slips_are_understood(parley_home: Path) -> None:
    asked(parley_home, "ben")
    votes = ("club exclure Friday ben", "club réadmettre Friday ben")
    slips = ("club", "club admit Friday", "club nobody", "club 'Friday")
    said = await as_ann(parley_home, "club admettre Friday ben", *votes, *slips, "9")
    assert [line for line in said if line.startswith("ERROR ")] == [
        "ERROR Say which club or what to do: club NAME, or club new NAME; clubs lists them.",
        "ERROR Say it as: club admit CLUB PERSON",
        said[-1 - [*reversed(said)].index(next(line for line in said if "no club nobody" in line))],
        "ERROR A quotation mark is missing its other half: 'Friday",
    ]
    assert any("is let in" in line for line in said)
    assert any("is taken back" in line for line in said)


async def test_clubs_are_asked_for_anywhere(parley_home: Path) -> None:
    said = await hold(parley_home, "4", "1", "clubs", "quit", "2", "", "quit", "lesson djambi", "clubs", "quit", "9")
    assert [line for line in said if line.startswith("ERROR")] == []
    assert len([line for line in said if line.startswith("Clubs: ")]) == 2


@pytest.mark.parametrize(("words", "game"), [("pairing=autumn/1/1", "megiddo"), ("epaminondas", "epaminondas")])
async def test_a_rated_table_is_opened_in_a_room(parley_home: Path, words: str, game: str) -> None:
    paired(parley_home)
    words = f"{words} club=friday" if words == game else f"club=friday {words}"
    said = await as_ann(parley_home, "4", "1", "new pairing=autumn/1/1", f"new {words}", "options", "quit", "quit", "9")
    assert [line for line in said if line.startswith("ERROR")] == [
        "ERROR A pairing is a table of a club's tournament: name the club with club=NAME."
    ]
    told = "Friday, round 1 of Autumn, for {names}" if game == "megiddo" else "Friday"
    notes = {f"NOTE This table is rated for {told}.".format(names=names) for names in ("Ann, Ben", "Ben, Ann")}
    assert sum(line in notes for line in said) == 2, "at the beginning and by `options`"
    with Profile.open(parley_home, "ann") as profile, Journal(profile.journal_path) as journal:
        (row,) = journal.tables()
        first = journal.genesis(row.tid)
        assert first is not None
        genesis = read_as(first.event, Genesis)
        (cid, _), *_ = journal.clubs()
    with open_book(parley_home, "ann") as book:
        (it,) = book.club("last").state.tournaments
    place = (it, 0, 0) if game == "megiddo" else BESIDE
    assert (row.game, genesis.salt) == (game, rated_salt(cid, *place, nonce_of(0)))
    assert dict(genesis.terms)["bots"] == "no"


async def test_who_is_not_of_the_pairing_gets_no_seat_at_its_table(parley_home: Path) -> None:
    paired(parley_home, "ben", "cat")
    said = await as_ann(
        parley_home, "4", "1", "new club=friday pairing=autumn/1/1", "sit", "seats", "quit", "quit", "9"
    )
    (told,) = (line for line in said if line.startswith("ERROR"))
    assert told.startswith("ERROR No seat for you: this table is rated for Friday, round 1 of Autumn, for ")
    assert {"Ben", "Cat"} <= {*told.removesuffix(". You can watch.").replace(",", "").split()}
    assert not any("takes seat" in line for line in said), "nor does whoever opens it"
    assert any("seats are still open" in line for line in said)
    assert not any("`sit` takes a seat" in line for line in said), "and nobody says that it would"


async def test_what_waits_is_said_in_french(parley_home: Path) -> None:
    asked(parley_home, "ben", "cat")
    does(parley_home, "ann", member_deeds.admit, "last", "ben")
    translation.use("fr")
    said = await as_ann(parley_home, "clubs", "9")
    assert [line for line in said if line.startswith("CLUB Friday")] == ["CLUB Friday\u00a0: Cat demande à entrer"] * 2


class Patient(Script):
    """Lines of which those after the second wait until something was said."""

    def __init__(self, lines: tuple[str, ...], awaited: str) -> None:
        """Keep the lines, and what is waited for."""
        super().__init__(lines)
        self.said: list[str] = []
        self._awaited, self._heard, self._given = awaited, asyncio.Event(), 0

    def out(self, line: str) -> None:
        """Hear what is said."""
        self.said.append(line.rstrip("\n"))
        if self._awaited in line:
            self._heard.set()

    async def line(self) -> str | None:
        """Give the next line."""
        self._given += 1
        if self._given > 2:
            await self._heard.wait()
        return await super().line()


async def test_a_club_is_followed_until_it_is_let_go(parley_home: Path) -> None:
    asked(parley_home)
    broker = await start_broker("amqtt", user=ROOM_USER, password=ROOM.broker_password)
    at = replace(ROOM, host=broker.host, port=broker.port)
    lines = ("club follow Friday", f"club suivre Friday {at} organise=yes", "club unfollow Friday", "9")
    script = Patient(lines, "up to date")
    async with asyncio.timeout(20):
        await converse(script, script.out, Rooms(parley_home, "ann", "Ann"), seed=5)
    await broker.stop()
    assert "ERROR It is not known where Friday lies: say it once, as club sync Friday INVITATION." in script.said
    current = f"Friday: Followed in the room parlour at {at.host}:{at.port}: up to date."
    assert f"NOTE {current} Your tournaments go on by themselves." in script.said
    assert "NOTE Friday is followed no more." in script.said


class Answering(Script):
    """Lines of which each is given once its word was said; `said` is all of it."""

    def __init__(self, *pairs: tuple[str, str]) -> None:
        """Keep the lines with the words that they wait for (none: at once)."""
        super().__init__([line for _, line in pairs])
        self.said: list[str] = []
        self._awaited, self._changed, self._from = [word for word, _ in pairs], asyncio.Event(), 0

    def out(self, line: str) -> None:
        """Hear what is said."""
        self.said.append(line.rstrip("\n"))
        self._changed.set()

    async def line(self) -> str | None:
        """Give the next line."""
        word = self._awaited.pop(0) if self._awaited else ""
        while not any(word in line for line in self.said[self._from :]):
            self._changed.clear()
            await self._changed.wait()
        self._from = len(self.said)
        return await super().line()


@pytest.mark.parametrize("kept", [False, True])
async def test_a_clubs_invitation_in_a_room_leads_to_the_club_which_is_followed_from_then_on(
    parley_home: Path, *, kept: bool
) -> None:
    asked(parley_home)
    broker = await start_broker("amqtt", user=ROOM_USER, password=ROOM.broker_password)
    at = replace(ROOM, host=broker.host, port=broker.port)
    await asyncio.to_thread(does, parley_home, "ann", visit_deeds.sync, "last", str(at))
    with open_book(parley_home, "ann") as book:
        place = str(at.at_table(book.club("last").cid))
        events = book.club("last").events
    if kept:  # by an older program, which took it for a table
        with Profile.open(parley_home, "ben") as profile, Journal(profile.journal_path) as journal:
            journal.add_table(events[0].event.tid, place)
            journal.add_all(events[0].event.tid, events)
    script = Answering(
        ("", str(at)),
        ("In a room:", f"club join {place}" if kept else place),
        *(() if kept else (("the club Friday, not of a table", "yes"),)),
        ("Friday: Followed in the room", "clubs"),
        ("CLUB Friday", "quit"),
        ("", "9"),
    )
    async with asyncio.timeout(30):
        await converse(script, script.out, Rooms(parley_home, "ben", "Ben"), seed=5)
    await broker.stop()
    assert not [line for line in script.said if line.startswith("ERROR")]
    assert any("You have asked to be a member of Friday." in line for line in script.said)
    assert script.said.count("NOTE Your club Friday is followed in this room.") == 1
    with open_book(parley_home, "ben") as book:
        assert book.club("friday").cid == events[0].event.tid


async def test_a_clubs_invitation_in_the_first_menu_leads_to_the_club(parley_home: Path) -> None:
    asked(parley_home)
    broker = await start_broker("amqtt", user=ROOM_USER, password=ROOM.broker_password)
    at = replace(ROOM, host=broker.host, port=broker.port)
    await asyncio.to_thread(does, parley_home, "ann", visit_deeds.sync, "last", str(at))
    with open_book(parley_home, "ann") as book:
        place = str(at.at_table(book.club("last").cid))
    script = Script((place, "no", place, "oui", "clubs", "9"))
    said: list[str] = []
    await converse(script, said.append, Rooms(parley_home, "ben", "Ben"), seed=5)
    await broker.stop()
    assert sum("You have asked to be a member of Friday." in line for line in said) == 1
    assert "CLUB Friday: nothing waits for you\n" in said


async def test_a_table_that_turns_out_to_be_rated_is_reported_as_such(parley_home: Path) -> None:
    paired(parley_home, "ann", "ben")
    does(parley_home, "cat", member_deeds.join, str(parley_home / "first.club"))
    does(parley_home, "ann", member_deeds.export, "last", str(parley_home / "whole.club"))
    with open_book(parley_home, "ann") as book:
        (it,) = book.club("last").state.tournaments
        salt = rated_salt(book.club("last").cid, it, 0, 0, nonce_of(0)).hex()
    card = CardView("01", "Autumn 1/1", "Ann", "megiddo", (), (), ("Ann", ""), 1, False, "", (), "", salt)  # noqa: FBT003
    rooms, said = Rooms(parley_home, "cat"), list[str]()
    peer = SimpleNamespace(lobby=LobbyView("parlour", online=True, tables=(card,)), invitation="")
    talk = RoomDialogue(cast("Peer", peer), Console(Script([]), said.append), rooms, AsyncMock())
    forget = rooms.clubs.watch(talk._hear_club)
    await talk._find_clubs()
    talk.tell_news()
    await Clubs(rooms).do(member_deeds.take, (str(parley_home / "whole.club"),))
    rooms.clubs._tell(bytes.fromhex((await Clubs(rooms).every())[0].cid), ())
    await talk._finding
    forget()
    await rooms.close()
    tables = [line for line in said if line.startswith("TABLE")]
    assert ["rated for Friday, round 1 of Autumn" in line for line in tables] == [False, True]
