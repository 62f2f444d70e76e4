"""Golden bytes made anew: what `vectors/notes.json`, `cards.json` and `table.json` hold, from keys and seeds in clear.

`tests/net/support/golden_vectors/make_vectors.py` writes them. They change only where the protocol does.
"""

from __future__ import annotations

from typing import Any

import msgpack

import core.games
from core.digest import digest, encode
from core.game import Seat
from core.games import find
from core.option import settle
from net.deck import deck_seed
from net.deck.card_deck import Deck, Pass, Setting
from net.deck.deck_seed import Mask, derived
from net.identity.identity import WORDS, Identity, fingerprint
from net.table.clocks.flag_fall import FlagClaims, Receipt
from net.table.fold.table_terms import rules_hash
from net.table.line.claim import LinePlace, OwedKind, Wait
from net.table.seating.roster import Roster, SeatRequest
from net.wire import mqtt_topic, peer_message
from net.wire.card_data import Deck0, Deck1, Deck2
from net.wire.codec import pack
from net.wire.commitment import drawn_order, lot_commitment, origin_of, seed_of
from net.wire.envelope import table_key
from net.wire.event import VERSION, Head
from net.wire.event_data import data_of
from net.wire.invitation import Invitation
from tests.net.support.event_signer import TID, chain, who

ANN, BEN = who("ann"), who("ben")
ROOM = Invitation("127.0.0.1", "club", bytes(range(16)))
TABLE_KEY = b"k" * 16
TS = 1_800_000_000_000


def hexed(value: object) -> Any:  # noqa: ANN401  what JSON holds
    """Give a value with arrays as lists and bytes in hexadecimal."""
    if isinstance(value, bytes):
        return value.hex()
    return [hexed(one) for one in value] if isinstance(value, tuple | list) else value


def table_notes() -> dict[str, tuple[str, peer_message.TableNote]]:
    """Give one note of each kind that stands at a table, with its topic."""
    events = tuple((signed.sig, signed.body) for signed in chain(ANN, 2))
    ends = tuple(sorted((Head(one.public, 7, b"8 bytes.") for one in (ANN, BEN)), key=lambda head: head.author))
    pid = ANN.pid
    head = (VERSION, ANN.public, TID)
    return {
        "heads": (
            mqtt_topic.heads(TID, pid),
            peer_message.Heads(*head, ends, 12, b"g" * 8, b"s" * 8, (), want=True, ts=TS),
        ),
        "request": (
            mqtt_topic.request(TID, pid),
            peer_message.Request(*head, (peer_message.Range(BEN.public, 3, 9),), TS),
        ),
        "reply": (mqtt_topic.reply(TID, pid), peer_message.Reply(*head, events)),
        "segment": (mqtt_topic.segment(TID, pid, 0), peer_message.Segment(*head, 0, events)),
        "aside": (mqtt_topic.aside(TID, pid), peer_message.SpectatorMessage(*head, "Ann", "well seen", TS)),
    }


def room_notes() -> dict[str, tuple[str, peer_message.LobbyNote]]:
    """Give one note of each kind that stands in a room, with its topic."""
    head, pid = (VERSION, ANN.public), ANN.pid
    rules = tuple((name, rules_hash(find(name))) for name in ("djambi", "megiddo"))
    shown = (("players", "4"),), (("talk", "on"), ("clock", "none"))
    card = peer_message.Card(
        *head, TID, "Évening", "Ann", "djambi", *shown, (pid, "", "", ""), private=False, rules=b"r" * 16,
        started=False, ts=TS, code=b"", salt=b"s" * 16,
    )  # fmt: skip
    return {
        "presence": (
            mqtt_topic.presence("club", pid),
            peer_message.Presence(*head, "Ann", "0.4.0", rules, "here", b"session.", TS, ("watch",)),
        ),
        "card": (mqtt_topic.card("club", pid, TID), card),
        "chat": (mqtt_topic.chat("club"), peer_message.Chat(*head, "Ann", "hello", TS)),
    }


def noted() -> dict[str, Any]:
    """Make the notes."""
    made = {}
    for key, many in ((table_key(TABLE_KEY, TID), table_notes()), (ROOM.lobby_key, room_notes())):
        for number, (name, (topic, note)) in enumerate(many.items()):
            body, nonce = pack(note), bytes([number]) * 24
            wire = peer_message.seal_note(key, topic, ANN, note, nonce)
            made[name] = {
                "topic": topic,
                "key": key.hex(),
                "nonce": nonce.hex(),
                "fields": hexed(msgpack.unpackb(body, use_list=False)),
            }
            made[name] |= {"body": body.hex(), "wire": wire.hex()}
    given: dict[str, Any] = {"seed": ANN.seed.hex(), "public": ANN.public.hex(), "pid": ANN.pid, "tid": TID.hex()}
    given |= {"words": list(WORDS), "fingerprint": fingerprint(ANN.public)}
    return {"given": given | {"table_key": TABLE_KEY.hex(), "room_key": ROOM.room_key.hex()}, "notes": made}


