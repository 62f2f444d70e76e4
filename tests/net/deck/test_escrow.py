"""Escrow: who leaves is replaced by all the others together, by fewer never; false parts have an author."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from core.chance import Draw, Shuffle
from core.game import Seat
from net.deck import deck_seed
from net.deck.card_deck import Deviated, Deviation
from net.wire.card_data import Audit, Deck2, Message, Part, Share
from net.wire.event import Kind
from tests.net.support.dealers import Gone, Ring, Turn, drawn_in_turn, played
from tests.net.support.event_signer import TID, who

ENTRY_SIZE = 112
"""Bytes for one other player: 32 of the commitment to their part, and the part sealed to them."""
SEED = bytes(range(32))
FACES = (1, 1, 3, 3, 5, 5, 7, 9)
THREE = (0, 1, 2)
LEAVER = 1


def test_only_all_parts_give_the_seed() -> None:
    for count in (1, 2, 3):
        parts = deck_seed.split(SEED, count)
        assert deck_seed.joined(parts) == SEED
        assert len(set(parts)) == count
        for missing in range(count):
            assert deck_seed.joined(parts[:missing] + parts[missing + 1 :]) != SEED


def test_an_entry_opens_for_one_alone_and_is_the_same_every_time() -> None:
    people = [who(name) for name in ("ann", "ben")]
    public = [one.public for one in people]
    entries = deck_seed.entries(TID, 1, SEED, public)
    assert entries == deck_seed.entries(TID, 1, SEED, public)
    assert {len(entry) for entry in entries} == {ENTRY_SIZE}
    opened = [
        deck_seed.opened(TID, 1, entry, one.public, one.box_key) for entry, one in zip(entries, people, strict=True)
    ]
    assert opened == [*deck_seed.split(SEED, 2)]
    assert deck_seed.opened(TID, 1, entries[0], public[1], people[1].box_key) is None
    assert deck_seed.opened(TID, 2, entries[0], public[0], people[0].box_key) is None
    assert deck_seed.opened(TID, 1, bytes(ENTRY_SIZE), public[0], people[0].box_key) is None
    assert deck_seed.is_part(TID, 1, entries[0], public[0], deck_seed.split(SEED, 2)[0])
    assert not deck_seed.is_part(TID, 1, entries[0], public[0], SEED)


def test_a_key_outside_the_group_is_sealed_nothing() -> None:
    assert deck_seed.entries(TID, 1, SEED, [bytes(32)])[0][32:] == bytes(80)


def left(ring: Ring, drawn: int = 2) -> list[Draw]:
    """Deal a little, let the leaver go, give the draws of the others that remain."""
    draws = drawn_in_turn([FACES], THREE)
    ring.go(*played(draws[:drawn], THREE, 1, [FACES]), Gone(LEAVER, leaves=True))
    order = [2, 0, 2, 0, 2, 0, 2, 0][: len(FACES) - drawn]
    return [Draw(Seat(seat), 1, 0, drawn + at) for at, seat in enumerate(order)]


@pytest.mark.parametrize("seed", range(4))
def test_the_talon_stays_drawable_when_a_player_leaves(seed: int) -> None:
    absent = [False]
    ring = Ring(
        THREE, escrow=THREE, seed=seed, forge=lambda player, said: None if absent[0] and player == LEAVER else said
    )
    draws = left(ring)
    absent[0] = True
    for number, draw in enumerate(draws):
        ring.go(draw, Turn(int(draw.seat), tuple(draws[number + 1 : number + 9])))
        assert [one.seen.get(draw) is not None for one in ring.dealers] == [seat == draw.seat for seat in THREE]
    found = Counter(face for one in ring.dealers for face in one.seen.values() if face is not None)
    assert found == Counter(FACES)
    assert not any(one.dealing.closed or one.dealing.frozen for one in ring.all)
    ring.end()
    assert [one.dealing.judged and one.dealing.verdict is None for one in ring.all] == [True] * 4


def test_who_leaves_no_escrow_closes_the_talon() -> None:
    ring = Ring(THREE, escrow=(0, 2), forge=lambda _, said: None if isinstance(said, Part) else said)
    draws = left(ring)
    assert all(one.dealing.closed for one in ring.all)
    ring.line.append(draws[0])
    assert not ring.watcher.dealing.waited()


def test_two_players_leave_no_escrow() -> None:
    ring = Ring((0, 1), escrow=(0, 1))
    ring.go(Shuffle(1, (FACES,)))
    assert not any(deck2.escrow for deck2 in ring.watcher.dealing._decks.by_epoch[1].twos.values())
    ring.go(Gone(1, leaves=True))
    assert ring.watcher.dealing.closed


def test_the_last_draw_is_not_to_be_had_without_the_leaver() -> None:
    ring = Ring((0, 1))
    draw = Draw(Seat(0), 1, 0, 0)
    ring.forge = lambda player, said: None if player == 1 and isinstance(said, Share) else said
    ring.go(Shuffle(1, ((7,),)), draw)
    assert ring.watcher.dealing.waited() == ((ring.keys[1].public, Kind.SHARE),)
    for one in ring.all:
        one.dealing.leave(ring.keys[1].public)
    assert all(one.dealing.closed and not one.dealing.outcome().proved for one in ring.all)


def test_a_second_leaver_closes_the_talon() -> None:
    ring = Ring(
        (0, 1, 2, 3), escrow=range(4), forge=lambda n, said: None if n == 3 and isinstance(said, Part) else said
    )
    ring.go(Shuffle(1, (FACES,)), Gone(LEAVER, leaves=True))
    assert not ring.watcher.dealing.closed
    assert ring.watcher.dealing.waited() == ((ring.keys[3].public, Kind.DEAL),)
    ring.go(Gone(3, leaves=True))
    assert all(one.dealing.closed for one in ring.all)


def test_parts_before_anybody_left_open_nothing() -> None:
    ring = Ring(THREE, escrow=THREE)
    ring.go(Shuffle(1, (FACES,)))
    deck = ring.watcher.dealing._decks.by_epoch[1]
    entry = deck.twos[ring.keys[LEAVER].public].escrow[0]
    key = ring.keys[0]
    part = deck_seed.opened(TID, 1, entry, key.public, key.box_key)
    assert part is not None
    ring.say(0, Part(1, LEAVER, part))
    ring.go()
    assert not deck.seeds
    assert not ring.watcher.dealing.frozen
    ring.go(Gone(LEAVER, leaves=True))
    assert deck.seeds.keys() == {ring.keys[LEAVER].public}


def test_who_gives_a_false_part_is_named() -> None:
    def false(player: int, said: Message) -> Message:
        return Part(said.epoch, said.player, SEED) if player == 0 and isinstance(said, Part) else said

    ring = Ring(THREE, escrow=THREE, forge=false)
    left(ring)
    want = (Deviated(ring.keys[0].public, Deviation.ESCROW, 1),)
    assert all(one.dealing.deviations == want and one.dealing.closed for one in ring.all)
    assert not any(one.dealing.frozen for one in ring.all)
    ring.end()
    assert {one.dealing.verdict for one in ring.all} == set(want)


def sealed_again(ring: Ring, seed: bytes) -> Message:
    """Make the leaver's second pass with an escrow of another seed."""
    others = [key.public for number, key in enumerate(ring.keys) if number != LEAVER]
    made = ring.dealers[LEAVER].dealing.owed()[0]
    return msgspec.structs.replace(made, escrow=deck_seed.entries(TID, 1, seed, others))


