"""Dealing among peers: everybody learns his own cards and no others, whatever arrives when."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from core.chance import Draw, Lot, Shuffle
from core.game import Seat
from net.deck.card_deck import Deviated, Deviation
from net.deck.deck_seed import Mask
from net.wire import envelope
from net.wire.card_data import Share
from net.wire.event import Kind, Signed
from net.wire.event_data import data_of, read
from tests.net.support.dealers import Gone, Ring, Turn, audited, drawn_in_turn, played
from tests.net.support.event_signer import event

FACES = (1, 1, 3, 3, 5, 5, 7, 9)
FOUR = (0, 1, 2, 3)


@pytest.mark.parametrize("seed", range(12))
def test_everybody_learns_exactly_his_own_cards(seed: int) -> None:
    rng = Random(seed)
    players, count = rng.randint(2, 4), rng.choice((1, 2))
    seats = rng.choice([tuple(range(players)), (*range(players), 0)])
    ring = Ring(seats, escrow=range(players), seed=seed)
    for epoch in (1, 2):
        packs = [tuple(sorted(rng.choices(range(1, 11), k=rng.randint(3, 6)))) for _ in range(count)]
        draws = drawn_in_turn(packs, seats, epoch)
        ring.go(*played(draws, seats, epoch, packs))
        assert [one.at for one in ring.all] == [len(ring.line)] * len(ring.all)
        told = {draw: [one.seen[draw] for one in ring.dealers] for draw in draws}
        for draw, faces in told.items():
            assert [face is not None for face in faces] == [seats[draw.seat] == one for one in range(players)]
        for pack, dealt in enumerate(packs):
            found = Counter(face for draw in draws if draw.pack == pack for face in told[draw] if face is not None)
            assert found == Counter(dealt)
    assert set(ring.watcher.seen.values()) == {None}
    ring.end()
    assert all(one.dealing.judged and one.dealing.verdict is None and audited(one.dealing) for one in ring.all)
    assert not any(one.dealing.waited() for one in ring.all)


def test_the_dealer_before_alone_is_waited_for() -> None:
    ring = Ring(FOUR)
    draws = drawn_in_turn([FACES], FOUR)
    ring.go(*played(draws, FOUR, 1, [FACES]))
    shares = [signed for signed in ring.events if signed.event.kind == Kind.SHARE]
    by_draw: dict[int, list[bytes]] = {}
    for signed in shares:
        data = read(signed.event)
        assert isinstance(data, Share)
        for _, _, slot, _ in data.shares:
            by_draw.setdefault(slot, []).append(signed.event.author)
    keys = [key.public for key in ring.keys]
    assert sorted(by_draw[0]) == sorted(keys[1:])
    assert all(by_draw[slot] == [keys[(slot - 1) % 4]] for slot in range(4, 8))


def test_a_lot_is_the_same_for_all() -> None:
    lots = set()
    for seed in range(6):
        ring = Ring((0, 1), seed=seed)
        ring.go(Shuffle(1, ((seed,), (seed + 1,))), Lot(1, 2))
        assert len({one.lot for one in ring.all}) == 1
        assert ring.watcher.lot in {0, 1}
        lots.add(ring.watcher.lot)
    assert lots


@pytest.mark.parametrize("ahead", [1, 9])
def test_a_slot_never_falls_to_one_who_told_his_mask(ahead: int) -> None:
    ring = Ring(FOUR)
    draws = [Draw(Seat(at % 4), 1, 0, at) for at in range(8)]
    ring.go(Shuffle(1, (FACES,)))
    for at in range(5):
        ring.go(draws[at], Turn(at % 4, tuple(draws[at + 1 : at + ahead])))
    ring.go(Gone(1, leaves=False))
    # Ben is out: the draw meant for him falls to Cat, who has told her mask of that slot when Ben was expected.
    shifted = [Draw(Seat(seat), 1, 0, at) for at, seat in ((5, 2), (6, 3), (7, 0))]
    ring.go(shifted[0], Turn(2, tuple(shifted[1:])), shifted[1], Turn(3, tuple(shifted[2:])), shifted[2])
    for draw in shifted:
        assert [one.seen[draw] is not None for one in ring.all] == [seat == draw.seat for seat in range(5)]
    assert Counter(face for one in ring.all for face in one.seen.values() if face is not None) == Counter(FACES)
    ring.end()
    assert all(audited(one.dealing) for one in ring.all)


def test_who_leaves_before_a_deck_is_finished_is_left_out_of_it() -> None:
    ring = Ring((0, 1, 2), escrow=(0, 1, 2), forge=lambda player, message: None if player == 1 else message)
    ring.go(Shuffle(1, (FACES,)))
    assert ring.dealers[0].dealing.waited() == ((ring.keys[1].public, Kind.DECK0),)
    assert not ring.dealers[0].dealing.outcome().proved
    for one in ring.all:
        one.dealing.leave(ring.keys[1].public)
    ring.line = [Turn(0, (), ()), Shuffle(1, (FACES,))]
    ring.go(Draw(Seat(2), 1, 0, 0))
    assert ring.dealers[2].seen[Draw(Seat(2), 1, 0, 0)] in FACES
    ring.end()
    assert [one.dealing.verdict for one in ring.all] == [None] * 4


def test_a_restarted_player_signs_the_same_bytes() -> None:
    ring = Ring((0, 1, 2), escrow=(0, 1, 2))
    ring.go(*played(drawn_in_turn([FACES], (0, 1, 2)), (0, 1, 2), 1, [FACES]))
    ring.end()
    again = ring.dealer(ring.keys[1]).dealing
    mine = [signed for signed in ring.events if signed.event.author == ring.keys[1].public]
    rest = list(ring.events)
    for at, step in enumerate(ring.line):
        if isinstance(step, Turn):
            again.stand(None, at.to_bytes(16, "big"), step.coming)
            again.ride(ring.keys[step.player].public, step.shares or ())
        elif not isinstance(step, Gone):
            again.stand(step, at.to_bytes(16, "big"))
        for _ in range(2):
            for message in again.owed():
                assert mine[0].event.data == data_of(message)
                again.receive(mine.pop(0))
            for signed in rest if not again.outcome().proved else ():
                if signed.event.author != ring.keys[1].public and signed.event.kind != Kind.AUDIT:
                    again.receive(signed)
                for message in again.owed():
                    assert mine[0].event.data == data_of(message)
                    again.receive(mine.pop(0))
    assert [signed.event.kind for signed in mine] == [Kind.AUDIT, Kind.AUDIT]


def test_played_cards_are_proved() -> None:
    ring = Ring((0, 1))
    draws = drawn_in_turn([FACES], (0, 1))
    ring.go(*played(draws, (0, 1), 1, [FACES]))
    ann, ben = (one.dealing for one in ring.dealers)
    hand = [face for face in ann.hands.faces(Seat(0)) if face is not None]
    assert len(hand) == 4
    assert ben.hands.faces(Seat(0)) == (None,) * 4
    shares = ann.hands.openings(Seat(0), hand[:2])
    assert shares is not None
    assert len(shares) == 2
    assert ben.hands.check(ring.keys[0].public, Seat(0), hand[:2], shares) is None
    assert ann.hands.openings(Seat(0), [2]) is None
    assert ann.hands.openings(Seat(1), hand[:1]) is None
    for one in ring.all:
        one.dealing.ride(ring.keys[0].public, shares)
        assert not one.dealing.deviations
    assert sorted(ann.hands.faces(Seat(0)), key=str) == sorted(hand[2:], key=str)
    assert ben.hands.faces(Seat(0)) == (None, None)
    assert ben.hands.check(ring.keys[0].public, Seat(0), hand[:2], shares) is not None


HERE, ASTRAY = ((number + 40).to_bytes(16, "big") for number in range(2))


def told(ring: Ring, seq: int, place: bytes, kind: Kind, data: tuple[object, ...]) -> Signed:
    """Sign what the second player says where he stands."""
    ben = ring.keys[1]
    return envelope.make(ben, event(ben, seq, bytes([seq]) * 16, kind=int(kind), gprev=place, data=data))


def test_a_share_of_a_deck_that_was_dealt_elsewhere_is_no_false_one() -> None:
    """A false one is false wherever it was signed; what fits its author's own pass of another deck is about that."""
    ring = Ring((0, 1, 2), escrow=(0, 1, 2))
    ring.go(Shuffle(1, (FACES,)), Draw(Seat(0), 1, 0, 0))
    one, want = ring.watcher.dealing, (Deviated(ring.keys[1].public, Deviation.SHARE, 1),)
    other, mask = ring.dealers[1].dealing._decks.by_epoch[1].twos[ring.keys[1].public], Mask(bytes(32))
    keys = (tuple(bytes(point) for point in mask.keys((len(FACES),))[0]),)
    packs = tuple(tuple(bytes(point) for point in pack) for pack in other.packs)
    one.receive(told(ring, 50, ASTRAY, Kind.DECK2, (1, packs, keys, other.lot, other.escrow)))
    for slot in (0, 7):
        one.receive(told(ring, 51, ASTRAY, Kind.SHARE, (((1, 0, slot, bytes(mask.slot(0, slot))),),)))
    assert not one.frozen
    one.receive(told(ring, 52, ASTRAY, Kind.SHARE, (((1, 0, 3, bytes(mask.slot(0, 4))),),)))
    assert one.deviations == want
    assert one.frozen


