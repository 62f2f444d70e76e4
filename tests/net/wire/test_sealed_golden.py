"""Golden bytes of sealed decisions, claims and hidden cards: what every program of this protocol must come to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.game import Seat
from net.table.line.claim import Claims, LinePlace, OwedKind, Wait
from net.wire import card_data, event_data
from net.wire.codec import pack
from net.wire.commitment import Slot, joined
from net.wire.event import Kind
from net.wire.event_data import Data, data_of, read
from tests.net.support.event_signer import TID, chain, event, who

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "sealed.json").read_text())
SLOT = Slot(TID, 7, b"g" * 16, Seat(2))
SECRET = b"s" * 32
ID = b"i" * 32
DATA: dict[Kind, Data] = {
    Kind.COMMIT: event_data.Commit(
        SLOT.commitment(SLOT.salt(SECRET), "cards 3+5"), SLOT.hide(SECRET, "cards 3+5"), 65_000
    ),
    Kind.REVEAL: event_data.Reveal(SLOT.salt(SECRET), "cards 3+5", ((1, 0, 4, ID),)),
    Kind.CLAIM: event_data.Claim(2, OwedKind.COMMIT.value, 11),
    Kind.FINAL: event_data.Final(2, OwedKind.COMMIT.value, 11),
    Kind.DECK0: card_data.Deck0(1, ID, ID),
    Kind.DECK1: card_data.Deck1(1, ((ID, ID), (ID,))),
    Kind.DECK2: card_data.Deck2(1, ((ID,),), ((ID,),), ID, (b"e" * 112,)),
    Kind.SHARE: card_data.Share(((1, 0, 4, ID),)),
    Kind.DEAL: card_data.Part(1, 2, ID),
    Kind.SEEN: event_data.Seen(ID, 1_800_000_065_000),
    Kind.AUDIT: card_data.Audit(0, b"", "ok"),
}


def certificate() -> bytes:
    """Give the id of a certificate by two of three people."""
    claims, people = Claims(), [who(name) for name in ("ann", "ben", "cat")]
    for person in people[:2]:
        data = data_of(event_data.Final(2, "move", 9))
        (signed,) = chain(person, 1, kind=int(Kind.FINAL), seat=None, ply=7, gprev=b"g" * 16, data=data)
        claims.pass_by(signed.event)
        assert claims.receive(signed) == Wait(LinePlace(7, b"g" * 16, 9), Seat(2), OwedKind.MOVE)
    holders = {Seat(number): person.public for number, person in enumerate(people)}
    (found,) = claims.certificates(LinePlace(7, b"g" * 16, 9), lambda: (Seat(0), Seat(1), Seat(2)), holders)
    return found.id


@pytest.mark.parametrize("kind", list(DATA), ids=lambda kind: kind.name)
def test_the_data_of_each_kind_are_these_bytes(kind: Kind) -> None:
    assert pack(data_of(DATA[kind])).hex() == VECTORS["data"][kind.name.lower()]
    assert read(event(who("ann"), kind=int(kind), data=data_of(DATA[kind]))) == DATA[kind]


def test_what_is_derived_is_these_bytes() -> None:
    found = {
        "salt": SLOT.salt(SECRET),
        "commitment": SLOT.commitment(SLOT.salt(SECRET), "cards 3+5"),
        "joined": joined([ID, b"j" * 32]),
        "certificate": certificate(),
    }
    assert {name: value.hex() for name, value in found.items()} == VECTORS["derived"]
    assert SLOT.find(SECRET, bytes.fromhex(VECTORS["kept"])) == "cards 3+5"
