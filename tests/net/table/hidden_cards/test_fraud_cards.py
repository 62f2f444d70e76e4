"""What becomes of hidden cards when the line goes back because somebody has signed two histories."""

from __future__ import annotations

import random

import pytest

from core.game import Seat
from net.view.table_view import AuditStage, Phase
from net.wire.event import Kind
from tests.net.support.event_signer import resign
from tests.net.support.toy_games.toy_table import install
from tests.net.table.hidden_cards.test_table_mental import dealt, log, step

SAME = ("tid", "lam", "ply", "gprev", "state", "ts")
"""What the second history has in common with the first."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.mark.parametrize("kind", [Kind.DECK0, Kind.DECK1, Kind.MOVE])
def test_what_was_told_of_a_deck_that_was_undone_names_nobody(kind: Kind) -> None:
    """The masks that honest people have told do not fit the deck of the same number that takes its place."""
    room, draw = dealt(4, "12"), random.Random(1)
    while len(log(room)) < 22:
        for number in range(4):
            step(room, draw, number)
        room.settle()
    cheat = room.sitters[3]
    first = next(signed for signed in cheat.own if signed.event.kind == kind)
    same = {name: getattr(first.event, name) for name in SAME}
    told = resign(cheat.identity, first, **same, kind=int(Kind.TALK), data=("two", None))
    room.events.append(told)
    room.settle()
    assert len(log(room)) < 12
    for number in range(3):
        room.say(number, room.table(number).claim(Seat(3)))
    while room.view().phase is Phase.PLAYING:
        for number in range(3):
            step(room, draw, number)
        room.settle()
    for number in range(3):
        audit = room.view(number).audit
        assert audit is not None
        assert (room.view(number).phase, audit.stage) == (Phase.OVER, AuditStage.CLEAN)
