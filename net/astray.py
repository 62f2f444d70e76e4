"""Astray: clocks that another program tells otherwise than this one, at the same place of the line. Pure.

Heads carry what is left on each clock as their author sees it. Nothing follows from it but a note: nobody's time is
decided by what others say of it, but two who count differently learn so before one of them claims a flag.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.fault import sentence
from core.game import Seat
from net.annals import Annals
from net.pace import DAY_MS, SECOND_MS, ClockView
from net.view import NoteLine

APART_MS = 15_000
"""Clocks that differ by more are told: less is the way of the messages, and what the grace before a claim is for."""
DAYS_APART_MS = 3_600_000
"""The same where days are counted."""

DIFFER = sentence("Clocks differ: by the program of {nick} {seat} has {theirs} s left, by this one {ours} s.")


def left_of(clocks: Sequence[ClockView], now: int) -> tuple[int, ...]:
    """Give what is left on each clock at the time `now`, in seat order, in milliseconds."""
    return tuple(max(0, clock.left_ms(now)) for clock in sorted(clocks, key=lambda clock: clock.seat))


class Astray:
    """The clocks of one table about which programs differ, by whose program (public key)."""

    def __init__(self) -> None:
        """Begin with none."""
        self._found: dict[bytes, Mapping[Seat, tuple[int, int]]] = {}

    def hear(self, author: bytes, said: Sequence[int], clocks: Sequence[ClockView], now: int) -> bool:
        """Compare what somebody says with the clocks here; tell whether something else is to be noted now."""
        ours = left_of(clocks, now)
        apart = DAYS_APART_MS if any(clock.clock.period_ms >= DAY_MS for clock in clocks) else APART_MS
        both = zip(sorted(clock.seat for clock in clocks), said, ours, strict=False)
        found = {seat: (theirs, mine) for seat, theirs, mine in both if abs(theirs - mine) > apart}
        if len(said) != len(ours) or found.keys() == self._found.get(author, {}).keys():
            return False
        self._found[author] = found
        return True

    def notes(self, annals: Annals) -> list[NoteLine]:
        """Say who sees other clocks, while the game goes on."""
        if annals.line is None or annals.line.course.over:
            return []
        at, names = annals.line.course.match.ply, annals.roster.names
        return [
            NoteLine(at, DIFFER, _fields(annals.nick(author), names[seat], *times))
            for author, found in sorted(self._found.items())
            for seat, times in sorted(found.items())
            if author in annals.seated and seat in names
        ]


def _fields(nick: str, seat: str, theirs: int, ours: int) -> tuple[tuple[str, str], ...]:
    told = (str(min(max(0, ms), 999 * DAY_MS) // SECOND_MS) for ms in (theirs, ours))
    return (("nick", nick), ("seat", seat), *zip(("theirs", "ours"), told, strict=True))
