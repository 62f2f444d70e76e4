"""Hidden cards, sealed phases and impatient people whose words are long on their way: at the end all tell the same."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache

import pytest

from core.fault import Fault
from core.game import Seat
from core.games import find
from net.view.table_view import AuditStage, Phase
from net.wire.event import Kind, Signed
from tests.length import LONG
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import step
from tests.net.table.test_table_play import plain, same

SEEDS = range(12) if LONG else (1, 3, 5, 7)
"""Evenings; even those few reach every corner."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@dataclass
class Gale:
    """A duel of people with two seconds of patience each, who claim at once what may be claimed."""

    room: Room
    draw: random.Random
    now: int = 0
    sent: int = 0
    waiting: list[list[Signed]] = field(default_factory=list)

    def act(self) -> None:
        """Let time pass and somebody hear a little, do his duties, claim and decide."""
        self.now += self.draw.choice([0, 500, 3_000, 6_000])
        number = self.draw.randrange(len(self.room.sitters))
        sitter, queue = self.room.sitters[number], self.waiting[number]
        for _ in range(min(len(queue), self.draw.choice([0, 1, 3, 9]))):
            sitter.take(queue.pop(self.draw.randrange(min(len(queue), 6))))
        self.duties(number)
        for wait in sitter.view.waits:
            if wait.ripe and not wait.claimed and self.draw.random() < 0.8:
                self.claim(number, wait.seat)
        if self.draw.random() < 0.15:
            step(self.room, self.draw, number)
        fresh, self.sent = self.room.events[self.sent :], len(self.room.events)
        for to in self.waiting:
            to.extend(fresh)

    def duties(self, number: int) -> None:
        """Have somebody sign what his client signs by itself."""
        sitter = self.room.sitters[number]
        for draft in sitter.table.duties(self.now):
            self.room.events.append(sitter.sign(draft))

    def claim(self, number: int, seat: Seat) -> None:
        """Have somebody claim a seat that is not his own."""
        try:
            draft = self.room.table(number).claim(seat)
        except Fault:
            return
        self.room.events.append(self.room.sitters[number].sign(draft))

    def run(self, steps: int) -> Room:
        """Let it blow, then deliver everything."""
        self.waiting = [[] for _ in self.room.sitters]
        self.sent = len(self.room.events)
        for _ in range(steps):
            self.act()
        self.room.delivered = 0
        self.room.settle()
        return self.room


@cache
def evening(seed: int) -> Room:
    """Spend one evening in the gale; once, whoever looks at it."""
    people = 3 + seed % 2
    options = {"players": str(people), "turns": "9"}
    room = Room.open(people, terms={"patience": "2"}, game=find("duel"), **options)
    for number in range(people):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    return Gale(room, random.Random(seed)).run(700)


@pytest.mark.parametrize("seed", [*SEEDS, 167])
def test_after_the_gale_all_tell_the_same(seed: int) -> None:
    room = evening(seed)
    assert same(room)
    events = list(room.events)
    random.Random(seed).shuffle(events)
    late = room.late(events)
    assert plain(late.view) == plain(room.view())
    assert late.table.line_heads() == room.table().line_heads()
    assert room.view().phase is Phase.OVER
    assert room.view().audit is not None
    assert room.view().audit.stage is AuditStage.CLEAN  # type: ignore[union-attr]


def test_the_gale_reaches_every_corner() -> None:
    rooms = [evening(seed) for seed in SEEDS]
    finals = [signed.event.data for room in rooms for signed in room.events if signed.event.kind == Kind.FINAL]
    steps = [step for room in rooms for step in room.table().steps()]
    assert sum(one.kind is Kind.FINAL for one in steps) > 12
    assert sum(not data[3] for data in finals) > 5
