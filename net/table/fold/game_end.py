"""The end of a game: when it is settled, and how players may end it because of somebody who signed two histories.

When the line has ended, the program of every seat holder signs a receipt (`seen`) of the last place of the line. The
end is settled once everybody has signed whose word could still change it: those who played at the last decision, except
the player bypassed by it. From then on no certificate can take a move back, because a final counts only from an author
who has signed nothing at a later place (`net.table.line.claim`). Peers that know the same events find the same.

With two players, each alone is all others to the other. So a player bypassed by the other alone must sign too: they may
have bypassed the other at an earlier place, and then their certificate stands. With more players, somebody who is
bypassed after a final of their own may not have heard what came of it, and may take it back: they must sign too. A
witness whose receipts decide about flags also signs the end: no flag falls after that.

Instead of going on without a player who signed two histories, the others may stop. Each says so by a `final` with the
word `stop` for one of that player's seats. The table ends where it stands, and the guilty player has lost, once all
others have said so who still play, are not guilty and are no bots. Such a word cannot be taken back. It counts while
the table is frozen because of that player, wherever the line has gone meanwhile: a later proof changes nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat
from net.table.fold.end_statement import end_of
from net.table.line.claim import LinePlace, OwedKind, Wait, named
from net.table.line.game_line import GAME_KINDS, GameLine
from net.table.line.match_history import MatchHistory
from net.table.line.step_register import Step
from net.view.settlement_view import BypassView, SettlementView
from net.wire.event import Draft, Kind, Signed
from net.wire.event_data import Declare, Final, Move, Seen, data_of, read, readable

if TYPE_CHECKING:
    from net.table.fold.table_state import TableFacts

STOP = "stop"
"""The word of a final that stops."""

NOT_FROZEN = sentence("The table is not frozen by {seat}: there is no reason to stop.")
SAID = sentence("That has been said already, and it still counts.")
YOU_TWO = sentence("There are only two of you: go on without {seat}, and the game is over.")
ENDED = sentence("All others have stopped here: {nick}, who signed two histories, has lost.")
WISHES = sentence("{nick} wants to stop here: {other}, who signed two histories, then loses.")


class EquivocationEndings:
    """Who would rather stop, by the seat of the guilty player."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._said: dict[Seat, set[bytes]] = {}

    def receive(self, signed: Signed) -> None:
        """Take in a final to stop; ignore any other."""
        data = readable(signed.event)
        if isinstance(data, Final) and data.what == STOP:
            self._said.setdefault(Seat(data.seat), set()).add(signed.event.author)

    def said(self, seat: Seat) -> frozenset[bytes]:
        """Return those who would stop because of a seat's holder."""
        return frozenset(self._said.get(seat, ()))

    def culprit(self, guilty: Iterable[bytes], players: Mapping[Seat, bytes], persons: frozenset[bytes]) -> bytes:
        """Return the guilty player because of whom all other `persons` have stopped, by seats in play; else nothing.

        A player with nothing but bots is not asked: bots would go on for ever.
        """
        cheats = set(guilty)
        others = persons - cheats
        found = (one for seat, one in sorted(players.items()) if one in cheats and others <= self.said(seat))
        return next(found, b"") if others else b""


def ending(frozen: TableFacts, course: MatchHistory | None, me: bytes, seat: Seat) -> Draft:
    """Draft that the key `me` would stop because of a seat's holder; raise `IllegalAction`."""
    players = frozen.players
    cheats = set(frozen.frozen_by)
    if course is None or players.get(seat) not in cheats or me not in frozen.persons - cheats:
        raise IllegalAction(NOT_FROZEN, seat=course.match.names[seat] if course else seat)
    if me in frozen.endings.said(seat):
        raise IllegalAction(SAID)
    if len(set(players.values()) - cheats) == 1:
        raise IllegalAction(YOU_TWO, seat=course.match.names[seat])
    return Draft(Kind.FINAL, data_of(Final(seat, STOP, course.match.ply)), None, course.ply, course.gprev)


PLACE_SIZE = 16
"""Bytes of a receipt that names a place of the line."""
PAIR = 2
"""The number of keys at which each alone is all others to the other."""
SHOWN_LIMIT = 64
"""Decisions shown of what was played on from a bypassed decision."""


class Settlement:
    """The receipts of last places at one table."""

    def __init__(self) -> None:
        """Begin with none."""
        self._seen: dict[bytes, set[tuple[int, bytes]]] = {}

    def receive(self, signed: Signed) -> None:
        """Take in a receipt of the place where its author stands; ignore any other."""
        event = signed.event
        data = readable(event) if event.kind == Kind.SEEN else None
        if isinstance(data, Seen) and len(data.id) == PLACE_SIZE and data.id == event.gprev:
            self._seen.setdefault(event.author, set()).add((event.ply, event.gprev))

    def has_signed(self, author: bytes, course: MatchHistory) -> bool:
        """Tell whether an author has signed the place where a course stands."""
        return (course.ply, course.gprev) in self._seen.get(author, ())


def counted(annals: TableFacts) -> frozenset[bytes]:
    """Return the keys that must sign the end: all who could still sign against its last decision; none before it."""
    line = annals.line
    if line is None or not line.course.over:
        return frozenset()
    ply, deciding = line.course.ply - 1, line.deciding
    passed = {step.seat for step in line.register.history if step.kind is Kind.FINAL and step.ply == ply}
    if len(set(deciding.values())) <= PAIR and not _is_flag(annals, line, line.register.history[-1]):
        passed.clear()
    keys = {key for seat, key in deciding.items() if seat not in passed} | _retractors(annals, line)
    keys |= {annals.claims.witness_key} - {b""}
    return frozenset(keys - set(annals.guilty) - annals.struck.keys())


