"""The proof that a pass over a deck is wrong, from the words of its author alone, for somebody who was not there.

    proof = [player, seed, points, [[body, signature], ...]]

The author has signed a commitment to their seed (`deck0`), the pass, and beside the pass the digest of the points it
starts from. Whoever has the seed, which an audit opens, and these points can make the pass again: the same seed, the
same bytes. Nothing in the proof rests on what anybody else has signed, so nobody can make one against somebody whose
program follows the protocol: neither by leaving out an event nor by signing two. `player` is the one for whom the
author dealt, mostly themselves; their commitment is bound to that.

A pass that names no points is proved by itself, with nothing else: every program signs them that can play rated tables.

Checked from its bytes alone; nothing but `BadMessage` is raised. An escrow is not compared: it depends on who the
others are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from net.deck.card_deck import Deck, origin_of
from net.deck.deck_seed import Mask, committed
from net.deck.prime_group import SIZE, RawPacks, packs_of, plain
from net.wire.card_data import Deck0, Deck1, Deck2, PackPoints
from net.wire.codec import BadMessage, Flaw, Id, pack, unpack
from net.wire.envelope import check
from net.wire.event import Kind, Signed
from net.wire.event_data import read, read_as

PASS_PROOF_LIMIT = 6400
"""Bytes of a proof: what an event of a club's log has room for, whatever heads it names."""

_KINDS: dict[int, type[Deck1 | Deck2]] = {Kind.DECK1: Deck1, Kind.DECK2: Deck2}
Body = Annotated[bytes, Meta(max_length=PASS_PROOF_LIMIT)]
Sig = Annotated[bytes, Meta(min_length=64, max_length=64)]


class _Proof(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    player: Id
    seed: Annotated[bytes, Meta(max_length=SIZE)]
    points: Annotated[tuple[PackPoints, ...], Meta(max_length=2)]
    signed: Annotated[tuple[tuple[Body, Sig], ...], Meta(min_length=1, max_length=2)]


def prove_passes(deck: Deck, events: Iterable[Signed]) -> dict[bytes, bytes]:
    """Prove whose passes over a complete deck are wrong, as far as its seeds are open: author -> proof.

    `events` are those of the table.
    """
    setting = deck.setting
    dealt = [one for one in events if one.event.kind in {Kind.DECK0, *_KINDS} and one.event.gprev == setting.place]
    found: dict[bytes, bytes] = {}
    for player in setting.players:
        author = setting.signer(player)
        own = [one for one in dealt if one.event.author == author and one.event.data[0] == setting.epoch]
        commit = next((one for one in own if one.event.kind == Kind.DECK0), None)
        for one in own:
            if one.event.kind == Kind.DECK0 or commit is None or player not in deck.seeds or author in found:
                continue
            points = plain(deck.before(player, _KINDS[one.event.kind]))
            proof = write_pass_proof(player, deck.seeds[player], points, [commit, one])
            if not one.event.state:
                proof = write_pass_proof(player, b"", (), [one])
            if _holds(setting.tid, author, proof):
                found[author] = proof
    return found


def write_pass_proof(player: bytes, seed: bytes, points: RawPacks, signed: Iterable[Signed]) -> bytes:
    """Write a proof of its parts, unchecked."""
    return pack((player, seed, points, tuple((one.body, one.sig) for one in signed)))


def _holds(tid: bytes, author: bytes, proof: bytes) -> bool:
    try:
        check_pass_proof(tid, author, proof)
    except BadMessage:
        return False
    return True


def check_pass_proof(tid: bytes, author: bytes, proof: bytes) -> None:
    """Raise `BadMessage` unless a proof shows that a key has signed a wrong pass at a table."""
    said = unpack(_Proof, proof, PASS_PROOF_LIMIT)
    signed = [check(*pair, tid) for pair in said.signed]
    last = signed[-1].event
    if {one.event.author for one in signed} != {author} or last.kind not in _KINDS:
        raise BadMessage(Flaw.SHAPE, why="it is not about a pass that this person has signed")
    done = read(last)
    assert isinstance(done, Deck1 | Deck2)
    if not last.state:
        if len(signed) > 1 or said.seed or said.points:
            raise BadMessage(Flaw.SHAPE, why="a pass that names no points is proved by itself")
        return
    if len(signed) == 1 or signed[0].event.kind != Kind.DECK0:
        raise BadMessage(Flaw.SHAPE, why="the commitment to the seed is missing")
    first = signed[0].event
    commit = read_as(first, Deck0)
    if (first.gprev, commit.epoch) != (last.gprev, done.epoch):
        raise BadMessage(Flaw.SHAPE, why="the commitment is to another deck")
    if len(said.seed) != SIZE or commit.seed != committed(b"seed", tid, commit.epoch, said.player, said.seed):
        raise BadMessage(Flaw.SHAPE, why="the seed is not the one committed to")
    if origin_of(said.points) != last.state or _is_right(done, Mask(said.seed), said.points):
        raise BadMessage(Flaw.SHAPE, why="the pass is right, or starts from other points")


def _is_right(done: Deck1 | Deck2, mask: Mask, points: RawPacks) -> bool:
    """Tell whether a pass is what its author's seed makes of the points it starts from."""
    before = packs_of(points, {})
    if before is None:
        return True
    if isinstance(done, Deck1):
        return done.packs == plain(mask.shuffled(before))
    keys = plain(mask.keys(tuple(map(len, before))))
    return (done.packs, done.keys, done.lot) == (plain(mask.slotted(before)), keys, mask.lot)
