"""The roster: who holds which seat, before the start and during the game, and which of several starts counts.

A start is undone when a player does not open their lot or does not pass the first deck, and all others have signed
finals about them. Nothing is played yet, so nobody loses: the player's seats are free, and new lots are drawn once all
seats are taken again. The host's chain is then read on from there. Where several players do not answer, half of all
holders are enough: without the host's chain nobody can begin again elsewhere. An undone start stands again when a final
is taken back in time, but never after another start that all agreed to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.fault import sentence
from core.game import Seat
from net.table.line.claim import Certificate, Claims, LinePlace, OwedKind, Wait, enough, is_early, is_quorum, needed
from net.table.seating.reservation import Reservation
from net.table.seating.seat_request import ALONE, NOBODY, ROSTER_KINDS, SeatRequest, SeatRequests, nick_of
from net.view.table_view import NoteLine
from net.wire.event import Event, Kind, Signed
from net.wire.event_data import Final, Substitute, readable
from net.wire.sanitizer import clean_name

DECIDED = frozenset({Kind.MOVE, Kind.TAKE, Kind.DECLARE, Kind.COMMIT})
"""The author of one of these has begun to play: none of their finals undoes a start any more."""


def lot_stop(start: bytes) -> LinePlace:
    """Return where a table stands after a start of that id, while lots are closed."""
    return LinePlace(0, start[:16], 0)


class StartForfeits:
    """The finals about the starts of one table, and whose start they forfeit."""

    def __init__(self) -> None:
        """Begin with none."""
        self._ever: dict[LinePlace, dict[Wait, set[bytes]]] = {}
        self._back: set[tuple[Wait, bytes]] = set()
        self._played: set[bytes] = set()

    @property
    def any(self) -> bool:
        """Whether anybody has signed a final about a start."""
        return bool(self._ever)

    def pass_by(self, event: Event) -> None:
        """Note that an author has begun to play."""
        if event.kind in DECIDED or (event.kind == Kind.REVEAL and event.seat is not None):
            self._played.add(event.author)

    def receive(self, signed: Signed, wait: Wait) -> bool:
        """Take in a final, each author's in the order of their chain; tell whether it is about a start."""
        if not is_early(wait) or signed.event.kind != Kind.FINAL or signed.event.author in self._played:
            return False
        data = readable(signed.event)
        if not isinstance(data, Final):
            return False
        if data.stands:
            self._ever.setdefault(wait.stop, {}).setdefault(wait, set()).add(signed.event.author)
        else:
            self._back.add((wait, signed.event.author))
        return True

    def forfeit(self, stop: LinePlace, holders: Mapping[Seat, bytes], *, ever: bool = False) -> frozenset[bytes]:
        """Return the keys of those about whom all others have signed finals at a stop.

        With `ever`, finals that were taken back later count too.
        """
        finals = {
            wait: {one for one in signers if ever or (wait, one) not in self._back}
            for wait, signers in self._ever.get(stop, {}).items()
        }
        return frozenset(self._forfeit(finals, holders))

    def _forfeit(self, finals: Mapping[Wait, set[bytes]], holders: Mapping[Seat, bytes]) -> Iterator[bytes]:
        for wait, signers in finals.items():
            others = needed(wait.seat, tuple(holders), holders)
            if wait.what is OwedKind.WORD or wait.seat not in holders:
                continue
            done = {
                one: {holders[other.seat] for other, some in finals.items() if one in some and other.seat in holders}
                for one in signers & others
            }
            if is_quorum(others, done, enough(wait, len(others))):
                yield holders[wait.seat]


__all__ = ["ALONE", "NOBODY", "ROSTER_KINDS", "Roster", "SeatRequest", "nick_of"]

UNDONE = sentence("{nick} keeps the others waiting with the lots: the seat is free again, new lots will be drawn.")
HOST_GONE = sentence("The host does not answer before the game has begun: all others close the table.")


