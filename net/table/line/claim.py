"""Claims: how a game goes on without a player who does not answer.

Time decides only when a client signs something (`net.table.clocks.wait_timer`). In the fold only `final` events count:
those of all who still play, except the claimed player, make up a certificate. It continues the line in that player's
place and beats what they may have said there.

A final counts at one stop: a place of the line and a length of the log. It counts only if its author has not gone past
that stop before, and the author may take it back until then. So nobody can keep one in reserve to turn a game back.

Where several players are away, those against whom finals stand at the same stop need not sign, if those who did are
more than half of all who play (`is_quorum`). So two halves of a table can never both go on without the other.
`Causality` tells what people had seen of each other when they decided, by the heads that their events name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from itertools import combinations
from typing import NamedTuple

from core.game import Seat
from net.identity.identity import pid_of
from net.wire.event import MARK_SIZE, Event, Kind, Signed
from net.wire.event_data import Claim, Data, Final, Substitute, readable
from net.wire.sanitizer import clean_name


class Causality:
    """How far each author has seen the others' chains, now and at their own last move."""

    def __init__(self) -> None:
        """Begin with nothing seen by anybody."""
        self._seen: dict[bytes, dict[bytes, int]] = {}
        self._moved: dict[bytes, tuple[Event, dict[bytes, int]]] = {}

    def pass_by(self, event: Event) -> None:
        """Note what an event names, each author's events in the order of their chain."""
        seen = self._seen.setdefault(event.author, {})
        for dep in event.deps:
            if dep.seq > seen.get(dep.mark, -1):
                seen[dep.mark] = dep.seq
        if event.kind == Kind.MOVE:
            self._moved[event.author] = (event, dict(seen))

    def had_seen(self, author: bytes, ply: int, gprev: bytes, other: Signed) -> bool:
        """Tell whether an author's last move was at that place, made after they had seen the other event."""
        event, seen = self._moved.get(author, (None, {}))
        if event is None or (event.ply, event.gprev) != (ply, gprev):
            return False
        return other.event.seq <= seen.get(other.event.author[:MARK_SIZE], -1)


def is_quorum(others: AbstractSet[bytes], done: Mapping[bytes, AbstractSet[bytes]], least: int) -> bool:
    """Tell whether those who no longer wait for somebody may go on without the rest of the `others`.

    `done` maps each of them to all whom they no longer wait for. All the others together may, however few they are. At
    least `least` of them may if each of them waits for none of the rest. Further finals do not harm a quorum.
    """
    silent = others - done.keys()
    if not silent:
        return bool(others)
    doubtful = sorted(set().union(*done.values()) & done.keys())
    return any(
        all(silent | set(left) <= done[author] for author in done.keys() - set(left))
        for count in range(min(len(doubtful), len(done) - least) + 1)
        for left in combinations(doubtful, count)
    )


AUTHOR_LIMIT = 512
"""Claims and finals of one author that count at a table."""

CLAIM_KINDS = frozenset({Kind.CLAIM, Kind.FINAL, Kind.SUBSTITUTE})
"""The kinds that `Claims` takes in."""


class OwedKind(StrEnum):
    """What a player may owe."""

    MOVE = "move"
    COMMIT = "commit"
    REVEAL = "reveal"
    DECK = "deck"
    SHARE = "share"
    LOT = "lot"
    """The lot, before anything is played."""
    WORD = "word"
    """The final about somebody else, whom the others no longer wait for."""
    HEIR = "heir"
    """The place: somebody else takes it over."""
    AWAY = "away"
    """The place, without its holder's consent, because they do not come."""
    FRAUD = "fraud"
    """Nothing any more: its holder signed two histories, and the others go on without them."""


class LinePlace(NamedTuple):
    """A possible stop of the line: its ply, what comes before (16 bytes), and how many lines the log has."""

    ply: int
    gprev: bytes
    at: int


@dataclass(frozen=True, slots=True, order=True)
class Wait:
    """What is waited for at a stop; with `HEIR`, the key and the name of the person who takes over the seat."""

    stop: LinePlace
    seat: Seat
    what: OwedKind
    heir: bytes = b""
    nick: str = ""


TAKEOVERS = frozenset({OwedKind.HEIR, OwedKind.AWAY})
"""What the consents to a substitute are about."""

UNANIMOUS = TAKEOVERS | {OwedKind.FRAUD}
"""What needs the consent of all who are asked, however many are away."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The others no longer wait: its id (32 bytes), for whom and for what, and the first of those who signed."""

    id: bytes
    wait: Wait
    author: bytes
    ts: int


def is_early(wait: Wait) -> bool:
    """Tell whether a wait is about a start: a lot, or the first deck before anything was decided."""
    first = wait.stop.ply == 0 and wait.stop.at == 0
    return wait.what is OwedKind.LOT or (wait.what in {OwedKind.DECK, OwedKind.WORD} and first)


def enough(wait: Wait, others: int) -> int:
    """Return how many of `others` must sign if some do not answer: with the claimed player, more than half.

    Before anything was played half of all are enough; where consent is asked, all must sign.
    """
    if wait.what in UNANIMOUS:
        return others
    return (others + 2) // 2 if is_early(wait) else (others + 1) // 2 + 1


