"""A club beside an evening: its members play a rated table and visit a broker that hides; one of them may lie.

All of it is drawn by a generator of its own, and only at seeds from `SINCE` on, so that older evenings stay as they
were. The visits are those of the program (`net.peer.club_visit`); the broker is in memory, in virtual time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

from net.club.club_event import BESIDE, Admit, Found, Join, cid_of, nonce_of, rated_salt
from net.club.club_log import ClubLog
from net.club.club_state import ClubState
from net.club.result_book import summary
from net.club.result_proof import check_proof, prove
from net.identity.identity import Identity
from net.log.feed import CannotSign
from net.peer.club_visit import visit_club
from net.storage.journal import Journal
from net.table.fold.end_statement import end_of
from net.table.fold.game_end import is_settled
from net.transport.memory_broker import MemoryBroker, MemoryTransport
from net.transport.transport import Message, Offline, matches
from net.wire.codec import BadMessage
from net.wire.event_data import data_of
from net.wire.invitation import Invitation
from tests.net.support.clubs import NOW, hand_table, result_of
from tests.net.support.loop_clock import LoopClock
from tests.net.support.party import virtually
from tests.sim.judge import Broken
from tests.sim.people.club_liar import ClubLiar, Lie
from tests.sim.people.person import Person

SINCE = 800_000
"""The first seed at whose evening there may be a club."""
OFTEN = 0.3
"""The part of the evenings that have one."""
LYING = 0.8
HIDING = 0.4
STEPS = 24
AT_HOME = 2
"""Members who do not come to the evening."""
HIDES, RATED, REPORTED = "a broker hid a club", "a rated table of a club", "a rated result was reported"
HAPPENINGS = (HIDES, RATED, REPORTED, *map(str, Lie))
"""What the menu has of clubs."""


def gathers(seed: int) -> bool:
    """Tell whether there is a club at the evening of a seed."""
    return seed >= SINCE and Random(f"club {seed}").random() < OFTEN


class HidingBroker(MemoryBroker):
    """A broker that now and then keeps back what it retains."""

    def __init__(self, rng: Random) -> None:
        """Hide nothing yet."""
        super().__init__()
        self.rng, self.hiding, self.hid = rng, 0.0, False

    def replay(self, link: MemoryTransport, pattern: str) -> None:
        """Give back only a part."""
        for topic, payload in tuple(self.retained.items()):
            if matches(pattern, topic):
                if self.rng.random() < self.hiding:
                    self.hid = True
                else:
                    self.deliver(link, Message(topic, payload, retain=True))


class ClubEvening:
    """The club of one evening: its members with a log each, and what is true of their games."""

    def __init__(self, seed: int, people: Sequence[Person], folder: Path, happen: Callable[[str], None]) -> None:
        """Draw everything; the first of the people is the founder."""
        self.rng = Random(f"club members {seed}")
        self._folder, self._happen = folder, happen
        at_home = [Identity.new(self.rng.randbytes(32)) for _ in range(AT_HOME)]
        self.members = [*(person.identity for person in people), *at_home]
        self.founding = Found("Club", (self.members[0].public,), "founders", "founders", self.rng.randbytes(16), "p0")
        self.cid = cid_of(self.members[0].public, data_of(self.founding))
        self.salt = rated_salt(self.cid, *BESIDE, nonce_of(0))
        lying = self.rng.random() < LYING
        self._liar = self.rng.randrange(1, len(self.members)) if lying else None
        self.true: dict[bytes, tuple[int, ...]] = {}
        self._broker = HidingBroker(self.rng)
        self._now = NOW
        self._happen(RATED)

    @property
    def _honest(self) -> list[int]:
        return [number for number in range(len(self.members)) if number != self._liar]

    def spend(self, people: Sequence[Person], room: Invitation) -> None:
        """Let the members report, visit and lie, then visit in peace; raise `Broken` if they do not agree."""
        with ExitStack() as stack:
            journals = [stack.enter_context(Journal(self._folder / f"club {at}.db")) for at in range(len(self.members))]
            first = ClubLog.found(self.members[0], journals[0], self.founding, NOW)
            others = zip(self.members[1:], journals[1:], strict=True)
            logs = [first, *(ClubLog(one, journal, self.cid) for one, journal in others)]
            for log, one in zip(logs[1:], self.members[1:], strict=True):
                log.take(first.events[:1])
                log.say(Join(one.pid), NOW)
                first.say(Admit(one.public), NOW)
            liar = None
            if self._liar is not None:
                second = stack.enter_context(Journal(self._folder / "club again.db"))
                liar = ClubLiar(self.members[self._liar], logs[self._liar], second, self.rng, self._broker, room)
            self._report(people, logs)
            for _ in range(STEPS):
                self._step(logs, liar, room)
            self._broker.hiding = 0.0
            for _ in range(2):
                for at in self.rng.sample(self._honest, len(self._honest)):
                    self._visit(logs[at], self.members[at], room)
            self._judge([logs[at].state for at in self._honest])

    def _step(self, logs: list[ClubLog], liar: ClubLiar | None, room: Invitation) -> None:
        """Let one thing happen."""
        self._now += 60_000
        deed = self.rng.random()
        self._broker.hiding = self.rng.choice((0.0, 0.0, HIDING, 1.0))
        if deed < 0.2:
            self._play(logs)
        elif deed < 0.4 and liar is not None:
            lie = liar.lie(self.rng.choice([one for at, one in enumerate(self.members) if at != self._liar]), self._now)
            if lie is not None:
                self._happen(str(lie))
        else:
            at = self.rng.randrange(len(logs))
            with suppress(Offline):
                self._visit(logs[at], self.members[at], room)
        if self._broker.hid:
            self._broker.hid = False
            self._happen(HIDES)

    def _visit(self, log: ClubLog, identity: Identity, room: Invitation) -> None:
        virtually(visit_club(log, identity, room, self._broker.connect, entropy=self.rng.randbytes, clock=LoopClock()))

    def _play(self, logs: list[ClubLog]) -> None:
        """Let some members play a rated game; one of them reports it."""
        seats = self.rng.sample(range(len(logs)), self.rng.randint(2, min(4, len(logs))))
        nonce = nonce_of(1 + len(self.true))
        players = [self.members[at] for at in seats]
        table = hand_table(self.cid, players, [self.rng.randrange(len(seats))], nonce=nonce, time=self._now)
        result = result_of(table, nonce=nonce)
        self.true[result.tid] = result.worth
        with suppress(CannotSign):
            logs[self.rng.choice(seats)].say(result, self._now)

    def _report(self, people: Sequence[Person], logs: list[ClubLog]) -> None:
        """Report the table of the evening from somebody who has its settled end, if it has one."""
        for person in people:
            desk = person.desk
            if desk is None or person.number == self._liar or person.identity != self.members[person.number]:
                continue
            annals = desk.table.annals
            end = end_of(annals)
            if end is None or not is_settled(annals):
                continue
            try:
                proof = prove(annals, end)
            except BadMessage:
                continue  # somebody has left before they signed, or one sits on two seats
            result = summary(check_proof(proof), proof, BESIDE, nonce_of(0))
            self.true[result.tid] = result.worth
            logs[person.number].say(result, self._now)
            self._happen(REPORTED)
            return

    def _judge(self, states: Sequence[ClubState]) -> None:
        """C1: all honest members find the same; C2: no lie stands; C3: no honest member is struck."""
        first = states[0]
        for other in states[1:]:
            if (other.membership, other.book, other.tournaments) != (first.membership, first.book, first.tournaments):
                message = f"C1: two members see another club: {first.membership} {other.membership}"
                raise Broken(message)
        for one in first.book.standing:
            if self.true.get(one.tid) != one.worth or one.cheats:
                message = f"C2: a result stands that nobody has played: {one}"
                raise Broken(message)
        people, honest = first.membership, {self.members[at].public for at in self._honest}
        if not honest <= set(people.members) or people.expelled or honest & people.forked.keys():
            message = f"C3: an honest member is struck: {people}"
            raise Broken(message)
        if first.book.disputed:
            message = "C2: a true result is disputed"
            raise Broken(message)
