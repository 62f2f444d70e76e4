"""The order of table talk: no line comes before what its author said earlier, or before the start that it names."""

from __future__ import annotations

import pytest

from net.identity.identity import Identity
from net.log.feed import Feed
from net.table.fold.table_talk import TableTalk
from net.table.seating.roster import Roster
from net.wire.event import Draft, Kind
from tests.net.support.toy_games.toy_table import Room, Sitter, install

TID = bytes(16)


def test_what_is_said_after_the_line_went_back_comes_after_what_was_said_before() -> None:
    author, feed = Identity.new(bytes([1]) * 32), Feed(TID)
    talk = TableTalk(author.public, allowed=True)
    for text, ply in (("on the way", 2), ("further on", 4), ("back again", 3), ("at last", 5)):
        signed = feed.draft(author, Draft(Kind.TALK, (text, None), 0, ply), 1)
        feed.receive(signed)
        talk.receive(signed)
    shown = talk.shown(Roster(TID, b"", {}, drawn=False, bots=False), None, {})
    assert [said.text for said in shown] == ["on the way", "further on", "back again", "at last"]
    assert [(said.ply, said.place) for said in shown] == [(2, 2), (4, 4), (3, 4), (5, 5)]


def test_a_line_of_a_game_waits_for_the_start_of_that_game(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    room = Room.playing(2)
    room.say(1, room.table(1).talk("Nothing is decided yet."))
    author = room.sitters[1].identity.public
    late = Sitter(room.sitters[0].tid, Identity.new(bytes([90]) * 32))
    for signed in (room.events[0], *(one for one in room.events if one.event.author == author)):
        late.take(signed)
    assert not late.view.talk
    for signed in room.events:
        late.take(signed)
    assert [(line.seat, line.text) for line in late.view.talk] == [(1, "Nothing is decided yet.")]
    assert late.view.talk_digest == room.view().talk_digest
