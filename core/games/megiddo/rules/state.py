"""A position of Megiddo between two turns, in the course of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from core.game import Outcome, Plain, Seat, Spot, Talk, Turn
from core.game import State as GameState
from core.games.megiddo.rules import declaration, effect, notation, position, refusal, scene_builder, turn
from core.games.megiddo.rules.action import Action
from core.games.megiddo.rules.board import FULL, INDEX, NAMES, members
from core.games.megiddo.rules.movement import movable, slides
from core.games.megiddo.rules.ruleset import Rules
from core.games.megiddo.rules.score import Result
from core.scene import Scene

NOBODY = -1


@dataclass(frozen=True, slots=True, eq=False)
class State(GameState[Action]):
    """A position.

    `stones` (sets of points), `captured` (in this game) and `points` (of the games before) have one entry for each
    colour. `seat` is to move, `NOBODY` after the end; `last` is the seat that moved last; `opener` is the colour that
    began this game. `quiet` counts slides without a capture in a row (R39). `resigned` are the colours that gave up
    this game; `resigning` are the seats that would, if their partner agreed (R34). `ply` counts the moves of this game
    and is not part of the position; `played` counts the games before this one. `result` is the last game's once the
    match is over, `outcome` the end itself.
    """

    rules: Rules
    stones: tuple[int, ...]
    captured: tuple[int, ...]
    points: tuple[int, ...]
    seat: int
    last: int
    opener: int
    quiet: int = 0
    resigned: tuple[int, ...] = ()
    resigning: tuple[int, ...] = ()
    ply: int = 0
    result: Result | None = None
    outcome: Outcome | None = None
    played: int = 0

    declarations = declaration.allowed
    parse = notation.parse
    display = notation.display
    effects = effect.effects
    to_json = position.write

    @classmethod
    def opening(cls, rules: Rules) -> Self:
        """Give the beginning of a match's first game (R32): an empty board, apart from a handicap."""
        none = (0,) * rules.colours
        last = (rules.starter - 1) % rules.players
        return cls(rules, rules.stones, none, rules.ahead, rules.starter, last, rules.colour(rules.starter))

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seat to move."""
        return () if self.outcome is not None else (Seat(self.seat),)

    @property
    def talk(self) -> Talk:
        """Partners may not talk while a game runs, from its first stone to its end (R3)."""
        running = self.outcome is None and self.stones != self.rules.stones
        return Talk.ETIQUETTE if self.rules.hush and running else Talk.OPEN

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """Give the seats of a seat's team, including itself (`core.chance.HasPartners`)."""
        return tuple(map(Seat, self.rules.team(self.rules.colour(seat))))

    def holders(self, seat: Seat) -> tuple[Seat, ...]:
        """Give the seats that play the stones of a seat's colour (`core.chance.HasSharedPieces`)."""
        return self.partners(seat)

    def seated(self, seat: int) -> bool:
        """Tell whether a number is that of a seat whose colour still plays this game."""
        there = self.outcome is None and 0 <= seat < self.rules.players
        return there and self.rules.colour(seat) not in self.resigned

    def forfeit(self, seat: Seat) -> Action | None:
        """Give what the others play for a seat of a team that they wait for no longer (`core.chance.HasForfeit`)."""
        return declaration.forfeited(self, seat)

    def unresigned(self, seat: Seat) -> tuple[Seat, ...]:
        """Give the partners of a seat that have not resigned (`core.chance.HasJointResignation`, R34)."""
        over = self.outcome is not None or self.rules.colour(seat) in self.resigned
        return () if over else tuple([one for one in self.partners(seat) if one != seat and one not in self.resigning])

    @property
    def game_number(self) -> int:
        """The number of the running game in its match (`core.chance.HasGames`)."""
        return declaration.number(self)

    @property
    def target(self) -> int:
        """The points that win the match (`core.chance.HasGames`)."""
        return 0 if self.rules.single else self.rules.target

    def game_end(self, seat: Seat, action: Action) -> Self:
        """Give the last position of the running game, with its outcome, after an action that ends it (`HasGames`)."""
        after, result = self.step(seat, action)
        return after if result is None else turn.game_end(after, result)

    @property
    def empty(self) -> int:
        """The set of empty points."""
        taken = 0
        for stones in self.stones:
            taken |= stones
        return FULL & ~taken

    def legal(self, seat: Seat) -> Iterator[Action]:
        """Give every placement and slide of the seat to move, sorted by their texts (R44)."""
        for first in self.next_spots(seat, ()):
            whole = self.complete(seat, (first,))
            if whole is not None:
                yield whole
            for second in self.next_spots(seat, (first,)):
                yield Action((first, second))

    def is_legal(self, seat: Seat, action: Action) -> bool:
        """Tell whether `play` would accept the action."""
        if action.word:
            return declaration.permitted(self, seat, action)
        return seat == self.seat and self.outcome is None and turn.possible(self, action.path)

    def play(self, seat: Seat, action: Action) -> Self:
        """Give the state after the action; raise `IllegalAction` with the reason in a sentence."""
        if not self.is_legal(seat, action):
            raise refusal.refuse(self, seat, action)
        return self.play_unchecked(seat, action)

    def play_unchecked(self, seat: Seat, action: Action) -> Self:
        """Give the state after an action known to be legal here."""
        after, result = self.step(seat, action)
        return after if result is None else turn.ended(after, result)

    def step(self, seat: Seat, action: Action) -> tuple[Self, Result | None]:
        """Give the state after a legal action, and the result of the game if the action ends it."""
        if action.word:
            return declaration.apply(self, seat, action)
        return turn.move(self, action.path)

    def next_spots(self, seat: Seat, prefix: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Give the empty points and the stones that may slide; then where the stone may go."""
        if seat != self.seat or self.outcome is not None or len(prefix) > 1:
            return ()
        empty = self.empty
        mine = self.stones[self.rules.colour(seat)] if self.rules.slide else 0
        if not prefix:
            first = empty
            for point in movable(mine, empty):
                first |= 1 << point
            return tuple([Spot(NAMES[point]) for point in members(first)])
        point = INDEX.get(prefix[0], NOBODY)
        if point == NOBODY or not mine >> point & 1:
            return ()
        return tuple([Spot(NAMES[to]) for to in slides(empty, point)])

    def complete(self, seat: Seat, prefix: tuple[Spot, ...]) -> Action | None:
        """Give the legal move whose path is the prefix, or None."""
        action = Action(tuple(prefix))
        return action if prefix and self.is_legal(seat, action) else None

    def reach(self, spot: Spot) -> tuple[Spot, ...]:
        """Give where the stone on `spot` could slide if it were its turn; nothing if stones do not slide."""
        empty = self.empty
        point = INDEX.get(spot, NOBODY)
        if not self.rules.slide or point == NOBODY or empty >> point & 1:
            return ()
        return tuple([Spot(NAMES[to]) for to in slides(empty, point)])

    def as_if(self, seat: Seat) -> Self | None:
        """Give the position as if it were the turn of a seat that still plays this game (`core.threat`)."""
        if not 0 <= seat < self.rules.players or self.rules.colour(seat) in self.resigned:
            return None
        return self if seat == self.seat else replace(self, seat=seat)

    def upcoming(self, count: int) -> tuple[Turn, ...]:
        """Give the next turns of this game, the present one first."""
        if self.outcome is not None:
            return ()
        seats = [self.seat]
        while len(seats) < count:
            seats.append(turn.following(self.rules, seats[-1], self.resigned))
        return tuple(Turn(Seat(seat), Seat(seat)) for seat in seats[:count])

    def scene(self, viewer: Seat | None = None, name: str = "") -> Scene:
        """Give the board unrolled, or round (`round`), with the stones and the seats' panel."""
        del viewer
        return scene_builder.scene(self, name)

    def encode(self) -> tuple[Plain, ...]:
        """Give everything that play depends on; who began and who moved last count if another game may follow."""
        over = None if self.outcome is None or self.result is None else position.encoded(self.result)
        again = not self.rules.single and over is None
        teams = self.rules.colours < self.rules.players
        return (
            self.rules.options,
            self.stones,
            self.captured,
            self.points,
            self.seat,
            self.last if again and teams else 0,
            self.opener if again else 0,
            self.quiet if self.rules.slide else 0,
            self.resigned,
            self.resigning,
            over,
            *((self.played,) if again and self.played else ()),
        )
