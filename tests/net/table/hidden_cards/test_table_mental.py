"""Hidden cards at a table: nobody deals, everybody proves, and what is wrong is named."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from core.fault import IllegalAction
from core.game import DEALER, Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import AuditStage, Phase, SlotStage
from net.wire.event import Kind, Signed
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def dealt(people: int, turns: str = "8") -> Room:
    """Open a duel among people; everybody proves the first draw."""
    return Room.playing(people, game=find("duel"), turns=turns)


def match_of(room: Room, number: int = 0) -> Match:
    match = room.view(number).match
    assert match is not None
    return match


def log(room: Room, number: int = 0) -> list[str]:
    return [line.text for line in match_of(room, number).log]


def test_a_card_is_known_to_him_alone_who_draws_it() -> None:
    room = dealt(3)
    number, seat = room.mover()
    texts = [log(room, each)[2] for each in range(3)]
    colour = match_of(room).names[seat]
    assert texts[number].split()[:2] == ["draw", colour]
    assert texts[number].split()[2].isdigit()
    assert [text for each, text in enumerate(texts) if each != number] == [f"draw {colour} ?"] * 2
    assert len({match_of(room, each).digest() for each in range(3)}) == 1
    assert same(room)


def step(room: Room, draw: random.Random, number: int) -> Signed | None:
    """Let somebody decide at random, if anything is his to decide; a copy of it goes nowhere yet."""
    view = room.view(number)
    course = room.table(number).course
    if course is None or course.over or course.chancy:
        return None
    owing = [slot.seat for slot in view.slots if slot.stage is SlotStage.OWES] if view.slots else list(course.active)
    mine = [seat for seat in owing if seat in view.mine]
    if not mine:
        return None
    legal = list(course.match.state.legal(mine[0]))
    return room.say(number, room.table(number).move(mine[0], str(draw.choice(legal))), settle=False)


def whole(seed: int, people: int, turns: str = "8") -> Room:
    """Play a whole duel at random."""
    draw, room = random.Random(seed), dealt(people, turns)
    while room.view().phase is Phase.PLAYING:
        for number in range(people):
            step(room, draw, number)
        room.settle()
    return room


@pytest.mark.parametrize("people", [2, 3, 4])
def test_whole_games_are_audited_and_told_in_full(people: int) -> None:
    room = whole(people, people)
    assert same(room)
    for number in range(people):
        audit = room.view(number).audit
        assert audit is not None
        assert (audit.stage, audit.waited, len(audit.signed)) == (AuditStage.CLEAN, (), people)
    assert len({match_of(room, number).full_digest() for number in range(people)}) == 1
    assert not any("?" in text for text in log(room))
    assert sum(text.startswith("talon") for text in log(room)) > 1
    watcher = room.late()
    assert watcher.view.match is not None
    assert watcher.view.match.full_digest() == match_of(room).full_digest()
    assert plain(watcher.view) == plain(room.view())
    assert watcher.table.duties() == ()


@dataclass
class Storm:
    """A duel whose events reach each sitter in an order of their own, some twice."""

    room: Room
    draw: random.Random
    delivered: int = 0
    waiting: list[list[Signed]] = field(default_factory=list)

    def spread(self) -> None:
        """Send what is new on its way."""
        fresh, self.delivered = self.room.events[self.delivered :], len(self.room.events)
        for signed in fresh:
            for queue in self.waiting:
                queue.append(signed)
                if self.draw.random() < 0.1:
                    queue.append(signed)

    def act(self) -> None:
        """Let somebody hear a little, do his duties, and decide."""
        number = self.draw.randrange(len(self.room.sitters))
        self.hear(number, self.draw.randint(0, 5))
        if self.draw.random() < 0.1:
            self.restart(number)
        step(self.room, self.draw, number)
        self.spread()

    def hear(self, number: int, count: int) -> None:
        """Hand somebody some of what is on its way to him, and let him do his duties."""
        queue, sitter = self.waiting[number], self.room.sitters[number]
        for _ in range(min(len(queue), count)):
            sitter.take(queue.pop(self.draw.randrange(len(queue))))
        for draft in sitter.table.duties():
            self.room.events.append(sitter.sign(draft))

    def restart(self, number: int) -> None:
        """Let somebody fall over and come back with what his journal has."""
        sitter = self.room.sitters[number]
        known = [one for author in sitter.feed.authors() for one in sitter.feed.events(author, 0)]
        sitter.table = sitter.fresh()
        for signed in known:
            sitter.table.receive(signed)

    def run(self) -> Room:
        """Go on until the game is over for all and nothing is left."""
        self.waiting = [[] for _ in self.room.sitters]
        self.delivered = len(self.room.events)
        for _ in range(6000):
            self.act()
            if all(sitter.view.phase is Phase.OVER for sitter in self.room.sitters):
                break
        for number, queue in enumerate(self.waiting):
            self.hear(number, len(queue))
        self.room.settle()
        return self.room


@pytest.mark.parametrize("seed", range(6))
def test_after_the_storm_all_know_the_same(seed: int) -> None:
    people = 2 + seed % 3
    room = Storm(dealt(people, turns="5"), random.Random(seed)).run()
    assert same(room)
    audit = room.view().audit
    assert audit is not None
    assert audit.stage is AuditStage.CLEAN
    assert len({match_of(room, number).full_digest() for number in range(people)}) == 1


def test_shares_ride_on_moves_so_that_nobody_need_be_there() -> None:
    room = whole(5, 4, turns="8")
    moves = [signed for signed in room.events if signed.event.kind == Kind.MOVE]
    assert sum(bool(signed.event.data[2]) for signed in moves) > len(moves) // 2


def until_hidden(room: Room) -> tuple[int, Seat, int]:
    """Give the sitter to move with his seat and the card he has just drawn."""
    number, seat = room.mover()
    face = int(log(room, number)[-1].split()[-1])
    return number, seat, face


def test_a_drawn_card_is_played_with_its_opening() -> None:
    room = dealt(3)
    number, seat, face = until_hidden(room)
    with pytest.raises(IllegalAction):
        room.table(number).move(seat, f"show {face % 11 + 2 if face % 11 + 2 not in (2, 4) else 6}")
    room.say(number, room.table(number).move(seat, f"show {face}"))
    for each in range(3):
        assert log(room, each)[3] == f"show {face}"
        assert match_of(room, each).state.drawn[seat] == ()  # type: ignore[attr-defined]
    assert same(room)


@pytest.mark.parametrize("wrong", ["none", "key", "slot", "face"])
def test_a_hidden_card_without_its_opening_is_void(wrong: str) -> None:
    room = dealt(3)
    number, seat, face = until_hidden(room)
    draft = room.table(number).move(seat, f"show {face}")
    text, spent, shares = draft.data
    other = next(card for card in (1, 3, 5, 7) if card != face)
    epoch, pack, place, key = shares[0]
    forged = {
        "none": (text, spent, None),
        "key": (text, spent, ((epoch, pack, place, bytes(31) + b"\x01"),)),
        "slot": (text, spent, ((epoch, pack, place + 1, key),)),
        "face": (f"show {other}", spent, shares),
    }[wrong]
    room.forge(number, Kind.MOVE, forged, seat=int(seat))
    for each in {0, 1, 2} - {number}:
        (void,) = room.view(each).voids
        assert void.reason == f"{match_of(room).names[seat]} plays a drawn card without proving it."
        assert log(room, each)[-1].startswith("draw")
    room.say(number, draft)
    assert len({match_of(room, each).digest() for each in range(3)}) == 1


def test_a_spectator_who_writes_everything_down_has_no_card() -> None:
    room = dealt(3)
    watcher = room.late()
    number, _, face = until_hidden(room)
    assert watcher.view.match is not None
    assert [line.text for line in watcher.view.match.log][-1].endswith("?")
    dealing = watcher.table.annals.bringer.dealing  # type: ignore[attr-defined]
    assert dealing.hands.faces(room.seat_of(number)) == (None,)
    kept = b"".join(signed.body for signed in room.events)
    for sitter in room.sitters:
        assert sitter.table.hand not in kept
    assert face in (1, 3, 5, 7, 9, 11)


def test_one_key_needs_nobody_else() -> None:
    room = Room.open(1, game=find("duel"), players="2", turns="3")
    for seat in range(2):
        room.say(0, room.table().sit(Seat(seat), "solo"))
    draw = random.Random(3)
    while room.view().phase is Phase.PLAYING:
        step(room, draw, 0)
        room.settle()
    assert room.view().audit is not None
    assert room.view().audit.stage is AuditStage.CLEAN  # type: ignore[union-attr]
    assert sum(line.seat == DEALER for line in match_of(room).log) > 3
