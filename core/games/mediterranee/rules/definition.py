"""Méditerranée as one of the games: its name, its options, its opening."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import BadPosition, sentence
from core.game import Game, Option
from core.games.mediterranee.cards.dealer import Script, dealer
from core.games.mediterranee.rules.position_reader import read
from core.games.mediterranee.rules.ruleset import OPTIONS, PRESETS, check, rules, scripted
from core.games.mediterranee.rules.state import State
from core.option import settle
from core.position_entry import asked_options


class Mediterranee(Game):
    """The game of Méditerranée (Rome et Carthage), by J.-R. Vernes, for two, three or four players."""

    name = "mediterranee"
    title = sentence("Méditerranée")
    pitch = sentence("Four states round one sea, two by two: hidden cards decide the combats, capitals the war.")
    version = 1
    options: tuple[Option, ...] = OPTIONS
    presets: Mapping[str, Mapping[str, str]] = PRESETS
    scenes: tuple[str, ...] = ("map",)

    def examples(self, seat: str) -> tuple[str, ...]:
        """Give moves of the states of a seat: before the pieces stand nobody could make one."""
        return tuple(texts[at] for at in range(2) for state, texts in EXAMPLES.items() if state in seat)

    def seats(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Give the names of the seats: the letters of the states they play, in the order of play (§3)."""
        return rules(options).names

    def start(self, options: Mapping[str, str]) -> State:
        """Give the opening state: the first talon is owed. Raises `BadOption` if the options do not fit together."""
        check(options)
        return State.opening(rules(options))

    def setup(self, position: Mapping[str, object]) -> State:
        """Give the state of a position in the form of `State.to_json`; raise `BadPosition` or `BadOption`."""
        if not isinstance(position, Mapping):
            raise BadPosition(NOT_A_TABLE)
        chosen = rules(settle(self, asked_options(position)))
        return read(chosen, position, State.opening(chosen))

    def dealer(self, options: Mapping[str, str]) -> Script | None:
        """Give the dealer for the script or the seed; None if chance comes from outside. Raises `BadOption`."""
        return dealer(scripted(options))

    def max_plies(self, options: Mapping[str, str]) -> int:
        """Give more plies than any random game reaches: a turn has a few lines, and quiet rounds end the game."""
        return PLIES * (int(options["draw_rounds"]) + ROUNDS)


NOT_A_TABLE = sentence("A position is a table.")
PLIES = 60
"""More lines than an average round has."""

ROUNDS = 400
"""More rounds with a combat or a loss than any random game was seen to have."""

EXAMPLES: Mapping[str, tuple[str, str]] = {
    "r": ("move rE ROM-GEN", "move rB1 NEA-SYR"),
    "k": ("move kB1 MYT-EPH", "move kF1 EPH-ANY"),
    "a": ("move aB2 CYR-GOR", "move aF3 PAR-ALX"),
    "c": ("move cE CAR-HIP", "move cB2 GAD-TIN"),
}
"""Two moves of each state."""
