"""The position that Epaminondas is searched on: what is kept along the way is what a fresh look would find."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from core.game import Seat
from core.games.epaminondas.bot.line_pattern import code_of, content_of
from core.games.epaminondas.bot.search_position import SearchPosition
from core.games.epaminondas.rules.state import State
from tests.core.support.positions.epaminondas_positions import ended, play, start

BOARDS = [
    {},
    {"size": "8x8"},
    {"size": "4x4", "ranks": "1"},
    {"size": "2x3", "ranks": "1"},
    {"size": "5x6", "ranks": "1", "symmetry": "move", "repetition": "2"},
    {"size": "6x5", "ranks": "2", "symmetry": "off", "repetition": "0"},
    {"size": "5x5", "ranks": "1", "symmetry": "board", "repetition": "0"},
]


def seen(field: SearchPosition) -> tuple[object, ...]:
    """Give all that a field knows of where it stands, but for how it came there."""
    return field.key, field.worth, field.patterns, field.cells, field.mover, field.crossed, field.lead()


def walk(options: dict[str, str], seed: int, plies: int) -> list[State]:
    """Give the positions of a random game, the first one first."""
    rng = Random(seed)
    states = [start(**options)]
    while states[-1].outcome is None and len(states) <= plies:
        states.append(states[-1].play(Seat(states[-1].mover), states[-1].wander(rng)))
    return states


@pytest.mark.parametrize("options", BOARDS)
def test_a_field_keeps_what_a_new_one_finds(options: dict[str, str]) -> None:
    """Moves, key, worth and lines after every move are those of a field set up anew; taking back restores them."""
    states = walk(options, 1, 40)
    field = SearchPosition(states[0])
    kept = []
    for before, after in itertools.pairwise(states):
        kept.append((seen(field), list(field.trail), field.since))
        shifts = {str(shift.action): shift for shift in field.moves()}
        assert [*shifts] == [str(action) for action in before.legal(Seat(before.mover))]
        assert field.sharp() == [shift for shift in shifts.values() if shift.captured or shift.crosses]
        assert field.movable()
        field.make(shifts[str(after.last)])
        assert seen(field) == seen(SearchPosition(after))
    while kept:
        field.unmake()
        assert (seen(field), field.trail, field.since) == kept.pop()


def test_a_field_counts_occurrences_as_the_rules_do() -> None:
    """A position stands as often before as the state says, from the log or from the search."""
    state = start(size="8x8", repetition="4")
    field = SearchPosition(state)
    for text in ("2.2.1N1", "7.2.1S1", "3.2.1S1", "6.2.1N1") * 3:
        if state.outcome is None:
            state = play(state, text)
            field.make(next(shift for shift in field.moves() if shift.action == state.last))
        assert field.occurrences() == SearchPosition(state).occurrences() == state.repetitions - 1
    assert state.repetitions == 4
    assert ended(state) == ("", "repetition")


def test_a_skipped_turn_is_taken_back() -> None:
    """To let the other side move changes nothing but the side to move."""
    field = SearchPosition(walk({"size": "8x8"}, 3, 20)[-1])
    before = seen(field), list(field.trail), field.since
    field.skip()
    assert field.mover != before[0][4]
    assert field.cells == before[0][3]
    field.unmake()
    assert (seen(field), field.trail, field.since) == before


def test_contents_have_numbers() -> None:
    """A number is a content and back."""
    rng = Random(2)
    for _ in range(50):
        content = bytes(rng.randrange(3) for _ in range(rng.randrange(2, 31)))
        assert content_of(code_of(content), len(content)) == content
