"""A club among some people, each with their own feed; and tables whose end is proved, made by hand."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from net.club.club_event import KIND_OF, Admit, Close, Enter, Found, Join, Open, OpenedLot, Result, cid_of, rated_salt
from net.club.club_log import LIMITS, check_club_event
from net.club.club_state import ClubState, fold_club
from net.club.result_book import summary
from net.club.result_proof import check_proof, write_proof
from net.club.tournament_log import link_of, tip_of
from net.identity.identity import Identity
from net.log.feed import Feed
from net.table.fold.end_statement import EndStatement
from net.wire import envelope
from net.wire.codec import Shape
from net.wire.event import VERSION, Draft, Event, Kind, Signed
from net.wire.event_data import Genesis, Ready, Seen, data_of, tid_of
from tests.net.support.event_signer import who

ROOT = Path(__file__).resolve().parents[3]

NOW = 1_800_000_000_000
NONE = (b"", 0, 0)
GPREV = b"g" * 16


def table_event(
    author: Identity, tid: bytes, kind: Kind, data: Shape, before: Signed | None = None, **more: object
) -> Signed:
    """Sign an event of a table."""
    fields: dict[str, object] = {"ply": 0, "gprev": bytes(16), "state": b""}
    fields |= more
    seq, prev = (before.event.seq + 1, before.link) if before else (0, bytes(16))
    event = Event(
        v=VERSION,
        tid=tid,
        author=author.public,
        seq=seq,
        prev=prev,
        lam=seq + 1,
        kind=int(kind),
        seat=None,
        ply=fields["ply"],  # type: ignore[arg-type]
        gprev=fields["gprev"],  # type: ignore[arg-type]
        state=fields["state"],  # type: ignore[arg-type]
        deps=(),
        ts=NOW,
        data=data_of(data),
    )
    return envelope.make(author, event)


@dataclass
class HandTable:
    """A table made by hand: its genesis, its end and the receipts of the players who sign it."""

    genesis: Signed
    end: EndStatement
    signed: list[Signed]

    @property
    def proof(self) -> bytes:
        """The proof of the end, unchecked."""
        return write_proof(self.end, self.genesis, self.signed)


def hand_table(
    cid: bytes,
    players: Sequence[Identity],
    winners: Sequence[int],
    place: tuple[bytes, int, int] = NONE,
    *,
    nonce: bytes = bytes(16),
    game: str = "djambi",
    signers: Iterable[int] | None = None,
    options: tuple[tuple[str, str], ...] = (),
    terms: tuple[tuple[str, str], ...] = (("bots", "no"), ("deal", "mental")),
    time: int = NOW,
    points: tuple[int, ...] | None = None,
) -> HandTable:
    """Make a table of `players`, in seat order, that `winners` have won; who signs no end was ready to play."""
    host = players[0]
    salt = rated_salt(cid, *place, nonce)
    data = Genesis(game, options, terms, len(players), salt, bytes(16), "", "none", "public", "", host.pid)
    tid = tid_of(host.public, data_of(data))
    genesis = table_event(host, tid, Kind.GENESIS, data)
    keys = tuple(one.public for one in players)
    end = EndStatement(tid, 10, GPREV, keys, tuple(winners), points or (0,) * len(players), "over")
    here, signed = {"ply": end.ply, "gprev": GPREV, "state": end.digest}, []
    for at, one in enumerate(players):
        before = genesis if one is host else None
        if signers is None or at in signers:
            signed.append(table_event(one, tid, Kind.SEEN, Seen(GPREV, time), before, **here))
        else:
            signed.append(table_event(one, tid, Kind.READY, Ready(bytes(16), bytes(32)), before))
    return HandTable(genesis, end, signed)


def result_of(table: HandTable, place: tuple[bytes, int, int] = NONE, nonce: bytes = bytes(16)) -> Result:
    """Give the data of the result of a table made by hand."""
    return summary(check_proof(table.proof), table.proof, place, nonce)


@dataclass
class Club:
    """A club of people by name; the first one has founded it."""

    people: dict[str, Identity]
    cid: bytes = b""
    feeds: dict[str, Feed] = field(default_factory=dict)
    events: list[Signed] = field(default_factory=list)
    clock: int = NOW

    @classmethod
    def of(cls, *names: str, founders: int = 1, admission: str = "founders", expulsion: str = "founders") -> Club:
        """Found a club; the first `founders` are its founders, and nobody else is let in yet."""
        club = cls({name: who(name) for name in names})
        keys = tuple(club.people[name].public for name in names[:founders])
        data = Found("Chess\x1b[31m  café", keys, admission, expulsion, b"s" * 16, names[0])
        club.cid = cid_of(keys[0], data_of(data))
        club.say(names[0], data)
        return club

    @classmethod
    def whole(cls, *names: str, founders: int = 1, expulsion: str = "founders") -> Club:
        """Found a club and let everybody in."""
        club = cls.of(*names, founders=founders, expulsion=expulsion)
        for name in names[1:]:
            club.join(name)
        return club

    def join(self, name: str) -> None:
        """Let somebody ask, and the first founder let them in."""
        self.say(name, Join(name))
        self.say(next(iter(self.people)), Admit(self.key(name)))

    def key(self, name: str) -> bytes:
        """Give somebody's public key."""
        return self.people[name].public

    def say(self, name: str, data: Shape) -> Signed:
        """Let somebody sign an event, which is checked as a stranger would."""
        feed = self.feeds.setdefault(name, Feed(self.cid, LIMITS))
        self.clock += 1000
        signed = feed.draft(self.people[name], Draft(KIND_OF[type(data)], data_of(data)), self.clock)
        feed.receive(check_club_event(signed.body, signed.sig, self.cid))
        self.events.append(signed)
        return signed

    def fork(self, name: str, number: int, data: Shape) -> Signed:
        """Let somebody sign another event in the place of the one of that number in their chain."""
        feed = self.feeds[name]
        old = feed.events(self.key(name))[number].event
        event = Event(
            v=old.v,
            tid=old.tid,
            author=old.author,
            seq=old.seq,
            prev=old.prev,
            lam=old.lam,
            kind=KIND_OF[type(data)],
            seat=None,
            ply=0,
            gprev=bytes(16),
            state=b"",
            deps=(),
            ts=old.ts,
            data=data_of(data),
        )
        signed = envelope.make(self.people[name], event)
        self.events.append(signed)
        return signed

    @property
    def state(self) -> ClubState:
        """The club as all events say."""
        return fold_club(self.cid, self.events)

    def members(self) -> set[str]:
        """Give the names of the members."""
        return self.names(self.state.membership.members)

    def names(self, keys: Iterable[bytes]) -> set[str]:
        """Give the names that belong to keys."""
        return {name for name, one in self.people.items() for key in keys if one.public == key}

    def play(
        self, first: str, second: str, winners: Sequence[int] = (0,), place: tuple[bytes, int, int] = NONE
    ) -> Result:
        """Play a rated game of two; the result is reported by the first."""
        nonce = blake2b(str(len(self.events)).encode(), digest_size=16).digest()
        table = hand_table(
            self.cid, [self.people[first], self.people[second]], winners, place, nonce=nonce, time=self.clock
        )
        result = result_of(table, place, nonce)
        self.say(first, result)
        return result

    def secret(self, name: str, tournament: bytes) -> bytes:
        """Give somebody's secret for the lots of a tournament."""
        return self.people[name].secret("lots", tournament)

    def open(
        self, name: str, form: str, *, rounds: int = 3, sizes: tuple[int, ...] = (), entrants: Sequence[str]
    ) -> bytes:
        """Let somebody open a tournament; `entrants` enter and the list is closed. Give its id."""
        id_ = self.say(name, Open("Autumn", "djambi", (), form, rounds, sizes)).id[:16]
        entries = [self.say(one, Enter(id_, tip_of(self.secret(one, id_)))).id for one in entrants]
        self.say(name, Close(id_, tuple(entries)))
        return id_

    def open_lots(self, tournament: bytes, names: Iterable[str], attempt: int = 0) -> None:
        """Let entrants open their lots."""
        for one in names:
            self.say(one, OpenedLot(tournament, attempt, link_of(self.secret(one, tournament), attempt)))


def told_under(seeds: Sequence[str], program: str) -> set[str]:
    """Run a program of Python once under each `PYTHONHASHSEED`; give what it printed, each text once."""
    return {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in seeds
    }
