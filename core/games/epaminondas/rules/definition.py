"""The definition of Epaminondas: its name, its options, its first position."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import BadPosition, sentence
from core.game import Game, Option
from core.games.epaminondas.rules import position as positions
from core.games.epaminondas.rules.board import SEATS
from core.games.epaminondas.rules.ruleset import OPTIONS, PRESETS, most_ranks, rules
from core.games.epaminondas.rules.state import State
from core.option import settle

NO_OPTIONS = sentence("The entry options must be a table of texts.")


class Epaminondas(Game):
    """The game of Epaminondas by Robert Abbott, for two players."""

    name = "epaminondas"
    title = "Epaminondas"
    pitch = sentence("Phalanxes on a wide field: get more pieces across than the enemy.")
    version = 1
    options: tuple[Option, ...] = OPTIONS
    presets: Mapping[str, Mapping[str, str]] = PRESETS
    scenes: tuple[str, ...] = ("board",)

    def seats(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Give White, who moves first, and Black (§1); raise `BadOption` for options that do not fit together."""
        rules(options)
        return SEATS

    def start(self, options: Mapping[str, str]) -> State:
        """Give the first position (R2); raise `BadOption` for options that do not fit together."""
        chosen = rules(options)
        return State(chosen, chosen.start)

    def setup(self, position: Mapping[str, object]) -> State:
        """Give the state of a position in the form of `State.to_json`; raise `BadPosition` or `BadOption`.

        The size comes from the board alone. If it is too low for the rows filled at a start, fewer rows count as
        filled.
        """
        options = position.get("options", {})
        if not isinstance(options, Mapping):
            raise BadPosition(NO_OPTIONS)
        named = {str(name): str(value) for name, value in options.items()}
        size = positions.size(position)
        chosen = settle(self, {**named, "size": size})
        chosen["ranks"] = str(min(int(chosen["ranks"]), most_ranks(size)))
        return positions.read(State, rules(chosen), position)

    def max_plies(self, options: Mapping[str, str]) -> int:
        """Give a number of plies far above any random game so far: ten times the longest on the board."""
        del options
        return LONGEST


LONGEST = 20_000
"""In plies; among some thousand random games on 14x12 none lasted 2000."""
