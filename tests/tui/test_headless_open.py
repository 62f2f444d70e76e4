"""`parley open` started again: by the invitation of its table it goes on with that one, whatever else it opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from net.transport.memory_broker import MemoryBroker
from net.wire.invitation import Invitation
from tests.net.party import party, virtually
from tests.net.toy_table import install
from tui.headless.open import Wish, table_of
from tui.headless.report import Report


def test_a_table_of_ones_own_is_taken_up_by_its_invitation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    told = list[dict[str, object]]()

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            ann, bob = [await here.enter(name) for name in ("ann", "bob")]
            wish = Wish(str(here.room), "toy", {"players": "2"})
            first = await ann.open_table("toy", {"players": "2"}, {})
            later = await table_of(ann, here.room, wish, Report())
            assert later.tid == first.tid, "the one that goes on"
            second = await ann.open_table("toy", {"players": "2"}, {})
            for handle in (first, second):
                table, report = Invitation.parse(handle.invitation), Report(told.append)
                assert (await table_of(ann, table, wish, report)).tid == handle.tid
                await table_of(ann, table, wish, report)  # at another broker: the report goes on
                with pytest.raises(Fault, match="Somebody else has opened this table"):
                    await table_of(bob, table, wish, Report())
            opened = [event["table"] for event in told if event["event"] == "opened"]
            assert opened == [first.tid.hex(), second.tid.hex()]
            assert [event["event"] for event in told] == ["opened", "resumed"] * 2

    virtually(evening())
