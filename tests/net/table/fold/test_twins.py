"""Two programs sign with one key while seats pass: in whatever order, all come to one place, and to an end."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity.identity import Identity
from net.log.feed import CannotSign
from net.view.table_view import TableView
from net.wire.event import Draft, Signed
from tests.length import seeds
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.test_table_play import plain

SEATS = 3
WATCHERS = (b"h", b"s")
ACTS = ("move", "talk", "claim", *("agree",) * 5, *("answer",) * 3)
TWINS = 2
"""How many keys of an evening two programs may sign with."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


class TwinEvening:
    """Five people, three of them with seats, and for some a second program with their key, heard of late."""

    def __init__(self, seed: int) -> None:
        """Seat them."""
        self.rng, self.room = random.Random(seed), Room.playing(SEATS)
        self.twins: dict[int, Sitter] = {}
        self.late: list[Signed] = []
        for letter in WATCHERS:
            self.room.sitters.append(self._come(Identity.new(letter * 32)))
        self.wanted = Seat(self.rng.randrange(SEATS)), self.room.sitters[SEATS].identity.public

    def _come(self, identity: Identity, events: list[Signed] | None = None) -> Sitter:
        sitter = Sitter(self.room.sitters[0].tid, identity)
        for signed in self.room.events if events is None else events:
            sitter.take(signed)
        return sitter

    def spend(self) -> None:
        """Let everybody do something now and then, until all is heard of."""
        for _ in range(self.rng.randrange(15, 60)):
            number = self.rng.randrange(len(self.room.sitters))
            if self.rng.random() < 0.04:
                self.wanted = Seat(self.rng.randrange(SEATS)), self.rng.choice(self.room.sitters).identity.public
            if self.rng.random() < 0.06 and len(self.twins) < TWINS:
                self.twins.setdefault(number, self._come(self.room.sitters[number].identity))
            self._act(number)
            if self.late and self.rng.random() < 0.1:
                self.room.events.append(self.late.pop(0))
        self.room.events += self.late
        self.room.settle()

    def _act(self, number: int) -> None:
        second = self.twins.get(number) if self.rng.random() < 0.5 else None
        draft = self._draft(second or self.room.sitters[number])
        if draft is not None and second is not None:
            self.late.append(second.sign(draft))
        elif draft is not None:
            with suppress(CannotSign):  # whoever knows two histories of their own
                self.room.say(number, draft, settle=False)
            if self.rng.random() < 0.8:
                self.room.settle()
        for twin in self.twins.values():
            for signed in self.room.events[-3:]:
                if signed.event.author != twin.identity.public:
                    twin.take(signed)

    def _draft(self, sitter: Sitter) -> Draft | None:
        """Give something that a sitter may do now; None if what chance asks for is not possible."""
        table, rng = sitter.table, self.rng
        act, asked = rng.choice(ACTS), [offer for offer in table.view().offers if offer.asked]
        try:
            match act:
                case "move" if table.view().mine:
                    return table.move(rng.choice(table.view().mine), rng.choice("123"))
                case "talk":
                    return table.talk(f"{rng.random()}")
                case "agree":
                    return table.substitute(*self.wanted, "Hal")
                case "answer" if asked:
                    return table.answer(asked[0].id, asked[0].seat, yes=rng.random() < 0.85)
                case "claim":
                    return table.claim(Seat(rng.randrange(SEATS)))
        except Fault:
            pass
        return None

    def honest(self) -> list[TableView]:
        """Give what those see whose key only one program has."""
        return [shown(sitter) for number, sitter in enumerate(self.room.sitters) if number not in self.twins]

    def shuffled(self) -> TableView:
        """Give what somebody sees who hears of everything in another order."""
        events = list(self.room.events)
        self.rng.shuffle(events)
        return shown(self._come(Identity.new(b"y" * 32), events))


def shown(sitter: Sitter) -> TableView:
    """Give what a sitter sees, without what depends on who looks."""
    view = plain(sitter.view)
    return replace(view, offers=tuple(replace(offer, asked=False) for offer in view.offers))


@pytest.mark.parametrize("seed", seeds(400, 30))
def test_all_come_to_the_same_place_and_to_an_end(seed: int) -> None:
    evening = TwinEvening(seed)
    evening.spend()
    (here, *others) = evening.honest()
    assert all(view == here for view in others)
    assert [evening.shuffled() for _ in range(2)] == [here, here]


def test_in_these_evenings_histories_part_and_seats_pass() -> None:
    happened = Counter[tuple[bool, bool]]()
    for seed in range(30):
        evening = TwinEvening(seed)
        evening.spend()
        honest = next(one for number, one in enumerate(evening.room.sitters) if number not in evening.twins)
        happened[bool(honest.table.annals.struck), bool(honest.table.annals.heirs)] += 1
    assert len(happened) == len(((True, True), (True, False), (False, True), (False, False)))