def test_who_seals_parts_of_another_seed_is_named() -> None:
    ring = Ring(
        THREE,
        escrow=THREE,
        forge=lambda n, said: sealed_again(ring, SEED) if n == LEAVER and isinstance(said, Deck2) else said,
    )
    left(ring)
    want = (Deviated(ring.keys[LEAVER].public, Deviation.ESCROW, 1),)
    assert all(one.dealing.deviations == want and one.dealing.closed for one in ring.all)
    ring.end()
    assert ring.watcher.dealing.verdict == want[0]


def test_an_escrow_that_does_not_open_is_complained_of_and_its_author_named() -> None:
    def garbage(player: int, said: Message) -> Message:
        if player == LEAVER and isinstance(said, Deck2):
            return msgspec.structs.replace(said, escrow=tuple(bytes(ENTRY_SIZE) for _ in said.escrow))
        return said

    ring = Ring(THREE, escrow=THREE, forge=garbage)
    ring.go(Shuffle(1, (FACES,)))
    assert all(one.dealing.frozen for one in ring.all)
    want = Deviated(ring.keys[LEAVER].public, Deviation.ESCROW, 1)
    assert all(one.dealing.judged and one.dealing.verdict == want for one in ring.all)


def test_who_complains_without_reason_is_named() -> None:
    ring = Ring(THREE, escrow=THREE)
    ring.go(Shuffle(1, (FACES,)))
    ring.say(0, Part(1, LEAVER, b""))
    ring.go()
    want = Deviated(ring.keys[0].public, Deviation.ESCROW, 1)
    assert all(one.dealing.judged and one.dealing.verdict == want for one in ring.all)


