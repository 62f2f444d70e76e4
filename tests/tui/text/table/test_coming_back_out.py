"""Whoever comes back after the others have waited no longer reads that they are out, and not that they must hurry."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net.transport.memory_broker import MemoryBroker
from net.wire.invitation import Invitation
from tests.net.support.party import arrive, party, seated, virtually
from tests.tui.text.test_conversations import Person
from tui.table.seat_names import NamedTable
from tui.text.shell.console import Console
from tui.text.table.table_dialogue import TableDialogue

NAMES = ("ann", "bob", "cid")


@pytest.mark.usefixtures("parley_home")
def test_whoever_was_killed_and_put_out_is_not_pressed_while_the_table_catches_up(tmp_path: Path) -> None:
    async def evening() -> list[str]:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here, asyncio.TaskGroup() as group:
            for name in NAMES:
                await here.enter(name)
            handles = await seated(here, NAMES, "djambi")
            seats = {seat.name: seat.nick for seat in handles["ann"].view.seats}
            place = Invitation.parse(handles["ann"].invitation)
            red, green, yellow = Person(), Person(), Person()
            for person, name in ((red, "red"), (yellow, "yellow")):
                table = NamedTable(handles[seats[name]])
                group.create_task(TableDialogue(table, Console(person, person.write)).run())
            red.type("Ng7-g6")
            await handles[seats["green"]].until(lambda view: view.match is not None and view.match.ply == 1)
            await here.crash(seats["green"])
            for person in (red, yellow):
                await person.hear("LATE ▲ Green does not answer")
            red.type("claim")
            await yellow.hear("MOVE 2 ▲ Green: abandon green")
            table = NamedTable(await arrive(await here.enter(seats["green"]), place))
            group.create_task(TableDialogue(table, Console(green, green.write)).run())
            await green.hear("NOTE Green: you are out of the game, since turn 2.")
            for person in (red, yellow, green):
                person.type("quit")
        return green.said

    assert not [line for line in virtually(evening()) if "Decide now" in line]
