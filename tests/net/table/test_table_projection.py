"""A table told anew a few events at a time comes to what it comes to at once, whatever arrives meanwhile."""

from __future__ import annotations

import random
from functools import lru_cache

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.games import find
from net.identity.identity import Identity
from net.log.chain import Accepted, Forked
from net.table.table import Table
from net.table.table_projection import PORTION
from net.view.table_view import Phase
from net.wire.envelope import make
from net.wire.event import Kind, Signed
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.hidden_cards.test_table_mental import dealt, step
from tests.net.table.test_table_play import plain

FEW = 2
LINES = 40
"""Lines that are played at each table; then it is told to somebody."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@lru_cache(maxsize=1)
def toy() -> Room:
    """Play the toy, with talk, and one who gives up."""
    room, draw = Room.playing(4), random.Random(4)
    for line in range(LINES):
        number = draw.randrange(4)
        room.say(number, room.table(number).talk(f"line {line}"))
        if line % 6 == 0:
            room.move("1")
        if line == LINES // 2:
            room.say(2, room.table(2).declare(room.seat_of(2), "resign"))
    return room


@lru_cache(maxsize=1)
def djambi() -> Room:
    """Play Djambi at random."""
    room, draw = Room.playing(4, game=find("djambi")), random.Random(5)
    for _ in range(LINES):
        number, seat = room.mover()
        match = room.view(number).match
        assert match is not None
        room.move(str(draw.choice(list(match.state.legal(seat)))))
    return room


@lru_cache(maxsize=1)
def duel() -> Room:
    """Play with hidden cards and in sealed phases."""
    room, draw = dealt(3, turns="9"), random.Random(6)
    for _ in range(LINES):
        for number in range(3):
            if room.view().phase is Phase.PLAYING:
                step(room, draw, number)
        room.settle()
    return room


def other(room: Room, number: int, seq: int) -> Signed:
    """Let a sitter sign something else with a number of his chain."""
    sitter = room.sitters[number]
    (signed,) = sitter.feed.events(sitter.identity.public, seq, seq)
    return make(sitter.identity, msgspec.structs.replace(signed.event, kind=Kind.TALK, data=("no", None), seat=None))


def take(sitter: Sitter, signed: Signed) -> None:
    """Take in an event as a desk does: what is told anew is told later."""
    for arrival in sitter.feed.receive(signed):
        if isinstance(arrival, Accepted):
            sitter.table.receive(arrival.signed, at_once=False)
        elif isinstance(arrival, Forked):
            sitter.table.forked(signed.event.author, arrival.first, arrival.second, at_once=False)


def forks(room: Room, draw: random.Random, count: int) -> list[Signed]:
    """Let some sign other events beside their own, once the game has begun: before, the first to come counts."""
    found = []
    for _ in range(count):
        number = draw.randrange(len(room.sitters))
        own = room.sitters[number].own
        lot = next(at for at, signed in enumerate(own) if signed.event.kind == Kind.REVEAL)
        found.append(other(room, number, draw.randrange(lot + 1, len(own))))
    return found


def forewarned(room: Room, proofs: list[Signed]) -> Sitter:
    """Tell a game in its order to somebody who hears of each fork as soon as it can be known."""
    first = {(signed.event.author, signed.event.seq): signed for signed in proofs}
    newcomer = Sitter(room.sitters[0].tid, Identity.new(b"z" * 32))
    for signed in room.events:
        newcomer.take(signed)
        if (forked := first.get((signed.event.author, signed.event.seq))) is not None:
            newcomer.take(forked)
    return newcomer


def tell(room: Room, draw: random.Random, proofs: list[Signed]) -> tuple[int, Sitter, Sitter]:
    """Tell a game and proofs in any order, to one at once and to another in portions; count the breaks."""
    events, breaks = [*room.events, *proofs], 0
    if draw.random() < 0.7:
        draw.shuffle(events)
    who = draw.choice(room.sitters)
    whole, portioned = Sitter(who.tid, who.identity), Sitter(who.tid, who.identity)
    for signed in events:
        whole.take(signed)
        take(portioned, signed)
        before = portioned.view, portioned.table.duties() if portioned.table.retelling else ()
        while portioned.table.retelling and draw.random() < 0.8 and not portioned.table.go_on(draw.randrange(1, 9)):
            assert (portioned.view, portioned.table.duties()) == before
            breaks += 1
    while portioned.table.retelling:
        portioned.table.go_on()
    return breaks, whole, portioned


def check(room: Room, draw: random.Random, count: int) -> int:
    """Hold a table that was told in portions to one that was told at once; give how often it took a break."""
    proofs = forks(room, draw, count)
    breaks, whole, portioned = tell(room, draw, proofs)
    assert portioned.view == whole.view
    assert plain(portioned.view) == plain(forewarned(room, proofs).view)
    assert portioned.table.line_heads() == whole.table.line_heads()
    assert portioned.table.history() == whole.table.history()
    assert portioned.table.annals.struck == whole.table.annals.struck
    assert portioned.table.duties() == whole.table.duties()
    return breaks


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_in_portions_as_at_once(draw: random.Random, count: int) -> None:
    check(toy(), draw, count)


@pytest.mark.parametrize("room", [toy, djambi, duel], ids=lambda room: str(room.__name__))
def test_in_portions_as_at_once_at_every_table(room: object) -> None:
    assert callable(room)
    assert sum(check(room(), random.Random(seed), 2) for seed in range(3)) > FEW


def test_a_portion_is_as_large_as_asked_for() -> None:
    room = toy()
    table = room.late().table
    for signed in room.events:
        table.receive(signed)
    (one,) = room.sitters[1].feed.events(room.sitters[1].identity.public, 6, 6)
    table.forked(one.event.author, one, other(room, 1, 6), at_once=False)
    least = len(room.events) // PORTION
    assert not any(table.go_on() for _ in range(least - 1))
    assert any(table.go_on() for _ in range(least + 4))


def told(table: Table) -> bool:
    """Tell whether nothing is being told anew."""
    return not table.retelling


def test_what_the_owner_says_is_said_upon_the_whole() -> None:
    room = toy()
    number = (room.mover()[0] + 1) % 4
    sitter = Sitter(room.sitters[0].tid, room.sitters[number].identity)
    guilty = (number + 1) % 4
    for signed in (*room.events, other(room, guilty, 5)):
        take(sitter, signed)
    shown = sitter.view
    assert told(sitter.table) is False
    assert sitter.table.duties() == ()
    sitter.table.talk("what now?")
    assert told(sitter.table) is True
    assert shown.match is not None
    assert sitter.view.match is not None
    assert sitter.view.match.ply < shown.match.ply
