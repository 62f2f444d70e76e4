"""Cheats at the deck: each ends with the cheat named, by everybody alike."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from nacl import bindings

from core.chance import Draw, Lot, Shuffle
from core.game import Seat
from net.deck.card_deck import Deviated, Deviation
from net.deck.deck_seed import Mask, card_points
from net.deck.prime_group import Packs, RawPacks, Scalar, inverse, masked, product, unmasked
from net.wire.card_data import Audit, Deck0, Deck1, Deck2, Message, Share
from net.wire.event import Kind
from tests.net.support.dealers import Dealer, Ring, Turn, audited, drawn_in_turn, played
from tests.net.support.event_signer import TID

FACES = (1, 3, 5, 7, 9, 10)
SEATS = (0, 1, 2)
CHEAT = 2
TWO = (2).to_bytes(32, "little")
TWICE = Scalar(TWO)
Bend = Callable[[Message], Message | None]


def ring(bend: Bend | None = None, crook: Callable[[Dealer], None] | None = None, seed: int = 0) -> Ring:
    """Seat three, of whom the last signs what `bend` makes of it."""

    def forge(player: int, message: Message) -> Message | None:
        return message if bend is None or player != CHEAT else bend(message)

    return Ring(SEATS, seed=seed, forge=forge, crook=crook)


def bent(kind: type[Mask]) -> Callable[[Dealer], None]:
    """Give the last player another mask than his seed's as his deck begins."""

    def crook(dealer: Dealer) -> None:
        deck = dealer.dealing._decks.by_epoch.get(1)
        if deck is not None and deck.mask is not None and deck.setting.players.index(dealer.key.public) == CHEAT:
            deck.mask = kind(deck.mask.seed)

    return crook


def named(table: Ring, what: Deviation, epoch: int = 1, player: int = CHEAT) -> bool:
    """Tell whether everybody's audit names that player for that."""
    want = Deviated(table.keys[player].public, what, epoch)
    honest = [one.dealing for number, one in enumerate(table.all) if number != player]
    return all(dealing.judged and dealing.verdict == want for dealing in honest)


def all_dealt(table: Ring) -> Ring:
    """Deal the whole deck out and end the game."""
    table.go(*played(drawn_in_turn([FACES], SEATS), SEATS, 1, [FACES]))
    table.end()
    return table


def test_an_honest_deal_names_nobody() -> None:
    table = all_dealt(ring())
    assert all(one.dealing.judged and one.dealing.verdict is None for one in table.all)
    assert not any(one.dealing.frozen for one in table.all)


def test_a_point_twice_in_a_pass_is_seen_at_once() -> None:
    def twice(message: Message) -> Message:
        if isinstance(message, Deck1):
            (first, _, *rest), *others = message.packs
            return Deck1(message.epoch, ((first, first, *rest), *others))
        return message

    table = ring(twice)
    table.go(Shuffle(1, (FACES,)))
    want = (Deviated(table.keys[CHEAT].public, Deviation.DUPLICATE, 1),)
    assert all(one.dealing.deviations == want and one.dealing.frozen for one in table.all)
    assert named(table, Deviation.DUPLICATE)


class Peeping(Mask):
    """A mask that puts the card of slot 0 under slot 1 too, hidden by another number."""

    def shuffled(self, packs: Packs) -> Packs:
        """Copy the first slot over the second."""
        (first, _, *rest), *others = super().shuffled(packs)
        return ((first, masked(first, TWICE), *rest), *others)

    def slotted(self, packs: Packs) -> Packs:
        """Take the number off again, so that the copy opens to a card."""
        half = inverse(TWICE)
        (first, second, *rest), *others = super().slotted(packs)
        return ((first, masked(second, half), *rest), *others)


def test_a_hidden_copy_of_a_card_is_found_by_the_audit() -> None:
    table = ring(crook=bent(Peeping))
    draws = drawn_in_turn([FACES], SEATS)
    table.go(*played(draws, SEATS, 1, [FACES]))
    assert not any(one.dealing.frozen for one in table.all)
    assert table.dealers[0].seen[draws[0]] == table.dealers[1].seen[draws[1]]
    table.end()
    assert named(table, Deviation.DUPLICATE)


