"""The daily puzzles: one answer each, proved by the rules, and wrong ones told what they run into."""

from __future__ import annotations

import re

import pytest

from core.fault import Fault, IllegalAction
from core.study import puzzle as puzzles_of
from core.study.exhaustive_search import ForcedWinSearch, TooLong, wins_in
from core.study.lesson import Attempt, BadLesson, NotTheTask
from core.study.puzzle import Puzzle, count, daily, puzzle, puzzled
from tests.core.support.positions.megiddo_positions import stand

GAMES = ("djambi", "epaminondas", "mediterranee", "megiddo")
EVERY = [(game, number) for game in GAMES for number in range(1, count(game) + 1)]
PROVED = EVERY[::5]


def every(game: str) -> list[Puzzle]:
    """Give the puzzles of a game."""
    return [puzzle(game, number) for number in range(1, count(game) + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_a_month_has_a_different_puzzle_every_day(game: str) -> None:
    found = every(game)
    assert len(found) >= 30
    assert len({str(one.lesson.start.to_json()) for one in found}) == len(found)
    assert len({daily(game, day) for day in range(739941, 739941 + len(found))}) == len(found)
    assert game in puzzled()


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_puzzle_is_solved_by_its_solution(game: str, number: int) -> None:
    """Every answer does the first task, the rest follows, and both languages say all of it."""
    one = puzzle(game, number)
    for answer in one.answers:
        attempt = Attempt.of(one.lesson).play(answer)
        assert str(one.lesson.start.parse(one.seat, answer)) == answer
    for step in one.lesson.steps[1:]:
        attempt = attempt.play(step.solution)
    assert attempt.done
    starts = {one.lesson.start.parse(one.seat, answer).path[:2] for answer in one.answers}
    assert len(starts) == 1
    for step in one.lesson.steps:
        told = (step.tasks, step.ends, step.hints, one.lesson.titles)
        assert all(set(texts) == {"en", "fr"} for texts in told)
        assert step.solution in step.hints["en"][-1]
        assert step.solution in step.hints["fr"][-1]
        for text in (step.tasks["fr"], step.ends["fr"], *step.hints["fr"]):
            assert not re.search(r"[^\u00a0]([:;!?])(\s|$)|[{}]", text), text


@pytest.mark.parametrize(("game", "number"), PROVED)
def test_the_rules_prove_the_answer(game: str, number: int) -> None:
    """Nothing else is right; `benchmarks/puzzles.py check` proves them all."""
    one = puzzle(game, number)
    assert set(one.solved()) == set(one.answers)


@pytest.mark.parametrize(("game", "number"), EVERY[::13])
def test_a_wrong_answer_is_told_what_it_runs_into(game: str, number: int) -> None:
    """What is said to answer it is legal, and then there is no win in the turns that were asked for."""
    one = puzzle(game, number)
    start = one.lesson.start
    wrong = next(str(each) for each in start.legal(one.seat) if str(each) not in one.answers)
    with pytest.raises(NotTheTask):
        Attempt.of(one.lesson).play(wrong)
    reply = one.rejoinder(start, wrong, one.wins)
    after = start.play(one.seat, start.parse(one.seat, wrong))
    foe = after.active[0]
    later = after.play(foe, after.parse(foe, reply))
    assert not one.wins or not ForcedWinSearch(one.seat).forced(later, one.wins - 1)


def test_a_forced_win_is_counted_in_turns_of_ones_own() -> None:
    """One stone short of a line wins in one, two threats at once in two."""
    one = stand("A1 A2 A3 A4 A5", "B1 C1 D3 E5 F6")
    assert [str(each) for each in wins_in(one, 1)] == ["A6"]
    assert wins_in(one, 2) == []
    two = stand("A1 A2 A3 A4 B3 C3 D3 F3", "B1 C1 D5 E5 F6 B6 C6 D6")
    assert [str(each) for each in wins_in(two, 1)] == ["E3"]
    fork = stand("A1 A2 A4 A5 B3 C3 D3 F6", "B1 C1 D5 E5 F5 B6 C4 D6")
    assert [str(each) for each in wins_in(fork, 2)] == ["E6"]
    with pytest.raises(TooLong):
        ForcedWinSearch(fork.active[0], 5).forced(fork, 2)


def test_what_is_no_puzzle_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Fault, match="there are 1 to"):
        puzzle("megiddo", 1000)
    with pytest.raises(IllegalAction):
        Attempt.of(puzzle("megiddo", 1).lesson).play("no such move")
    texts = {
        "djambi": "[[puzzle",
        "megiddo": "[[puzzle]]\nwins = 1\n[kind.1]\ntitle = {}\nstep = []",
    }

    def shipped(game: str, _file: str) -> str:
        if game not in texts:
            raise FileNotFoundError
        return texts[game]

    monkeypatch.setattr(puzzles_of, "data_text", shipped)
    puzzles_of._file.cache_clear()
    puzzle.cache_clear()
    try:
        for game in ("djambi", "megiddo"):
            with pytest.raises(BadLesson, match=f"of {game} cannot be read"):
                puzzle(game, 1)
        with pytest.raises(Fault, match="There are no puzzles of epaminondas yet"):
            daily("epaminondas", 1)
        with pytest.raises(Fault, match="There are no puzzles of epaminondas yet"):
            puzzle("epaminondas", 1)
    finally:
        puzzles_of._file.cache_clear()
        puzzle.cache_clear()


@pytest.mark.parametrize("number", range(1, count("djambi") + 1))
def test_what_an_answer_leaves_free_is_said_where_there_is_a_choice(number: int) -> None:
    """A reporter and an assassin put no victim anywhere."""
    for step in puzzle("djambi", number).lesson.steps:
        assert "victime est libre" not in step.tasks["fr"]
        several = step.goal.moves[1:]
        assert ("au choix" in step.tasks["fr"]) == ("yours to choose" in step.tasks["en"]) == bool(several)
        assert ("pose sa victime est au choix" in step.tasks["fr"]) == (bool(several) and ">" in several[0])