def test_a_false_seed_counts_where_the_line_has_stood_since_the_deck_was_begun() -> None:
    ring = Ring((0, 1, 2), escrow=(0, 1, 2))
    ring.go(Shuffle(1, (FACES,)), Draw(Seat(0), 1, 0, 0))
    one, want = ring.watcher.dealing, (Deviated(ring.keys[1].public, Deviation.SEED, 1),)
    one.receive(told(ring, 50, HERE, Kind.AUDIT, (1, bytes(32), "", None)))
    assert not one.frozen
    one.stand(None, HERE)
    assert one.deviations == want


@pytest.mark.parametrize("part", [bytes(32), b""])
def test_a_false_part_counts_where_the_line_has_stood_since_the_deck_was_begun(part: bytes) -> None:
    ring = Ring((0, 1, 2), escrow=(0, 1, 2))
    ring.go(Shuffle(1, (FACES,)), Draw(Seat(0), 1, 0, 0))
    one, true = ring.watcher.dealing, ring.dealers[1].dealing._recovery
    deck = ring.dealers[1].dealing._decks.by_epoch[1]
    one.receive(told(ring, 50, ASTRAY, Kind.DEAL, (1, 0, part)))
    one.receive(told(ring, 51, HERE, Kind.DEAL, (1, 0, true.part(deck, ring.keys[0].public))))
    one.leave(ring.keys[0].public)
    assert not one._recovery.complaints(deck)
    assert one.waited() == ((ring.keys[2].public, Kind.DEAL),)
    one.stand(None, ASTRAY)
    said = one._recovery._said(deck, ring.keys[0].public)
    assert said == {ring.keys[1].public: part}
