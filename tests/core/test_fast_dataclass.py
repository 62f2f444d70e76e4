"""Values made by `core.fast_dataclass` are those of the constructor, and as frozen."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from core.fast_dataclass import fast_make, fast_replace
from core.games import find
from core.option import settle


@dataclass(frozen=True, slots=True)
class Point:
    """A value with a default and with one that is made anew."""

    x: int
    y: int = 0
    names: list[str] = field(default_factory=list)


def test_made_as_by_the_constructor() -> None:
    """With all fields or with the defaults, by place or by name."""
    assert fast_make(Point, 1) == Point(1)
    assert fast_make(Point, 1, 2, ["a"]) == Point(1, 2, ["a"])
    assert fast_make(Point, 1, names=["a"]) == Point(1, names=["a"])
    assert fast_make(Point, 1).names is not fast_make(Point, 1).names
    assert hash(fast_replace(fast_make(Point, 1), names=())) == hash(Point(1, 0, ()))  # type: ignore[arg-type]


def test_made_values_are_frozen() -> None:
    """No field can be set or deleted, and no other can be added."""
    for made in (fast_make(Point, 1), fast_replace(Point(1), y=2)):
        assert type(made) is Point
        with pytest.raises(FrozenInstanceError):
            made.x = 3  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            del made.x
        assert not hasattr(made, "__dict__")


def test_made_values_can_be_copied_and_pickled() -> None:
    """Like all others of their class."""
    made = fast_make(Point, 1, 2)
    assert copy.deepcopy(made) == pickle.loads(pickle.dumps(made)) == made  # noqa: S301 - our own bytes


def test_an_unknown_field_is_refused() -> None:
    """And the others stay as they are."""
    assert fast_replace(Point(1, 2), y=5) == Point(1, 5)
    with pytest.raises(KeyError):
        fast_replace(Point(1), z=1)
    with pytest.raises(TypeError):
        fast_make(Point, 1, z=1)


@pytest.mark.parametrize("name", ["djambi", "epaminondas", "mediterranee", "megiddo"])
def test_states_can_be_made(name: str) -> None:
    """The state of each game, whose class inherits from the contract, keeps its class and its worth."""
    game = find(name)
    start = game.start(settle(game, {}))
    made = fast_replace(start)  # type: ignore[type-var]
    assert type(made) is type(start)
    assert made == start
    with pytest.raises(FrozenInstanceError):
        made.outcome = None  # type: ignore[misc]
