"""A wrong client at a table with hidden cards: whatever it signs, nothing raises, and all tell the same."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.fault import Fault
from net.view.table_view import Phase
from net.wire.event import Kind
from tests.length import so_many
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import dealt, step
from tests.net.table.test_table_play import plain

BYTES = st.one_of(st.just(bytes(32)), st.just(b"\x01" + bytes(31)), st.binary(min_size=32, max_size=32))
NUMBER = st.one_of(st.integers(0, 3), st.integers(0, 200))
OPENING = st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 7), BYTES)
PACKS = st.lists(st.lists(BYTES, min_size=1, max_size=7).map(tuple), min_size=1, max_size=2).map(tuple)
SHARES = st.lists(OPENING, max_size=3).map(tuple)
WHAT = st.sampled_from(["move", "commit", "reveal", "deck", "share", "?"])
DATA: dict[Kind, st.SearchStrategy[tuple[Any, ...]]] = {
    Kind.MOVE: st.tuples(st.sampled_from(["duel", "show 2", "show 7", "card 2", "abandon"]), st.just(0), SHARES),
    Kind.COMMIT: st.tuples(BYTES, st.binary(max_size=99)),
    Kind.REVEAL: st.tuples(BYTES, st.sampled_from(["", "card 2", "card 7"]), SHARES),
    Kind.DECLARE: st.tuples(st.sampled_from(["resign", "abandon red", "show 2"])),
    Kind.CLAIM: st.tuples(NUMBER, WHAT, NUMBER),
    Kind.FINAL: st.tuples(NUMBER, WHAT, NUMBER, st.booleans()),
    Kind.DECK0: st.tuples(NUMBER, BYTES, BYTES),
    Kind.DECK1: st.tuples(NUMBER, PACKS),
    Kind.DECK2: st.tuples(NUMBER, PACKS, PACKS, BYTES, st.lists(st.just(b"e" * 112), max_size=3).map(tuple)),
    Kind.SHARE: st.tuples(SHARES),
    Kind.DEAL: st.tuples(NUMBER, NUMBER, st.one_of(st.just(b""), BYTES)),
    Kind.AUDIT: st.tuples(NUMBER, BYTES, st.sampled_from(["", "ok", "points"]), st.one_of(st.none(), NUMBER)),
}


@st.composite
def noise(draw: st.DrawFn) -> tuple[Kind, tuple[Any, ...], dict[str, Any]]:
    """Give a kind, its data and the fields of an event of a wrong client."""
    kind = draw(st.sampled_from(list(DATA)))
    fields: dict[str, Any] = {"seat": draw(st.sampled_from([None, 0, 1, 2]))}
    if draw(st.integers(0, 3)) == 0:
        fields |= {"ply": draw(st.integers(0, 4)), "gprev": draw(st.sampled_from([bytes(16), b"g" * 16]))}
    return kind, draw(DATA[kind]), fields


@settings(max_examples=so_many(60, 25), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(noise(), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_nothing_that_is_signed_raises_and_all_tell_the_same(events: list[Any], draw: Any) -> None:  # noqa: ANN401
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        room = dealt(3, "4")
        for kind, data, fields in events:
            room.forge(2, kind, data, **fields)
            for number in range(3):
                try:
                    step(room, draw, number)
                except Fault:
                    assert room.view(number).phase is not Phase.PLAYING or number == 2
            room.settle()
        _agree(room)


@pytest.mark.parametrize("slot", range(7))
def test_a_false_share_is_called_the_same_whenever_it_came(monkeypatch: pytest.MonkeyPatch, slot: int) -> None:
    install(monkeypatch)
    room, draw = dealt(3, "4"), Random(slot)
    room.forge(2, Kind.SHARE, (((1, 0, slot, bytes(32)),),), seat=None, ply=0, gprev=bytes(16))
    for number in range(3):
        with suppress(Fault):  # who has seen it already finds the table stopped
            step(room, draw, number)
    room.settle()
    assert room.view().audit is not None
    _agree(room)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "said", [(1, bytes(32), "", None), (1, b"", "share", 0), (1, b"", "ok", None), (0, b"", "ok", None)]
)
def test_an_audit_dated_before_its_deck_counts_the_same_whenever_it_came(
    monkeypatch: pytest.MonkeyPatch, said: tuple[int, bytes, str, int | None], seed: int
) -> None:
    install(monkeypatch)
    room, draw = dealt(3, "4"), Random(seed)
    room.forge(2, Kind.AUDIT, said, seat=None, ply=0, gprev=bytes(16))
    for number in range(3):
        with suppress(Fault):  # who was caught already finds the table stopped
            step(room, draw, number)
    room.settle()
    _agree(room)


def _agree(room: Room) -> None:
    """Compare what the honest ones and a newcomer tell: the wrong client may know other cards than it should."""
    assert plain(room.view(0)) == plain(room.view(1))
    assert plain(room.late(reversed(room.events)).view) == plain(room.view(0))
