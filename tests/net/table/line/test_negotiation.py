"""Negotiation phases: nobody moves before the time is over or all are ready, and no clock pays for it."""

from __future__ import annotations

import random

import pytest

from core.fault import BadOption, Fault, IllegalAction
from core.game import Seat
from core.games import find
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from net.table.clocks.time_control import DAY_MS
from net.table.duty.timekeeper import GRACE_MS
from net.table.fold.table_terms import settle_terms
from net.table.line.negotiation import NegotiationPhases, NegotiationTerm, read_negotiation
from net.view.table_view import OfferKind
from net.wire.event import Kind, Signed
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.clocks.test_table_clocks import move, say
from tests.net.table.test_table_play import same

START = 1_000_000
LENGTH = 60_000


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def talking(people: int = 3, term: str = "60", **terms: str) -> Room:
    """Open a table that talks before each round, at which all look at the time."""
    room = Room.playing(people, terms={"negotiation": term, **terms})
    room.settle(START)
    return room


def ready(room: Room, *numbers: int, now: int = START) -> None:
    """Let people say that they are ready."""
    for number in numbers:
        say(room, number, room.table(number).offer(OfferKind.READY, room.seat_of(number)), now)
        room.settle(now)


def early(room: Room, now: int) -> Signed:
    """Let the seat to move sign a move that its own program would refuse."""
    number, seat = room.mover()
    signed = say(room, number, room.table(number).move(seat, "1"), now)
    room.settle(now)
    return signed


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("none", None),
        ("60", NegotiationTerm(60_000)),
        ("300/2", NegotiationTerm(300_000, 2)),
        ("86400/99", NegotiationTerm(DAY_MS, 99)),
    ],
)
def test_the_term_is_read(text: str, term: NegotiationTerm | None) -> None:
    assert read_negotiation(text) == term
    assert settle_terms({"negotiation": text})["negotiation"] == text


@pytest.mark.parametrize("text", ["", "0", "-1", "60/0", "60/100", "86401", "1d", "060", "60/", "60 ", "x" * 900])
def test_a_term_that_is_none_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadOption, match="no negotiation phase"):
        read_negotiation(text)
    with pytest.raises(BadOption, match="SECONDS/ROUNDS"):
        settle_terms({"negotiation": text})


def test_without_the_term_nobody_waits() -> None:
    room = Room.playing(3)
    room.settle(START)
    assert room.view().negotiation is None
    with pytest.raises(IllegalAction, match="no negotiation phase now"):
        room.table(0).offer(OfferKind.READY, Seat(0))


def test_all_see_who_is_ready_and_when_it_ends() -> None:
    room = talking()
    ready(room, 1)
    for number in range(3):
        found = room.view(number).negotiation
        assert found is not None
        assert (found.ends, found.ready, found.talking) == (START + LENGTH, (Seat(1),), (Seat(0), Seat(2)))
    (said,) = [note for note in room.view().notes if "talk" in note.template]
    told = str(Fault(said.template, **dict(said.fields)))
    assert told == "Before turn 1: 60 seconds to talk, or until all are ready."
    with pytest.raises(IllegalAction, match="You have said so"):
        room.table(1).offer(OfferKind.READY, Seat(1))


def test_the_program_of_the_seat_to_move_refuses_to_sign_before_the_time() -> None:
    room = talking()
    keeper, annals = room.table(0).keeper, room.table(0).annals
    draft = room.table(0).move(Seat(0), "1")
    with pytest.raises(IllegalAction, match="move in 21 seconds, or once everybody is ready"):
        keeper.check(annals, keeper.stamped(draft, START + 39_001))
    keeper.check(annals, keeper.stamped(draft, START + LENGTH))
    ready(room, 0, 1, 2)
    keeper.check(annals, keeper.stamped(draft, START + 1))


def test_a_move_of_the_whole_time_ends_the_phase() -> None:
    room = talking()
    room.settle(START + LENGTH - 1)
    assert room.view().negotiation is not None
    assert room.table().keeper.next_due() == START + LENGTH
    room.settle(START + LENGTH)
    assert room.view().negotiation is None
    move(room, START + LENGTH)
    assert len(room.table(2).steps()) == 1
    assert same(room)


def test_a_move_that_comes_too_early_waits_until_all_are_ready_and_counts_then() -> None:
    room = talking()
    early(room, START + 5_000)
    assert room.table(2).steps() == ()
    ready(room, 0, 1, now=START + 6_000)
    assert room.table(2).steps() == ()
    ready(room, 2, now=START + 7_000)
    assert len(room.table(2).steps()) == 1
    assert same(room)


@pytest.mark.parametrize("seed", range(12))
def test_the_order_of_arrival_does_not_matter(seed: int) -> None:
    room = talking(3, "60/1", clock="300+5")
    early(room, START + 5_000)
    ready(room, 2, 0, 1, now=START + 6_000)
    for number in range(1, 3):
        move(room, START + 10_000 * number)
    rng = random.Random(seed)
    late = room.late(rng.sample(room.events, len(room.events)))
    assert late.table.steps() == room.table().steps()
    assert len(late.table.steps()) == len(room.table().steps()) == 3
    assert late.table.line_heads() == room.table().line_heads()


