"""Turning points: judged by thoughts that are written down here, so that every number can be followed."""

from __future__ import annotations

import pytest

from core.bots.bot import Look, Thought
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.study.decision import Decision, decisions
from core.study.mark import Mark, accuracy, mark_of, tally
from core.study.review import DOUBT, GROWTH, Review, Round
from core.study.turning_point import (
    Judgement,
    judged,
    second_looks,
    settles,
    similar_chance,
    turning_points,
)
from core.study.win_share import win_share


@pytest.fixture(autouse=True)
def as_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count every chance as the share of the win that it says."""
    monkeypatch.setattr("core.study.win_share.SLOPES", {})


def megiddo(*texts: str, **options: str) -> Match:
    match = Match.new(find("megiddo"), {"players": "2", **options})
    for text in texts:
        match = match.play(text)
    return match


def thought(one: Decision, *looks: tuple[str, float], proved: bool = False) -> Thought:
    """Give a thought about a decision that found these actions with these chances, the best first."""
    read = one.before.state.parse
    found = tuple(Look(read(one.seat, text), chance, ("F6",)) for text, chance in looks)
    return Thought(found[0].action, found, 1, proved=proved)


MATCH = megiddo("A1", "C3", "A2", "E5")
MADE = decisions(MATCH)


def test_decisions_are_those_of_a_turn() -> None:
    said = megiddo("A1", "C3").play("resign", Seat(0))
    assert [(one.ply, int(one.seat), str(one.action)) for one in decisions(said)] == [(1, 0, "A1"), (2, 1, "C3")]
    assert [one.before.ply for one in MADE] == [0, 1, 2, 3]


def test_between_two_sides_one_has_what_the_next_has_not() -> None:
    thoughts = {
        1: thought(MADE[0], ("B2", 0.7), ("A1", 0.4)),
        2: thought(MADE[1], ("D4", 0.6)),
        3: thought(MADE[2], ("A2", 0.5)),
    }
    first, second, third = judged(MATCH, MADE, thoughts)
    assert (first.played, first.best, first.line, first.answer) == ("A1", "B2", ("F6",), "D4")
    assert (first.chance, first.best_chance) == pytest.approx((0.4, 0.7))
    assert first.loss == pytest.approx(0.3 - DOUBT), "nobody has looked at it again"
    assert first.mark is Mark.MISTAKE
    assert (second.chance, second.difference) == pytest.approx((0.5, 0.1))
    assert (third.chance, third.loss) == (0.5, 0.0)
    assert turning_points((first, second, third)) == (first,)


def again(text: str, chance: float) -> tuple[Thought, ...]:
    """Give what is thought again about the first stone."""
    return (thought(MADE[0], (text, chance), ("A1", 0.2)),)


def answer(text: str, chance: float) -> Thought:
    """Give a thought of the other side after a first stone."""
    state = megiddo(text).state
    return Thought(state.parse(Seat(1), "D4"), (Look(state.parse(Seat(1), "D4"), chance),), 1)


def test_what_seems_to_turn_a_match_is_thought_about_again_until_the_error_is_known() -> None:
    thoughts = {1: thought(MADE[0], ("B2", 0.9)), 2: thought(MADE[1], ("C3", 0.6))}
    rounds = [again("B2", 0.8), (answer("B2", 0.3), answer("A1", 0.6)), (answer("B2", 0.2), answer("A1", 0.6))]
    ((look,),) = second_looks(MATCH, MADE, thoughts).values()
    assert (look.match, look.seat, look.nodes, look.deeper) == (MADE[0].before, Seat(0), 1, False)
    for number in (1, 2):
        (looks,) = second_looks(MATCH, MADE, thoughts, {1: rounds[:number]}).values()
        assert [str(look.match.log[0].text) for look in looks] == ["B2", "A1"]
        assert all(look.deeper and look.nodes == GROWTH[number] for look in looks)
    assert second_looks(MATCH, MADE, thoughts, {1: rounds}) == {}
    first = judged(MATCH, MADE, thoughts, {1: rounds})[0]
    assert (first.best_chance, first.chance) == pytest.approx((0.775, 0.4))
    assert first.error == pytest.approx(Review((Round(0.7, 0.4), Round(0.8, 0.4, 3)), game="megiddo").error)
    assert first.loss == pytest.approx(0.375 - first.error)


def test_what_does_not_seem_a_mark_any_more_is_asked_no_further() -> None:
    thoughts = {1: thought(MADE[0], ("B2", 0.7)), 2: thought(MADE[1], ("C3", 0.6))}
    heard = {1: [again("B2", 0.7), (answer("B2", 0.55), answer("A1", 0.6))]}
    first = judged(MATCH, MADE, thoughts, heard)[0]
    assert (first.best_chance, first.chance) == pytest.approx((0.45, 0.4))
    assert first.mark is None
    assert second_looks(MATCH, MADE, thoughts, heard) == {}


def test_the_best_action_is_the_one_that_stands_highest_in_both_opinions() -> None:
    looks = (("B2", 0.72), ("D4", 0.7), ("A1", 0.2))
    thoughts = {1: thought(MADE[0], *looks), 2: thought(MADE[1], ("C3", 0.6))}
    other = (thought(MADE[0], ("F3", 0.8), ("D4", 0.8), ("E4", 0.3), ("B2", 0.2)),)
    assert judged(MATCH, MADE, thoughts, {1: [other]})[0].best == "D4"


def test_what_a_second_opinion_finds_as_good_has_no_mark() -> None:
    thoughts = {1: thought(MADE[0], ("B2", 0.9)), 2: thought(MADE[1], ("C3", 0.6))}
    other = (thought(MADE[0], ("B2", 0.6), ("A1", 0.58)),)
    assert judged(MATCH, MADE, thoughts, {1: [other]})[0].mark is None
    assert second_looks(MATCH, MADE, thoughts, {1: [other]}) == {}


def test_what_the_answer_proves_to_have_lost_is_not_the_best_whatever_was_hoped_of_it() -> None:
    thoughts = {
        1: thought(MADE[0], ("A1", 0.6), ("F6", 0.58), ("C3", 0.5)),
        2: thought(MADE[1], ("C3", 1.0), proved=True),
    }
    first = judged(MATCH, MADE, thoughts)[0]
    assert (first.played, first.chance, first.best, first.mark) == ("A1", 0.0, "C3", Mark.BLUNDER), "F6 is its twin"
    assert first.loss == 0.5, "what is proved has no error"
    rounds = [again("A1", 0.8), (answer("C3", 0.7),)]
    (looks,) = second_looks(MATCH, MADE, thoughts, {1: rounds[:1]}).values()
    assert [str(look.match.log[0].text) for look in looks] == ["C3"], "the lost one is not asked for"
    assert judged(MATCH, MADE, thoughts, {1: rounds})[0].loss == pytest.approx(0.3)
    lost = (answer("C3", 1.0),)
    assert judged(MATCH, MADE, thoughts, {1: [*rounds[:1], lost]})[0].mark is None, "nothing was left to lose"


def test_what_was_known_to_be_lost_before_loses_nothing() -> None:
    thoughts = {
        1: thought(MADE[0], ("A1", 0.0), ("C3", 0.0), proved=True),
        2: thought(MADE[1], ("C3", 1.0), proved=True),
    }
    first = judged(MATCH, MADE, thoughts)[0]
    assert (first.best, first.loss, first.mark) == ("A1", 0.0, None)


def test_actions_that_are_the_same_by_a_symmetry_are_one() -> None:
    thoughts = {1: thought(MADE[0], ("C3", 0.9), ("A1", 0.2), ("D4", 0.1)), 2: thought(MADE[1], ("C3", 0.6))}
    assert judged(MATCH, MADE, thoughts)[0].mark is not None, "A1 is no C3"
    thoughts[1] = thought(MADE[0], ("F6", 0.9), ("A1", 0.2))
    first = judged(MATCH, MADE, thoughts)[0]
    assert (first.best, first.loss, first.mark) == ("A1", 0.0, None)


def test_actions_that_one_thought_finds_alike_are_alike() -> None:
    thoughts = {1: thought(MADE[0], ("B2", 0.7), ("A1", 0.66)), 2: thought(MADE[1], ("C3", 0.9))}
    assert judged(MATCH, MADE, thoughts)[0].difference == pytest.approx(0.04)


def test_a_proved_win_that_is_missed_is_an_inaccuracy_however_little_is_lost() -> None:
    assert Judgement(1, Seat(0), "A1", 0.93, "B2", 1.0, proved=True).mark is Mark.INACCURACY
    assert Judgement(1, Seat(0), "A1", 0.93, "B2", 1.0).mark is None
    assert Judgement(1, Seat(0), "A1", 0.93, "A1", 1.0, proved=True).mark is None


def test_the_end_of_the_match_is_no_estimate() -> None:
    match = megiddo("A1", "C3", "A2", "E5", "A3", "B6", "A4", "D1", "A5", "F6", "A6", target="1")
    made = decisions(match)
    tenth, last = made[-2:]
    thoughts = {10: thought(tenth, ("B1", 0.5)), 11: thought(last, ("B1", 0.5))}
    found = judged(match, made, thoughts)
    assert found[1].chance == 0.5
    assert found[1].loss == 0.0
    assert settles(last)
    assert not settles(tenth)


def test_more_sides_lose_no_more_than_is_missing_at_their_next_turn() -> None:
    match = Match.new(find("megiddo"), {"players": "3"})
    for text in ("A1", "C3", "B2", "E5"):
        match = match.play(text)
    made = decisions(match)
    best = ("D4", 0.6)
    again = {4: thought(made[3], ("E5", 0.5))}
    assert judged(match, made, {1: thought(made[0], best, ("A1", 0.1)), **again})[0].chance == 0.5
    assert judged(match, made, {1: thought(made[0], best, ("A1", 0.1))})[0].chance == pytest.approx(0.1)
    ((look,),) = second_looks(match, made, {1: thought(made[0], best, ("A1", 0.1))}).values()
    assert (look.match, look.seat, look.deeper) == (made[0].before, Seat(0), False), "valued together, from before both"


def test_what_was_not_looked_at_is_as_what_begins_alike_or_as_the_least() -> None:
    match = Match.new(find("djambi"), {})
    read = match.state.parse
    looks = tuple(Look(read(Seat(0), text), chance) for text, chance in (("Mc1-d1", 0.4), ("Mc1-e1", 0.2)))
    assert similar_chance(looks, read(Seat(0), "Mc1-e1")) == 0.2
    assert similar_chance(looks, read(Seat(0), "Ab1-c1")) == 0.2
    assert similar_chance((), read(Seat(0), "Ab1-c1")) == 0.0


def test_a_share_keeps_what_is_sure_and_what_is_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.study.win_share.SLOPES", {"megiddo": 3.0})
    assert [win_share("megiddo", chance, 4) for chance in (0.0, 0.25, 1.0)] == pytest.approx([0.0, 0.25, 1.0])
    assert win_share("megiddo", 0.6, 2) == pytest.approx(27 / 35), "the odds, 3 to 2, to the power of three"
    assert win_share("megiddo", 0.6, 2) + win_share("megiddo", 0.4, 2) == pytest.approx(1.0)
    assert win_share("chess", 0.6, 2) == pytest.approx(0.6)


def test_a_tally_counts_marks_and_means() -> None:
    made = [(0.0, None), (0.12, Mark.INACCURACY), (0.5, Mark.BLUNDER), (0.02, None)]
    told = tally(made)
    assert (told.decisions, told.inaccuracies, told.mistakes, told.blunders) == (4, 1, 0, 1)
    assert told.loss == pytest.approx(0.16)
    assert told.accuracy == pytest.approx(sum(accuracy(loss) for loss, _ in made) / 4)
    assert tally([]).accuracy == 100.0
    assert [mark_of(loss) for loss in (0.094, 0.096, 0.2, 0.296)] == [
        None,
        Mark.INACCURACY,
        Mark.MISTAKE,
        Mark.BLUNDER,
    ]