class Roster(SeatRequests):
    """The seats of one table from genesis to end.

    `undone` holds the ids of the starts that do not count; `reservation` tells for whom the host keeps the seats.
    """

    def __init__(
        self, tid: bytes, host: bytes, names: Mapping[Seat, str], *, drawn: bool, bots: bool, alone: bool = False
    ) -> None:
        """Begin with every seat of `names` open; see `SeatRequests`."""
        self.forfeits, self.reservation = StartForfeits(), Reservation()
        self.undone: tuple[bytes, ...] = ()
        self.known: frozenset[bytes] = frozenset()
        self._settled: dict[Seat, SeatRequest] = {}
        self._named: dict[bytes, set[tuple[int, bytes, str]]] = {}
        super().__init__(tid, host, names, drawn=drawn, bots=bots, alone=alone)

    def hand_over(self, heirs: Mapping[Seat, Certificate]) -> None:
        """Hand seats of the running game over to others; those who held them are still known."""
        self._settled = self._settled or dict(self.holders)
        taken = {
            seat: SeatRequest(one.id, one.wait.heir, -1, seat, one.wait.nick, "") for seat, one in sorted(heirs.items())
        }
        self.holders = {**self._settled, **taken}
        self.known |= {held.author for held in (*self._settled.values(), *taken.values())}

    @property
    def first(self) -> Mapping[Seat, SeatRequest]:
        """Who has the seats, without those who took one over in the running game."""
        return self._settled or self.holders

    def nominate(self, event: Event) -> None:
        """Note whom the author of a consent to a substitute names."""
        data = readable(event) if event.kind == Kind.SUBSTITUTE else None
        if isinstance(data, Substitute):
            self._named.setdefault(event.author, set()).add((event.seq, data.key, clean_name(data.nick)))

    def named_by(self, authors: Iterable[bytes], until: Mapping[bytes, int]) -> set[bytes]:
        """Return whom some authors have named as substitutes; from the number on that `until` has nothing counts."""
        return {key for _, _, key, _ in self._namings(authors, until)}

    def name_given(self, key: bytes, authors: Iterable[bytes], until: Mapping[bytes, int]) -> str:
        """Return the name by which some authors have named a substitute last; empty if they have not.

        `until` is that of `named_by`.
        """
        told = ((seq, author, nick) for author, seq, named, nick in self._namings(authors, until) if named == key)
        return max((one for one in told if one[-1]), default=(0, b"", ""))[-1]

    def _namings(self, authors: Iterable[bytes], until: Mapping[bytes, int]) -> Iterator[tuple[bytes, int, bytes, str]]:
        told = ((author, *one) for author in authors for one in self._named.get(author, ()))
        return (one for one in told if one[1] < until.get(one[0], one[1] + 1))

    def party(self, until: Mapping[bytes, int]) -> frozenset[bytes]:
        """Return those who were ever given a seat, whom they have named as substitutes, and so on.

        That depends on what was signed alone, never on which start counts or how the game went on; `until` is that of
        `named_by`.
        """
        fresh = found = self.granted(until)
        while fresh := self.named_by(fresh, until) - found:
            found = found | fresh
        return frozenset(found)

    def hands_of(self, author: bytes) -> tuple[Seat, ...]:
        """Return the seats that an author plays themselves, without those of their bots."""
        return tuple(seat for seat in self.seats_of(author) if not self.holders[seat].bot)

    def waits(self, claims: Claims) -> tuple[Wait, ...]:
        """Return those who have not opened their lots, by first seat, and whose word about them counts."""
        if not self.started or self.complete or self.closed:
            return ()
        stop, sitting = lot_stop(self.started), self.sitting
        closed = (author for author in dict.fromkeys(sitting.values()) if not self.has_revealed(author))
        lots = tuple(Wait(stop, self.seats_of(author)[0], OwedKind.LOT) for author in closed)
        return (*lots, *claims.words(lots, lambda: tuple(sitting), sitting))

    def is_here(self, stop: LinePlace) -> bool:
        """Tell whether a stop belongs to the start that counts now."""
        return bool(self.started) and stop.gprev in {self.started[:16], self.origin}

    def judge(self, signed: Signed, wait: Wait) -> None:
        """Take in what somebody signed about a start, and decide again which starts count."""
        if self.forfeits.receive(signed, wait):
            self._judge()

    def _judge(self) -> None:
        """Find which starts are undone.

        A start that another start follows is judged by all finals that were ever here, the last start by those
        that stand.
        """
        undone: dict[bytes, frozenset[bytes]] = {}
        self._run(undone)
        while self.started and (gone := self._forfeit(ever=True)):
            start = self.started
            self._run(undone | {start: gone})
            if not self.started:
                self._run(undone)
                gone = self._forfeit()
                if not gone:
                    break
                self._run(undone | {start: gone})
            undone[start] = gone
        self.undone = tuple(undone)

    def _forfeit(self, *, ever: bool = False) -> frozenset[bytes]:
        lots = self.forfeits.forfeit(lot_stop(self.started), self._sat, ever=ever)
        decks = (
            self.forfeits.forfeit(LinePlace(0, self.origin, 0), self.sitting, ever=ever) if self.origin else frozenset()
        )
        return lots | decks

    def _run(self, undone: Mapping[bytes, frozenset[bytes]]) -> None:
        """Apply the host's chain from the beginning; `undone` names the undone starts and the players missing there."""
        self._begin()
        self._go_on()
        while self.started in undone:
            gone = undone[self.started]
            self.holders = {seat: held for seat, held in self._seated.items() if held.author not in gone}
            nicks = {held.author: held.nick for held in self._seated.values() if held.author in gone}
            self.notes += [NoteLine(0, UNDONE, (("nick", nick),)) for _, nick in sorted(nicks.items())]
            self._barred |= gone if self.drawn else frozenset()
            self._open_again()
            if self.host in gone:
                self.closed = True
                self.notes.append(NoteLine(0, HOST_GONE))
            self._go_on()

    def _settle(self) -> None:
        before = self.started, self.origin
        self._go_on()
        if self.forfeits.any or (self.started, self.origin) != before:
            self._judge()
