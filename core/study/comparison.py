"""Comparisons: why one action is better than another, found by holding the positions after both side by side.

Each game's folder may count its positions' features (`core.bots.level.PositionFeatures`); this module needs no more of
an evaluation. Both positions are compared at once and, where nothing is hidden, after the answer that is expected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.fault import IllegalAction
from core.game import DEALER, Outcome, Seat, State
from core.games import threat_finder
from core.match.match import Match
from core.study.difference import Difference, differences
from core.study.turning_point import Judgement
from core.threat import Threat


@dataclass(frozen=True, slots=True)
class Comparison:
    """What speaks for the better action of a judgement.

    `wins` is the end that it brings about in favour of its seat. `loses` is the end that the `answer` to what was
    played brings about against it. `averted` are threats that what was played leaves and the better action does not,
    the gravest first. `differences` are features, the weightiest first.
    """

    wins: Outcome | None = None
    loses: Outcome | None = None
    answer: str = ""
    averted: tuple[Threat, ...] = ()
    differences: tuple[Difference, ...] = ()


def comparison(match: Match, one: Judgement) -> Comparison:
    """Compare what was played with the best action, from the match before it, as far as the seat could see."""
    before = match.seen_by(one.seat).state
    better, played = (before.play(one.seat, before.parse(one.seat, text)) for text in (one.best, one.played))
    better = _finished(better, one)
    wins = better.outcome if better.outcome is not None and one.seat in better.outcome.winners else None
    replied = _answered(played, one.answer), _answered(better, one.line[0] if one.answer and one.line else "")
    end = replied[0].outcome if replied[0] is not None else None
    loses = end if end is not None and one.seat not in end.winners else None
    found = list(differences(match.header.game, one.seat, better, played))
    if replied[0] is not None and replied[1] is not None:
        found += differences(match.header.game, one.seat, replied[1], replied[0], later=True)
    found.sort(key=lambda each: -each.gain)
    return Comparison(wins, loses, one.answer, _averted(match.header.game, one.seat, better, played), tuple(found))


def _finished(state: State[Any], one: Judgement) -> State[Any]:
    """Give the state once the seat has done what its best action has only paid for or begun."""
    if one.line and state.outcome is None and state.active == (one.seat,):
        try:
            return state.play(one.seat, state.parse(one.seat, one.line[0]))
        except IllegalAction:
            return state
    return state


def _answered(state: State[Any], text: str) -> State[Any] | None:
    """Give the state after an answer; None without one, or where it does not fit."""
    if not text or state.outcome is not None or not state.active or state.active[0] == DEALER:
        return None
    seat = state.active[0]
    try:
        return state.play(seat, state.parse(seat, text))
    except IllegalAction:
        return None


def _averted(game: str, seat: Seat, better: State[Any], played: State[Any]) -> tuple[Threat, ...]:
    """Give the threats to a seat in one position that the other does not have."""
    told = threat_finder(game)
    if told is None or played.outcome is not None or better.outcome is not None:
        return ()
    left = {(threat.danger, threat.by, threat.spot) for threat in told(better, seat)}
    return tuple(threat for threat in told(played, seat) if (threat.danger, threat.by, threat.spot) not in left)
