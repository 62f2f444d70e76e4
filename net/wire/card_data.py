"""The data of the events about hidden cards (protocol, section 7)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from net.wire.codec import Id, SeatNumber, Shape, Word
from net.wire.event import Kind

Epoch = Annotated[int, Meta(ge=1, lt=1 << 31)]
"""The number of a deck of hidden cards, from 1."""
Place = Annotated[int, Meta(ge=0, lt=128)]
PackPoints = Annotated[tuple[Id, ...], Meta(min_length=1, max_length=104)]
DeckPoints = Annotated[tuple[PackPoints, ...], Meta(min_length=1, max_length=2)]
"""Points of a deck, packet by packet, top first."""
Opening = tuple[Epoch, Place, Place, Id]
"""A share: deck, packet, slot and the author's mask of that slot."""
Openings = Annotated[tuple[Opening, ...], Meta(max_length=104)]
Bequest = tuple[Epoch, Annotated[bytes, Meta(min_length=80, max_length=80)]]
"""The number of a deck, and the part of it that is sealed to one person."""
Bequests = Annotated[tuple[Bequest, ...], Meta(max_length=64)]


class Deck0(Shape, frozen=True, array_like=True):
    """The author commits to their seed of a deck and to their lot."""

    epoch: Epoch
    seed: Id
    lot: Id


class Deck1(Shape, frozen=True, array_like=True):
    """The first pass over a deck: the author masks and shuffles it."""

    epoch: Epoch
    packs: DeckPoints


class Deck2(Shape, frozen=True, array_like=True):
    """The second pass: a mask on every slot, its public keys, the lot, and the seed in sealed parts (or none)."""

    epoch: Epoch
    packs: DeckPoints
    keys: DeckPoints
    lot: Id
    escrow: Annotated[tuple[Annotated[bytes, Meta(min_length=112, max_length=112)], ...], Meta(max_length=15)]


class Share(Shape, frozen=True, array_like=True):
    """Masks of slots that others draw, or of the author's own slots that hold no card."""

    shares: Annotated[Openings, Meta(min_length=1)]


class Part(Shape, frozen=True, array_like=True):
    """The author's part of the seed of a player who left; it is empty if the sealed part does not open."""

    epoch: Epoch
    player: SeatNumber
    part: Annotated[bytes, Meta(max_length=32)]


class Audit(Shape, frozen=True, array_like=True):
    """After the end: the author's seed of a deck or, if `verdict` is not empty, the result of their audit.

    A verdict is `ok`, or a word for what was wrong in deck `epoch` with the number of the player who did it.
    """

    epoch: Annotated[int, Meta(ge=0, lt=1 << 31)]
    seed: Annotated[bytes, Meta(max_length=32)]
    verdict: Word = ""
    player: SeatNumber | None = None


Message = Deck0 | Deck1 | Deck2 | Share | Part | Audit
"""Any message about hidden cards outside the line."""

KINDS = frozenset({Kind.DECK0, Kind.DECK1, Kind.DECK2, Kind.SHARE, Kind.DEAL, Kind.AUDIT})
"""The kinds of events that carry these messages."""