def test_the_next_phase_comes_after_the_round_and_the_round_after_next_with_the_term() -> None:
    for term, places in (("60", [0, 3, 6, 9]), ("60/2", [0, 6])):
        room, found, now = talking(3, term), [], START
        for turn in range(11):
            if room.view().negotiation is not None:
                found.append(turn)
                now += LENGTH
            move(room, now := now + 100)
        assert found == places


def test_the_time_of_the_phase_is_charged_to_no_clock() -> None:
    room = talking(3, clock="100+0")
    assert room.view().clocks[0].left_ms(START + LENGTH) == 100_000
    assert room.view(1).waits[0].until == START + LENGTH + 100_000 + GRACE_MS
    move(room, START + LENGTH + 30_000)
    assert [one.clock.left_ms for one in room.view(2).clocks] == [70_000, 100_000, 100_000]
    assert room.view().times == ((0, Seat(0), 30_000),)
    move(room, START + LENGTH + 50_000)
    assert room.view(0).clocks[1].clock.left_ms == 80_000


def test_patience_begins_after_the_phase() -> None:
    room = talking(3, patience="10")
    room.settle(START + LENGTH + 9_000)
    assert not room.view(1).waits[0].ripe
    room.settle(START + LENGTH + 10_000)
    assert room.view(1).waits[0].ripe


def test_who_declares_the_whole_time_and_was_seen_to_move_at_once_is_doubted() -> None:
    room = talking(3, clock="300+5")
    for number in range(1, 4):
        move(room, now := START + LENGTH + 100 * number)
    draft = room.table(0).move(Seat(0), "1", LENGTH)
    room.events.append(room.sitters[0].sign(draft, now + 1_000))
    room.settle(now + 1_200)
    assert len(room.table(2).steps()) == 4
    assert [one.doubtful for one in room.view(2).clocks] == [True, False, False]


def test_who_gives_up_during_the_phase_does_not_end_it() -> None:
    room = talking(4)
    say(room, 2, room.table(2).declare(Seat(2), "abandon"), START + 10_000)
    room.settle(START + 10_000)
    assert [step.kind for step in room.table().steps()] == [Kind.TAKE]
    found = room.view().negotiation
    assert found is not None
    assert (found.ends, found.talking) == (START + LENGTH, (Seat(0), Seat(1), Seat(3)))


def test_a_phase_that_was_held_is_not_held_again_after_a_takeback() -> None:
    room = talking(2, takebacks="ask")
    move(room, START + LENGTH)
    say(room, 0, room.table(0).offer(OfferKind.TAKEBACK, Seat(0)), START + LENGTH + 10)
    room.settle(START + LENGTH + 10)
    say(room, 1, room.table(1).answer(room.view(1).offers[0].id, Seat(1), yes=True), START + LENGTH + 20)
    room.settle(START + LENGTH + 20)
    assert room.table().steps() == ()
    assert room.view().negotiation is None
    move(room, START + LENGTH + 30)
    move(room, START + LENGTH + 40)
    assert room.view().negotiation is not None


def test_bots_are_always_ready() -> None:
    room = Room.open(2, terms={"negotiation": "60"}, players="3")
    for number, bot in ((0, ""), (1, ""), (1, "level1")):
        room.say(number, room.table(number).sit(None, f"nick{number}", bot))
    room.settle(START)
    found = room.view().negotiation
    assert found is not None
    assert (found.ready, found.talking) == ((), (Seat(0), Seat(1)))
    ready(room, 0, 1)
    assert room.view().negotiation is None


def test_in_mediterranee_a_phase_comes_where_a_player_begins_a_turn_with_their_cards() -> None:
    game = find("mediterranee")
    match, phases, rng = Match.new(game, {"seed": "7"}), NegotiationPhases(NegotiationTerm(1000)), random.Random(7)
    found: list[tuple[Seat, str]] = []
    while match.state.outcome is None and len(found) < 5:
        state = match.state
        phases.stand(match)
        assert isinstance(state, State)
        if len(state.active) == 1 and state.active[0] >= 0 and not state.sealed and phases.decide(match, 4):
            found.append((state.active[0], state.phase.value))
        seat = state.active[0]
        match = match.deal() if seat < 0 else match.play(str(rng.choice(list(state.legal(seat)))), seat)
    assert {phase for _, phase in found} == {"act"}
    assert len({seat for seat, _ in found}) == 1


def test_who_drops_out_in_a_round_does_not_shorten_it() -> None:
    room, now = talking(4), START + LENGTH
    move(room, now)
    move(room, now := now + 100)
    say(room, 3, room.table(3).declare(Seat(3), "abandon"), now)
    room.settle(now)
    for _ in range(2):
        assert room.view().negotiation is None
        move(room, now := now + 100)
    assert room.view().negotiation is not None


def test_whoever_comes_in_the_middle_counts_from_the_last_decision() -> None:
    room = talking(3)
    for number in range(3):
        move(room, now := START + LENGTH + 100 * number)
    late = room.sitters[1].fresh()
    room.sitters[1].table = late
    for signed in room.events:
        late.receive(signed)
    late.duties(now + 40_000)
    found = late.view().negotiation
    assert found is not None
    assert found.ends == now + LENGTH
