"""Make frozen dataclass values, and copies of them with some fields changed, in a fraction of the usual time.

The constructor of a frozen dataclass sets one field after the other through `object.__setattr__`. Every ply makes
states with many fields, and a random game spends a good part of its time on that. Here a value is made by an open class
with the same slots, whose constructor simply assigns. Then it is given its own class, and is frozen from there on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, field, fields, make_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Protocol, TypeVar


class AnyDataclass(Protocol):
    """A dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


One = TypeVar("One", bound=AnyDataclass)


def fast_make(kind: type[One], *values: object, **more: object) -> One:
    """Give a value of a slotted dataclass that inherits no fields, as its constructor does.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> fast_make(Point, 1), fast_make(Point, 1, y=2)
    (Point(x=1, y=0), Point(x=1, y=2))
    """
    made: Any = _open(kind)(*values, **more)
    made.__class__ = kind
    return made  # type: ignore[no-any-return]


def fast_replace(one: One, **changes: object) -> One:
    """Give a copy of `one`, as `fast_make` makes it, with other values for the named fields.

    Raises `KeyError` for an unknown field.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> fast_replace(Point(1, 2), y=5)
    Point(x=1, y=5)
    """
    kind = type(one)
    read, places = _plan(kind)
    values = list(read(one))
    for name, value in changes.items():
        values[places[name]] = value
    made: Any = _open(kind)(*values)
    made.__class__ = kind
    return made  # type: ignore[no-any-return]


@cache
def _open(kind: type[AnyDataclass]) -> type:
    """Give a class with the same slots whose values are not frozen."""
    same = [(one.name, Any, field(default=one.default, default_factory=one.default_factory)) for one in fields(kind)]
    return make_dataclass(kind.__name__, same, bases=kind.__bases__, eq=False, slots=True)


@cache
def _plan(kind: type[AnyDataclass]) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]:
    """Give a function that reads all fields of a class in the constructor's order, and the place of each field."""
    names = [one.name for one in fields(kind)]
    places = {name: at for at, name in enumerate(names)}
    return (attrgetter(*names) if len(names) > 1 else lambda one: (getattr(one, names[0]),)), places
