"""Moments of one's own: the worst decision of a player in a game, to be found better a second time.

A moment becomes a lesson in the form of the games' lesson files (`core.study.lesson`). Every action that loses less
than an inaccuracy is a right answer.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from core.bots.bot import Look, Thought
from core.chance import HasChance
from core.game import DEALER, Seat
from core.match.match import Match
from core.study.mark import mark_of
from core.study.review import Twins
from core.study.turning_point import PAIR, Judgement
from core.study.win_share import win_share
from core.tournament.pairing import sides

TRIED = 12
"""How many of the best actions are looked at once more, each from the position after it."""

HINTS = ("why", "where", "typed")
"""The hints of a moment, from the least that helps to the whole action."""

Texts = Mapping[str, str]
"""A text by language."""


def worst(made: Iterable[Judgement], seats: Collection[Seat]) -> Judgement | None:
    """Give the decision of some seats that lost most, the first of equals; None if none of theirs has a mark."""
    found = [one for one in made if one.seat in seats and one.mark is not None]
    return max(found, key=lambda one: one.loss, default=None)


def looked_behind(before: Match, one: Judgement, thought: Thought) -> dict[str, tuple[Match, Seat]]:
    """Give, by action, the positions to think about before it is known which of the best actions are good enough.

    These are for two sides without hidden cards; elsewhere the `thought` about the decision says all there is.
    """
    if isinstance(before.state, HasChance) or len(sides(before.at(0))) != PAIR:
        return {}
    found = {}
    for look in thought.looks[:TRIED]:
        later = before.play(str(look.action), one.seat)
        owing = later.state.active
        if str(look.action) not in {one.played, one.best} and owing and owing[0] != DEALER:
            found[str(look.action)] = later, owing[0]
    return found


def answers(before: Match, one: Judgement, thought: Thought, behind: Mapping[str, Thought]) -> tuple[str, ...]:
    """Give the actions that lose less than an inaccuracy, the best first; never what was played, or what is the same.

    `thought` is about the decision, `behind` about the positions of `looked_behind`. What is the same as a good action
    is as good.
    """
    read, twins = before.state.parse, Twins(before, one.seat)
    bad, good = twins.after(read(one.seat, one.played)), {twins.after(read(one.seat, one.best))}
    found = [one.best]
    for look in thought.looks:
        text, after = str(look.action), twins.after(look.action)
        if text == one.best or after == bad:
            continue
        if after in good or _good_enough(before, one, look, behind):
            good.add(after)
            found.append(text)
    return tuple(found)


def _good_enough(before: Match, one: Judgement, look: Look, behind: Mapping[str, Thought]) -> bool:
    """Tell whether an action loses less than an inaccuracy, as far as anybody can tell."""
    teams, text = sides(before.at(0)), str(look.action)
    side = next(team for team in teams if one.seat in team)
    if behind and text not in behind:
        return False
    left = win_share(before.header.game, behind[text].chance if behind else look.chance, len(teams))
    if behind and before.play(text, one.seat).state.active[0] not in side:
        left = 1.0 - left
    return mark_of(max(0.0, one.best_chance - left - one.error)) is None


def entry(before: Match, one: Judgement, right: Sequence[str], told: Mapping[str, Texts]) -> dict[str, Any]:
    """Give the entry of a lesson file: the position as its seat saw it, and the task to find better.

    `told` are its texts by language: `title`, `task`, `done`, and the `HINTS`; one that says nothing is left out.
    """
    hints = {tongue: [told[one][tongue] for one in HINTS if told[one][tongue]] for tongue in told["typed"]}
    step = {
        "goal": {"moves": list(right)},
        "solution": one.best,
        "task": dict(told["task"]),
        "hints": hints,
        "done": dict(told["done"]),
    }
    seen = before.seen_by(one.seat)
    position = json.loads(json.dumps(seen.state.to_json()))
    name = f"{before.digest()[:16]}-{one.seat}"
    return {
        "name": name,
        "title": dict(told["title"]),
        "position": position,
        "seat": before.names[one.seat],
        "step": [step],
    }
