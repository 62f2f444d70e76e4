"""One deck: its messages in any order, what counts, what it says it waits for; and anything that may arrive."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Draw, Shuffle
from core.game import Seat
from net.deck.card_deck import UNDEFINED, Deck, Pass, Setting
from net.deck.deal import CardDeal
from net.deck.deck_seed import DealerKeys, Mask, derived
from net.wire import envelope
from net.wire.card_data import KINDS, Deck0, Deck1, Deck2
from net.wire.codec import EVENT_LIMIT, pack
from net.wire.event import Kind
from net.wire.event_data import data_of
from tests.net.support.attacks.malformed_numbers import BAD_POINTS, BAD_SCALARS, disguised
from tests.net.support.dealers import Ring
from tests.net.support.event_signer import TID, event, who

KEYS = [who(name) for name in ("ann", "ben", "cat", "dan")]
PLAYERS = tuple(key.public for key in KEYS)
SETTING = Setting(TID, 1, ((1, 1, 3), (5, 7)), PLAYERS, frozenset(PLAYERS), bytes(16))


def decks(setting: Setting = SETTING) -> list[Deck]:
    """Give each player's deck with nothing signed."""
    return [Deck(setting, player, Mask(derived(b"s" * 32, player))) for player in setting.players]


def told(tables: list[Deck]) -> list[tuple[bytes, Pass]]:
    """Let the players sign until the deck is finished; give what they signed, in order."""
    said: list[tuple[bytes, Pass]] = []
    while not tables[0].complete:
        for deck in tables:
            message = deck.owed()
            if message is not None:
                said.append((deck.me, message))
                for one in tables:
                    one.receive(deck.me, message)
    return said


def test_the_order_of_arrival_does_not_matter() -> None:
    tables = decks()
    said = told(tables)
    assert [type(message) for _, message in said] == [Deck0] * 4 + [Deck1] * 4 + [Deck2] * 4
    for seed in range(20):
        watcher = Deck(SETTING)
        for player, message in Random(seed).sample(said, len(said)):
            assert not watcher.complete
            watcher.receive(player, message)
        assert watcher.complete
        assert watcher.slots == tables[0].slots
        assert watcher.lot(2) == tables[0].lot(2)


def test_each_waits_for_the_one_before() -> None:
    tables = decks()
    assert tables[0].waited() == tuple((player, Kind.DECK0) for player in PLAYERS)
    first = tables[2].owed()
    assert isinstance(first, Deck0)
    tables[2].receive(PLAYERS[2], first)
    assert tables[2].owed() is None
    assert tables[2].waited() == tuple((player, Kind.DECK0) for player in PLAYERS if player != PLAYERS[2])
    said = told(decks())
    watcher = Deck(SETTING)
    for player, message in said[:5]:
        watcher.receive(player, message)
    assert watcher.waited() == ((PLAYERS[1], Kind.DECK1),)
    for player, message in said[5:]:
        watcher.receive(player, message)
    assert watcher.waited() == ()
    assert watcher.owed() is None


def test_strangers_and_second_thoughts_are_not_heard() -> None:
    tables = decks()
    tables[0].receive(who("eve").public, Deck0(1, bytes(32), bytes(32)))
    mine = tables[0].owed()
    assert isinstance(mine, Deck0)
    tables[0].receive(PLAYERS[0], mine)
    tables[0].receive(PLAYERS[0], Deck0(1, bytes(32), bytes(32)))
    assert tables[0].commits == {PLAYERS[0]: mine}


def test_a_lot_has_every_side_and_one_value() -> None:
    lots = set()
    for number in range(12):
        setting = Setting(TID, 1, ((1,),), PLAYERS[:2], frozenset(), bytes([number]) * 16)
        tables = decks(setting)
        told(tables)
        assert tables[0].lot(2) == tables[1].lot(2)
        lots.add(tables[0].lot(2))
    assert lots == {0, 1}


def test_only_all_masks_give_a_face() -> None:
    tables = decks()
    told(tables)
    watcher, faces = tables[0], []
    watcher.mask = None
    for number, size in enumerate(SETTING.sizes):
        for slot in range(size):
            for deck in tables[1:]:
                assert watcher.face(number, slot) is None
                assert watcher.give(deck.me, number, slot, deck.share(number, slot))
            mine = Mask(derived(b"s" * 32, PLAYERS[0])).slot(number, slot)
            assert watcher.face_by(PLAYERS[0], number, slot, mine) != UNDEFINED
            assert watcher.face(number, slot) is None
            assert not watcher.give(PLAYERS[0], number, slot, bytes(32))
            assert watcher.give(PLAYERS[0], number, slot, mine)
            faces.append(watcher.face(number, slot))
    assert sorted(face for face in faces[:3] if face is not None) == [1, 1, 3]
    assert sorted(face for face in faces[3:] if face is not None) == [5, 7]
    assert not watcher.give(PLAYERS[0], 2, 0, bytes(32))
    assert not watcher.give(PLAYERS[0], 0, 9, bytes(32))


