"""The five levels of Djambi: a glance at every turn, then the round that follows it, then more rounds for the best.

Level 1 looks one turn ahead, and plays at random six times in ten unless that puts its chief in danger. Level 2 looks
one turn ahead. Level 3 looks on until its own next turn, for a few favourites. Levels 4 and 5 do so for most turns, and
look further for the best. Two remaining players search each other's answers (`core.games.djambi.bot.duel_search`). A
level is a number of positions, so the same match, seat and seed give the same thought.

With a stance (`Budget.stance`) the others' chances, blows and promises count too; nothing more is looked at.

`clincher` finds a win in one turn: wherever one is possible it tries every turn, so that it misses none (§11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple, cast

from core.bots.bot import LOOKS, Budget, Look, Thought, walk
from core.game import Seat
from core.games.djambi.bot.candidate import ALL, TurnCandidate, action, aims, follow, strokes
from core.games.djambi.bot.chief_danger import chief_at_risk
from core.games.djambi.bot.duel_search import DuelSearch
from core.games.djambi.bot.lookahead import Branch, Lookahead, TurnCost, Values, roots
from core.games.djambi.bot.win_chance import chances
from core.games.djambi.rules.action import Action
from core.games.djambi.rules.board import CORPSE, NECROMOBILE, code
from core.games.djambi.rules.field import NOBODY
from core.games.djambi.rules.path import Cells
from core.games.djambi.rules.state import State
from core.match.match import Match

DOUBLE = 2
"""How many rivals one turn can put out: an assassin leaves power, or a death walls in another chief."""

DIGGERS = 2
"""How many necromobiles one turn can kill; without them the world may be partitioned."""


def clincher(state: State, stop: Callable[[], bool]) -> TurnCandidate | None:
    """Give a turn that wins at once, or None if there is none; `stop` ends the search early."""
    if state.turn is None or not near(state):
        return None
    player = state.turn.player
    for tried, stroke in enumerate(_all(state)):
        over = follow(state, stroke).outcome
        if over is not None and over.winners == (player,):
            return stroke
        if not tried & 15 and stop():
            return None
    return None


def _all(state: State) -> Iterator[TurnCandidate]:
    for aim in aims(state):
        yield from strokes(aim.mover, aim.to, ALL)


def near(state: State) -> bool:
    """Tell whether one turn could end the match: few rivals are left, or few necromobiles."""
    field = state.field
    rivals = [colour for colour in field.active if state.turn is not None and colour != state.turn.player]
    if len(rivals) < DOUBLE:
        return True
    diggers = sum(code(colour, NECROMOBILE) in field.cells for colour in range(len(field.status)))
    if diggers <= DIGGERS and field.cells.count(CORPSE) >= DIGGERS:
        return True
    return len(rivals) == DOUBLE and any(_cornered(state, rival) for rival in rivals)


def _cornered(state: State, colour: int) -> bool:
    """Tell whether a chief is in power, or has at most two free cells beside it: a turn may fill both."""
    lattice = state.rules.board.lattice
    chief = state.field.chief(colour)
    free = sum(not state.field.cells[cell] for cell in lattice.steps[chief])
    return chief in (NOBODY, lattice.centre) or free <= DOUBLE


class Stage(NamedTuple):
    """A look ahead after the `keep` best until one's own turn comes the `rounds`-th time, `breadth` turns each."""

    rounds: int
    keep: int
    breadth: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How far a level thinks.

    It looks at `nodes` positions in all. It tries `places` for each victim and `wide` more for the best. `folly` is how
    often it plays at random.
    """

    nodes: int
    places: int
    wide: int
    stages: tuple[Stage, ...] = ()
    folly: float = 0.0


PLANS = {
    1: Plan(400, 1, 0, folly=0.6),
    2: Plan(700, 2, 3),
    3: Plan(3000, 2, 4, (Stage(1, 10, 1),)),
    4: Plan(3000, 3, 5, (Stage(1, 40, 1), Stage(2, 8, 1))),
    5: Plan(70000, 10, 20, (Stage(1, 100, 3), Stage(2, 40, 3), Stage(3, 14, 2), Stage(4, 6, 2))),
}

SQUARE = 81
"""The number of cells of the board that the plans were made for."""

DUEL = 2
"""This many players make a duel."""

GRUDGE = 0.3
"""How much a rival dislikes the chance of the thinking seat."""

RULER_GRUDGE = 1.5
"""The same while the thinking seat is in power: all are against the king."""

TRIES = 6
"""How many random turns are drawn to find one that leaves the chief out of danger."""


def think(match: Match, seat: Seat, level: int, rng: Random, budget: Budget) -> Thought:
    """Think for `seat` as far as the level goes; raise `IllegalAction` if it has nothing to decide."""
    return ponder(cast("State", match.state), seat, PLANS[level], rng, budget)


def ponder(state: State, seat: Seat, plan: Plan, rng: Random, budget: Budget) -> Thought:
    """Think about a state as planned."""
    spare = stray(state, seat, rng)
    most = measure(state, plan) if budget.nodes is None else budget.nodes
    if most <= 0 or budget.stop():
        return Thought(spare, (Look(spare, 1.0 / len(state.field.active)),), 0)
    if rng.random() < plan.folly:
        spare = _careful(state, seat, rng, spare)
        if not chief_at_risk(state.play(seat, spare), seat):
            return Thought(spare, (Look(spare, 1.0 / len(state.field.active)),), 1)
    outlook = _outlook(state, seat, replace(budget, nodes=most))
    winning = None if plan.folly else clincher(state, budget.stop)
    if winning is not None and not (outlook.toll and outlook.toll.forbids(state, follow(state, winning))):
        return _won(state, winning, spare)
    branches = roots(outlook, state, rng, plan.places, plan.wide)
    if not branches:
        return Thought(spare, (Look(spare, chances(state, outlook.worth)[seat]),), outlook.nodes)
    if plan.stages and len(state.field.active) == DUEL and not (outlook.toll and outlook.toll.binds(seat, state.field)):
        duel = DuelSearch(seat, replace(budget, nodes=most), outlook.nodes)
        duel.deepen(branches)
        return _told(outlook, state, branches[: budget.looks], spare, duel.nodes)
    alike = len(branches)
    for stage in _stages(plan, budget.looks):
        alike = _stage(outlook, state, branches, stage) or alike
    told = budget.looks if outlook.toll is None else min(budget.looks, alike)
    return _told(outlook, state, branches[:told], spare, outlook.nodes)


def _stages(plan: Plan, looks: int) -> tuple[Stage, ...]:
    """Give the stages of a plan; where more looks than usual are asked for, the first stage takes as many.

    An action that was only glanced at would seem as good as the favourites that were followed to their end.
    """
    if looks <= LOOKS or not plan.stages:
        return plan.stages
    return plan.stages[0]._replace(keep=max(plan.stages[0].keep, looks)), *plan.stages[1:]


def _outlook(state: State, seat: Seat, budget: Budget) -> Lookahead:
    """Begin to look ahead, with or without a stance."""
    grudge = RULER_GRUDGE if state.field.king == seat else GRUDGE
    stance, seats = budget.stance, range(len(state.field.status))
    if stance is None:
        return Lookahead(seat, tuple([float(each == seat) for each in seats]), (grudge,) * len(seats), budget)
    grudges = tuple([grudge * malice for malice in stance.malice])
    return Lookahead(seat, stance.weights, grudges, budget, TurnCost(stance, state))


def measure(state: State, plan: Plan) -> int:
    """Give the positions of a plan, fewer on the largest board, where each takes longer."""
    return plan.nodes * SQUARE // max(SQUARE, len(state.field.cells))


def stray(state: State, seat: Seat, rng: Random) -> Action:
    """Give a random legal action; raise `IllegalAction` if the seat has nothing to decide."""
    return cast("Action", walk(state, seat, rng))


def _careful(state: State, seat: Seat, rng: Random, spare: Action) -> Action:
    """Draw random turns until one leaves the chief out of danger."""
    for _ in range(TRIES):
        if not chief_at_risk(state.play(seat, spare), seat):
            break
        spare = stray(state, seat, rng)
    return spare


def _stage(outlook: Lookahead, state: State, branches: list[Branch], stage: Stage) -> int:
    """Look a number of rounds ahead after each of the best branches, and sort those looked at anew.

    Give how many they were.
    """
    if outlook.spent():
        return 0
    seat = outlook.seat
    depth = (turns_between(state) + 1) * stage.rounds - 1
    done: list[Branch] = []
    for branch in branches[: stage.keep]:
        values, line, dues = branch.values, branch.line, branch.dues
        if branch.state.outcome is None:
            values, line, dues = outlook.look(branch.state, max(1, depth), stage.breadth)
            values = _between(branch.values, values) if stage.rounds > 1 else values
        if outlook.spent():
            break
        done.append(Branch(branch.path, branch.state, values, line, branch.toll, dues))
    done.sort(key=lambda branch: -outlook.liking(seat, branch))
    branches[: len(done)] = done
    return len(done)


def _between(one: Values, other: Values) -> Values:
    """Give the middle between a nearer and a farther look: both err, but seldom alike."""
    return tuple([(near + far) / 2 for near, far in zip(one, other, strict=True)])


def turns_between(state: State) -> int:
    """Count the turns of others before the player to move has their own seat's turn again."""
    assert state.turn is not None
    player = state.turn.player
    coming = state.upcoming(2 * len(state.field.status))[1:]
    return next((count for count, turn in enumerate(coming) if turn.player == turn.seat == player), len(coming))


def _won(state: State, stroke: TurnCandidate, spare: Action) -> Thought:
    chosen = action(state, stroke.path) or spare
    return Thought(chosen, (Look(chosen, 1.0),), 1, proved=True)


def _told(outlook: Lookahead, state: State, branches: list[Branch], spare: Action, nodes: int) -> Thought:
    """Turn branches into looks, the best first."""
    looks, seat = [], outlook.seat
    for branch in branches:
        found = action(state, branch.path)
        if found is not None:
            chance = branch.values[seat]
            leaning = outlook.good(seat, branch.values) - chance + branch.dues
            looks.append(Look(found, min(1.0, chance), _line(branch.state, branch.line), leaning))
    chosen = looks[0].action if looks else spare
    return Thought(chosen, tuple(looks), nodes)


def _line(state: State, line: tuple[Cells, ...]) -> tuple[str, ...]:
    """Write what should follow, up to the first skipped turn."""
    texts: list[str] = []
    for path in line:
        found = action(state, path) if path and state.turn is not None else None
        if found is None or state.turn is None:
            break
        texts.append(str(found))
        state = state.play(state.turn.player, found)
    return tuple(texts)
