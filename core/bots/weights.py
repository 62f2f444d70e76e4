"""The weights of an evaluation: numbers with names, in a file beside the bots of a game (`bot/weights.toml`).

A game's class has one field a weight. A file that lacks one, or has another or something that is no number, is refused
in a sentence that says which. Weights are compared by identity, so that tables made from them are found again at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from math import isfinite
from typing import ClassVar, Self, TypeVar

from core.fault import Fault, sentence
from core.games import data_text

FILE = "bot/weights.toml"
"""The file in a game's folder."""

NO_TOML = sentence("{file} cannot be read: {why}.")
MISSING = sentence("{file} lacks the weight {name}.")
UNKNOWN = sentence("{file} has the weight {name}, which nothing uses.")
NO_NUMBER = sentence("{file}: the weight {name} is {value} instead of a number.")


class BadWeights(Fault):
    """A file of weights cannot be used; the sentence says which file, and what is wrong with which weight."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The weights of a game's evaluation; each game has a class of its own with its names."""

    game: ClassVar[str] = ""
    """The game, as the registry knows it."""

    parts: ClassVar[frozenset[str]] = frozenset()
    """The names of the weights that are parts of something or probabilities: between 0 and 1."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Give the names of the weights in the order of the file."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def of(cls, values: Mapping[str, object], file: str) -> Self:
        """Check values by their names; raise `BadWeights`, which names the file."""
        wanted = cls.names()
        for name in values:
            if name not in wanted:
                raise BadWeights(UNKNOWN, file=file, name=name)
        for name in wanted:
            if name not in values:
                raise BadWeights(MISSING, file=file, name=name)
            value = values[name]
            if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
                raise BadWeights(NO_NUMBER, file=file, name=name, value=str(value))
        return cls(**values)

    @classmethod
    def read(cls, text: str, file: str) -> Self:
        """Read the text of a file; raise `BadWeights`, which names the file."""
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadWeights(NO_TOML, file=file, why=str(error)) from None
        return cls.of(values, file)

    def values(self) -> dict[str, float]:
        """Give the weights by their names."""
        return asdict(self)

    def text(self, title: str) -> str:
        """Write the file, with a comment above the weights."""
        lines = [f"# {title}", "", *(f"{name} = {value!r}" for name, value in self.values().items())]
        return "\n".join(lines) + "\n"


W = TypeVar("W", bound=Weights)


def own(kind: type[W]) -> W:
    """Give the weights that a game's bots play with; raise `BadWeights`."""
    found = _read(kind.game, kind.read)
    assert isinstance(found, kind)
    return found


@cache
def _read(game: str, read: Callable[[str, str], Weights]) -> Weights:
    return read(data_text(game, FILE), f"core/games/{game}/{FILE}")


def weights_for(kind: type[W], given: Weights | None) -> W:
    """Give the weights given for a thought if they are of that kind, else the game's own; raise `BadWeights`."""
    return given if isinstance(given, kind) else own(kind)
