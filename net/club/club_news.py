"""What has happened in a club between two states of it, and what waits there for one person. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from core.tournament.round_robin import FEWEST
from net.club.club_duties import current_round
from net.club.club_event import Place
from net.club.club_state import ClubState, may_admit, may_start
from net.club.membership import Membership
from net.club.result_book import RatedResult
from net.club.tournament_log import Stage, Tournament
from net.club.tournament_rounds import PlayedRound, WhyBeside


class NewsKind(StrEnum):
    """What has happened; a closed set."""

    ASKED = "asked"
    ADMITTED = "admitted"
    LEFT = "left"
    OUT = "out"
    OPENED = "opened"
    ENTERED = "entered"
    CLOSED = "closed"
    LOT = "lot"
    REDRAWN = "redrawn"
    PAIRED = "paired"
    RESULT = "result"
    ENDED = "ended"
    STANDINGS = "standings"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ClubNews:
    """One thing that has happened: to whom, in which tournament (or none), in which round and at which table (from 0).

    `keys` are the people it is about. For `PAIRED` they are those of one's own table, oneself alone at a bye, nobody
    for who does not play. For `RESULT`, `worth` is what the end was worth to each of them, and
    `beside` says why it counts for the ladder only.
    """

    kind: NewsKind
    keys: tuple[bytes, ...] = ()
    tournament: bytes = b""
    round: int = 0
    table: int = 0
    worth: tuple[int, ...] = ()
    beside: WhyBeside | None = None

    @property
    def place(self) -> Place:
        """The table of a tournament that it is about."""
        return self.tournament, self.round, self.table


def news_between(before: ClubState, after: ClubState, me: bytes) -> tuple[ClubNews, ...]:
    """Tell what has happened from one state of a club to a later one, for the owner of the key `me`."""
    return tuple(_news(before, after, me))


def _news(before: ClubState, after: ClubState, me: bytes) -> Iterator[ClubNews]:
    yield from _people(before.membership, after.membership)
    for it in after.tournaments.values():
        yield from _tournament(before, it)
    known = {(one.tid, one.end) for one in before.book.standing}
    yield from (_result(after, one) for one in after.book.standing if (one.tid, one.end) not in known)
    for it in after.tournaments.values():
        if it.stage is Stage.PLAY:
            yield from _rounds(before, after, it, me)


def _people(before: Membership, after: Membership) -> Iterator[ClubNews]:
    gone = {**after.expelled, **after.forked}
    yield from (_about(NewsKind.ASKED, key) for key in after.candidates if key not in before.candidates)
    yield from (_about(NewsKind.ADMITTED, key) for key in after.members if key not in before.members)
    yield from (_about(NewsKind.LEFT, key) for key in after.left if key not in before.left and key not in gone)
    yield from (_about(NewsKind.OUT, key) for key in gone if key not in before.expelled and key not in before.forked)


def _about(kind: NewsKind, key: bytes, tournament: bytes = b"") -> ClubNews:
    return ClubNews(kind, (key,), tournament)


def _result(state: ClubState, one: RatedResult) -> ClubNews:
    beside = state.why_beside(one)
    return ClubNews(NewsKind.RESULT, one.players, one.tournament, one.round, one.table, one.worth, beside)


def _tournament(before: ClubState, it: Tournament) -> Iterator[ClubNews]:
    """Tell what has happened in a tournament before its first round."""
    old = before.tournaments.get(it.id)
    if old is None:
        yield _about(NewsKind.OPENED, it.organiser, it.id)
    if it.stage is Stage.ENTRY or old is None or old.stage is Stage.ENTRY:
        entered = old.entered if old is not None else ()
        yield from (_about(NewsKind.ENTERED, key, it.id) for key in it.entered if key not in entered)
    if it.stage is Stage.ENTRY:
        return
    if old is None or old.stage is Stage.ENTRY:
        yield ClubNews(NewsKind.CLOSED, it.drawn, it.id)
    elif it.attempt > old.attempt:
        yield ClubNews(NewsKind.REDRAWN, tuple(key for key in old.drawn if key not in it.drawn), it.id)
    if old is not None:
        opened = old.opened if old.attempt == it.attempt else {}
        yield from (_about(NewsKind.LOT, key, it.id) for key in it.opened if key not in opened)


def _rounds(before: ClubState, after: ClubState, it: Tournament, me: bytes) -> Iterator[ClubNews]:
    """Tell which rounds have ended and begun, and whether the standings are others now."""
    now = after.play(it.id)
    old = before.play(it.id) if it.id in before.tournaments else None
    ended = sum(one.ended for one in old.rounds) if old is not None else 0
    paired = len(old.rounds) if old is not None else 0
    for one in now.rounds:
        if one.ended and one.number >= ended:
            yield ClubNews(NewsKind.ENDED, (), it.id, one.number)
        if one.number >= paired:
            keys, at = own_table(after, it, one, me)
            yield ClubNews(NewsKind.PAIRED, keys, it.id, one.number, at)
    if old is not None and old.rounds and _ranks(before, it) != _ranks(after, it):
        yield ClubNews(NewsKind.STANDINGS, (), it.id)
    if now.over and not (old is not None and old.over):
        yield ClubNews(NewsKind.OVER, (), it.id)


def _ranks(state: ClubState, it: Tournament) -> list[tuple[bytes, object, object]]:
    played = state.play(it.id)
    return [(played.entrants[row.entrant], row.place, row.points) for row in played.standings]


def own_table(state: ClubState, it: Tournament, one: PlayedRound, me: bytes) -> tuple[tuple[bytes, ...], int]:
    """Give who sits at one's own table of a round, and its number: oneself alone at a bye, nobody without a place."""
    played = state.play(it.id)
    number = played.number_of(me)
    for at, table in enumerate(one.tables):
        if number in table:
            return tuple(played.entrants[seat] for seat in table), at
    return ((me,) if number in one.byes else ()), 0


