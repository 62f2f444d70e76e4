"""Where a bot would put a corpse or a provoked piece: a few cells worth a look among the many that are allowed."""

from __future__ import annotations

from core.games.djambi.danger import hunters
from core.games.djambi.field import NOBODY, Field, Mover
from core.games.djambi.movement import empties
from core.games.djambi.piece import ASSASSIN, CHIEF, CORPSE, MILITANT, PROVOCATEUR

CROWD = 1.0
"""The pull of a cell beside a rival's chief; it grows as he has fewer free cells left."""

CROWDED = 4.0

OWN_CROWD = -2.0
"""The pull of a cell beside the player's own chief."""

SHUT = 4.0
"""The pull of a cell on a line by which a hunter sees the player's chief."""

EXPOSED = -5.0
"""The pull of a cell from which a provoked killer would see the player's chief."""

SEAL = 3.0
"""The pull of the power cell while nobody is in power."""

SPREAD = (37, 61)
"""Numbers that scatter the choice among cells of one pull."""


def places(mover: Mover, to: int, limit: int) -> list[int]:
    """Give at most `limit` allowed cells for what stands on `to`, the most promising first."""
    fit = empties(mover, to)
    if len(fit) <= limit:
        return fit
    taken = mover.field.cells[to]
    if mover.kind == PROVOCATEUR and taken & 7 == CHIEF:
        pull = {cell: float(len(hunters(mover.field, (taken >> 3) - 1, cell)[0])) for cell in fit}
    elif mover.kind == PROVOCATEUR:
        pull = _banishment(mover, taken)
    else:
        pull = _walls(mover)
    step, round_ = SPREAD
    return sorted(fit, key=lambda cell: (-pull.get(cell, 0.0), cell * step % round_))[:limit]


def _rivals(mover: Mover, spared: int) -> list[int]:
    """Give the chiefs' cells of the players but the mover's and one more colour."""
    field = mover.field
    return [field.chief(colour) for colour in field.active if colour not in (mover.player, spared)]


def _crowd(field: Field, chiefs: list[int], pull: dict[int, float]) -> None:
    """Draw towards the free cells beside chiefs."""
    steps = field.rules.board.lattice.steps
    for chief in chiefs:
        free = [cell for cell in steps[chief] if not field.cells[cell]]
        for cell in free:
            pull[cell] = pull.get(cell, 0.0) + CROWD + CROWDED / len(free)


def _walls(mover: Mover) -> dict[int, float]:
    """Tell where a corpse does good: beside rivals' chiefs, between the player's own and his hunters, on power."""
    field = mover.field
    lattice = field.rules.board.lattice
    pull: dict[int, float] = {}
    _crowd(field, _rivals(mover, NOBODY), pull)
    own = field.chief(mover.player)
    if own != NOBODY:
        for cell in lattice.steps[own]:
            pull[cell] = pull.get(cell, 0.0) + OWN_CROWD
        for ray in lattice.rays[own]:
            between = _seen(field, ray, mover.player)
            for cell in between:
                pull[cell] = pull.get(cell, 0.0) + SHUT
    if field.king == NOBODY:
        pull[lattice.centre] = pull.get(lattice.centre, 0.0) + SEAL
    return pull


def _seen(field: Field, ray: tuple[int, ...], player: int) -> tuple[int, ...]:
    """Give the empty cells of a ray up to a hunter of a chief at its root; none where no hunter looks down it."""
    for distance, cell in enumerate(ray):
        code = field.cells[cell]
        if code:
            hunter = code & 7 in (CHIEF, ASSASSIN) or (code & 7 == MILITANT and distance == 1)
            rival = code > CORPSE and field.command[(code >> 3) - 1] not in (player, NOBODY)
            return ray[:distance] if hunter and rival else ()
    return ()


def _banishment(mover: Mover, taken: int) -> dict[int, float]:
    """Tell where a provoked piece does good: beside chiefs it may hurt, out of the sight of the player's own."""
    field = mover.field
    lattice = field.rules.board.lattice
    pull: dict[int, float] = {}
    _crowd(field, _rivals(mover, (taken >> 3) - 1), pull)
    own = field.chief(mover.player)
    if own != NOBODY:
        for ray in lattice.rays[own]:
            for cell in ray:
                if field.cells[cell]:
                    break
                pull[cell] = EXPOSED
    return pull
