"""How a hidden hand passes in tests: who goes, who comes, what each may see."""

from __future__ import annotations

import random

from core.game import Seat
from net.deck import deck_seed
from net.identity.identity import Identity
from net.table.fold.mental_dealer import MentalDealer
from net.view.table_view import AuditStage, Phase
from net.wire.event import Signed
from tests.net.support.absent_players import Quiet
from tests.net.support.toy_games.toy_card_state import Duel
from tests.net.support.toy_games.toy_table import Room, Sitter
from tests.net.table.hidden_cards.test_table_mental import dealt, log, match_of, step
from tests.net.table.line.test_table_claims import PATIENCE
from tests.net.table.test_table_play import same


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
        for part in deck_seed.split(seed, len(deck.setting.others(of)))
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
