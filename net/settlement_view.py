"""How far the end of a game is agreed on, as faces see it: values only."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Seat


@dataclass(frozen=True, slots=True)
class SettlementView:
    """Whether the end is settled; else the seats whose holders' programs have not signed it yet.

    `last` is the seat that made the last decision, None where a certificate of the others made it. `witness` tells that
    the table's witness has not signed it either.
    """

    settled: bool
    awaited: tuple[Seat, ...] = ()
    last: Seat | None = None
    witness: bool = False


@dataclass(frozen=True, slots=True)
class BypassView:
    """What was signed at a place of the log that a certificate of all others went past.

    `at` is that place, `text` the decision that stands there, `lines` what was signed there and played on from it, seat
    by seat; `over` whether that had ended the game.
    """

    at: int
    text: str
    lines: tuple[tuple[Seat, str], ...]
    over: bool = False
