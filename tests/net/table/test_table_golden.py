"""Golden values of a table: what every program that speaks this protocol must come to, byte for byte."""

from __future__ import annotations

import pytest

from core.game import Seat
from net.view.table_view import Phase
from net.wire.commitment import drawn_order, lot_commitment, origin_of, seed_of
from tests.net.support.toy_games.toy_table import Room, install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_lots() -> None:
    secrets = [bytes([number]) * 32 for number in range(3)]
    assert lot_commitment(secrets[1], b"t" * 16, "0123456789ABCDEF").hex() == LOT
    assert seed_of(secrets).hex() == SEED
    assert origin_of(b"s" * 32, [b"a" * 32, b"b" * 32]).hex() == ORIGIN
    assert drawn_order(seed_of(secrets), 6) == DRAWN


def test_a_table_from_genesis_to_end() -> None:
    room = Room.playing(3)
    roster = room.table().annals.roster
    assert room.table().tid.hex() == TID
    assert (roster.digest.hex(), roster.origin.hex(), roster.seed.hex()) == ROSTER
    room.move("1")
    room.say(2, room.table(2).talk("peace?", ("propose", "truce", "red", "3")))
    room.say(2, room.table(2).declare(Seat(2), "resign"))
    ply, gprev, state = room.table().line_heads()
    assert (ply, gprev.hex(), state.hex()) == HEADS
    room.move("2")
    room.say(1, room.table(1).declare(Seat(1), "resign"))
    view = room.view()
    assert view.phase is Phase.OVER
    assert view.match is not None
    assert (view.match.digest(), view.talk_digest) == DIGESTS


LOT = "13df33007b7d033c1a19cf8ab68b150ce355d5f4793e1805cda7dd33a8957981"
SEED = "58f5f2251206a4fbbcac28ce91214998d8837cf9fe8270e5746c971f53af0d60"
ORIGIN = "c6e18a8692cc2ea3055927e3214a6cb4"
DRAWN = (4, 2, 3, 1, 5, 0)
TID = "c2ff4430de494f7448c7d8d2aef485ed"
ROSTER = (
    "4d8d8beccb6bc297c8e72c2857529846",
    "e8c9d903e8a367bcaeedf9aacd0d5398",
    "55a478fd7e769c43607a671c1a353c376d8218400370e7e725054474d99f544f",
)
HEADS = (2, "c2ab612204f3cdde", "416364560e504f90")
DIGESTS = ("83b3c877a862bb81ef665154cb404989", "b84664e66edf6ba5cbff13619b224d2b")