class Claims:
    """Every claim and final of one table, in any order of arrival."""

    def __init__(self) -> None:
        """Begin with none."""
        self.heard = Causality()
        self._claims: dict[Wait, dict[bytes, Signed]] = {}
        self._finals: dict[Wait, dict[bytes, Signed | None]] = {}
        self._waits: dict[LinePlace, set[Wait]] = {}
        self._asked: dict[LinePlace, int] = {}
        self._refused: dict[Wait, set[bytes]] = {}
        self._reached: dict[bytes, tuple[int, bool]] = {}
        self._counts: Counter[bytes] = Counter()
        self.guilty: frozenset[bytes] = frozenset()

    def pass_by(self, event: Event) -> None:
        """Note how far an event's author has come with the line; talk tells nothing.

        An author who agrees to go on without a guilty player goes back with the line: what they signed on the undone
        part does not count.
        """
        self.heard.pass_by(event)
        if event.kind == Kind.TALK:
            return
        here = (event.ply, event.kind == Kind.REVEAL and event.seat is not None)
        back = bool(self.guilty) and event.kind == Kind.FINAL and event.data[1:2] == (OwedKind.FRAUD,)
        self._reached[event.author] = here if back else max(here, self._reached.get(event.author, here))

    def receive(self, signed: Signed) -> Wait | None:
        """Take in a claim or a final, after `pass_by`; return what it is about if it counts."""
        event = signed.event
        self._counts[event.author] += 1
        data = readable(event)
        if data is None or (wait := _about(event, data)) is None:
            return None
        late = self._reached[event.author] > (event.ply, wait.what is OwedKind.REVEAL)
        if late or self._counts[event.author] > AUTHOR_LIMIT:
            return None
        if wait.what in TAKEOVERS and (isinstance(data, Final) or event.author in self.refusals(wait)):
            self._withdraw(event.author, Wait(wait.stop, wait.seat, wait.what))
        elif isinstance(data, Claim):
            self._claims.setdefault(wait, {}).setdefault(event.author, signed)
            self._asked[wait.stop] = min(event.ts, self._asked.get(wait.stop, event.ts))
        else:
            finals = self._finals.setdefault(wait, {})
            finals[event.author] = finals.get(event.author, signed) if _stands(data) else None
            self._waits.setdefault(wait.stop, set()).add(wait)
        return wait

    def _withdraw(self, author: bytes, taken: Wait) -> None:
        """Take back an author's consents to a substitute at a stop, or refuse all."""
        self._refused.setdefault(taken, set()).add(author)
        for wait in self._waits.get(taken.stop, ()):
            if (wait.seat, wait.what) == (taken.seat, taken.what):
                self._finals[wait].pop(author, None)

    def refusals(self, wait: Wait) -> frozenset[bytes]:
        """Return those who have refused a substitute or taken back their yes."""
        return frozenset(self._refused.get(Wait(wait.stop, wait.seat, wait.what), ()))

    def handing(self, stop: LinePlace) -> tuple[Wait, ...]:
        """Return who might take over which seat at a stop, if anybody agrees to it."""
        asked = sorted(wait for wait in self._waits.get(stop, ()) if wait.what in TAKEOVERS)
        return tuple(wait for wait in asked if self.signed(wait))

    def consents(self, wait: Wait) -> tuple[Signed, ...]:
        """Return the finals about a wait that stand."""
        return tuple(final for final in self._finals.get(wait, {}).values() if final is not None)

    def claimed(self, wait: Wait) -> tuple[bytes, ...]:
        """Return those who have claimed, by key."""
        return tuple(sorted(self._claims.get(wait, {})))

    def claim_ids(self, wait: Wait) -> tuple[bytes, ...]:
        """Return the ids of the claims of a wait."""
        return tuple(sorted(claim.id for claim in self._claims.get(wait, {}).values()))

    def was_told(self, wait: Wait, author: bytes) -> bool:
        """Tell whether an author's last move ended a wait after they had seen a claim of it."""
        place = wait.stop.ply, wait.stop.gprev
        return any(self.heard.had_seen(author, *place, claim) for claim in self._claims.get(wait, {}).values())

    def asked_at(self, stop: LinePlace) -> int:
        """Return the time of the first claim at a stop, by its author's clock; 0 if there is none."""
        return self._asked.get(stop, 0)

    def signed(self, wait: Wait) -> tuple[bytes, ...]:
        """Return those whose final stands, by key."""
        return tuple(sorted(author for author, final in self._finals.get(wait, {}).items() if final is not None))

    def retractable(self, stop: LinePlace, name: bytes) -> frozenset[bytes]:
        """Return those who may still take back what they signed for a certificate at a stop, by the certificate's name.

        Their final or their consent stands, and they have not gone past the stop.
        """
        waits = (wait for wait in self._waits.get(stop, ()) if named(wait) == name)
        found = ((one, wait.what is OwedKind.REVEAL) for wait in waits for one in self.signed(wait))
        return frozenset(one for one, reveals in found if self._reached[one] <= (stop.ply, reveals))

    def standing(self, author: bytes) -> tuple[Wait, ...]:
        """Return what an author's standing finals are about."""
        return tuple(sorted(wait for wait, finals in self._finals.items() if finals.get(author) is not None))

    def certificates(
        self, stop: LinePlace, live: Callable[[], tuple[Seat, ...]], holders: Mapping[Seat, bytes]
    ) -> tuple[Certificate, ...]:
        """Return the certificates at a stop, in the order of what they are about; `live` tells who plays there."""
        waits = sorted(wait for wait in self._waits.get(stop, ()) if not (wait.what is OwedKind.WORD or is_early(wait)))
        if not waits:
            return ()
        seats = live()
        found = (self._certificate(wait, seats, holders) for wait in waits)
        return tuple(certificate for certificate in found if certificate is not None)

    def electors(self, wait: Wait, live: tuple[Seat, ...], holders: Mapping[Seat, bytes]) -> set[bytes]:
        """Return the keys that have to sign. To a substitute all consent, including a seat's holder while it plays.

        The person who takes it over consents too. Nobody can take over if nobody else is there to agree.
        """
        if wait.what in TAKEOVERS:
            asked = {holders[seat] for seat in live if seat in holders} - self.guilty
            asked -= {holders.get(wait.seat, b"")} if wait.what is OwedKind.AWAY else set()
            return asked | {wait.heir} if asked else set()
        others = needed(wait.seat, live, holders)
        return others - self.guilty if wait.what is OwedKind.FRAUD else others

    def _certificate(self, wait: Wait, live: tuple[Seat, ...], holders: Mapping[Seat, bytes]) -> Certificate | None:
        """Return the certificate about a wait, if the finals of all who have to sign are here.

        Its name depends only on what it is about: later signatures change nothing.
        """
        finals = self._finals[wait]
        if wait.what is OwedKind.FRAUD and holders.get(wait.seat) not in self.guilty:
            return None
        others = self.electors(wait, live, holders)
        found = {author: final for author in sorted(others) if (final := finals.get(author)) is not None}
        excused = {author: self._excused(author, wait.stop, holders) for author in found}
        if not is_quorum(others, excused, enough(wait, len(others))):
            return None
        first = next(iter(found.values())).event
        return Certificate(named(wait), wait, first.author, first.ts)

    def _excused(self, author: bytes, stop: LinePlace, holders: Mapping[Seat, bytes]) -> set[bytes]:
        """Return those whom an author no longer waits for at a stop."""
        waits = (wait for wait in self._waits.get(stop, ()) if wait.what not in UNANIMOUS)
        return {holders[wait.seat] for wait in waits if wait.seat in holders and self._finals[wait].get(author)}

    def words(
        self, waits: Iterable[Wait], live: Callable[[], tuple[Seat, ...]], holders: Mapping[Seat, bytes]
    ) -> Iterator[Wait]:
        """Return whose word is waited for since the first final, if more than half could do without it."""
        owed = [wait for wait in waits if wait.what not in UNANIMOUS] if self._finals else []
        told = {holders.get(wait.seat) for wait in owed}
        for wait in owed:
            done = set(self.signed(wait))
            others = needed(wait.seat, live(), holders) if done else set()
            if len(others) <= enough(wait, len(others)) or others.isdisjoint(done):
                continue
            for silent in sorted(others - told - done):
                told.add(silent)
                yield Wait(wait.stop, next(seat for seat in live() if holders.get(seat) == silent), OwedKind.WORD)


