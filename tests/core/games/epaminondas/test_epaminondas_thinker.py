"""The five levels of Epaminondas: legal, repeatable, within their budget, and right where the truth is known."""

from __future__ import annotations

from random import Random

import pytest

from core import bots
from core.bots.bot import Budget, Thought
from core.fault import IllegalAction
from core.game import Seat
from core.games.epaminondas.bot.search_limit import PROVED, NodeCounter
from core.games.epaminondas.bot.search_position import SearchPosition
from core.games.epaminondas.bot.thinker import RootSearch, think
from core.games.epaminondas.rules.state import State
from core.match.match import Match
from tests.core.support.epaminondas_anchor import choose
from tests.core.support.positions.epaminondas_positions import GAME, play, start

FEW = Budget(400)
BOARDS = [
    ({}, 30),
    ({"size": "8x8", "ranks": "3"}, 12),
    ({"size": "4x4", "ranks": "1"}, 2),
    ({"size": "2x3", "ranks": "1", "symmetry": "move"}, 1),
    ({"size": "5x6", "ranks": "1", "symmetry": "move", "repetition": "2"}, 4),
    ({"size": "3x9", "ranks": "4", "symmetry": "off", "repetition": "0"}, 3),
]


def standing(match: Match) -> State:
    """Give the state of a match."""
    assert isinstance(match.state, State)
    return match.state


def wandered(options: dict[str, str], plies: int, seed: int = 1) -> Match:
    """Play a match at random for some plies, or till one before its end."""
    rng = Random(seed)
    match = Match.new(GAME, options)
    for _ in range(plies):
        following = match.enter(match.mover(), standing(match).wander(rng))
        if following.state.outcome is not None:
            break
        match = following
    return match


def thought(match: Match, level: int, seed: int = 1, budget: Budget = FEW) -> Thought:
    """Let a level think for the side to move."""
    return think(match, match.mover(), level, Random(seed), budget)


@pytest.mark.parametrize(("options", "plies"), BOARDS)
@pytest.mark.parametrize("level", range(1, 6))
def test_a_thought_is_legal_and_the_same_again(options: dict[str, str], plies: int, level: int) -> None:
    """Every move looked at is legal, all legal ones are, the best first; the same seed gives the same thought."""
    match = wandered(options, plies)
    one, other = thought(match, level), thought(match, level)
    assert one == other
    assert {look.action for look in one.looks} == set(match.state.legal(match.mover()))
    assert one.action in {look.action for look in one.looks}
    chances = [look.chance for look in one.looks]
    assert chances == sorted(chances, reverse=True)
    assert one.chance == chances[0]
    for look in one.looks[:3]:
        after = match.enter(match.mover(), look.action)
        for text in look.line:
            after = after.play(text)


def test_the_levels_are_found() -> None:
    """The game is played at all levels; who has nothing to decide is told so."""
    assert {"1", "2", "3", "4", "5"} <= set(bots.of("epaminondas"))
    match = Match.new(GAME, {"size": "4x4", "ranks": "1"})
    assert bots.find("2").choose(match, Seat(0), Random(1), Budget()) in set(match.state.legal(Seat(0)))
    with pytest.raises(IllegalAction, match="nothing to decide"):
        think(match, Seat(1), 3, Random(1), Budget())


def test_stop_and_budget_end_a_thought() -> None:
    """Told to stop, a level plays what it knows; told how many positions, it looks at no more."""
    match = wandered({}, 20)
    moves = len(list(match.state.legal(match.mover())))
    for level in range(1, 6):
        assert thought(match, level, budget=Budget(stop=lambda: True)).nodes == moves
        assert thought(match, level, budget=Budget(0)).nodes == moves
        assert thought(match, level, budget=Budget(moves + 50)).nodes <= moves + 50
    calls = iter([False, False])
    assert thought(match, 5, budget=Budget(stop=lambda: next(calls, True))).nodes < moves + 200


def truth(state: State, depth: int) -> int:
    """Search all moves by the rules alone: 1 for a sure win of the side to move, -1 for a sure loss, else 0."""
    if state.outcome is not None:
        return 0 if not state.outcome.winners else 1 if state.outcome.winners[0] == state.mover else -1
    if depth == 0:
        return 0
    best = -1
    for action in state.legal(Seat(state.mover)):
        best = max(best, -truth(state.play(Seat(state.mover), action), depth - 1))
        if best == 1:
            break
    return best


