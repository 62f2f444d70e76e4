"""A table at its edges: what a refusal says, whose seat a draft names, and when a view has to be drawn anew."""

from __future__ import annotations

import pytest

from core.fault import Fault, IllegalAction
from core.game import Seat
from core.games import find
from net.identity.identity import pid_of
from net.table.duty.divergence import Verdict
from net.table.line.game_line import GAME_KINDS
from net.table.line.match_history import state_digest
from net.table.table import NotYours, Table
from net.table.table_projection import AROUND_LIMIT
from net.view.table_view import OfferKind
from net.wire.card_data import Opening
from net.wire.event import Draft, Kind
from net.wire.event_data import Move, Take, data_of
from tests.net.support.event_signer import resign
from tests.net.support.toy_games.toy_table import Room, install

RED, BLUE = Seat(0), Seat(1)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_before_play_there_are_no_steps_no_place_and_nobody_to_wait_for() -> None:
    table = Room.open(2, players="2").table()
    assert table.steps() == table.history() == ()
    assert table.line_heads() == (0, b"", b"")
    with pytest.raises(IllegalAction, match=r"^The game has not begun\.$"):
        table.claim(BLUE)
    with pytest.raises(IllegalAction, match=r"^The game has not begun\.$"):
        table.move(RED, "1")


def test_of_a_table_without_a_beginning_nothing_can_be_said_but_goodbye() -> None:
    table = Table(b"t" * 16, b"k" * 32, bytes(32))
    with pytest.raises(Fault, match=r"^Nothing is known of this table yet\.$"):
        table.talk("hello")
    with pytest.raises(Fault, match=r"^Nothing is known of this table yet\.$"):
        table.sit(None, "ann")
    assert table.duties(5) == ()
    assert table.bye() == Draft(Kind.BYE, ("",))
    assert table.bye("a link") == Draft(Kind.BYE, ("a link",))


def test_the_place_told_to_others_has_eight_bytes_of_each_digest() -> None:
    room = Room.playing(2)
    room.move("3")
    course = room.table().course
    assert course is not None
    assert room.table().line_heads() == (1, course.gprev[:8], course.state[:8])
    assert min(len(course.gprev), len(course.state)) > 8


def test_a_table_that_is_closed_or_has_begun_says_so() -> None:
    room = Room.open(2, players="2")
    room.say(0, room.table().bye())
    with pytest.raises(Fault, match=r"^This table is closed\.$"):
        room.table().talk("hello")
    with pytest.raises(Fault, match=r"^The game has begun\.$"):
        Room.playing(2).table().sit(None, "ann")


def test_a_duty_is_given_once() -> None:
    room = Room.open(2, players="2")
    table = room.table()
    assert table.version == 1
    room.sitters[0].take(room.sitters[1].sign(room.table(1).sit(None, "ben")))
    assert table.duties() != ()
    assert table.duties() == ()


def test_every_draft_of_a_game_names_seat_place_and_what_comes_of_it() -> None:
    room = Room.playing(3)
    room.move("3")
    table, course = room.table(1), room.table(1).course
    assert course is not None
    resigned = table.declare(BLUE, "abandon")
    assert resigned.state == state_digest(course.match.play(str(resigned.data[0]), BLUE))
    assert table.move(BLUE, "2", 70).data[:2] == ("2", 70)
    assert table.move(BLUE, "2").data[1] == 0
    drafts = [table.move(BLUE, "2"), resigned, table.talk("well"), table.offer(OfferKind.DRAW, BLUE)]
    assert [draft.kind for draft in drafts] == [Kind.MOVE, Kind.DECLARE, Kind.TALK, Kind.OFFER]
    assert {(draft.seat, draft.ply, draft.gprev) for draft in drafts} == {(BLUE, course.ply, course.gprev)}
    early = room.table(2).declare(Seat(2), "abandon")
    assert (early.kind, early.seat, early.state) == (Kind.DECLARE, Seat(2), b"")


