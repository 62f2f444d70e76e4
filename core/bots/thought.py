"""What a searcher has come to: what it would play, how it stands, and what else it looked at."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Action


@dataclass(frozen=True, slots=True)
class Look:
    """One action that was looked at, and the chance of its seat after it: 0 lost, 1 won."""

    action: Action
    chance: float
    line: tuple[str, ...] = ()
    """What is expected to follow, as canonical texts."""
    leaning: float = 0.0
    """What the others' chances add, and later blows and broken promises, for a seat that heeds them."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The action chosen; `looks` are those looked at, best first, the chosen one among them.

    `proved` says that the chance of the best is no estimate: 0 or 1, or 0.5 for a sure draw. `nodes` is what it cost:
    positions or simulations, the same for the same seed.
    """

    action: Action
    looks: tuple[Look, ...]
    nodes: int
    proved: bool = False

    @property
    def chance(self) -> float:
        """The chance of the seat if it plays the best action that was found."""
        return self.looks[0].chance if self.looks else 0.5
