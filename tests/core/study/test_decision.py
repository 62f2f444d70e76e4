"""The match that a decision is judged in: a game that begins when all is decided is judged as if it were the first."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from core.bots import find as bot
from core.bots.bot import Budget, Thought
from core.bots.level import deeper
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.study.decision import Decision, decisions
from core.study.review import SecondLook, heard
from core.study.turning_point import Judgement, judged, second_looks

FIRST = ("A1", "C3", "A2", "E5", "A3", "B6", "A4", "D1", "A5", "F6", "A6")
"""The first colour fills a radial in eleven stones: six points to none."""

SECOND = ("C3", "A1", "E5", "A2", "B6", "A3", "D1", "A4", "F6", "A5", "F3", "A6")
"""The second colour begins, and lets the first one fill it again by not playing A6 with the last stone but one."""

LOST = (*FIRST, *SECOND, *SECOND)
"""Three games: eighteen points to none, where a match goes to 36."""

LET = len(LOST) + len(SECOND) - 1
"""The number of the decision that lets a line be filled in the fourth game."""

NODES = 300


def played(*texts: str, **options: str) -> Match:
    match = Match.new(find("megiddo"), {"players": "2", "target": "36", **options})
    for text in texts:
        match = match.play(text)
    return match


def thought(match: Match, seat: Seat, seed: int, nodes: int, level: str = "3") -> Thought:
    return bot(level).think(match, seat, Random(seed), Budget(nodes, looks=1000))


def analysed(match: Match, made: tuple[Decision, ...]) -> tuple[Judgement, ...]:
    thoughts = {one.ply: thought(one.before, one.seat, one.ply, NODES) for one in made}

    def again(look: SecondLook, ply: int, number: int) -> Thought:
        level = deeper("3") if look.deeper else "3"
        return thought(look.match, look.seat, ply + 1000 * number, look.nodes, level)

    return judged(match, made, thoughts, heard(again, partial(second_looks, match, made, thoughts)))


def points(one: Decision) -> object:
    return one.before.state.to_json()["points"]


def test_a_game_is_judged_by_itself_only_if_the_match_was_decided_before() -> None:
    match = played(*LOST, *SECOND[:-1])
    made = decisions(match)
    games = [points(one) for one in made]
    second, third = len(FIRST), len(FIRST) + len(SECOND)
    assert games[:second] == [[0, 0]] * second
    assert games[second:third] == [[6, 0]] * len(SECOND), "the match is open"
    assert games[third:] == [[0, 0]] * (len(SECOND) + len(SECOND) - 1)
    assert [str(one.action) for one in made] == [*LOST, *SECOND[:-1]]
    for one in made:
        real, judged_there = match.at(one.ply - 1).state.to_json(), one.before.state.to_json()
        assert {**judged_there, "points": 0, "played": 0} == {**real, "points": 0, "played": 0}


def test_a_resignation_that_names_its_game_is_followed_in_a_game_judged_by_itself() -> None:
    match = played(*LOST)
    for game in (4, 5):
        match = match.play(f"resign {game}", Seat(1)).play("C3")
    made = decisions(match)
    assert [str(one.action) for one in made] == [*LOST, "C3", "C3"]
    assert points(made[-1]) == [0, 0]


def test_a_handicap_of_points_stays() -> None:
    made = decisions(played(*LOST, "C3", extra="0:+3"))
    assert points(made[-1]) == [3, 0]


def test_what_wins_the_match_has_won_it() -> None:
    match = played(*LOST, *SECOND, *SECOND, *SECOND)
    assert match.state.outcome is not None
    last = decisions(match)[-1]
    assert (last.after.outcome, points(last)) == (match.state.outcome, [0, 0])


def let_be_filled() -> tuple[Judgement, ...]:
    """Judge the last two decisions of the fourth game."""
    match = played(*LOST, *SECOND)
    return analysed(match, tuple(one for one in decisions(match) if one.ply >= LET))


def test_a_line_that_is_let_be_filled_is_marked_although_the_match_was_as_good_as_lost() -> None:
    let, filled = let_be_filled()
    assert (let.ply, let.seat, let.played, let.best) == (LET, Seat(1), "F3", "A6")
    assert let.mark is not None
    assert (filled.played, filled.loss, filled.mark) == ("A6", 0.0, None)


def test_by_the_whole_match_nothing_could_be_marked_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.study.decision.judged_in", lambda later: later)
    let, _ = let_be_filled()
    assert (let.ply, let.played, let.mark) == (LET, "F3", None)
