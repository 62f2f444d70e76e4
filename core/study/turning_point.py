"""Turning points: decisions that cost their seat much of its chance, found from what a thinker thought of each.

The thinker looks at every decision in its own position, with what its seat knew. That gives the chance of the best
action. The chance of the action played comes from elsewhere:

* With two sides it is what the next thought of the match leaves: what one side does not have, the other has. The side
  that thinks is a little too hopeful; so a decision that seems to turn the match is thought about once more, from the
  position after its best action (`second_looks`).
* With more sides it is what the same thought says of it, but no less than what the seat has when its own turn comes
  again: a mistake that nobody has used has turned nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.bots.bot import Look, Thought
from core.game import DEALER, Action, Outcome, Seat, State
from core.match.match import Match
from core.study.reason import Reason, reason
from core.tournament.pairing import sides

THRESHOLD = 0.15
"""The least loss of chance that makes a decision a turning point, in whole hundredths."""

ALIKE = 0.05
"""Two actions whose chances in one thought are this close count as equally good ..."""

NEAR = 3
"""... if both are among this many best ones: a search says little about those behind them."""

PAIR = 2
"""With this many sides, what one side does not have, the other has."""

ALIKE_SPOTS = 2
"""How many first spots an action must share with a look that stands in for it, if it was not looked at itself."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: its number from 1, the seat that made it, the action, the match before it, the state after it."""

    ply: int
    seat: Seat
    action: Action
    before: Match
    after: State[Any]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a decision: the text `played` with its `chance` (0 to 1) and the `best` text with its chance.

    `line` is what should have followed the best; `proved` says that its chance is not an estimate.
    """

    ply: int
    seat: Seat
    played: str
    chance: float
    best: str
    best_chance: float
    line: tuple[str, ...] = ()
    proved: bool = False

    @property
    def loss(self) -> float:
        """How much chance was given away, 0 to 1."""
        return 0.0 if self.played == self.best else max(0.0, self.best_chance - self.chance)

    def turns(self, threshold: float = THRESHOLD) -> bool:
        """Tell whether it is a turning point: much was lost, or a proved win."""
        won = self.proved and self.best_chance >= 1.0
        return round(self.loss, 2) >= threshold or (won and self.loss > 0.0)


def decisions(match: Match) -> tuple[Decision, ...]:
    """Give the decisions of a match that were choices of a turn: no declarations and nothing of chance."""
    found, before = [], match.at(0)
    for ply, line in enumerate(match.log, 1):
        action = before.state.parse(line.seat, line.text)
        later = before.enter(line.seat, action)
        if line.seat in before.state.active and action.path:
            found.append(Decision(ply, line.seat, action, before, later.state))
        before = later
    return tuple(one for one in found if one.seat != DEALER)


Thoughts = Mapping[int, Thought]
"""Thoughts by the number of the decision they are about."""


def judged(
    match: Match, made: Sequence[Decision], thoughts: Thoughts, behind: Thoughts | None = None
) -> tuple[Judgement, ...]:
    """Judge decisions by the thoughts about them; decisions without a thought are left out.

    `behind` are the thoughts about the positions of `second_looks`.
    """
    bench = _Bench(match, made, thoughts, behind or {})
    return tuple(bench.judge(at) for at, one in enumerate(made) if one.ply in thoughts)


def second_looks(match: Match, made: Sequence[Decision], thoughts: Thoughts) -> dict[int, tuple[Match, Seat]]:
    """Give what has to be thought about once more: the match after the best action, and the seat that thinks there.

    These are the turning points between two sides whose best action leads straight to somebody's next decision.
    """
    if len(sides(match.at(0))) != PAIR:
        return {}
    found = {}
    by_ply = {one.ply: one for one in made}
    for one in turning_points(judged(match, made, thoughts)):
        decision = by_ply[one.ply]
        later = decision.before.play(one.best, one.seat)
        owing = later.state.active
        if not one.proved and not decision.before.state.sealed and owing and owing[0] != DEALER:
            found[one.ply] = later, owing[0]
    return found


class _Bench:
    """The decisions of one match and the thoughts about them."""

    def __init__(self, match: Match, made: Sequence[Decision], thoughts: Thoughts, behind: Thoughts) -> None:
        self.made, self.thoughts, self.behind = made, thoughts, behind
        self.sides = sides(match.at(0))

    def judge(self, at: int) -> Judgement:
        one = self.made[at]
        thought = self.thoughts[one.ply]
        best = best_of(one, thought)
        played, text, hoped = str(one.action), str(best.action), best.chance
        chance = hoped if played == text else min(hoped, self._chance(at, best))
        if one.ply in self.behind and played != text:
            hoped = max(chance, self._left(one, text, self.behind[one.ply]))
        return Judgement(one.ply, one.seat, played, chance, text, hoped, best.line, thought.proved)

    def _left(self, one: Decision, text: str, thought: Thought) -> float:
        """Give the chance that is left to the seat that acted, by a thought from the position after its action."""
        owing = one.before.play(text, one.seat).state.active
        return self._own(one.seat, owing[0], thought.chance) if owing else thought.chance

    def _own(self, seat: Seat, thinks: Seat, chance: float) -> float:
        return chance if self._side(thinks) == self._side(seat) else 1.0 - chance

    def _chance(self, at: int, best: Look) -> float:
        """Give the chance that an action other than the best left its seat."""
        one = self.made[at]
        if one.after.outcome is not None:
            return self.share(one.after.outcome, one.seat)
        looks = self.thoughts[one.ply].looks
        exact = next((look for look in looks[:NEAR] if look.action == one.action), None)
        if exact is not None and exact.chance >= best.chance - ALIKE:
            return exact.chance
        seen = similar_chance(looks, one.action)
        if one.before.state.sealed or settles(one):
            return seen
        if len(self.sides) == PAIR:
            return self._next(at, seen)
        return max(seen, self._again(at, seen))

    def _next(self, at: int, seen: float) -> float:
        """Give what the next thought leaves to the seat; if the other side thinks, it is the rest to 1."""
        following = self.made[at + 1] if at + 1 < len(self.made) else None
        if following is None or following.ply not in self.thoughts:
            return seen
        return self._own(self.made[at].seat, following.seat, self.thoughts[following.ply].chance)

    def _again(self, at: int, seen: float) -> float:
        """Give the seat's chance at its own next turn in the same game, or `seen` if there is none."""
        one = self.made[at]
        for later in self.made[at + 1 :]:
            if later.seat == one.seat:
                return self.thoughts[later.ply].chance if later.ply in self.thoughts else seen
            if later.after.outcome is None and settles(later):
                return seen
        last = self.made[-1].after.outcome
        return seen if last is None else self.share(last, one.seat)

    def _side(self, seat: Seat) -> int:
        return next((number for number, side in enumerate(self.sides) if seat in side), -1)

    def share(self, outcome: Outcome, seat: Seat) -> float:
        """Give a seat's share of the win at the end: all of it, a share of a tie, or nothing."""
        if not outcome.winners:
            return 1.0 / len(self.sides)
        won = {self._side(winner) for winner in outcome.winners}
        return 1.0 / len(won) if self._side(seat) in won else 0.0


