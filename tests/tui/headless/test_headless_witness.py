"""A witness from the command line: who may be one, and how whoever opens a table becomes its witness."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from net.table.fold.table_terms import settle_terms, witness_of
from net.transport.memory_broker import MemoryBroker
from net.wire.invitation import Invitation
from tests.net.support.party import party, virtually
from tests.net.support.toy_games.toy_table import install
from tui.headless.room_visit import check_witness
from tui.headless.table_opener import named


def test_who_opens_a_table_may_be_its_witness() -> None:
    pid = "ABCDEF0123456789"
    assert named({"clock": "60", "flag": "witness:me"}, pid) == {"clock": "60", "flag": f"witness:{pid}"}
    assert named({"flag": "honour"}, pid) == {"flag": "honour"}
    assert witness_of(settle_terms(named({"flag": "witness:me"}, pid))) == pid


def test_only_whom_the_table_names_is_its_witness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            ann, wit, eve = [await here.enter(name) for name in ("ann", "wit", "eve")]
            for flag in (f"witness:{wit.pid}", "honour"):
                table = await ann.open_table("toy", {"players": "2"}, {"clock": "60", "flag": flag})
                invitation = Invitation.parse(table.invitation)
                seen, strange = await wit.join(invitation), await eve.join(invitation)
                if flag == "honour":
                    with pytest.raises(Fault, match=f"has no witness; .*witness:{wit.pid}"):
                        check_witness(wit, seen)
                    continue
                check_witness(wit, seen)
                with pytest.raises(Fault, match=f"is {wit.pid}; you are {eve.pid}"):
                    check_witness(eve, strange)

    virtually(evening())
