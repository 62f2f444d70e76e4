"""The definition of Megiddo: its name, its options, its first position."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import sentence
from core.game import Game, Option
from core.games.megiddo.rules.board import POINTS
from core.games.megiddo.rules.position import read
from core.games.megiddo.rules.ruleset import LONGEST_QUIET, OPTIONS, PRESETS, rules
from core.games.megiddo.rules.scene_builder import ROUND, TORUS
from core.games.megiddo.rules.score import FIRST_LINE
from core.games.megiddo.rules.state import State


class Megiddo(Game):
    """The game of Megiddo by Steve Baldwin, for two or three players, or for teams of two."""

    name = "megiddo"
    title = "Megiddo"
    pitch = sentence("Six in a row on a board that winds round itself; capture two, and only two, at a time.")
    version = 1
    options: tuple[Option, ...] = OPTIONS
    presets: Mapping[str, Mapping[str, str]] = PRESETS
    scenes: tuple[str, ...] = (TORUS, ROUND)

    def seats(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Give the seats' numbers; partners sit opposite each other (R1)."""
        return tuple(map(str, range(rules(options).players)))

    def start(self, options: Mapping[str, str]) -> State:
        """Give the empty board, `starter` to move."""
        return State.opening(rules(options))

    def setup(self, position: Mapping[str, object]) -> State:
        """Give the state of a position in the form of `State.to_json`; raise `BadPosition` or `BadOption`."""
        return read(State, self, position)

    def max_plies(self, options: Mapping[str, str]) -> int:
        """Give a number of plies no random match exceeds; a game has at most 36 placements, and slides between them."""
        chosen = rules(options)
        game = POINTS
        if chosen.slide:
            game = (POINTS + chosen.colours * chosen.arbatta) * (min(chosen.slide_limit, LONGEST_QUIET) + 1)
        return game if chosen.single else game * (chosen.colours * chosen.target // FIRST_LINE + PATARAS)


PATARAS = 12
"""More games without winner and points than in any random match so far."""
