"""The result of a rated table of one's own journal: is it settled, which club and place is it for, what proves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from core.fault import Fault, sentence
from net.club.club_event import BESIDE, NONCES, Place, Result, nonce_of, place_of_salt, rated_salt
from net.club.club_state import ClubState
from net.club.result_book import summary
from net.club.result_proof import check_proof, prove
from net.log.chain import Accepted, Forked
from net.log.feed import Feed
from net.storage.journal import Journal
from net.table.fold.end_statement import end_of
from net.table.fold.game_end import is_settled
from net.table.fold.table_state import TableFacts
from net.table.table_projection import TableProjection
from net.wire.codec import BadMessage
from net.wire.event_data import Genesis, read_as

PLACE_NONCES = 32
"""Tables that are looked for at one place of a tournament; `parley club result` looks for all."""

NO_END = sentence("The game of this table has no end that can be proved: it is not over, or was stopped.")
NOT_SETTLED = sentence("The end of this table is not settled yet: `parley settle` goes on until it is.")
NOT_RATED = sentence("This table was not opened for the club {name}, and nothing can bind it to a club afterwards.")
NOT_MEMBERS = sentence("Not everybody who played at this table is a member of {name}: the result would not count.")
UNPROVED = sentence("The receipts of this table do not prove its end: {why}.")


class ResultRefused(Fault):
    """A table of the journal has no result for the club."""


def fold_table(journal: Journal, tid: bytes, me: bytes) -> TableFacts:
    """Fold a table of the journal as the key `me` sees it; raise what the journal raises."""
    feed, table = Feed(tid), TableProjection(tid, me, bytes(32))
    for signed in journal.events(tid):
        for arrival in feed.receive(signed):
            if isinstance(arrival, Accepted):
                table.receive(arrival.signed)
                if arrival.signed.event.author == table.annals.host:
                    for key in table.annals.seated:
                        feed.admit(key)
    for proof in journal.proofs(tid):
        for one in (proof.first, proof.second):
            for arrival in feed.receive(one):
                if isinstance(arrival, Forked):
                    table.forked(one.event.author, arrival.first, arrival.second)
    return table.annals


def salt_of(journal: Journal, tid: bytes) -> bytes:
    """Give the salt of the genesis of a table; empty if that is not here. Raises what the journal raises."""
    genesis = journal.genesis(tid)
    with suppress(BadMessage):
        return read_as(genesis.event, Genesis).salt if genesis is not None else b""
    return b""


def free_salts(journal: Journal, cid: bytes, place: Place) -> Iterator[bytes]:
    """Give the salts for a place of a club that no table of a journal has; there may be none left."""
    used = {salt_of(journal, row.tid) for row in journal.tables()}
    salts = (rated_salt(cid, *place, nonce_of(count)) for count in range(NONCES))
    return (salt for salt in salts if salt not in used)


def paired_places(state: ClubState, key: bytes | None = None) -> tuple[Place, ...]:
    """List the places of all rounds that are paired; with a key, those where its owner plays."""
    found: list[Place] = []
    for it in state.tournaments.values():
        with suppress(Fault):
            played = state.play(it.id)
            own = None if key is None else played.number_of(key)
            for one in played.rounds:
                tables = range(len(one.tables))
                found += [(it.id, one.number, at) for at in tables if key is None or own in one.tables[at]]
    return tuple(found)


def salts_of(cid: bytes, places: Iterable[Place]) -> dict[bytes, tuple[Place, bytes]]:
    """Give the salts of the tables that are rated for places of a club, each with its place and nonce."""
    return {
        rated_salt(cid, *place, nonce_of(count)): (place, nonce_of(count))
        for place in places
        for count in range(NONCES if place == BESIDE else PLACE_NONCES)
    }


def table_result(annals: TableFacts, state: ClubState) -> Result:
    """Give the data of the result of a folded table for a club whose members all players are; raise `ResultRefused`."""
    end = end_of(annals)
    if end is None or annals.genesis is None:
        raise ResultRefused(NO_END)
    if not is_settled(annals):
        raise ResultRefused(NOT_SETTLED)
    found = place_of_salt(state.cid, annals.genesis.salt, (BESIDE, *paired_places(state)))
    if found is None:
        raise ResultRefused(NOT_RATED, name=state.name)
    if not are_members(state, end.keys):
        raise ResultRefused(NOT_MEMBERS, name=state.name)
    return placed_result(annals, *found)


def are_members(state: ClubState, keys: Iterable[bytes]) -> bool:
    """Tell whether the club has let in everybody who held a seat."""
    return state.membership.ever.issuperset(key for key in keys if key)


def placed_result(annals: TableFacts, place: Place, nonce: bytes) -> Result:
    """Give the data of the result of a settled table whose place is known; raise `ResultRefused`."""
    end = end_of(annals)
    if end is None:
        raise ResultRefused(NO_END)
    if not is_settled(annals):
        raise ResultRefused(NOT_SETTLED)
    try:
        proof = prove(annals, end)
    except BadMessage as flaw:
        raise ResultRefused(UNPROVED, why=flaw.fields.get("why", flaw)) from flaw
    return summary(check_proof(proof), proof, place, nonce)
