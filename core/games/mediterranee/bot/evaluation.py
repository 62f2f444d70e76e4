"""What a position is worth to each seat, for bots, as far as it is known: pieces, ways to capitals, cards, combats."""

from __future__ import annotations

from bisect import bisect_left

from core.games.mediterranee.board.chart import FAR, lanes, roads
from core.games.mediterranee.board.piece import BOAT, GONE, KINDS
from core.games.mediterranee.cards.card_state import Cards
from core.games.mediterranee.rules.combat import Battle, Verdict, total
from core.games.mediterranee.rules.movement import Board
from core.games.mediterranee.rules.ruleset import Rules
from core.games.mediterranee.rules.state import State
from core.games.mediterranee.rules.turn import holds, occupied, standing

WIN = 1000.0
"""The worth of a won game; a lost game has the opposite worth."""

PIECE = {"E": 14.0, "C": 14.0, "F": 10.0, "B": 11.0}
"""The worth of a piece."""

STEP = 0.6
"""What a piece loses for each step between it and the nearest enemy capital."""

LONGEST = 8
"""The number of steps beyond which it loses nothing more."""

CAPITAL = 12.0
"""The worth of an occupied enemy capital."""

BOTH = 60.0
"""The additional worth of both."""

POINT = 0.35
"""The worth of a point in the hand."""

SPECIAL = 4.0
"""The worth of an unplayed special card."""


def evaluate(state: State) -> tuple[float, ...]:
    """Give the worth of a position for each seat; partners have the same."""
    rules = state.rules
    if state.outcome is not None:
        winners = state.outcome.winners
        return tuple((WIN if seat in winners else -WIN if winners else 0.0) for seat in range(rules.players))
    worth = [army(rules, state.board, side) + held(state, side) + hands(rules, state.cards, side) for side in (0, 1)]
    if state.battle is not None:
        stake = fighting(state.cards, state.battle)
        side = rules.sides[state.battle.seats[0]]
        worth[side] += stake
        worth[1 - side] -= stake
    return tuple(worth[side] for side in rules.sides)


def army(rules: Rules, board: Board, side: int) -> float:
    """Weigh the pieces of a side by kind and by distance to the nearest enemy capital."""
    enemies = [state for state, team in enumerate(rules.teams) if team != side]
    worth = 0.0
    for piece in rules.forces[side]:
        city = board.at[piece]
        if city == GONE:
            continue
        tables = lanes if KINDS[piece] == BOAT else roads
        near = min(tables(rules.chart, state)[city] for state in enemies)
        worth += PIECE[KINDS[piece]] - STEP * (LONGEST if near == FAR else min(near, LONGEST))
    return worth


def held(state: State, side: int) -> float:
    """Weigh the enemy capitals that a side occupies, and its special cards."""
    rules, stand = state.rules, standing(state)
    taken = [own for own, team in enumerate(rules.teams) if team != side and occupied(stand, rules.teams, own)]
    cards = sum(state.specials[seat].bit_count() for seat, own in enumerate(rules.sides) if own == side)
    return CAPITAL * len(taken) + (BOTH if holds(stand, rules.teams, side) else 0.0) + SPECIAL * cards


def hands(rules: Rules, cards: Cards, side: int) -> float:
    """Weigh the hands of a side: known cards by their faces, unknown ones by the mean of what they can be."""
    points = 0.0
    for seat, own in enumerate(rules.sides):
        if own == side and seat not in cards.lost:
            hand, unseen = cards.hands[seat], cards.unseen(seat)
            points += sum(hand.located) + hand.unknown * sum(unseen) / max(len(unseen), 1)
    return POINT * points


def fighting(cards: Cards, battle: Battle) -> float:
    """Weigh a combat for the attacker: the pieces at stake, and how likely the cards decide it for each side."""
    if battle.verdict is Verdict.PARTED:
        return 0.0
    chances = [beaten(cards, battle, at) for at in (0, 1)]
    won, lost = (chances[1], chances[0])
    mine, theirs = (PIECE[kind] for kind in battle.kinds)
    return won * theirs - lost * mine


def beaten(cards: Cards, battle: Battle, at: int) -> float:
    """Estimate how likely a side loses, over all that both may put down or the cards already on the table."""
    mine, theirs = sorted(_totals(cards, battle, at)), _totals(cards, battle, 1 - at)
    below = sum(bisect_left(mine, other) for other in theirs)
    return below / (len(mine) * len(theirs))


def _totals(cards: Cards, battle: Battle, at: int) -> list[int]:
    """Give what the cards of a side are worth: those on the table, or each choice it may have."""
    laid = battle.table[at]
    choices = [laid] if laid is not None else cards.plays(battle.seats[at], battle.sizes[at])
    return [total(battle.kinds[at], battle.kinds[1 - at], faces) for faces in choices]
