"""Haste: in some evenings time-outs are a hundredth, batches hold one, chains have hardly any room.

What is rare with the real figures happens often with these. They are the same for all programs of an evening; after it
everything is as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from functools import lru_cache
from random import Random
from types import ModuleType
from unittest.mock import patch

from net.deck import deck_seed, prime_group
from net.identity import identity, sodium
from net.log import chain, feed
from net.peer import inbox, publisher
from net.sync import replication, reply_queue, request_schedule
from net.table.duty import timekeeper
from net.transport import rate_limit
from net.wire import envelope, peer_message

OFTEN = 0.25
"""The part of the evenings at which each haste is on, among those that know any."""
HASTY = 0.5
"""The part of the evenings that know any."""


class Haste(StrEnum):
    """What is made small; a closed set."""

    HEADS = "heads after a hundredth"
    ROUNDS = "rounds of a hundredth"
    ASKING = "requests after a hundredth"
    ANSWERS = "answers after a hundredth"
    FINALS = "finals after a hundredth"
    BUNDLES = "bundles of two"
    SEGMENTS = "segments of one"
    EVENTS = "answers of one event"
    RANGES = "requests of one range"
    MEMORY = "no memory of copies"
    HOLD = "hardly any hold"
    TALK = "hardly any talk"
    ROOM = "hardly any room"
    AUTHORS = "hardly any authors"
    BATCH = "batches of one"


Small = tuple[ModuleType, str, object]

CLOSE = {Haste.HEADS, Haste.ASKING, Haste.ANSWERS, Haste.ROUNDS, Haste.EVENTS, Haste.RANGES}
"""What lets so much happen in a second that an evening may be a sixth as long."""

ASKING: tuple[Small, ...] = (
    (request_schedule, "ASK_MS", 20),
    (request_schedule, "APART_MS", 10),
    (replication, "LATE_MS", 2),
    (rate_limit, "REQUESTS_MS", 10),
)
ANSWERS: tuple[Small, ...] = ((reply_queue, "REPLY_MS", (0, 4)), (reply_queue, "SPARE_MS", 5))
"""Whoever gets little for an answer, or keeps little of it, asks often and is answered at once."""

POINTS: dict[Haste, tuple[Small, ...]] = {
    Haste.HEADS: (
        (replication, "HEADS_MS", 300),
        (replication, "CALM_MS", 600),
        (request_schedule, "SELDOM_MS", 600),
        (replication, "UNKNOWN_MS", 10),
        (replication, "BREATH_MS", 2),
    ),
    Haste.ROUNDS: ((replication, "ROUND_MS", 30), (replication, "RUMOUR_MS", 60)),
    Haste.ASKING: ASKING,
    Haste.ANSWERS: ANSWERS,
    Haste.FINALS: ((timekeeper, "FINAL_MS", 300), (timekeeper, "GRACE_MS", 150), (timekeeper, "WITNESSED_MS", 30)),
    Haste.BUNDLES: ((peer_message, "BUNDLE_LIMIT", 2),),
    Haste.SEGMENTS: ((publisher, "SEGMENT_BYTES", 1), (publisher, "FOLLOWERS", 1)),
    Haste.EVENTS: ((reply_queue, "EVENTS_LIMIT", 1), *ASKING, *ANSWERS),
    Haste.RANGES: ((replication, "RANGES_LIMIT", 1), *ASKING, *ANSWERS),
    Haste.MEMORY: ((inbox, "KNOWN_LIMIT", 1),),
    Haste.HOLD: ((chain, "HELD_LIMIT", 2), *ASKING, *ANSWERS),
    Haste.TALK: ((chain, "TALKS_LIMIT", 10),),
    Haste.ROOM: ((chain, "BYTES_LIMIT", 12_000),),
    Haste.AUTHORS: ((feed, "AUTHORS_LIMIT", 2), (feed, "CROWD_LIMIT", 10)),
    Haste.BATCH: (),
}
"""Where each figure stands, and how small it is made."""

assert set(POINTS) == set(Haste)


def hastes(rng: Random, *, lying: bool) -> tuple[Haste, ...]:
    """Draw what is made small; where a disk has lost what it said it had, one waits for others as long as it takes."""
    if rng.random() >= HASTY:
        return ()
    menu = [haste for haste in Haste if not (lying and haste is Haste.ROUNDS)]
    return tuple(haste for haste in menu if rng.random() < OFTEN)


@contextmanager
def in_haste(chosen: Iterable[Haste]) -> Iterator[None]:
    """Make these figures small for a while."""
    small = [one for haste in chosen for one in POINTS[haste]]
    before = [(module, name, getattr(module, name)) for module, name, _ in small]
    try:
        for module, name, value in small:
            setattr(module, name, value)
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


@contextmanager
def told_once() -> Iterator[None]:
    """Do once what every program at a table does alike with the same bytes: look at a signature, mask a point."""
    verify, masked = lru_cache(maxsize=20_000)(identity.verify), lru_cache(maxsize=20_000)(prime_group.masked)
    found = ((envelope, "verify", verify), (deck_seed, "masked", masked), (prime_group, "masked", masked))
    with ExitStack() as patched:
        for module, name, once in (*found, (prime_group, "is_point", lru_cache(maxsize=20_000)(sodium.is_point))):
            patched.enter_context(patch.object(module, name, once))
        yield
