"""The signed hash chains of one table: events come in, in any order and repeatedly, and leave accepted in chain order.

Pure: no clock, no input or output. All results depend on the input alone (protocol, section 6, "Receiving").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.fault import Fault, sentence
from net.identity.identity import Identity, pid_of
from net.log.chain import Accepted, Arrival, Chain, Forked, Refusal, Refused
from net.wire import envelope
from net.wire.event import ID8_SIZE, MARK_SIZE, VERSION, Dep, Draft, Event, Kind, Signed
from net.wire.event_data import is_self_certified
from net.wire.peer_message import BUNDLE_LIMIT, Range

AUTHORS_LIMIT = 64
"""Authors at a table: the first to arrive; authors of the roster always have a place."""
CROWD_LIMIT = 96
"""The limit that includes those who ask for a seat and those whom the host names."""
MOST_LIMIT = 120
"""The limit that includes the roster: one message has to carry everybody's heads."""


@dataclass(frozen=True, slots=True)
class AuthorLimits:
    """How many authors a log follows: the first to arrive, with those who ask in or are named, and with its members."""

    first: int = AUTHORS_LIMIT
    crowd: int = CROWD_LIMIT
    most: int = MOST_LIMIT


TABLE = AuthorLimits()

Told = Mapping[bytes, tuple[int, bytes]]
"""Heads as `Feed.heads` gives them: author -> (seq, first 8 bytes of the id)."""

BEHIND = sentence("Some of your own earlier actions at this table are not here yet: wait until they have come.")
TALKED_OUT = sentence("You have used up all your talk at this table.")
FULL = sentence("You have used up your room at this table.")
FORKED = sentence("This table knows two different histories that you have signed: you can sign nothing more here.")


class CannotSign(Fault):
    """The owner's own chain cannot be continued now; the sentence says why."""


