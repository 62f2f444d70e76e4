"""Somebody who looks on and leaves: nobody hands them a seat then, and whoever is asked already is called back."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import OfferKind, OfferView, Phase, TableView
from net.wire.invitation import Invitation
from tests.net.support.party import Party, arrive, party, virtually
from tests.net.support.toy_games.toy_table import install

PLAYERS = ("ann", "ben")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def watched(here: Party) -> dict[str, TableHandle]:
    """Let two play while Dan looks on."""
    for name in (*PLAYERS, "dan"):
        await here.enter(name)
    handles = {"ann": await here.peers["ann"].open_table("toy", {"players": "2"}, {}, "")}
    for name in ("ben", "dan"):
        handles[name] = await arrive(here.peers[name], Invitation.parse(handles["ann"].invitation))
    for number, name in enumerate(PLAYERS):
        await handles[name].sit(Seat(number))
    for name in (*PLAYERS, "dan"):
        await handles[name].until(lambda view: view.phase is Phase.PLAYING)
    for name in PLAYERS:
        await handles[name].until(has_guest)
    return handles


def has_guest(view: TableView) -> bool:
    return [guest.nick for guest in view.guests] == ["dan"]


def consent(view: TableView) -> OfferView | None:
    return next((one for one in view.offers if one.kind is OfferKind.SUBSTITUTE), None)


def test_whoever_has_left_the_table_is_no_guest_until_they_come_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await watched(here)
            pid = here.peers["dan"].pid
            await handles["dan"].close()
            for name in PLAYERS:
                await handles[name].until(lambda view: not view.guests)
            assert pid in here.peers["ann"].names, "they are in the room"
            with pytest.raises(Fault, match="is not at this table now"):
                await handles["ann"].hand_over(Seat(0), pid)
            assert here.peers["dan"].lobby.invited == ()
            await here.peers["dan"].join(handles["ann"].tid)
            for name in PLAYERS:
                await handles[name].until(has_guest)

    virtually(evening())


def test_whoever_leaves_while_they_are_asked_is_called_back_by_the_room(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await watched(here)
            dan = here.peers["dan"]
            await handles["ann"].hand_over(Seat(0), dan.pid)
            view = await handles["dan"].until(lambda view: consent(view) is not None)
            own, other = consent(view), consent(handles["ann"].view)
            assert own is not None
            assert other is not None
            assert (own.heir_pid, other.heir_pid) == ("", dan.pid)
            for _ in range(2):
                await handles["dan"].close()
                await handles["ann"].until(lambda view: not view.guests)
                (letter,) = dan.lobby.invited
                assert (letter.nick, letter.tid) == ("ann", handles["ann"].tid.hex())
                handles["dan"] = await dan.join(handles["ann"].tid)
                assert dan.lobby.invited == (), "they are there"
                await handles["ann"].until(has_guest)
            await handles["dan"].until(lambda view: consent(view) is not None)
            await handles["dan"].caught_up()
            await handles["ann"].answer(other.id, Seat(0), yes=False)
            await handles["dan"].until(lambda view: consent(view) is None)
            await handles["dan"].close()
            assert dan.lobby.invited == (), "nobody asks them any more"

    virtually(evening())