def _retractors(annals: TableFacts, line: GameLine) -> set[bytes]:
    """Return those who may still take back what they signed for a certificate on which the line rests.

    Somebody who is bypassed after such a final, or has handed over the seat, need not have heard of what came of it.
    """
    passed = (step for step in line.register.history if step.kind in {Kind.FINAL, Kind.SUBSTITUTE})
    stops = ((LinePlace(step.ply, line.course.places[step.ply], step.at), step.id) for step in passed)
    found: set[bytes] = set()
    return found.union(*(annals.claims.retractable(stop, name) for stop, name in stops))


def _is_flag(annals: TableFacts, line: GameLine, step: Step) -> bool:
    """Tell whether a certificate is a fallen flag, which the witness alone decides: neither of two players can."""
    if step.kind is not Kind.FINAL or not annals.claims.witness:
        return False
    stop = LinePlace(step.ply, line.course.places[step.ply], step.at)
    return all(step.id != named(Wait(stop, step.seat, what)) for what in OwedKind)


def awaited(annals: TableFacts) -> frozenset[bytes]:
    """Return those who must sign the end and have not signed yet."""
    line = annals.line
    keys = counted(annals)
    return frozenset(one for one in keys if line and not annals.settlement.has_signed(one, line.course))


def is_settled(annals: TableFacts) -> bool:
    """Tell whether the game is over and nothing can change its end any more."""
    return annals.line is not None and annals.line.course.over and not awaited(annals)


def is_told(annals: TableFacts) -> bool:
    """Tell whether all seat holders, bypassed ones too, have signed the end as it stands here."""
    line = annals.line
    return is_settled(annals) and all(
        line is not None and annals.settlement.has_signed(one, line.course)
        for one in annals.seated - set(annals.guilty) - annals.struck.keys()
    )


def receipts(annals: TableFacts, me: bytes, now: int | None) -> Iterator[Draft]:
    """Return the receipt of the end that the key `me` owes at `now` (milliseconds), as seat holder or as witness.

    Whoever has handed over all seats signs one at once, so that nobody need wait for them at the end. Nobody can sign
    anything once two histories of theirs are known.
    """
    line = annals.line
    if line is None or me in annals.forks:
        return
    course, last = line.course, b""
    if course.over:
        if me not in annals.seated | counted(annals) or annals.settlement.has_signed(me, course):
            return
        last = end.digest if (end := end_of(annals)) else b""
    elif me in annals.seated or me not in _retractors(annals, line):
        return
    yield Draft(Kind.SEEN, data_of(Seen(course.gprev, now or 0)), None, course.ply, course.gprev, last)


def settlement_view(annals: TableFacts) -> SettlementView | None:
    """Return how far the end is settled; None before the game is over."""
    line = annals.line
    if line is None or not line.course.over:
        return None
    missing = awaited(annals)
    last = line.register.history[-1] if line.register.history else None
    seats = tuple(seat for seat in sorted(line.holders) if line.holders[seat] in missing)
    decided = None if last is None or last.kind is Kind.FINAL else last.seat
    signed, fair = annals.settlement.has_signed, annals.seated - set(annals.guilty) - annals.struck.keys()
    behind = {one for one in fair - counted(annals) if not signed(one, line.course)}
    untold = tuple(seat for seat in sorted(line.holders) if line.holders[seat] in behind)
    witness = annals.claims.witness_key
    former = tuple(sorted(annals.nick(one) for one in missing - {*line.holders.values(), witness}))
    return SettlementView(not missing, seats, decided, witness in missing, untold, former)


def bypasses(annals: TableFacts) -> tuple[BypassView, ...]:
    """Return the decisions that certificates bypassed, with what was played on from them, place by place."""
    line = annals.line
    if line is None:
        return ()
    passed = [step for step in line.register.steps if step.kind is Kind.FINAL]
    found = (_bypass(line, step) for step in passed)
    return tuple(one for one in found if one is not None)


def _bypass(line: GameLine, step: Step) -> BypassView | None:
    """Follow the decision that a certificate bypassed, as long as single legal decisions continue it."""
    place = (step.ply, line.course.places[step.ply])
    if (one := _signed_at(line, *place, step.seat)) is None:
        return None
    match, played = line.course.match.at(step.at), list[tuple[Seat, str]]()
    while one is not None and one.event.seat is not None and len(played) < SHOWN_LIMIT:
        data = read(one.event)
        try:
            match = match.play(data.text if isinstance(data, Move | Declare) else "", Seat(one.event.seat))
        except Fault:
            break
        played.append((Seat(one.event.seat), match.log[-1].text))
        place, mover = (place[0] + 1, one.id[:PLACE_SIZE]), match.state.active[:1]
        one = _signed_at(line, *place, mover[0]) if len(match.state.active) == 1 else None
    over = match.state.outcome is not None
    return BypassView(step.at, step.line.text, tuple(played), over=over) if played else None


def _signed_at(line: GameLine, ply: int, gprev: bytes, seat: Seat) -> Signed | None:
    """Return the first event that a seat's holder signed at a place, in the line or not."""
    here = (one for one in line.seen if (one.event.ply, one.event.gprev, one.event.seat) == (ply, gprev, seat))
    found = (one for one in here if one.event.kind in GAME_KINDS and line.holding.signs(one.event))
    return min(found, key=lambda one: one.event.seq, default=None)
