"""The log of one person folded in other orders of arrival: the line may not depend on them (docs/protocol.md)."""

from __future__ import annotations

from random import Random

from net.identity.identity import Identity
from net.log.chain import Accepted, Forked
from net.log.feed import Feed
from net.peer.table_session import TableSession
from net.table.table import Table
from net.wire.event import Signed

ORDERS = 2
"""How many other orders are tried at the end of an evening."""
NEWCOMER = Identity.new(b"newcomer".ljust(32, b"."))
"""Whoever hears the log in another order: somebody without a seat."""


def differs(desk: TableSession, seed: int) -> bool:
    """Tell whether somebody who hears the same log and proofs in some other order stands at another place."""
    here, rng = desk.table.line_heads(), Random(f"orders {seed}")
    return any(_fold(desk, rng).line_heads() != here for _ in range(ORDERS))


def _fold(desk: TableSession, rng: Random) -> Table:
    """Fold a log, each author's chain in its order, and each proof as a whole at some time."""
    feed, table = Feed(desk.tid), Table(desk.tid, NEWCOMER.public, bytes(32), None)
    for author in desk.feed.authors():
        feed.admit(author)
    for one in _order(desk, rng):
        if isinstance(one, Forked):
            table.forked(one.first.event.author, one.first, one.second)
            continue
        for arrival in feed.receive(one):
            if isinstance(arrival, Accepted):
                table.receive(arrival.signed)
    while table.retelling:
        table.go_on()
    return table


def _order(desk: TableSession, rng: Random) -> list[Signed | Forked]:
    chains: list[list[Signed | Forked]] = [list(desk.feed.events(author)) for author in desk.feed.authors()]
    chains += [[proof] for proof in desk.feed.proofs()]
    turns = [number for number, chain in enumerate(chains) for _ in chain]
    rng.shuffle(turns)
    told = [iter(chain) for chain in chains]
    return [next(told[number]) for number in turns]
