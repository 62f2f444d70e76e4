"""How far the end of a game is settled, and what was played past it.

The end is settled once everybody has signed whose word could still change it: see `net.table.fold.game_end`.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Seat


@dataclass(frozen=True, slots=True)
class SettlementView:
    """Whether the end is settled; otherwise the seats whose holders' programs have not signed it yet.

    `last` decided last, None if a certificate did. `witness` and `untold`, whom nobody waited for, have not signed.
    `former` are the names of those awaited who have handed all their seats over.
    """

    settled: bool
    awaited: tuple[Seat, ...] = ()
    last: Seat | None = None
    witness: bool = False
    untold: tuple[Seat, ...] = ()
    former: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BypassView:
    """What was signed at a place of the log that a certificate of all others bypassed.

    `at` is that place, `text` the decision that stands there. `lines` is what was signed there and played on from it,
    seat by seat; `over` says whether that had ended the game.
    """

    at: int
    text: str
    lines: tuple[tuple[Seat, str], ...]
    over: bool = False
