"""The order of table talk: no line comes before what its author said earlier."""

from __future__ import annotations

from net.identity.identity import Identity
from net.log.feed import Feed
from net.table.fold.table_talk import TableTalk
from net.table.seating.roster import Roster
from net.wire.event import Draft, Kind

TID = bytes(16)


def test_what_is_said_after_the_line_went_back_comes_after_what_was_said_before() -> None:
    author, feed = Identity.new(bytes([1]) * 32), Feed(TID)
    talk = TableTalk(author.public, allowed=True)
    for text, ply in (("on the way", 2), ("further on", 4), ("back again", 3), ("at last", 5)):
        signed = feed.draft(author, Draft(Kind.TALK, (text, None), 0, ply, bytes([1]) * 16), 1)
        feed.receive(signed)
        talk.receive(signed)
    shown = talk.shown(Roster(TID, b"", {}, drawn=False, bots=False), None)
    assert [said.text for said in shown] == ["on the way", "further on", "back again", "at last"]
    assert [(said.ply, said.place) for said in shown] == [(2, 2), (4, 4), (3, 4), (5, 5)]
