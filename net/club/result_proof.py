"""The proof of a result: a table's genesis and the receipts of its end, for somebody who was not there.

    proof    = [ply, gprev, keys, winners, points, reason, genesis, signed]
    genesis  = [body, signature]
    signed   = [[body, signature], ...]      receipts of the end, and a `ready` of each holder whose receipt is missing

The genesis names the table: its id is the hash of it. Each receipt (`seen`) names the last place of the line and, as
its `state`, the digest of the end: who held which seat, who won, the points. So every program that signed a receipt has
found this end by itself, and nobody can be counted as somebody who never sat there: they signed the receipt, or at
least that they were ready to play at this table.

Who of the holders had to sign the end cannot be told without the line. At least two must, or one and the witness whom
the table names. Where two ends of one table are proved, the one that more holders signed stands, and neither of them if
as many signed both (`net.club.result_book`). A table counts only if every seat has a key of its own, no bots were
allowed, and the cards were not dealt by one program.

The whole proof is checked from its bytes alone; nothing but `BadMessage` is raised.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from net.club.club_event import PROOF_LIMIT
from net.identity.identity import PUBLIC_SIZE, pid_of
from net.table.fold.end_statement import EndStatement
from net.table.fold.table_terms import WITNESS
from net.wire.codec import BadMessage, Flaw, Word, pack, unpack
from net.wire.envelope import check, read_body
from net.wire.event import Kind, Signed
from net.wire.event_data import Genesis, Seen, is_self_certified, read_as

if TYPE_CHECKING:
    from net.table.fold.table_state import TableFacts

SEATS_LIMIT = 16
TWO = 2
"""Holders that must have signed an end; with the witness one is enough."""

Sig = Annotated[bytes, Meta(min_length=64, max_length=64)]
Bytes = Annotated[bytes, Meta(max_length=PROOF_LIMIT)]
Whole = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
SeatIndex = Annotated[int, Meta(ge=0, lt=SEATS_LIMIT)]


class _Proof(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    ply: Annotated[int, Meta(ge=0)]
    gprev: Annotated[bytes, Meta(min_length=16, max_length=16)]
    keys: tuple[Annotated[bytes, Meta(max_length=PUBLIC_SIZE)], ...]
    winners: tuple[SeatIndex, ...]
    points: tuple[Whole, ...]
    reason: Word
    genesis: tuple[Bytes, Sig]
    signed: tuple[tuple[Bytes, Sig], ...]


@dataclass(frozen=True, slots=True)
class ProvedEnd:
    """An end that its players have signed: the table's genesis, the end, who of the holders signed it, and when.

    `time` is in milliseconds since 1970, the earliest that a receipt names.
    """

    genesis: Genesis
    end: EndStatement
    signers: frozenset[bytes]
    time: int

    @property
    def players(self) -> tuple[bytes, ...]:
        """The keys that held seats, in the order of the seats."""
        return tuple(key for key in self.end.keys if key)

    @property
    def worth(self) -> tuple[int, ...]:
        """What the end was worth to each of the players: winners first, then by points; the last are worth 0."""
        end = self.end
        measured = [(seat in end.winners, end.points[seat]) for seat, key in enumerate(end.keys) if key]
        order = sorted(set(measured))
        return tuple(order.index(one) for one in measured)


def prove(annals: TableFacts, end: EndStatement) -> bytes:
    """Write the proof of a table's end from its events; raise `BadMessage` if it does not prove it."""
    events = [one for one in annals.all if one.event.seq < annals.struck.get(one.event.author, one.event.seq + 1)]
    genesis = next((one for one in events if is_self_certified(one)), None)
    if genesis is None:
        raise BadMessage(Flaw.SHAPE, why="the beginning of the table is missing")
    receipts = {one.event.author: one for one in events if _is_receipt(one, end)}
    readies = {one.event.author: one for one in events if one.event.kind == Kind.READY}
    holders = [key for key in end.keys if key]
    signed = [receipts[key] for key in (*holders, *(one for one in receipts if one not in holders)) if key in receipts]
    signed += [readies[key] for key in holders if key not in receipts and key in readies]
    proof = write_proof(end, genesis, signed)
    check_proof(proof)
    return proof


