"""A table that is rated for a club: its salt, and the game and options that its place asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.fault import Fault, sentence
from core.games import find
from net.club.club_event import BESIDE, Place, cleaned, place_of_salt
from net.club.club_log import ClubLog
from net.club.club_state import ClubState
from net.club.table_result import free_salts, paired_places, salt_of, salts_of
from net.club.tournament_log import Tournament
from net.storage.journal import JournalTable
from tui.records.club.club_book import ClubBook, tournament

NO_PAIRING = sentence("{text} names no table: say TOURNAMENT/ROUND/TABLE, as the standings show them.")
NO_CLUB = sentence("--pairing is a table of a club's tournament: name the club with --club.")
TOO_MANY = sentence("You have opened too many tables for this place.")
LONGEST = 30
"""The letters of a tournament's name in the title of a table."""
RATED = {"bots": "no"}
"""The terms of every rated table: programs are not rated."""


@dataclass(frozen=True, slots=True)
class RatedTable:
    """What a rated table is opened with; `salt` binds it to its club and place. A table of a tournament has a title.

    `own` says whether whoever opens it may play there: a table of a pairing is for those who are paired. `opened` are
    the ids of the tables that the journal has for the same place.
    """

    game: str
    options: dict[str, str]
    salt: bytes
    title: str = ""
    own: bool = True
    opened: frozenset[bytes] = frozenset()


def rated_table(book: ClubBook, club: str, pairing: str, game: str, options: Mapping[str, str]) -> RatedTable:
    """Find what a rated table is opened with; raise `Fault`.

    A table of a tournament has that tournament's game and options, whatever else was wished, and as many seats as
    people are paired there.
    """
    log = book.club(club)
    place: Place = BESIDE
    wished, title, own = dict(options), "", True
    if pairing:
        it, place = _placed(log.state, pairing)
        paired = log.state.paired_at(place)
        game, title, own = it.data.game, place_title(it, place), book.me in paired
        wished |= dict(it.data.options)
        if any(option.name == "players" for option in find(game).options):
            wished["players"] = str(len(paired))
    salt = next(free_salts(book.journal, log.cid, place), b"")
    if not salt:
        raise Fault(TOO_MANY)
    return RatedTable(game, wished | RATED, salt, title, own, _opened_for(book, log, (place,)))


def place_title(it: Tournament, place: Place) -> str:
    """Give the title of a table of a tournament, by which the others find it in a room."""
    _, number, at = place
    return f"{cleaned(it.data.name)[:LONGEST]} {number + 1}/{at + 1}"


def _placed(state: ClubState, text: str) -> tuple[Tournament, Place]:
    """Find the tournament and the place that a text names; raise `Fault`."""
    name, slash, rest = text.rpartition("/")
    name, other, number = name.rpartition("/")
    if not (slash and other and all(word.isascii() and word.isdigit() for word in (number, rest))):
        raise Fault(NO_PAIRING, text=text)
    it = tournament(state, name)
    rounds = {one.number: one for one in state.play(it.id).rounds}
    found = rounds.get(int(number) - 1)
    if found is None or not 0 < int(rest) <= len(found.tables):
        raise Fault(NO_PAIRING, text=text)
    return it, (it.id, found.number, int(rest) - 1)


def unreported(book: ClubBook, club: str) -> tuple[JournalTable, ...]:
    """Give the tables of the journal that are over and rated for a club, and whose results it does not have."""
    log = book.club(club)
    reported = {one.tid for one in log.state.book.standing}
    return tuple(row for row in rated_tables(book, log) if row.over and row.tid not in reported)


def rated_tables(book: ClubBook, log: ClubLog) -> tuple[JournalTable, ...]:
    """Give the tables of the journal that are rated for a club."""
    opened = _opened_for(book, log, (BESIDE, *paired_places(log.state)))
    return tuple(row for row in book.journal.tables() if row.tid in opened)


def _opened_for(book: ClubBook, log: ClubLog, places: Iterable[Place]) -> frozenset[bytes]:
    salts = salts_of(log.cid, places)
    return frozenset(row.tid for row in book.journal.tables() if salt_of(book.journal, row.tid) in salts)


def is_for(book: ClubBook, club: str, pairing: str, tid: bytes) -> bool:
    """Tell whether a table of the journal was opened for the pairing of a club's tournament; raise `Fault`."""
    log = book.club(club)
    _, place = _placed(log.state, pairing)
    return place_of_salt(log.cid, salt_of(book.journal, tid), (place,)) is not None
