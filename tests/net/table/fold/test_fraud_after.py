"""After a proof of two histories: nothing from where they part counts for anybody, and the others may go on."""

from __future__ import annotations

import random

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity.identity import Identity
from net.log.equivocation import Equivocations
from net.table.fold.game_end import ENDED, WISHES, ending
from net.view.table_view import Phase
from net.wire.event import Kind, Signed
from tests.length import seeds
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.test_table_play import plain


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def split(room: Room, number: int, *texts: str) -> list[Signed]:
    """Sign a line of talk for each text with the same number in the chain of a sitter."""
    sitter = room.sitters[number]
    return [sitter.feed.draft(sitter.identity, sitter.table.talk(text), 1) for text in texts]


def forked(people: int = 4) -> tuple[Room, Signed, Signed]:
    """Let the last one tell half of the others one thing and half another, and let all find out."""
    room = Room.playing(people)
    one, two = split(room, people - 1, "one", "two")
    room.events += [one, two]
    for number, sitter in enumerate(room.sitters):
        for signed in (one, two) if number % 2 else (two, one):
            sitter.take(signed)
    room.settle()
    return room, one, two


def test_his_talk_is_void_for_everybody_from_where_the_histories_part() -> None:
    room, _, _ = forked()
    assert [room.view(number).talk for number in range(4)] == [()] * 4
    assert len({room.view(number).talk_digest for number in range(4)}) == 1
    assert {room.view(number).phase for number in range(4)} == {Phase.FROZEN}


def test_the_others_go_on_together_without_him() -> None:
    room, _, _ = forked()
    (wait,) = room.view(0).waits
    assert (wait.seat, wait.what, wait.ripe, wait.final) == (Seat(3), "fraud", True, ())
    for number in (0, 1):
        room.say(number, room.table(number).claim(Seat(3)))
        assert room.view(2).phase is Phase.FROZEN
    assert set(room.view(2).waits[0].final) == {Seat(0), Seat(1)}
    room.say(2, room.table(2).claim(Seat(3)))
    for number in range(3):
        view = room.view(number)
        assert view.phase is Phase.PLAYING
        assert view.match is not None
        assert [line.text for line in view.match.log] == ["abandon green"]
    room.move("3")
    assert room.view().match.ply == 2  # type: ignore[union-attr]
    with pytest.raises(Fault):
        room.say(3, room.table(3).claim(Seat(0)))


def test_at_a_table_for_two_the_other_ends_the_game() -> None:
    room, _, _ = forked(2)
    room.say(0, room.table(0).claim(Seat(1)))
    assert room.view().phase is Phase.OVER
    assert room.view().outcome is not None
    assert room.view().outcome.winners == (Seat(0),)  # type: ignore[union-attr]


def test_nobody_is_gone_on_without_who_is_not_proved_guilty() -> None:
    room = Room.playing(3)
    at = room.table().course.match.ply  # type: ignore[union-attr]
    for number in (0, 1):
        room.forge(number, Kind.FINAL, (2, "fraud", at, True))
    assert room.view().match.ply == 0  # type: ignore[union-attr]
    assert room.view().phase is Phase.PLAYING


def test_decisions_after_the_parting_are_undone_for_all() -> None:
    room = Room.playing(3)
    room.move("1")
    sitter = room.sitters[1]
    moves = [sitter.feed.draft(sitter.identity, sitter.table.move(Seat(1), text), 1) for text in ("1", "2")]
    for number, target in enumerate(room.sitters):
        target.take(moves[number % 2])
    room.events += moves
    room.settle()
    for number in (0, 2):
        view = room.view(number)
        assert view.phase is Phase.FROZEN
        assert [line.text for line in view.match.log] == ["1"]  # type: ignore[union-attr]
    for number in (0, 2):
        room.say(number, room.table(number).claim(Seat(1)))
    assert room.view(2).match.log == room.view(0).match.log  # type: ignore[union-attr]
    assert room.view(2).phase is Phase.PLAYING


def test_the_lower_of_two_numbers_counts_for_all() -> None:
    room = Room.playing(3)
    one, two = split(room, 2, "one", "two")
    liar = Sitter(room.sitters[0].tid, room.sitters[2].identity)
    for signed in room.events:
        liar.take(signed)
    liar.take(two)
    later = liar.sign(liar.table.talk("three"))
    room.sitters[0].take(one)
    room.sitters[0].take(later)  # it does not follow: a proof
    room.sitters[1].take(one)
    room.sitters[1].take(two)  # a proof too
    room.events += [one, two, later]
    room.settle()
    numbers = [sitter.table.annals.struck for sitter in room.sitters[:2]]
    assert numbers[0] == numbers[1] == {room.sitters[2].identity.public: one.event.seq}


