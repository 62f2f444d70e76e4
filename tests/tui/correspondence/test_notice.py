"""What a person is told who has no screen open: turns, offers, proposals, short clocks, ends, invitations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.game import Seat
from net.transport.memory_broker import MemoryBroker
from net.view.clock_view import ClockView, SeatClock
from net.view.room_view import InvitedView
from net.view.table_view import NegotiationView, OfferKind, Phase, TableView
from net.wire.invitation import Invitation
from tests.net.support.leaver import plies
from tests.net.support.party import party, seated, virtually
from tests.net.support.toy_games.toy_table import install
from tui.correspondence.notice import Notice, NoticeKind, bare_name, invitation_notice, notices_of, telling_apart
from tui.i18n.translation import speaking

DAY_MS = 86_400_000


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install(monkeypatch)
    with speaking("en"):
        yield


def texts(found: tuple[Notice, ...]) -> list[tuple[str, str]]:
    """Give kinds and texts."""
    return [(str(one.kind), one.text) for one in found]


def evening(tmp_path: Path) -> dict[str, list[TableView]]:
    """Give the views of ann and of bob: at the start, after a proposal, after a move and an offer, and at the end."""
    views: dict[str, list[TableView]] = {"ann": [], "bob": []}

    async def play() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in views:
                await here.enter(name)
            handles = await seated(here, tuple(views))
            ann, bob = handles["ann"], handles["bob"]

            def look() -> None:
                for name, seen in views.items():
                    seen.append(handles[name].view)

            look()
            await bob.say("Peace?", ("propose", "truce", "red", "15"), Seat(1))
            await ann.until(lambda view: bool(view.talk))
            look()
            await ann.play(Seat(0), "3")
            await bob.until(plies(1))
            await ann.offer(OfferKind.DRAW, Seat(0))
            await bob.until(lambda view: bool(view.offers))
            look()
            for at in range(1, 4):
                await (ann, bob)[at % 2].play(Seat(at % 2), "3")
                await ann.until(plies(at + 1))
                await bob.until(plies(at + 1))
            look()

    virtually(play())
    return views


def test_two_tables_of_one_name_are_told_apart(tmp_path: Path) -> None:
    view = evening(tmp_path)["ann"][0]
    name = bare_name(view.game, view.title)
    for others, told in (((name, "Toy"), name), ((name, name), f"{name} ({view.tid[:8]})")):
        with telling_apart(lambda others=others: others):  # type: ignore[misc]
            (turn,) = notices_of(view, 0)
        assert (turn.table, turn.text) == (told, f"It is your turn at {told}.")


def test_a_turn_a_proposal_an_offer_and_the_end_are_told_to_whom_they_concern(tmp_path: Path) -> None:
    views = evening(tmp_path)
    name = "Toy “A test”"
    assert [texts(notices_of(view, 0)) for view in views["ann"]] == [
        [("turn", f"It is your turn at {name}.")],
        [
            ("turn", f"It is your turn at {name}."),
            ("proposal", f"{name}: bob proposes: Red, a truce until turn 15?"),
        ],
        [("proposal", f"{name}: bob proposes: Red, a truce until turn 15?")],
        [("over", f"{name}: the game is over. Blue wins: the points of the match are reached.")],
    ]
    assert [texts(notices_of(view, 0)) for view in views["bob"]] == [
        [],
        [],
        [("turn", f"It is your turn at {name}."), ("offer", f"{name}: ann offers a draw.")],
        [("over", f"{name}: the game is over. Blue wins: the points of the match are reached.")],
    ]


def test_the_same_event_has_the_same_key_and_another_one_another(tmp_path: Path) -> None:
    ann = evening(tmp_path)["ann"]
    keys = [{one.kind: one.key for one in notices_of(view, 0)} for view in ann]
    assert keys[0][NoticeKind.TURN] == keys[1][NoticeKind.TURN]
    assert keys[1][NoticeKind.PROPOSAL] == keys[2][NoticeKind.PROPOSAL]
    assert len({key for found in keys for key in found.values()}) == 3


def test_bots_and_spectators_are_told_nothing(tmp_path: Path) -> None:
    view = evening(tmp_path)["ann"][0]
    assert notices_of(replace(view, seats=tuple(replace(seat, bot="greedy") for seat in view.seats)), 0) == ()
    assert notices_of(replace(view, seats=tuple(replace(seat, mine=False) for seat in view.seats)), 0) == ()


def test_whoever_holds_a_table_is_told_that_it_has_moved(tmp_path: Path) -> None:
    place = str(Invitation("second.example", "club", bytes(16), 1884, b"t" * 16))
    view = replace(evening(tmp_path)["bob"][0], moved=place)
    watched = replace(view, seats=tuple(replace(seat, mine=False) for seat in view.seats))
    for one in (view, watched):
        (told,) = notices_of(one, 0)
        assert (told.kind, told.key) == (NoticeKind.MOVED, f"moved/{view.tid}/second.example:1884/club")
    assert [one.kind for one in notices_of(replace(view, phase=Phase.CLOSED), 0)] == [NoticeKind.OVER]


def test_a_pause_and_the_talk_before_a_round_are_no_turn(tmp_path: Path) -> None:
    view = evening(tmp_path)["ann"][0]
    assert notices_of(replace(view, paused=True), 0) == ()
    talking = replace(view, negotiation=NegotiationView(None, (), (Seat(0), Seat(1))))
    assert [one.kind for one in notices_of(talking, 0)] == [NoticeKind.TALK]
    ready = replace(view, negotiation=NegotiationView(None, (Seat(0),), (Seat(1),)))
    assert notices_of(ready, 0) == ()


@pytest.mark.parametrize(
    ("clock", "passed", "told"),
    [
        (SeatClock(0, 0, 1, DAY_MS), 17 * 3_600_000, None),
        (SeatClock(0, 0, 1, DAY_MS), 18 * 3_600_000, "6h00"),
        (SeatClock(0, 0, 1, DAY_MS), 20 * 3_600_000, "4h00"),
        (SeatClock(0, 0, 1, DAY_MS), 23 * 3_600_000 + 60_000, "59:00"),
        (SeatClock(300_000), 200_000, None),
        (SeatClock(300_000), 240_000, "1:00"),
    ],
)
def test_a_clock_that_is_short_is_told(tmp_path: Path, clock: SeatClock, passed: int, told: str | None) -> None:
    view = replace(evening(tmp_path)["bob"][0], clocks=(ClockView(Seat(0), clock, 0), ClockView(Seat(1), clock, 0)))
    expected = [("clock", f"Toy “A test”: {told} left on your clock.")] if told else []
    assert texts(notices_of(view, passed)) == expected
    assert notices_of(replace(view, clocks=(ClockView(Seat(1), clock, None),)), passed) == ()


def test_each_mark_of_a_clock_is_an_event_of_its_own(tmp_path: Path) -> None:
    view = evening(tmp_path)["bob"][0]
    view = replace(view, clocks=(ClockView(Seat(1), SeatClock(0, 0, 1, DAY_MS), 0),))
    keys = [notices_of(view, hours * 3_600_000)[0].key for hours in (18, 20, 23, 24)]
    assert keys[0] == keys[1]
    assert keys[2] == keys[3]
    longer = replace(view, clocks=(ClockView(Seat(1), SeatClock(0, 0, 1, 4 * DAY_MS), 0),))
    after_vacation = [notices_of(longer, (72 + hours) * 3_600_000)[0].key for hours in (18, 23)]
    assert not set(after_vacation) & set(keys), "whoever takes vacation after a mark is told of it again"
    assert keys[1] != keys[2]


def test_a_table_that_is_closed_or_stands_still_is_told(tmp_path: Path) -> None:
    view = evening(tmp_path)["ann"][0]
    closed, frozen = (notices_of(replace(view, phase=phase), 0) for phase in (Phase.CLOSED, Phase.FROZEN))
    assert texts(closed) == [("over", "Toy “A test”: the table is closed.")]
    assert frozen[0].text.startswith("Toy “A test”: the game stands still")
    assert closed[0].key != frozen[0].key


def test_what_others_write_is_cleaned_and_cut() -> None:
    invited = InvitedView("pid", "bob\x1b[31m", "00", "Come!\n\x07" + "x" * 1000, 0)
    told = invitation_notice(invited, "parlour")
    assert told.text.startswith("bob invites you to a table in room parlour. Come! x")
    assert told.text.isprintable()
    assert len(told.text) == 300


def test_a_wish_for_a_rematch_names_its_table_and_is_told_each_time() -> None:
    wish = InvitedView("pid", "bob", "00", "", 1, "megiddo", "Cup 1/1")
    told, again = invitation_notice(wish, "house"), invitation_notice(replace(wish, ts=2), "house")
    assert (told.tid, told.table) == ("00", "Megiddo “Cup 1/1”")
    assert told.text == ("Megiddo “Cup 1/1”: bob asks for a rematch. Resume leads to that table, in room house too.")
    assert told.key != again.key


def test_a_notice_is_told_in_the_language_in_use(tmp_path: Path) -> None:
    view = evening(tmp_path)["ann"][0]
    with speaking("fr"):
        assert texts(notices_of(view, 0)) == [("turn", "C’est à vous de jouer à Toy « A test ».")]