def test_the_largest_messages_fit_into_an_event() -> None:
    setting = Setting(TID, 1, (tuple(range(26)), tuple(range(26))), PLAYERS, frozenset(PLAYERS), bytes(16))
    for player, message in told(decks(setting)):
        author = KEYS[PLAYERS.index(player)]
        signed = envelope.make(author, event(author, kind=int(Kind.DECK2), data=data_of(message)))
        assert len(signed.body) + 104 < EVENT_LIMIT
        assert pack(data_of(message))


def test_every_order_of_players_gives_the_same_cards() -> None:
    for players in permutations(PLAYERS[:3]):
        setting = Setting(TID, 1, ((2, 4, 6),), players, frozenset(), bytes(16))
        tables = decks(setting)
        told(tables)
        for deck in tables:
            for slot in range(3):
                assert all(one.give(deck.me, 0, slot, deck.share(0, slot)) for one in tables)
        assert {tuple(sorted(str(deck.face(0, slot)) for slot in range(3))) for deck in tables} == {("2", "4", "6")}


SMALL = st.integers(-2, 5) | st.none()
FORGED = (
    *BAD_SCALARS.values(),
    *BAD_POINTS.values(),
    *disguised(Mask(derived(b"s" * 32, PLAYERS[1])).slot(0, 0)).values(),
)
BYTES = st.binary(max_size=2) | st.binary(min_size=32, max_size=32) | st.sampled_from([*FORGED, bytes(112)])
POINTS = st.lists(st.lists(BYTES, max_size=3).map(tuple), max_size=3).map(tuple)
SHARES = st.lists(st.tuples(SMALL, SMALL, SMALL, BYTES), max_size=3).map(tuple)
DATA = (
    st.tuples(SMALL, BYTES, BYTES)
    | st.tuples(SMALL, POINTS)
    | st.tuples(SMALL, POINTS, POINTS, BYTES, st.lists(BYTES, max_size=2).map(tuple))
    | st.tuples(SHARES)
    | st.tuples(SMALL, SMALL, BYTES)
    | st.tuples(SMALL, BYTES, st.sampled_from(["", "ok", "points", "odd"]), SMALL)
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(KINDS)), st.integers(0, 2), DATA, st.booleans()), max_size=12))
def test_nothing_that_arrives_raises(arrivals: list[tuple[Kind, int, tuple[Any, ...], bool]]) -> None:
    holders = {Seat(0): PLAYERS[0], Seat(1): PLAYERS[1]}
    dealing = CardDeal(TID, holders, escrow=PLAYERS, own=DealerKeys.of(KEYS[0], bytes(32)))
    for seq, (kind, author, data, shuffled) in enumerate(arrivals):
        key = KEYS[author]
        if shuffled:
            dealing.stand(Shuffle(1, ((1, 2),)), bytes(16), (Draw(Seat(0), 1, 0, 0),))
        dealing.receive(
            envelope.make(key, event(key, seq, bytes([seq]) * 16, kind=int(kind), gprev=bytes(16), data=data))
        )
        for message in dealing.owed():
            assert pack(data_of(message))
        assert dealing.waited() is not None
        assert not dealing.outcome().proved
    dealing.end()
    assert isinstance(dealing.owed(), tuple)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.sampled_from([1, 1, 1, 2, 0]), BYTES), max_size=6),
    st.tuples(BYTES, BYTES, BYTES, BYTES),
    st.booleans(),
)
def test_no_bytes_about_a_finished_deck_raise(
    shares: list[tuple[int, int, int, bytes]],
    other: tuple[bytes, bytes, bytes, bytes],
    left: bool,  # noqa: FBT001  drawn by hypothesis
) -> None:
    """Shares, parts, seeds and what is sealed, in every length; who says what cannot be read is passed over."""
    ring = Ring((0, 1, 2), escrow=(0, 1, 2))
    ring.go(Shuffle(1, ((1, 2, 3),)), Draw(Seat(0), 1, 0, 0))
    one, (ann, ben, cat) = ring.watcher.dealing, ring.keys
    for packet, slot, epoch, mask in shares:
        one.ride(ben.public, ((epoch, packet, slot, mask),))
        assert one.hands.check(ann.public, Seat(0), (1,), ((epoch, packet, slot, mask),)) is not None
    said: list[tuple[Kind, tuple[Any, ...]]] = [
        (Kind.SHARE, (((1, 0, 0, other[0]),),)),
        (Kind.DEAL, (1, 1, other[1])),
        (Kind.AUDIT, (1, other[2])),
        (Kind.DECK0, (2, other[3], other[0])),
    ]
    if left:
        one.leave(ben.public)
    for seq, (kind, data) in enumerate(said, 40):
        one.receive(envelope.make(cat, event(cat, seq, bytes([seq]) * 16, kind=int(kind), gprev=bytes(16), data=data)))
    one.end()
    assert {named.player for named in one.deviations} <= {ben.public, cat.public}
    assert not one.judged
    boxes = {cat.public: ((1, other[0]),), ann.public: ((1, other[1]),)}
    given, culprit = one.legacy.opened(ben.public, boxes, None, lambda player: player)
    assert (given, culprit in {ann.public, cat.public}) == ({}, True)
