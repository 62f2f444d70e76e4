"""A position of Hexapawn: all that play hangs on, and what may be done in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self, TypeVar

from core.fault import IllegalAction, sentence
from core.game import Effect, Outcome, Plain, Seat, Spot, Turn
from core.game import State as GameState
from core.games.hexapawn.rules import scene_builder
from core.games.hexapawn.rules.action import RESIGN, Action, parse
from core.games.hexapawn.rules.board import PAWNS, ROWS, SEATS, Cells, across, names, steps
from core.scene import Scene

PATH = 2
"""How many spots a step names."""


class Refusal(StrEnum):
    """Every reason for which an action is refused, as an English sentence."""

    OVER = sentence("The game is over.")
    NOT_YOUR_TURN = sentence("It is not your turn: {player} plays now.")
    NO_PAWN = sentence("There is no pawn of {player} on {cell}.")
    NO_WAY = sentence("The pawn on {start} cannot go to {cell}.")
    NO_SEAT = sentence("Only a player can say that.")


class Reason(StrEnum):
    """How a match can end (R4, R5)."""

    ACROSS = "across"
    NO_MOVES = "no_moves"
    RESIGNATION = "resignation"


@dataclass(frozen=True, slots=True, eq=False)
class State(GameState[Action]):
    """A position: what stands on the `cells`, the `seat` whose turn it is or would be, and the end, if it has come."""

    cells: Cells
    seat: int = 0
    outcome: Outcome | None = None

    @property
    def columns(self) -> int:
        """How many columns the board has."""
        return len(self.cells) // ROWS

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seat to move; nobody when the game is over."""
        return () if self.outcome is not None else (Seat(self.seat),)

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        """Give every step of the seat to move, cell by cell; nothing for the other."""
        if seat not in self.active:
            return ()
        spots = names(self.columns)
        return tuple(Action((spots[start], spots[end])) for start, end in steps(self.cells, self.seat))

    def is_legal(self, seat: Seat, action: Action) -> bool:
        """Tell whether `play` would take the action."""
        return action in (self.declarations(seat) if action.word else self.legal(seat))

    def play(self, seat: Seat, action: Action) -> Self:
        """Give the state after the action; raise `IllegalAction` with the reason in a sentence."""
        if not self.is_legal(seat, action):
            raise self._refusal(seat, action)
        if action.word:
            return replace(self, outcome=won(1 - seat, Reason.RESIGNATION))
        spots = names(self.columns)
        start, end = map(spots.index, action.path)
        cells = [*self.cells]
        cells[start], cells[end] = ".", PAWNS[seat]
        return judged(replace(self, cells="".join(cells), seat=1 - seat))

    def declarations(self, seat: Seat) -> tuple[Action, ...]:
        """Give what a player may say at any time: that he resigns (R5)."""
        return (Action((), RESIGN),) if self.outcome is None and seat in (0, 1) else ()

    def parse(self, seat: Seat, text: str) -> Action:
        """Read an action; blanks and case may be wrong. Raises `BadNotation`."""
        del seat
        return parse(text)

    def next_spots(self, seat: Seat, prefix: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Give the cells of pawns that can step, then where the pawn can go."""
        at = len(prefix)
        paths = [action.path for action in self.legal(seat) if action.path[:at] == prefix]
        return tuple(dict.fromkeys(path[at] for path in paths if at < PATH))

    def complete(self, seat: Seat, prefix: tuple[Spot, ...]) -> Action | None:
        """Give the step whose path is the prefix, or None."""
        return next((action for action in self.legal(seat) if action.path == prefix), None)

    def reach(self, spot: Spot) -> tuple[Spot, ...]:
        """Give where the pawn on `spot` could go were it its side's turn."""
        spots = names(self.columns)
        found = [pair for seat in (0, 1) for pair in steps(self.cells, seat)]
        return tuple(spots[end] for start, end in found if spots[start] == spot)

    def effects(self, seat: Seat, action: Action) -> tuple[Effect, ...]:
        """Tell what a legal action brings about: `step`, `take`, `resign`, `over`, as other games say it."""
        if not self.is_legal(seat, action):
            return ()
        after, told = self.play(seat, action), []
        if action.word:
            told.append(Effect.of("resign", colour=SEATS[seat]))
        else:
            start, end = action.path
            told.append(Effect.of("step", start=start, cell=end))
            if self.cells[names(self.columns).index(end)] != ".":
                told.append(Effect.of("take", colour=SEATS[1 - seat], cell=end))
        if after.outcome is not None:
            told.append(Effect.of("over", reason=after.outcome.reason))
        return tuple(told)

    def upcoming(self, count: int) -> tuple[Turn, ...]:
        """Give the next turns: the seats alternate."""
        seats = [Seat((self.seat + ahead) % 2) for ahead in range(count)]
        return tuple(Turn(seat, seat) for seat in seats if self.outcome is None)

    def scene(self, viewer: Seat | None = None, name: str = "") -> Scene:
        """Give the board, the pawns and the seats' panel."""
        del viewer, name
        return scene_builder.scene(self)

    def encode(self) -> tuple[Plain, ...]:
        """Give cells, seat and end: equal if and only if the states are equal."""
        over = None if self.outcome is None else (tuple(map(int, self.outcome.winners)), self.outcome.reason)
        return (self.cells, self.seat, over)

    def to_json(self) -> dict[str, object]:
        """Give the position: options, rows from the top, seat to move, result."""
        rows = [self.cells[at : at + self.columns] for at in range(0, len(self.cells), self.columns)]
        over = self.outcome and {"winner": SEATS[self.outcome.winners[0]], "reason": self.outcome.reason}
        options = {"columns": str(self.columns)}
        return {"options": options, "board": rows[::-1], "to_move": SEATS[self.seat], "result": over}

    def _refusal(self, seat: Seat, action: Action) -> IllegalAction:
        """Give the reason why an action that is not legal is refused."""
        if self.outcome is not None:
            return IllegalAction(Refusal.OVER)
        if action.word:
            return IllegalAction(Refusal.NO_SEAT)
        if seat != self.seat:
            return IllegalAction(Refusal.NOT_YOUR_TURN, player=SEATS[self.seat])
        spots = names(self.columns)
        start, end = action.path
        if start not in spots or self.cells[spots.index(start)] != PAWNS[seat]:
            return IllegalAction(Refusal.NO_PAWN, player=SEATS[seat], cell=start)
        return IllegalAction(Refusal.NO_WAY, start=start, cell=end)


def won(winner: int, reason: Reason) -> Outcome:
    """Give the end of a match: the winner has the point."""
    return Outcome((Seat(winner),), (1 - winner, winner), reason.value)


S = TypeVar("S", bound=State)


def judged(state: S) -> S:
    """End the game where a pawn has crossed or the seat to move has no step (R4)."""
    last = 1 - state.seat
    if across(state.cells, last):
        return replace(state, outcome=won(last, Reason.ACROSS))
    if next(steps(state.cells, state.seat), None) is None:
        return replace(state, outcome=won(last, Reason.NO_MOVES))
    return state
