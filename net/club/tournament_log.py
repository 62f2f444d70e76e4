"""What is signed of tournaments: who takes part, the lots, how each round ended. It says nothing of pairings yet.

The organiser's own chain gives the order: `OPEN`, `CLOSE`, `DRAW` as often as needed, `START`, then a `ROUND` for each
round. Nobody else's words have an order here, so a late one changes nothing that the organiser has settled. Where an
organiser was replaced (`net.club.organiser_vote`), the successor's chain goes on from where the organiser's was cut.

Lots cannot be steered. Who enters signs the end of a chain of hashes that begins with a secret of theirs. When the list
is closed, everybody opens one link of it: link 1 for the first attempt. The seed is the hash of all of them, so one
honest entrant is enough. Who opens last sees the others' links and can only keep their own back. Then the organiser
leaves them out, and all others open the next link of their chains, which nobody has seen. Each such attempt costs an
entrant, and there are `ATTEMPTS` of them, so it ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b

from core.tournament.round_robin import FEWEST
from core.tournament.table_rounds import LARGEST, SMALLEST
from net.club.club_event import (
    ENTRANTS_LIMIT,
    ROUNDS_LIMIT,
    Close,
    ClubKind,
    Draw,
    Enter,
    Form,
    Open,
    OpenedLot,
    RoundEnd,
    Start,
    Withdraw,
    data_as,
)
from net.club.membership import Membership
from net.club.organiser_vote import Electorate, OrganiserVotes
from net.wire.event import Signed

ATTEMPTS = 16
"""How often lots can be drawn for one tournament."""
OPEN_LIMIT = 64
"""Tournaments that one member may open."""

_Word = Close | Draw | Start | RoundEnd
"""What an organiser signs of a tournament that is open."""

LINK_PERSON = b"parley/link/1"
SEED_PERSON = b"parley/pairs/1"


class Stage(StrEnum):
    """How far a tournament has come."""

    ENTRY = "entry"
    LOTS = "lots"
    PLAY = "play"


def is_playable(data: Open) -> bool:
    """Tell whether this program knows the form of a tournament, and its rounds and tables are within the limits."""
    sizes = data.form != Form.TABLES or bool(data.sizes)
    seats = all(SMALLEST <= size <= LARGEST for size in data.sizes)
    return data.form in set(Form) and 0 < data.rounds <= ROUNDS_LIMIT and sizes and seats


@dataclass(slots=True)
class Tournament:
    """A tournament as it was signed. `id` is the first half of the id of the event that opened it.

    `entered` are those who ask to take part, `withdrawn` those who asked to take part no more and have not entered
    since. `drawn` are the entrants of the closed list who are left. `attempt` counts the draws, `opened` are the links
    of this attempt, by key. From the start on `seed` has 32 bytes. `ends` are the rounds that the organiser has ended.
    `listed` are all entrants of the closed list. `replaced` are earlier organisers, each with the number from which
    nothing of theirs counts here.
    """

    id: bytes
    organiser: bytes
    data: Open
    form: Form
    stage: Stage = Stage.ENTRY
    entered: tuple[bytes, ...] = ()
    drawn: tuple[bytes, ...] = ()
    attempt: int = 0
    opened: dict[bytes, bytes] = field(default_factory=dict)
    seed: bytes = b""
    ends: list[RoundEnd] = field(default_factory=list)
    withdrawn: frozenset[bytes] = frozenset()
    listed: tuple[bytes, ...] = ()
    replaced: dict[bytes, int] = field(default_factory=dict)

    @property
    def awaited(self) -> tuple[bytes, ...]:
        """The entrants who have not opened their lots of this attempt."""
        return tuple(key for key in self.drawn if key not in self.opened) if self.stage is Stage.LOTS else ()


def tip_of(secret: bytes) -> bytes:
    """Give the end of the chain of hashes that a secret of 32 bytes begins: what an entrant signs."""
    return _hashed(secret, ATTEMPTS)


def link_of(secret: bytes, attempt: int) -> bytes:
    """Give the link that opens an attempt (from 0)."""
    return _hashed(secret, ATTEMPTS - 1 - attempt)


def is_link(value: bytes, attempt: int, tip: bytes) -> bool:
    """Tell whether a value is the link of that attempt in the chain that ends with `tip`."""
    return attempt < ATTEMPTS and _hashed(value, attempt + 1) == tip


def _hashed(value: bytes, times: int) -> bytes:
    for _ in range(times):
        value = blake2b(value, digest_size=32, person=LINK_PERSON).digest()
    return value


def seed_of_links(tournament: bytes, attempt: int, links: Iterable[bytes]) -> bytes:
    """Give the seed of a tournament from the opened links, in the order of the closed list."""
    return blake2b(tournament + attempt.to_bytes(4) + b"".join(links), digest_size=32, person=SEED_PERSON).digest()


def fold_tournaments(
    chains: Mapping[bytes, Sequence[Signed]], membership: Membership, founders: Sequence[bytes] = ()
) -> dict[bytes, Tournament]:
    """Fold the tournaments of all chains, in any order; the result is in the order of their ids.

    `founders` are those of the club who are still members.
    """
    heard = {
        author: [one for one in chain if membership.counts(author, one.event.seq)]
        for author, chain in sorted(chains.items())
    }
    fold = _Fold(_Entries.of(heard), OrganiserVotes.of(heard), Electorate(founders, membership.members), heard)
    opened = (one for chain in heard.values() for one in _opened(chain))
    return {one.id[:16]: fold.tournament(one) for one in sorted(opened, key=lambda one: one.id)}


@dataclass(slots=True)
class _Entries:
    """What entrants have signed: by id the event of an entry, by tournament who entered, opened, and withdrew."""

    events: dict[bytes, tuple[bytes, Enter]] = field(default_factory=dict)
    entered: dict[bytes, list[bytes]] = field(default_factory=dict)
    opened: dict[tuple[bytes, int], dict[bytes, bytes]] = field(default_factory=dict)
    withdrawn: dict[bytes, set[bytes]] = field(default_factory=dict)

    @classmethod
    def of(cls, heard: Mapping[bytes, Sequence[Signed]]) -> _Entries:
        said = cls()
        for author, chain in heard.items():
            for one in chain:
                said._take(author, one)
        return said

    def _take(self, author: bytes, one: Signed) -> None:
        match one.event.kind:
            case ClubKind.ENTER:
                enter = data_as(one.event, Enter)
                self.events[one.id] = (author, enter)
                others = self.entered.setdefault(enter.tournament, [])
                if author not in others:
                    others.append(author)
                self.withdrawn.get(enter.tournament, set()).discard(author)
            case ClubKind.LOT:
                lot = data_as(one.event, OpenedLot)
                self.opened.setdefault((lot.tournament, lot.attempt), {}).setdefault(author, lot.value)
            case ClubKind.WITHDRAW:
                self.withdrawn.setdefault(data_as(one.event, Withdraw).tournament, set()).add(author)


def _opened(chain: Sequence[Signed]) -> list[Signed]:
    """List the events of a chain that open a tournament, as many as one member may open."""
    kinds = (one for one in chain if one.event.kind == ClubKind.OPEN)
    return [one for one in kinds if is_playable(data_as(one.event, Open))][:OPEN_LIMIT]


@dataclass(slots=True)
class _Fold:
    """What the tournaments of a club are folded from: entries, votes, and by organiser and tournament their words."""

    said: _Entries
    votes: OrganiserVotes
    electorate: Electorate
    heard: Mapping[bytes, Sequence[Signed]]
    _words: dict[bytes, dict[bytes, list[tuple[int, _Word]]]] = field(default_factory=dict)

    def tournament(self, opening: Signed) -> Tournament:
        """Fold one: the chain of whoever opened it, up to where a successor takes over, then the successor's."""
        id_, data, organiser = opening.id[:16], data_as(opening.event, Open), opening.event.author
        before: list[_Word] = []
        replaced: dict[bytes, int] = {}
        while True:
            words = self._of(organiser).get(id_, [])
            it = Tournament(id_, organiser, data, Form(data.form), replaced=replaced)
            organised = _Organised(it, self.said)
            for word in (*before, *(word for _, word in words)):
                organised.take(word)
            chosen = self.votes.successor(id_, organiser, self.electorate, it.listed)
            if chosen is None or chosen.key in replaced:
                return it
            before += [word for seq, word in words if seq < chosen.upto]
            replaced = replaced | {organiser: chosen.upto}
            organiser = chosen.key

    def _of(self, organiser: bytes) -> dict[bytes, list[tuple[int, _Word]]]:
        """Read what somebody has organised, by tournament, each with its number in their chain."""
        if organiser not in self._words:
            found = self._words.setdefault(organiser, {})
            for one in self.heard.get(organiser, ()):
                if one.event.kind in _ORGANISED:
                    word = data_as(one.event, _ORGANISED[ClubKind(one.event.kind)])
                    found.setdefault(word.tournament, []).append((one.event.seq, word))
        return self._words[organiser]


