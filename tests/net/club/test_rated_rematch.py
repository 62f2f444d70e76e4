"""The rematch of a rated table is rated for the same club, never for the place of a tournament again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from net.club import rated_rematch as module
from net.club.club_event import BESIDE, Found, Place, nonce_of, rated_salt
from net.club.club_log import ClubLog
from net.club.table_result import salt_of
from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import OfferKind, Phase
from net.wire.invitation import Invitation
from tests.net.support.clubs import NOW
from tests.net.support.party import Party, party, play, virtually
from tests.net.support.toy_games.toy_table import install

CUP: Place = (b"c" * 16, 0, 1)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    monkeypatch.setattr(module, "paired_places", lambda _: (CUP,))


def founded(ann: Peer) -> bytes:
    """Let Ann found a club; give its id."""
    identity = ann.profile.identity
    data = Found("Friday", (identity.public,), "founders", "founders", b"s" * 16, "Ann")
    return ClubLog.found(identity, ann.journal, data, NOW).state.cid


async def again(here: Party, ann: TableHandle) -> tuple[TableHandle, TableHandle]:
    """Let Ann and Bob play at a table of Ann's to its end, and agree to a rematch; give both the new table."""
    bob = await here.peers["bob"].join(Invitation.parse(ann.invitation))
    for handle in (ann, bob):
        await handle.sit()
    await asyncio.gather(*(play(handle, Random(at)) for at, handle in enumerate((ann, bob))))
    await bob.until(lambda view: view.phase is Phase.OVER)
    await bob.offer(OfferKind.REMATCH, bob.view.mine[0])
    asked = await ann.until(lambda view: bool(view.offers))
    await ann.answer(asked.offers[0].id, asked.mine[0], yes=True)
    onward = Invitation.parse((await bob.until(lambda view: bool(view.onward))).onward)
    tables = await here.peers["ann"].join(onward), await here.peers["bob"].join(onward)
    for one in tables:
        await one.until(lambda view: view.phase is Phase.GATHERING)
    return tables


@pytest.mark.parametrize(
    ("place", "titles"),
    [(BESIDE, ("Thursday", "Thursday")), (CUP, ("Friday", "Friday"))],
)
def test_the_rematch_is_rated_beside_tournaments_and_so_is_the_one_after_it(
    tmp_path: Path, place: Place, titles: tuple[str, str]
) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, bob = await here.enter("ann"), await here.enter("bob")
            cid = founded(ann)
            terms = {"bots": "no"}
            table = await ann.open_table(
                "toy", {"players": "2"}, terms, "Thursday", rated_salt(cid, *place, nonce_of(0))
            )
            used = 1 if place == BESIDE else 0
            for count, title in enumerate(titles, used):
                table, other = await again(here, table)
                assert (table.view.title, dict(table.view.terms)["bots"]) == (title, "no")
                for peer in (ann, bob):
                    assert salt_of(peer.journal, table.tid) == rated_salt(cid, *BESIDE, nonce_of(count))
                assert other.tid == table.tid

    virtually(evening())


def test_the_rematch_of_another_table_is_rated_for_no_club(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, _ = await here.enter("ann"), await here.enter("bob")
            cid = founded(ann)
            table, _ = await again(here, await ann.open_table("toy", {"players": "2"}, {"bots": "no"}, "Thursday"))
            salts = {rated_salt(cid, *place, nonce_of(count)) for place in (BESIDE, CUP) for count in range(8)}
            assert table.view.title == "Thursday"
            assert salt_of(ann.journal, table.tid) not in salts

    virtually(evening())
