"""Whole evenings with events that are late, out of order and crossing, one wrong client among four."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import pytest

from core.fault import Fault
from core.game import Seat
from net.table.table import Table
from net.view.table_view import OfferKind, Phase
from net.wire.event import Kind, Signed
from tests.length import LONG
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.test_table_play import plain, same

CHEAT = 3

SEEDS = range(25) if LONG else (0, 1, 5, 6, 8, 9, 12, 21, 23)
KINDS = [kind for kind in OfferKind if kind not in {OfferKind.READY, OfferKind.VACATION, OfferKind.CONCEDE}]
"""What is offered here: the others need terms or games of their own, and have their own tests."""
"""Evenings; even those few reach every corner."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@dataclass
class Storm:
    """A room whose events reach each sitter in an order of their own."""

    room: Room
    draw: random.Random
    waiting: list[list[Signed]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin with the genesis on its way to all."""
        self.waiting = [list(self.room.events) for _ in self.room.sitters]

    def say(self, number: int, wish: Callable[[Table], object]) -> None:
        """Have a sitter say something if it may, and send it on its way."""
        sitter = self.room.sitters[number]
        try:
            draft = wish(sitter.table)
        except Fault:
            return
        self._send(number, sitter.sign(draft))  # type: ignore[arg-type]

    def forge(self, number: int, text: str) -> None:
        """Have a sitter sign a move the rules refuse."""
        sitter, course = self.room.sitters[number], self.room.sitters[number].table.course
        if course and sitter.table.annals.line and not course.over:
            before = len(self.room.events)
            self.room.forge_quietly(number, Kind.MOVE, (text, 0, None), seat=int(course.active[0]))
            for signed in self.room.events[before:]:
                self._spread(number, signed)

    def act(self) -> None:
        """Do one thing at random."""
        number = self.draw.randrange(len(self.room.sitters))
        self.deliver(number, self.draw.randint(0, 4))
        self.duties(number)
        view = self.room.view(number)
        seat = self.draw.choice(view.mine) if view.mine else Seat(self.draw.randrange(4))
        free = next((one.seat for one in view.seats if not one.pid), None) if view.mine else None
        offer = self.draw.choice(view.offers).id if view.offers else ""
        wishes: list[Callable[[Table], object]] = [
            lambda table: table.talk(f"{self.draw.randrange(99)}"),
            lambda table: table.sit(self.draw.choice([free, seat]), f"nick{number}"),
            lambda table: table.leave(seat),
            lambda table: table.declare(seat, "resign"),
            lambda table: table.offer(self.draw.choice(KINDS), seat),
            lambda table: table.answer(offer, seat, self.draw.random() < 0.9),
            lambda table: table.offer(OfferKind.TAKEBACK, seat),
            *[lambda table: table.move(seat, "1")] * 4,
        ]
        self.say(number, self.draw.choices(wishes, [4, 4, 1, 1, 2, 16, 2, 2, 2, 2, 2])[0])
        if number == CHEAT and self.draw.random() < 0.2:
            self.forge(number, self.draw.choice(["9", "draw", "x\x1b[0m", "1"]))

    def deliver(self, number: int, count: int) -> None:
        """Hand a sitter some of what is on its way to him, in any order."""
        for _ in range(min(count, len(self.waiting[number]))):
            signed = self.waiting[number].pop(self.draw.randrange(len(self.waiting[number])))
            self.room.sitters[number].take(signed)

    def duties(self, number: int) -> None:
        """Have a sitter do his duties."""
        while drafts := self.room.table(number).duties():
            for draft in drafts:
                self._send(number, self.room.sitters[number].sign(draft))

    def calm(self) -> None:
        """Deliver everything until nothing is left to do."""
        before = -1
        while before != len(self.room.events) or any(self.waiting):
            before = len(self.room.events)
            for number in range(len(self.room.sitters)):
                self.deliver(number, len(self.waiting[number]))
                self.duties(number)

    def _send(self, number: int, signed: Signed) -> None:
        self.room.events.append(signed)
        self._spread(number, signed)

    def _spread(self, number: int, signed: Signed) -> None:
        for other, queue in enumerate(self.waiting):
            if other != number:
                queue.append(signed)


@cache
def evening(seed: int, steps: int = 380) -> Storm:
    """Spend one evening, from the genesis until all is delivered; once, whoever looks at it."""
    draw = random.Random(seed)
    terms = {"seats": draw.choice(["chosen", "drawn"]), "takebacks": draw.choice(["none", "ask", "ask", "2"])}
    storm = Storm(Room.open(4, players="4", terms=terms, hush=draw.choice(["no", "yes"])), draw)
    for _ in range(steps):
        storm.act()
    storm.calm()
    return storm


@pytest.mark.parametrize("seed", SEEDS)
def test_after_the_storm_all_see_the_same(seed: int) -> None:
    storm = evening(seed)
    room = storm.room
    assert same(room)
    assert len({sitter.table.line_heads() for sitter in room.sitters}) == 1
    cheat = room.sitters[CHEAT].identity.pid
    assert {void.pid for void in room.view().voids} <= {cheat}
    honest = {sitter.identity.public for sitter in room.sitters[:CHEAT]}
    moved = {signed.id for signed in room.events if signed.event.kind == Kind.MOVE and signed.event.author in honest}
    assert moved <= {step.id for step in room.table().history()}
    assert all(sitter.table.history() == room.table().history() for sitter in room.sitters)
    steps = [dict(note.fields) for note in room.view().notes if "sees another position" in note.template]
    assert {step["nick"] for step in steps} <= {f"nick{CHEAT}"}
    storm.draw.shuffle(room.events)
    newcomer = Sitter(room.sitters[0].tid, room.sitters[0].identity)
    for signed in room.events:
        newcomer.take(signed)
    assert plain(newcomer.view) == plain(room.view())
    assert newcomer.table.duties() == ()


def test_the_storm_reaches_every_corner() -> None:
    rooms = [evening(seed).room for seed in SEEDS]
    views = [room.view() for room in rooms]
    assert sum(view.phase is Phase.OVER for view in views) > 5
    logs = [line.text for view in views if view.match for line in view.match.log]
    assert {"draw", "1"} <= set(logs)
    assert any(text.startswith("abandon") for text in logs)
    assert any(text.startswith("return") for text in logs)
    assert any(view.voids for view in views)
    assert any(view.talk for view in views)
    assert sum(len(view.takebacks) for view in views) > 3
    assert any(step.line.text == "pause" for room in rooms for step in room.table().history())
