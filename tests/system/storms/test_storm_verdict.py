"""The judge of the storms finds every spoilt story, and excuses nothing but what a certificate has put aside."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from tests.storms.games.kept_game import KeptGame, Ply
from tests.storms.participant import final_words
from tests.storms.program import Event, Program, Told
from tests.storms.verdict import judge

MOVES = ("a1-a2", "draw c 5", "b1-b2")
OVER: Event = {
    "event": "over",
    "outcome": {"winners": [0]},
    "plies": 3,
    "digest": "d",
    "talk_digest": "t",
    "settled": True,
}
TALK: Event = {"event": "talk", "pid": "P", "seq": 4, "seat": 0, "text": "Hello."}
KEPT = KeptGame(
    name="p0",
    record="record",
    plies=tuple(Ply(at % 2, text, f"s{at}") for at, text in enumerate(MOVES)),
    talk=frozenset({("P", 4, 0, "Hello.")}),
    certified=frozenset(),
    ratings={"p0": (26.0, 8.0)},
)
Stories = list[Program]


def move(at: int, text: str | None = None, state: str | None = None) -> Event:
    shown = MOVES[at] if text is None else text
    return {"event": "move", "ply": at + 1, "seat": at % 2, "text": shown, "state": state or f"s{at}"}


def story(name: str, *events: Event, life: int = 1) -> Program:
    program = Program(name, ("sit",), Path(), lambda: None)
    program.told = [Told(float(at), life, deepcopy(event)) for at, event in enumerate(events)]
    return program


def stories() -> Stories:
    return [
        story("p0", move(0), TALK, move(1), move(2), OVER),
        story("p1", move(0), TALK, move(1, "draw c ?"), move(2), OVER),
    ]


def test_a_true_story_is_believed_though_a_face_is_not_known_to_all() -> None:
    assert judge(stories(), [KEPT, replace(KEPT, name="p1")]).broken == []


def _another_end(told: Stories) -> None:
    told[1].told[-1].event["digest"] = "e"


def _no_end(told: Stories) -> None:
    told[1].told.pop()


def _never_settled(told: Stories) -> None:
    told[1].told[-1].event["settled"] = False


def _no_outcome(told: Stories) -> None:
    told[0].told[-1].event["outcome"] = told[1].told[-1].event["outcome"] = None


def _an_earlier_end(told: Stories) -> None:
    told[1].told.append(Told(9.0, 2, {**OVER, "event": "settled", "outcome": {"winners": [1]}}))


def _another_step(told: Stories) -> None:
    told[1].told[3].event["text"] = "b1-b3"


def _another_state(told: Stories) -> None:
    told[1].told[0].event["state"] = "s9"


def _a_step_too_many(told: Stories) -> None:
    told[1].told.insert(4, Told(8.0, 1, {**move(0), "ply": 4}))


def _talk_twice(told: Stories) -> None:
    told[1].told.insert(2, told[1].told[1])


def _talk_of_nobody(told: Stories) -> None:
    told[1].told[1].event["text"] = "Hallo."


def _void(told: Stories) -> None:
    told[1].told.insert(0, Told(0.0, 1, {"event": "void", "text": "a1-a9"}))


@pytest.mark.parametrize(
    "spoil",
    [
        _another_end,
        _no_end,
        _never_settled,
        _no_outcome,
        _an_earlier_end,
        _another_step,
        _another_state,
        _a_step_too_many,
        _talk_twice,
        _talk_of_nobody,
        _void,
    ],
)
def test_a_spoilt_story_is_found_out(spoil: Callable[[Stories], None]) -> None:
    told = stories()
    spoil(told)
    assert judge(told, [KEPT]).broken


@pytest.mark.parametrize(
    "other",
    [
        replace(KEPT, record="another"),
        replace(KEPT, ratings={"p0": (24.0, 8.0)}),
        replace(KEPT, certified=frozenset({2})),
    ],
)
def test_who_keeps_something_else_is_found_out(other: KeptGame) -> None:
    assert judge(stories(), [KEPT, replace(other, name="p1")]).broken
    assert judge(stories(), []).broken


def test_a_step_is_excused_where_a_certificate_stands_in_its_place_and_nowhere_else() -> None:
    told = stories()
    told[1].told[2:4] = [Told(2.0, 1, move(1, "a9-a8", "x1")), Told(3.0, 1, move(2, "b9-b8", "x2"))]
    verdict = judge(told, [replace(KEPT, certified=frozenset({1}))])
    assert (verdict.broken, verdict.certified, verdict.excused) == ([], 1, 2)
    assert len(judge(told, [replace(KEPT, certified=frozenset({0}))]).broken) == 2
    assert len(judge(told, [replace(KEPT, certified=frozenset({2}))]).broken) == 1


def test_an_end_that_is_not_settled_may_change_and_one_without_the_word_may_not() -> None:
    early: Event = {**OVER, "digest": "e", "settled": False}
    told = stories()
    told[1].told.insert(4, Told(3.5, 1, early))
    assert judge(told, [KEPT]).broken == []
    del early["settled"]
    assert len(final_words(told[1])) == 2
    assert judge(told, [KEPT]).broken


def test_who_had_no_say_at_the_end_is_still_held_to_every_step() -> None:
    told = stories()
    told[1].told.pop()
    assert judge(told, [KEPT], silent={"p1"}).broken == []
    told[1].told[0].event["state"] = "s9"
    assert judge(told, [KEPT], silent={"p1"}).broken


def test_an_end_that_waits_for_those_alone_who_are_gone_is_final_and_need_not_be_kept() -> None:
    ends = {"event": "over", "outcome": {"winners": [0]}, "plies": 1, "digest": "d", "talk_digest": "t"}
    program = Program("p0", ("sit",), Path(), lambda: None)
    program.told.append(Told(0.0, 1, {**ends, "settled": False, "awaited": ["p1"]}))
    assert judge([program], [], gone={"p1"}).broken == []
    assert judge([program], [], gone={"p2"}).broken == [
        "p0 has never told how the game ended",
        "no profile keeps the game",
    ]


def test_a_table_that_was_closed_before_the_first_decision_need_not_be_kept_and_all_say_so() -> None:
    closed: Event = {"event": "over", "outcome": None, "plies": 0, "digest": "", "talk_digest": "t", "settled": True}
    assert judge([story("p0", closed), story("p1", closed)], []).broken == []
    assert judge([story("p0", closed), story("p1", move(0), closed)], []).broken == ["no profile keeps the game"]
    assert len(judge([story("p0", closed), story("p1", OVER)], []).broken) == 2