class Inventing(Mask):
    """A mask that puts something that is no card into the last slot."""

    def shuffled(self, packs: Packs) -> Packs:
        """Put a point of nowhere in."""
        (*rest, _), *others = super().shuffled(packs)
        return ((*rest, card_points(b"elsewhere.......", 1, (1,))[0][0]), *others)


def test_what_is_no_card_stops_the_game_and_is_found_by_the_audit() -> None:
    table = ring(crook=bent(Inventing))
    draws = drawn_in_turn([FACES], SEATS)
    table.go(*played(draws, SEATS, 1, [FACES]))
    assert all(one.dealing.hands.undefined and one.dealing.frozen for one in table.all)
    assert draws[-1] not in table.dealers[draws[-1].seat].seen
    assert named(table, Deviation.UNDEFINED)


class Reordering(Mask):
    """A mask that shuffles otherwise than its seed says."""

    def order(self, pack: int, count: int) -> tuple[int, ...]:
        """Turn the order round."""
        return super().order(pack, count)[::-1]


class Miskeyed(Mask):
    """A mask whose keys are not those of its seed."""

    def slot(self, pack: int, slot: int) -> Scalar:
        """Double every number."""
        return product((super().slot(pack, slot), TWICE))


class Lucky(Mask):
    """A mask with a chosen lot."""

    def __init__(self, seed: bytes) -> None:
        """Choose the lot."""
        super().__init__(seed)
        self.lot = bytes(32)


@pytest.mark.parametrize(
    ("kind", "what"),
    [(Reordering, Deviation.POINTS), (Miskeyed, Deviation.KEYS), (Lucky, Deviation.LOT)],
)
def test_what_the_seed_does_not_give_is_found_by_the_audit(kind: type[Mask], what: Deviation) -> None:
    assert named(all_dealt(ring(crook=bent(kind))), what)


def test_another_lot_than_committed_to_is_seen_at_once() -> None:
    def luckier(message: Message) -> Message:
        return msgspec.structs.replace(message, lot=bytes(32)) if isinstance(message, Deck2) else message

    table = ring(luckier)
    table.go(Shuffle(1, (FACES,)), Lot(1, 2))
    assert not any(one.dealing.outcome().proved for one in table.all)
    assert named(table, Deviation.LOT)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda packs: ((bytes(32), *packs[0][1:]),), Deviation.POINTS),
        (lambda packs: (packs[0][:-1],), Deviation.POINTS),
        (lambda packs: (packs[0], packs[0]), Deviation.DUPLICATE),
    ],
)
def test_points_that_are_none_are_seen_at_once(change: Callable[[RawPacks], RawPacks], what: Deviation) -> None:
    def wrong(message: Message) -> Message:
        return msgspec.structs.replace(message, packs=change(message.packs)) if isinstance(message, Deck2) else message

    table = ring(wrong)
    table.go(Shuffle(1, (FACES,)))
    assert named(table, what)


def test_a_wrong_share_names_its_author_at_once() -> None:
    def wrong(message: Message) -> Message:
        return Share(tuple((*one[:3], TWO) for one in message.shares)) if isinstance(message, Share) else message

    table = ring(wrong)
    table.go(Shuffle(1, (FACES,)), Draw(Seat(0), 1, 0, 0))
    assert not table.dealers[0].dealing.outcome().proved
    want = (Deviated(table.keys[CHEAT].public, Deviation.SHARE, 1),)
    assert all(one.dealing.deviations == want and one.dealing.frozen for one in table.all)
    assert named(table, Deviation.SHARE)


@pytest.mark.parametrize("slot", [3, 100])
def test_a_wrong_share_on_a_move_names_its_author_at_once(slot: int) -> None:
    table = ring()
    table.go(Shuffle(1, (FACES,)), Draw(Seat(CHEAT), 1, 0, 0), Turn(CHEAT, (), ((1, 0, slot, TWO),)))
    assert named(table, Deviation.SHARE)