def test_who_holds_two_seats_speaks_for_the_one_he_names() -> None:
    room = Room.open(1, players="2")
    for seat in (RED, BLUE):
        room.say(0, room.table().sit(seat, "ann"))
    assert [room.table().talk("well", None, seat).seat for seat in (RED, BLUE, None)] == [RED, BLUE, RED]


def test_refusals_name_the_seat() -> None:
    room = Room.playing(3)
    with pytest.raises(IllegalAction, match=r"^It is not the turn of yellow\.$"):
        room.table(2).move(Seat(2), "1")
    room.say(1, room.table(1).offer(OfferKind.DRAW, BLUE))
    (offer,) = room.view().offers
    with pytest.raises(IllegalAction, match=r"^blue has no answer to give\.$"):
        room.table(1).answer(offer.id, BLUE, yes=True)
    with pytest.raises(IllegalAction, match=r"^That has been said already, and it still counts\.$"):
        room.table(1).offer(OfferKind.DRAW, BLUE)
    room.say(2, room.table(2).answer(offer.id, Seat(2), yes=False))


def test_a_move_brings_its_state_and_the_shares_that_are_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room.playing(2)
    table, course = room.table(), room.table().course
    assert course is not None
    plain = table.move(RED, "2")
    assert (plain.state, plain.data[2]) == (state_digest(course.match.play("2", RED)), None)
    one, two = (1, 0, 0, b"k" * 32), (1, 0, 1, b"l" * 32)
    asked = []

    def openings(*words: object) -> tuple[Opening, ...]:
        asked.append(words)
        return (one,)

    monkeypatch.setattr(table.annals.bringer, "openings", openings, raising=False)
    monkeypatch.setattr(table.annals.bringer, "riding", lambda: (two,), raising=False)
    assert table.move(RED, "2").data == data_of(Move("2", 0, (one, two)))
    assert asked == [(course.match, RED, "2")]


def test_where_positions_have_parted_the_place_to_go_back_to_may_be_named() -> None:
    room = Room.playing(2)
    for text in ("1", "2", "1"):
        room.move(text)
    ply, gprev, _ = room.table(1).line_heads()
    room.table(0).hear_place(room.sitters[1].identity.public, (ply, gprev, b"another."))
    assert room.table(0).verdict is Verdict.SPLIT
    assert room.table(0).offer(OfferKind.REWIND, RED, 1).data[1] == "takeback 1"
    assert room.table(0).offer(OfferKind.REWIND, RED).data[1] == "takeback 0"
    with pytest.raises(IllegalAction, match="different positions"):
        room.table(0).offer(OfferKind.DRAW, RED)


def test_where_positions_have_parted_nothing_of_the_game_is_signed_but_the_way_back() -> None:
    room = Room.playing(2)
    room.move("1")
    table, course = room.table(), room.table().course
    assert course is not None
    move, said = Draft(Kind.MOVE, ("1", 0, None), RED), Draft(Kind.TALK, ("well", None), RED)
    assert table._may_sign(move)
    ply, gprev, _ = room.table(1).line_heads()
    table.hear_place(room.sitters[1].identity.public, (ply, gprev, b"another."))
    room.say(0, table.offer(OfferKind.REWIND, RED))
    (back,) = table.annals.motions.of_kind(OfferKind.REWIND, course)
    taken = [Draft(Kind.TAKE, data_of(Take(ids)), BLUE) for ids in ((back.id, b"y" * 32), (b"y" * 32, back.id))]
    elsewhere = Draft(Kind.COMMIT, ((back.id,),), RED)
    assert elsewhere.kind in GAME_KINDS
    assert [table._may_sign(draft) for draft in (said, move, *taken, elsewhere)] == [True, False, True, False, False]


