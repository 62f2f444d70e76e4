"""Claims: what is done about somebody who does not answer.

Time decides only when a client says something (`net.patience`). In the fold nothing counts but the `final` events of
all who still play, except him who is claimed: together they are a certificate, which goes on with the line in his
place and beats what he may have said there.

A final counts at one stop: a place of the line and a length of the log. It counts only where its author has not gone
past that stop before, and he may take it back until then: so nobody keeps one in his pocket to turn a game back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b

from core.game import Seat
from net.clean import clean_name
from net.codec import BadMessage
from net.event import Event, Kind, Signed
from net.identity import pid_of
from net.kinds import Claim, Data, Final, Substitute, read

AUTHOR_LIMIT = 512
"""Claims and finals of one author that count at a table."""

CLAIM_KINDS = frozenset({Kind.CLAIM, Kind.FINAL, Kind.SUBSTITUTE})
"""The kinds that `Claims` takes in."""


class Owing(StrEnum):
    """What somebody may owe."""

    MOVE = "move"
    COMMIT = "commit"
    REVEAL = "reveal"
    DECK = "deck"
    SHARE = "share"
    HEIR = "heir"
    """Its place: somebody else takes it over."""
    FRAUD = "fraud"
    """Nothing any more: he has signed two histories, and the others go on without him."""


@dataclass(frozen=True, slots=True, order=True)
class Stop:
    """Where the line may stand: its ply, what comes before (16 bytes), and how many lines the log has."""

    ply: int
    gprev: bytes
    at: int


@dataclass(frozen=True, slots=True, order=True)
class Wait:
    """What is waited for at a stop; with `HEIR` the key that takes the seat over, and its name."""

    stop: Stop
    seat: Seat
    what: Owing
    heir: bytes = b""
    nick: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """All others are done waiting: its id (32 bytes), for whom and for what, and the first of those who signed."""

    id: bytes
    wait: Wait
    author: bytes
    ts: int


class Claims:
    """Every claim and final of one table, in whatever order they came."""

    def __init__(self) -> None:
        """Begin with none."""
        self._claims: dict[Wait, dict[bytes, bytes]] = {}
        self._finals: dict[Wait, dict[bytes, Signed | None]] = {}
        self._waits: dict[Stop, set[Wait]] = {}
        self._reached: dict[bytes, tuple[int, bool]] = {}
        self._counts: Counter[bytes] = Counter()
        self.guilty: frozenset[bytes] = frozenset()

    def pass_by(self, event: Event) -> None:
        """Note how far the author of any event of a table has come with the line; talk tells nothing.

        Who agrees to go on without somebody guilty goes back with the line: what he signed upon the undone is nothing.
        """
        if event.kind == Kind.TALK:
            return
        here = (event.ply, event.kind == Kind.REVEAL and event.seat is not None)
        back = bool(self.guilty) and event.kind == Kind.FINAL and event.data[1:2] == (Owing.FRAUD,)
        self._reached[event.author] = here if back else max(here, self._reached.get(event.author, here))

    def receive(self, signed: Signed) -> Wait | None:
        """Take in a claim or a final, after `pass_by`; give what it is about where it counts."""
        event = signed.event
        self._counts[event.author] += 1
        try:
            data = read(event)
        except BadMessage:
            return None
        wait = _about(event, data)
        if wait is None:
            return None
        late = self._reached[event.author] > (event.ply, wait.what is Owing.REVEAL)
        if late or self._counts[event.author] > AUTHOR_LIMIT:
            return None
        if isinstance(data, Claim):
            self._claims.setdefault(wait, {}).setdefault(event.author, signed.id)
        else:
            finals = self._finals.setdefault(wait, {})
            finals[event.author] = finals.get(event.author, signed) if _stands(data) else None
            self._waits.setdefault(wait.stop, set()).add(wait)
        return wait

    def claimed(self, wait: Wait) -> tuple[bytes, ...]:
        """Give those who have claimed, by key."""
        return tuple(sorted(self._claims.get(wait, {})))

    def claim_ids(self, wait: Wait) -> tuple[bytes, ...]:
        """Give the ids of the claims of a wait."""
        return tuple(sorted(self._claims.get(wait, {}).values()))

    def signed(self, wait: Wait) -> tuple[bytes, ...]:
        """Give those whose final stands, by key."""
        return tuple(sorted(author for author, final in self._finals.get(wait, {}).items() if final is not None))

    def standing(self, author: bytes) -> tuple[Wait, ...]:
        """Give what an author's finals are about, as far as they stand."""
        return tuple(sorted(wait for wait, finals in self._finals.items() if finals.get(author) is not None))

    def certificates(
        self, stop: Stop, live: Callable[[], tuple[Seat, ...]], holders: Mapping[Seat, bytes]
    ) -> tuple[Certificate, ...]:
        """Give the certificates at a stop, in the order of what they are about; `live` is asked who plays there."""
        waits = sorted(self._waits.get(stop, ()))
        if not waits:
            return ()
        seats = live()
        found = (self._certificate(wait, seats, holders) for wait in waits)
        return tuple(certificate for certificate in found if certificate is not None)

    def _needed(self, wait: Wait, live: tuple[Seat, ...], holders: Mapping[Seat, bytes]) -> set[bytes]:
        """Give the keys that have to sign: to a substitute all consent, the one whose seat it is too while it plays."""
        if wait.what is Owing.HEIR:
            return {holders[seat] for seat in live if seat in holders} - self.guilty
        others = needed(wait.seat, live, holders)
        return others - self.guilty if wait.what is Owing.FRAUD else others

    def _certificate(self, wait: Wait, live: tuple[Seat, ...], holders: Mapping[Seat, bytes]) -> Certificate | None:
        """Give the certificate about a wait, if the finals of all live holders but the claimed one are here."""
        finals = self._finals[wait]
        if wait.what is Owing.FRAUD and holders.get(wait.seat) not in self.guilty:
            return None
        others = sorted(self._needed(wait, live, holders))
        found = [final for author in others if (final := finals.get(author)) is not None]
        if not found or len(found) < len(others):
            return None
        ids = b"".join(final.id for final in found)
        first = found[0].event
        return Certificate(blake2b(b"parley/final/1" + ids, digest_size=32).digest(), wait, first.author, first.ts)


def _about(event: Event, data: Data) -> Wait | None:
    """Tell what a claim, a final or the consent to a substitute is about; None for anything else."""
    if isinstance(data, Substitute):
        stop = Stop(event.ply, event.gprev, data.at)
        return Wait(stop, Seat(data.seat), Owing.HEIR, data.key, clean_name(data.nick) or pid_of(data.key))
    if not isinstance(data, Claim | Final) or data.what not in set(Owing) - {Owing.HEIR}:
        return None
    return Wait(Stop(event.ply, event.gprev, data.at), Seat(data.seat), Owing(data.what))


def _stands(data: Data) -> bool:
    return not isinstance(data, Final) or data.stands


def needed(seat: Seat, live: tuple[Seat, ...], holders: Mapping[Seat, bytes]) -> set[bytes]:
    """Give the keys whose finals a certificate about a seat needs."""
    return {holders[other] for other in live if other in holders} - {holders.get(seat, b"")}
