"""A move as the search makes it: what it changes on every line it touches."""

from __future__ import annotations

from dataclasses import dataclass

from core.games.epaminondas.action import Action


@dataclass(frozen=True, slots=True, eq=False)
class Shift:
    """A legal move of one `line`.

    `changes` are pairs of a line's number and what is added to the number of its content; `key` is what the position's
    key changes by, `worth` what its pieces and the rows they stand on change by for White. `crosses` says that it
    brings its leading piece onto the far row; `order` is how early it is tried where nothing else is known.
    """

    action: Action
    line: int
    changes: tuple[tuple[int, int], ...]
    key: int
    worth: int
    captured: int
    crosses: bool
    order: int
    stamp: int
    """What the key of the position after it changes by where the symmetry rule looks at the last move; else 0."""
