"""Keeping one table's log complete: when to send heads, what to ask for, when to answer (protocol, sections 5 and 6).

    away -> history (until our own heads come back) -> round (until those present have answered and nothing is missing)
    -> live. Only while live may the peer emit.

What the broker keeps arrives before our own heads of this connection, however slow the link is: there is no time limit
for it. So a loss of our own chain in the journal is found, and no number is used twice.

Pure: time is a parameter in milliseconds, chance a generator that is passed in. The owner reports what arrives, asks
`due` what to send now (a closed set) and `next_due` when to ask again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from net.log.feed import Feed
from net.sync.reply_queue import ReplyQueue
from net.sync.request_schedule import TRIES, RequestSchedule, beginning
from net.wire.event import Signed
from net.wire.peer_message import RANGES_LIMIT, Heads, Range, Reply, Request


@dataclass(frozen=True, slots=True)
class SayHeads:
    """Send our heads; `want` asks for the others' heads."""

    want: bool


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for ranges."""

    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Send events to those to whom they are owed."""

    events: tuple[Signed, ...]


SyncMessage = SayHeads | Ask | Answer
"""What to send; a closed set."""


HEADS_MS = 15_000
"""Time between heads while something happens."""
CALM_MS = 60_000
"""Time between heads after a round in which all agreed, once nothing has happened for as long.

Before that somebody who looks on may have been cut off: they are no member, and nobody misses their word.
"""
SILENT_MS = 120_000
"""Heads slow down only this long after the last event, if a member has not said they have it: they may be cut off."""
UNKNOWN_MS = 1_000
"""Time from an event with an unknown predecessor to heads and a request."""
BREATH_MS = 200
"""The least time between two heads."""
ROUND_MS = 3_000
"""How long the others may take to answer."""
LATE_MS = 250
"""How long an event named in heads may be on its way before it is asked for."""
RUMOUR_MS = 6_000
"""How long claims of people without a seat may hold up the end of a round."""
LONGEST_MS = 60_000
"""How long a round may last at most: somebody may always have more to come."""
FRESH_MS = 120_000
"""Heads older than this, by their author's clock, are no answer: somebody else may have sent them again."""
AUTHORS_LIMIT = 128
"""Authors whose heads are remembered, and senders of heads."""

Told = dict[bytes, tuple[int, bytes]]


class Stage(StrEnum):
    """How far a table has caught up since the connection was made."""

    AWAY = "away"
    HISTORY = "history"
    ROUND = "round"
    LIVE = "live"


