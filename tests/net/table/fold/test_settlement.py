"""Settlement: an end counts for good once all whose word could still change it have signed it."""

from __future__ import annotations

import random

import pytest

from core.game import Seat
from net.table.fold.game_end import counted, is_settled, is_told
from net.view.settlement_view import BypassView, SettlementView
from net.view.table_view import Phase
from net.wire.event import Kind, Signed
from net.wire.event_data import Final, Seen, data_of
from tests.net.support.absent_players import Quiet
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.clocks.test_table_witness import START, look, move, witnessed
from tests.net.table.line.test_table_claims import log
from tests.net.table.test_table_play import same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def before_the_end(people: int) -> Room:
    """Play until one move is left before somebody wins."""
    room = Room.playing(people)
    for _ in range(3):
        room.move("3")
    return room


def win(room: Room) -> list[Signed]:
    """Let whoever is to move win; give what they sign, which nobody has heard yet."""
    number, seat = room.mover()
    said = [room.sitters[number].sign(room.table(number).move(seat, "3"))]
    return [*said, *(room.sitters[number].sign(draft) for draft in room.table(number).duties(0))]


def unheard(room: Room, *away: int) -> Quiet:
    """Let whoever is to move win while some do not hear it."""
    quiet = Quiet(room, *away)
    room.events += win(room)
    return quiet


def test_a_game_that_goes_on_has_no_settlement() -> None:
    room = before_the_end(2)
    assert room.view().settlement is None
    assert not room.view().unsettled
    assert not is_settled(room.table().annals)
    assert counted(room.table().annals) == frozenset()


def test_an_end_that_all_have_signed_is_settled_and_told() -> None:
    room = before_the_end(3)
    room.move("3")
    for number in range(3):
        assert room.view(number).settlement == SettlementView(settled=True, last=Seat(0))
        assert is_told(room.table(number).annals)
    seen = [signed.event for signed in room.events if signed.event.kind == Kind.SEEN]
    course = room.table().course
    assert course is not None
    assert sorted(event.author for event in seen) == sorted(one.identity.public for one in room.sitters)
    assert {(event.ply, event.gprev, event.data[0]) for event in seen} == {(course.ply, course.gprev, course.gprev)}
    assert room.table().duties(1) == ()


def test_who_has_made_the_last_move_sees_whose_word_is_missing() -> None:
    room = before_the_end(3)
    winner, seat = room.mover()
    quiet = unheard(room, 2)
    quiet.settle()
    assert room.view(winner).phase is Phase.OVER
    assert room.view(winner).settlement == SettlementView(settled=False, awaited=(Seat(2),), last=seat)
    assert room.view(winner).unsettled
    assert not is_told(room.table(winner).annals)
    quiet.back()
    assert room.view(winner).settlement == SettlementView(settled=True, last=seat)
    assert same(room)


def test_who_looks_on_sees_the_same() -> None:
    room = before_the_end(2)
    quiet = unheard(room, 0)
    guest = room.late()
    assert guest.view.settlement == SettlementView(settled=False, awaited=(Seat(0),), last=Seat(1))
    assert guest.table.duties(1) == ()
    quiet.back()
    for signed in room.events:
        guest.take(signed)
    assert guest.view.settlement == SettlementView(settled=True, last=Seat(1))


def test_the_others_go_on_without_a_last_move_they_never_heard_and_it_stays_so() -> None:
    room = before_the_end(2)
    winner, seat = room.mover()
    lost, quiet = win(room), Quiet(room, winner)
    first = room.view(winner).outcome
    assert first is not None
    assert first.winners == (seat,)
    quiet.wait()
    other = 1 - winner
    ended = room.view(other)
    assert ended.outcome is not None
    assert ended.outcome.winners == (Seat(other),)
    assert ended.settlement == SettlementView(settled=False, awaited=(seat,))
    room.events += lost
    quiet.back()
    assert same(room)
    for number in range(2):
        assert log(room, number)[-1] == f"abandon {('red', 'blue')[winner]}"
        assert room.view(number).settlement == SettlementView(settled=True)
        assert room.view(number).bypasses == (
            BypassView(3, f"abandon {('red', 'blue')[winner]}", ((seat, "3"),), over=True),
        )
        assert [void.text for void in room.view(number).voids] == ["3"]
        assert "all others had stopped waiting" in room.view(number).voids[0].reason
        assert is_told(room.table(number).annals)


def test_two_who_each_waited_for_the_other_no_longer_have_settled_nothing_before_they_meet() -> None:
    room = Room.playing(2)
    first = Quiet(room, 1)
    first.settle()
    hers = room.sitters[0].sign(room.table(0).move(Seat(0), "1"))
    sides = []
    for there in (0, 1):
        side = Quiet(Room(room.sitters, list(room.events)), 1 - there)
        side.room.events += [hers] if there == 0 else []
        side.wait()
        view = room.view(there)
        assert view.outcome is not None
        assert view.outcome.winners == (Seat(there),)
        assert view.settlement == SettlementView(settled=False, awaited=(Seat(1 - there),))
        sides += side.room.events
    room.events += [signed for signed in sides if signed not in room.events]
    first.back()
    assert same(room)
    assert log(room) == ["abandon red"], "the certificate at the earlier place"
    assert room.view().settlement == SettlementView(settled=True)


