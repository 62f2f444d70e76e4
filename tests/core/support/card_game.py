"""A tiny card game for tests of hidden things: chance, hands partly hidden, decisions made at the same time.

A talon of 1 to 6 is shuffled; in turn a seat draws one unseen card and says `fight` or `pass`; in a fight that seat and
the next lay one card each in secret, the greater one scores, equal ones nobody. Everybody holds an open 0 that is never
spent. Spent cards make the next talon. Who has `goal` points wins; after `rounds` turns without one nobody does.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, cast

import pytest

import core.games
from core.chance import Draw
from core.fault import BadOption, sentence
from core.game import Option, Seat, State
from tests.core.support.card_game_state import Hands
from tests.core.support.card_game_text import DECK, NAMES, Say, faces

MISFIT = sentence("{name}={value}: {faces} is no order of the cards {expected}.")
NO_FACE = sentence("{name}: {text} is no card.")


@dataclass(frozen=True, slots=True)
class Script(Option):
    """An option whose value is one or several orders of cards: `1,3,2` or `1,3,2;2,1`."""

    def accepts(self, value: str) -> bool:
        """Take any text: what is wrong with it is said by `Cards.start`."""
        return not any(letter.isspace() for letter in value)


@dataclass(frozen=True, slots=True)
class Croupier:
    """Deals by a script as far as it goes, then by a seed."""

    talons: tuple[tuple[str, tuple[int, ...]], ...]
    seed: str

    def deal(self, state: State[Any]) -> Say:
        """Give what comes: of a talon the card at its place."""
        hands = cast("Hands", state)
        owed = hands.chance
        return hands.dealt(self._order(hands)[0] if isinstance(owed, Draw) else None)

    def rest(self, state: State[Any]) -> tuple[tuple[int, ...], ...]:
        """Give what is left of each packet, in order."""
        return (self._order(cast("Hands", state)),)

    def _order(self, hands: Hands) -> tuple[int, ...]:
        """Give the talon's cards in order: those scripted, else shuffled one by one."""
        if hands.epoch <= len(self.talons):
            name, order = self.talons[hands.epoch - 1]
            rest = order[len(order) - hands.left :]
            if tuple(sorted(rest)) == hands.unseen:
                return rest
            expected = ",".join(map(str, hands.unseen))
            raise BadOption(MISFIT, name=name, value="...", faces=",".join(map(str, rest)), expected=expected)
        cards, order = list(hands.unseen), ()
        while cards:
            order = (*order, cards.pop(Random(f"{self.seed}/{hands.epoch}/{len(cards)}").randrange(len(cards))))
        return order


@dataclass(frozen=True, slots=True)
class Cards:
    """The game."""

    name: str = "cards"
    title: str = "Cards"
    pitch: str = "Lay the greater card."
    version: int = 1
    options: tuple[Option, ...] = (
        Option("players", ("2", "3"), "Players"),
        Option("goal", ("3",), "Goal", lowest=1, highest=9),
        Option("rounds", ("40",), "Rounds", lowest=1, highest=99),
        Option("seed", ("none",), "Seed", highest=2**32 - 1, form=False, secret=True),
        Script("talon", ("",), "Talon", form=False, secret=True),
        Script("shuffles", ("",), "Shuffles", form=False, secret=True),
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
        """Leave nobody out."""
        del options
        return ()

    def start(self, options: Mapping[str, str]) -> State[Any]:
        """Start with empty hands; refuse a script that is none."""
        _script(options)
        count = int(options["players"])
        return Hands(int(options["goal"]), int(options["rounds"]), (0,) * count, ((),) * count)

    def setup(self, position: Mapping[str, object]) -> State[Any]:
        """Set up what `Hands.to_json` gives."""
        fields = {name: _tuples(value) for name, value in position.items() if name not in {"options", "game"}}
        return Hands(**cast("dict[str, Any]", fields))

    def dealer(self, options: Mapping[str, str]) -> Croupier | None:
        """Give who deals by script or seed."""
        talons = _script(options)
        return Croupier(talons, options["seed"]) if talons or options["seed"] != "none" else None

    def max_plies(self, options: Mapping[str, str]) -> int:
        """Give five lines a turn."""
        return 5 * int(options["rounds"])


def _script(options: Mapping[str, str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    found = []
    for name in ("talon", "shuffles"):
        for text in filter(None, options[name].split(";")):
            if not faces(text) or (name == "talon" and tuple(sorted(faces(text))) != DECK):
                raise BadOption(NO_FACE, name=name, text=text, column=options[name].index(text) + 1)
            found.append((name, faces(text)))
    return tuple(found)


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


def evaluate(state: State[Any]) -> tuple[float, ...]:
    """Give the scores and what is known of the hands."""
    hands = cast("Hands", state)
    return tuple(10.0 * s + sum(c or 3 for c in h) for s, h in zip(hands.scores, hands.hidden, strict=True))


GAME = Cards()


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `core.games.find` and the greedy bot find the game."""
    here = sys.modules[__name__]
    monkeypatch.setitem(sys.modules, "core.games.cards", here)
    monkeypatch.setitem(sys.modules, "core.games.cards.bot.evaluation", here)
    known = (*core.games.names(), "cards")
    monkeypatch.setattr(core.games, "names", lambda: known)
