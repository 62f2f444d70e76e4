"""What a position of Djambi is like for a player, in things that can be counted: pieces, power, the chief's safety."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.game import Seat
from core.games.djambi.bot.chief_danger import hunters, known_reporters, reporters
from core.games.djambi.rules.board import CORPSE
from core.games.djambi.rules.field import ACTIVE, Field
from core.games.djambi.rules.state import State

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {"pieces": 3.5, "foes": -2.0, "rivals": -30.0, "power": 12.0, "hunters": -9.0, "room": 1.0}
)
"""What one more is worth: pieces commanded, pieces of others, rivals in the game, power, hunters, free cells."""

CRAMPED = 3
"""From this many free cells on, more of them are no gain for a chief."""


def features(state: State, seat: Seat) -> Mapping[str, float]:
    """Give the features of a position for the player of a seat.

    `pieces` are those the player commands, `foes` those of the others, `rivals` the others still in the game. `power`
    is 1 in power. `hunters` are enemies that could kill the chief with one move, `room` its free cells up to `CRAMPED`.
    """
    field = state.field
    commanders = [field.command[(code >> 3) - 1] for code in field.cells if code > CORPSE]
    alive = field.status[seat] is ACTIVE
    hunting, room = _chief(field, seat) if alive else (0, 0)
    return {
        "pieces": commanders.count(seat),
        "foes": sum(commander not in (seat, -1) for commander in commanders),
        "rivals": sum(standing is ACTIVE and other != seat for other, standing in enumerate(field.status)),
        "power": field.king == seat,
        "hunters": hunting,
        "room": min(room, CRAMPED),
    }


def _chief(field: Field, seat: Seat) -> tuple[int, int]:
    """Count who could kill a chief with one move, and the free cells beside it."""
    chief = field.chief(seat)
    found, _, room = hunters(field, seat, chief)
    return len(found) + len(reporters(field, seat, chief, known_reporters(field))), room
