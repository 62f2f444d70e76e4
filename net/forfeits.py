"""Forfeits: what becomes of a start when somebody does not open his lot, or does not pass the first deck.

Nothing is played yet, so nobody is out of anything: when all others are done waiting, the start is undone, his seats
are free, and new lots are drawn once all seats are taken again. Where several do not answer, half of all holders are
enough: without the host's chain nobody can begin again elsewhere. An undone start stands again when a final is taken
back in time, but never after another start that all agreed to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.game import Seat
from net.claims import Owing, Stop, Wait, enough, is_early, needed
from net.codec import BadMessage
from net.event import Event, Kind, Signed
from net.kinds import Final, read
from net.quorum import carries

DECIDED = frozenset({Kind.MOVE, Kind.TAKE, Kind.DECLARE, Kind.COMMIT})
"""Who has signed one of these has begun to play: no final of his undoes a start any more."""


def lot_stop(start: bytes) -> Stop:
    """Give where a table stands after a start of that id, while lots are closed."""
    return Stop(0, start[:16], 0)


class Forfeits:
    """The finals about the starts of one table."""

    def __init__(self) -> None:
        """Begin with none."""
        self._ever: dict[Stop, dict[Wait, set[bytes]]] = {}
        self._back: set[tuple[Wait, bytes]] = set()
        self._played: set[bytes] = set()

    @property
    def any(self) -> bool:
        """Whether anybody has been done waiting for a start."""
        return bool(self._ever)

    def pass_by(self, event: Event) -> None:
        """Note who has begun to play."""
        if event.kind in DECIDED or (event.kind == Kind.REVEAL and event.seat is not None):
            self._played.add(event.author)

    def receive(self, signed: Signed, wait: Wait) -> bool:
        """Take in a final, each author's in the order of his chain; tell whether it is about a start."""
        if not is_early(wait) or signed.event.kind != Kind.FINAL or signed.event.author in self._played:
            return False
        try:
            data = read(signed.event)
        except BadMessage:
            return False
        if not isinstance(data, Final):
            return False
        if data.stands:
            self._ever.setdefault(wait.stop, {}).setdefault(wait, set()).add(signed.event.author)
        else:
            self._back.add((wait, signed.event.author))
        return True

    def forfeit(self, stop: Stop, holders: Mapping[Seat, bytes], *, ever: bool = False) -> frozenset[bytes]:
        """Give the keys for whom all others are done waiting at a stop.

        With `ever` what was taken back later counts too.
        """
        finals = {
            wait: {one for one in signers if ever or (wait, one) not in self._back}
            for wait, signers in self._ever.get(stop, {}).items()
        }
        return frozenset(self._forfeit(finals, holders))

    def _forfeit(self, finals: Mapping[Wait, set[bytes]], holders: Mapping[Seat, bytes]) -> Iterator[bytes]:
        for wait, signers in finals.items():
            others = needed(wait.seat, tuple(holders), holders)
            if wait.what is Owing.WORD or wait.seat not in holders:
                continue
            done = {
                one: {holders[other.seat] for other, some in finals.items() if one in some and other.seat in holders}
                for one in signers & others
            }
            if carries(others, done, enough(wait, len(others))):
                yield holders[wait.seat]
