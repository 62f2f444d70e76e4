"""Domains: every hash and signature says what it is for; the page of what was checked names tests that there are."""

from __future__ import annotations

import ast
import re
from itertools import permutations
from pathlib import Path

from net.deck.deck_seed import committed, derived
from net.identity.identity import Identity
from net.wire.commitment import Slot, lot_commitment, opens_lot, seed_of

ROOT = Path(__file__).resolve().parents[3]
LABELS = {
    b"parley/ev/1\0": "envelope",
    b"parley/note/1\0": "envelope",
    b"parley/letter/1\0": "direct_invitation",
    b"parley/door/1\0": "door_mark",
    b"parley/id/1": "envelope",
    b"parley/tid/1": "event_data",
    b"parley/final/2": "claim",
    b"parley/flag/1": "flag_fall",
    b"parley/joined/1": "commitment",
    b"parley/salt/1": "commitment",
    b"parley/commit/1": "commitment",
    b"parley/sealed/1": "commitment",
    b"parley/deck/1": "deck_seed",
    b"parley/draw/1": "commitment",
    b"parley/lot/1": "commitment",
    b"parley/own/1": "identity",
    b"parley/seed/1": "identity",
    b"parley/words/1": "identity",
    b"parley/key/1": "invitation",
    b"parley/lan/1": "announcement",
    b"parley/table/1": "passcode",
    b"parley/club/1": "club_event",
    b"parley/rated/1": "club_event",
    b"parley/link/1": "tournament_log",
    b"parley/pairs/1": "tournament_log",
    b"table": "envelope",
    b"broker": "invitation",
    b"lobby": "invitation",
    b"public": "invitation",
    b"card": "deck_seed",
}
"""What each hash or signature begins with (or has as its `person`), and the one module that makes it."""
SIGNED = (b"parley/ev/1\0", b"parley/note/1\0", b"parley/letter/1\0", b"parley/door/1\0")
TID = bytes(range(16))


def written() -> set[tuple[bytes, str]]:
    """Give every such text in `net` with the module it stands in."""
    found = set()
    for path in sorted((ROOT / "net").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, bytes) and (value.startswith(b"parley/") or value in LABELS):
                found.add((value, path.stem))
    return {(value, name) for value, name in found if value != b"parley://"}


def test_every_domain_is_known_and_made_in_one_place() -> None:
    assert written() == set(LABELS.items()) | {(b"table", "announcement")}


def test_no_domain_is_the_beginning_of_another() -> None:
    assert not [(one, two) for one, two in permutations(LABELS, 2) if two.startswith(one)]
    assert all(len(label) <= 16 for label in LABELS)
    assert all(label.endswith(b"\0") for label in SIGNED)


def test_every_domain_stands_on_the_page() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for label in LABELS:
        assert label.decode().replace("\0", "\\0") in page


def test_what_is_derived_from_one_secret_is_never_the_same() -> None:
    secret, slot = bytes(range(32)), Slot(TID, 7, bytes(16), 2)  # type: ignore[arg-type]
    one = Identity(secret)
    made = [
        *(one.secret(label, TID) for label in ("lot", "hand", "broker", "code", "lots")),
        *(derived(secret, *labels) for labels in ((b"k", 0), (b"c", 0, 0, 0), (b"lot",), (b"part", 0), (b"seal", 0))),
        *(derived(secret, *labels) for labels in ((b"heir", secret), (b"deck", TID, 1), (b"deck", TID, 2))),
        *(committed(word, TID, 1, secret, secret) for word in (b"seed", b"lot", b"part")),
        slot.salt(secret),
        slot.hide(secret, "card 1")[:32],
        lot_commitment(secret, TID, one.pid),
        seed_of([secret]),
    ]
    assert len(set(made)) == len(made)


def test_a_commitment_is_bound_to_all_that_it_is_about() -> None:
    secret, ann, ben = bytes(32), bytes([1]) * 32, bytes([2]) * 32
    about = [(b"seed", TID, 1, ann), (b"lot", TID, 1, ann), (b"seed", TID[::-1], 1, ann), (b"seed", TID, 2, ann)]
    assert len({committed(*what, secret) for what in (*about, (b"seed", TID, 1, ben))}) == 5
    slots = [Slot(TID, 7, bytes(16), 2), Slot(TID, 8, bytes(16), 2), Slot(TID, 7, bytes(16), 3)]  # type: ignore[arg-type]
    slots += [Slot(TID[::-1], 7, bytes(16), 2), Slot(TID, 7, b"g" * 16, 2)]  # type: ignore[arg-type]
    assert len({slot.commitment(secret, "card 1") for slot in slots}) == 5
    assert len({slot.salt(secret) for slot in slots}) == 5
    assert len({slot.hide(secret, "card 1") for slot in slots}) == 5


def test_a_lot_opens_its_own_commitment_of_its_own_table() -> None:
    lot, pid = b"l" * 32, Identity(bytes(32)).pid
    commitment = lot_commitment(lot, TID, pid)
    assert opens_lot(lot, commitment, TID, pid)
    assert not opens_lot(lot, commitment, TID[::-1], pid)
    assert not opens_lot(lot, commitment, TID, Identity(bytes([1]) * 32).pid)
    forged = TID + pid.encode()
    assert seed_of([lot, forged]) == commitment
    assert not opens_lot(forged, lot_commitment(forged, TID, pid), TID, pid)


def test_the_tests_that_the_page_names_are_there() -> None:
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    table = page[page.index("## What was checked") :]
    named = re.findall(r"`(test_\w+)\.py`|`(test_\w+)\.py::(test_\w+)`", table)
    assert len(named) > 20
    for alone, module, test in named:
        (path,) = (ROOT / "tests" / "net").rglob(f"{alone or module}.py")
        assert f"def {test or 'test_'}" in path.read_text(encoding="utf-8")
