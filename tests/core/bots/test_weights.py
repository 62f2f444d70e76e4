"""The weights of evaluations: what the bots choose by given ones, what features have to do with it, refused files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest

from core import bots
from core.bots.bot import Budget, walk
from core.bots.weights import BadWeights, Weights, own, weights_for
from core.game import Seat
from core.games import find
from core.games.djambi.bot import features as djambi
from core.games.djambi.bot.weights import DjambiWeights
from core.games.djambi.bot.win_chance import chances, material
from core.games.djambi.rules.state import State as Djambi
from core.games.epaminondas.bot import features as epaminondas
from core.games.epaminondas.bot.search_position import SearchPosition
from core.games.epaminondas.bot.weights import EpaminondasWeights
from core.games.epaminondas.rules.state import State as Epaminondas
from core.games.mediterranee.bot.weights import MediterraneeWeights
from core.games.megiddo.bot.features import MoveSketch
from core.games.megiddo.bot.search_ground import SearchGround
from core.games.megiddo.bot.tree import Node
from core.games.megiddo.bot.weights import MegiddoWeights
from core.games.megiddo.rules.state import State as Megiddo
from core.match.match import Match
from tui.bots.arena.contest import owed

HERE = Path(__file__).parent
CHOICES = HERE / "choices.json"
KINDS: dict[str, type[Weights]] = {
    kind.game: kind for kind in (DjambiWeights, EpaminondasWeights, MediterraneeWeights, MegiddoWeights)
}

POSITIONS = {
    "djambi": ({"players": "4"}, (6, 31), {"2": None, "3": 400, "4": 600, "5": 600}),
    "epaminondas": ({}, (17, 30), {"2": None, "3": 300, "4": 600}),
    "mediterranee": ({"seed": "7"}, (20, 37, 45), {"2": None, "3": 60, "4": 60}),
    "megiddo": ({"target": "1"}, (6, 17), {"2": None, "3": 100, "4": 150}),
}
"""For each game its options, after how many random decisions the bots think, and how much each level may look at."""


def after(game: str, options: dict[str, str], plies: int) -> Match:
    """Play a match at random for some decisions."""
    match, rng = Match.new(find(game), options).deal(), Random(plies)
    for _ in range(plies):
        seat = owed(match)[0]
        match = match.seal(str(walk(match.state, seat, rng)), seat).deal()
    return match


def fixed(game: str) -> Weights:
    """Give the weights that the choices below were made with, whatever the bots play with today."""
    path = HERE / "fixed_weights" / f"{game}.toml"
    return KINDS[game].read(path.read_text(encoding="utf-8"), path.name)


def choices(game: str, weights: Weights | None) -> dict[str, list[str]]:
    """Give what the levels choose, and how they judge their first actions, to the last bit."""
    options, lengths, levels = POSITIONS[game]
    found = {}
    for plies in lengths:
        match = after(game, options, plies)
        seat = owed(match)[0]
        for level, nodes in levels.items():
            thought = bots.find(level).think(match.seen_by(seat), seat, Random(plies), Budget(nodes, weights=weights))
            found[f"{plies} {level}"] = [
                str(thought.action),
                *(f"{look.action} {look.chance.hex()}" for look in thought.looks[:4]),
            ]
    return found


@pytest.mark.parametrize("game", POSITIONS)
def test_the_golden_choices_of_given_weights(game: str) -> None:
    found = choices(game, fixed(game))
    if os.environ.get("PARLEY_WRITE_GOLDENS"):
        known = json.loads(CHOICES.read_text(encoding="utf-8")) if CHOICES.exists() else {}
        CHOICES.write_text(json.dumps({**known, game: found}, indent=1) + "\n", encoding="utf-8")
    assert json.loads(CHOICES.read_text(encoding="utf-8"))[game] == found


@pytest.mark.parametrize("game", POSITIONS)
def test_other_weights_make_other_choices(game: str) -> None:
    kind = KINDS[game]
    values = fixed(game).values()
    turned = kind.of({name: -value for name, value in values.items()}, "turned")
    assert choices(game, turned) != json.loads(CHOICES.read_text(encoding="utf-8"))[game]


@pytest.mark.parametrize("game", POSITIONS)
def test_the_weights_of_another_game_are_not_used(game: str) -> None:
    other = next(kind for name, kind in KINDS.items() if name != game)
    assert weights_for(KINDS[game], own(other)) is own(KINDS[game])


@pytest.mark.parametrize("game", POSITIONS)
def test_a_file_of_weights_is_read_as_it_was_written(game: str) -> None:
    kept = own(KINDS[game])
    again = KINDS[game].read(kept.text("What a position is worth."), "again")
    assert again.values() == kept.values()


def test_a_bad_file_of_weights_is_refused_in_a_sentence() -> None:
    whole = own(MegiddoWeights).values()
    lines = {name: f"{name} = {value}\n" for name, value in whole.items()}

    def refused(**changed: str) -> str:
        with pytest.raises(BadWeights) as caught:
            MegiddoWeights.read("".join((lines | changed).values()), "weights.toml")
        return str(caught.value)

    assert refused(stone="") == "weights.toml lacks the weight stone."
    assert refused(sand="sand = 1.0\n") == "weights.toml has the weight sand, which nothing uses."
    for value in ("nan", "-inf"):
        assert refused(stone=f"stone = {value}\n") == f"weights.toml: the weight stone is {value} instead of a number."
    assert refused(stone="stone = true\n") == "weights.toml: the weight stone is True instead of a number."
    assert refused(stone='stone = "4"\n') == "weights.toml: the weight stone is 4 instead of a number."
    assert refused(stone="stone = \n").startswith("weights.toml cannot be read: ")


@pytest.mark.parametrize("players", ["3", "4", "6"])
def test_a_sketch_of_djambi_gives_the_chances_that_the_search_sees(players: str) -> None:
    weights = own(DjambiWeights)
    other = DjambiWeights.of({name: value * 1.3 for name, value in weights.values().items()} | {"now": 0.8}, "other")
    for plies in (5, 25, 45, 65, 85):
        state = after("djambi", {"players": players}, plies).state
        assert isinstance(state, Djambi)
        sketch = djambi.Sketch.of(state)
        assert sketch is not None
        for by in (weights, other):
            assert sketch.chances(by) == pytest.approx(chances(state, by), abs=1e-12)


def test_the_features_of_djambi_weigh_its_pieces() -> None:
    weights = own(DjambiWeights)
    state = after("djambi", {"players": "4"}, 60).state
    assert isinstance(state, Djambi)
    first = len(djambi.STANDING)
    for seat, worth in enumerate(material(state.field, weights)[:4]):
        row = djambi.features(state, Seat(seat))
        assert len(row) == len(djambi.FEATURES)
        assert sum(one * by for one, by in zip(row[first:], djambi.factors(weights)[first:], strict=True)) == (
            pytest.approx(worth)
        )


@pytest.mark.parametrize("size", ["14x12", "8x8"])
def test_the_features_of_epaminondas_weigh_what_the_search_weighs(size: str) -> None:
    weights = own(EpaminondasWeights)
    for plies in (4, 30, 60):
        state = after("epaminondas", {"size": size}, plies).state
        assert isinstance(state, Epaminondas)
        white, black = (epaminondas.features(state, Seat(seat)) for seat in (0, 1))
        lead = [one - other for one, other in zip(white, black, strict=True)]
        worth = sum(one * by for one, by in zip(lead, epaminondas.factors(weights), strict=True))
        sign = 1 - 2 * state.mover
        assert SearchPosition(state).standing() == pytest.approx(
            sign * worth, abs=len(state.cells) - state.cells.count(0)
        )


@pytest.mark.parametrize("options", [{}, {"slide": "yes"}, {"variant": "cleopatra"}, {"players": "3"}])
def test_the_features_of_megiddo_weigh_what_the_search_weighs(options: dict[str, str]) -> None:
    weights = MegiddoWeights.of(
        {name: value + 0.25 * at for at, (name, value) in enumerate(fixed("megiddo").values().items())}, "other"
    )
    for plies in (4, 12, 20):
        state = after("megiddo", options, plies).state
        assert isinstance(state, Megiddo)
        ground = SearchGround(state, weights)
        root = Node(state.stones, state.captured, state.rules.colour(state.seat), state.quiet)
        root.open_moves(ground)
        sketch = MoveSketch.of(state)
        values = weights.values().values()
        for urge, row, start in zip(root.urges, sketch.rows, sketch.fixed, strict=True):
            assert urge == pytest.approx(start + sum(one * by for one, by in zip(row, values, strict=True)))
