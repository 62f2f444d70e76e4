"""What an action brings about, as short keys with fields, in order; faces put it into words."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from core.game import Effect, Seat
from core.games.megiddo.rules.action import Action, Word
from core.games.megiddo.rules.board import NAMES, members
from core.games.megiddo.rules.score import Reason, Result
from core.games.megiddo.rules.turn import captures

if TYPE_CHECKING:
    from core.games.megiddo.rules.state import State


class Key(StrEnum):
    """Every kind of effect.

    `place` colour cell · `slide` colour start cell · `capture` count cells (the direct captures) · `chain` count cells
    (one for each generation) · `megiddo` colour line · `arbatta` colour · `patara` · `resign` colour · `would_resign`
    colour (the partner has not) · `forfeit` colour (the others wait no longer) · `draw` · `score` points (of the game,
    colour by colour) · `total` points · `begins` colour (the next game) · `over` reason winners. A colour is named by
    the seat that plays it.
    """

    PLACE = "place"
    SLIDE = "slide"
    CAPTURE = "capture"
    CHAIN = "chain"
    MEGIDDO = "megiddo"
    ARBATTA = "arbatta"
    PATARA = "patara"
    RESIGN = "resign"
    WOULD_RESIGN = "would_resign"
    FORFEIT = "forfeit"
    DRAW = "draw"
    SCORE = "score"
    TOTAL = "total"
    BEGINS = "begins"
    OVER = "over"


def effects(state: State, seat: Seat, action: Action) -> tuple[Effect, ...]:
    """Give what an action brings about; nothing for an action that is not legal."""
    if not state.is_legal(seat, action):
        return ()
    told = list(_said(state, seat, action) if action.word else _moved(state, seat, action))
    _, result = state.step(seat, action)
    if result is not None:
        told += _ended(state, state.play_unchecked(seat, action), result)
    return tuple(told)


def _moved(state: State, seat: Seat, action: Action) -> Iterator[Effect]:
    if len(action.path) == 1:
        yield Effect.of(Key.PLACE, colour=seat, cell=action.path[0])
    else:
        yield Effect.of(Key.SLIDE, colour=seat, start=action.path[0], cell=action.path[1])
    for order, taken in enumerate(captures(state, action.path)):
        cells = " ".join(NAMES[point] for point in members(taken))
        yield Effect.of(Key.CHAIN if order else Key.CAPTURE, count=taken.bit_count(), cells=cells)


def _said(state: State, seat: Seat, action: Action) -> Iterator[Effect]:
    if action.word == Word.DRAW:
        yield Effect.of(Key.DRAW)
        return
    if action.word == Word.FORFEIT:
        yield Effect.of(Key.FORFEIT, colour=seat)
        return
    team = set(state.rules.team(state.rules.colour(seat)))
    whole = team <= {*state.resigning, seat}
    yield Effect.of(Key.RESIGN if whole else Key.WOULD_RESIGN, colour=seat)


def _ended(state: State, after: State, result: Result) -> Iterator[Effect]:
    """Give how the game ended and what comes after it."""
    for line in result.megiddos:
        yield Effect.of(Key.MEGIDDO, colour=result.winner, line=line)
    if result.arbatta:
        yield Effect.of(Key.ARBATTA, colour=result.winner)
    if result.reason is Reason.PATARA:
        yield Effect.of(Key.PATARA)
    yield Effect.of(Key.SCORE, points=" : ".join(map(str, result.points)))
    if not state.rules.single:
        yield Effect.of(Key.TOTAL, points=" : ".join(map(str, after.points)))
    if after.outcome is None:
        yield Effect.of(Key.BEGINS, colour=after.seat)
    else:
        winners = " ".join(map(str, after.outcome.winners))
        yield Effect.of(Key.OVER, reason=after.outcome.why, winners=winners)
