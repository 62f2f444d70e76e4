"""The end in one value: every receipt of an end carries its digest, and another end has another digest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from net.table.fold.end_statement import end_of
from net.wire.event import Kind
from tests.net.support.toy_games.toy_table import install
from tests.net.table.fold.test_settlement import before_the_end


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.mark.parametrize("people", [2, 3])
def test_every_receipt_of_the_end_carries_the_digest_of_it(people: int) -> None:
    room = before_the_end(people)
    assert end_of(room.table().annals) is None
    room.move("3")
    end = end_of(room.table().annals)
    assert end is not None
    receipts = [one.event for one in room.events if one.event.kind == Kind.SEEN]
    assert {one.author for one in receipts} == set(end.keys) == {one.identity.public for one in room.sitters[:people]}
    assert {(one.ply, one.gprev, one.state) for one in receipts} == {(end.ply, end.gprev, end.digest)}
    assert {end_of(room.table(number).annals) for number in range(people)} == {end}
    outcome = room.view().outcome
    assert outcome is not None
    assert (tuple(map(Seat, end.winners)), end.points, end.reason) == (outcome.winners, outcome.points, outcome.reason)


def test_every_part_of_the_end_is_signed() -> None:
    room = before_the_end(2)
    room.move("3")
    end = end_of(room.table().annals)
    assert end is not None
    others = [
        replace(end, tid=bytes(16)),
        replace(end, ply=end.ply + 1),
        replace(end, gprev=bytes(16)),
        replace(end, keys=end.keys[::-1]),
        replace(end, winners=(*end.winners, 7)),
        replace(end, points=(*end.points, 0)),
        replace(end, reason="other"),
    ]
    assert len({end.digest, *(one.digest for one in others)}) == 8
