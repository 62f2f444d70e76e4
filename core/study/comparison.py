"""Comparisons: why one action is better than another, found by holding the positions after both side by side.

Each game's folder may count its positions' features (`core.bots.level.PositionFeatures`); this module needs no more of
an evaluation. Both positions are compared at once and, where nothing is hidden, after the answer that is expected.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from core.fault import IllegalAction
from core.game import DEALER, Outcome, Seat, State
from core.games import threat_finder
from core.match.match import Match
from core.study.difference import Difference, differences
from core.study.points import points
from core.study.turning_point import Judgement
from core.threat import Danger, Threat


@dataclass(frozen=True, slots=True)
class Comparison:
    """What speaks for the better action of a judgement.

    `ends` is the end that it brings about, unless its `seat` loses by it. `loses` is the end that the `answer` to what
    was played brings about and that is no win of the seat, `yielded` the points that the answer brings a seat of the
    other side in a match of several games; the same answer to the better action brings neither.
    `averted` are threats that what was played leaves and the better action does not, the gravest first. `differences`
    are features, the weightiest first.
    """

    seat: Seat
    ends: Outcome | None = None
    loses: Outcome | None = None
    answer: str = ""
    yielded: tuple[Seat, int] | None = None
    averted: tuple[Threat, ...] = ()
    differences: tuple[Difference, ...] = ()


def comparison(match: Match, one: Judgement) -> Comparison:
    """Compare what was played with the best action, from the match before it, as far as the seat could see."""
    before = match.seen_by(one.seat).state
    better, played = (before.play(one.seat, before.parse(one.seat, text)) for text in (one.best, one.played))
    better = _finished(better, one)
    ends = better.outcome
    ends = ends if ends is not None and (one.seat in ends.winners or not ends.winners) else None
    replied = _answered(played, one.answer), _answered(better, one.line[0] if one.answer and one.line else "")
    again = _answered(better, one.answer)
    end = replied[0].outcome if replied[0] is not None else None
    avoided = end is not None and (again is None or again.outcome is None or again.outcome.winners != end.winners)
    loses = end if end is not None and avoided and (end.tied or one.seat not in end.winners) else None
    yielded = _yielded(one.seat, played, replied[0])
    yielded = yielded if yielded is None or yielded != _yielded(one.seat, better, again) else None
    found = list(differences(match.header.game, one.seat, better, played))
    if replied[0] is not None and replied[1] is not None:
        found += differences(match.header.game, one.seat, replied[1], replied[0], later=True)
    found.sort(key=lambda each: -each.gain)
    averted = _averted(match.header.game, one.seat, better, played)
    return Comparison(one.seat, ends, loses, one.answer, yielded, averted, tuple(found))


def _yielded(seat: Seat, before: State[Any], after: State[Any] | None) -> tuple[Seat, int] | None:
    """Give the seat to which an answer brings most points, and how many; None if that is nobody, or `seat` itself."""
    if after is None or after.outcome is not None:
        return None
    gained = [(now or 0) - (then or 0) for now, then in zip(points(after), points(before), strict=True)]
    most = max(gained, default=0)
    return (Seat(gained.index(most)), most) if most > 0 and gained[seat] < most else None


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
    now, left = told(played, seat), told(better, seat)
    spots = {(threat.danger, threat.by, threat.spot) for threat in left}
    then, kinds = Counter(map(_kind, now)), Counter(map(_kind, left))
    gone = (threat for threat in now if (threat.danger, threat.by, threat.spot) not in spots)
    return tuple(threat for threat in gone if kinds[_kind(threat)] < then[_kind(threat)])


def _kind(threat: Threat) -> tuple[Danger, Seat, str, int]:
    """Give what a threat is, wherever: one that only stands elsewhere is not averted."""
    return threat.danger, threat.by, threat.piece, threat.count
