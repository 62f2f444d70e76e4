"""A reader of the golden vectors made after `docs/protocol.md` alone: nothing of the program is used here.

What it needs stands on the page; a program written from the page reads and makes the same bytes.
"""

from __future__ import annotations

import ast
import re
from functools import reduce
from pathlib import Path
from typing import Any

import msgpack
import pytest
from nacl import bindings

from tests.net.support.golden_vectors import vector_reader
from tests.net.support.golden_vectors.vector_reader import (
    crockford,
    encoded,
    four,
    is_signed,
    lots,
    named,
    opened,
    plain,
    raw,
    short,
    shuffled,
    vectors,
)

ROOT = Path(__file__).parents[3]
ORDER = (1 << 252) + 27742317777372353535851937790883648493


@pytest.mark.parametrize("vector", [*vectors("events"), *vectors("kinds")], ids=lambda vector: vector["name"])
def test_events(vector: dict[str, Any]) -> None:
    tid = raw(vector["tid"])
    sig, body = opened(raw(vector["wire"]), vector["topic"], named(vector["table_key"], tid))
    fields = msgpack.unpackb(body)
    assert (sig.hex(), body.hex(), plain(fields)) == (vector["sig"], vector["body"], vector["plain"])
    author = fields[2]
    assert is_signed(b"parley/ev/1\0", body, sig, author)
    assert short(32, b"parley/id/1", body).hex() == vector["id"]
    pid = crockford(short(10, author))
    assert vector["topic"] == f"1/t/{crockford(tid)}/e/{pid}/{fields[3]:05d}"
    public, secret = bindings.crypto_sign_seed_keypair(raw(vector["seed"]))
    assert public == author
    assert bindings.crypto_sign(b"parley/ev/1\0" + body, secret)[:64] == sig
    if vector["name"] == "genesis":
        data = msgpack.packb(fields[13])
        assert body.endswith(data)
        assert short(16, b"parley/tid/1", author, data) == tid


def test_the_proof_of_two_histories() -> None:
    (vector,) = (one for one in vectors("kinds") if one["name"] == "fraud")
    first, first_sig, second, second_sig = msgpack.unpackb(raw(vector["body"]))[13]
    events = [msgpack.unpackb(body) for body in (first, second)]
    for event, body, sig in zip(events, (first, second), (first_sig, second_sig), strict=True):
        assert is_signed(b"parley/ev/1\0", body, sig, event[2])
    assert events[0][1:4] == events[1][1:4]
    assert first != second


@pytest.mark.parametrize("name", sorted(vectors("notes")["notes"]))
def test_notes(name: str) -> None:
    told, vector = vectors("notes")["given"], vectors("notes")["notes"][name]
    tid, topic = raw(told["tid"]), vector["topic"]
    at_table = topic.startswith("1/t/")
    key = named(told["table_key"], tid) if at_table else short(32, b"lobby", raw(told["room_key"]))
    sig, body = opened(raw(vector["wire"]), topic, key)
    fields = msgpack.unpackb(body)
    assert (body.hex(), plain(fields)) == (vector["body"], vector["fields"])
    assert fields[1].hex() == told["public"]
    assert is_signed(b"parley/note/1\0" + topic.encode() + b"\0", body, sig, fields[1])
    assert crockford(short(10, fields[1])) == told["pid"]
    if name in {"reply", "segment"}:
        prev = bytes(16)
        for sig, body in fields[-1]:
            event = msgpack.unpackb(body)
            assert is_signed(b"parley/ev/1\0", body, sig, event[2])
            assert event[4] == prev
            prev = short(32, b"parley/id/1", body)[:16]


def test_the_four_words() -> None:
    told = vectors("notes")["given"]
    mark = short(4, b"parley/words/1", raw(told["public"]))
    assert "-".join(told["words"][byte] for byte in mark) == told["fingerprint"]


@pytest.mark.parametrize("vector", vectors("invitations"), ids=lambda vector: vector["text"])
def test_invitations(vector: dict[str, str]) -> None:
    form = r"parley://[^/]+/([A-Za-z0-9_-]+)(?:/([0-9A-Z]{26}))?(?:\?[^#]*)?#([0-9A-Z]{29})(?:\.([0-9A-Z]{29}))?"
    found = re.fullmatch(form, vector["text"])
    assert found is not None
    _, tid, *keys = found.groups()
    assert (tid or "") == (crockford(raw(vector["tid"])) if vector["tid"] else "")
    for text, name in zip(keys, ("room", "table"), strict=True):
        key = vector[f"{name}_key"]
        check = short(2, b"parley/key/1", name.encode(), raw(key or ""))
        assert (text or "") == (crockford(raw(key) + check) if key else "")
    room = raw(vector["room_key"])
    assert short(32, b"broker", room).hex() == vector["broker_password"]
    assert short(32, b"lobby", room).hex() == vector["lobby_key"]


