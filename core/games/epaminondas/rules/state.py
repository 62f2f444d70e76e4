"""A position of Epaminondas at the start of a turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Self

from core.fast_dataclass import fast_make
from core.fault import IllegalAction
from core.game import Outcome, Plain, Seat, Spot, Turn
from core.game import State as GameState
from core.games.epaminondas.rules import effect, notation, position, scene_builder
from core.games.epaminondas.rules.action import Action, Word, declare
from core.games.epaminondas.rules.movement import allowed, drawn, led, move_toward, moves, shifted, some_piece
from core.games.epaminondas.rules.outcome import Reason, forbidden, judge, outcome, possible
from core.games.epaminondas.rules.ray import Ray, rays
from core.games.epaminondas.rules.refusal import other_part, refuse
from core.games.epaminondas.rules.ruleset import Rules
from core.scene import Scene


@dataclass(frozen=True, slots=True, eq=False)
class State(GameState[Action]):
    """A position: `cells` has one byte for each square, `mover` is the seat whose turn it is or would be.

    `past` are the positions since the last capture, oldest first, if repetitions count. `last` is the move before.
    `ply` counts moves and is not part of the position.
    """

    rules: Rules
    cells: bytes
    mover: int = 0
    past: tuple[bytes, ...] = ()
    last: Action | None = None
    ply: int = 0
    outcome: Outcome | None = None

    effects = effect.effects
    to_json = position.write

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seat to move; nobody when the game is over."""
        return () if self.outcome is not None else (Seat(self.mover),)

    @property
    def repetitions(self) -> int:
        """How often the position has occurred, if repetitions count (R6)."""
        return self.past[-2::-2].count(self.cells) + 1

    def legal(self, seat: Seat) -> list[Action]:
        """Give every move of the seat to move, line by line; none for the other seat."""
        if seat != self.mover or self.outcome is not None:
            return []
        found = moves(self.rules.board, self.cells, seat)
        if self._watched():
            return [move for move in found if not self._forbidden(move)]
        return found

    def is_legal(self, seat: Seat, action: Action) -> bool:
        """Tell whether `play` would accept the action."""
        if action.word:
            return action in self.declarations(seat)
        if seat != self.mover or self.outcome is not None:
            return False
        return allowed(self.rules.board, self.cells, seat, action) and not self._forbidden(action)

    def play(self, seat: Seat, action: Action) -> Self:
        """Give the state after the action; raise `IllegalAction` with the reason in a sentence."""
        if not self.is_legal(seat, action):
            raise refuse(self, seat, action)
        return self.play_unchecked(seat, action)

    def play_unchecked(self, seat: Seat, action: Action) -> Self:
        """Give the state after an action known to be legal here."""
        if action.word:
            drawn = action.word == Word.DRAW
            return replace(
                self, outcome=outcome(None, Reason.AGREEMENT) if drawn else outcome(1 - seat, Reason.RESIGNATION)
            )
        rules, before = self.rules, self.cells
        cells = shifted(rules.board, before, seat, action)
        past = () if action.captured or not rules.repetition else (*self.past, before)
        over = judge(rules, cells, 1 - seat, past, action)
        return fast_make(type(self), rules, cells, 1 - seat, past, action, self.ply + 1, over)

    def declarations(self, seat: Seat) -> tuple[Action, ...]:
        """Give what a player may declare at any time: resignation, or that both agree on a draw (§5)."""
        if self.outcome is not None or seat not in (0, 1):
            return ()
        return (declare(Word.RESIGN), declare(Word.DRAW))

    def parse(self, seat: Seat, text: str) -> Action:
        """Read a move, also as two squares (`1.7-4.7`), or a declaration; raise `BadNotation`."""
        squares = notation.pointed(text)
        return notation.parse(text) if squares is None else move_toward(self.rules.board, self.cells, seat, squares)

    def nearly(self, action: Action, wanted: Action) -> IllegalAction | None:
        """Say which part of a line was to move instead (`core.study.lesson.HasNearMisses`)."""
        return other_part(action, wanted)

    def next_spots(self, seat: Seat, prefix: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Give the squares of the possible rear pieces of a move, then where its leading piece can land."""
        if len(prefix) > 1:
            return ()
        if prefix:
            return tuple(action.path[1] for action in self._from(seat, prefix[0]))
        index = self.rules.board.index
        return tuple(sorted({action.path[0] for action in self.legal(seat)}, key=lambda spot: index[spot]))

    def complete(self, seat: Seat, prefix: tuple[Spot, ...]) -> Action | None:
        """Give the legal move from a rear piece's square to a landing square, or None."""
        if len(prefix) != 2:  # noqa: PLR2004 - a path has two squares
            return None
        return next((action for action in self._from(seat, prefix[0]) if action.path == prefix), None)

    def wander(self, rng: Random) -> Action:
        """Give a random legal move of the seat to move, without the list: a rear piece that can go, then where it goes.

        Every rear piece that has a move is equally likely, and so is each of its moves.
        """
        assert self.outcome is None
        board, cells, seat = self.rules.board, self.cells, self.mover
        free = not possible(self.rules, board.lead(cells, seat), seat, self.last)
        own = seat + 1
        while True:
            square = some_piece(cells, own, rng)
            if free:
                move = drawn(board, cells, square, seat, rng)
                if move is not None:
                    return move
            else:
                found = self._from(Seat(seat), board.names[square])
                if found:
                    return found[int(rng.random() * len(found))]

    def reach(self, spot: Spot) -> tuple[Spot, ...]:
        """Give where moves with the piece on `spot` as rear piece could land if it were its side's turn."""
        square = self.rules.board.index.get(spot, -1)
        content = self.cells[square] if square >= 0 else 0
        if not content:
            return ()
        seen = rays(self.rules.board, self.cells, square, content - 1)
        return tuple(action.path[1] for ray in seen for action in self._along(square, ray))

    def as_if(self, seat: Seat) -> Self | None:
        """Give the position as if it were the turn of a seat (`core.threat`)."""
        return self if seat == self.mover else replace(self, mover=seat) if seat in (0, 1) else None

    def upcoming(self, count: int) -> tuple[Turn, ...]:
        """Give the next turns: the seats alternate."""
        if self.outcome is not None:
            return ()
        seats = [Seat((self.mover + ahead) % 2) for ahead in range(count)]
        return tuple(Turn(seat, seat) for seat in seats)

    def scene(self, viewer: Seat | None = None, name: str = "") -> Scene:
        """Give the board, the pieces and the seats' panel."""
        del viewer, name
        return scene_builder.scene(self)

    def encode(self) -> tuple[Plain, ...]:
        """Give options, squares, the seat to move, the past by side to move, the last move if it counts, the end."""
        over = None if self.outcome is None else (tuple(map(int, self.outcome.winners)), self.outcome.reason)
        last = str(self.last) if self.rules.symmetry == "move" and self.last is not None else None
        past = _ascending(self.past[-2::-2]), _ascending(self.past[-1::-2])
        return (self.rules.options, self.cells, self.mover, *past, last, over)

    def _watched(self) -> bool:
        """Tell whether the symmetry rule could forbid any move of the seat to move."""
        return possible(self.rules, self.rules.board.lead(self.cells, self.mover), self.mover, self.last)

    def _forbidden(self, action: Action) -> bool:
        return forbidden(self.rules, self.cells, self.mover, self.last, action)

    def _from(self, seat: Seat, spot: Spot) -> list[Action]:
        """Give the legal moves with the piece on `spot` as rear piece."""
        square = self.rules.board.index.get(spot, -1)
        if seat != self.mover or self.outcome is not None or square < 0:
            return []
        seen = rays(self.rules.board, self.cells, square, seat)
        found = [action for ray in seen for action in self._along(square, ray)]
        if self._watched():
            return [action for action in found if not self._forbidden(action)]
        return found

    def _along(self, rear: int, ray: Ray) -> list[Action]:
        """Give the moves of a run seen from its rear piece; the symmetry rule is not applied."""
        columns = self.rules.board.columns
        return [
            led(columns, rear, ray.run, ray.direction, distance, ray.captured(distance)) for distance in ray.distances
        ]


@lru_cache(maxsize=4)
def _ascending(past: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Sort the positions before one side's turns, newest first: after a move they are still those of the other side.

    The old ones stay sorted for a while, so that only the few new ones have to find their places.
    """
    new = len(past) % _SORTED_AGAIN
    return tuple(sorted((*_sorted(past[new:]), *past[:new])))


@lru_cache(maxsize=4)
def _sorted(past: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return tuple(sorted(past))


_SORTED_AGAIN = 32
"""After this many turns of a side, its old positions are sorted anew."""
