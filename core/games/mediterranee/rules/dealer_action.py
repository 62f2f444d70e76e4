"""Chance in a position: what the dealer may do, what follows, and which draws and turns are next (§13)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core.chance import Draw, Lot, Shuffle
from core.fault import IllegalAction, sentence
from core.game import Seat, Turn
from core.games.mediterranee.cards.card_face import ZERO
from core.games.mediterranee.rules import action as words
from core.games.mediterranee.rules.action import Action, Word
from core.games.mediterranee.rules.phase import Phase
from core.games.mediterranee.rules.turn import next_seat

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State

OwedChance = tuple[int, int]
"""A seat, and how many cards it draws in a turn."""

NOTHING_OWED = sentence("There is nothing to deal now.")


def action(state: State, outcome: int | None) -> Action:
    """Give the dealer's action for the owed chance; raise `IllegalAction` if nothing is owed."""
    owed = state.owed
    if isinstance(owed, Shuffle):
        return words.talon(state.cards.size(owed))
    if isinstance(owed, Lot):
        return words.packs(outcome or 0)
    if isinstance(owed, Draw):
        return words.drawn(state.rules.names[owed.seat], outcome)
    raise IllegalAction(NOTHING_OWED)


def shut(state: State) -> Action | None:
    """Give the action that closes the talon, if a draw is owed and some seat has left the game."""
    gone = state.absent or state.cards.lost
    return words.shut() if gone and isinstance(state.owed, Draw) else None


def setting_up(state: State) -> bool:
    """Tell whether the first turn is still to come."""
    return state.phase in {Phase.SPECIAL, Phase.PLACE}


def coming(state: State, count: int) -> tuple[Draw, ...]:
    """Give the next draws, the owed one first, as far as the current talon goes."""
    if state.outcome is not None:
        return ()
    turns = _turns(state.rules.draws, -1 if setting_up(state) else state.seat, state.cards.lost, state.absent)
    return state.cards.coming(count, (state.seat, state.draws), turns)


@lru_cache(256)
def _turns(draws: tuple[int, ...], last: int, lost: tuple[int, ...], absent: tuple[int, ...]) -> tuple[OwedChance, ...]:
    """Give who draws how many cards in a turn, starting with the seat after `last`."""
    players = len(draws)
    seats = [at % players for at in range(last + 1, last + players + 1)]
    return tuple((seat, draws[seat]) for seat in seats if seat not in lost and seat not in absent)


def unproved(state: State, seat: int, done: Action) -> tuple[int, ...]:
    """Give the faces, ascending, that an action plays from the seat's hidden cards; zeros are never hidden."""
    if done.word not in {Word.CARDS, Word.PAY} or not 0 <= seat < state.rules.players:
        return ()
    return state.cards.hands[seat].unproved(tuple(face for face in done.faces if face != ZERO))


def upcoming(state: State, count: int) -> tuple[Turn, ...]:
    """Give the next turns; during a combat, the first one is the attacker's decision."""
    if state.outcome is not None:
        return ()
    now = state.seat if state.owed is not None else state.active[0]
    seats = [now]
    last = state.seat
    while len(seats) < count:
        last = next_seat(state, last)
        seats.append(last)
    return tuple(Turn(Seat(seat), Seat(seat)) for seat in seats[:count])
