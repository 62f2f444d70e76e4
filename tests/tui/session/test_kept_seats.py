"""Whoever leaves a running table and keeps the seat follows it: the others see them away, and they are called back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.game import Seat
from net.view.table_view import Phase, TableView, WaitView
from net.wire.invitation import Invitation
from tests.tui.session.test_tables_aside import begun
from tests.tui.support.holding_broker import HoldingBroker, two_play
from tests.tui.table.test_departure import INK
from tests.tui.text.test_conversations import Person
from tui.bots.seat_driver import Seated
from tui.correspondence.own_turns import open_table, reasons
from tui.i18n.translation import seat_title
from tui.screens.table.table_seats import leave_screen
from tui.session.rooms import Rooms
from tui.session.tables_aside import calls
from tui.table.sentences.kept_seat import is_awaited, patience_words
from tui.text.shell.console import Console
from tui.text.shell.left_table_teller import LeftTableTeller

NOW = 1_000


@pytest.fixture
async def people(parley_home: Path) -> AsyncIterator[tuple[Rooms, Rooms]]:
    """Give the rooms of two people."""
    ann, bob = Rooms(parley_home, "ann", "Ann"), Rooms(parley_home, "bob", "Bob")
    yield ann, bob
    await bob.close()
    await ann.close()


async def play(seated: Seated) -> None:
    """Play any legal move of the one who has the turn."""
    view = await seated.handle.until(lambda view: bool({*view.mine} & {*_active(view)}))
    assert view.match is not None
    seat = view.mine[0]
    await seated.handle.play(seat, str(next(iter(view.match.state.legal(seat)))))


def _active(view: TableView) -> tuple[Seat, ...]:
    return view.match.state.active if view.match is not None else ()


async def test_whoever_keeps_the_seat_is_away_is_called_and_comes_back(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    own, other, _ = await two_play(ann, bob)
    await play(own)
    await other.handle.until(lambda view: view.match is not None and view.match.ply == 1)
    reader = Person()
    teller = LeftTableTeller(Console(reader, reader.write), ann)
    await ann.aside.keep(own)
    assert own.handle in ann.followed
    await other.handle.until(lambda view: not view.seats[0].present)
    teller.look()
    assert reader.said == []
    await play(other)
    await own.handle.until(lambda view: view.match is not None and view.match.ply == 2)
    teller.look()
    teller.look()
    assert reader.said == ["NOTE It is your turn at Epaminondas “Evening”. `resume` leads back to it."]
    again = await ann.resume(ann.kept()[0])
    assert again is own
    await again.take_back()
    await other.handle.until(lambda view: view.seats[0].present)
    assert (own.aside, ann.followed, ann.aside.news(NOW)) == (False, (), ())


async def test_a_table_that_is_left_before_the_first_decision_shows_it_after_it(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    own, other, _ = await two_play(ann, bob)
    await bob.aside.keep(other)
    assert own.handle.view.seats[1].present
    await play(own)
    await own.handle.until(lambda view: not view.seats[1].present)


async def test_a_game_that_ends_without_whoever_left_is_left_for_good(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    own, other, _ = await two_play(ann, bob)
    await play(own)
    await ann.aside.keep(own)
    task = ann.aside._tasks[own.handle.tid]
    await other.handle.declare(Seat(1), "resign")
    async with asyncio.timeout(20):
        await task
    assert ann.seated == []
    assert ann.aside.news(NOW) == ()


async def test_nothing_is_kept_open_where_nobody_else_waits(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    own, other, _ = await two_play(ann, bob)
    await own.handle.declare(Seat(0), "resign")
    await other.handle.until(lambda view: view.phase is Phase.OVER)
    await bob.aside.keep(other)
    assert bob.seated == []
    assert not bob.aside.tids


async def test_whoever_is_pressed_is_told(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    own, _, _ = await two_play(ann, bob)
    view = own.handle.view
    wait = WaitView(Seat(0), "move", 0, NOW, ripe=True, claimed=(Seat(1),))
    assert all("wait any longer" not in told for _, told in calls(view, NOW))
    ((key, told),) = [one for one in calls(replace(view, waits=(wait,)), NOW) if one[0].startswith("pressed")]
    assert key == "pressed/0"
    assert "will not wait any longer. You have half a minute left to decide; if you do not, the game ends: " in told
    assert list(calls(replace(view, phase=Phase.OVER, waits=(wait,)), NOW)) == []


async def test_whoever_has_left_a_table_is_told_that_its_host_has_moved_it(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    own, _, _ = await two_play(ann, bob)
    moved = replace(own.handle.view, moved=str(Invitation("second.example", "club", bytes(16), 1884, b"t" * 16)))
    (told,) = [words for key, words in calls(moved, NOW) if key.startswith("moved/")]
    assert "the host has moved it to second.example:1884." in told


async def test_whoever_has_lost_their_seat_meanwhile_is_told_who_has_it(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    own, _, _ = await two_play(ann, bob)
    view = own.handle.view
    given = replace(view.seats[0], pid="D", nick="Dora", mine=False, ceded=True)
    told = [words for _, words in calls(replace(view, seats=(given, *view.seats[1:])), NOW)]
    name = seat_title(view.seats[0].name)
    assert told == [
        f"Epaminondas “Evening”: Dora plays {name} in your place now: those who play have agreed to it.",
    ]


async def test_whoever_left_while_their_own_bot_was_to_move_is_told_that_the_others_wait(
    people: tuple[Rooms, Rooms],
) -> None:
    ann, bob = people
    ann._memory = bob._memory = HoldingBroker()
    own, _ = await begun(ann, bob)
    await own.rest()
    await play(own)
    owed = own.handle.view.match
    assert owed is not None
    assert owed.state.active == (Seat(1),)
    await ann.aside.keep(own)
    told = "Djambi “Evening”: the others wait for your bot (Green) until you come back."
    assert ann.aside.news(NOW) == (told,)
    assert ann.aside.news(NOW) == ()
    table = open_table(own.handle.view, NOW)
    assert (table.turn, table.bots) == (False, True)
    assert reasons((table,), ()) == {table.tid: "your bot is to move once you are there"}
    assert reasons((table,), {table.tid}) == {}


async def test_whoever_is_out_of_the_game_is_told(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    ann._memory = bob._memory = HoldingBroker()
    _, other = await begun(ann, bob)
    view = other.handle.view
    assert view.match is not None
    out = view.match.play(f"abandon {view.seats[view.mine[0]].name}", view.mine[0])
    assert [told for _, told in calls(replace(view, match=out), NOW)][-1:] == [
        "Djambi “Evening”: you are out of the game there. At the table you can ask to return."
    ]


async def test_whoever_is_out_of_one_game_of_a_match_is_told(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    ann._memory = bob._memory = HoldingBroker()
    _, other = await begun(ann, bob, "megiddo")
    view = other.handle.view
    assert view.match is not None
    out = view.match.play("resign 1", view.mine[0])
    assert [told for _, told in calls(replace(view, match=out), NOW)][-1:] == [
        "Megiddo “Evening”: you are out of this game there; the match goes on."
    ]


async def test_the_question_on_leaving_says_how_long_the_others_wait(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    own, _, _ = await two_play(ann, bob)
    view = own.handle.view
    assert is_awaited(view)
    assert patience_words(view).startswith("Whenever a decision is yours, the others wait 2:00 for you")
    timed = replace(view, terms=(("clock", "180+2"),))
    assert patience_words(timed) == "Your clock runs on while you are away (3 min + 2 s)."
    alone = replace(view, seats=tuple(replace(seat, mine=True, pid="P") for seat in view.seats))
    assert patience_words(alone) == ""
    assert patience_words(view) in leave_screen_text(view)


def leave_screen_text(view: TableView) -> str:
    """Give the question on leaving."""
    return leave_screen(INK, view)._question.plain
