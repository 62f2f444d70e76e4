"""A table that its host keeps for some people: their program says so first, and gives the others no seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity.identity import Identity, pid_of
from net.peer import table_registry
from net.table.seating.reservation import Reservation, reserving
from net.transport.memory_broker import MemoryBroker
from net.view.request_view import RequestView
from net.view.table_view import Phase
from net.wire.event import Event, Kind
from net.wire.event_data import Talk, data_of
from net.wire.invitation import Invitation
from tests.net.support import sample_journal
from tests.net.support.event_signer import event
from tests.net.support.party import party, virtually
from tests.net.support.sample_journal import ANN

HOST, ADA, BEN = ANN, pid_of(b"a" * 32), pid_of(b"b" * 32)


def said(talk: Talk, author: Identity = HOST) -> Event:
    """Say something at a table."""
    return event(author, 1, kind=Kind.TALK, data=data_of(talk))


def test_the_first_word_of_the_host_counts_and_nothing_else() -> None:
    kept = Reservation()
    for talk, author in (
        (reserving({ADA: "Ada"}), sample_journal.BEN),
        (Talk("Hello", ("reserved", ADA, "Ada")), HOST),
        (Talk("", ("reserved", ADA)), HOST),
        (Talk("", ("reserved", "nobody", "Ada")), HOST),
        (Talk("", ("reserved",)), HOST),
        (Talk("", None), HOST),
    ):
        kept.hear(said(talk, author), HOST.public)
        assert kept.admits(BEN)
        assert not kept.names
    kept.hear(said(reserving({ADA: "Ada", BEN: "Ben\n"})), HOST.public)
    kept.hear(said(reserving({BEN: "Ben"})), HOST.public)
    assert kept.names == "Ada, Ben"
    assert kept.admits(ADA)
    assert not kept.admits(HOST.pid)


@pytest.mark.parametrize("asks", [False, True], ids=["a program that knows it", "an older program"])
def test_whom_the_table_is_not_for_gets_no_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, asks: bool) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, bob, gus = [await here.enter(name) for name in ("ann", "bob", "gus")]
            people = {ann.pid: "Ann", bob.pid: "Bob"}
            monkeypatch.setattr(table_registry, "paired_people", lambda *_: people)
            opened = await ann.open_table("megiddo", {}, {"bots": "no"}, "Cup 1/1")
            at = Invitation.parse(opened.invitation)
            his, guest = await bob.join(at), await gus.join(at)
            assert guest.view.meant == tuple(people.items())
            if asks:
                with monkeypatch.context() as older:
                    older.setattr(Reservation, "admits", lambda *_: True)
                    await guest.sit()
                assert guest.view.asked == RequestView((None,), "ann", away=False, meant="Ann, Bob")
            else:
                with pytest.raises(Fault, match="No seat for you: this table is for Ann, Bob"):
                    await guest.sit()
            await opened.sit(Seat(0))
            await opened.until(lambda view: bool(view.seats[0].pid))
            assert not opened.view.seats[1].pid, "it is kept"
            await here.leave("ann")
            again = await (await here.enter("ann")).join(at)
            await again.caught_up()
            await his.sit()
            for handle in (again, his, guest):
                await handle.until(lambda view: view.phase is Phase.PLAYING)
            assert [seat.nick for seat in again.view.seats] == ["ann", "bob"]

    virtually(evening())
