"""What one profile keeps of a game once its program has ended: record, statistics, and what its journal proves."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from core.digest import digest
from core.match.match import Match
from core.match.record import Record, check, read, write
from net.deck.deck_seed import DealerKeys
from net.peer.table_session import TableSession
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.table.table import Table
from net.view.table_view import AuditStage
from net.wire.event import Kind
from net.wire.invitation import Invitation
from tui.study.game_library import Library
from tui.study.game_summary import played
from tui.study.past_game import GAMES, MINE
from tui.study.player_statistics import ME, ratings

Spoken = tuple[str, int, int | None, str]
"""A line of talk: its author's pid, its number, its seat, its words."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A line of the log as programs print it: whose, its words, the digest of what all know after it."""

    seat: int
    text: str
    state: str


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A finished game as one profile keeps it.

    `certified` are the places of the log (from 0) at which a certificate stands: all others had waited long enough.
    `ratings` are estimates by the names of people.
    """

    name: str
    record: str
    plies: tuple[Ply, ...]
    talk: frozenset[Spoken]
    certified: frozenset[int]
    ratings: Mapping[str, tuple[float, float]]


class NotKept(Exception):
    """A profile keeps no finished game."""


def kept_game(root: Path, name: str, tid: bytes) -> KeptGame:
    """Read the game of a table as the profile of that name keeps it; raise `NotKept`.

    Whose bots play, and what one calls one's own, is everybody's own affair: the record is read as if people played.
    """
    with Profile.open(root, name) as profile:
        tuple(Library(profile, root / "records").look())  # writes down what is over
        path = profile.folder / GAMES / f"{tid.hex()}.record"
        if not path.exists():
            raise NotKept(name)
        table, record = _table(profile, tid), read(path.read_text("utf-8"))
        seats = table.view().seats
        people = tuple((seat.name, seat.nick) for seat in seats if not seat.vacant)
        mine = " ".join(seat.name for seat in seats if seat.mine)
        record = replace(record, people=people, extra=())
        if (audit := table.view().audit) is not None and audit.stage is not AuditStage.CLEAN:
            public = check(record).seen_by(None)  # who has refused the audit keeps cards that others never see
            record = replace(record, header=public.header, log=public.log)
        return KeptGame(
            name=name,
            record=write(record),
            plies=_plies(check(record)),
            talk=frozenset((said.author, said.seq, said.seat, said.text) for said in record.talk),
            certified=frozenset(step.at for step in table.history() if step.kind is Kind.FINAL),
            ratings=_ratings(replace(record, extra=((MINE, mine),)), name),
        )


def _table(profile: Profile, tid: bytes) -> Table:
    """Fold a table from the journal."""
    identity = profile.identity
    with Journal(profile.journal_path) as journal:
        row = journal.table(tid)
        assert row is not None
        own = DealerKeys.of(identity, journal.secret(tid, "hand") or identity.secret("hand", tid))
        lot = journal.secret(tid, "lot") or identity.secret("lot", tid)
        at = Invitation.parse(row.invitation)
        desk = TableSession(identity, at, journal, Random(0), lot=lot, own=own, entropy=secrets.token_bytes)
        desk.load()
        return desk.table


def _plies(match: Match) -> tuple[Ply, ...]:
    state, found = match.at(0).state, []
    for line in match.log:
        state = state.play(line.seat, state.parse(line.seat, line.text))
        found.append(Ply(int(line.seat), line.text, digest(state.view(None).encode()).hex()))
    return tuple(found)


def _ratings(record: Record, name: str) -> dict[str, tuple[float, float]]:
    found = ratings([played(record)], record.header.game)
    return {key if key != ME else name: (one.mu, one.sigma) for key, one in found.items()}