def scattered(options: dict[str, str], pieces: int, seed: int) -> Match:
    """Set up a position with some pieces of each side here and there, that is not decided yet."""
    rng = Random(seed)
    board = start(**options).rules.board
    while True:
        cells = ["."] * len(board.names)
        for at, square in enumerate(rng.sample(range(len(cells)), 2 * pieces)):
            cells[square] = "WB"[at % 2]
        text = ["".join(cells[at : at + board.columns]) for at in range(0, len(cells), board.columns)]
        match = Match.at_position(GAME, {"board": text, "to_move": rng.choice(["white", "black"]), "options": options})
        if match.state.outcome is None:
            return match


def test_no_level_loses_at_once_where_it_need_not() -> None:
    """After the move of any level the other side has not won yet, if there was such a move."""
    found = 0
    for seed in range(60):
        match = scattered({"size": "4x5", "ranks": "1"}, 4, seed)
        mover = match.mover()
        after = {action: match.enter(mover, action).state.outcome for action in match.state.legal(mover)}
        lost = {action for action, outcome in after.items() if outcome is not None and mover not in outcome.winners}
        if 0 < len(lost) < len(after):
            found += 1
            assert not lost & {thought(match, level, seed).action for level in (1, 2)}
    assert found > 10


@pytest.mark.parametrize("options", [{"size": "4x4", "ranks": "1"}, {"size": "4x5", "ranks": "1", "symmetry": "off"}])
def test_a_win_in_one_is_never_missed(options: dict[str, str]) -> None:
    """From level 2 on a move is played that wins whatever the other side answers, where there is one."""
    found = 0
    for seed in range(60):
        match = scattered(options, 3, seed)
        if truth(standing(match), 2) == 1:
            found += 1
            for level in (2, 3, 4, 5):
                told = thought(match, level, seed, Budget(60))
                assert told.proved
                assert told.chance == 1
                assert truth(standing(match.enter(match.mover(), told.action)), 1) == -1
    assert found > 4


def test_what_is_proved_is_true() -> None:
    """A proof never contradicts a plain search; what a plain search of four moves knows, level 5 knows."""
    found = 0
    for seed in range(16):
        match = scattered({"size": "3x4", "ranks": "1", "repetition": "0"}, 2, seed)
        value, told = truth(standing(match), 4), thought(match, 5, budget=Budget(800))
        if value:
            found += 1
            assert told.proved
            assert told.chance == (value + 1) / 2
    assert found > 2


Key = tuple[bytes, int]


def key(state: State) -> Key:
    """Give what a position hangs on where nothing is counted."""
    return state.cells, state.mover


def closure(states: list[State]) -> tuple[dict[Key, list[Key]], dict[Key, int]]:
    """Give all positions that can come of some, each with those that follow it at once; and the values of the ends."""
    following: dict[Key, list[Key]] = {}
    ends: dict[Key, int] = {}
    while states:
        state = states.pop()
        if key(state) not in following:
            after = [state.play(Seat(state.mover), action) for action in state.legal(Seat(state.mover))]
            following[key(state)] = [key(each) for each in after]
            if state.outcome is not None:
                ends[key(state)] = truth(state, 0)
            states += after
    return following, ends


def solved(following: dict[Key, list[Key]], values: dict[Key, int]) -> dict[Key, int]:
    """Give every position's value for the side to move, from the ends backwards; none where play never ends."""
    while True:
        fresh = {}
        for each, after in following.items():
            if each not in values:
                known = [values.get(then, 0) for then in after]
                if -1 in known or min(known) == 1:
                    fresh[each] = 1 if -1 in known else -1
        if not fresh:
            return values
        values |= fresh


def test_level_five_plays_the_solved_value() -> None:
    """On a board solved whole it keeps the value of the position with every move."""
    matches = [scattered({"size": "2x4", "ranks": "1", "repetition": "0"}, 2, seed) for seed in range(40)]
    states = [standing(match) for match in matches]
    values = solved(*closure(states[:]))
    kinds = set()
    for match, state in zip(matches, states, strict=True):
        value = values.get(key(state), 0)
        kinds.add(value)
        told = thought(match, 5, budget=Budget(1000))
        assert -values.get(key(standing(match.enter(match.mover(), told.action))), 0) == value
        assert not told.proved or told.chance == (value + 1) / 2
    assert kinds == {-1, 0, 1}


def test_the_anchor_plays() -> None:
    """What strength is measured against plays legal moves, and takes what it can."""
    state = play(start(size="8x8"), "2.4.2N2", "7.4.2S2")
    action = choose(state, Random(1))
    assert state.is_legal(Seat(0), action)
    field = SearchPosition(state)
    assert RootSearch(field, NodeCounter(0, lambda: False)).candidates[0].score < PROVED
