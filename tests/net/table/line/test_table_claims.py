"""Claims: what happens to somebody who does not answer, and that all agree on it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from core.fault import IllegalAction
from core.game import Seat
from core.games import find
from net.table.clocks.wait_timer import FINAL_MS, GAP_MS
from net.view.table_view import Phase
from net.wire.event import Kind, Signed
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.test_table_play import plain, same

PATIENCE = 120_000


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def pass_time(room: Room, now: int, people: Sequence[int]) -> None:
    """Let those people look at the clock and say what they have to."""
    for number in people:
        for draft in room.table(number).duties(now):
            room.events.append(room.sitters[number].sign(draft))
    carry(room, people)


def carry(room: Room, people: Sequence[int]) -> None:
    """Carry everything to some people."""
    for signed in room.events:
        for number in people:
            room.sitters[number].take(signed)


def wait_for(room: Room, start: int, people: Sequence[int]) -> int:
    """Let patience end; give the time."""
    for now in (start, start + PATIENCE // 2, start + PATIENCE):
        pass_time(room, now, people)
    return start + PATIENCE


def log(room: Room, number: int = 0) -> list[str]:
    match = room.view(number).match
    assert match is not None
    return [line.text for line in match.log]


def test_nobody_is_claimed_before_patience_is_over() -> None:
    room = Room.playing(3)
    pass_time(room, 1_000, (1, 2))
    (wait,) = room.view(1).waits
    assert (wait.seat, wait.what, wait.since, wait.until, wait.ripe) == (0, "move", 1_000, 121_000, False)
    with pytest.raises(IllegalAction, match="Wait a little longer for red: 120 seconds"):
        room.table(1).claim(Seat(0))
    with pytest.raises(IllegalAction, match="Nobody waits for blue"):
        room.table(1).claim(Seat(1))
    version = room.table(1).version
    pass_time(room, 61_000, (1, 2))
    assert room.table(1).patience.next_due() == 121_000
    pass_time(room, 121_000, (1, 2))
    assert room.table(1).version > version
    assert room.view(1).waits[0].ripe
    assert room.table(1).claim(Seat(0)).kind is Kind.CLAIM
    with pytest.raises(IllegalAction, match="Nobody waits"):
        room.table(0).claim(Seat(0))


def test_a_seat_that_does_not_move_is_out_when_all_others_are_done_waiting() -> None:
    room = Room.playing(3)
    now = wait_for(room, 0, (1, 2))
    room.say(1, room.table(1).claim(Seat(0)), settle=False)
    carry(room, (1, 2))
    pass_time(room, now, (1, 2))
    assert room.view(2).waits[0].claimed == (1,)
    assert log(room, 1) == []
    pass_time(room, now + FINAL_MS - 1, (1, 2))
    assert log(room, 1) == []
    pass_time(room, now + FINAL_MS, (1,))
    carry(room, (1, 2))
    assert room.view(2).waits[0].final == (1,)
    pass_time(room, now + FINAL_MS, (2,))
    carry(room, (1, 2))
    assert log(room, 1) == log(room, 2) == ["abandon red"]
    (step,) = room.table(1).steps()
    assert (step.kind, step.seat, step.ply) == (Kind.FINAL, 0, 0)
    room.settle()
    assert same(room)
    room.move("1")
    assert log(room) == ["abandon red", "1"]


def test_at_a_table_of_two_one_alone_may_end_the_wait() -> None:
    room = Room.playing(2)
    now = wait_for(room, 0, (1,))
    room.say(1, room.table(1).claim(Seat(0)), settle=False)
    pass_time(room, now, (1,))
    pass_time(room, now + FINAL_MS, (1,))
    assert room.view(1).phase is Phase.OVER
    room.settle()
    assert room.view(0).outcome == room.view(1).outcome


def test_one_who_was_away_begins_to_wait_anew() -> None:
    room = Room.playing(2)
    pass_time(room, 0, (1,))
    pass_time(room, GAP_MS + 1, (1,))
    assert room.view(1).waits[0].since == GAP_MS + 1


def test_a_claim_without_patience_moves_nobody() -> None:
    room = Room.playing(3)
    pass_time(room, 0, (1, 2))
    course = room.table(1).course
    assert course is not None
    room.forge(1, Kind.CLAIM, (0, "move", 0), seat=1)
    for now in (0, FINAL_MS, 2 * FINAL_MS):
        pass_time(room, now, (1, 2))
    assert not any(signed.event.kind == Kind.FINAL for signed in room.events)


def ended(room: Room, number: int, seat: int = 0, what: str = "move", *, stands: bool = True) -> Signed:
    """Have a sitter sign a final by hand, and hand it to nobody else."""
    course = room.table(number).course
    assert course is not None
    return room.forge_quietly(number, Kind.FINAL, (seat, what, course.match.ply, stands), seat=None)


@pytest.mark.parametrize("target", ["1", "12"])
def test_a_team_loses_with_whoever_is_waited_for_no_longer(target: str) -> None:
    """Megiddo R35; a resignation of one seat of a team is an offer to its partner, who may be away too."""
    there = (1, 2, 3)
    room = Room.playing(4, game=find("megiddo"), target=target)
    now = wait_for(room, 1_000, there)
    room.say(1, room.table(1).claim(Seat(0)), settle=False)
    carry(room, there)
    pass_time(room, now, there)
    pass_time(room, now + FINAL_MS, there)
    assert log(room, 2) == ["forfeit"]
    match = room.view(2).match
    assert match is not None
    if target == "1":
        assert match.state.outcome is not None
        assert match.state.outcome.winners == (1, 3)
    else:
        assert (match.state.outcome, match.state.to_json()["points"]) == (None, [0, 6]), "the match goes on"


@pytest.mark.parametrize("number", [0, 2], ids=["in turn", "out of turn"])
@pytest.mark.parametrize("kind", [Kind.DECLARE, Kind.MOVE])
def test_nobody_forfeits_for_a_partner(number: int, kind: Kind) -> None:
    room = Room.playing(4, game=find("megiddo"), target="1")
    with pytest.raises(IllegalAction):
        room.table(number).declare(Seat(number), "forfeit")
    room.forge_quietly(number, kind, ("forfeit", 1, None) if kind is Kind.MOVE else ("forfeit",), seat=number)
    room.settle()
    assert log(room) == []


def test_an_answer_seen_before_the_last_final_counts_and_finals_are_taken_back() -> None:
    room = Room.playing(3)
    ended(room, 1)
    move = room.say(0, room.table(0).move(Seat(0), "1"), settle=False)
    room.settle()
    back = [signed for signed in room.events if signed.event.kind == Kind.FINAL]
    assert [(signed.event.data[3], signed.event.ply) for signed in back] == [(True, 0), (False, 0)]
    assert room.table().steps()[0].id == move.id
    ended_late = room.forge_quietly(
        2,
        Kind.FINAL,
        (0, "move", 0, True),
        seat=None,
        ply=0,
        gprev=room.table().course.places[0],  # type: ignore[union-attr]
    )
    room.settle()
    assert room.table().steps()[0].id == move.id
    assert ended_late in room.events
    assert same(room)


def test_a_certificate_beats_a_decision_and_the_line_goes_back() -> None:
    room = Room.playing(3)
    finals = [ended(room, 1), ended(room, 2)]
    move = room.sitters[0].sign(room.table(0).move(Seat(0), "3"))
    room.events.append(move)
    for number in (0, 1, 2):
        room.sitters[number].take(move)
    for one in finals:
        room.sitters[1].take(one)
        room.sitters[2].take(one)
    assert log(room, 1) == log(room, 2) == ["abandon red"]
    assert log(room, 0) == ["3"]
    room.settle()
    assert log(room, 0) == ["abandon red"]
    assert [(void.seat, void.text) for void in room.view(0).voids] == [(0, "3")]
    assert same(room)
    late = room.late(reversed(room.events))
    assert plain(late.view) == plain(room.view())


def test_nobody_turns_a_game_back_with_a_final_kept_in_the_pocket() -> None:
    room = Room.playing(3)
    ended(room, 1)
    places = room.table(0).course.places  # type: ignore[union-attr]
    room.move("1")
    room.move("1")
    assert room.mover()[1] == 2
    room.move("1")
    room.forge(2, Kind.FINAL, (0, "move", 0, True), seat=None, ply=0, gprev=places[0])
    room.forge(1, Kind.FINAL, (0, "move", 0, True), seat=None, ply=0, gprev=places[0])
    assert log(room) == ["1", "1", "1"]
    assert same(room)


def test_finals_of_strangers_and_of_the_claimed_count_nothing() -> None:
    room = Room.open(4, players="3")
    for number in range(3):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    for number in (0, 3, 1):
        ended(room, number)
    for words in ((0, "move"), (0, "nothing", 0, True), (9, "move", 0, True), (0, "share", 0, True)):
        room.forge_quietly(2, Kind.FINAL, words, seat=None)
    room.settle()
    assert log(room) == []
    assert same(room)


def test_a_declared_resignation_wait_and_a_claim_of_an_absent_seat_twice() -> None:
    room = Room.playing(4)
    for seat in (0, 1):
        for number in {1, 2, 3} - {seat}:
            if seat not in room.view(number).mine and number not in {0, seat}:
                ended(room, number, seat)
        if seat == 1:
            break
        room.settle()
    room.settle()
    assert log(room)[:2] == ["abandon red", "abandon blue"]
    assert same(room)


@dataclass
class Evening:
    """Four people whose decisions, finals and withdrawals cross on the way, at random; at the end all is delivered."""

    draw: random.Random
    room: Room = field(default_factory=lambda: Room.playing(4))
    waiting: list[list[Signed]] = field(default_factory=lambda: [[] for _ in range(4)])

    def spread(self, number: int, signed: Signed) -> None:
        """Send what somebody has signed on its way."""
        if signed not in self.room.events:
            self.room.events.append(signed)
        for other in {0, 1, 2, 3} - {number}:
            self.waiting[other].append(signed)

    def act(self) -> None:
        """Let somebody hear a little, do his duties, and move or be done waiting."""
        number = self.draw.randrange(4)
        queue, sitter = self.waiting[number], self.room.sitters[number]
        for _ in range(min(len(queue), self.draw.randint(0, 3))):
            sitter.take(queue.pop(self.draw.randrange(len(queue))))
        for draft in sitter.table.duties():
            self.spread(number, sitter.sign(draft))
        course = sitter.table.course
        if course is None or course.mover is None:
            return
        if course.mover == number and self.draw.random() < 0.5:
            self.spread(number, sitter.sign(sitter.table.move(Seat(number), "1")))
        elif course.mover != number and self.draw.random() < 0.4:
            self.spread(number, ended(self.room, number, int(course.mover)))

    def calm(self) -> Room:
        """Deliver everything until nothing is left to do."""
        for number, queue in enumerate(self.waiting):
            for signed in queue:
                self.room.sitters[number].take(signed)
        self.room.settle()
        return self.room


def evening(seed: int) -> Room:
    """Spend one evening."""
    found = Evening(random.Random(seed))
    for _ in range(120):
        found.act()
    return found.calm()


@pytest.mark.parametrize("seed", range(25))
def test_in_every_interleaving_all_come_to_the_same(seed: int) -> None:
    room = evening(seed)
    assert same(room)
    shuffled = list(room.events)
    random.Random(seed).shuffle(shuffled)
    late: Sitter = room.late(shuffled)
    assert plain(late.view) == plain(room.view())
    assert late.table.line_heads() == room.table().line_heads()


def test_the_evenings_reach_every_corner() -> None:
    rooms = [evening(seed) for seed in range(25)]
    steps = [step for room in rooms for step in room.table().steps()]
    finals = [signed.event.data for room in rooms for signed in room.events if signed.event.kind == Kind.FINAL]
    assert sum(step.kind is Kind.FINAL for step in steps) > 10
    assert sum(step.kind is Kind.MOVE for step in steps) > 50
    assert sum(not data[3] for data in finals) > 10
    voids = [void.reason for room in rooms for void in room.view().voids]
    assert voids
