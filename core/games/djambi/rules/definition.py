"""The definition of Djambi: its name, its options, its first position."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import sentence
from core.game import Game, Option, Seat, Turn
from core.games.djambi.rules.board import EMPTY
from core.games.djambi.rules.field import ABSENT, ACTIVE, NOBODY, Field
from core.games.djambi.rules.position import read
from core.games.djambi.rules.ruleset import OPTIONS, PRESETS, rules
from core.games.djambi.rules.state import State
from core.option import settle
from core.position_entry import asked_options


class Djambi(Game):
    """The game of Djambi, Machiavelli's chessboard, for three to six players."""

    name = "djambi"
    title = "Djambi"
    pitch = sentence("Machiavelli's chessboard: seize power, use the dead, be the last one left.")
    version = 1
    options: tuple[Option, ...] = OPTIONS
    presets: Mapping[str, Mapping[str, str]] = PRESETS
    scenes: tuple[str, ...] = ("board",)

    def seats(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Give the colours in turn order (§3); with five players the missing one keeps its number."""
        return rules(options).colours

    def vacant(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """Give the missing colour's seat with five players (R3)."""
        missing = rules(options).missing
        return () if missing == NOBODY else (Seat(missing),)

    def start(self, options: Mapping[str, str]) -> State:
        """Give the first position: red begins, or the next colour if red is missing (R3)."""
        chosen = rules(options)
        count = len(chosen.colours)
        status = tuple(ABSENT if colour == chosen.missing else ACTIVE for colour in range(count))
        cells = bytearray(chosen.board.start())
        for cell in chosen.bare:
            cells[cell] = EMPTY
        field = Field(chosen, bytes(cells), status, (NOBODY,) * count)
        first = field.active[0]
        return State(field, first, Turn(Seat(first), Seat(first)), 0)

    def setup(self, position: Mapping[str, object]) -> State:
        """Give the state of a position in the form of `State.to_json`; raise `BadPosition` or `BadOption`."""
        return read(State, rules(settle(self, asked_options(position))), position)

    def max_plies(self, options: Mapping[str, str]) -> int:
        """Give a number of plies that no random game exceeds; with `quiet`, every death restarts the count."""
        quiet = int(options["quiet"])
        return min(LONGEST, (quiet + 1) * MORTALS) if quiet else LONGEST


LONGEST = 20_000
"""Plies far above any random game without `quiet` so far."""

MORTALS = 55
"""More than the number of pieces that can die in the largest game."""
