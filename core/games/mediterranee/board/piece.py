"""The pieces: seven of each state, numbered in the order of placement (§2; R8).

Piece p belongs to state p // 7. Its text is the state's letter and its name there (`rE`, `kF2`, `aB1`).
"""

from __future__ import annotations

from core.games.mediterranee.board.chart import STATES

NAMES = ("B1", "B2", "E", "C", "F1", "F2", "F3")
"""The pieces of a state in the order of placement (R8)."""

ARMY = len(NAMES)
"""How many pieces a state has."""

PIECES = ARMY * len(STATES)
"""How many pieces there are."""

TEXTS = tuple(state + name for state in STATES for name in NAMES)
"""The text of each piece, by its number."""

INDEX = {text: piece for piece, text in enumerate(TEXTS)}
"""The number of each piece, by its text."""

KINDS = tuple(text[1] for text in TEXTS)
"""The kind of each piece: `B`, `E`, `C` or `F`."""

STATE = tuple(piece // ARMY for piece in range(PIECES))
"""The state of each piece."""

RANK = tuple(sorted(TEXTS).index(text) for text in TEXTS)
"""The place of each piece in plain string order: `kF1` before `rF1`, `rC` before `rE` (§9)."""

EXAMPLE = "kF2"
"""The piece that refusals use to show the notation."""

BOAT, ELEPHANT, CAVALRY, INFANTRY = "B", "E", "C", "F"
GONE = -1
"""Stands in place of a city: the piece is not on the board, or not yet."""
