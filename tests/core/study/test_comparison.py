"""Comparisons: what only seems to speak for the better action, and what ends one game of a match."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from core.study import comparison as module
from core.study import difference
from core.study.comparison import Comparison, comparison
from core.study.difference import differences
from core.study.turning_point import Judgement
from core.threat import Danger, Threat

FIVE = ("A1", "C3", "A2", "E5", "A3", "B6", "A4", "D1", "A5")
"""The second colour lets the first fill a radial unless it plays A6."""


def megiddo(*texts: str, **options: str) -> Match:
    match = Match.new(find("megiddo"), {"players": "2", **options})
    for text in texts:
        match = match.play(text)
    return match


def judged(best: str, played: str, answer: str) -> Comparison:
    return comparison(megiddo(*FIVE), Judgement(10, Seat(1), played, 0.1, best, 0.6, ("F1",), answer=answer))


def test_an_answer_that_ends_one_game_of_a_match_yields_its_points() -> None:
    """After it the board is new: no line and no capture of it compares with what stands on the old one."""
    found = judged("A6", "F6", "A6")
    assert found.yielded == (Seat(0), 6)
    assert not [one for one in found.differences if one.later]
    assert judged("A6", "F6", "F1").yielded is None
    assert judged("F5", "F6", "A6").yielded is None, "the better action would let it happen as well"


def test_positions_of_two_games_differ_in_points_alone() -> None:
    old, new = megiddo(*FIVE, "F6").state, megiddo(*FIVE, "F6", "A6").state
    assert [one.name for one in differences("megiddo", Seat(0), new, old)] == ["points"]
    assert not list(differences("megiddo", Seat(1), old, new))


def test_fewer_pieces_are_not_nearer_to_their_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps are a sum over all pieces: whoever loses one has fewer to go, and has come no nearer."""
    counts = {"better": {"pieces": 3, "steps": 9}, "played": {"pieces": 4, "steps": 14}}
    told = SimpleNamespace(WEIGHTS={"pieces": 12.0, "steps": -0.6}, features=lambda name, _seat: counts[name.kind])
    monkeypatch.setattr(difference, "position_features", lambda _game: told)
    monkeypatch.setattr(difference, "points", lambda _state: ())
    better, played = (cast("Any", SimpleNamespace(kind=kind, outcome=None)) for kind in counts)
    assert not list(differences("mediterranee", Seat(0), better, played))
    counts["better"]["pieces"] = 4
    assert [one.name for one in differences("mediterranee", Seat(0), better, played)] == ["steps"]


def test_a_threat_that_only_stands_elsewhere_is_not_averted(monkeypatch: pytest.MonkeyPatch) -> None:
    match = megiddo(*FIVE)

    def threats() -> Iterator[tuple[Threat, ...]]:
        yield Threat(Danger.CAPTURE, Seat(0), "C4", count=2), Threat(Danger.CAPTURE, Seat(0), "D4", count=4)
        yield (Threat(Danger.CAPTURE, Seat(0), "C5", count=2),)

    told = threats()
    monkeypatch.setattr(module, "threat_finder", lambda _game: lambda _state, _seat: next(told))
    found = comparison(match, Judgement(10, Seat(1), "F6", 0.1, "A6", 0.6))
    assert [threat.spot for threat in found.averted] == ["D4"]
