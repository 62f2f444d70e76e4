"""Tolls: what a turn costs whoever makes it, or is worth to him, beside the chances: blows, and promises broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.djambi.field import NOBODY, Field
from core.games.djambi.piece import CORPSE, EMPTY

if TYPE_CHECKING:
    from core.bots.stance import Stance
    from core.games.djambi.state import State
BELIEVED = 0.2
"""From which price on a promise is believed, so that a chief is in no danger of whoever gave it."""

Blow = tuple[int, list[int]]
"""A piece that died, and the seats it belonged to or obeyed."""


class Toll:
    """The tolls of one search, from the stance of the seat that thinks."""

    def __init__(self, stance: Stance, state: State) -> None:
        """Begin where the search does: there stand the pieces that somebody has promised to spare."""
        names = state.rules.board.lattice.names
        there = dict(zip(names, state.field.cells, strict=True))
        self.strikes = stance.strikes
        self.vows = [(vow, there.get(vow.spot, EMPTY) if vow.spot else None) for vow in stance.vows]
        self.concerned = {seat for seat, joys in enumerate(stance.strikes) if any(joys)} | {v.by for v in stance.vows}
        self.believed: dict[int, frozenset[tuple[int, int]]] = {}

    def of(self, before: State, after: State, ahead: int) -> float:
        """Give what the turn between two states is worth to its player, `ahead` turns after the first."""
        assert before.turn is not None
        player = before.turn.player
        blows = struck(before, after) if player in self.concerned else []
        if not blows:
            return 0.0
        joys = self.strikes[player]
        joy = sum([joys[seat] for _, seats in blows for seat in seats])
        return joy - self._price(player, before.field, blows, ahead)

    def sworn(self, ahead: int) -> frozenset[tuple[int, int]]:
        """Give who is believed not to strike whom in the turn `ahead` turns after the first."""
        known = self.believed.get(ahead)
        if known is None:
            held = (vow for vow, spared in self.vows if spared is None and (vow.lines is None or ahead < vow.lines))
            known = frozenset((vow.by, vow.victim) for vow in held if vow.price >= BELIEVED)
            self.believed[ahead] = known
        return known

    def forbids(self, before: State, after: State) -> bool:
        """Tell whether the first turn, between two states, breaks a promise of its player."""
        return before.turn is not None and self._price(before.turn.player, before.field, struck(before, after), 0) > 0

    def _price(self, player: int, field: Field, blows: list[Blow], ahead: int) -> float:
        """Give the price of the dearest promise that blows of a player break; 0 where they break none."""
        prices = [
            vow.price
            for vow, spared in self.vows
            if vow.by == player and (vow.lines is None or ahead < vow.lines) and vow.victim in field.active
            for code, seats in blows
            if vow.victim in seats and spared in (None, code)
        ]
        return max(prices, default=0.0)

    def binds(self, player: int, field: Field) -> bool:
        """Tell whether a player has promised somebody who is still in the lists not to strike him."""
        return any(vow.by == player and vow.victim in field.active for vow, _ in self.vows)


def struck(before: State, after: State) -> list[Blow]:
    """List what the turn between two states has struck."""
    if after.quiet or before.turn is None:
        return []
    cells, left, command = before.field.cells, after.field.cells, before.field.command
    player = before.turn.player
    gone = {code for code, now in zip(cells, left, strict=True) if code != now and code > CORPSE}
    blows = []
    for code in sorted(gone):
        if cells.count(code) > left.count(code):
            colour = (code >> 3) - 1
            blows.append((code, [seat for seat in {colour, command[colour]} if seat not in (player, NOBODY)]))
    return blows
