"""The golden vectors of notes, hidden cards and tables: this program makes them and reads them."""

from __future__ import annotations

import re
from typing import Any

import msgpack
import pytest

from core.digest import encode
from net.deck.card_deck import Deck
from net.deck.deck_seed import Mask
from net.log.equivocation import Proof
from net.wire import peer_message
from net.wire.card_data import Deck0, Deck1, Deck2
from net.wire.codec import shaped
from net.wire.envelope import open_event, open_note, table_key
from net.wire.event import Kind
from net.wire.event_data import Raw, read
from tests.net.support.golden_vectors.golden_events import datas
from tests.net.support.golden_vectors.golden_messages import ANN, BEN, SETTING, room_notes, table_notes
from tests.net.support.golden_vectors.make_vectors import MADE, kept

PASSES: dict[str, type[Deck0 | Deck1 | Deck2]] = {"deck0": Deck0, "deck1": Deck1, "deck2": Deck2}


@pytest.mark.parametrize("name", list(MADE))
def test_the_vectors_are_made_of_what_is_given(name: str) -> None:
    assert MADE[name]() == kept(name)


@pytest.mark.parametrize("name", [*table_notes(), *room_notes()])
def test_a_note_is_read_from_its_bytes(name: str) -> None:
    topic, note = {**table_notes(), **room_notes()}[name]
    vector = kept("notes")["notes"][name]
    wire, key = bytes.fromhex(vector["wire"]), bytes.fromhex(vector["key"])
    assert open_note(key, topic, wire, type(note), peer_message.LIMITS[type(note)]) == note


def test_a_deck_is_read_from_its_bytes() -> None:
    vector: dict[str, Any] = kept("cards")
    owner = Mask(bytes.fromhex(vector["players"]["ben"]["seed"]))
    deck = Deck(SETTING, BEN.public, owner)
    players = {"ann": ANN.public, "ben": BEN.public}
    for who, what, data in vector["said"]:
        fields = msgpack.unpackb(bytes.fromhex(data), use_list=False)
        deck.receive(players[who], PASSES[what](*fields))
    assert deck.complete
    (((_, pack, slot, mask),),) = msgpack.unpackb(bytes.fromhex(vector["share_of_ann"]), use_list=False)
    assert deck.give(ANN.public, pack, slot, mask)
    assert deck.face(pack, slot) == vector["faces"][pack][slot]
    assert deck.face(0, 0) is None


@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: kind.name)
def test_every_kind_of_event_is_read_from_its_bytes(kind: Kind) -> None:
    """Each kind has a vector whose data are of its shape: in `kinds.json`, else in `events.json`."""
    name = kind.name.lower()
    vector = next(one for one in (*kept("kinds"), *kept("events")) if one["name"] == name)
    tid = bytes.fromhex(vector["tid"])
    key = table_key(bytes.fromhex(vector["table_key"]), tid)
    signed = open_event(key, vector["topic"], bytes.fromhex(vector["wire"]), tid)
    assert signed.event.kind == kind
    data = shaped(Proof, signed.event.data) if kind is Kind.FRAUD else read(signed.event)
    assert data == datas().get(kind, data)
    assert not isinstance(data, Raw)


def test_encoded_values_in_the_vectors_are_of_the_form_of_digests() -> None:
    """A reader needs no more than a tag and a length: `n`, `iLEN:`, `sLEN:`, `bLEN:`, `(COUNT:`."""
    assert encode((1, "é", b"x", None, ())) == b"(5:i1:1s2:\xc3\xa9b1:xn(0:"
    for game in kept("table")["games"].values():
        assert re.match(r"\(\d+:", game["state_encoded"])
