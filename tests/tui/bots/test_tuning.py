"""Learning weights: the same run however often it is interrupted, and one sentence for what is impossible."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import exp
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from core.bots.weights import Weights, own
from core.fault import Fault
from core.games.djambi.bot.weights import DjambiWeights
from tests.tuning.__main__ import main
from tests.tuning.descent import Learner, Trajectory, returns
from tests.tuning.plan import HELD_OUT, Plan
from tests.tuning.practice import Task, played
from tests.tuning.run_file import NAME, BadRun, Descent, RunFile
from tests.tuning.session import CANDIDATE_FILE, LOCK, REPORT, Session

TOY = Plan(
    "djambi",
    (("players", "3"), ("quiet", "5")),
    level="1",
    games=6,
    opening=30,
    kept=4,
    steps=3,
    levels=("1",),
    matches=3,
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


def test_a_run_in_many_sittings_has_the_same_files(whole: Path, tmp_path: Path) -> None:
    sittings = 1
    while not sitting(tmp_path, clock=iter([0.0, 0.0, 1.0, *[100.0] * 9])).sit():
        sittings += 1
    assert sittings > 3
    for name in (NAME, CANDIDATE_FILE, REPORT):
        assert (tmp_path / name).read_bytes() == (whole / name).read_bytes()


def test_nothing_is_learned_from_the_openings_that_measure() -> None:
    school, exam = TOY.school(), TOY.exam("1")
    assert exam.seed == school.seed + HELD_OUT
    assert exam.cast == ("candidate", "base", "base")
    assert len(exam.ways) == 3
    assert {exam.begin(group).digest() for group in range(4)}.isdisjoint(
        replace(school, opening=exam.opening).begin(group).digest() for group in range(4)
    )


def test_a_candidate_is_a_file_of_weights_and_not_the_base(whole: Path) -> None:
    text = (whole / CANDIDATE_FILE).read_text(encoding="utf-8")
    found = DjambiWeights.read(text, CANDIDATE_FILE).values()
    run = sitting(whole).opened()
    assert run.descent is not None
    assert found == run.descent.weights
    assert all((value > 0) == (run.base[name] > 0) for name, value in found.items())


@pytest.mark.parametrize("spoilt", [b"", b"{", b"[]", b'{"format": "other"}'])
def test_a_damaged_run_is_refused_in_a_sentence(
    spoilt: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / NAME).write_bytes(spoilt)
    assert main(["djambi", "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("run.json is no run of `run.py tune`, or is damaged: ")
    assert told.count("\n") == 1


def test_a_run_is_not_continued_by_another_plan(whole: Path) -> None:
    with pytest.raises(BadRun, match=r"run\.json holds a run with another seed: 1, not 2\. Name another folder"):
        sitting(whole, replace(TOY, seed=2)).sit()


def test_two_sittings_cannot_be_at_one_run(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    with (folder / LOCK).open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(Fault, match=r"Another sitting is at the run in run\."):
            sitting(folder).sit()


def test_a_game_without_features_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mediterranee", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("The worth of a position in mediterranee cannot be learned this way")


def measured(folder: Path, source: Path, *, won: bool) -> None:
    """Copy a run with thirty measured groups that the candidate has won, or lost."""
    run = sitting(source).opened()
    games = {}
    for group in range(30):
        for number, game in run.matches["1"].items():
            mine = game.seating.index(0)
            winner = mine if won else (mine + 1) % 3
            shares = tuple(float(side == winner) for side in range(3))
            games[3 * group + number] = replace(game, game=3 * group + number, shares=shares)
    RunFile(folder / NAME, run.plan, run.base, run.played, run.descent, {"1": games}).keep()


def test_only_what_is_surely_better_is_put_in_place(whole: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "core/games/djambi/bot").mkdir(parents=True)
    with pytest.raises(Fault, match="There is no candidate yet: the run has 0 of 6 games"):
        sitting(tmp_path / "new").adopt(root)
    measured(tmp_path / "lost", whole, won=False)
    with pytest.raises(Fault, match="The candidate is not put in place"):
        sitting(tmp_path / "lost").adopt(root)
    assert not list(root.rglob("*.toml"))
    measured(tmp_path / "won", whole, won=True)
    places = sitting(tmp_path / "won").adopt(root)
    assert [path.relative_to(root).as_posix() for path in places] == [
        "core/games/djambi/bot/weights.toml",
        "docs/bots/djambi.md",
        "docs/bots/djambi.svg",
    ]
    assert places[0].read_bytes() == (whole / CANDIDATE_FILE).read_bytes()
    assert "| 1 | 90 | 100.0 %" in places[1].read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True, eq=False)
class ToyWeights(Weights):
    """Two weights, of which the first counts three times as much in truth."""

    one: float
    other: float


@dataclass(frozen=True, slots=True)
class ToySketch:
    """A position with two features."""

    one: float
    other: float
    names: ClassVar[tuple[str, ...]] = ("one", "other")

    @classmethod
    def of(cls, state: object) -> ToySketch | None:
        """Sketch nothing."""
        del state
        return None

    def chances(self, weights: ToyWeights, steepness: float = 1.0) -> tuple[float, ...]:
        """Give the chances on a logistic curve."""
        first = 1 / (1 + exp(-steepness * (weights.one * self.one + weights.other * self.other)))
        return (first, 1 - first)


def toy_games(truth: ToyWeights, widest: float) -> list[Trajectory]:
    """Draw results by the true weights, of positions with features up to `widest`."""
    rng, games = Random(3), []
    for _ in range(300):
        sketch = ToySketch(rng.uniform(-widest, widest), rng.uniform(-widest, widest))
        won = rng.random() < sketch.chances(truth)[0]
        games.append(Trajectory((sketch,), (float(won), float(not won))))
    return games


def test_what_counts_more_is_learned() -> None:
    games = toy_games(ToyWeights(3.0, 1.0), 1.0)
    found = Learner(replace(TOY, steps=60, kept=1), ToyWeights(1.0, 1.0), games).descend()
    assert isinstance(found, Descent)
    assert found.checked[-1] < found.checked[0]
    assert 1.8 < found.weights["one"] / found.weights["other"] < 5.0


def test_a_feature_that_says_little_is_learned_too() -> None:
    games = toy_games(ToyWeights(4.0, 0.5), 0.3)
    found = Learner(replace(TOY, steps=240, kept=1), ToyWeights(1.0, 1.0), games).descend()
    assert found.weights["one"] / found.weights["other"] > 4.0


def test_returns_look_on_to_the_result() -> None:
    assert returns([(0.5, 0.5), (0.6, 0.4)], (1.0, 0.0), 0.5) == [(0.8, 0.2), (1.0, 0.0)]
    assert returns([(0.5, 0.5), (0.6, 0.4)], (1.0, 0.0), 1.0) == [(1.0, 0.0), (1.0, 0.0)]


def test_the_games_learned_from_may_be_quicker_and_those_that_measure_are_not() -> None:
    board = (("ranks", "1"), ("size", "6x6"))
    slow, quick = (Plan("epaminondas", board, level="3", nodes=nodes, opening=2, games=1) for nodes in (0, 20))
    base = own(slow.kind).values()
    learned = [played(Task(plan, 0, "", (base,)))[1] for plan in (slow, quick)]
    assert learned[0] != learned[1]
    tested = [played(Task(plan, 0, "3", (base, base)))[1] for plan in (slow, quick)]
    assert tested[0] == tested[1]