_ORGANISED: dict[ClubKind, type[_Word]] = {
    ClubKind.CLOSE: Close,
    ClubKind.DRAW: Draw,
    ClubKind.START: Start,
    ClubKind.ROUND: RoundEnd,
}


class _Organised:
    """One tournament while its organiser's chain is read."""

    def __init__(self, tournament: Tournament, said: _Entries) -> None:
        self.tournament = self._it = tournament
        self._said = said
        self._tips: dict[bytes, bytes] = {}
        it = tournament
        it.withdrawn = frozenset(said.withdrawn.get(it.id, ()))
        it.entered = tuple(key for key in said.entered.get(it.id, ()) if key not in it.withdrawn)

    def take(self, data: _Word) -> None:
        it = self._it
        match data:
            case Close() if it.stage is Stage.ENTRY:
                self._close(data)
            case Draw() if it.stage is Stage.LOTS and data.attempt == it.attempt < ATTEMPTS - 1:
                self._draw(data)
            case Start() if it.stage is Stage.LOTS and data.attempt == it.attempt:
                self._start()
            case RoundEnd() if it.stage is Stage.PLAY and data.number == len(it.ends) < ROUNDS_LIMIT:
                it.ends.append(data)
            case _:
                pass

    def _close(self, data: Close) -> None:
        """Take the list if every entry on it is here, for this tournament, and each of somebody else."""
        entries = [self._said.events.get(id_) for id_ in data.enters[:ENTRANTS_LIMIT]]
        listed = [one for one in entries if one is not None and one[1].tournament == self._it.id]
        tips = {author: enter.tip for author, enter in listed}
        if len(tips) == len(data.enters) >= FEWEST:
            self._tips, self._it.drawn, self._it.stage = tips, tuple(tips), Stage.LOTS
            self._it.listed = self._it.drawn
            self._open_links()

    def _draw(self, data: Draw) -> None:
        left = tuple(key for key in self._it.drawn if key not in data.left_out)
        if len(left) < len(self._it.drawn) and len(left) >= FEWEST:
            self._it.drawn, self._it.attempt = left, self._it.attempt + 1
            self._open_links()

    def _open_links(self) -> None:
        it = self._it
        values = self._said.opened.get((it.id, it.attempt), {})
        it.opened = {key: values[key] for key in it.drawn if is_link(values.get(key, b""), it.attempt, self._tips[key])}

    def _start(self) -> None:
        it = self._it
        if not it.awaited:
            it.seed = seed_of_links(it.id, it.attempt, (it.opened[key] for key in it.drawn))
            it.stage = Stage.PLAY
