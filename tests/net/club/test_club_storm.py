"""A season in a storm: members who exchange parts of the log by chance, liars among them, and a broker that hides.

Each seed is an evening: people join, leave, vote, play, report, lie; what reaches whom is drawn by lot. In the end
everything is carried to everybody, and all honest programs have to say the same, and true things.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from net.club.club_event import Admit, Expel, Found, Join, Leave
from net.club.club_log import ClubLog, check_club_event
from net.club.club_state import fold_club
from net.identity.identity import Identity
from net.log.feed import CannotSign
from net.peer.club_visit import visit_club
from net.storage.journal import Journal
from net.transport.memory_broker import MemoryBroker, MemoryTransport
from net.transport.transport import Message
from net.wire import envelope
from net.wire.codec import BadMessage, Shape
from net.wire.event import Signed
from net.wire.event_data import data_of
from tests.net.support.clubs import NOW, hand_table, result_of
from tests.net.support.event_signer import who
from tests.net.support.party import ROOM, virtually

NAMES = ("ann", "ben", "cat", "dan", "eve")
LIAR = "eve"
STEPS = 60


class Hiding(MemoryBroker):
    """A broker that hides by lot what it keeps, but not what is said to it."""

    def __init__(self, rng: Random) -> None:
        """Hide by these lots."""
        super().__init__()
        self._rng = rng

    def deliver(self, link: MemoryTransport, message: Message) -> None:
        """Give a kept message in two cases of three."""
        if not message.retain or self._rng.random() < 2 / 3:
            super().deliver(link, message)


class Season:
    """Everybody with their journals; the result of each table as it was really played."""

    def __init__(self, root: Path, stack: ExitStack, seed: int) -> None:
        """Let Ann found the club and everybody hear of it."""
        self.rng = Random(seed)
        self.people = {name: who(name) for name in NAMES}
        journals = {name: stack.enter_context(Journal(root / f"{name}.db")) for name in NAMES}
        for journal in journals.values():
            journal.relax()
        founders = tuple(self.people[name].public for name in NAMES[:3])
        data = Found("Storm", founders, "founders", "founders", b"s" * 16, "ann")
        first = ClubLog.found(self.people["ann"], journals["ann"], data, NOW)
        self.logs = {"ann": first}
        for name in NAMES[1:]:
            self.logs[name] = ClubLog(self.people[name], journals[name], first.cid)
            self.logs[name].take(first.events)
        self.cid, self.now, self.count = first.cid, NOW, 0
        self.true: dict[bytes, tuple[int, ...]] = {}
        self.broker = Hiding(Random(seed))

    def step(self) -> None:
        """Let somebody do something."""
        name = self.rng.choice(NAMES)
        self.now += 1000
        act = self.rng.choice(
            (self.join, self.admit, self.vote, self.play, self.play, self.pass_on, self.visit, self.leave)
        )
        act(name)
        if name == LIAR and self.rng.random() < 0.2:
            self.lie()

    def say(self, name: str, data: Shape) -> None:
        """Let somebody sign; the liar cannot any more once they hear of their own second history."""
        try:
            self.logs[name].say(data, self.now)
        except CannotSign:
            assert name == LIAR

    def join(self, name: str) -> None:
        """Ask to be a member."""
        self.say(name, Join(name))

    def admit(self, name: str) -> None:
        """Let somebody in, allowed or not."""
        self.say(name, Admit(self.people[self.rng.choice(NAMES)].public))

    def vote(self, name: str) -> None:
        """Vote that somebody else is out, or take that back; a vote against oneself is not signed."""
        key = self.people[self.rng.choice(NAMES)].public
        upto, stands = self.rng.randrange(9), self.rng.random() < 0.5
        self.say(name, Expel(key, upto, stands and key != self.people[name].public))

    def leave(self, name: str) -> None:
        """Leave, sometimes."""
        if self.rng.random() < 0.2:
            self.say(name, Leave())

    def play(self, name: str) -> None:
        """Play a game; one of the two reports it, or both."""
        other = self.rng.choice([one for one in NAMES if one != name])
        self.count += 1
        nonce, winner = self.count.to_bytes(16), self.rng.randrange(2)
        table = hand_table(self.cid, [self.people[name], self.people[other]], [winner], nonce=nonce, time=self.now)
        result = result_of(table, nonce=nonce)
        self.true[result.tid] = result.worth
        for one in {name, self.rng.choice((name, other))}:
            self.say(one, result)

    def pass_on(self, name: str) -> None:
        """Carry a part of what somebody has to somebody else."""
        events = list(self.logs[name].events)
        self.logs[self.rng.choice(NAMES)].take(self.rng.sample(events, self.rng.randrange(len(events) + 1)))

    def visit(self, name: str) -> None:
        """Go to the broker that hides."""
        work = visit_club(self.logs[name], self.people[name], ROOM, self.broker.connect, entropy=self.rng.randbytes)
        virtually(work)

    def lie(self) -> None:
        """Let the liar forge somebody's defeat, and sign a second history; only what a program takes gets around."""
        liar = self.people[LIAR]
        victim = self.people[self.rng.choice(NAMES[:4])]
        forged = hand_table(self.cid, [liar, victim], [0], nonce=b"f" * 16, signers=[0])
        with pytest.raises(BadMessage):
            result_of(forged, nonce=b"f" * 16)
        own = self.logs[LIAR].feed.events(liar.public)
        if own:
            second = twin(liar, self.rng.choice(own))
            self.logs[self.rng.choice(NAMES[:4])].take([check_club_event(second.body, second.sig, self.cid)])

    def settle(self) -> None:
        """Carry everything to everybody, twice: the second time nothing is held back by a gap."""
        for _ in range(2):
            every: list[Signed] = [one for log in self.logs.values() for one in log.events]
            every += [one for log in self.logs.values() for proof in log.proofs for one in (proof.first, proof.second)]
            for log in self.logs.values():
                self.rng.shuffle(every)
                log.take(every)


def twin(author: Identity, old: Signed) -> Signed:
    """Sign something else in the place of an event."""
    event = old.event
    changes: dict[str, Any] = {"kind": 65, "data": data_of(Join("another")), "ts": event.ts + 1}
    fields: dict[str, Any] = {name: changes.get(name, getattr(event, name)) for name in event.__struct_fields__}
    return envelope.make(author, type(event)(**fields))


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as found:
        yield found


@pytest.mark.parametrize("seed", range(6))
def test_all_say_the_same_and_nothing_false(tmp_path: Path, stack: ExitStack, seed: int) -> None:
    season = Season(tmp_path, stack, seed)
    for _ in range(STEPS):
        season.step()
    season.settle()
    states = [season.logs[name].state for name in NAMES]
    first = states[0]
    for other in states[1:]:
        assert other.membership == first.membership
        assert other.book == first.book
        assert other.ladder("djambi") == first.ladder("djambi")
    assert set(first.membership.forked) <= {season.people[LIAR].public}
    for one in first.book.standing:
        assert one.worth == season.true[one.tid]
    assert first.book.disputed == ()
    events = list(season.logs["ben"].events)
    season.rng.shuffle(events)
    assert fold_club(season.cid, events, first.membership.forked).book == first.book