class Sync:
    """The replication of one table; `stage` says how far it is."""

    def __init__(self, feed: Feed, me: bytes, rng: Random) -> None:
        """Follow `feed` for the owner of the public key `me`."""
        self.stage = Stage.AWAY
        self._feed = feed
        self._me = me
        self._sworn: Told = {}
        self._rumoured: Told = {}
        self._asked: Counter[tuple[bytes, int]] = Counter()
        self._members: frozenset[bytes] = frozenset()
        self._expected: frozenset[bytes] = frozenset()
        self._answered: set[bytes] = set()
        self._alone_ms = ROUND_MS
        self._began = 0
        self._echoed = False
        self._heads_at: int | None = None
        self._want_at: int | None = None
        self._said_at = -BREATH_MS
        self._look_at: int | None = None
        self._looked = 0
        self.asking = RequestSchedule()
        self._owed = ReplyQueue(feed, rng)
        self._heard, self._grew_at = 0, -SILENT_MS
        self._agreed, self._doubtful = True, False
        self._level: set[bytes] = set()
        self._alarmed_by: set[bytes] = set()

    @property
    def level(self) -> bool:
        """Whether all other members have said, since the log last grew here, that they have all of it."""
        return bool(self._members) and self._members <= self._level

    @property
    def reached(self) -> bool:
        """Whether the host or a seat holder has been heard at the table on this connection."""
        return bool(self._members & self._answered)

    def begin(self, now: int, *, alone_ms: int = ROUND_MS, fresh: bool = False) -> None:
        """Start after subscribing: a round of heads, or none for a `fresh` table that nobody else can know.

        `alone_ms` is how long to wait for answers if nobody is known to be there.
        """
        self._began, self._alone_ms = now, alone_ms
        self._echoed = False
        self._answered.clear()
        self._sworn.clear()
        self._rumoured.clear()
        self._asked.clear()
        self._alarmed_by.clear()
        self.asking.begin(now)
        self.stage = Stage.LIVE if fresh else Stage.HISTORY
        self._heads_at = now
        self._want_at = None if fresh else now

    def leave(self) -> None:
        """Stop: the connection is gone."""
        self.stage = Stage.AWAY
        self._heads_at = self.asking.at = None
        self._owed.clear()

    def know(self, members: Iterable[bytes]) -> None:
        """Set who else holds a seat or is the host: what they say counts for more than what others say."""
        self._members = frozenset(members)

    def doubt(self, now: int) -> None:
        """Notice an event of our own that our journal did not have: the disk has lost something.

        From then on nothing is signed until somebody has answered and all that others know of our own chain is here.
        The lost event may have been seen, and signing its number again would be signing two histories.
        """
        self._doubtful = True
        if self.stage is Stage.LIVE:
            self._ask_round(now)

    def expect(self, present: Iterable[bytes]) -> None:
        """Set which members are present and should therefore answer."""
        self._expected = frozenset(present) - {self._me}

    def hear_heads(self, now: int, theirs: Heads) -> bool:
        """Take in another peer's heads, or the echo of our own.

        Returns whether a seat holder says that our own chain goes on after what we know: nothing is signed then before
        a round of questions. Each can cause one round a connection, so that nobody who lies can silence us.
        """
        if self.stage is Stage.AWAY:
            return False
        if self.stage is not Stage.LIVE:
            self._look_at = now
        fresh = now - theirs.ts <= FRESH_MS
        if theirs.author == self._me:
            self._echoed = self._echoed or theirs.ts >= self._began
            return False
        if fresh and (theirs.author in self._expected or len(self._answered) < AUTHORS_LIMIT):
            self._answered.add(theirs.author)
        said = theirs.as_mapping()
        self._remember(self._sworn if theirs.author in self._members | self._expected else self._rumoured, said)
        self._heard += 1
        same = said == self._feed.heads()
        self._agreed = self._agreed and same
        (self._level.add if same else self._level.discard)(theirs.author)
        if theirs.want:
            self._say_by(now)
        elif any(said.get(author, (-1, b""))[0] < seq for author, (seq, _) in self._feed.heads().items()):
            self._say_by(now + UNKNOWN_MS)
        alarmed = self._is_alarm(theirs.author, said)
        if alarmed and self.stage is Stage.LIVE:
            self._ask_round(now)
            self._answered.add(theirs.author)
        if self.stage is not Stage.HISTORY and self._lacking():
            self.asking.by(now if self.stage is Stage.ROUND else now + LATE_MS)
        return alarmed

    def _is_alarm(self, author: bytes, said: Told) -> bool:
        known = self._feed.heads().get(self._me, (-1, b""))[0]
        if author not in self._members or author in self._alarmed_by or said.get(self._me, (-1, b""))[0] <= known:
            return False
        self._alarmed_by.add(author)
        return True

    def _ask_round(self, now: int) -> None:
        self.stage, self._began, self._want_at = Stage.ROUND, now, now
        self._answered.clear()
        self._say_by(now)

    def _remember(self, told: Told, said: Told) -> None:
        """Remember the furthest head of each author, for a limited number of authors."""
        for author, (seq, id8) in said.items():
            if seq > told.get(author, (-1, b""))[0] and (author in told or len(told) < AUTHORS_LIMIT):
                told[author] = (seq, id8)

    def hear_gap(self, now: int) -> None:
        """Notice an event whose predecessor is unknown."""
        if self.stage not in {Stage.AWAY, Stage.HISTORY}:
            self._say_by(now + UNKNOWN_MS)
            self.asking.by(now + UNKNOWN_MS)

    def hear_event(self, now: int) -> None:
        """Notice that the log has grown, whoever sent the event."""
        self._agreed, self._grew_at = False, now
        self._level.clear()
        if self.stage is Stage.LIVE:
            self._say_by(now + HEADS_MS)
        elif self.stage is Stage.ROUND:
            self._look_at = now
        if self.asking.is_vain:
            self.asking.grow(now, _count(self._lacking()))

    def hurry(self, now: int) -> None:
        """Send our heads as soon as possible: others wait for them."""
        if self.stage is Stage.LIVE:
            self._say_by(now)

    def hear_request(self, now: int, request: Request) -> None:
        """Owe a peer what they ask for and we have."""
        if self.stage is not Stage.AWAY and request.author != self._me:
            self._owed.ask(now, request, seated=request.author in self._members)

    def hear_reply(self, reply: Reply, events: Iterable[Signed]) -> None:
        """Owe no longer what somebody else has sent."""
        if reply.author != self._me:
            self._owed.sent(events)

    def due(self, now: int) -> tuple[SyncMessage, ...]:
        """Return what is to be sent now, and move on to the next stage if it is time."""
        if self.stage is Stage.AWAY:
            return ()
        self._look_at, self._looked = None, now
        self._advance(now)
        return (*self._due_heads(now), *self._due_request(now), *self._due_answers(now))

    def next_due(self) -> int | None:
        """Return the time at which to ask `due` again, or None while away."""
        due = (self._owed.next_due(), self._heads_at, self.asking.at, self._look_at)
        times = [at for at in due if at is not None]
        if self.stage is Stage.ROUND and self._round_end() > self._looked:
            times.append(self._round_end())
        return min(times, default=None) if self.stage is not Stage.AWAY else None

    def _advance(self, now: int) -> None:
        if self.stage is Stage.HISTORY and self._echoed:
            self.stage, self._began = Stage.ROUND, max(self._began, now - ROUND_MS + UNKNOWN_MS)
            if self._lacking():
                self.asking.by(now)
        if self.stage is not Stage.ROUND or not self._round_over(now):
            return
        if self._in_doubt() or (not self.asking.is_vain and self._is_held_up(now)):
            self.asking.by(now)
            return
        self._doubtful = False
        self.stage = Stage.LIVE
        self._heads_at, self._want_at = now + HEADS_MS, None

    def _in_doubt(self) -> bool:
        return self._doubtful and (not self._answered or any(gap.author == self._me for gap in self._lacking()))

    def _is_held_up(self, now: int) -> bool:
        """Tell whether something is missing that is worth waiting for: others cannot make us wait for ever."""
        lasts = now - self._began
        return (lasts < LONGEST_MS and bool(self._due_by_members())) or (lasts < RUMOUR_MS and bool(self._lacking()))

    def _round_over(self, now: int) -> bool:
        everybody = bool(self._expected) and self._expected <= self._answered
        return everybody or now >= self._round_end() or (self.asking.tries > 0 and bool(self._lacking()))

    def _round_end(self) -> int:
        return self._began + (ROUND_MS if self._expected or self._answered else self._alone_ms)

    def _due_heads(self, now: int) -> tuple[SayHeads, ...]:
        if self._heads_at is None or now < self._heads_at:
            return ()
        want = self._want_at is not None and now >= self._want_at
        quiet = now - self._grew_at
        told = quiet >= SILENT_MS or (quiet >= CALM_MS and (self.level or not self._members))
        calm = told and self._heard > 0 and self._agreed and self.stage is Stage.LIVE
        self._heads_at = now + (CALM_MS if calm else HEADS_MS)
        if self._want_at is not None:
            self._want_at = now + UNKNOWN_MS if want else self._want_at
            self._heads_at = self._want_at
        self._heard, self._agreed, self._said_at = 0, True, now
        return (SayHeads(want),)

    def _due_request(self, now: int) -> tuple[Ask, ...]:
        if not self.asking.is_due(now):
            return ()
        if self.asking.is_vain:
            self._forget_rumours(now)
        lacking = self._lacking()
        if not lacking:
            self.asking.rest()
            self._asked.clear()
            return ()
        vain = self.asking.ask(now, _count(lacking))
        if self._due_by_members() or not self._members:
            self.asking.despair(now)
        first = beginning(vain, len(lacking), RANGES_LIMIT)
        self._asked.update((author, seq) for author, (seq, _) in self._rumoured.items())
        return (Ask((lacking[first:] + lacking[:first])[:RANGES_LIMIT]),)

    def _forget_rumours(self, now: int) -> None:
        """Forget claims of people without a seat that have been asked for in vain; what is new may still be true."""
        kept = self._me if self._doubtful and now - self._began < LONGEST_MS else None
        told = self._rumoured.items()
        self._rumoured = {who: one for who, one in told if who == kept or self._asked[who, one[0]] < TRIES}
        if len(self._asked) > AUTHORS_LIMIT:  # somebody makes up ever new claims
            self._asked.clear()

    def _due_answers(self, now: int) -> tuple[Answer, ...]:
        events = self._owed.due(now)
        return (Answer(events),) if events else ()

    def _due_by_members(self) -> tuple[Range, ...]:
        """List what seat holders say they have, and what is missing of their chains."""
        sworn = (*self._feed.wanted(self._sworn), *self._feed.disagree(self._sworn))
        whose = self._members | {self._me}
        return (*sworn, *(gap for gap in self._feed.gaps() if gap.author in whose))

    def _lacking(self) -> tuple[Range, ...]:
        """List what others have and we lack, one range for each author, members' chains first."""
        merged: dict[bytes, Range] = {}
        rumoured = (*self._feed.wanted(self._rumoured), *self._feed.disagree(self._rumoured))
        for found in (*self._due_by_members(), *self._feed.gaps(), *rumoured):
            known = merged.get(found.author, found)
            merged[found.author] = Range(found.author, min(known.first, found.first), max(known.last, found.last))
        known_authors, whose = self._feed.heads(), self._members | {self._me}
        order = sorted(merged, key=lambda author: (author not in whose, author not in known_authors, author))
        return tuple(merged[author] for author in order)

    def _say_by(self, at: int) -> None:
        at = max(at, self._said_at + BREATH_MS)
        self._heads_at = at if self._heads_at is None else min(self._heads_at, at)


def _count(ranges: Iterable[Range]) -> int:
    return sum(wanted.last - wanted.first + 1 for wanted in ranges)