def test_sealed_decisions() -> None:
    told = vectors("sealed")
    given, made = told["given"], told["derived"]
    secret, text = raw(given["secret"]), given["text"].encode()
    slot = raw(given["tid"]) + given["ply"].to_bytes(8, "big") + raw(given["gprev"]) + bytes([given["seat"]])
    salt = short(32, slot, key=secret, person=b"parley/salt/1")
    found = short(32, salt, slot, text, person=b"parley/commit/1")
    assert (salt.hex(), found.hex()) == (made["salt"], made["commitment"])
    key = short(32, slot, key=secret, person=b"parley/sealed/1")
    kept = raw(told["kept"])
    filled = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(kept[24:], slot, kept[:24], key)
    assert filled == text.ljust(64, b"\0")
    assert kept[:24] == short(24, filled, key=key)
    assert short(16, b"parley/joined/1", *map(raw, given["joined"])).hex() == made["joined"]
    numbers = b"".join(number.to_bytes(8, "big") for number in (7, 9, 2))
    assert short(32, b"parley/final/2", b"g" * 16, numbers, b"move ").hex() == made["certificate"]


def test_what_a_table_derives() -> None:
    told, given = vectors("table"), vectors("notes")["given"]
    tid, secrets = raw(given["tid"]), [raw(one) for one in told["lots"]]
    assert short(32, secrets[1], tid, given["pid"].encode()).hex() == told["lot_commitment"]
    assert short(32, *secrets).hex() == told["seed"]
    assert lots(raw(told["seed"]), 6) == told["drawn"]
    assert short(16, b"s" * 32, b"a" * 32, b"b" * 32).hex() == told["origin"]
    assert short(32, b"parley/flag/1", b"c" * 32, b"r" * 32).hex() == told["flag"]
    seats = tuple((seat, raw(key), raw(sit)) for seat, key, sit in told["roster"]["seats"])
    assert short(16, encoded(("parley/roster/1", tid, seats))).hex() == told["roster"]["digest"]
    for game in told["games"].values():
        assert short(16, game["rules_encoded"].encode()).hex() == game["rules"]
        assert short(16, game["state_encoded"].encode()).hex() == game["state"]


