"""A tiny card game for tests of the table: chance, hidden hands, a sealed phase, two to four seats.

Everybody holds 2 and 4, openly. The seat whose turn it is draws a card, hidden from the others, and says `duel` or
`show N` (lays down a card openly for as many points). In a duel all who play lay down a card in secret (`card N`, or 0
from an empty sleeve); the highest alone takes three points. After `turns` turns the most points win. The talon is
shuffled when it is empty, of what has been spent; a lot then decides who is next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from core.chance import Draw, Lot
from core.game import Action, Option, Seat, State
from tests.net.support.toy_games.toy_card_action import NAMES, OPEN
from tests.net.support.toy_games.toy_card_state import Duel


@dataclass(frozen=True, slots=True)
class SeedDealer:
    """Deals by a seed."""

    seed: str

    def deal(self, state: State[Any]) -> Action:
        """Shuffle each talon by the seed and its number."""
        assert isinstance(state, Duel)
        owed = state.chance
        if isinstance(owed, Lot):
            return state.dealt(Random(f"{self.seed}/{owed.epoch}").randrange(owed.sides))
        if isinstance(owed, Draw):
            left = sorted(face for face in state.talon if face is not None)
            return state.dealt(Random(f"{self.seed}/{owed.epoch}/{owed.slot}").choice(left))
        return state.dealt(None)


@dataclass(frozen=True, slots=True)
class DuelGame:
    """The game."""

    name: str = "duel"
    title: str = "Duel"
    pitch: str = "Draw and lay down."
    version: int = 1
    options: tuple[Option, ...] = (
        Option("players", ("2", "3", "4"), "Players"),
        Option("turns", ("8",), "Turns", lowest=1, highest=99),
        Option("seed", ("none",), "Seed", highest=9999, secret=True),
    )
    scenes: tuple[str, ...] = ("plain",)

    @property
    def presets(self) -> Mapping[str, Mapping[str, str]]:
        """Give none."""
        return {}

    def seats(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Give the colours."""
        return NAMES[: int(options["players"])]

    def vacant(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """Leave no seat empty."""
        del options
        return ()

    def start(self, options: Mapping[str, str]) -> State[Any]:
        """Start before the first shuffle."""
        count = int(options["players"])
        return Duel(count, int(options["turns"]), (OPEN,) * count, ((),) * count, (0,) * count)

    def setup(self, position: Mapping[str, object]) -> State[Any]:
        """Set nothing up."""
        del position
        return self.start({"players": "2", "turns": "8"})

    def dealer(self, options: Mapping[str, str]) -> SeedDealer | None:
        """Deal by the seed, if there is one."""
        return None if options["seed"] == "none" else SeedDealer(options["seed"])

    def max_plies(self, options: Mapping[str, str]) -> int:
        """Give a few decisions a turn."""
        return 12 * int(options["turns"])


GAME = DuelGame()
