"""Learning how urgent moves are: the same run however often it is interrupted, and weights nearer to the truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from core.bots.weights import own
from core.game import Seat
from core.games import find
from core.games.megiddo.bot.features import LEFT_OUT, MoveSketch, visits
from core.games.megiddo.bot.weights import MegiddoWeights
from core.games.megiddo.rules.state import State
from core.match.match import Match
from tests.tuning.__main__ import main, session_of
from tests.tuning.plan import Plan
from tests.tuning.policy import Lesson, descend, loss
from tests.tuning.run_file import NAME, BadRun
from tests.tuning.session import CANDIDATE_FILE, REPORT, Session

TOY = Plan(
    "megiddo",
    (("target", "1"),),
    level="2",
    games=6,
    opening=2,
    kept=2,
    steps=12,
    levels=("2",),
    matches=2,
    teacher=40,
    given=(("rave", 5.0),),
)


def sitting(folder: Path, plan: Plan = TOY, *, clock: Iterator[float] | None = None) -> Session:
    """Begin a sitting that says nothing; it has a minute by its clock, which stands still by default."""
    times = clock or iter(lambda: 0.0, 1.0)
    return Session(folder, plan, minutes=1.0, say=lambda _line: None, clock=lambda: next(times))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a run in one sitting."""
    folder = tmp_path_factory.mktemp("whole")
    assert sitting(folder).sit()
    return folder


def positions(count: int) -> list[State]:
    """Give positions after some random placements."""
    found = []
    for number in range(count):
        match, rng = Match.new(find("megiddo"), {"target": "1"}).deal(), Random(number)
        for _ in range(4 + number % 12):
            state = match.state
            assert isinstance(state, State)
            seat = Seat(state.seat)
            match = match.play(str(rng.choice(sorted(map(str, state.legal(seat))))), seat)
        assert isinstance(match.state, State)
        if match.state.outcome is None:
            found.append(match.state)
    return found


def test_a_run_in_many_sittings_has_the_same_files(whole: Path, tmp_path: Path) -> None:
    sittings = 1
    while not sitting(tmp_path, clock=iter([0.0, 0.0, 0.0, 1.0, *[100.0] * 9])).sit():
        sittings += 1
    assert sittings > 3
    for name in (NAME, CANDIDATE_FILE, REPORT):
        assert (tmp_path / name).read_bytes() == (whole / name).read_bytes()


def test_the_candidate_has_what_was_learned_and_what_was_given(whole: Path) -> None:
    run = sitting(whole).opened()
    found = MegiddoWeights.read((whole / CANDIDATE_FILE).read_text(encoding="utf-8"), CANDIDATE_FILE).values()
    assert run.descent is not None
    assert found == run.descent.weights | {"rave": 5.0}
    assert run.base["rave"] != 5.0
    report = (whole / REPORT).read_text(encoding="utf-8")
    assert "python3 run.py tune megiddo target=1 --level 2 --games 6" in report
    assert "rave = 5 was given, not learned." in report


def test_what_is_given_is_changed_only_before_anything_is_measured(whole: Path, tmp_path: Path) -> None:
    other = replace(TOY, given=(("rave", 7.0),))
    with pytest.raises(BadRun, match=r"run\.json holds a run with another given"):
        sitting(whole, other).opened()
    run = sitting(whole).opened()
    run.matches.clear()
    run.path = tmp_path / NAME
    run.keep()
    assert sitting(tmp_path, other).opened().candidate["rave"] == 7.0


def test_a_weight_without_a_value_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["megiddo", "--given", "rave"]) == 2
    assert capsys.readouterr().err == "rave is no weight with a value, as rave=300.\n"


def test_an_unknown_weight_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["megiddo", "--given", "sand=3", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "--given has the weight sand, which nothing uses.\n"
    assert not (tmp_path / NAME).exists()


def test_megiddo_learns_moves_and_djambi_positions() -> None:
    assert session_of(["megiddo", "--games", "7"])[0].plan.teacher > 13_000
    assert session_of(["megiddo", "--games", "7"])[0].plan.games == 7
    assert session_of(["djambi"])[0].plan.teacher == 0


def test_a_slope_is_the_difference_of_the_losses() -> None:
    weights = list(own(MegiddoWeights).values().values())
    for state in positions(6):
        sketch = MoveSketch.of(state)
        count = len(sketch.rows)
        lesson = Lesson(sketch, tuple([2 * (at + 1) / (count * (count + 1)) for at in range(count)]))
        found = sketch.slope(weights, lesson.target)
        for at in range(len(weights)):
            sides = [
                loss([lesson], [by + sign * (place == at) for place, by in enumerate(weights)])
                for sign in (1e-4, -1e-4)
            ]
            assert found[at] == pytest.approx((sides[0] - sides[1]) / 2e-4, abs=1e-5)


def test_what_makes_moves_urgent_is_learned() -> None:
    base = own(MegiddoWeights).values()
    truth = base | {"bare": base["bare"] - 2.0, "menace": base["menace"] + 3.0}
    games = []
    for state in positions(60):
        sketch = MoveSketch.of(state)
        games.append([Lesson(sketch, tuple(sketch.shares(list(truth.values()))))])
    found = descend(replace(TOY, steps=100), base, games)
    assert found.checked[-1] < found.checked[0]
    assert found.weights["bare"] == pytest.approx(truth["bare"], abs=0.5)
    assert found.weights["menace"] == pytest.approx(truth["menace"], abs=1.0)
    assert found.weights["rave"] == base["rave"]


def test_the_visits_of_a_search_are_of_every_game_and_lost_moves_are_left_out() -> None:
    lost = 0
    for state in positions(30):
        found = visits(state, 50, Random(1), own(MegiddoWeights))
        if found:
            assert len(found) == state.empty.bit_count()
            assert sum(each for each in found if each > 0) <= 50
            lost += found.count(LEFT_OUT)
    assert lost