class Feed:
    """The chains of all authors of one table."""

    def __init__(self, tid: bytes, limits: AuthorLimits = TABLE) -> None:
        """Begin with nothing known of table `tid`."""
        self.tid, self._limits = tid, limits
        self._chains: dict[bytes, Chain] = {}
        self._admitted: set[bytes] = set()
        self._named: frozenset[str] = frozenset()
        self._marked: frozenset[bytes] = frozenset()
        self._witness = ""
        self._founded = False
        self._upto: Mapping[bytes, int] | None = None
        self._ids: dict[bytes, Signed] = {}
        self._lam = 0
        self._told: dict[bytes, tuple[int, set[bytes]]] = {}

    def admit(self, author: bytes) -> None:
        """Keep a place for an author of the roster, however many strangers came before."""
        self._admitted.add(author)

    def vouch(self, pids: Iterable[str], marks: Iterable[bytes], witness: str = "") -> bool:
        """Keep a place for those whom the host has named, by pid or by the mark of their keys, while there is room.

        A witness (given by pid) has a place like the authors of the roster. Tell whether somebody whom a crowd had kept
        out may come in now: their events have to be asked for.
        """
        self._witness, known = witness, (self._named, self._marked)
        self._named, self._marked = frozenset(pids), frozenset(marks)
        return len(self._chains) >= self._limits.first and known != (self._named, self._marked)

    def close(self, upto: Mapping[bytes, int] | None) -> None:
        """Follow strangers no further than `upto` says, by mark: from the start on nothing else of theirs counts.

        None: follow them again, if the start is undone.
        """
        self._upto = upto

    def known(self, found: bytes) -> Signed | None:
        """Return an accepted event by its id."""
        return self._ids.get(found)

    def receive(self, signed: Signed) -> list[Arrival]:
        """Take an event whose signature was checked; the first arrival is its own, the rest are held ones released."""
        event = signed.event
        if event.tid != self.tid:
            return [Refused(Refusal.FOREIGN)]
        if self._reach(event.author, event.seq) < event.seq:
            return [Refused(Refusal.CROWDED)]
        chain = self._chains.get(event.author)
        if chain is None:
            if not self._is_welcome(event.author) and not self._makes_way(signed):
                return [Refused(Refusal.CROWDED)]
            chain = self._chains[event.author] = Chain()
        arrivals = chain.receive(signed)
        for arrival in arrivals:
            if isinstance(arrival, Accepted):
                self._ids[arrival.signed.id] = arrival.signed
                self._founded = self._founded or is_self_certified(arrival.signed)
                self._lam = max(self._lam, arrival.signed.event.lam)
        return arrivals

    def draft(self, identity: Identity, draft: Draft, ts: int) -> Signed:
        """Sign a draft as the next event of `identity`; raise `CannotSign` or `BadMessage`.

        The event is not received here. Journal it, then pass it to `receive`, before the next one is drafted.
        """
        chain = self._chains.get(identity.public) or Chain()
        _check_own(chain, draft.kind)
        event = Event(
            v=VERSION,
            tid=self.tid,
            author=identity.public,
            seq=chain.next,
            prev=chain.prev,
            lam=min(self._lam + 1, envelope.LAM_LIMIT),
            kind=draft.kind,
            seat=draft.seat,
            ply=draft.ply,
            gprev=draft.gprev,
            state=draft.state,
            deps=self._changed(identity.public, chain, draft.gprev),
            ts=ts,
            data=draft.data,
        )
        signed = envelope.make(identity, event)
        if not chain.has_room(len(signed.body)):
            raise CannotSign(FULL)
        return signed

    def heads(self) -> dict[bytes, tuple[int, bytes]]:
        """Return each author's head: author -> (seq, id8)."""
        return {
            author: (chain.next - 1, chain.events[-1].id8)
            for author, chain in self._chains.items()
            if chain.events and self._reach(author, 0) == 0
        }

    def wanted(self, theirs: Told) -> tuple[Range, ...]:
        """List what others have, by their heads, and this feed lacks."""
        found: list[Range] = []
        for author, (said, _) in theirs.items():
            chain, seq = self._chains.get(author), self._reach(author, said)
            if chain is not None or self._is_welcome(author):
                found += (Range(author, first, last) for first, last in (chain or Chain()).lacks(seq))
            elif not self._founded:  # they may be the host, whose first event keeps a place for them
                found.append(Range(author, 0, 0))
        return tuple(found)

    def gaps(self) -> tuple[Range, ...]:
        """List what is missing between the chains and the events held."""
        return tuple(
            Range(author, first, min(last, self._reach(author, last)))
            for author, chain in self._chains.items()
            for first, last in chain.gaps()
            if first <= self._reach(author, first)
        )

    @property
    def missing(self) -> int:
        """Count the events that are known to exist and are not here."""
        return sum(gap.last - gap.first + 1 for gap in self.gaps())

    def disagree(self, theirs: Told) -> tuple[Range, ...]:
        """List places where another peer has a different event of the same author; asking for it yields the proof.

        Where two histories are proved already, the events before the proof are asked for until the first place where
        they part is known.
        """
        found = []
        for author, (seq, id8) in theirs.items():
            chain = self._chains.get(author)
            ours = chain.at(seq) if chain else None
            if chain is None or (ours is not None and ours.id8 == id8):
                continue
            if chain.proof is None and ours is not None:
                found.append(Range(author, seq, seq))
            elif chain.proof is not None and not chain.proof.first_parting:
                last = max(0, chain.proof.second.event.seq - 1)
                found.append(Range(author, max(0, last - BUNDLE_LIMIT + 1), last))
        return tuple(found)

    def events(self, author: bytes, first: int = 0, last: int | None = None) -> tuple[Signed, ...]:
        """Return the accepted events `first` to `last` of an author, as far as there are any."""
        chain = self._chains.get(author)
        if chain is None or first < 0:
            return ()
        return tuple(chain.events[first : None if last is None else last + 1])

    def authors(self) -> tuple[bytes, ...]:
        """List the authors in the order in which they were first heard."""
        return tuple(self._chains)

    def proofs(self) -> tuple[Forked, ...]:
        """List the proofs that authors signed two histories."""
        return tuple(chain.proof for chain in self._chains.values() if chain.proof)

    def _reach(self, author: bytes, seq: int) -> int:
        """Return up to which number, at most `seq`, an author is followed; -1: not at all."""
        if self._upto is None or self._is_admitted(author):
            return seq
        return min(seq, self._upto.get(author[:MARK_SIZE], -1))

    def _is_admitted(self, author: bytes) -> bool:
        if self._witness and author not in self._admitted and pid_of(author) == self._witness:
            self._admitted.add(author)
        return author in self._admitted

    def _is_welcome(self, author: bytes) -> bool:
        count = len(self._chains)
        if count < self._limits.first or count >= self._limits.most:
            return count < self._limits.first
        if self._is_admitted(author):
            return True
        return count < self._limits.crowd and (author[:MARK_SIZE] in self._marked or pid_of(author) in self._named)

    def _makes_way(self, signed: Signed) -> bool:
        """Tell whether a newcomer gets a place in a crowd: by the genesis, or by asking for a seat."""
        if is_self_certified(signed):
            return True
        event = signed.event
        return event.kind == Kind.SIT and event.seq == 0 and len(self._chains) < self._limits.crowd

    def _changed(self, own: bytes, chain: Chain, gprev: bytes) -> tuple[Dep, ...]:
        """Name the others' heads that changed since the own last event, at most as many as an event may name.

        An event that `gprev` names already, by twice as many bytes, is left out.
        """
        upto, told = self._told.get(own, (0, set()))
        for signed in chain.events[upto:]:
            told |= {dep.id8 for dep in signed.event.deps} | {signed.event.gprev[:ID8_SIZE]}
        self._told[own] = (chain.next, told)
        changed = (
            Dep(author[:MARK_SIZE], seq, id8)
            for author, (seq, id8) in sorted(self.heads().items())
            if author != own and id8 not in told and id8 != gprev[:ID8_SIZE]
        )
        return tuple(changed)[: envelope.DEPS_LIMIT]


def _check_own(chain: Chain, kind: int) -> None:
    if chain.proof:
        raise CannotSign(FORKED)
    if chain.ahead:
        raise CannotSign(BEHIND)
    if kind == Kind.TALK and chain.talked_out:
        raise CannotSign(TALKED_OUT)
    if not chain.has_room(0):
        raise CannotSign(FULL)