def test_who_all_others_of_several_have_passed_over_holds_them_up_no_longer() -> None:
    room = Room.playing(3)
    quiet = Quiet(room, 0)
    quiet.wait()
    room.events.append(room.sitters[1].sign(room.table(1).declare(Seat(1), "abandon blue")))
    quiet.settle()
    assert room.view(1).phase is Phase.OVER
    assert room.view(1).settlement == SettlementView(settled=True, last=Seat(1), untold=(Seat(0),))
    assert not is_told(room.table(1).annals)
    quiet.back()
    assert same(room)
    assert room.view(1).settlement == SettlementView(settled=True, last=Seat(1))
    assert is_told(room.table(1).annals)


def test_what_was_played_on_from_a_move_is_told_with_it() -> None:
    room = Room.playing(3)
    quiet = Quiet(room, 2)
    for number in (0, 1):
        room.events.append(room.sitters[number].sign(room.table(number).move(Seat(number), "1")))
        quiet.settle()
    quiet.wait()
    assert log(room)[:3] == ["1", "1", "abandon yellow"]
    for text in ("2", "2"):
        number, seat = room.mover()
        room.events.append(room.sitters[number].sign(room.table(number).move(seat, text)))
        quiet.settle()
    late = room.sitters[2]
    held = [signed for signed in room.events if signed.event.kind in {Kind.CLAIM, Kind.FINAL}]
    for signed in room.events:
        if signed not in held and signed.event.ply < 3:
            late.take(signed)
    own = late.sign(late.table.move(Seat(2), "3"))
    room.events.append(own)
    quiet.back()
    assert same(room)
    assert room.view().bypasses == (BypassView(2, "abandon yellow", ((Seat(2), "3"),)),)


def test_who_has_signed_the_end_cannot_be_done_waiting_for_its_last_move() -> None:
    """A loser who signs the end and claims the winner away afterwards changes nothing, for anybody."""
    room = before_the_end(2)
    course = room.table().course
    assert course is not None
    place = {"ply": course.ply, "gprev": course.gprev}
    room.move("3")
    assert room.view().settlement == SettlementView(settled=True, last=Seat(1))
    room.forge(0, Kind.FINAL, data_of(Final(Seat(1), "move", 3)), seat=None, **place)
    for number in range(2):
        assert log(room, number)[-1] == "3"
        assert room.view(number).settlement == SettlementView(settled=True, last=Seat(1))


def test_a_receipt_of_another_place_or_said_at_another_place_is_none() -> None:
    room = before_the_end(2)
    quiet = unheard(room, 0)
    end = room.table(1).course
    assert end is not None
    quiet.away.clear()
    for data, place in (
        (Seen(b"x" * 16, 1), {"ply": end.ply, "gprev": end.gprev}),
        (Seen(end.gprev, 1), {"ply": 0, "gprev": end.gprev}),
        (Seen(end.gprev, 1), {"ply": end.ply, "gprev": b"x" * 16}),
        (Seen(end.gprev * 2, 1), {"ply": end.ply, "gprev": end.gprev}),
    ):
        for signed in room.events:
            room.sitters[0].take(signed)
        forged = room.forge_quietly(0, Kind.SEEN, data_of(data), seat=None, **place)
        room.sitters[1].take(forged)
        assert room.view(1).unsettled
    room.settle()
    assert not room.view(1).unsettled


def test_who_is_out_of_the_game_holds_nobody_up() -> None:
    room = Room.playing(3)
    room.say(0, room.table(0).declare(Seat(0), "abandon red"))
    quiet = Quiet(room, 0)
    for _ in range(12):
        match = room.view(1).match
        if match is None or match.state.outcome is not None:
            break
        number, seat = next((n, s) for n in (1, 2) for s in match.state.active if s in room.view(n).mine)
        room.events.append(room.sitters[number].sign(room.table(number).move(seat, "3")))
        quiet.settle()
    assert room.view(1).phase is Phase.OVER
    assert not room.view(1).unsettled
    assert not is_told(room.table(1).annals)
    quiet.back()
    assert is_told(room.table(1).annals)


@pytest.mark.parametrize("seed", range(12))
def test_in_whatever_order_it_arrives_all_see_one_settlement(seed: int) -> None:
    room = before_the_end(3)
    lost, quiet = win(room), Quiet(room, 0)
    quiet.wait()
    room.events += lost
    quiet.back()
    draw = random.Random(seed)
    chains = {
        one.identity.public: [s for s in room.events if s.event.author == one.identity.public] for one in room.sitters
    }
    guest = room.late(())
    while any(chains.values()):
        guest.take(chains[draw.choice([author for author, chain in chains.items() if chain])].pop(0))
    shown, known = guest.view, room.view(1)
    assert (shown.settlement, shown.bypasses) == (known.settlement, known.bypasses)
    assert shown.match is not None
    assert known.match is not None
    assert shown.match.log == known.match.log


def test_a_witness_signs_the_end_too() -> None:
    """Behind a partition they might still sign a receipt by which a flag fell."""
    room, now = witnessed(2), START
    for _ in range(3):
        now += 1_000
        move(room, now, text="3")
    move(room, now + 1_000, 2, text="3")
    for number in range(2):
        assert room.view(number).settlement == SettlementView(settled=False, last=Seat(1), witness=True)
    look(room, now + 2_000)
    for number in range(3):
        assert room.view(number).settlement == SettlementView(settled=True, last=Seat(1))
