"""Somebody who looked on takes over the seat of an absent player: everybody who stayed hears them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.game import Seat
from net.transport.memory_broker import MemoryBroker
from net.view.staying_view import StayReason
from net.view.table_view import OfferKind, OfferView, TableView
from net.wire.invitation import Invitation
from tests.net.support.party import arrive, party, virtually
from tests.net.support.toy_games.toy_table import install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def consent(view: TableView) -> OfferView | None:
    """Give the offer that a spectator takes a seat over."""
    return next((offer for offer in view.offers if offer.kind is OfferKind.SUBSTITUTE), None)


@pytest.mark.parametrize("players", [2, 3])
def test_whoever_takes_over_the_seat_of_an_absent_player_is_heard(tmp_path: Path, players: int) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            seated = ("ann", "ben", "cid")[:players]
            for name in (*seated, "dan"):
                await here.enter(name)
            ann = await here.peers["ann"].open_table("toy", {"players": str(players)}, {"patience": "20"}, "")
            handles = {"ann": ann}
            for name in (*seated[1:], "dan"):
                handles[name] = await arrive(here.peers[name], Invitation.parse(ann.invitation))
            for number, name in enumerate(seated):
                await handles[name].sit(Seat(number))
            dan = handles["dan"]
            await dan.until(lambda view: view.match is not None)
            await ann.play(Seat(0), "1")
            await dan.until(lambda view: view.match is not None and view.match.ply == 1)
            await here.crash("ben")
            await ann.until(lambda view: any(wait.ripe and wait.seat == 1 for wait in view.waits))
            pid = here.peers["dan"].profile.identity.pid
            await ann.hand_over(Seat(1), pid)
            for name in seated[2:]:
                view = await handles[name].until(lambda view: consent(view) is not None)
                found = consent(view)
                assert found is not None
                await handles[name].answer(found.id, Seat(2), yes=True)
            view = await dan.until(lambda view: (found := consent(view)) is not None and found.asked)
            found = consent(view)
            assert found is not None
            await dan.answer(found.id, Seat(1), yes=True)
            await dan.until(lambda view: Seat(1) in view.mine)
            await dan.play(Seat(1), "2")
            for name in (*(one for one in seated if one != "ben"), "dan"):
                view = await handles[name].until(lambda view: view.match is not None and view.match.ply == 2)
                assert view.seats[1].nick == "dan"
                (taken,) = view.handovers
                assert (taken.seat, taken.nick, taken.former) == (1, "dan", "ben"), "whose word was whose"
                (stays,) = view.staying
                assert (stays.nick, stays.why) == ("ben", StayReason.HELD)

    virtually(evening(), 600)
