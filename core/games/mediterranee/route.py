"""A displacement spot by spot: which cities continue a path, and which path is a whole displacement (§9).

The same few functions serve ordinary displacements, forced marches and treason; what differs is whether one piece may
go far and which two pieces may go together.
"""

from __future__ import annotations

from typing import NamedTuple

from core.games.mediterranee.chart import members
from core.games.mediterranee.movement import (
    Force,
    Legs,
    Together,
    ends,
    far_ends,
    infantry,
    marching,
    moves,
    second_ends,
)
from core.games.mediterranee.movement import marches as all_marches
from core.games.mediterranee.piece import GONE

Cities = tuple[int, ...]
ONE, TWO = 2, 4
"""How many cities name the displacement of one piece, and of two."""


class Route(NamedTuple):
    """What a player may do with a force: an ordinary displacement, or a forced march (`far`)."""

    force: Force
    far: bool = False

    @property
    def together(self) -> Together:
        """Which two pieces may go together."""
        return marching if self.far else infantry

    def every(self) -> list[Legs]:
        """List every whole displacement."""
        return list((all_marches if self.far else moves)(self.force))

    def any(self) -> bool:
        """Tell whether there is one."""
        return any(self.ends(piece) for piece in self.force.living())

    def starts(self) -> list[int]:
        """List the cities of the pieces that can begin one."""
        at = self.force.board.at
        return [at[piece] for piece in self.force.living() if self.ends(piece)]

    def goes_on(self, path: Cities) -> list[int]:
        """List the cities that continue a path towards a whole displacement; none after a city that is not there."""
        if GONE in path:
            return []
        if not path:
            return self.starts()
        first = self.piece(path[0])
        if first == GONE:
            return []
        return list(members(self.ends(first))) if len(path) == 1 else self._second(first, path[1:])

    def whole(self, path: Cities) -> Legs | None:
        """Give the displacement whose cities are the path, or None."""
        if len(path) not in {ONE, TWO}:
            return None
        first = self.piece(path[0])
        if first == GONE:
            return None
        leg = (first, path[0], path[1])
        if len(path) == ONE:
            return (leg,) if self.alone(first) >> path[1] & 1 else None
        if path[3] not in self._second(first, path[1:3]):
            return None
        return leg, (self.piece(path[2]), path[2], path[3])

    def alone(self, first: int) -> int:
        """Give the set of cities where a displacement of one piece ends."""
        return far_ends(self.force, first) if self.far else ends(self.force, first)

    def _second(self, first: int, path: Cities) -> list[int]:
        """List what follows once the first piece goes to the first city of the path."""
        if not ends(self.force, first) >> path[0] & 1:
            return []
        if len(path) == 1:
            return [self.force.board.at[second] for second in self.mates(first, path[0])]
        second = self.piece(path[1])
        if len(path) > ONE or second == GONE or not self.together(first, second):
            return []
        return list(members(second_ends(self.force, first, path[0], second)))

    def piece(self, city: int) -> int:
        """Give which of the player's pieces stands in a city; `GONE` for none."""
        return self.force.board.on(city, self.force.pieces)

    def mates(self, first: int, to: int) -> list[int]:
        """List the pieces that can go with the first one once it has gone."""
        return [second for second in self._fellows(first) if second_ends(self.force, first, to, second)]

    def _fellows(self, first: int) -> list[int]:
        """List the pieces that may go in one turn with the first one, wherever that goes."""
        together = self.together
        return [second for second in self.force.living() if together(first, second)]

    def ends(self, first: int) -> int:
        """Give where the first piece may go: to the end, or so that a second one can follow."""
        free = ends(self.force, first)
        if not self.far:
            return free
        found, fellows = far_ends(self.force, first), self._fellows(first)
        for to in members(free):
            for second in fellows:
                if second_ends(self.force, first, to, second):
                    found |= 1 << to
                    break
        return found