RECORDS = [ROOT / f"core/games/djambi/golden/{name}.record" for name in ("bga", "four", "six", "draw")]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_digests_of_a_record(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    header = dict(re.findall(r'^\[(\S+) "(.*)"\]$', text, re.MULTILINE))
    assert "Position" not in header
    options = tuple((key[7:], value) for key, value in header.items() if key.startswith("Option."))
    value = short(16, encoded((header["Game"], int(header["Rules"]), options, None)))
    seats, said, ply = header["Seats"].split(), short(16, encoded(("parley-talk/1",))), 0
    for line in text.split("\n\n", 1)[1].splitlines():
        if played := re.match(r"\d+\. (\S+) (.*)", line):
            ply += 1
            value = short(16, value, encoded((seats.index(played[1]), played[2])))
        elif spoken := re.match(r'\{talk \S+ (\S+) (\d+) ("[^"]*")\s*(.*)\}', line):
            act = tuple(spoken[4].split()) or None
            one = (spoken[1], int(spoken[2]), ply, ast.literal_eval(spoken[3]), act)
            said = short(16, said, encoded(one))
    assert value.hex() == header["Digest"]
    assert said.hex() == header.get("TalkDigest", said.hex())


def derived(seed: bytes, *labels: bytes | int, size: int = 32) -> bytes:
    """Derive bytes from a seed of a deck."""
    parts = [label.to_bytes(8, "big") if isinstance(label, int) else label for label in labels]
    text = b"".join(len(part).to_bytes(2, "big") + part for part in parts)
    return short(size, text, key=seed, person=b"parley/deck/1")


def scalar(seed: bytes, *labels: bytes | int) -> bytes:
    """Derive a mask; what comes out as 0 would be drawn again."""
    return bytes(bindings.crypto_core_ed25519_scalar_reduce(derived(seed, *labels, 0, size=64)))


def times(point: bytes, *masks: bytes, back: bytes | None = None) -> bytes:
    """Put masks on a point, and take one off."""
    factor = reduce(lambda one, other: one * int.from_bytes(other, "little") % ORDER, masks, 1)
    factor = factor if back is None else factor * pow(int.from_bytes(back, "little"), -1, ORDER) % ORDER
    return bytes(bindings.crypto_scalarmult_ed25519_noclamp(factor.to_bytes(32, "little"), point))


def committed(word: bytes, tid: bytes, player: bytes, secret: bytes) -> bytes:
    """Commit to a secret of deck 1."""
    return short(32, word.ljust(8, b"\0"), tid, four(1), player, secret, person=b"parley/deck/1")


def test_hidden_cards() -> None:
    told = vectors("cards")
    tid, packs = raw(told["given"]["tid"]), told["given"]["packs"]
    sizes = [len(pack) for pack in packs]
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    point = bindings.crypto_core_ed25519_from_uniform
    deck = [[point(short(32, b"card", tid, four(1), four(at + n))) for n in range(size)]
            for at, size in zip(starts, sizes, strict=True)]  # fmt: skip
    assert plain(deck) == told["points"]
    first, people, said = (
        deck,
        list(told["players"].items()),
        {(who, what): msgpack.unpackb(raw(data)) for who, what, data in told["said"]},
    )
    for name, one in people:
        seed, public = raw(one["seed"]), raw(one["public"])
        mask, lot = scalar(seed, b"k"), derived(seed, b"lot")
        assert (mask.hex(), lot.hex()) == (one["mask"], one["lot"])
        assert said[name, "deck0"] == [1, committed(b"seed", tid, public, seed), committed(b"lot", tid, public, lot)]
        orders = [
            shuffled(size, lambda step, at, n=n, s=seed: derived(s, b"perm", n, step, at, size=8))
            for n, size in enumerate(sizes)
        ]
        assert orders == one["order"]
        deck = [[times(pack[place], mask) for place in order] for pack, order in zip(deck, orders, strict=True)]
        assert said[name, "deck1"] == [1, deck]
    for name, one in people:
        deck = second_pass(raw(one["seed"]), deck, said[name, "deck2"])
        check_escrow(told, name, tid, said[name, "deck2"][4])
    keys = [[[raw(mask) for mask in pack] for pack in one["slots"]] for _, one in people]
    for n, pack in enumerate(packs):
        for slot, face in enumerate(told["faces"][n]):
            bare = reduce(lambda point, mask: times(point, back=mask), (own[n][slot] for own in keys), deck[n][slot])
            assert pack[first[n].index(bare)] == face
    assert msgpack.unpackb(raw(told["share_of_ann"])) == [[[1, 0, 2, keys[0][0][2]]]]
    drawn = short(32, raw(told["given"]["place"]), *(raw(one["lot"]) for _, one in people))
    assert {sides: lots(drawn, int(sides))[0] for sides in told["lots"]} == told["lots"]


def second_pass(seed: bytes, deck: list[list[bytes]], said: list[Any]) -> list[list[bytes]]:
    """Make a player's second pass and compare it with what he said."""
    own = [[scalar(seed, b"c", n, slot) for slot in range(len(pack))] for n, pack in enumerate(deck)]
    mask = scalar(seed, b"k")
    deck = [[times(point, own[n][slot], back=mask) for slot, point in enumerate(pack)] for n, pack in enumerate(deck)]
    base = bindings.crypto_scalarmult_ed25519_base_noclamp
    assert said[:4] == [1, deck, [[base(one) for one in pack] for pack in own], derived(seed, b"lot")]
    return deck


def check_escrow(told: dict[str, Any], name: str, tid: bytes, entries: list[bytes]) -> None:
    """Open the one part of a player's seed: with two players the seed itself."""
    ((_, other),) = ((who, one) for who, one in told["players"].items() if who != name)
    (entry,) = entries
    public, seed = raw(other["public"]), raw(told["players"][name]["seed"])
    secret = bindings.crypto_sign_ed25519_sk_to_curve25519(raw(other["signing_seed"]) + public)
    part = bindings.crypto_box_seal_open(entry[32:], bindings.crypto_scalarmult_base(secret), secret)
    assert part == seed == raw(told["players"][name]["part"])
    assert entry[:32] == committed(b"part", tid, public, part)
    once, _ = bindings.crypto_box_seed_keypair(derived(seed, b"seal", 0))
    assert entry[32:64] == once


def test_nothing_of_the_program_is_used() -> None:
    for path in (Path(vector_reader.__file__), Path(__file__)):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = {one.module for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)}
        assert not {module for module in found if module and module.split(".")[0] in {"core", "net", "tui"}}
