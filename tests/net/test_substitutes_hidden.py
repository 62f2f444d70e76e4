"""Substitutes where cards are hidden: the hand passes to the newcomer alone, and the audit takes him in."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from core.fault import Fault, IllegalAction
from core.game import DEALER, Seat
from core.games import find
from net import escrow
from net.event import Kind, Signed
from net.identity import Identity
from net.kinds import Substitute, data_of, read_as
from net.memory import MemoryBroker
from net.mental import MentalDealer
from net.view import AuditStage, Phase, TableView
from tests.net.duel import Duel
from tests.net.party import party, seated, virtually
from tests.net.test_peer_hidden import play
from tests.net.test_substitutes import accept, agree
from tests.net.test_table_claims import PATIENCE
from tests.net.test_table_mental import dealt, log, match_of, step
from tests.net.test_table_play import plain, same
from tests.net.test_table_silence import Quiet
from tests.net.toy_table import Room, Sitter, install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def come(room: Room) -> Sitter:
    """Let somebody come who looks on and hears everything."""
    newcomer = Sitter(room.sitters[0].tid, Identity.new(b"h" * 32))
    for signed in room.events:
        newcomer.take(signed)
    room.sitters.append(newcomer)
    return newcomer


def turns(room: Room, count: int, draw: random.Random) -> None:
    """Let everybody play a little; each shows a card he knows, so that phases are short."""
    for _ in range(count):
        if room.view().phase is not Phase.PLAYING:
            return
        for number in range(len(room.sitters)):
            step(room, draw, number)
        room.settle()


def open_turn(room: Room, draw: random.Random, count: int = 6) -> None:
    """Play on, and then until one seat alone is to move."""
    turns(room, count, draw)
    while (course := room.table().course) is not None and course.mover is None:
        assert not course.over
        turns(room, 1, draw)


def dealer(room: Room, number: int) -> MentalDealer:
    bringer = room.table(number).annals.bringer
    assert isinstance(bringer, MentalDealer)
    return bringer


def drawn(room: Room, number: int, seat: int) -> list[str]:
    """Give what a sitter sees of the cards that a seat has drawn."""
    name = match_of(room).names[seat]
    return [text.split()[2] for text in log(room, number) if text.startswith(f"draw {name} ")]


def talon(room: Room) -> int:
    """Count the cards that are left to draw."""
    state = match_of(room).state
    assert isinstance(state, Duel)
    return len(state.talon)


def secrets(room: Room, number: int, of: bytes) -> list[bytes]:
    """Give the seeds of a player of every deck, as a sitter knows them, and the parts of them."""
    decks = [deck for deck in dealer(room, number).dealing._decks.complete if deck.mask is not None]
    seeds = [deck.mask.seed for deck in decks if deck.mask is not None]
    parts = [
        part
        for deck, seed in zip(decks, seeds, strict=True)
        for part in escrow.split(seed, len(deck.setting.others(of)))
    ]
    return [*seeds, *parts]


def check_end(room: Room, people: int) -> None:
    """Check that the game is over for all alike and that the audit of all has found nothing."""
    assert room.view().phase is Phase.OVER
    assert same(room)
    digests = set()
    for number in range(len(room.sitters)):
        audit = room.view(number).audit
        assert audit is not None
        assert (audit.stage, audit.waited, len(audit.signed)) == (AuditStage.CLEAN, (), people)
        digests.add(match_of(room, number).full_digest())
    assert len(digests) == 1
    assert not any("?" in text for text in log(room))


@pytest.mark.parametrize(("people", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_who_goes_gives_his_hand_to_one_person_alone(people: int, seed: int) -> None:
    room, draw = dealt(people, turns="10"), random.Random(seed)
    open_turn(room, draw)
    newcomer, leaver = come(room), people - 1
    seat = int(room.seat_of(leaver))
    before, public = drawn(room, leaver, seat), room.sitters[leaver].identity.public
    hidden = secrets(room, leaver, public)
    assert any(face.isdigit() for face in before)
    agree(room, seat, *range(people))
    accept(room)
    assert newcomer.view.mine == (Seat(seat),)
    assert room.view(leaver).mine == ()
    assert drawn(room, people, seat) == before
    assert match_of(room, people).digest() == match_of(room, 0).digest()
    kept = b"".join(signed.body for signed in room.events)
    assert hidden
    assert not any(secret in kept for secret in hidden)
    for other in range(people - 1):
        assert set(drawn(room, other, seat)) == {"?"}
        assert not any(room.view(other).match.state.drawn[seat].count(face) for face in range(12))  # type: ignore[union-attr]
    turns(room, 400, draw)
    check_end(room, people)
    watcher = room.late()
    assert plain(watcher.view) == plain(room.view())


def absent(seed: int, people: int = 4) -> tuple[Quiet, int, int]:
    """Play until somebody who is to move does not come, and somebody new looks on; give who and which seat."""
    room, draw = dealt(people, turns="12"), random.Random(seed)
    open_turn(room, draw)
    number, seat = room.mover()
    come(room)
    quiet = Quiet(room, number)
    quiet.settle()
    quiet.now += PATIENCE // 2
    quiet.settle()
    quiet.now += PATIENCE // 2
    quiet.settle()
    return quiet, number, int(seat)


def consent(quiet: Quiet, number: int, seat: int) -> Signed:
    """Let somebody agree that the newcomer takes a seat over."""
    room = quiet.room
    key = room.sitters[-1].identity.public
    signed = room.sitters[number].sign(room.table(number).substitute(Seat(seat), key, "Hal"))
    room.events.append(signed)
    quiet.settle()
    return signed


def said_yes(quiet: Quiet) -> None:
    """Let the newcomer agree."""
    newcomer = quiet.room.sitters[-1]
    (offer,) = newcomer.view.offers
    assert offer.asked
    quiet.room.events.append(newcomer.sign(newcomer.table.answer(offer.id, offer.seat, yes=True)))
    quiet.settle()


def test_the_others_pass_on_the_hand_of_who_does_not_come() -> None:
    quiet, away, seat = absent(4)
    room, others = quiet.room, [number for number in quiet.there if number != 4]
    hidden = secrets(room, away, room.sitters[away].identity.public)
    before = drawn(room, away, seat)
    for number in others:
        assert read_as(consent(quiet, number, seat).event, Substitute).away
    assert room.view(others[0]).mine != ()
    said_yes(quiet)
    assert room.sitters[4].view.mine == (Seat(seat),)
    assert drawn(room, 4, seat)[: len(before)] == before
    kept = b"".join(signed.body for signed in room.events)
    assert not any(secret in kept for secret in hidden)
    for number in others:
        assert set(drawn(room, number, seat)) == {"?"}
    draw = random.Random(4)
    quiet.play(draw)
    assert quiet.back() is room
    check_end(room, 4)
    texts = [line.text for line in match_of(room).log if line.seat == seat]
    assert not any(text.startswith("abandon") for text in texts)


def test_a_part_that_does_not_fit_is_named_and_nothing_has_happened() -> None:
    quiet, away, seat = absent(5)
    room, others = quiet.room, [number for number in quiet.there if number != 4]
    liar = others[1]
    for number in others:
        draft = room.table(number).substitute(Seat(seat), room.sitters[4].identity.public, "Hal")
        data = Substitute(*draft.data)
        if number == liar:
            wrong = tuple((epoch, escrow.bequeathed(b"w" * 32, data.key)) for epoch, _ in data.sealed)
            data = replace(data, sealed=wrong)
        room.forge_quietly(number, Kind.SUBSTITUTE, data_of(data), ply=draft.ply, gprev=draft.gprev)
        quiet.settle()
    newcomer = room.sitters[4]
    (offer,) = newcomer.view.offers
    with pytest.raises(IllegalAction, match=f"What nick{liar} sealed for you does not fit"):
        newcomer.table.answer(offer.id, offer.seat, yes=True)
    room.events.append(newcomer.sign(newcomer.table.answer(offer.id, offer.seat, yes=False)))
    assert same(quiet.back())
    assert room.view(away).mine == (Seat(seat),)
    assert room.view().offers == ()


def test_who_gives_false_seeds_of_his_own_is_named_too() -> None:
    room = dealt(3, turns="6")
    open_turn(room, random.Random(6))
    newcomer = come(room)
    agree(room, 1, 0, 2)
    draft = room.table(1).substitute(Seat(1), newcomer.identity.public, "Hal")
    for sealed in ((), tuple((epoch, bytes(80)) for epoch, _ in Substitute(*draft.data).sealed)):
        data = replace(Substitute(*draft.data), sealed=sealed)
        assert sealed != Substitute(*draft.data).sealed
        room.forge(1, Kind.SUBSTITUTE, data_of(data), ply=draft.ply, gprev=draft.gprev)
        (offer,) = newcomer.view.offers
        with pytest.raises(IllegalAction, match="What nick1 sealed for you"):
            newcomer.table.answer(offer.id, offer.seat, yes=True)
    assert room.view().seats[1].nick == "nick1"


def test_one_who_refuses_to_give_his_part_keeps_the_hand_closed() -> None:
    quiet, _, seat = absent(7)
    room, others = quiet.room, [number for number in quiet.there if number != 4]
    for number in others[:-1]:
        consent(quiet, number, seat)
    newcomer = room.sitters[4]
    (offer,) = newcomer.view.offers
    assert not offer.asked
    assert len(offer.owed) == 1
    with pytest.raises(IllegalAction, match="others have to agree first"):
        newcomer.table.answer(offer.id, Seat(seat), yes=True)
    refuser = room.sitters[others[-1]]
    room.events.append(refuser.sign(refuser.table.answer(offer.id, offer.owed[0], yes=False)))
    quiet.settle()
    assert all(room.view(number).offers == () for number in quiet.there)
    with pytest.raises(Fault):
        newcomer.table.answer(offer.id, Seat(seat), yes=True)


def test_who_comes_back_in_time_keeps_his_seat() -> None:
    quiet, away, seat = absent(8)
    room, others = quiet.room, [number for number in quiet.there if number != 4]
    for number in others[:-1]:
        consent(quiet, number, seat)
    legal = sorted(str(action) for action in match_of(room, away).state.legal(Seat(seat)))
    room.events.append(room.sitters[away].sign(room.table(away).move(Seat(seat), legal[-1])))
    quiet.away.clear()
    quiet.settle()
    backs = [signed for signed in room.events if signed.event.kind == Kind.FINAL and signed.event.data[1] == "away"]
    assert len(backs) == len(others) - 1
    late = room.sitters[others[-1]]
    assert not late.table.view().offers
    assert same(room)


def test_nobody_takes_over_in_a_sealed_phase_nor_a_second_hand() -> None:
    room = dealt(3, turns="6")
    number, seat = room.mover()
    key = come(room).identity.public
    other = Seat((seat + 1) % 3)
    with pytest.raises(IllegalAction, match="everybody plays one hand"):
        room.table(number).substitute(seat, room.sitters[int(other)].identity.public, "two")
    room.say(number, room.table(number).move(seat, "duel"))
    with pytest.raises(IllegalAction, match="laid down in secret"):
        room.table(number).substitute(other, key, "Hal")


@pytest.mark.parametrize("people", [2])
def test_without_an_escrow_only_the_holder_can_give_his_hand(people: int) -> None:
    quiet, _, seat = absent(9, people)
    room = quiet.room
    there = next(number for number in quiet.there if number != people)
    with pytest.raises(IllegalAction, match="Only whoever holds"):
        room.table(there).substitute(Seat(seat), room.sitters[-1].identity.public, "Hal")


def test_a_seat_that_was_left_is_not_taken_over() -> None:
    room = dealt(3)
    other = (room.mover()[0] + 1) % 3
    key = come(room).identity.public
    room.say(other, room.table(other).declare(room.seat_of(other), "abandon"))
    room.move("duel")
    for number in {0, 1, 2} - {other}:
        if not match_of(room).state.sealed:
            break
        room.say(number, room.table(number).move(room.seat_of(number), "card 0"), settle=False)
    room.settle()
    number = next(each for each in range(3) if each != other)
    with pytest.raises(IllegalAction, match="plays no more"):
        room.table(number).substitute(Seat(other), key, "Hal")


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
