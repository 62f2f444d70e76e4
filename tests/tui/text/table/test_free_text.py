"""Before the start: seats are given up, and the host frees others' and closes the table."""

from __future__ import annotations

from pathlib import Path

from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from tests.net.support.party import party, virtually
from tui.table.seat_names import NamedTable
from tui.text.shell.console import Console, Script
from tui.text.table.table_dialogue import TableDialogue


def test_the_host_frees_a_seat_and_closes_the_table(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, bob = [await here.enter(name) for name in ("ann", "bob")]
            hosted = await ann.open_table("djambi", {"players": "3"}, {}, "Evening")
            guest = await bob.join(hosted.tid)
            await guest.caught_up()
            await guest.sit(None)
            await guest.until(lambda view: bool(view.mine))
            said: list[str] = []
            talk = TableDialogue(NamedTable(hosted), Console(Script(["free red", "free mauve", "close"]), said.append))
            await talk.obey("free red")
            await guest.until(lambda view: not view.mine)
            await talk.obey("free mauve")
            assert any("There is no seat mauve" in line for line in said)
            await talk.obey("close")
            await guest.until(lambda view: view.phase is Phase.CLOSED)
            await talk.obey("close")
            assert said[-1] == "ERROR This table is closed.\n"

    virtually(evening())
