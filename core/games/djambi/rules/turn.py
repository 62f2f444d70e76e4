"""Whose turn it is, and how colours stand after it.

The turn: the rotation of the seats and the bonus turns of the king (§5). Nobody may pass (R5): a seat without a move is
skipped. After a turn: encirclement and release (§10), the partition of the world and the ends (§11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import cache, partial

from core.game import Outcome, Seat, Turn
from core.games.djambi.rules.board import CORPSE, EMPTY, NECROMOBILE, code
from core.games.djambi.rules.field import ACTIVE, COMA, NOBODY, Field
from core.games.djambi.rules.movement import can_move, steps_aside

SHARE = 60
"""The points of a match, shared equally among its winners."""


class Reason(StrEnum):
    """How a match can end (§11)."""

    LAST_CHIEF = "last_chief"
    ALL_ENCIRCLED = "all_encircled"
    PARTITION = "partition"
    PARTITION_POWER = "partition_power"
    QUIET = "quiet"
    BLOCKED = "blocked"
    AGREEMENT = "agreement"


def outcome(field: Field, winners: Iterable[int], reason: Reason) -> Outcome:
    """Give the end of a match: a single winner has all the points; tied winners share them."""
    seats = tuple(Seat(colour) for colour in sorted(winners))
    share = SHARE // len(seats) if seats else 0
    points = tuple(share if colour in seats else 0 for colour in range(len(field.status)))
    return Outcome(seats, points, reason.value)


def update_encirclement(field: Field) -> Field:
    """Put encircled chiefs in coma and wake released ones, all judged on the same position (R21, R24)."""
    status = tuple(
        [
            (COMA if encircled(field, colour) else ACTIVE) if standing is ACTIVE or standing is COMA else standing
            for colour, standing in enumerate(field.status)
        ]
    )
    return field if status == field.status else Field(field.rules, field.cells, status, field.owner)


def encircled(field: Field, colour: int) -> bool:
    """Tell whether a colour's chief is encircled: not in power, and no piece of its block has a legal move (§10).

    With `encirclement=ring` the chief alone counts, as the seed says it: he has no legal move, and a corpse beside him.
    Without the corpse every chief would be encircled at the start, between his own troops and the edge (R21). Moves are
    judged as if the colour were active and it were its own turn; the others keep their statuses.
    """
    chief = field.chief(colour)
    if (
        steps_aside(field, chief)
        or chief == field.rules.board.lattice.centre
        or (field.rules.necro and _digs(field, colour))
    ):
        return False
    block = _beside_corpse(field, chief) if field.rules.ring else _block(field, colour, chief)
    if not block:
        return False
    judged = field if field.status[colour] is ACTIVE else field.standing(colour, ACTIVE)
    return not any(can_move(judged, cell, colour) for cell in block)


def _beside_corpse(field: Field, chief: int) -> set[int]:
    """Give the chief's cell if a corpse lies beside it (`encirclement=ring`)."""
    near = field.rules.board.lattice.steps[chief]
    return {chief} if any(field.cells[cell] == CORPSE for cell in near) else set()


def _block(field: Field, colour: int, chief: int) -> set[int]:
    """Give the pieces joined to the chief by single steps; none once a free ordinary cell is found beside them."""
    cells = field.cells
    zone = field.rules.board.zone
    steps = field.rules.board.lattice.steps
    block = {chief}
    waiting = [chief]
    while waiting:
        for near in steps[waiting.pop()]:
            found = cells[near]
            if not found:
                if not zone[near]:
                    return set()
            elif found >> 3 == colour + 1 and near not in block:
                block.add(near)
                waiting.append(near)
    return block


def _digs(field: Field, colour: int) -> bool:
    """Tell whether a necromobile of the colour, or of a dead colour it owns, is alive (`encirclement=necro`)."""
    return any(
        code(other, NECROMOBILE) in field.cells
        for other in range(len(field.owner))
        if colour in (other, field.owner[other])
    )


def end(field: Field, before: Field, quiet: int) -> Outcome | None:
    """Tell whether the match is over, in the order of §11; `before` is the field on which encirclement was judged.

    After `quiet` completed turns without a death the match is a tie, if the option says so (R26).
    """
    active = field.active
    if len(active) == 1:
        return outcome(field, active, Reason.LAST_CHIEF)
    if not active:
        return outcome(field, before.active, Reason.ALL_ENCIRCLED)
    return partition(field) or (
        outcome(field, active, Reason.QUIET) if field.rules.quiet and quiet >= field.rules.quiet else None
    )


def blocked(field: Field) -> Outcome:
    """Give the end if no seat can move: the king wins, else all tie (§11.3)."""
    return outcome(field, field.active if field.king == NOBODY else (field.king,), Reason.BLOCKED)


