"""A large club: how fast it opens from a journal, in how much memory, and how long its ladder and its check take.

    python benchmarks/club.py [--members 500] [--results 20000] [--rounds 3]

The club is made first, which takes a while: every table has its own genesis and receipts. Each opening is a process of
its own, so that its memory is that of this work alone. Times are of the processor.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from net.club.club_event import KIND_OF, Admit, Found, Join, cid_of, nonce_of  # noqa: E402 the path comes first
from net.club.club_log import LIMITS, SEASON, ClubLog  # noqa: E402
from net.club.club_state import fold_club  # noqa: E402
from net.identity.identity import Identity  # noqa: E402
from net.log.evidence import read, write  # noqa: E402
from net.log.feed import Feed  # noqa: E402
from net.storage.journal import Journal  # noqa: E402
from net.wire.codec import Shape  # noqa: E402
from net.wire.event import Draft, Signed  # noqa: E402
from net.wire.event_data import data_of  # noqa: E402
from tests.net.support.clubs import NOW, hand_table, result_of  # noqa: E402

GOALS = {"open s": 2.0, "open MB": 150.0}
BATCH = 500
"""Events written to the journal at once."""


def made(members: int, results: int) -> Iterator[Signed]:
    """Make a club's events: one founder, everybody let in, and that many rated games of two."""
    rng = Random(1)
    people = [Identity.new(number.to_bytes(32)) for number in range(1, members + 1)]
    founder = people[0]
    data = Found("Bench", (founder.public,), "founders", "founders", b"s" * 16, "founder")
    feeds = {one.public: Feed(cid_of(founder.public, data_of(data)), LIMITS) for one in people}

    def say(who: Identity, what: Shape) -> Signed:
        feed = feeds[who.public]
        signed = feed.draft(who, Draft(KIND_OF[type(what)], data_of(what)), NOW)
        feed.receive(signed)
        return signed

    yield say(founder, data)
    for number, one in enumerate(people):
        yield say(one, Join(f"member {number}"))
        yield say(founder, Admit(one.public))
    cid = feeds[founder.public].tid
    for number in range(results):
        first, second = rng.sample(people, 2)
        nonce = nonce_of(number)
        table = hand_table(cid, [first, second], [rng.randrange(2)], nonce=nonce, time=NOW + number)
        yield say(first, result_of(table, nonce=nonce))


def opened(path: Path, cid: bytes) -> dict[str, float]:
    """Open the club of a journal; give the figures."""
    began = time.process_time()
    with Journal(path) as journal:
        club = ClubLog(Identity.new(bytes(32)), journal, cid)
        state = club.state
        found = {"open s": time.process_time() - began, "results": len(state.book.standing)}
        found |= {"members": len(state.membership.members)}
        found["open MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        began = time.process_time()
        state.ladder("djambi")
        return found | {"ladder s": time.process_time() - began}


def checked(text: str) -> dict[str, float]:
    """Check the file of the club as a stranger would; give the figures."""
    began = time.process_time()
    evidence = read(text.encode(), SEASON)
    fold_club(evidence.tid, evidence.events, dict(evidence.forks)).ladder("djambi")
    return {"check s": time.process_time() - began, "file MB": len(text) / 1e6}


def main() -> None:
    """Make the club, open it some times, and print each figure with its goal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--members", type=int, default=500)
    parser.add_argument("--results", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--open", nargs=2, metavar=("JOURNAL", "CID"), help="open this one and print the figures")
    given = parser.parse_args()
    if given.open:
        print(json.dumps(opened(Path(given.open[0]), bytes.fromhex(given.open[1]))))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        events = list(made(given.members, given.results))
        cid = events[0].event.tid
        with Journal(path) as journal:
            journal.add_club(cid, "Bench")
            for begin in range(0, len(events), BATCH):
                journal.add_all(cid, events[begin : begin + BATCH])
        print(f"{given.members} members, {given.results} results, journal {path.stat().st_size / 1e6:.0f} MB")
        command = [sys.executable, __file__, "--open", str(path), cid.hex()]
        found = [
            json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            for _ in range(given.rounds)
        ]
        figures = {name: statistics.median(one[name] for one in found) for name in found[0]}
        figures |= checked(write(cid, events, form=SEASON))
        for name, figure in figures.items():
            goal = f"  goal {GOALS[name]:g}" if name in GOALS else ""
            print(f"{name:10} {figure:10.2f}{goal}")


if __name__ == "__main__":
    main()
