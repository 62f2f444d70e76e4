"""Before the first turn: special cards and placement, also for absent seats (§4, §5; R7, R8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fast_dataclass import fast_replace
from core.games.mediterranee.board.city_set import members
from core.games.mediterranee.board.piece import BOAT, GONE, KINDS, PIECES, STATE
from core.games.mediterranee.cards.card_state import Cards
from core.games.mediterranee.rules.movement import Board
from core.games.mediterranee.rules.phase import BOTH, SEDITION, TREASON, Phase
from core.games.mediterranee.rules.ruleset import Rules
from core.games.mediterranee.rules.turn import begin, owing

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State


def cards(rules: Rules) -> Cards:
    """Give the cards before the first talon is shuffled (§4; R6)."""
    return Cards.opening(map(len, rules.seats), rules.sides, match=rules.match, more=rules.more)


def empty() -> Board:
    """Give the board before anything is placed."""
    return Board((GONE,) * PIECES, (0, 0))


def specials(rules: Rules) -> tuple[int, ...]:
    """Give the special cards at the start: both for a player of two states, none yet for the others (R7)."""
    return tuple(BOTH if len(states) > 1 else 0 for states in rules.seats)


def begun(state: State) -> State:
    """Give the state with the first thing to do: a choice, a placement, or the first turn of a fixed array (§13)."""
    if not state.rules.array:
        return owing(go_on(state))
    for chooser in state.rules.choosers:
        state = took(state, chooser, TREASON)
    board = state.board
    for piece in sorted(piece for force in state.rules.forces for piece in force):
        board = board.gone_to(piece, state.rules.teams[STATE[piece]], state.rules.array[piece])
    return begin(state, board, 0)


def go_on(state: State) -> State:
    """Give the state with the next seat that has to choose or place, or the first turn; absent seats are served."""
    rules = state.rules
    for chooser in rules.choosers:
        if not state.specials[chooser]:
            if chooser not in state.absent:
                return fast_replace(state, seat=chooser, phase=Phase.SPECIAL)
            state = took(state, chooser, TREASON)
    for seat in range(rules.players):
        while (piece := following(state, seat)) != GONE:
            if seat not in state.absent:
                return fast_replace(state, seat=seat, phase=Phase.PLACE)
            state = put(state, piece, members(room(state, piece))[0])
    first = next(seat for seat in range(rules.players) if seat not in state.absent)
    return begin(state, state.board, first)


def took(state: State, seat: int, special: int) -> State:
    """Give the state after a seat took a special card; its partner gets the other one (R7)."""
    other = next(each for each in state.rules.partners(seat) if each != seat)
    given = {seat: special, other: BOTH & ~special}
    assert special in {TREASON, SEDITION}
    return fast_replace(state, specials=tuple(given.get(each, held) for each, held in enumerate(state.specials)))


def following(state: State, seat: int) -> int:
    """Give the next piece that a seat has to place; `GONE` if all are placed (R8)."""
    at = state.board.at
    return next((piece for piece in state.rules.armies[seat] if at[piece] == GONE), GONE)


def room(state: State, piece: int) -> int:
    """Give the cities where a piece may be placed: free ones of its state, and ports for boats (§5)."""
    chart, board = state.rules.chart, state.board
    free = chart.home[STATE[piece]] & ~board.held[0] & ~board.held[1]
    return free & chart.ports if KINDS[piece] == BOAT else free


def put(state: State, piece: int, city: int) -> State:
    """Give the state with a piece placed."""
    side = state.rules.teams[STATE[piece]]
    return fast_replace(state, board=state.board.gone_to(piece, side, city))
