"""Conditional moves in text mode: set, listed, forgotten, in both languages; what cannot be planned is one line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from net.broker.broker_process import start_broker
from net.transport.transport import ROOM_USER
from net.wire.invitation import Invitation
from tests.tui.text.test_ahead_text import Slow
from tests.tui.text.test_conversations import couple
from tui.correspondence.plan_store import PlanStore, plans_path
from tui.i18n.translation import speaking
from tui.session.rooms import Rooms
from tui.table.seat_names import NamedTable
from tui.text.shell.console import Console, Script
from tui.text.table.table_dialogue import TableDialogue


async def talk(home: Path, table: Slow, *lines: str) -> list[str]:
    """Say some lines at a table and give what is answered."""
    said: list[str] = []
    rooms = Rooms(home, "default")
    dialogue = TableDialogue(NamedTable(table), Console(Script([]), said.append))
    dialogue.know(rooms)
    for line in lines:
        await dialogue.obey(line)
    await rooms.close()
    return [line.rstrip("\n") for line in said if line.startswith(("PLAN", "NOTE", "ERROR", "ERREUR"))]


async def test_lines_are_set_listed_and_forgotten(parley_home: Path) -> None:
    told = await talk(
        parley_home, Slow(), "if", "if d3 then c3", "if * then e5 if d4 then c4", "if", "if off 1", "if off"
    )
    none, one, two = "NOTE there are no conditional moves here.", "PLAN 1 if D3 then C3", "if * then E5 if D4 then C4"
    assert told == [none, one, one, f"PLAN 2 {two}", one, f"PLAN 2 {two}", f"PLAN 1 {two}", none]


async def test_french_words_do_the_same_and_the_moves_are_kept_for_every_program(parley_home: Path) -> None:
    with speaking("fr"):
        told = await talk(parley_home, Slow(), "si d3 alors c3", "si non 3")
    assert told[0] == "PLAN 1 si D3 alors C3"
    assert told[1].startswith("ERREUR")
    (plan,) = PlanStore(plans_path(parley_home, "default")).of(Slow().view.tid)
    assert plan.branches[0].reply == "C3"


async def test_what_cannot_be_planned_is_one_line(parley_home: Path) -> None:
    table = Slow()
    told = await talk(parley_home, table, "if d3", "if d3 then d3")
    await table.play(table.view.match.state.active[0], "D3") if table.view.match else None
    told += await talk(parley_home, table, "if d3 then c3")
    assert told[0].startswith("ERROR Write a conditional move as")
    assert told[2] == "ERROR It is your turn: play it."
    assert all(line.startswith("ERROR") for line in told)
    assert len(told) == 3


@pytest.mark.parametrize("way", ["paste", "follow"])
async def test_they_are_played_also_after_the_table_was_led_on(parley_home: Path, way: str) -> None:
    """Once more after the table was left to the room and resumed in the same program."""
    room = Invitation("127.0.0.1", "parlour", bytes(range(16)))
    rooms = room, room if way == "paste" else replace(room, room_key=bytes(16))
    brokers = [await start_broker("amqtt", user=ROOM_USER, password=one.broker_password) for one in rooms]
    here, there = (replace(one, port=at.port) for one, at in zip(rooms, brokers, strict=True))
    async with couple(parley_home, here, "megiddo") as people:
        ann, _ = people
        first, second = people if "yours" in await ann.hear("TURN 1 ") else people[::-1]
        second.type("if * then d4 if * then e4")
        await second.hear("PLAN 1 ")
        if way == "follow":
            ann.type(f"invite {there}")
            for one in people:
                await one.hear("NOTE It goes on there, and here no longer: `follow` goes there.")
        for one in people:
            one.forget()
            one.type(str(there) if way == "paste" else "follow")
        for one in people:
            await one.hear("TURN 1 ")
        first.type("d3")
        for one in people:
            await one.hear("MOVE 2 ", "D4. Stone on D4.")
            await one.hear("TURN 3 ")
        second.forget()
        second.type("quit", "resume")
        await second.hear("TURN 3 ")
        first.type("c3")
        await first.hear("MOVE 4 ", "E4. Stone on E4.")
        await second.hear("NOTE ", "your conditional move E4 is played.")
    for broker in brokers:
        await broker.stop()