def named(wait: Wait) -> bytes:
    """Return the name of the certificate about a wait: 32 bytes."""
    place = (wait.stop.gprev, *(number.to_bytes(8, "big") for number in (wait.stop.ply, wait.stop.at, wait.seat)))
    words = f"{wait.what.value} {wait.nick}".encode()
    return blake2b(b"parley/final/2" + b"".join(place) + wait.heir + words, digest_size=32).digest()


def _about(event: Event, data: Data) -> Wait | None:
    """Return what a claim, a final or the consent to a substitute is about; None for anything else."""
    if isinstance(data, Substitute):
        stop = LinePlace(event.ply, event.gprev, data.at)
        what, nick = OwedKind.AWAY if data.away else OwedKind.HEIR, clean_name(data.nick) or pid_of(data.key)
        return Wait(stop, Seat(data.seat), what, data.key, nick)
    known = isinstance(data, Claim | Final) and data.what in set(OwedKind)
    if not isinstance(data, Claim | Final) or not known or (data.what in TAKEOVERS and _stands(data)):
        return None
    return Wait(LinePlace(event.ply, event.gprev, data.at), Seat(data.seat), OwedKind(data.what))


def _stands(data: Data) -> bool:
    return not isinstance(data, Final) or data.stands


def needed(seat: Seat, live: tuple[Seat, ...], holders: Mapping[Seat, bytes]) -> set[bytes]:
    """Return the keys whose finals a certificate about a seat needs."""
    return {holders[other] for other in live if other in holders} - {holders.get(seat, b"")}
