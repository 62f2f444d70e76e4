"""What an action brings about, as short keys with fields, in order; faces put it into words."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from core.game import Effect, Seat
from core.games.epaminondas.rules.action import Action, Word
from core.games.epaminondas.rules.board import SEATS
from core.games.epaminondas.rules.outcome import crosses

if TYPE_CHECKING:
    from core.games.epaminondas.rules.state import State


class Key(StrEnum):
    """Every kind of effect.

    `step` start cell (one piece goes) · `march` count start cell rear (a phalanx goes; its leading piece's squares and
    that of its rear piece) · `take` colour cell (one piece is captured) · `rout` count colour cell (several are
    captured) · `cross` colour crossed (how many stand on the far row now) · `resign` colour · `draw` · `over` reason
    winners.
    """

    STEP = "step"
    MARCH = "march"
    TAKE = "take"
    ROUT = "rout"
    CROSS = "cross"
    RESIGN = "resign"
    DRAW = "draw"
    OVER = "over"


def effects(state: State, seat: Seat, action: Action) -> tuple[Effect, ...]:
    """Give what a legal action brings about; nothing for an action that is not legal."""
    if not state.is_legal(seat, action):
        return ()
    later = state.play_unchecked(seat, action)
    told = _said(seat, action) if action.word else _moved(state, later, seat, action)
    if later.outcome is not None:
        winners = " ".join(SEATS[winner] for winner in later.outcome.winners)
        told.append(Effect.of(Key.OVER, reason=later.outcome.reason, winners=winners))
    return tuple(told)


def _said(seat: Seat, action: Action) -> list[Effect]:
    if action.word == Word.DRAW:
        return [Effect.of(Key.DRAW)]
    return [Effect.of(Key.RESIGN, colour=SEATS[seat])]


def _moved(state: State, later: State, seat: Seat, action: Action) -> list[Effect]:
    board = state.rules.board
    start = board.names[board.square(action.row, action.column)]
    rear, cell = action.path
    if action.count == 1:
        told = [Effect.of(Key.STEP, start=start, cell=cell)]
    else:
        told = [Effect.of(Key.MARCH, count=str(action.count), start=start, cell=cell, rear=rear)]
    if action.captured == 1:
        told.append(Effect.of(Key.TAKE, colour=SEATS[1 - seat], cell=cell))
    elif action.captured:
        told.append(Effect.of(Key.ROUT, count=str(action.captured), colour=SEATS[1 - seat], cell=cell))
    if crosses(state.rules, seat, action):
        told.append(Effect.of(Key.CROSS, colour=SEATS[seat], crossed=str(board.crossed(later.cells, seat))))
    return told
