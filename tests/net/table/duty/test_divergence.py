"""Divergence: who sees another position than all others stops; where no side is alone all stop and may go back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.table.duty.divergence import Verdict
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import OfferKind, Phase
from tests.net.support.party import party, seated, virtually
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.test_table_play import same

WRONG = b"wrongone"


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def tell(room: Room, odd: set[int] = frozenset()) -> None:  # type: ignore[assignment]
    """Let everybody say heads; those of `odd` see another position than the rest, as the same fault would show it."""
    for number, sitter in enumerate(room.sitters):
        ply, gprev, state = sitter.table.line_heads()
        for other, listener in enumerate(room.sitters):
            if other != number:
                told = WRONG if (number in odd) != (other in odd) else state
                listener.table.hear_place(sitter.identity.public, (ply, gprev, told))


def verdicts(room: Room) -> list[Verdict]:
    return [sitter.table.verdict for sitter in room.sitters]


def test_all_agree() -> None:
    room = Room.playing(3)
    room.move("1")
    tell(room)
    assert verdicts(room) == [Verdict.AGREED] * 3


def test_one_alone_stops_and_the_others_play_on() -> None:
    room = Room.playing(3)
    room.move("1")
    tell(room, {1})
    assert verdicts(room) == [Verdict.ANOTHER, Verdict.ALONE, Verdict.ANOTHER]
    assert room.view(1).phase is Phase.FROZEN
    (said,) = [note for note in room.view(1).notes if "bring it up to date" in note.template.lower()]
    assert dict(said.fields)["turn"] == "1"
    with pytest.raises(Fault, match="different positions"):
        room.table(1).move(Seat(1), "1")
    assert room.view(0).phase is room.view(2).phase is Phase.PLAYING


def test_two_stop_both_and_go_back_together_whatever_the_terms() -> None:
    room = Room.playing(2)
    room.move("1")
    tell(room)
    room.move("2")
    room.move("3")
    tell(room, {1})
    assert verdicts(room) == [Verdict.SPLIT] * 2
    for number in (0, 1):
        assert room.view(number).phase is Phase.FROZEN
        with pytest.raises(Fault, match="different positions"):
            room.table(number).move(Seat(number), "1")
    room.say(0, room.table(0).offer(OfferKind.REWIND, Seat(0)))
    (offer,) = room.view(1).offers
    assert (offer.kind, offer.to) == (OfferKind.REWIND, 1)
    room.say(1, room.table(1).answer(offer.id, Seat(1), yes=True))
    assert verdicts(room) == [Verdict.AGREED] * 2
    assert room.view().match is not None
    assert [line.text for line in room.view().match.log] == ["1"]  # type: ignore[union-attr]
    room.move("2")
    tell(room)
    assert same(room)


def test_two_against_two_stop_all() -> None:
    room = Room.playing(4)
    room.move("1")
    tell(room, {2, 3})
    assert verdicts(room) == [Verdict.SPLIT] * 4


def test_what_strangers_and_old_places_say_changes_nothing() -> None:
    room = Room.playing(2)
    room.move("1")
    stranger = room.late()
    place = room.table(0).line_heads()
    room.table(0).hear_place(stranger.identity.public, (place[0], place[1], WRONG))
    assert room.table(0).verdict is Verdict.AGREED
    other = room.sitters[1].identity.public
    room.table(0).hear_place(other, place)
    room.table(0).hear_place(other, (0, room.table(0).course.places[0][:8], WRONG))  # type: ignore[union-attr]
    room.table(0).hear_place(other, (9, b"elsewher", WRONG))
    assert room.table(0).verdict is Verdict.AGREED


def test_a_report_tells_the_log_and_who_said_what(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            ann = (await seated(here, ("ann", "bob")))["ann"]
            table, peer = ann.table, here.peers["ann"]
            other = next(held.author for held in table.annals.roster.holders.values() if held.author != table.me)
            ply, gprev, _ = table.line_heads()
            table.hear_place(other, (ply, gprev, WRONG))
            await peer._shelf.onward.look(peer, peer._shelf)
            await peer._shelf.onward.look(peer, peer._shelf)
            (path,) = (peer.profile.folder / "reports").iterdir()
            assert path.name == f"desync-{table.tid.hex()}-{ply + 1}.json"
            report = json.loads(path.read_text(encoding="utf-8"))
            assert report["log"] == []
            assert [said[2] for said in report["said"].values()] == [WRONG.hex()]
            assert table.lot.hex() not in path.read_text(encoding="utf-8")

    virtually(evening())
