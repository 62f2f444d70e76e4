"""Whoever follows a table that has moved to another broker goes along: nobody is told that they have left it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.broker.broker_process import start_broker
from net.table.table_notice import GONE, KEEPS
from net.transport.transport import ROOM_USER
from net.view.table_view import TableView
from net.wire.event import Kind
from net.wire.event_data import Bye, read_as
from net.wire.invitation import Invitation
from tests.tui.text.test_conversations import Person, couple
from tui.bots.seat_driver import Seated
from tui.session.rooms import Rooms
from tui.table.table_plan import Plan, defaults

SECONDS = 90
GAME = "epaminondas"
LEFT = "has left the table"


@asynccontextmanager
async def house(number: int) -> AsyncIterator[Invitation]:
    """Give the invitation to the room of a broker of its own."""
    room = Invitation("127.0.0.1", "parlour", bytes([number]) * 16)
    broker = await start_broker("amqtt", user=ROOM_USER, password=room.broker_password)
    try:
        yield replace(room, host=broker.host, port=broker.port)
    finally:
        await broker.stop()


def ply(view: TableView) -> int:
    """Count what has been played."""
    return view.match.ply if view.match is not None else -1


async def play(seats: list[Seated], upto: int) -> None:
    """Let two people play on."""
    for at in range(ply(seats[0].handle.view), upto):
        mover = seats[at % 2].handle
        view = await mover.until(lambda view, at=at: ply(view) == at and view.online)  # type: ignore[misc]
        assert view.match is not None
        await mover.play(view.mine[0], str(next(iter(view.match.state.legal(view.mine[0])))))
    for one in seats:
        await one.handle.until(lambda view: ply(view) == upto)


def goodbyes(seated: Seated) -> int:
    """Count the words by which somebody has left the table, not those by which its host has moved it."""
    said = (one.event for one in seated.handle.table.annals.all if one.event.kind == Kind.BYE)
    return sum(not read_as(one, Bye).url for one in said)


def step(person: Person, match: Match) -> Match:
    """Let somebody type the next move."""
    seat = match.state.active[0]
    text = str(next(iter(match.state.legal(seat))))
    person.type(text)
    return match.play(text, seat)


@pytest.mark.parametrize("way", ["follow", "paste"])
async def test_who_goes_along_with_a_table_has_not_left_it(tmp_path: Path, way: str) -> None:
    """Two follow at the same moment, a third who looks on stays; then one of them leaves for good."""
    async with asyncio.timeout(SECONDS), AsyncExitStack() as stack:
        people = [Rooms(tmp_path, name, name, announce=False) for name in ("ann", "bob", "cat")]
        for rooms in people:
            stack.push_async_callback(rooms.close)
        here, there = [await stack.enter_async_context(house(number)) for number in (1, 2)]
        ann, bob, cat = people
        plan = Plan(GAME, defaults(GAME) | {"size": "8x8"}, sitters=("me", "open"))
        opened = await ann.open_table(await ann.enter(here), plan)
        place = opened.handle.invitation
        _, other = await bob.join(place)
        _, guest = await cat.join(place)
        assert other is not None
        assert guest is not None
        await other.handle.sit(Seat(1))
        seats = [opened, other]
        for one in seats:
            await one.handle.until(lambda view: ply(view) == 0)
        await play(seats, 2)
        await opened.handle.move_to(str(there))
        for one in (other, guest):
            await one.handle.until(lambda view: bool(view.moved))
        to = opened.handle.view.moved

        async def go(person: Rooms, seated: Seated) -> Seated:
            if way == "follow":
                return await person.go_on(seated)
            _, again = await person.join(to)
            assert again is not None
            return again

        seats = list(await asyncio.gather(go(ann, opened), go(bob, other)))
        await play(seats, 4)
        for one in seats:
            assert goodbyes(one) == 0
            assert not [note for note in one.handle.view.notes if note.template in {KEEPS, GONE}]
            assert all(seat.present for seat in one.handle.view.seats)
        assert goodbyes(guest) == 0
        await bob.leave(seats[1])
        view = await seats[0].handle.until(lambda view: any(note.template == KEEPS for note in view.notes))
        (note,) = [note for note in view.notes if note.template == KEEPS]
        assert dict(note.fields)["nick"] == "bob"


async def test_the_text_mode_says_of_nobody_who_follows_that_they_have_left(parley_home: Path) -> None:
    async with house(1) as here, house(2) as there, couple(parley_home, here, "epaminondas size=8x8") as (ann, bob):
        match = Match.new(find(GAME), {"size": "8x8"})
        white, black = (ann, bob) if "yours" in await ann.hear("TURN 1 ") else (bob, ann)
        match = step(white, match)
        await black.hear("TURN 2 ")
        ann.type(f"invitation {there}")
        await bob.hear("NOTE It goes on there, and here no longer: `follow` goes there.")
        for one in (ann, bob):
            one.forget()
            one.type("follow")
        for one in (ann, bob):
            await one.hear("TURN 2 ")
        step(black, match)
        for one in (ann, bob):
            await one.hear("TURN 3 ")
            assert [line for line in one.said if LEFT in line] == []
        bob.type("quit")
        await ann.hear("NOTE bob has left the table and keeps the seat.")
