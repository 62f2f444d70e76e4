"""Handicaps at a table of several keys: all begin from the same position, hidden cards and all."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.fault import BadOption
from core.games import find
from net.table.fold.table_terms import rules_hash, sort_out
from net.wire.event import Kind
from net.wire.event_data import Genesis, read_as
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import match_of, step
from tests.net.table.test_table_play import same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("mediterranee", {"match": "yes", "placement": "standard", "without": "c:E,r:B1", "extra": "rk:10"}),
        ("megiddo", {"extra": "1:+6,1:C3"}),
    ],
)
def test_everybody_plays_with_the_same_handicap(game: str, options: dict[str, Any]) -> None:
    room, draw = Room.playing(2, game=find(game), **options), random.Random(3)
    for _ in range(4):
        for number in range(2):
            step(room, draw, number)
        room.settle()
    assert same(room)
    genesis = read_as(next(one.event for one in room.events if one.event.kind == Kind.GENESIS), Genesis)
    for number in range(2):
        told = dict(match_of(room, number).header.options)
        assert options.items() <= told.items()
        assert options.items() <= dict(genesis.options).items()
    assert genesis.rules_hash == rules_hash(find(game))
    assert match_of(room).ply >= 4
    assert len({match_of(room, number).digest() for number in range(2)}) == 1


def test_a_table_with_a_handicap_that_does_not_fit_is_not_opened() -> None:
    """Whoever writes it reads why."""
    with pytest.raises(BadOption, match="extra: there is no seat r; there are rk, ac"):
        Room.open(2, game=find("mediterranee"), players="2", extra="r:10")
    with pytest.raises(BadOption, match=r"without=red is not possible; allowed: none, red:M,green:A\."):
        sort_out(find("djambi"), {"without": "red"})