def test_a_wrong_opening_is_named() -> None:
    table = ring()
    draws = drawn_in_turn([FACES], SEATS)
    table.go(*played(draws, SEATS, 1, [FACES]))
    cheat, key = table.dealers[CHEAT].dealing, table.keys[CHEAT].public
    hand = [face for face in cheat.hands.faces(Seat(CHEAT)) if face is not None]
    true = cheat.hands.openings(Seat(CHEAT), hand[:1]) or ()
    want = Deviated(key, Deviation.OPENING, 1)
    watcher = table.watcher.dealing.hands
    assert watcher.check(key, Seat(CHEAT), hand[:1], true) is None
    assert watcher.check(key, Seat(CHEAT), hand[1:], true) == want
    assert watcher.check(key, Seat(CHEAT), hand[:1], ()) == want
    assert watcher.check(key, Seat(CHEAT), hand[:1], [(*true[0][:3], TWO)]) == want
    assert watcher.check(key, Seat(0), hand[:1], true) == Deviated(key, Deviation.OPENING, 0)
    table.go(Turn(CHEAT, (), ((*true[0][:3], TWO),)))
    assert named(table, Deviation.OPENING)


def test_who_refuses_the_audit_is_named() -> None:
    table = ring(lambda message: None if isinstance(message, Audit) else message)
    all_dealt(table)
    assert not any(one.dealing.judged for one in table.all)
    assert table.watcher.dealing.waited() == ((table.keys[CHEAT].public, Kind.AUDIT),)
    for one in table.all:
        one.dealing.refuse(table.keys[CHEAT].public)
    table.go()
    assert named(table, Deviation.REFUSED, epoch=0)
    assert not audited(table.watcher.dealing)


def test_who_opens_another_seed_is_named() -> None:
    def other(message: Message) -> Message:
        return Audit(1, bytes(32)) if isinstance(message, Audit) and not message.verdict else message

    assert named(all_dealt(ring(other)), Deviation.SEED)


def test_a_verdict_of_ones_own_is_shown_beside_the_others() -> None:
    def well(message: Message) -> Message:
        return Audit(0, b"", "ok") if isinstance(message, Audit) and message.verdict else message

    table = all_dealt(Ring(SEATS, crook=bent(Reordering), forge=lambda n, said: well(said) if n == CHEAT else said))
    want = Deviated(table.keys[CHEAT].public, Deviation.POINTS, 1)
    assert list(table.watcher.dealing.verdicts.values()).count(want) == 2
    assert table.watcher.dealing.verdicts[table.keys[CHEAT].public] is None


def test_who_changes_his_mind_in_a_pass_is_not_heard() -> None:
    table = ring()
    table.go(Shuffle(1, (FACES,)))
    table.say(CHEAT, Deck0(1, bytes(32), bytes(32)))
    table.say(CHEAT, Deck1(1, ((bytes(32),) * len(FACES),)))
    table.go(*played(drawn_in_turn([FACES], SEATS), SEATS, 1, [FACES])[1:])
    table.end()
    assert all(one.dealing.verdict is None for one in table.all)


def test_a_record_of_all_messages_tells_no_card() -> None:
    table = ring()
    draws = drawn_in_turn([FACES], SEATS)
    table.go(*played(draws, SEATS, 1, [FACES]))
    deck = table.watcher.dealing._decks.by_epoch[1]
    cards = {point for pack in card_points(TID, 1, (len(FACES),)) for point in pack}
    wire = b"".join(signed.body for signed in table.events)
    assert not any(bytes(point) in wire for point in cards)
    public = {key for passed in deck.twos.values() for pack in passed.keys for key in pack}
    assert not public & {*cards, *(bindings.crypto_scalarmult_ed25519_base_noclamp(point) for point in cards)}
    rng = Random(1)
    for slot, point in enumerate(deck.slots[0]):
        told = [key for (_, _, place), key in deck._given.items() if place == slot]
        assert len(told) == len(SEATS) - 1
        everything = list(deck._given.values())
        tries = [told, *(rng.sample(everything, rng.randint(1, len(everything))) for _ in range(20))]
        assert not any(unmasked(point, keys) in cards for keys in tries)
        assert deck.face(0, slot) is None
