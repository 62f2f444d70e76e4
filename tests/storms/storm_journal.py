"""A profile killed in the middle of any statement of its journal, and started again: never two events for one number.

Each life is a process of its own that opens the journal, takes up its chain, speaks and publishes until it is killed at
a drawn step of the database's own machine (its instructions are counted), or while the journal is being made.
"""

from __future__ import annotations

import argparse
import os
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from net.identity.identity import Identity
from net.log.feed import Feed
from net.peer.table_session import TableSession
from net.storage import journal_schema
from net.storage.journal import Journal
from net.wire.event import Draft, Kind
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import parse
from tests.net.support.event_signer import TID, who

ROOM = Invitation("127.0.0.1", "storm", bytes(16))
NOW = 1_800_000_000_000
MARK = 32
STEPS = 9_000
"""The longest life, in instructions of the database: some dozens of events."""
LONGEST = 1_200
"""Events of one journal: well below what one author may say at a table."""
Published = tuple[int, bytes]


class Mortal:
    """Counts the instructions of every database that is opened from now on, and kills this process at the last one."""

    def __init__(self, steps: int) -> None:
        """Live for so many steps."""
        self.left = steps

    def watch(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """Count a connection's instructions too, one by one."""
        connection.set_progress_handler(self.step, 1)
        return connection

    def step(self) -> int:
        """Count one, or die."""
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0


def live(path: Path, me: Identity, steps: int, publish: Callable[[bytes], object]) -> None:
    """Open the journal, go on where it ends, and speak until death; what is published is told."""
    mortal, connect = Mortal(steps), journal_schema._connect
    journal_schema._connect = lambda path: mortal.watch(connect(path))
    rng = Random(steps)
    with Journal(path) as journal:
        table = ROOM.at_table(TID)
        lot = journal.keep_secret(TID, "lot", rng.randbytes(32))
        journal.add_table(TID, str(table))
        desk = TableSession(me, table, journal, rng, lot=lot, entropy=rng.randbytes)
        desk.load()
        desk.begin(NOW, fresh=True)
        publish(bytes([0] * 4) + lot)
        while True:
            desk.tick(NOW)
            for number in range(rng.randrange(1, 4)):
                desk.emit(Draft(Kind.TALK, (f"{steps} {number} {rng.random()}", None)), NOW)
            for post in desk.take_posts():
                at = parse(post.topic)
                if at is not None and at.number >= 0:
                    own = desk.feed.events(me.public, at.number, at.number)[0]
                    publish((at.number + 1).to_bytes(4) + own.id)


def one_life(path: Path, me: Identity, steps: int) -> tuple[list[Published], bool]:
    """Live once in a process of its own; give what was published, and whether it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(reading)
            live(path, me, steps, lambda told: os.write(writing, told))
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        text = told.read()
    _, status = os.waitpid(child, 0)
    whole = [text[at : at + 4 + MARK] for at in range(0, len(text), 4 + MARK)]
    found = [(int.from_bytes(piece[:4]), piece[4:]) for piece in whole]
    return found, os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def storm(folder: Path, kills: int, seed: int) -> Counter[str]:
    """Kill so many times; count what happened. Raises `AssertionError` where a promise was broken."""
    rng, me, happened = Random(seed), who("ann"), Counter[str]()
    published: dict[int, bytes] = {}
    path, evening = folder / "journal.db", 0
    for _ in range(kills):
        if rng.random() < 1 / 25 or len(published) > LONGEST:  # it too is made under fire
            evening += 1
            path, published = folder / f"journal-{evening}.db", {}
        steps = rng.choice((rng.randrange(1, 400), rng.randrange(1, 2_000), rng.randrange(1, STEPS)))
        new, killed = one_life(path, me, steps + 25 * len(published))
        assert killed, "it ended by itself"
        for number, mark in new:
            assert published.setdefault(number, mark) == mark, f"two events for number {number - 1}"
        happened["killed after it published" if new else "killed before it published"] += 1
        happened["published"] += len(new)
        happened["killed while the journal was made"] += not path.exists()
        _hold(path, me, published)
    return happened


def _hold(path: Path, me: Identity, published: dict[int, bytes]) -> None:
    """Hold the journal to having all that was published, as one chain."""
    if not path.exists():
        assert not published
        return
    with Journal(path) as journal:
        kept, lot = journal.outbox(TID), journal.secret(TID, "lot")
    feed = Feed(TID)
    for signed in kept:
        feed.receive(signed)
    assert len(feed.events(me.public, 0, len(kept))) == len(kept), "the chain is torn"
    ids = {number + 1: signed.id for number, signed in enumerate(kept)} | ({0: lot} if lot else {})
    assert published.items() <= ids.items(), "something published is lost"


def main(words: Sequence[str]) -> int:
    """Kill and start again; print what happened; give 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="run.py storm journal", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            happened = storm(Path(folder), asked.kills, asked.seed)
        except AssertionError as error:
            print(f"BROKEN: {error}")
            return 1
    for what, count in sorted(happened.items()):
        print(f"  {what}: {count}")
    print(f"{asked.kills} kills, never two events for one number, nothing lost, {time.monotonic() - began:.0f} s")
    return 0