def test_who_may_not_speak_for_a_seat_is_told_why() -> None:
    room = Room.playing(3)
    with pytest.raises(NotYours, match=r"^You do not hold that seat\.$"):
        room.table(0).move(BLUE, "1")
    said = room.sitters[1].own[0]
    other = resign(room.sitters[1].identity, said, tid=said.event.tid, data=("x", 1, None))
    for sitter in room.sitters:
        sitter.table.forked(said.event.author, said, other)
    with pytest.raises(IllegalAction, match=r"^The table is frozen: nick1 has signed two histories\.$"):
        room.table(0).move(RED, "1")


def test_nothing_is_played_where_something_is_wrong_with_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room.playing(2)
    monkeypatch.setattr(type(room.table().annals), "stopped", True)
    with pytest.raises(IllegalAction, match=r"^The table is stopped: something is wrong with the cards\.$"):
        room.table().move(RED, "1")


def test_who_has_laid_down_is_named_when_he_does_so_again() -> None:
    room = Room.open(1, terms={"deal": "local"}, game=find("duel"), players="2", seed="7")
    for seat in (RED, BLUE):
        room.say(0, room.table().sit(seat, f"nick{seat}"))
    course = room.table().course
    assert course is not None
    room.say(0, room.table().move(course.active[0], "duel"))
    room.say(0, room.table().move(BLUE, "card 4"))
    with pytest.raises(IllegalAction, match=r"^blue has decided already"):
        room.table().move(BLUE, "card 2")


def test_a_proof_counts_once_and_against_its_author_alone() -> None:
    room = Room.playing(3)
    said = room.sitters[1].own[0]
    other = resign(room.sitters[1].identity, said, tid=said.event.tid, data=("x", 1, None))
    table, before = room.table(), room.table().version
    table.forked(room.sitters[2].identity.public, said, other)
    assert table.version == before
    for _ in range(2):
        table.forked(said.event.author, said, other)
        assert table.version == before + 1


def test_what_is_heard_of_others_places_counts_as_news_once() -> None:
    room = Room.playing(2)
    table, other = room.table(), room.sitters[1].identity.public
    ply, gprev, _ = room.table(1).line_heads()
    before = table.version
    for _ in range(2):
        table.hear_place(other, (ply, gprev, b"another."))
        assert table.version == before + 1
    table.hear_place(table.me, (ply, gprev, b"another."))
    assert table.around == {}


def test_those_without_a_seat_who_are_at_the_table_are_remembered_within_bounds() -> None:
    table, place = Room.playing(2).table(), (0, b"", b"")
    guests = [bytes([number]) * 32 for number in range(AROUND_LIMIT + 1)]
    table.heard(map(pid_of, guests[:2]))
    before = table.version
    for guest in guests[:-1] * 2:
        table.hear_place(guest, place)
    assert table.around == {pid_of(guest): guest for guest in guests[:-1]}
    assert table.version == before + AROUND_LIMIT
    table.hear_place(guests[-1], place)
    assert list(table.around.values()) == [*guests[:2], guests[-1]]
    table.heard(map(pid_of, guests[:1]))
    assert table.version == before + AROUND_LIMIT + 2
    table.heard(map(pid_of, guests[:-1]))
    for guest in guests:
        table.hear_place(guest, place)
    assert table.around.keys() == {pid_of(guest) for guest in guests[:-1]}


def test_an_audit_is_watched_with_the_patience_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room.playing(2, terms={"patience": "60"})
    table, looked, answers = room.table(), [], [True, False]

    def look(*words: object) -> bool:
        looked.append(words)
        return answers.pop(0)

    table.duties(4)
    monkeypatch.setattr(table._vigil, "look", look)
    before = table.version
    table.duties(5)
    assert table.version == before + 1
    table.duties(9)
    assert looked == [(table.annals.bringer, 5, 60_000), (table.annals.bringer, 9, 60_000)]
    assert table.version == before + 1


def test_a_view_is_drawn_once_and_anew_after_each_event() -> None:
    room = Room.playing(2)
    view = room.view()
    assert room.view() is view
    assert room.table().version > 0
    before = room.table().version
    room.move("1")
    assert room.table().version == before + 1
    assert room.view() is not view
