"""A club's invitation that is taken for a table's: the program says so, and keeps nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.club.club_event import Found, Join
from net.club.club_log import ClubLog
from net.peer.club_at_table import ClubAtTable
from net.peer.club_visit import visit_club
from net.storage.journal import Journal
from net.transport.memory_broker import MemoryBroker
from tests.net.support.clubs import NOW
from tests.net.support.event_signer import who
from tests.net.support.party import ROOM, party, virtually

ANN, CAT = who("ann"), who("cat")


def test_a_club_is_no_table_and_can_be_joined_after_that(tmp_path: Path) -> None:
    broker = MemoryBroker(local=False)
    draw = bytes.fromhex("07").__mul__

    async def evening() -> None:
        async with party(tmp_path, broker.connect) as here:
            with Journal(tmp_path / "cat.db") as journal:
                club = ClubLog.found(
                    CAT, journal, Found("Friday", (CAT.public,), "open", "founders", b"s" * 16, "Cat"), NOW
                )
                await visit_club(club, CAT, ROOM, broker.connect, entropy=draw)
            peer = await here.enter("ann")
            place = ROOM.at_table(club.cid)
            with pytest.raises(ClubAtTable, match="the invitation of the club Friday, not of a table"):
                await peer.join(place)
            assert peer.journal.table(club.cid) is None
            assert peer.journal.count(club.cid) == 0
            mine = ClubLog(peer.profile.identity, peer.journal, club.cid)
            visit = await visit_club(mine, peer.profile.identity, ROOM, broker.connect, entropy=draw)
            assert visit.new == 1
            assert peer.journal.clubs() == ((club.cid, "Friday"),)
            with pytest.raises(ClubAtTable, match="Friday"):
                await peer.join(place)
            assert peer.journal.count(club.cid) == 1, "one's own club stays as it is"

    virtually(evening())


def test_a_club_whose_events_were_kept_as_those_of_a_table_is_kept_as_a_club(tmp_path: Path) -> None:
    with Journal(tmp_path / "ann.db") as journal, Journal(tmp_path / "cat.db") as other:
        club = ClubLog.found(CAT, other, Found("Friday", (CAT.public,), "open", "founders", b"s" * 16, "Cat"), NOW)
        journal.add_table(club.cid, str(ROOM.at_table(club.cid)))
        journal.add_all(club.cid, club.events)
        mine = ClubLog(ANN, journal, club.cid)
        assert mine.take(club.events) == 0
        mine.say(Join("Ann"), NOW)
        assert journal.clubs() == ((club.cid, "Friday"),)
        assert journal.tables() == (), "nor is it swept from a broker as a table is"