@pytest.mark.parametrize("seed", seeds(10, 4))
def test_any_order_of_arrival_gives_the_same(seed: int) -> None:
    room, _, _ = forked()
    for number in (0, 1, 2):
        room.say(number, room.table(number).claim(Seat(3)))
    room.move("2")
    room.say(0, room.table(0).talk("that was that"))
    random.Random(seed).shuffle(room.events)
    newcomer = Sitter(room.sitters[0].tid, Identity.new(b"y" * 32))
    for signed in room.events:
        newcomer.take(signed)
    assert plain(newcomer.view) == plain(room.view())


def test_split_views_are_found_by_the_ids_in_heads() -> None:
    room = Room.playing(3)
    one, two = split(room, 2, "one", "two")
    room.sitters[0].take(one)
    room.sitters[1].take(two)
    theirs = room.sitters[1].feed.heads()
    (gap,) = room.sitters[0].feed.disagree(theirs)
    assert (gap.author, gap.first, gap.last) == (one.event.author, one.event.seq, one.event.seq)
    assert room.sitters[0].feed.wanted(theirs) == ()  # the numbers alone tell nothing
    for signed in room.sitters[1].feed.events(gap.author, gap.first, gap.last):
        room.sitters[0].take(signed)
    assert room.view(0).phase is Phase.FROZEN


def test_what_was_built_on_the_undone_keeps_nobody_from_going_on() -> None:
    room = Room.playing(3)
    room.move("1")
    sitter = room.sitters[1]
    told, kept = [sitter.feed.draft(sitter.identity, sitter.table.move(Seat(1), text), 1) for text in ("1", "2")]
    room.events.append(told)
    room.settle()
    for _ in range(2):
        room.move("1")  # the seats 2 and 0, upon what he told first
    room.events.append(kept)
    room.settle()
    assert room.view(0).phase is Phase.FROZEN
    for number in (0, 2):
        room.say(number, room.table(number).claim(Seat(1)))
    for number in (0, 2):
        assert room.view(number).phase is Phase.PLAYING
        assert [line.text for line in room.view(number).match.log] == ["1", "abandon blue"]  # type: ignore[union-attr]


def two_histories(room: Room, length: int) -> tuple[list[Signed], list[Signed]]:
    """Let the last sitter sign two histories that part at once, `length` lines of talk each."""
    whole = len(room.events)
    sides = []
    for side in ("one", "two"):
        liar = Sitter(room.sitters[0].tid, room.sitters[-1].identity)
        for signed in room.events[:whole]:
            liar.take(signed)
        sides.append([liar.sign(liar.table.talk(f"{side} {number}")) for number in range(length)])
    one, two = sides
    return one, two


def test_where_two_histories_part_first_is_searched_for() -> None:
    room = Room.playing(3)
    one, two = two_histories(room, 100)
    left, right = room.sitters[:2]
    for ours, theirs in zip(one, two, strict=True):
        left.take(ours)
        right.take(theirs)
    rounds = 0
    while gaps := left.feed.disagree(right.feed.heads()):
        (gap,) = gaps
        for signed in right.feed.events(gap.author, gap.first, gap.last):
            left.take(signed)
        rounds += 1
        assert rounds < 5
    assert left.table.annals.struck == {one[0].event.author: one[0].event.seq}
    assert left.feed.disagree(right.feed.heads()) == ()
    room.settle()  # it is published, though a later proof may have been
    room.settle()
    assert right.table.annals.struck == left.table.annals.struck


def stop(room: Room, number: int, seat: int) -> None:
    """Let somebody say that he would stop here."""
    table = room.table(number)
    room.say(number, ending(table.annals, table.course, table.me, Seat(seat)))


