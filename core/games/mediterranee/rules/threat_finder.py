"""Which cities the other side could attack or enter by an ordinary displacement (§6.1); capitals are grave."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import Seat
from core.games.mediterranee.board.city_set import members
from core.games.mediterranee.board.piece import GONE, TEXTS
from core.games.mediterranee.rules.movement import ends
from core.games.mediterranee.rules.state import State
from core.games.mediterranee.rules.turn import force, plays
from core.threat import Danger, Threat, ranked


def threats(state: State, seat: Seat) -> tuple[Threat, ...]:
    """Give the pieces of a player that others could attack, and the player's capitals that they could enter."""
    if state.outcome is not None or not 0 <= seat < state.rules.players:
        return ()
    return ranked(_found(state, seat))


def _found(state: State, seat: Seat) -> Iterator[Threat]:
    rules, board, names = state.rules, state.board, state.rules.chart.names
    standing = {board.at[piece]: piece for piece in rules.armies[seat] if board.at[piece] != GONE}
    capitals = {rules.chart.capitals[own] for own in rules.seats[seat]}
    for other, side in enumerate(rules.sides):
        if side == rules.sides[seat] or not plays(state, other):
            continue
        army = force(state, other)
        for piece in army.living():
            start = names[board.at[piece]]
            for city in members(ends(army, piece)):
                if city in standing:
                    prey, grave = TEXTS[standing[city]], city in capitals
                    yield Threat(Danger.ATTACK, Seat(other), names[city], prey, via=start, grave=grave)
                elif city in capitals:
                    yield Threat(Danger.ENTER, Seat(other), names[city], via=start, grave=True)
