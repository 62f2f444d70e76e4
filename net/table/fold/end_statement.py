"""The end of a game in one value: who held which seat, who won, the points. A receipt of the end signs its digest.

A receipt names the last place of the line. That place says nothing to somebody without the line, so the receipt also
carries the digest of this value, where a decision carries the digest of the state. Whoever has the value and the
receipts of all counted players knows the result without the game (`net.club.result_proof`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.digest import digest
from core.game import Seat

if TYPE_CHECKING:
    from net.table.fold.table_state import TableFacts

_LABEL = "parley/end/1"


@dataclass(frozen=True, slots=True)
class EndStatement:
    """How the game of table `tid` ended at the place (`ply`, `gprev`) after its last decision.

    `keys` has the holder of each seat, empty for a vacant one. `winners` are seats; `points` has a number a seat.
    """

    tid: bytes
    ply: int
    gprev: bytes
    keys: tuple[bytes, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...]
    reason: str

    @property
    def digest(self) -> bytes:
        """What a receipt of this end carries: 16 bytes."""
        return digest((_LABEL, self.tid, self.ply, self.gprev, self.keys, self.winners, self.points, self.reason))


def end_of(annals: TableFacts) -> EndStatement | None:
    """Return the end of a table's game as the line stands; None before it is over."""
    line = annals.line
    outcome = line.course.match.state.outcome if line is not None else None
    if line is None or outcome is None or not line.course.over:
        return None
    course = line.course
    keys = tuple(line.holders.get(Seat(seat), b"") for seat in range(len(course.match.names)))
    winners = tuple(sorted(int(seat) for seat in outcome.winners))
    return EndStatement(annals.tid, course.ply, course.gprev, keys, winners, tuple(outcome.points), outcome.reason)
