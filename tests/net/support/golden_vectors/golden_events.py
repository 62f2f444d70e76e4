"""Golden events with the data that each kind really has: what `vectors/kinds.json` holds.

The older `events.json` holds the form of an event; the data of some kinds stand in it as any plain values.
"""

from __future__ import annotations

from typing import Any

import msgpack

from core.game import Seat
from net.deck.deck_seed import Mask
from net.log.equivocation import Proof
from net.wire import envelope, event_data, mqtt_topic
from net.wire.card_data import Audit, Part, Share
from net.wire.commitment import Slot
from net.wire.event import Dep, Kind
from net.wire.event_data import Data, data_of
from tests.net.support.event_signer import TID, chain, event, resign
from tests.net.support.golden_vectors.golden_messages import ANN, BEN, hexed, passes, seed_of_player

SECRET, ID = b"s" * 32, b"i" * 32
SLOT = Slot(TID, 7, b"g" * 16, Seat(2))
TABLE_KEY = b"k" * 16
KEY = envelope.table_key(TABLE_KEY, TID)


def datas() -> dict[Kind, Data | Proof]:
    """Give data of every kind that `events.json` tells less of."""
    _, said = passes()
    salt, opening = SLOT.salt(SECRET), (1, 0, 2, bytes(Mask(seed_of_player(ANN.public)).slot(0, 2)))
    two = (chain(BEN, 1)[0], resign(BEN, chain(BEN, 1)[0], data=("another", 1, None)))
    decks = {name: message for who, name, message in said if who == "ann"}
    return {
        Kind.MOVE: event_data.Move("c1-c4", 1500, (opening,)),
        Kind.COMMIT: event_data.Commit(SLOT.commitment(salt, "cards 3+5"), SLOT.hide(SECRET, "cards 3+5"), 65_000),
        Kind.REVEAL: event_data.Reveal(salt, "cards 3+5", (opening,)),
        Kind.CLAIM: event_data.Claim(2, "move", 11),
        Kind.FINAL: event_data.Final(2, "move", 11, stands=False),
        Kind.SUBSTITUTE: event_data.Substitute(2, BEN.public, "Ben", 11),
        Kind.DECK0: decks["deck0"],
        Kind.DECK1: decks["deck1"],
        Kind.DECK2: decks["deck2"],
        Kind.SHARE: Share((opening,)),
        Kind.DEAL: Part(1, 1, seed_of_player(BEN.public)),
        Kind.AUDIT: Audit(1, seed_of_player(ANN.public)),
        Kind.SEEN: event_data.Seen(ID, 1_800_000_065_000),
        Kind.FRAUD: Proof(two[0].body, two[0].sig, two[1].body, two[1].sig),
        Kind.BYE: event_data.Bye(
            "parley://127.0.0.1:40123/club/000G40R40M30E209185GR38E1W#000G40R40M30E209185GR38E1WFVM"
        ),
        Kind.OFFER: event_data.Offer("spectators", "spectators off"),
    }


def told() -> list[dict[str, Any]]:
    """Make one event of each of these kinds, each the second of its author's chain."""
    first = chain(ANN, 1)[0]
    found = []
    for number, (kind, data) in enumerate(datas().items()):
        place = {"seat": 2, "ply": 7, "gprev": b"g" * 16, "deps": (Dep(BEN.public[:2], 3, b"8 bytes."),)}
        fields: dict[str, Any] = {**place, "kind": int(kind), "data": data_of(data)}  # type: ignore[arg-type]
        signed = envelope.make(ANN, event(ANN, 1, first.link, **fields))
        topic, nonce = mqtt_topic.event(TID, ANN.pid, 1), bytes([number]) * 24
        found.append(
            {
                "name": kind.name.lower(),
                "topic": topic,
                "seed": ANN.seed.hex(),
                "tid": TID.hex(),
                "table_key": TABLE_KEY.hex(),
                "nonce": nonce.hex(),
                "plain": hexed(msgpack.unpackb(signed.body, use_list=False)),
                "body": signed.body.hex(),
                "sig": signed.sig.hex(),
                "id": signed.id.hex(),
                "wire": envelope.seal(KEY, topic, signed, nonce).hex(),
            }
        )
    return found
