"""Marks of decisions, judged with few positions: the same each time, under any hash seed, and blunders are seen.

`PARLEY_WRITE_GOLDENS=1` writes the golden values anew; look at the difference before it is kept.
"""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path
from random import Random

import pytest

from core.bots import find as bot
from core.bots.bot import Budget, Thought
from core.bots.level import deeper
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.record import check, read
from core.study.comparison import comparison
from core.study.decision import decisions, sealed_count
from core.study.mark import Mark
from core.study.own_moment import answers, looked_behind, worst
from core.study.review import SecondLook, heard
from core.study.turning_point import Judgement, judged, positions_before, second_looks
from tests.length import long_only, seeds

GAMES = Path(__file__).parents[3] / "core" / "games"
GOLDEN = Path(__file__).with_name("marks.json")

RECORDS = {
    "djambi": ("four", 53, 800),
    "epaminondas": ("field", 17, 500),
    "mediterranee": ("match", 43, 400),
    "megiddo": ("basic-2", 9, 300),
}
"""By game, a whole record, the last of the decisions that are judged, and the positions for each."""

JUDGED = 2
"""How many decisions are judged."""

RADIAL = ("A1", "C3", "A2", "E5", "A3", "B6", "A4", "D1", "A5")
"""The second colour has to play A6 now."""

FULL = {
    "options": {"players": "2", "target": "1"},
    "board": {"A": "010101", "B": "101101", "C": ".10101", "D": "010000", "E": "111011", "F": "010000"},
    "to_move": 1,
}
"""A board with one empty point."""


def record(game: str, name: str = "") -> Match:
    file = f"{name or RECORDS[game][0]}.record"
    return check(read((GAMES / game / "golden" / file).read_text("utf-8")))


def thought(match: Match, seat: Seat, seed: int, nodes: int, level: str = "3") -> Thought:
    return bot(level).think(match, seat, Random(seed), Budget(nodes, looks=1000))


def analysed(match: Match, nodes: int, last: int, seed: int = 0) -> tuple[Judgement, ...]:
    """Judge the decisions of a match up to the line of a number."""
    made = tuple(one for one in decisions(match) if one.ply <= last)[-JUDGED:]
    thoughts = {one.ply: thought(one.before, one.seat, seed + one.ply, nodes) for one in made}

    def again(look: SecondLook, ply: int, number: int) -> Thought:
        level = deeper("3") if look.deeper else "3"
        return thought(look.match, look.seat, seed + ply + 1000 * number, look.nodes, level)

    return judged(match, made, thoughts, heard(again, partial(second_looks, match, made, thoughts)))


def told(match: Match, found: tuple[Judgement, ...]) -> list[list[object]]:
    """Give what a golden file keeps of an analysis."""
    before = positions_before(match, {one.ply for one in found})
    return [
        [
            one.ply,
            one.played,
            one.best,
            round(one.loss, 3),
            str(one.mark or ""),
            [each.name for each in comparison(before[one.ply], one).differences],
        ]
        for one in found
    ]


@pytest.mark.parametrize("game", sorted(RECORDS))
def test_the_golden_marks_come_out_again(game: str) -> None:
    match, (_, last, nodes) = record(game), RECORDS[game]
    found = told(match, analysed(match, nodes, last))
    known = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.exists() else {}
    if os.environ.get("PARLEY_WRITE_GOLDENS"):
        GOLDEN.write_text(json.dumps({**known, game: found}, indent=1, sort_keys=True) + "\n", "utf-8")
    assert found == json.loads(GOLDEN.read_text("utf-8"))[game]
    assert found == told(match, analysed(match, nodes, last)), "twice the same"


BLUNDERS = (
    ("djambi", 52, "Ce5-a1", 800),
    ("epaminondas", 15, "12.4.1SW1", 500),
    ("mediterranee", 48, "move cB2 CAR-HAD", 1000),
)


@pytest.mark.parametrize(("game", "ply", "text", "nodes"), BLUNDERS)
def test_a_blunder_is_marked(game: str, ply: int, text: str, nodes: int) -> None:
    match = record(game).at(ply)
    match = match.play(text, match.state.active[0])
    if match.state.active[0] >= 0:
        answer = thought(match, match.state.active[0], ply + 2, nodes).action
        match = match.play(str(answer), match.state.active[0])
    found = {one.ply: one for one in analysed(match, nodes, ply + 2)}
    assert found[ply + 1].turns
    assert found[ply + 1].played == text


def test_what_a_shallow_search_alone_finds_bad_has_no_mark() -> None:
    """With few positions all that was not looked into seems bad, and another few positions look into something else."""
    match = record("mediterranee").at(44).play("move aC TYR-MEM", Seat(2))
    (one,) = (one for one in analysed(match, 400, 45) if one.ply == 45)
    assert one.difference < 0.2 < one.error + 0.1
    assert not one.turns


