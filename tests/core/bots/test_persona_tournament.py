"""The tournament of personas: fair seats, figures that add up, and files that go on where they ended."""

from __future__ import annotations

from collections import Counter
from math import isclose
from pathlib import Path

import pytest

from benchmarks.persona_tournament import (
    SEATS,
    TABLES,
    Contest,
    OtherContest,
    bars,
    by_mix,
    by_persona,
    seating,
    table,
    tournament,
)
from benchmarks.plot import bar_chart
from core.bots.persona import Persona
from core.games import find as game
from core.match.match import Match

DJAMBI = Contest("djambi", 24, "random", 7)


def nothing(_done: int) -> None:
    """Show no progress."""


@pytest.mark.parametrize("name", TABLES)
def test_every_persona_plays_equally_often(name: str) -> None:
    contest = Contest(name, 10, "random", 7)
    assert len(Match.new(game(name), TABLES[name][1]).names) == SEATS[name]
    games = 60
    found = Counter(persona for number in range(games) for persona in seating(contest, number))
    assert set(found.values()) == {games * SEATS[name] // len(Persona)}


def test_a_tournament_goes_on_where_it_ended(tmp_path: Path) -> None:
    whole = tournament(DJAMBI, 3, 1, tmp_path / "whole.jsonl", nothing)
    part = tmp_path / "part.jsonl"
    assert tournament(DJAMBI, 2, 1, part, nothing) == whole[:2]
    part.write_bytes(part.read_bytes()[:-20])  # killed while it wrote
    assert tournament(DJAMBI, 3, 1, part, nothing) == whole
    assert part.read_text() == (tmp_path / "whole.jsonl").read_text()
    with pytest.raises(OtherContest):
        tournament(Contest("djambi", 24, "random", 8), 3, 1, part, nothing)
    assert part.read_text() == (tmp_path / "whole.jsonl").read_text()


def test_the_figures_add_up(tmp_path: Path) -> None:
    results = tournament(DJAMBI, 4, 1, tmp_path / "four.jsonl", nothing)
    for result in results:
        assert isclose(sum(one.points for one in result.seats), 1)
        assert isclose(sum(one.alone for one in result.seats), 1)
        assert all(one.kept + one.broken <= one.given for one in result.seats)
    assert sum(map(len, by_persona(results).values())) == sum(map(len, by_mix(results).values())) == 16
    assert sum(line.startswith("| `loyal`") for line in table(results)) == 2
    drawn = bar_chart("Points", ("with talk", "without a word"), bars(results))
    assert drawn.count("<rect") == 1 + 2 + 2 * len(bars(results))