def best_of(one: Decision, thought: Thought) -> Look:
    """Give the best look; in a sealed phase it need not be the chosen one, which is drawn by chance."""
    if not thought.looks:
        return Look(thought.action, thought.chance)
    return max(thought.looks, key=lambda look: look.chance) if one.before.state.sealed else thought.looks[0]


def settles(one: Decision) -> bool:
    """Tell whether a decision ends one game of a match of several: points are counted then."""
    before, after = ([panel.score for panel in state.scene().seats] for state in (one.before.state, one.after))
    return before != after


def similar_chance(looks: Sequence[Look], action: Action) -> float:
    """Give the chance of an action by the looks: its own, that of one that begins alike, or that of the last one.

    An action that was not looked at is no better than the worst that was.
    """
    for look in looks:
        if look.action == action:
            return look.chance
    begins = action.path[:ALIKE_SPOTS]
    near = [look.chance for look in looks if begins and look.action.path[:ALIKE_SPOTS] == begins]
    return max(near) if near else looks[-1].chance if looks else 0.0


def reason_for_best(match: Match, one: Judgement) -> Reason:
    """Give the reason for the best action of a judged decision; `match` is the match it was made in."""
    before = match.at(one.ply - 1)
    best = before.state.parse(one.seat, one.best)
    return reason(before, one.seat, Thought(best, (Look(best, one.best_chance, one.line),), 0, one.proved))


def turning_points(made: Sequence[Judgement], threshold: float = THRESHOLD) -> tuple[Judgement, ...]:
    """Give the turning points, in order."""
    return tuple(one for one in made if one.turns(threshold))
