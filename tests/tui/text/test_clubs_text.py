"""Clubs in the text mode: the same deeds by words in both languages, and a rated table opened in a room."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.club.club_event import BESIDE, nonce_of, rated_salt
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.wire.event_data import Genesis, read_as
from tests.tui.support.club_evening import asked, does, paired
from tests.tui.text.test_parity import hold
from tui.i18n import translation
from tui.records.club import member_deeds
from tui.records.club.club_book import open_book
from tui.session.rooms import Rooms
from tui.text.repl import converse
from tui.text.shell.console import Script


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


async def test_options_stand_as_name_and_value(parley_home: Path) -> None:
    asked(parley_home)
    lines = (
        "club new 'Late night' admission='sponsors 2'",
        "club open last Cup form=swiss rounds=4 game=epaminondas clock=900+10",
        "club open last Other form=tables size=4,3 rounds=two",
        "club standings last cup",
    )
    said = await as_ann(parley_home, *lines, "9")
    assert "NOTE The tournament Cup is open for entries." in said
    assert "ERROR rounds is a number, not two." in said
    with open_book(parley_home, "ann") as book:
        club = book.club("late night")
        (it,) = club.state.tournaments.values()
        assert club.state.founding is not None
        assert club.state.founding.admission == "sponsors 2"
    assert (it.data.rounds, it.data.game, it.data.options) == (4, "epaminondas", (("clock", "900+10"),))


async def test_french_words_and_slips_are_understood(parley_home: Path) -> None:
    asked(parley_home, "ben")
    slips = ("club", "club admit Friday", "club nobody", "club 'Friday")
    said = await as_ann(parley_home, "club admettre Friday ben", "club réadmettre Friday ben", *slips, "9")
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
    said = await as_ann(parley_home, "4", "1", "new pairing=autumn/1/1", f"new {words}", "quit", "quit", "9")
    assert [line for line in said if line.startswith("ERROR")] == [
        "ERROR A pairing is a table of a club's tournament: name the club with club=NAME."
    ]
    with Profile.open(parley_home, "ann") as profile, Journal(profile.journal_path) as journal:
        (row,) = journal.tables()
        first = journal.first(row.tid)
        assert first is not None
        genesis = read_as(first.event, Genesis)
        (cid, _), *_ = journal.clubs()
    with open_book(parley_home, "ann") as book:
        (it,) = book.club("last").state.tournaments
    place = (it, 0, 0) if game == "megiddo" else BESIDE
    assert (row.game, genesis.salt) == (game, rated_salt(cid, *place, nonce_of(0)))
    assert dict(genesis.terms)["bots"] == "no"


async def test_what_waits_is_said_in_french(parley_home: Path) -> None:
    asked(parley_home, "ben", "cat")
    does(parley_home, "ann", member_deeds.admit, "last", "ben")
    translation.use("fr")
    said = await as_ann(parley_home, "clubs", "9")
    assert [line for line in said if line.startswith("CLUB Friday")] == ["CLUB Friday\u00a0: Cat demande à entrer"] * 2
