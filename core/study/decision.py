"""The decisions of a match that can be judged, each with the match that it is judged in.

Where a game of a match begins when the match is as good as decided, no decision of that game could gain or lose much of
it. Such a game is judged as if it were the first of its match: by the points that it brings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.bots.level import match_standing
from core.chance import HasGames
from core.game import DEALER, Action, Seat, State
from core.match.match import Match
from core.study.mark import INACCURATE
from core.study.win_share import win_share


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: its number from 1, the seat that made it, the action, the match before it, the state after it.

    The match is the one that the decision is judged in (`judged_in`).
    """

    ply: int
    seat: Seat
    action: Action
    before: Match
    after: State[Any]


def decisions(match: Match) -> tuple[Decision, ...]:
    """Give the decisions of a match that were choices of a turn: no declarations, nothing sealed, nothing of chance."""
    found, before = [], match.at(0)
    ground = before
    for ply, line in enumerate(match.log, 1):
        action = before.state.parse(line.seat, line.text)
        later = before.enter(line.seat, action)
        then = later if ground is before else ground.enter(line.seat, action)
        if line.seat in before.state.active and action.path and not before.state.sealed:
            found.append(Decision(ply, line.seat, action, ground, _after(line.seat, later, then)))
        ground = then if _number(later.state) == _number(before.state) else judged_in(later)
        before = later
    return tuple(one for one in found if one.seat != DEALER)


def judged_in(match: Match) -> Match:
    """Give the match that a game which begins now is judged in: this one, or one that begins with the game.

    It is this one as long as two sides at least have so much of the win left that it could be lost with a mark.
    """
    game, standing = match.header.game, match_standing(match.header.game)
    if standing is None or match.state.outcome is not None:
        return match
    chances = standing.chances(match.state)
    left = [win_share(game, chance, len(chances)) for chance in chances]
    if sum(round(share, 2) >= INACCURATE for share in left) > 1:
        return match
    return Match.at_position(match.game, standing.afresh(match.state).to_json())


def _after(seat: Seat, later: Match, then: Match) -> State[Any]:
    """Give the state after a decision: the real one if it wins the match, however the game would count by itself."""
    won = later.state.outcome
    return later.state if won is not None and seat in won.winners else then.state


def _number(state: State[Any]) -> int:
    """Give the number of the running game; after the end it is that of the last one."""
    return state.game_number if isinstance(state, HasGames) else 0


def sealed_count(match: Match) -> int:
    """Count the decisions of a match that are not judged because they were sealed."""
    state, count = match.at(0).state, 0
    for line in match.log:
        count += state.sealed and line.seat in state.active and line.seat != DEALER
        state = state.play(line.seat, state.parse(line.seat, line.text))
    return count
