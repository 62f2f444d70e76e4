"""Judged decisions: what the action played and the best one leave of the win, from what a thinker thought of each.

The thinker looks at every decision in its own position, with what its seat knew. That gives the chance of the best
action. The chance of the action played comes from elsewhere:

* With two sides and nothing hidden it is what the next thought of the match leaves: what one side does not have, the
  other has.
* With more sides it is what the same thought says of it, but no less than what the seat has when its own turn comes
  again: a mistake that nobody has used has cost nothing.
* Where cards are hidden it is what the same thought says of it, and nothing else: the next thought knows more than the
  seat did. Decisions that stay sealed until all are made are not judged: they are drawn by chance on purpose.

The side that thinks is a little too hopeful, and every thought errs. So a decision that seems to deserve a mark is
thought about again (`second_looks`, `core.study.review`), and only what it has lost beyond the error counts. Actions
that are the same by a symmetry of the position are one action.

Every chance counts as the share of the win that follows from it (`core.study.win_share`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from core.bots.bot import Look, Thought
from core.chance import HasChance
from core.game import DEALER, Action, Outcome, Seat
from core.match.match import Match
from core.study.decision import Decision
from core.study.mark import Mark, Tally, mark_of, tally
from core.study.points import points
from core.study.reason import Reason, reason
from core.study.review import DOUBT, GROWTH, Heard, Review, Round, SecondLook, Twins, usual
from core.study.win_share import win_share
from core.tournament.pairing import sides

ALIKE = 0.05
"""Two actions whose chances in one thought are this close count as equally good ..."""

NEAR = 3
"""... if both are among this many best ones: a search says little about those behind them."""

PAIR = 2
"""With this many sides, what one side does not have, the other has."""

ALIKE_SPOTS = 2
"""How many first spots an action must share with a look that stands in for it, if it was not looked at itself."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a decision: the text `played` with its `chance` and the `best` text with its chance.

    Chances are shares of the win, 0 to 1. `line` is what should have followed the best; `proved` says that its chance
    is not an estimate. `answer` is the best answer of the other side to what was played, where it was thought about.
    `error` is how much of the difference may be chance.
    """

    ply: int
    seat: Seat
    played: str
    chance: float
    best: str
    best_chance: float
    line: tuple[str, ...] = ()
    proved: bool = False
    answer: str = ""
    error: float = 0.0

    @property
    def difference(self) -> float:
        """How much less of the win what was played seems to leave, 0 to 1."""
        return 0.0 if self.played == self.best else max(0.0, self.best_chance - self.chance)

    @property
    def loss(self) -> float:
        """How much of the win was given away, 0 to 1: the difference, less what of it may be chance."""
        return max(0.0, self.difference - self.error)

    @property
    def mark(self) -> Mark | None:
        """The mark of the decision, None for a good one. A proved win that was missed is an inaccuracy at least."""
        missed = self.proved and self.best_chance >= 1.0 and self.loss > 0.0
        return mark_of(self.loss) or (Mark.INACCURACY if missed else None)

    @property
    def turns(self) -> bool:
        """Whether it is a turning point of the game: a mistake or a blunder."""
        return self.mark in {Mark.MISTAKE, Mark.BLUNDER}


Thoughts = Mapping[int, Thought]
"""Thoughts by the number of the decision they are about."""


def judged(
    match: Match, made: Sequence[Decision], thoughts: Thoughts, heard: Heard | None = None
) -> tuple[Judgement, ...]:
    """Judge decisions by the thoughts about them; decisions without a thought are left out.

    So is, where cards are hidden, what its own thought has not looked at.
    """
    bench = _Bench(match, made, thoughts, heard or {})
    return tuple(bench.judge(at) for at, one in enumerate(made) if bench.known(one))


def second_looks(
    match: Match, made: Sequence[Decision], thoughts: Thoughts, heard: Heard | None = None
) -> dict[int, tuple[SecondLook, ...]]:
    """Give what has to be thought about in the next round, by decision; nothing once all is known.

    These are the decisions that seem to deserve a mark by all that was heard. What is proved is not asked again.
    """
    bench = _Bench(match, made, thoughts, heard or {})
    places = {one.ply: at for at, one in enumerate(made)}
    wanted = (one for one in judged(match, made, thoughts, heard) if not one.proved)
    doubtful = (one for one in wanted if mark_of(one.difference - (one.error and DOUBT)) is not None)
    found = {one.ply: bench.asks(places[one.ply]) for one in doubtful}
    return {ply: looks for ply, looks in found.items() if looks}


class _Bench:
    """The decisions of one match, the thoughts about them, and what was heard in the rounds of their reviews."""

    def __init__(self, match: Match, made: Sequence[Decision], thoughts: Thoughts, heard: Heard) -> None:
        self.made, self.thoughts, self.heard = made, thoughts, heard
        self.game, self.sides = match.header.game, sides(match.at(0))
        self.hidden = isinstance(match.state, HasChance)
        self.open = len(self.sides) == PAIR and not self.hidden
        self.nodes = usual(thoughts.values())

    def known(self, one: Decision) -> bool:
        """Tell whether a decision can be judged."""
        thought = self.thoughts.get(one.ply)
        if thought is None or not self.hidden:
            return thought is not None
        return any(look.action == one.action for look in thought.looks)

    def judge(self, at: int) -> Judgement:
        one, best = self.made[at], self._best(at)
        played, hoped = str(one.action), self._worth(best.chance)
        found = Judgement(
            one.ply, one.seat, played, hoped, str(best.action), hoped, best.line, self._proved(at), self._answer(at)
        )
        if found.best == played:
            return found
        if Twins(one.before, one.seat).same(one.action, best.action):
            return replace(found, best=played, line=())
        review = self._review(at, best.action)
        if review is None:
            error = 0.0 if found.proved or self._sure(at) else DOUBT
            return replace(found, chance=min(hoped, self._chance(at, best)), error=error)
        left, hoped = review.played, max(review.played, review.best)
        return replace(found, chance=left, best_chance=hoped, error=review.error)

    def _proved(self, at: int) -> bool:
        return self.thoughts[self.made[at].ply].proved

    def _opinions(self, at: int) -> list[Thought]:
        """Give the thoughts about a decision in its own position: the first, and what was heard of it again."""
        ply = self.made[at].ply
        return [self.thoughts[ply], *(one for (one,) in self.heard.get(ply, ())[: 1 if self.open else None])]

    def _best(self, at: int) -> Look:
        """Give the best action: of two opinions between two sides the one that stands highest in both.

        What the next thought proves to have lost is no longer the best, whatever these opinions hoped of it.
        """
        first, *others = self._opinions(at)
        looks: Sequence[Look] = first.looks or (best_of(first),)
        if self.open and others:
            ranks = {look.action: place for place, look in enumerate(others[0].looks)}
            order = sorted(enumerate(looks), key=lambda one: one[0] + ranks.get(one[1].action, len(ranks)))
            looks = [look for _, look in order]
        if not self._lost(at):
            return looks[0]
        one = self.made[at]
        twins = Twins(one.before, one.seat)
        return next((look for look in looks if not twins.same(one.action, look.action)), looks[0])

    def asks(self, at: int) -> tuple[SecondLook, ...]:
        """Give the positions of the next round about a decision; none once there were enough."""
        one, number = self.made[at], len(self.heard.get(self.made[at].ply, ()))
        if number >= len(GROWTH):
            return ()
        nodes = self.nodes * GROWTH[number]
        if not self.open or not number:
            return (SecondLook(one.before, one.seat, nodes),)
        best = str(self._best(at).action)
        found = []
        for each in (best,) if self._sure(at) or settles(one) else (best, str(one.action)):
            later = one.before.play(each, one.seat)
            owing = later.state.active
            if not owing or owing[0] == DEALER:
                return ()
            found.append(SecondLook(later, owing[0], nodes, deeper=True))
        return tuple(found)

    def _review(self, at: int, best: Action) -> Review | None:
        """Give what was heard of a decision; None if nothing was."""
        told, first = (self._behind, 1) if self.open else (self._beside, 0)
        heard = self.heard.get(self.made[at].ply, ())[first:]
        shares = [told(at, best, one) for one in heard]
        rounds = tuple(Round(*one, size) for one, size in zip(shares, GROWTH[first:], strict=False) if one is not None)
        return Review(rounds, self._sure(at), self.game) if rounds else None

    def _behind(self, at: int, best: Action, heard: Sequence[Thought]) -> tuple[float, float]:
        """Give a round's shares from the positions after both actions, the played one's if it was asked for."""
        one = self.made[at]
        left = self._left(one, str(best), heard[0])
        if len(heard) > 1:
            return left, self._left(one, str(one.action), heard[1])
        if one.after.outcome is not None:
            return left, self.share(one.after.outcome, one.seat)
        seen = self._seen(at, self.thoughts[one.ply].looks)
        return left, seen if settles(one) else self._next(at, seen)

    def _beside(self, at: int, best: Action, heard: Sequence[Thought]) -> tuple[float, float] | None:
        """Give a round's shares from the position before, which values both actions."""
        one, looks = self.made[at], heard[0].looks
        if self.hidden and not {one.action, best} <= {look.action for look in looks}:
            return None
        hoped = self._worth(similar_chance(looks, best))
        if one.after.outcome is not None:
            return hoped, self.share(one.after.outcome, one.seat)
        seen = self._seen(at, looks)
        return hoped, seen if self.hidden or settles(one) else max(seen, self._again(at, seen))

    def _sure(self, at: int) -> bool:
        """Tell whether what was played is known to have lost or won, and is no estimate."""
        one, following = self.made[at], self._following(at)
        if one.after.outcome is not None:
            return True
        return self.open and not settles(one) and following is not None and self.thoughts[following.ply].proved

    def _lost(self, at: int) -> bool:
        """Tell whether the next thought proves that what was played lost, though a win was thought possible before."""
        one = self.made[at]
        hoped = one.after.outcome is None and self.thoughts[one.ply].chance > 0.0
        return hoped and self._sure(at) and self._next(at, 1.0) <= 0.0

    def _seen(self, at: int, looks: Sequence[Look]) -> float:
        """Give the share that looks at a decision promise what was played, or an action that is the same."""
        one = self.made[at]
        twins = Twins(one.before, one.seat)
        after = twins.after(one.action)
        same = (look.chance for look in looks if look.action == one.action or twins.after(look.action) == after)
        found = next(same, None)
        return self._worth(similar_chance(looks, one.action) if found is None else found)

    def _worth(self, chance: float) -> float:
        return win_share(self.game, chance, len(self.sides))

    def _left(self, one: Decision, text: str, thought: Thought) -> float:
        """Give the share that is left to the seat that acted, by a thought from the position after its action."""
        owing = one.before.play(text, one.seat).state.active
        return self._own(one.seat, owing[0], thought.chance) if owing else self._worth(thought.chance)

    def _own(self, seat: Seat, thinks: Seat, chance: float) -> float:
        worth = self._worth(chance)
        return worth if self._side(thinks) == self._side(seat) else 1.0 - worth

    def _chance(self, at: int, best: Look) -> float:
        """Give the share that an action other than the best left its seat."""
        one = self.made[at]
        if one.after.outcome is not None:
            return self.share(one.after.outcome, one.seat)
        if self._lost(at):
            return 0.0
        looks = self.thoughts[one.ply].looks
        for thought in self._opinions(at):
            exact = next((look for look in thought.looks[:NEAR] if look.action == one.action), None)
            if exact is not None and exact.chance >= thought.chance - ALIKE:
                return self._worth(max(exact.chance, best.chance - ALIKE))
        if self.open and not settles(one) and self._following(at) is not None:
            return self._next(at, 0.0)
        seen = self._seen(at, looks)
        if self.hidden or self.open or settles(one):
            return seen
        return max(seen, self._again(at, seen))

    def _following(self, at: int) -> Decision | None:
        """Give the next decision if it was thought about and follows at once."""
        following = self.made[at + 1] if at + 1 < len(self.made) else None
        if following is None or following.ply not in self.thoughts or following.ply != self.made[at].ply + 1:
            return None
        return following

    def _next(self, at: int, seen: float) -> float:
        """Give what the next thought leaves to the seat; if the other side thinks, it is the rest to 1."""
        following = self._following(at)
        if following is None:
            return seen
        return self._own(self.made[at].seat, following.seat, self.thoughts[following.ply].chance)

    def _answer(self, at: int) -> str:
        """Give the best answer to the action played; none where it would tell what was hidden."""
        following = None if self.hidden else self._following(at)
        if following is None or self._side(following.seat) == self._side(self.made[at].seat):
            return ""
        return str(best_of(self.thoughts[following.ply]).action)

    def _again(self, at: int, seen: float) -> float:
        """Give the seat's share at its own next turn in the same game, or `seen` if there is none."""
        one = self.made[at]
        for later in self.made[at + 1 :]:
            if later.seat == one.seat:
                return self._worth(self.thoughts[later.ply].chance) if later.ply in self.thoughts else seen
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


