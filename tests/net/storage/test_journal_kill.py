"""A program killed while it writes: whatever it said was written is there, in order, and the file is whole."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from net.log.chain import Accepted
from net.log.feed import Feed
from net.storage.journal import Journal
from tests.net.support.event_signer import TID, who

HOUSE = Path(__file__).parents[3]
WRITER = """
import sys
from pathlib import Path
from net.wire.event import Draft, Kind
from net.log.feed import Feed
from net.storage.journal import Journal
from tests.net.support.event_signer import TID, who

ann, feed = who("ann"), Feed(TID)
with Journal(Path(sys.argv[1])) as journal:
    for signed in journal.events(TID):
        feed.receive(signed)
    while True:
        signed = feed.draft(ann, Draft(Kind.MOVE, ("c1-c4", 1, None)), 1)
        journal.add_all(TID, [signed], own=True)
        feed.receive(signed)
        print(signed.event.seq, signed.id.hex(), flush=True)
"""


@pytest.mark.parametrize("counts", [(1, 7, 2, 40), (25, 1, 60)])
def test_a_killed_writer_loses_nothing_it_acknowledged(tmp_path: Path, counts: tuple[int, ...]) -> None:
    path = tmp_path / "journal.db"
    acknowledged: list[str] = []
    for count in counts:
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            said = [writer.stdout.readline() for _ in range(count)]
            writer.kill()
            said += writer.stdout.readlines()
        acknowledged += [line for line in said if line.endswith("\n")]
        with Journal(path) as journal:
            kept = journal.outbox(TID)
        lines = [f"{signed.event.seq} {signed.id.hex()}\n" for signed in kept]
        assert lines[: len(acknowledged)] == acknowledged
        assert len(lines) - len(acknowledged) <= 1
        acknowledged = lines
        feed = Feed(TID)
        assert all(feed.receive(signed) == [Accepted(signed)] for signed in kept)
        assert feed.heads() == {who("ann").public: (kept[-1].event.seq, kept[-1].id8)}
