"""The audit: done again from the seeds, deck by deck; who deviated first is named, and signed by all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.chance import Draw, Shuffle
from core.game import Seat
from net.deck.card_deck import Deck, Deviated, Deviation, Second
from net.deck.deck_audit import SENTENCES, Audits, examine
from net.deck.deck_seed import Mask
from net.deck.prime_group import Packs
from net.wire.card_data import Audit, Share
from net.wire.event import Kind
from tests.net.support.dealers import Gone, Ring, drawn_in_turn, played

FACES = (1, 3, 5, 7, 9)
SEATS = (0, 1, 2)


def dealt() -> Deck:
    """Give a finished deck with all its seeds."""
    ring = Ring(SEATS, escrow=SEATS)
    ring.go(*played(drawn_in_turn([FACES], SEATS), SEATS, 1, [FACES]))
    ring.end()
    return ring.watcher.dealing._decks.by_epoch[1]


def turned(packs: Packs) -> Packs:
    """Turn a deck upside down."""
    return tuple(pack[::-1] for pack in packs)


def test_an_honest_deck_is_found_right() -> None:
    assert examine(dealt()) is None


@pytest.mark.parametrize("number", SEATS)
def test_the_player_whose_pass_is_wrong_is_named(number: int) -> None:
    deck = dealt()
    player = deck.setting.players[number]
    deck.ones[player] = turned(deck.ones[player])
    assert examine(deck) == Deviated(player, Deviation.POINTS, 1)


@pytest.mark.parametrize("number", SEATS)
@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda said: replace(said, keys=turned(said.keys)), Deviation.KEYS),
        (lambda said: replace(said, packs=turned(said.packs)), Deviation.POINTS),
        (lambda said: replace(said, lot=bytes(32)), Deviation.LOT),
        (lambda said: replace(said, escrow=said.escrow[::-1]), Deviation.ESCROW),
    ],
)
def test_the_player_whose_second_pass_is_wrong_is_named(number: int, change: object, what: Deviation) -> None:
    deck = dealt()
    player = deck.setting.players[number]
    assert callable(change)
    said = change(deck.twos[player])
    assert isinstance(said, Second)
    deck.twos[player] = said
    if what is Deviation.POINTS and number == SEATS[-1]:
        what = Deviation.UNDEFINED  # nobody's pass puts the last one's masks right
    assert examine(deck) == Deviated(player, what, 1)


def test_a_seed_that_is_missing_leaves_the_others_examined() -> None:
    deck = dealt()
    first, last = deck.setting.players[0], deck.setting.players[2]
    del deck.seeds[first]
    assert examine(deck) is None
    deck.ones[last] = turned(deck.ones[last])
    assert examine(deck) == Deviated(last, Deviation.POINTS, 1)


def test_only_the_seed_committed_to_is_taken() -> None:
    deck = dealt()
    player = deck.setting.players[0]
    seed = deck.seeds.pop(player)
    audits = Audits(deck.setting.players)
    assert not audits.done([deck])
    audits.receive(player, Audit(1, bytes(32)), deck)
    audits.receive(player, Audit(1, bytes(32)), deck)
    assert audits.found == [Deviated(player, Deviation.SEED, 1)]
    assert audits.done([deck])
    audits.receive(player, Audit(1, seed), deck)
    assert audits.found == [Deviated(player, Deviation.SEED, 1)]
    audits.receive(b"stranger", Audit(1, seed), deck)
    assert b"stranger" not in deck.seeds


def test_the_first_deviation_is_that_of_the_first_deck() -> None:
    deck = dealt()
    players = deck.setting.players
    audits = Audits(players)
    later = Deviated(players[0], Deviation.SHARE, 2)
    assert audits.judged([deck], []) is None
    assert audits.judged([deck], [later]) == later
    earlier = [Deviated(players[2], Deviation.SHARE, 1), Deviated(players[1], Deviation.SHARE, 1)]
    assert audits.judged([deck], [later, *earlier]) == earlier[1]
    deck.ones[players[2]] = turned(deck.ones[players[2]])
    assert Audits(players).judged([deck], [later, *earlier]) == Deviated(players[2], Deviation.POINTS, 1)


def test_a_deck_is_done_again_only_when_a_seed_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    deck, done = dealt(), list[int]()
    monkeypatch.setattr("net.deck.deck_audit.examine", lambda deck: done.append(len(deck.seeds)))
    audits, last = Audits(deck.setting.players), deck.seeds.popitem()
    for _ in range(3):
        audits.judged([deck], [])
    deck.seeds |= dict([last])
    for _ in range(3):
        audits.judged([deck], [])
    assert done == [2, 3]


def test_verdicts_come_back_as_they_were_written() -> None:
    players = (b"a" * 32, b"b" * 32)
    audits = Audits(players)
    for found in (None, Deviated(players[1], Deviation.LOT, 3)):
        other = Audits(players)
        other.receive(players[0], audits.verdict(found), None)
        assert other.verdicts == {players[0]: found}
    for odd in (Audit(1, b"", "odd", 1), Audit(1, b"", "lot", None), Audit(1, b"", "lot", 7)):
        audits.receive(players[0], odd, None)
    assert not audits.verdicts


def test_every_deviation_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Deviation)
    assert all("{nick}" in text for text in SENTENCES.values())


def test_who_left_with_his_seed_in_escrow_is_audited() -> None:
    ring = Ring(
        SEATS, escrow=SEATS, forge=lambda player, said: None if player == 0 and isinstance(said, Audit) else said
    )
    ring.go(Shuffle(1, (FACES,)), Gone(0, leaves=True))
    ring.end()
    assert ring.watcher.dealing.judged
    assert ring.watcher.dealing.verdict is None


def test_who_leaves_and_ends_the_game_by_it_is_audited() -> None:
    ring = Ring(SEATS, escrow=SEATS)
    ring.go(Shuffle(1, (FACES,)))
    for one in ring.all:
        one.dealing.leave(ring.keys[0].public)
    ring.end()
    assert all(one.dealing.judged and one.dealing.verdict is None for one in ring.all)


def test_who_left_without_escrow_is_not_audited() -> None:
    ring = Ring(SEATS, forge=lambda player, said: None if player == 0 and isinstance(said, Audit) else said)
    ring.go(Shuffle(1, (FACES,)), Gone(0, leaves=True))
    ring.end()
    assert ring.watcher.dealing.waited() == ((ring.keys[0].public, Kind.AUDIT),)
    for one in ring.all:
        assert not one.dealing.judged
        one.dealing.refuse(ring.keys[0].public)
    assert all(one.dealing.judged for one in ring.all)
    assert ring.watcher.dealing.verdict == Deviated(ring.keys[0].public, Deviation.REFUSED, 0)


def test_a_mask_is_that_of_its_seed() -> None:
    deck = dealt()
    for player, seed in deck.seeds.items():
        assert deck.twos[player].keys == Mask(seed).keys(deck.setting.sizes)


def opened_early(seed: int) -> tuple[Ring, Draw]:
    """Let Ann open her seed while the deck is in play, as when play stops and then goes on; then Ben draws."""
    ring, draw = Ring(SEATS, escrow=SEATS, seed=seed), Draw(Seat(1), 1, 0, 0)
    ring.go(Shuffle(1, (FACES,)))
    deck = ring.dealers[0].dealing._decks.by_epoch[1]
    assert deck.mask is not None
    ring.say(0, Audit(1, deck.mask.seed))
    return ring, draw


@pytest.mark.parametrize("seed", range(6))
def test_who_opened_a_seed_and_plays_on_gives_shares_that_count_whenever_they_come(seed: int) -> None:
    ring, draw = opened_early(seed)
    ring.go(draw)
    assert [one.at for one in ring.all] == [len(ring.line)] * len(ring.all)
    late = ring.dealer(ring.keys[2])
    for signed in ring.events:
        late.dealing.receive(signed)
    late.dealing.stand(ring.line[0], bytes(16))  # type: ignore[arg-type]
    late.dealing.stand(draw, (1).to_bytes(16, "big"))
    assert late.dealing.outcome().proved


@pytest.mark.parametrize("seed", range(6))
def test_a_false_share_after_an_audit_names_nobody_whenever_it_comes(seed: int) -> None:
    ring, draw = opened_early(seed)
    ring.say(0, Share(((1, 0, 0, (7).to_bytes(32, "little")),)))
    ring.go(draw)
    late = ring.dealer(ring.keys[2])
    for signed in ring.events:
        late.dealing.receive(signed)
    late.dealing.stand(ring.line[0], bytes(16))  # type: ignore[arg-type]
    late.dealing.stand(draw, (1).to_bytes(16, "big"))
    assert [one.dealing.deviations for one in (*ring.all, late)] == [()] * (len(ring.all) + 1)
    assert late.dealing.outcome().proved
    assert [one.at for one in ring.all] == [len(ring.line)] * len(ring.all)
