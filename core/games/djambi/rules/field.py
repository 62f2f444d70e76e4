"""A field: the position at one moment, also in the middle of a turn, and who commands whom in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import compress, count
from operator import methodcaller

from core.games.djambi.rules.board import (
    ASSASSIN,
    CHIEF,
    CODES,
    CORPSE,
    FORTRESS,
    MILITANT,
    NECROMOBILE,
    POWER,
    PROVOCATEUR,
    REPORTER,
)
from core.games.djambi.rules.ruleset import Rules, settled
from core.scene import Standing

ACTIVE = Standing.ACTIVE
COMA = Standing.COMA
ABANDONED = Standing.ABANDONED
ABSENT = Standing.ABSENT
DEAD = Standing.DEAD

NOBODY = -1
"""In place of a colour: no owner, no king, no commander."""

KILLERS = (CHIEF, ASSASSIN, MILITANT)
"""The kinds that kill by taking their victim's place."""

CORPSES = bytes(int(code == CORPSE) for code in range(CODES))
"""What a necromobile acts on."""

NOTHING = bytes(CODES)

_PIECES = tuple(re.compile(rf"[\x{first:02x}-\x{first + 7:02x}]".encode()) for first in range(8, CODES, 8))
"""Finds the living pieces of each colour."""
_cell = methodcaller("start")


class Field:
    """Cells, statuses and owners, with the king and the commander of each colour worked out.

    `cells` has one number for each cell (`core.games.djambi.rules.board`). `owner` is the owner of each dead colour,
    else `NOBODY`. `king` is the active colour whose chief is in power. `command` gives the player who moves a colour's
    pieces: the colour itself while active, the owner for a dead one; for encircled, abandoned and absent colours, and
    the dead ones they own, it is the king (§7, R19).
    """

    __slots__ = ("cells", "command", "king", "owner", "rules", "status")

    def __init__(self, rules: Rules, cells: bytes, status: tuple[Standing, ...], owner: tuple[int, ...]) -> None:
        """Work out king and commanders; the chief of a colour that is not active is no king (R7)."""
        self.rules = rules
        self.cells = cells
        self.status = status
        self.owner = owner
        middle = cells[rules.board.lattice.centre]
        king = NOBODY
        if middle > CORPSE and middle & 7 == CHIEF and status[(middle >> 3) - 1] is ACTIVE:
            king = (middle >> 3) - 1
        self.king = king
        self.command = tuple(
            [
                colour
                if standing is ACTIVE
                else (owner[colour] if standing is DEAD and status[owner[colour]] is ACTIVE else king)
                for colour, standing in enumerate(status)
            ]
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the field's inputs, and the rules by their options."""
        return (_restore, (self.rules.options, self.cells, self.status, self.owner))

    @property
    def active(self) -> tuple[int, ...]:
        """The colours still in the lists."""
        return tuple([colour for colour, standing in enumerate(self.status) if standing is ACTIVE])

    def standing(self, colour: int, standing: Standing) -> Field:
        """Give the field with a different status for one colour."""
        status = (*self.status[:colour], standing, *self.status[colour + 1 :])
        return Field(self.rules, self.cells, status, self.owner)

    def chief(self, colour: int) -> int:
        """Give the cell of a colour's chief, -1 if it is dead."""
        return self.cells.find(colour + 1 << 3 | CHIEF)

    def passive(self, colour: int) -> bool:
        """Tell whether a colour is encircled, abandoned or absent."""
        standing = self.status[colour]
        return standing is not ACTIVE and standing is not DEAD

    def holds(self, colour: int) -> bool:
        """Tell whether pieces of a colour may stay in the fortress in this position (§6.3, R13)."""
        return self.passive(colour) or (self.king != NOBODY and self.command[colour] == self.king)

    def army(self, colour: int) -> Iterator[int]:
        """Give the cells of a colour's living pieces lazily: often the first one is enough."""
        return map(_cell, _PIECES[colour].finditer(self.cells))

    def commanded(self, player: int) -> list[int]:
        """List the cells of all pieces a player commands."""
        ours = sum([1 << colour for colour, commander in enumerate(self.command) if commander == player])
        return list(compress(count(), self.cells.translate(_living(ours))))


@lru_cache(maxsize=256)
def _living(colours: int) -> bytes:
    """Give the table that marks the living pieces of a set of colours."""
    return bytes(code >> 3 > 0 and bool(colours >> (code >> 3) - 1 & 1) for code in range(256))


def _restore(
    options: tuple[tuple[str, str], ...], cells: bytes, status: tuple[Standing, ...], owner: tuple[int, ...]
) -> Field:
    return Field(settled(options), cells, status, owner)


class MovingPiece:
    """One piece about to move, commanded by `player`: where it is, what it may act on, where it may stay.

    `strikes` tells for each code whether the piece acts on it by taking its cell. `prey` tells for the reporter whether
    it kills it from beside. `extra` marks the move out of a place where the piece may not stay (§6.7).
    """

    __slots__ = ("at", "code", "colour", "extra", "field", "kind", "player", "prey", "stays", "strikes")

    def __init__(self, field: Field, at: int, player: int, *, extra: bool = False) -> None:
        """Look up the piece on `at`, and work out its targets (§6.6) and its right to the fortress (§6.3)."""
        code = field.cells[at]
        self.field = field
        self.at = at
        self.code = code
        self.kind = kind = code & 7
        self.colour = colour = (code >> 3) - 1
        self.player = player
        self.extra = extra
        leaves = field.rules.board.zone[at] == POWER
        self.stays = (not leaves and field.holds(colour)) or (leaves and field.passive(colour))
        if kind == NECROMOBILE:
            self.strikes = self.prey = CORPSES
        else:
            self.prey = targets(field, colour, kind, player)
            self.strikes = NOTHING if kind == REPORTER else self.prey

    def outstays(self, to: int) -> bool:
        """Tell whether the piece, once it has acted there, must leave `to` at once (§6.7)."""
        zone = self.field.rules.board.zone[to]
        return (zone == POWER and self.kind != CHIEF) or (zone == FORTRESS and not self.stays)


def targets(field: Field, colour: int, kind: int, player: int) -> bytes:
    """Give a table by code of what a piece may kill or provoke (§6.6; R10, R11, R18, R20)."""
    own = 1 << colour | 1 << player
    spared = own
    if field.rules.frozen and field.king == NOBODY:
        for other, commander in enumerate(field.command):
            if commander == NOBODY:
                spared |= 1 << other
    if kind == PROVOCATEUR and field.king != player:
        for other, master in enumerate(field.owner):
            if master == player:
                spared |= 1 << other
    return _table(spared, own if field.rules.own_kills and kind in KILLERS else 0)


@lru_cache(maxsize=4096)
def _table(spared: int, own: int) -> bytes:
    """Mark living pieces of colours that are not spared, and one's own pieces except chiefs if these may be killed."""
    table = bytearray(CODES)
    for code in range(8, CODES):
        colour = (code >> 3) - 1
        table[code] = not spared >> colour & 1 or (bool(own >> colour & 1) and code & 7 != CHIEF)
    return bytes(table)
