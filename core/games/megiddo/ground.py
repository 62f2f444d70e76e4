"""The ground of a search: what stays the same while one game is thought through, and how a stone changes a board."""

from __future__ import annotations

from core.games.megiddo.board import FULL, POINTS, listed
from core.games.megiddo.capture import generations
from core.games.megiddo.movement import movable, slides
from core.games.megiddo.option import Rules
from core.games.megiddo.prize import MASKS, Prize
from core.games.megiddo.state import State

Stones = tuple[int, ...]
"""The points of each colour, as sets."""


class Ground:
    """The rules of a position's game, what its ends are worth, and which colour follows which."""

    def __init__(self, state: State) -> None:
        """Take them from the position that is thought about."""
        rules = state.rules
        self.rules: Rules = rules
        self.prize = Prize(rules, state.points)
        self.playing = tuple(colour for colour in range(rules.colours) if colour not in state.resigned)
        following = dict(zip(self.playing, self.playing[1:] + self.playing[:1], strict=True))
        self.following = tuple(following.get(colour, colour) for colour in range(rules.colours))

    def turns(self, colour: int) -> tuple[int, ...]:
        """Give the colours that play, beginning with one."""
        at = self.playing.index(colour)
        return self.playing[at:] + self.playing[:at]

    def taken(self, stones: Stones, colour: int, move: int) -> int:
        """Give the stones that a move takes (`core.games.megiddo.capture`)."""
        mine, foe, point = self.gone(stones, colour, move)
        taken = 0
        for generation in generations(self.rules.windows, mine, foe, point, reverse=self.rules.reverse):
            taken |= generation
        return taken

    def gone(self, stones: Stones, colour: int, move: int) -> tuple[int, int, int]:
        """Give a colour's stones after its move, those of all others, and the point the stone stands on."""
        start, point = divmod(move, POINTS)
        mine = stones[colour] | 1 << point
        if start:
            mine &= ~(1 << start - 1)
        foe = 0
        for other, each in enumerate(stones):
            if other != colour:
                foe |= each
        return mine, foe, point

    def after(
        self, stones: Stones, captured: tuple[int, ...], colour: int, move: int, taken: int
    ) -> tuple[Stones, tuple[int, ...]]:
        """Give the stones and the captures after a move that takes `taken`."""
        start, point = divmod(move, POINTS)
        mine = stones[colour] | 1 << point | taken
        if start:
            mine &= ~(1 << start - 1)
        if not taken:
            return (*stones[:colour], mine, *stones[colour + 1 :]), captured
        left = tuple([each & ~taken for each in stones])
        got = captured[colour] + taken.bit_count()
        return (*left[:colour], mine, *left[colour + 1 :]), (*captured[:colour], got, *captured[colour + 1 :])

    def wins(self, mine: int, got: int) -> bool:
        """Tell whether a colour with these stones and captures has won (R26)."""
        if got >= self.rules.arbatta:
            return True
        for line in MASKS:  # noqa: SIM110 - a generator is slower, and this is asked often
            if mine & line == line:
                return True
        return False


def empty_of(stones: Stones) -> int:
    """Give the set of empty points."""
    taken = 0
    for each in stones:
        taken |= each
    return FULL & ~taken


def sliding(stones: Stones, colour: int) -> list[int]:
    """Give the slides of a colour as moves: the start counted from 1, times `POINTS`, and where it goes."""
    empty = empty_of(stones)
    mine = stones[colour]
    return [(start + 1) * POINTS + end for start in movable(mine, empty) for end in slides(empty, start)]


def placing(stones: Stones) -> list[int]:
    """Give the placements as moves: their points."""
    return list(listed(empty_of(stones)))
