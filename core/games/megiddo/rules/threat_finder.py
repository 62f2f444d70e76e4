"""What the others could do with their next stone: fill a line, capture enough, take stones (§3, §6; R5-R13, R26)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.game import Seat
from core.games.megiddo.rules.board import megiddos
from core.games.megiddo.rules.state import State
from core.games.megiddo.rules.turn import captures, stones_after
from core.threat import Danger, Threat, ranked


def threats(state: State, seat: Seat) -> tuple[Threat, ...]:
    """Give the lines that other teams could fill, the captures that would win, and captures of one's own stones."""
    if state.outcome is not None or not 0 <= seat < state.rules.players:
        return ()
    return ranked(_found(state, seat))


def _found(state: State, seat: Seat) -> Iterator[Threat]:
    rules = state.rules
    own = rules.colour(seat)
    told = {own}
    for other in range(rules.players):
        colour = rules.colour(other)
        if colour not in told and colour not in state.resigned:
            told.add(colour)
            yield from _by(replace(state, seat=other), Seat(other), colour, state.stones[own])


def _by(state: State, by: Seat, colour: int, prey: int) -> Iterator[Threat]:
    """Give what a colour could do if it were its turn; `prey` are the stones that are watched."""
    for action in state.legal(by):
        taken = 0
        for generation in captures(state, action.path):
            taken |= generation
        mine, spot = stones_after(state, action.path)[0] | taken, action.path[-1]
        lines = megiddos(mine)
        count = taken.bit_count()
        if lines:
            yield Threat(Danger.LINE, by, spot, count=len(lines), via=lines[0], grave=True)
        if count and state.captured[colour] + count >= state.rules.arbatta:
            yield Threat(Danger.SUM, by, spot, count=count, grave=True)
        if taken & prey:
            yield Threat(Danger.CAPTURE, by, spot, count=(taken & prey).bit_count())
