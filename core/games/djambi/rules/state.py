"""A position of Djambi between two turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from core.fast_dataclass import fast_make
from core.game import Outcome, Plain, Seat, Spot, Turn
from core.game import State as GameState
from core.games.djambi.rules import declaration, effect, notation, position, refusal, scene_builder
from core.games.djambi.rules.action import Action
from core.games.djambi.rules.board import CORPSE, LETTERS
from core.games.djambi.rules.field import NOBODY, Field, MovingPiece
from core.games.djambi.rules.movement import destinations
from core.games.djambi.rules.path import continuations, count, played, tails, trace, wandered
from core.games.djambi.rules.ruleset import Rules
from core.games.djambi.rules.turn import can_play, completed, following, movable
from core.scene import Scene


@dataclass(frozen=True, slots=True, eq=False)
class State(GameState[Action]):
    """A position: field, rotation `marker` (a colour), turn, completed turns since the last death, end.

    `turn` is None exactly when `outcome` is not.
    """

    field: Field
    marker: int
    turn: Turn | None
    quiet: int
    outcome: Outcome | None = None

    declarations = declaration.allowed
    parse = notation.parse
    effects = effect.effects
    to_json = position.write

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.field.rules

    @property
    def active(self) -> tuple[Seat, ...]:
        """The player who decides; the pieces that move may belong to another seat."""
        return () if self.turn is None else (self.turn.player,)

    def legal(self, seat: Seat) -> Iterator[Action]:
        """Give every whole turn of the player to move, piece by piece in the order of the cells."""
        names = self.rules.board.lattice.names
        for mover in self.movers(seat):
            letter = LETTERS[mover.kind]
            start = names[mover.at]
            for to in destinations(mover):
                for signs, cells in tails(mover, to):
                    yield Action(letter, (Spot(start), *[Spot(names[cell]) for cell in cells]), signs)

    def count(self, seat: Seat) -> int:
        """Count the actions of `legal` without building them."""
        return sum(count(mover) for mover in self.movers(seat))

    def is_legal(self, seat: Seat, action: Action) -> bool:
        """Tell whether `play` would accept the action."""
        if action.word:
            return action in self.declarations(seat)
        path = self.cells_of(action.path)
        mover = self.mover(seat, path[0]) if path else None
        if mover is None or action.piece != LETTERS[mover.kind] or action.colour:
            return False
        found = trace(mover, path[1:])
        return found is not None and found.whole and found.signs == action.signs

    def play(self, seat: Seat, action: Action) -> Self:
        """Give the state after the action; raise `IllegalAction` with the reason in a sentence."""
        if not self.is_legal(seat, action):
            raise refusal.refuse(self, seat, action)
        return self.play_unchecked(seat, action)

    def play_unchecked(self, seat: Seat, action: Action) -> Self:
        """Give the state after an action known to be legal here."""
        if action.word:
            return declaration.apply(self, seat, action)
        at, *path = self.cells_of(action.path)
        field = played(MovingPiece(self.field, at, seat), tuple(path), action.signs)
        deaths = field.cells.count(CORPSE) - self.field.cells.count(CORPSE)
        return self.complete_turn(field, 0 if deaths else self.quiet + 1)

    def complete_turn(self, field: Field, quiet: int) -> Self:
        """Give the state once the running turn has led to `field`: encirclement, ends, rotation (§5.2, §10, §11)."""
        assert self.turn is not None
        field, marker, turn, over = completed(field, self.marker, self.turn, quiet)
        return fast_make(type(self), field, marker, turn, quiet, over)

    def next_spots(self, seat: Seat, prefix: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Give the cells that continue the prefix to some legal turn."""
        names = self.rules.board.lattice.names
        if not prefix:
            return tuple([Spot(names[cell]) for cell in self._movable(seat)])
        path = self.cells_of(prefix)
        mover = self.mover(seat, path[0]) if path else None
        if mover is None:
            return ()
        return tuple([Spot(names[cell]) for cell in continuations(mover, path[1:])])

    def complete(self, seat: Seat, prefix: tuple[Spot, ...]) -> Action | None:
        """Give the legal turn whose path is the prefix, or None."""
        path = self.cells_of(prefix)
        mover = self.mover(seat, path[0]) if path else None
        found = None if mover is None else trace(mover, path[1:])
        if mover is None or found is None or not found.whole:
            return None
        return Action(LETTERS[mover.kind], tuple(prefix), found.signs)

    def wander(self, rng: Random) -> Action:
        """Give a random legal turn of the player to move: the one `core.bots.bot.walk` would draw, but faster."""
        assert self.turn is not None
        seat, names = self.turn.player, self.rules.board.lattice.names
        mover = MovingPiece(self.field, rng.choice(movable(self.field, self.turn.seat, seat)), seat)
        path, signs = wandered(mover, rng)
        return Action(LETTERS[mover.kind], tuple([Spot(names[cell]) for cell in (mover.at, *path)]), signs)

    def reach(self, spot: Spot) -> tuple[Spot, ...]:
        """Give the destinations of the piece on `spot` if it were its turn."""
        board = self.rules.board
        cell = board.lattice.index.get(spot, NOBODY)
        if cell == NOBODY or self.field.cells[cell] <= CORPSE:
            return ()
        colour = (self.field.cells[cell] >> 3) - 1
        commander = self.field.command[colour]
        mover = MovingPiece(self.field, cell, colour if commander == NOBODY else commander)
        return tuple(Spot(board.lattice.names[to]) for to in destinations(mover))

    def as_if(self, seat: Seat) -> Self | None:
        """Give the position at the next turn of a player, if nothing changed before it (`core.threat`)."""
        turn = next((turn for turn in self.upcoming(2 * len(self.rules.colours)) if turn.player == seat), None)
        return None if turn is None else self if turn == self.turn else replace(self, turn=turn)

    def upcoming(self, count: int) -> tuple[Turn, ...]:
        """Give the next turns, the present one first, as if the position stayed as it is."""
        turns: list[Turn] = []
        seats = range(len(self.rules.colours))
        moves = {(s, p): can_play(self.field, s, p) for s in seats for p in {self.field.command[s], s} if p != NOBODY}
        marker, turn = self.marker, self.turn
        while turn is not None and len(turns) < count:
            turns.append(turn)
            marker, turn = following(self.field, marker, turn, lambda seat, player: moves[seat, player])
        return tuple(turns)

    def scene(self, viewer: Seat | None = None, name: str = "") -> Scene:
        """Give the board, the pieces and the seats' panel."""
        del viewer, name
        return scene_builder.scene(self)

    def encode(self) -> tuple[Plain, ...]:
        """Give options, cells, statuses, owners, marker, turn, quiet turns (if they count) and the end."""
        turn = None if self.turn is None else (int(self.turn.player), int(self.turn.seat), int(self.turn.bonus))
        over = None if self.outcome is None else (tuple(map(int, self.outcome.winners)), self.outcome.reason)
        return (
            self.rules.options,
            self.field.cells,
            tuple(standing.value for standing in self.field.status),
            self.field.owner,
            self.marker,
            turn,
            self.quiet if self.rules.quiet else 0,
            over,
        )

    def movers(self, seat: Seat) -> Iterator[MovingPiece]:
        """Give the pieces of the running turn that have a legal move."""
        return (MovingPiece(self.field, cell, seat) for cell in self._movable(seat))

    def _movable(self, seat: Seat) -> list[int]:
        """List the cells of the pieces of the running turn that have a legal move."""
        if self.turn is None or seat != self.turn.player:
            return []
        return movable(self.field, self.turn.seat, seat)

    def mover(self, seat: Seat, cell: int) -> MovingPiece | None:
        """Give the piece on a cell if it may move in the running turn."""
        if self.turn is None or seat != self.turn.player or self.field.cells[cell] <= CORPSE:
            return None
        colour = (self.field.cells[cell] >> 3) - 1
        ours = self.field.command[colour] == seat if self.rules.merged else colour == self.turn.seat
        return MovingPiece(self.field, cell, seat) if ours else None

    def cells_of(self, path: tuple[Spot, ...]) -> tuple[int, ...]:
        """Give the numbers of named cells; an empty result if one does not exist."""
        index = self.rules.board.lattice.index
        cells = [index.get(spot, NOBODY) for spot in path]
        return () if NOBODY in cells else tuple(cells)