SETTING = Setting(TID, 1, ((1, 1, 3), (5, 7)), (ANN.public, BEN.public), frozenset((ANN.public, BEN.public)), b"p" * 16)


def seed_of_player(player: bytes) -> bytes:
    """Give a player's seed of the golden deck."""
    return derived(b"s" * 32, player)


def passes() -> tuple[Deck, list[tuple[str, str, Pass]]]:
    """Let both players sign until the deck is made; give it and what they said: who, what, the data."""
    names = {ANN.public: "ann", BEN.public: "ben"}
    tables = [Deck(SETTING, player, Mask(seed_of_player(player))) for player in SETTING.players]
    said: list[tuple[str, str, Pass]] = []
    for due in (Deck0, Deck1, Deck2):
        for deck in tables:
            message = deck.owed()
            assert isinstance(message, due)
            said.append((names[deck.me], due.__name__.lower(), message))
            for one in tables:
                one.receive(deck.me, message)
    assert tables[0].complete
    return tables[0], said


def part_of(player: Identity, deck: Deck) -> dict[str, Any]:
    """Tell all that a player's seed decides."""
    mask = Mask(seed_of_player(player.public))
    slots = [[mask.slot(pack, slot).hex() for slot in range(size)] for pack, size in enumerate(SETTING.sizes)]
    order = [list(mask.order(pack, size)) for pack, size in enumerate(SETTING.sizes)]
    given = {"signing_seed": player.seed.hex(), "public": player.public.hex(), "seed": mask.seed.hex()}
    derived_from = {"mask": mask.key.hex(), "lot": mask.lot.hex(), "order": order, "slots": slots}
    other = next(one for one in (ANN, BEN) if one is not player)
    entry = deck.twos[player.public].escrow[0]
    part = deck_seed.opened(TID, 1, entry, other.public, other.box_key)
    assert part is not None
    return given | derived_from | {"part": part.hex()}


def carded() -> dict[str, Any]:
    """Make the deck."""
    deck, said = passes()
    for player in SETTING.players:
        deck.open(player, seed_of_player(player))
        deck.give_all(player)
    faces = [[deck.face(pack, slot) for slot in range(size)] for pack, size in enumerate(SETTING.sizes)]
    given = {"tid": TID.hex(), "epoch": 1, "packs": hexed(SETTING.packs), "place": SETTING.place.hex()}
    share = ((1, 0, 2, bytes(Mask(seed_of_player(ANN.public)).slot(0, 2))),)
    return {
        "given": given,
        "points": hexed(SETTING.first),
        "players": {"ann": part_of(ANN, deck), "ben": part_of(BEN, deck)},
        "said": [[name, what, pack(data_of(message)).hex()] for name, what, message in said],
        "faces": faces,
        "share_of_ann": pack((share,)).hex(),
        "lots": {str(sides): deck.lot(sides) for sides in (2, 6)},
    }


def roster() -> Roster:
    """Seat two people at a table of two."""
    found = Roster(TID, ANN.public, {Seat(0): "red", Seat(1): "blue"}, drawn=False, bots=False)
    for seat, one in enumerate((BEN, ANN)):
        found.holders[Seat(seat)] = SeatRequest(bytes([seat]) * 32, one.public, 0, Seat(seat), "", "")
    return found


def states() -> dict[str, Any]:
    """Tell the rules and the first position of each game."""
    found: dict[str, Any] = {}
    for name in core.games.names():
        game = find(name)
        told = tuple((one.name, one.values, one.lowest, one.highest, one.needs) for one in game.options)
        state = game.start(settle(game, {})).view(None).encode()
        found[name] = {
            "rules_encoded": encode((game.name, game.version, told)).decode(),
            "rules": rules_hash(game).hex(),
            "state_encoded": encode(state).decode(),
            "state": digest(state).hex(),
        }
    return found


def tabled() -> dict[str, Any]:
    """Make what a table derives."""
    secrets = [bytes([number]) * 32 for number in range(3)]
    seed = seed_of(secrets)
    wait = Wait(LinePlace(7, b"g" * 16, 9), Seat(2), OwedKind.MOVE)
    flag = FlagClaims._flag(wait, ANN.public, b"c" * 32, Receipt(4, b"r" * 32, TS))
    return {
        "lots": [secret.hex() for secret in secrets],
        "lot_commitment": lot_commitment(secrets[1], TID, ANN.pid).hex(),
        "seed": seed.hex(),
        "drawn": list(drawn_order(seed, 6)),
        "origin": origin_of(b"s" * 32, [b"a" * 32, b"b" * 32]).hex(),
        "roster": {
            "seats": [[0, BEN.public.hex(), (b"\0" * 32).hex()], [1, ANN.public.hex(), (b"\1" * 32).hex()]],
            "digest": roster().digest.hex(),
        },
        "flag": flag.id.hex(),
        "games": states(),
    }
