"""One evening with hidden cards, sealed phases, an absent player and finals taken back, told in any order."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net.view.table_view import Phase
from net.wire.event import Kind
from tests.net.support.absent_players import Quiet
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import dealt, step
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@lru_cache(maxsize=1)
def evening() -> Room:
    """Play a duel of four: somebody lays down late, somebody leaves for good, the rest end and audit it."""
    draw = random.Random(11)
    quiet = Quiet(dealt(4, turns="7"))
    room = quiet.room
    number, seat = room.mover()
    room.say(number, room.table(number).move(seat, "duel"))
    late = (number + 1) % 4
    for other in {0, 1, 2, 3} - {late}:
        room.say(other, room.table(other).move(room.seat_of(other), "card 2"), settle=False)
    quiet.settle()
    course = room.table(number).course
    assert course is not None
    room.forge_quietly(number, Kind.FINAL, (int(room.seat_of(late)), "commit", course.match.ply, True), seat=None)
    room.say(late, room.table(late).move(room.seat_of(late), "card 4"), settle=False)
    quiet.settle()
    for _ in range(2):
        for each in range(4):
            step(room, draw, each)
        quiet.settle()
    quiet.away = {3}
    for _ in range(9):
        quiet.play(draw)
        if room.view(0).phase is not Phase.PLAYING:
            break
        quiet.wait()
    found = quiet.back()
    assert found.view().phase is Phase.OVER
    assert same(found)
    return found


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False), st.integers(0, 40))
def test_in_any_order_and_with_copies_a_newcomer_sees_the_same(draw: random.Random, copies: int) -> None:
    room = evening()
    events = [*room.events, *(draw.choice(room.events) for _ in range(copies))]
    draw.shuffle(events)
    newcomer = room.late(events)
    assert plain(newcomer.view) == plain(room.view())
    assert newcomer.table.line_heads() == room.table().line_heads()
    steps = [(step.id, step.ply, step.at, step.line) for step in room.table().steps()]
    assert [(step.id, step.ply, step.at, step.line) for step in newcomer.table.steps()] == steps


def test_the_evening_has_everything() -> None:
    kinds = {signed.event.kind for signed in evening().events}
    assert kinds >= {Kind.COMMIT, Kind.REVEAL, Kind.CLAIM, Kind.FINAL, Kind.DECK2, Kind.DEAL, Kind.AUDIT}
    assert any(step.kind is Kind.FINAL for step in evening().table().steps())
