"""After a hidden hand has passed: later decks, those who have gone, whole games, the audit."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from core.game import DEALER, Seat
from core.games import find
from net.identity.identity import Identity
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import AuditStage, Phase, TableView
from net.wire.event import Kind
from tests.net.peer.test_peer_hidden import play
from tests.net.support.absent_players import Quiet
from tests.net.support.handover import (
    check_end,
    come,
    consent,
    dealer,
    drawn,
    open_turn,
    said_yes,
    secrets,
    talon,
    turns,
)
from tests.net.support.party import party, seated, virtually
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.duty.test_substitutes import accept, agree
from tests.net.table.hidden_cards.test_table_mental import dealt, log, match_of
from tests.net.table.line.test_table_claims import PATIENCE
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_arrival_gives_the_same(seed: int) -> None:
    room, draw = dealt(3, turns="5"), random.Random(seed)
    open_turn(room, draw, 3)
    come(room)
    agree(room, 2, 0, 1, 2)
    accept(room)
    turns(room, 200, draw)
    assert room.view().phase is Phase.OVER
    draw.shuffle(room.events)
    late = Sitter(room.sitters[0].tid, Identity.new(b"y" * 32))
    for signed in room.events:
        late.take(signed)
    assert plain(late.view) == plain(room.view())
    again = room.sitters[-1]
    known = [one for author in again.feed.authors() for one in again.feed.events(author, 0)]
    again.table = again.fresh()
    for signed in known:
        again.table.receive(signed)
    assert plain(again.view) == plain(room.view(3))


def test_the_newcomer_has_his_part_in_the_next_deck_and_its_escrow() -> None:
    room, draw = dealt(4, turns="30"), random.Random(11)
    open_turn(room, draw, 2)
    come(room)
    seat = int(room.seat_of(3))
    agree(room, seat, 0, 1, 2, 3)
    accept(room)
    while sum(text.startswith("talon") for text in log(room)) < 2:
        turns(room, 1, draw)
    open_turn(room, draw, 1)
    deck = dealer(room, 0).dealing._decks.complete[-1]
    assert deck.setting.signer(room.sitters[3].identity.public) == room.sitters[4].identity.public
    assert len(deck.twos[room.sitters[3].identity.public].escrow) == 3
    gone = room.mover()[0]
    quiet = Quiet(room, gone)
    quiet.wait()
    assert not dealer(room, quiet.there[0]).dealing.closed
    parts = [signed.event.author for signed in room.events if signed.event.kind == Kind.DEAL]
    assert gone == 4 or room.sitters[4].identity.public in parts
    assert same(quiet.back())


def test_who_leaves_after_another_was_replaced_closes_the_talon_of_that_deck() -> None:
    room, draw = dealt(4, turns="30"), random.Random(12)
    open_turn(room, draw, 2)
    come(room)
    agree(room, int(room.seat_of(3)), 0, 1, 2, 3)
    accept(room)
    gone = next(number for number in (0, 1, 2) if room.seat_of(number) != room.mover()[1])
    while room.mover()[0] != gone:
        open_turn(room, draw, 1)
    assert sum(text.startswith("talon") for text in log(room)) == 1
    quiet = Quiet(room, gone)
    quiet.wait()
    assert dealer(room, quiet.there[0]).dealing.closed
    assert same(quiet.back())


def test_who_has_gone_can_spoil_nothing_any_more() -> None:
    room, draw = dealt(3, turns="9"), random.Random(13)
    open_turn(room, draw, 3)
    come(room)
    agree(room, int(room.seat_of(1)), 0, 1, 2)
    accept(room)
    room.forge(1, Kind.SHARE, (((1, 0, 0, b"\x01" + bytes(31)),),), ply=0)
    room.forge(1, Kind.AUDIT, (1, bytes(32), "", None))
    room.forge(1, Kind.AUDIT, (0, b"", "refused", 0))
    assert room.view().phase is Phase.PLAYING
    turns(room, 200, draw)
    check_end(room, 3)


@pytest.mark.parametrize("what", ["move", "share", "deck"])
def test_a_hand_passes_whatever_its_holder_owes(what: str) -> None:
    seed = {"move": 0, "share": 3, "deck": 0}[what]
    room, draw = dealt(4, turns="8"), random.Random(seed)
    turns(room, seed % 3, draw)
    while what == "deck" and (talon(room) or room.table().course.mover is None):  # type: ignore[union-attr]
        turns(room, 1, draw)
    away = (room.mover()[0] + 1) % 4 if what == "deck" else seed
    come(room)
    quiet = Quiet(room, away)
    quiet.settle()
    quiet.play(draw)
    while (owed := {(int(wait.seat), wait.what) for wait in room.view((away + 1) % 4).waits}) == {(away, "commit")}:
        quiet.wait()
        quiet.play(draw)
    assert owed == {(away, what)}
    for _ in range(2):
        quiet.now += PATIENCE // 2
        quiet.settle()
    for number in (number for number in quiet.there if number != 4):
        consent(quiet, number, away)
    said_yes(quiet)
    assert room.sitters[4].view.mine == (Seat(away),)
    quiet.play(draw)
    assert same(quiet.back())
    check_end(room, 4)


def test_mediterranee_goes_on_with_somebody_else() -> None:
    room = Room.open(4, game=find("mediterranee"), players="4", placement="standard", draw_rounds="2")
    for number in range(4):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    draw = random.Random(15)
    seat = room.seat_of(2)
    while (course := room.table().course) is None or course.mover is None or not drawn(room, 2, int(seat)):
        turns(room, 1, draw)
    newcomer = come(room)
    hidden = secrets(room, 2, room.sitters[2].identity.public)
    known = [text for text in log(room, 2) if text.startswith(f"draw {match_of(room).names[seat]} ")]
    agree(room, int(seat), 0, 1, 2, 3)
    accept(room)
    assert newcomer.view.mine == (seat,)
    assert [text for text in log(room, 4) if text in known] == known
    assert known
    assert all(dealer(room, number).dealing.hands.faces(seat).count(None) == len(known) for number in (0, 1, 3))
    kept = b"".join(signed.body for signed in room.events)
    assert not any(secret in kept for secret in hidden)
    turns(room, 4, draw)
    assert same(room)


def test_over_a_broker_the_hand_passes_and_the_game_is_audited(tmp_path: Path) -> None:
    async def evening() -> list[TableView]:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob", "cid", "hal"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob", "cid"), "duel", {"turns": "4"})
            hal = await here.peers["hal"].join(handles["ann"].tid)
            await hal.caught_up()
            await hal.until(lambda view: view.match is not None and len(view.match.log) > 2)
            seat, pid = handles["bob"].view.mine[0], here.peers["hal"].profile.identity.pid
            for handle in handles.values():
                await handle.until(lambda view: pid in {guest.pid for guest in view.guests})
                await handle.until(lambda view: view.match is not None and view.match.state.active[0] != DEALER)
            assert [guest.nick for guest in handles["bob"].view.guests] == ["hal"]
            for handle in (handles["bob"], handles["ann"], handles["cid"]):
                await handle.hand_over(seat, pid)
            view = await hal.until(lambda view: any(offer.asked for offer in view.offers))
            await hal.answer(view.offers[0].id, seat, yes=True)
            for handle in (*handles.values(), hal):
                await handle.until(lambda view: view.seats[seat].nick == "hal")
            players = (handles["ann"], handles["cid"], hal)
            return list(await asyncio.gather(*(play(handle, random.Random(3)) for handle in players)))

    for view in virtually(evening()):
        assert view.audit is not None
        assert view.audit.stage is AuditStage.CLEAN