def best_of(thought: Thought) -> Look:
    """Give the best look of a thought, which need not be the action it chose: weaker levels choose by chance."""
    return thought.looks[0] if thought.looks else Look(thought.action, thought.chance)


def settles(one: Decision) -> bool:
    """Tell whether a decision ends one game of a match of several: points are counted then."""
    return points(one.before.state) != points(one.after)


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


def positions_before(match: Match, plies: AbstractSet[int]) -> dict[int, Match]:
    """Give, by its number from 1, the match before each of some lines of its log."""
    found, before = {}, match.at(0)
    for ply, line in enumerate(match.log, 1):
        if ply in plies:
            found[ply] = before
        before = before.play(line.text, line.seat)
    return found


def reason_for_best(before: Match, one: Judgement) -> Reason:
    """Give the reason for the best action of a judged decision; `before` is the match it was made in."""
    best = before.state.parse(one.seat, one.best)
    return reason(before, one.seat, Thought(best, (Look(best, one.best_chance, one.line),), 0, one.proved))


def turning_points(made: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """Give the turning points, in order."""
    return tuple(one for one in made if one.turns)


def marked(made: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """Give the decisions that have a mark, in order."""
    return tuple(one for one in made if one.mark is not None)


def tallies(made: Sequence[Judgement]) -> dict[Seat, Tally]:
    """Give the figures of each seat that has judged decisions, in seat order."""
    seats = sorted({one.seat for one in made})
    return {seat: tally((one.loss, one.mark) for one in made if one.seat == seat) for seat in seats}
