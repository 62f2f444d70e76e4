"""Learning what lines are worth: the same numbers however often it is interrupted, and numbers nearer to the truth."""

from __future__ import annotations

from math import exp
from pathlib import Path
from random import Random

import pytest

from core.games.megiddo.bot.line_values import FILE, LineValues, learned
from core.games.megiddo.rules.board import POINTS
from tests.tuning.__main__ import main
from tests.tuning.line_lessons import GAMES, Position, Quick, Told, learn, read, sit, told

NUMBERS = Path(FILE).name
TASKS = [Quick(3, number, 20) for number in range(6)]


def test_a_run_that_was_ended_comes_to_the_same_numbers(tmp_path: Path) -> None:
    whole, parted = tmp_path / "whole", tmp_path / "parted"
    assert sit(whole, TASKS, 1).startswith("6 games, ")
    sit(parted, TASKS[2:4], 1)
    with (parted / GAMES).open("ab") as file:
        file.write(b"[5,[[1,2")
    sit(parted, TASKS, 1)
    assert (parted / NUMBERS).read_bytes() == (whole / NUMBERS).read_bytes()
    assert read(parted / GAMES) == read(whole / GAMES)
    assert learned((whole / NUMBERS).read_text(encoding="utf-8"))


def test_the_target_lies_between_the_chance_and_the_result() -> None:
    game = told(Quick(1, 0, 20))
    assert game == told(Quick(1, 0, 20)) != told(Quick(2, 0, 20))
    assert len(game.positions) > 5
    for one in game.positions:
        assert 0.0 <= one.target <= 1.0
        assert not one.mine & one.foe
    last, before = game.positions[-1], game.positions[-2]
    assert last.target in {0.5, 1.0}
    assert before.target <= 0.5


def test_numbers_that_make_positions_good_are_learned() -> None:
    rng = Random(4)
    games: list[Told] = []
    for number in range(150):
        rows = []
        for _ in range(8):
            points = rng.sample(range(POINTS), 12)
            mine, foe = (sum(1 << point for point in some) for some in (points[:6], points[6:]))
            got, lost = rng.choice((0, 2, 4)), rng.choice((0, 2, 4))
            rows.append(Position(mine, foe, got, lost, 1.0 / (1.0 + exp((lost - got) / 2.0))))
        games.append(Told(number, tuple(rows)))
    values, losses = learn(games, 1)
    assert min(losses) < losses[0] - 0.05
    found = LineValues(values)
    assert found.chance(1, 1 << 20, 4, 0) > 0.8
    assert found.chance(1, 1 << 20, 0, 4) < 0.2


def test_the_command_says_what_came_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lines", "--games", "6", "--nodes", "20", "--out", str(tmp_path)]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("6 games, ")
    assert (tmp_path / NUMBERS).exists()