def test_the_others_may_stop_instead() -> None:
    room, _, _ = forked()
    for number in (0, 1):
        stop(room, number, 3)
        assert room.view(2).phase is Phase.FROZEN
    said = [(note.template, dict(note.fields)) for note in room.view(2).notes]
    assert (WISHES, {"nick": "nick1", "other": "nick3"}) in said
    with pytest.raises(Fault, match="That has been said already"):
        stop(room, 1, 3)
    with pytest.raises(Fault, match="not frozen"):
        stop(room, 3, 3)
    stop(room, 2, 3)
    for number in range(4):
        view = room.view(number)
        assert view.phase is Phase.CLOSED
        assert (ENDED, (("nick", "nick3"),)) in {(note.template, note.fields) for note in view.notes}
    with pytest.raises(Fault, match="closed"):
        room.table(0).claim(Seat(3))


def test_one_who_goes_on_and_others_who_stop_wait_for_one_another() -> None:
    room, _, _ = forked()
    room.say(0, room.table(0).claim(Seat(3)))
    for number in (1, 2):
        stop(room, number, 3)
    assert room.view(1).phase is Phase.FROZEN
    for number in (1, 2):
        room.say(number, room.table(number).claim(Seat(3)))  # they agree to go on after all
    assert room.view(1).phase is Phase.PLAYING
    room.move("1")
    assert not any(note.template in {WISHES, ENDED} for note in room.view().notes)


def test_two_do_not_stop_but_end_the_game() -> None:
    room, _, _ = forked(2)
    with pytest.raises(Fault, match="only two of you"):
        stop(room, 0, 1)
    with pytest.raises(Fault, match="not frozen"):
        stop(Room.playing(3), 0, 1)


@pytest.mark.parametrize("seed", seeds(10, 4))
def test_any_order_of_arrival_stops_alike(seed: int) -> None:
    room, _, _ = forked()
    room.say(0, room.table(0).claim(Seat(3)))
    for number in (0, 1, 2):
        stop(room, number, 3)
    assert room.view().phase is Phase.CLOSED
    random.Random(seed).shuffle(room.events)
    assert plain(room.late().view) == plain(room.view())


def test_bots_are_not_asked_whether_to_stop() -> None:
    room = Room.open(4, players="4")
    for number in range(4):
        room.say(number, room.table(number).sit(None, f"nick{number}", "greedy" if number == 1 else ""))
    room.settle()
    one, two = split(room, 3, "one", "two")
    room.events += [one, two]
    room.settle()
    with pytest.raises(Fault, match="not frozen"):
        stop(room, 1, 3)
    for number in (0, 2):
        assert room.view().phase is Phase.FROZEN
        stop(room, number, 3)
    assert room.view(1).phase is Phase.CLOSED


def test_before_the_start_the_host_gives_the_seat_of_a_cheat_to_somebody_else() -> None:
    room = Room.open(4, players="3")
    for number in (0, 1):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    one, two = split(room, 1, "one", "two")
    room.events += [one, two]
    room.settle()
    for number in (2, 3):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    assert room.view().phase is Phase.FROZEN
    room.say(0, room.table().leave(Seat(1)))
    for number in (0, 2, 3):
        assert room.view(number).phase is Phase.PLAYING
        assert [seat.nick for seat in room.view(number).seats] == ["nick0", "nick2", "nick3"]
    room.move("1")
    assert plain(room.late().view) == plain(room.view())


@pytest.mark.parametrize("sits", [True, False], ids=["seated", "unseated"])
def test_before_the_start_nobody_hears_a_cheat_from_where_the_histories_part(*, sits: bool) -> None:
    room = Room.open(4, players="3")
    room.say(3, room.table(3).talk("before"))
    if sits:
        room.say(3, room.table(3).sit(None, "cheat"))
    one, two = split(room, 3, "one", "two")
    for number in range(3):
        for signed in (one, two) if number % 2 else (two, one):
            room.sitters[number].take(signed)
    for number in range(3):
        assert [line.text for line in room.view(number).talk] == ["before"]
    assert len({room.view(number).talk_digest for number in range(3)}) == 1


def test_what_only_somebody_guilty_has_published_is_not_published_yet() -> None:
    room, one, _ = forked()
    annals = room.table().annals
    by = {signed.event.author: signed for signed in room.events if signed.event.kind == Kind.FRAUD}
    teller, told = next(iter(by.items()))
    frauds, seated = Equivocations(one.event.tid), annals.seated
    frauds.receive(told)
    assert frauds.untold(seated, annals.answerable) == ()
    liar = next(number for number, sitter in enumerate(room.sitters) if sitter.identity.public == teller)
    frauds.forked(*split(room, liar, "three", "four"))
    assert one.event.author in {proof.first.event.author for proof in frauds.untold(seated, annals.answerable)}
