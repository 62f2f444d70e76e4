"""Blows: which seat strikes which by one line of a log, read from its effects and from the pieces that stood there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from core.chance import HasSharedPieces
from core.game import Effect, Seat, State
from core.match.match import Match
from core.scene import Piece

STRIKES = ("kill", "take", "rout", "capture", "chain")
"""The effects by which the seat that decides kills or captures pieces on a `cell` or on `cells`."""

BEGINS, LOST, INCITED = "combat", "lost", "treason"
"""A fight begins in a `city`; somebody loses a piece there; somebody made another's piece begin it."""

DRIVEN = "provoke"
"""A piece is driven from `cell` to `to`; it does not move by itself."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One line of a log: its `number` from 1, the seat that decided, its effects, and the states before and after.

    `blows` are the blows it strikes, read when the deed is made. A blow that hits only the striker does not count.
    """

    number: int
    seat: Seat
    effects: tuple[Effect, ...]
    before: State[Any]
    after: State[Any]
    blows: tuple[Blow, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Read the blows."""
        object.__setattr__(self, "blows", tuple(blow for blow in _blows(self) if blow.victims))


def deeds(match: Match) -> tuple[Deed, ...]:
    """Give every line of a match as a deed."""
    found = []
    state = match.at(0).state
    for number, line in enumerate(match.log, 1):
        action = state.parse(line.seat, line.text)
        after = state.play(line.seat, action)
        found.append(Deed(number, line.seat, state.effects(line.seat, action), state, after))
        state = after
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Blow:
    """`by` strikes a piece on `spot` that belongs to the `victims` or that they command; `deadly` if the piece dies.

    `fought` says that it dies in a fight that an earlier blow began.
    """

    by: Seat
    victims: frozenset[Seat]
    spot: str
    deadly: bool = True
    fought: bool = False


def _blows(deed: Deed) -> Iterator[Blow]:
    for effect in deed.effects:
        fields = dict(effect.fields)
        if effect.key in STRIKES and "card" not in fields:
            for spot in _struck(deed, effect.key, fields):
                yield Blow(deed.seat, _seats(deed.before, pieces_on(deed.before, spot), deed.seat), spot)
        elif effect.key == BEGINS:
            yield from _fight(deed, fields["city"])
        elif effect.key == LOST:
            yield from _loss(deed, fields["city"])


def _struck(deed: Deed, key: str, fields: dict[str, str]) -> tuple[str, ...]:
    """Give the spots that are struck; a rout names only the first one of a row."""
    if key != "rout":
        return tuple(fields.get("cells", fields.get("cell", "")).split())
    after = {(piece.spot, piece.owner) for piece in deed.after.scene().pieces}
    before = (piece for piece in deed.before.scene().pieces if piece.owner != deed.seat)
    return tuple(piece.spot for piece in before if (piece.spot, piece.owner) not in after)


def pieces_on(state: State[Any], spot: str) -> list[Piece]:
    """Give the pieces on a spot, an attacker last."""
    return [piece for piece in state.scene().pieces if piece.spot == spot]


def holders(state: State[Any], pieces: list[Piece]) -> frozenset[Seat]:
    """Give the seats that own or command one of the pieces, with the partners who play it too."""
    found = frozenset(Seat(seat) for piece in pieces for seat in (piece.owner, piece.commander) if seat is not None)
    if isinstance(state, HasSharedPieces):
        return frozenset(each for seat in found for each in state.holders(seat))
    return found


def _seats(state: State[Any], pieces: list[Piece], by: Seat) -> frozenset[Seat]:
    """Give the seats that hold the pieces, without the striker."""
    return holders(state, pieces) - {by}


def _fight(deed: Deed, city: str) -> Iterator[Blow]:
    """Give the blow of an attack; the attacker commands the second piece in the city, or incited it."""
    fighters = pieces_on(deed.after, city)
    incited = any(effect.key == INCITED for effect in deed.effects)
    attacker = deed.seat if incited else fighters[-1].commander if fighters else None
    if attacker is not None:
        yield Blow(Seat(attacker), _seats(deed.after, fighters, Seat(attacker)), city, deadly=False)


def _loss(deed: Deed, city: str) -> Iterator[Blow]:
    """Give the blow that destroyed a piece: it is the opponent's in a fight, else that of the seat that decided."""
    fighters = pieces_on(deed.before, city)
    left = {(piece.owner, piece.letter) for piece in pieces_on(deed.after, city)}
    lost = [piece for piece in fighters if (piece.owner, piece.letter) not in left]
    others = [piece for piece in fighters if piece not in lost]
    by = others[0].commander if others else deed.seat
    if by is not None:
        yield Blow(Seat(by), _seats(deed.before, lost, Seat(by)), city, fought=bool(others))


def spot_after(spot: str, deed: Deed) -> str:
    """Give where the piece on `spot` stands after a deed, which may move it, drive it away or leave it alone."""
    walked = False
    for effect in deed.effects:
        fields = dict(effect.fields)
        if effect.key == DRIVEN and fields["cell"] == spot and not walked:
            spot = fields["to"]
        elif fields.get("start") == spot:
            spot, walked = fields.get("cell") or fields.get("city") or spot, True
    return spot
