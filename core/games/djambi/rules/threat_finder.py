"""Which pieces the others could kill with the first part of their next turn (§6); a threat to a chief is grave."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import Seat
from core.games.djambi.rules.board import CHIEF, CORPSE, LETTERS, PROVOCATEUR, REPORTER
from core.games.djambi.rules.field import NOBODY, Field, MovingPiece
from core.games.djambi.rules.movement import destinations, victims
from core.games.djambi.rules.state import State
from core.threat import Danger, Threat, ranked


def threats(state: State, seat: Seat) -> tuple[Threat, ...]:
    """Give the pieces that a player commands and others could kill, whoever's turn it is."""
    if state.outcome is not None:
        return ()
    return ranked(_found(state.field, seat))


def _found(field: Field, seat: Seat) -> Iterator[Threat]:
    names = field.rules.board.lattice.names
    for at, code in enumerate(field.cells):
        player = field.command[(code >> 3) - 1] if code > CORPSE else NOBODY
        if player in (NOBODY, seat):
            continue
        for cell in _struck(MovingPiece(field, at, player)):
            prey = field.cells[cell]
            if prey > CORPSE and field.command[(prey >> 3) - 1] == seat:
                kind = prey & 7
                grave = kind == CHIEF and (prey >> 3) - 1 == seat
                yield Threat(Danger.KILL, Seat(player), names[cell], LETTERS[kind], via=names[at], grave=grave)


def _struck(mover: MovingPiece) -> Iterator[int]:
    """Give the cells on which a piece could kill: it takes the victim's place; the reporter stops beside it."""
    if mover.kind == PROVOCATEUR:
        return
    for to in destinations(mover):
        yield from victims(mover, to) if mover.kind == REPORTER else (to,)
