"""By words alone: somebody is waited for in vain, is out, comes back by a vote and plays on; the record has it all."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.match.record import read
from net.transport.memory_broker import MemoryBroker
from tests.net.support.party import party, seated, virtually
from tests.tui.text.test_conversations import Person
from tui.table.seat_names import NamedTable
from tui.text.shell.console import Console
from tui.text.table.table_dialogue import TableDialogue

NAMES = ("ann", "bob", "cid")
SHAPES = {"red": "● Red", "green": "▲ Green", "yellow": "◆ Yellow"}


@pytest.mark.usefixtures("parley_home")
def test_somebody_who_did_not_come_returns(tmp_path: Path) -> None:
    async def evening() -> tuple[Path, str]:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here, asyncio.TaskGroup() as group:
            for name in NAMES:
                await here.enter(name)
            handles = await seated(here, NAMES, "djambi")
            people = {name: Person() for name in NAMES}
            for name, person in people.items():
                table = TableDialogue(NamedTable(handles[name]), Console(person, person.write))
                group.create_task(table.run())
            seats = {seat.name: seat.nick for seat in handles["ann"].view.seats}
            red, green, yellow = (people[seats[name]] for name in SHAPES)
            red.type("Ng7-g6", "say one moment")
            await green.hear("TURN 2 ▲ Green: it is yours.")
            for person in (red, yellow):
                await person.hear("LATE ▲ Green does not answer")
            red.type("claim")
            await yellow.hear("MOVE 2 ▲ Green: abandon green")
            await yellow.hear("TURN 3 ◆ Yellow: it is yours.")
            green.type("say I am back", "return")
            for person in (red, yellow):
                await person.hear("OFFER ▲ Green asks to come back.")
                person.type("yes")
            await green.hear("MOVE 3 ▲ Green: return green")
            await yellow.hear("TURN 4 ◆ Yellow: it is yours.")
            yellow.type("save")
            path = (await yellow.hear("SAVED ")).removeprefix("SAVED ")
            for person in people.values():
                person.type("quit")
        return Path(path), seats["green"]

    path, nick = virtually(evening())
    record = read(path.read_text(encoding="utf-8"))
    assert [line.text for line in record.log] == ["Ng7-g6", "abandon green", "return green"]
    assert [said.text for said in record.talk] == ["one moment", "I am back"]
    assert dict(record.people)["green"] == nick