def write_proof(end: EndStatement, genesis: Signed, signed: Iterable[Signed]) -> bytes:
    """Write a proof of its parts, unchecked."""
    pairs = tuple((one.body, one.sig) for one in signed)
    said = (end.ply, end.gprev, end.keys, end.winners, end.points, end.reason, (genesis.body, genesis.sig), pairs)
    return pack(said)


def check_proof(proof: bytes) -> ProvedEnd:
    """Check a proof and every signature in it; raise `BadMessage`."""
    return _read(proof, trusted=False)


def read_proof(proof: bytes) -> ProvedEnd:
    """Read a proof that was checked before it was kept; raise `BadMessage`."""
    return _read(proof, trusted=True)


def _read(proof: bytes, *, trusted: bool) -> ProvedEnd:
    said = unpack(_Proof, proof, PROOF_LIMIT)
    body, sig = said.genesis
    first = read_body(body, sig)
    tid = first.event.tid
    if not trusted:
        check(body, sig, tid)
    genesis = read_as(first.event, Genesis)
    end = EndStatement(tid, said.ply, said.gprev, said.keys, said.winners, said.points, said.reason)
    signed = [read_body(*pair) if trusted else check(*pair, tid) for pair in said.signed]
    receipts = {one.event.author: one for one in signed if _is_receipt(one, end)}
    holders = [key for key in end.keys if key]
    signers = frozenset(receipts) & frozenset(holders)
    if not trusted:
        _check_table(first, genesis, end)
        _check_signers(signed, receipts, holders, genesis)
    time = min(read_as(one.event, Seen).t for one in receipts.values())
    return ProvedEnd(genesis, end, signers, time)


def _is_receipt(one: Signed, end: EndStatement) -> bool:
    event = one.event
    at_end = event.kind == Kind.SEEN and (event.ply, event.gprev, event.state) == (end.ply, end.gprev, end.digest)
    return at_end and read_as(event, Seen).id == end.gprev


def _check_table(first: Signed, genesis: Genesis, end: EndStatement) -> None:
    holders = [key for key in end.keys if key]
    terms = dict(genesis.terms)
    fits = (
        is_self_certified(first),
        len(end.keys) == len(end.points) == genesis.seats,
        len(holders) >= TWO and len(set(holders)) == len(holders) and all(len(key) == PUBLIC_SIZE for key in holders),
        tuple(sorted(set(end.winners))) == end.winners,
        all(seat < len(end.keys) and end.keys[seat] for seat in end.winners),
        terms.get("bots") == "no" and terms.get("deal") == "mental",
    )
    if not all(fits):
        raise BadMessage(Flaw.SHAPE, why=_WHY[fits.index(False)])


_WHY = (
    "the beginning is not that of the table",
    "the end is of another number of seats",
    "not every seat has a key of its own",
    "the winners are not in order",
    "a vacant seat has won",
    "the table allowed bots, or one program dealt",
)


def _check_signers(signed: list[Signed], receipts: dict[bytes, Signed], holders: list[bytes], genesis: Genesis) -> None:
    ready = {one.event.author for one in signed if one.event.kind == Kind.READY}
    witness = dict(genesis.terms).get("flag", "").removeprefix(WITNESS)
    witnesses = {key for key in receipts if key not in holders and pid_of(key) == witness}
    authors = [one.event.author for one in signed]
    holding = set(holders)
    if len(set(authors)) != len(authors) or not set(authors) <= holding | witnesses:
        raise BadMessage(Flaw.SHAPE, why="somebody has signed twice, or had no seat")
    if not holding <= receipts.keys() | ready:
        raise BadMessage(Flaw.SHAPE, why="somebody has not signed that they sat there")
    if len(holding & receipts.keys()) + bool(witnesses) < TWO or not holding & receipts.keys():
        raise BadMessage(Flaw.SHAPE, why="too few have signed the end")