def partition(field: Field) -> Outcome | None:
    """Tell whether the world is partitioned, and for whose benefit (§11.2, R25)."""
    for colour in range(len(field.status)):
        if code(colour, NECROMOBILE) in field.cells:
            return None
    if _meet(field):
        return None
    centre = field.rules.board.lattice.centre
    hope = False
    for region in _regions(field):
        colours = {field.cells[cell] >> 3 for cell in region if field.cells[cell]}
        if len({field.command[colour - 1] for colour in colours}) > 1:
            return None
        if centre in region and field.cells[centre] == EMPTY:
            hope = any(field.chief(colour) in region for colour in field.active)
    if field.king != NOBODY:
        return outcome(field, (field.king,), Reason.PARTITION_POWER)
    return None if hope else outcome(field, field.active, Reason.PARTITION)


def _meet(field: Field) -> bool:
    """Tell whether a way without corpses leads from one chief to a piece that another player commands (§11.2, R25).

    If so, the world is not partitioned. Usually a few steps show it, and no region has to be searched completely.
    """
    cells, command = field.cells, field.command
    steps = field.rules.board.lattice.steps
    start = max(map(field.chief, range(len(command))))
    if start == NOBODY:
        return False
    ours = command[(cells[start] >> 3) - 1]
    seen, waiting = {start}, [start]
    while waiting:
        for near in steps[waiting.pop()]:
            found = cells[near]
            if found > CORPSE and command[(found >> 3) - 1] != ours:
                return True
            if found != CORPSE and near not in seen:
                seen.add(near)
                waiting.append(near)
    return False


def _regions(field: Field) -> Iterator[set[int]]:
    """Give the parts of the board that corpses separate."""
    cells = field.cells
    steps = field.rules.board.lattice.steps
    left = {cell for cell, found in enumerate(cells) if found != CORPSE}
    while left:
        region = {left.pop()}
        waiting = list(region)
        while waiting:
            fresh = left.intersection(steps[waiting.pop()])
            left -= fresh
            region |= fresh
            waiting.extend(fresh)
        yield region


DUEL = 2
"""This many active colours make a duel (R8)."""

Able = Callable[[int, int], bool]
"""Tells whether a seat has a legal move if a given player plays it."""


def player_of(field: Field, seat: int) -> int:
    """Give the player of a seat: its colour's commander; with merged vassals only active colours have one (R9)."""
    if field.rules.merged and field.status[seat] is not ACTIVE:
        return NOBODY
    return field.command[seat]


def pieces(field: Field, seat: int, player: int) -> Iterable[int]:
    """Give the cells of the pieces that may move in a seat's turn (§5.3, R9)."""
    return field.commanded(player) if field.rules.merged else field.army(seat)


def can_play(field: Field, seat: int, player: int) -> bool:
    """Tell whether a seat has a legal move if a given player plays it."""
    return any(can_move(field, cell, player) for cell in pieces(field, seat, player))


def movable(field: Field, seat: int, player: int) -> list[int]:
    """List the cells of the pieces that have a legal move in a seat's turn if a given player plays it."""
    return [cell for cell in pieces(field, seat, player) if can_move(field, cell, player)]


def completed(field: Field, marker: int, done: Turn, quiet: int) -> tuple[Field, int, Turn | None, Outcome | None]:
    """Give field, rotation marker, next turn and end once a turn has led to `field` (§5.2, §10, §11)."""
    before = field
    field = update_encirclement(field)
    over = end(field, before, quiet)
    if over is not None:
        return field, marker, None, over
    marker, turn = following(field, marker, done, partial(can_play, field))
    return field, marker, turn, None if turn else blocked(field)


def following(field: Field, marker: int, done: Turn, can: Able) -> tuple[int, Turn | None]:
    """Give rotation marker and turn after a completed one; no turn if no seat can move (§5.2, R6, R8, R27)."""
    king = field.king
    if king not in (NOBODY, done.player) and can(king, king):
        return marker, Turn(Seat(king), Seat(king), bonus=True)
    twice = field.rules.double and done.bonus and king == done.player and len(field.active) == DUEL
    return advance(field, marker, NOBODY if twice else done.seat, can)


@cache
def _order(seats: int, marker: int, skipped: int) -> tuple[int, ...]:
    """Give all seats from the one after the marker on, with the skipped one at the end."""
    order = [(marker + i) % seats for i in range(1, seats + 1)]
    if skipped != NOBODY:
        order.remove(skipped)
        order.append(skipped)
    return tuple(order)


def advance(field: Field, marker: int, skipped: int, can: Able) -> tuple[int, Turn | None]:
    """Move the marker to the next seat with a player and a legal move; `skipped` plays only if it alone is left."""
    for seat in _order(len(field.status), marker, skipped):
        player = player_of(field, seat)
        if player != NOBODY and can(seat, player):
            return seat, Turn(Seat(player), Seat(seat))
    return marker, None