def test_a_leaver_is_not_blamed_on_the_word_of_one() -> None:
    def empty(player: int, said: Message) -> Message:
        return Part(said.epoch, said.player, b"") if player == 0 and isinstance(said, Part) else said

    ring = Ring(THREE, escrow=THREE, forge=empty)
    left(ring)
    assert all(one.dealing.closed and not one.dealing.deviations for one in ring.all)
    ring.end()
    want = Deviated(ring.keys[0].public, Deviation.ESCROW, 1)
    assert all(one.dealing.judged and one.dealing.verdict == want for one in ring.all)


@pytest.mark.parametrize("seed", range(10))
def test_whoever_drops_out_when_nobody_else_sees_a_card(seed: int) -> None:
    rng = Random(seed)
    ring = Ring((0, 1, 2, 3), escrow=range(4), seed=seed)
    ring.go(Shuffle(1, (FACES * 2,)))
    seats, at, turn = [0, 1, 2, 3], 0, 0
    while at < 2 * len(FACES) - 3:
        if len(seats) > 2 and rng.random() < 0.2:
            gone = rng.choice(seats)
            seats.remove(gone)
            ring.go(Gone(gone, leaves=rng.random() < 0.5 and not ring.watcher.dealing._recovery.left))
        turn = next(seat for step in range(1, 5) if (seat := (turn + step) % 4) in seats)
        order = [(turn + step) % 4 for step in range(20) if (turn + step) % 4 in seats]
        draws = [Draw(Seat(seat), 1, 0, at + number) for number, seat in enumerate(order)]
        ring.go(draws[0], Turn(turn, tuple(draws[1 : 2 * len(FACES) - at])))
        assert [one.seen[draws[0]] is not None for one in ring.all] == [seat == turn for seat in range(5)]
        at += 1


@pytest.mark.parametrize("seed", range(6))
def test_a_seed_that_is_opened_early_hides_no_false_part(seed: int) -> None:
    """It reaches some before the parts and some after them: all close the talon, and all name the same one."""
    people = (0, 1, 2, 3)

    def false(player: int, said: Message) -> Message:
        return Part(said.epoch, said.player, bytes(32)) if player == 3 and isinstance(said, Part) else said

    ring = Ring(people, escrow=people, seed=seed, forge=false)
    ring.go(Shuffle(1, (FACES,)))
    mask = ring.dealers[LEAVER].dealing._decks.by_epoch[1].mask
    assert mask is not None
    ring.say(LEAVER, Audit(1, mask.seed))
    ring.go(Gone(LEAVER, leaves=True))
    want = (Deviated(ring.keys[3].public, Deviation.ESCROW, 1),)
    assert [one.dealing.deviations for one in ring.all] == [want] * 5
    assert all(one.dealing.closed for one in ring.all)
    assert not any(one.dealing.waited() for one in ring.all)