@pytest.mark.parametrize("seed", seeds(6, 1))
@pytest.mark.parametrize("point", ["C3", "D6"])
def test_a_first_stone_on_the_empty_board_has_no_mark(point: str, seed: int) -> None:
    """All points of the rings 3 and 4 are one; another ring may be better, but not beyond the error."""
    match = Match.new(find("megiddo"), {"players": "2", "target": "1"}).play(point)
    match = match.play(str(thought(match, Seat(1), seed, 300).action))
    found = analysed(match, 1500, 2, 1000 * seed)[0]
    assert (found.played, found.mark) == (point, None)


KEPT = {"epaminondas": ("quick", 11, 7500), "megiddo": ("basic-2", 25, 1500), "mediterranee": ("match", 38, 1500)}
"""By game, a record whose last judged decisions have marks, the number of the last, and the positions for each."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "megiddo" else long_only) for game in sorted(KEPT)]
)
def test_another_seed_gives_the_same_marks(game: str) -> None:
    name, last, nodes = KEPT[game]
    match = record(game, name).at(last)
    first, second = ({one.ply: one.mark for one in analysed(match, nodes, last, seed)} for seed in (0, 5000))
    assert first == second
    assert any(first.values())


OPEN_CHIEF = (
    *("Mb3-c4", "Ng3-f4", "Ng7-d4", "Nc7-d6", "Ra2-b3", "Ph2-g3", "Ph8-f6", "Pb8-c7"),
    *("Ma3-a5", "Pg3:g8>a2", "Ma2xa1>b8"),
)
"""A quiet turn of Red's; a piece is driven beside their chief and kills it before their next turn."""


def test_a_turn_that_costs_the_chief_within_the_round_is_marked_however_quiet_it_is() -> None:
    match = Match.new(find("djambi"), {"players": "4"})
    for text in OPEN_CHIEF:
        match = match.play(text)
    made = decisions(match)
    (one,) = judged(match, made, {9: thought(made[8].before, Seat(0), 9, 3000)})
    assert (one.played, one.chance) == ("Ma3-a5", 0.0)
    assert one.turns


HOPED = (
    *("2.4.2NE2", "7.5.2SW1", "2.7.2NW2", "7.4.2SW1", "1.7.1N1", "6.3.3SE1", "2.5.2NW1", "6.4.3SE2x1"),
    *("4.5.3N1x1", "7.1.1N1", "2.8.1S1", "7.5.1S1", "3.5.3S1", "5.4.4SW3x1", "4.5.4N4"),
)
"""The last capture is the best that a search of the usual size sees; the answer to it wins."""


@pytest.mark.parametrize("seed", seeds(3, 1))
def test_what_the_answer_proves_to_have_lost_is_marked_even_if_it_seemed_the_best(seed: int) -> None:
    match = Match.new(find("epaminondas"), {"size": "8x8"})
    for text in HOPED:
        match = match.play(text)
    found = analysed(match, 7500, 15, 1000 * seed)[0]
    assert (found.played, found.chance, found.mark) == ("5.4.4SW3x1", 0.0, Mark.BLUNDER)
    assert found.best == "5.4.4S2x1"


def radial(*texts: str) -> Match:
    match = Match.new(find("megiddo"), {"players": "2", "target": "1"})
    for text in (*RADIAL, *texts):
        match = match.play(text)
    return match


def test_a_line_that_is_let_be_filled_is_a_blunder_with_one_better_answer() -> None:
    match = radial("F6", "A6")
    found = analysed(match, 300, 11)
    one = worst(found, {Seat(1)})
    assert one is not None
    assert (one.ply, one.mark, one.best) == (10, Mark.BLUNDER, "A6")
    before = positions_before(match, {10})[10]
    compared = comparison(before, one)
    assert compared.answer == "A6"
    assert compared.loses is not None
    assert compared.loses.winners == (0,)
    here = thought(before, Seat(1), 10, 300)
    behind = {text: thought(later, seat, 10, 300) for text, (later, seat) in looked_behind(before, one, here).items()}
    assert answers(before, one, here, behind) == ("A6",)
    assert worst(found, {Seat(0)}) is None


def test_the_only_action_there_is_has_no_mark() -> None:
    match = Match.at_position(find("megiddo"), FULL)
    (only,) = match.state.legal(match.state.active[0])
    (one,) = analysed(match.play(str(only)), 100, 1)
    assert (one.played, one.best, one.loss, one.mark) == (str(only), str(only), 0.0, None)


def test_what_is_sealed_is_counted_but_not_judged() -> None:
    match = record("mediterranee")
    sealed = sealed_count(match)
    assert sealed
    assert not [one for one in decisions(match) if one.before.state.sealed]
    assert sealed_count(record("epaminondas")) == 0