class TaskKind(StrEnum):
    """What waits for somebody, the most urgent first; a closed set."""

    PAIRED = "paired"
    """A table of one's own is to be played."""
    START = "start"
    """All lots of a tournament of one's own are open."""
    ROUND = "round"
    """All results of a round of a tournament of one's own are there."""
    CLOSE = "close"
    """As many have entered a tournament of one's own as it takes."""
    ENTER = "enter"
    """One could take part in a tournament."""
    ASKED = "asked"
    """Somebody asks to be let in, and one's word counts."""


URGENCY = tuple(TaskKind)


@dataclass(frozen=True, slots=True)
class ClubTask:
    """One thing that waits for a person: about whom, in which tournament (or none), round and table (from 0)."""

    kind: TaskKind
    keys: tuple[bytes, ...] = ()
    tournament: bytes = b""
    round: int = 0
    table: int = 0


def tasks_for(state: ClubState, me: bytes, admitted: Collection[bytes] = ()) -> tuple[ClubTask, ...]:
    """List what waits in a club for a member, the most urgent first; nothing for others.

    `admitted` are the keys for whom `me` has signed already that they are let in.
    """
    if state.rules is None or me not in state.membership.members:
        return ()
    found = [one for it in state.tournaments.values() for one in _tasks(state, it, me)]
    if may_admit(state, me):
        found += [ClubTask(TaskKind.ASKED, (key,)) for key in state.membership.candidates if key not in admitted]
    return tuple(sorted(found, key=lambda one: URGENCY.index(one.kind)))


def _tasks(state: ClubState, it: Tournament, me: bytes) -> Iterator[ClubTask]:
    mine = it.organiser == me
    if it.stage is Stage.ENTRY:
        if me not in it.entered and me not in it.withdrawn:
            yield ClubTask(TaskKind.ENTER, (), it.id)
        if mine and len(it.entered) >= FEWEST:
            yield ClubTask(TaskKind.CLOSE, (), it.id)
    elif it.stage is Stage.LOTS:
        if mine and may_start(it):
            yield ClubTask(TaskKind.START, (), it.id)
    elif (current := current_round(state, it)) is not None:
        for one in state.play(it.id).rounds:
            keys, at = own_table(state, it, one, me)
            if not one.ended and len(keys) > 1 and one.results[at] is None and not one.rivals[at]:
                yield ClubTask(TaskKind.PAIRED, keys, it.id, one.number, at)
                break
        all_played = all(one is not None or rivals for one, rivals in zip(current.results, current.rivals, strict=True))
        if mine and not state.play(it.id).over and all_played:
            yield ClubTask(TaskKind.ROUND, (), it.id, current.number)
