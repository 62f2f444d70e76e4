"""Forced wins, proved by the rules alone: the search tries every answer of the others, in any game.

It works for games with full information and one decision at a time. Wins are counted in the winner's own turns: a win
in one needs one action, whatever the answer (a crossing in Epaminondas wins after the answer).

`perft` counts the sequences that the rules allow up to a depth, the figure by which implementations are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.chance import Dealer
from core.game import DEALER, Action, Seat, State

MOST = 20_000
"""The positions of a search that is short enough to wait for."""

ANSWERS = 3
"""After this many turns of others in a row a win counts as not forced: a side that holds on so long has escaped."""


class TooLong(Exception):
    """The positions allowed were not enough."""


class ForcedWinSearch:
    """A search for forced wins of `seat`, limited to `most` positions (None: no limit)."""

    def __init__(self, seat: Seat, most: int | None = None) -> None:
        """Begin with no position looked at."""
        self.seat = seat
        self.most = most
        self.looks = 0

    def forced(self, state: State[Any], wins: int, answers: int = ANSWERS) -> bool:
        """Tell whether the seat wins from here in at most `wins` turns of its own; raise `TooLong`.

        `answers` is how many times in a row the others may still answer.
        """
        if state.outcome is not None:
            return state.outcome.winners == (self.seat,)
        mover = state.active[0]
        if mover == self.seat:
            return wins > 0 and any(self.forced(after, wins - 1) for _, after in self._following(state, mover))
        return answers > 0 and all(self.forced(after, wins, answers - 1) for _, after in self._following(state, mover))

    def keys(self, state: State[Any], wins: int) -> Iterator[Action]:
        """Give every legal action of the seat that wins in at most `wins` turns; raise `TooLong`."""
        return (action for action, after in self._following(state, self.seat) if self.forced(after, wins - 1))

    def escapes(self, state: State[Any], wins: int) -> Iterator[Action]:
        """Give the other side's answers after which the seat no longer wins in `wins` turns; raise `TooLong`."""
        mover = state.active[0]
        return (action for action, after in self._following(state, mover) if not self.forced(after, wins))

    def _following(self, state: State[Any], mover: Seat) -> Iterator[tuple[Action, State[Any]]]:
        for action in state.legal(mover):
            self.looks += 1
            if self.most is not None and self.looks > self.most:
                raise TooLong
            yield action, state.play_unchecked(mover, action)


def wins_in(state: State[Any], wins: int) -> list[Action]:
    """Give the actions by which the seat to move wins in `wins` turns; none if it can win sooner."""
    seat = state.active[0]
    if any(ForcedWinSearch(seat).forced(state, fewer) for fewer in range(1, wins)):
        return []
    return list(ForcedWinSearch(seat).keys(state, wins))


def perft(state: State[Any], depth: int, dealer: Dealer | None = None) -> list[int]:
    """Count the sequences of 1, 2, ... `depth` decisions from a state; the last ply is only listed, not played.

    Declarations do not count. `dealer` plays what chance owes, and that does not count either. A finished game has no
    successors. The stack is kept here, so that no depth reaches the interpreter's limit.
    """
    counts = [0] * depth
    waiting = [(state, 0)]
    while waiting:
        here, level = waiting.pop()
        while dealer is not None and here.active == (DEALER,):
            here = here.play(DEALER, dealer.deal(here))
        for seat in here.active[:1]:
            actions = list(here.legal(seat))
            counts[level] += len(actions)
            if level + 1 < depth:
                waiting.extend((here.play_unchecked(seat, action), level + 1) for action in actions)
    return counts
