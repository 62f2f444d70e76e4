"""The results of a club: which of them stand, and how a result is checked before it is accepted.

A result is accepted into its author's chain only if its proof is right, the table was opened for this club, and what it
says in short is what the proof says. So the fold reads what it says in short.

Results count between people who were let in at some time. Two reports of one end are one result, signed by all who
signed either. Where two ends of one table are proved, the one that more players signed stands. If as many signed both,
the table is disputed and counts for nobody.

Where it is proved that somebody has cheated at the table (`CHARGE`, whenever it comes), the result is lost for them:
they share the last place, and the others keep their order above them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from net.club.club_event import Charge, ClubKind, Place, Result, check_keys, data_as, rated_salt
from net.club.membership import Membership
from net.club.result_proof import ProvedEnd, check_proof
from net.wire.codec import BadMessage, Flaw
from net.wire.event import Event, Signed

DIFFERS = "what is said in short is not what the proof says"


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A result of the table `tid`: the players in the order of their seats, and what the end is worth to each.

    `tournament` is empty for a game beside tournaments. `signers` have signed the end. `source` is an event that
    proves it. `cheats` are those whom a charge has proved to have cheated, and `worth` has them last; `signed` is what
    the end was worth as it was signed.
    """

    tid: bytes
    end: bytes
    game: str
    players: tuple[bytes, ...]
    worth: tuple[int, ...]
    signers: frozenset[bytes]
    time: int
    tournament: bytes
    round: int
    table: int
    source: bytes
    cheats: frozenset[bytes] = frozenset()
    signed: tuple[int, ...] = ()

    @property
    def place(self) -> Place:
        """The table of a tournament that this result is for: tournament, round, table."""
        return self.tournament, self.round, self.table


@dataclass(frozen=True, slots=True)
class ResultBook:
    """The results that stand, by table and in the order of their times; and the tables that are disputed.

    `charged` are those who are proved to have cheated, by table, whether its result is there or not.
    """

    standing: tuple[RatedResult, ...] = ()
    disputed: tuple[bytes, ...] = ()
    charged: Mapping[bytes, frozenset[bytes]] = field(default_factory=dict)

    def by_place(self) -> dict[Place, list[RatedResult]]:
        """Group the results of tournaments by their places."""
        found: dict[Place, list[RatedResult]] = {}
        for one in self.standing:
            if one.tournament:
                found.setdefault(one.place, []).append(one)
        return found


def summary(proved: ProvedEnd, proof: bytes, place: Place, nonce: bytes) -> Result:
    """Write the data of a result from its checked proof, the place in a tournament (or nothing), and the nonce."""
    tournament, number, table = place
    return Result(
        tid=proved.end.tid,
        end=proved.end.digest,
        game=proved.genesis.game,
        players=proved.players,
        worth=proved.worth,
        signers=sum(1 << at for at, key in enumerate(proved.players) if key in proved.signers),
        time=proved.time,
        tournament=tournament,
        round=number,
        table=table,
        nonce=nonce,
        proof=proof,
    )


def check_result(event: Event, data: Result) -> None:
    """Raise `BadMessage` unless a result is proved, of this club's table, and told as it is."""
    if len(data.tournament) not in {0, 16} or not (data.tournament or data.round == data.table == 0):
        raise BadMessage(Flaw.SHAPE, why="a result is of a table of a tournament, or of none")
    proved = check_proof(data.proof)
    check_keys(proved.players)
    if proved.genesis.salt != rated_salt(event.tid, data.tournament, data.round, data.table, data.nonce):
        raise BadMessage(Flaw.SHAPE, why="the table was not opened for this club and place")
    if summary(proved, data.proof, (data.tournament, data.round, data.table), data.nonce) != data:
        raise BadMessage(Flaw.SHAPE, why=DIFFERS)


def fold_results(chains: Mapping[bytes, Sequence[Signed]], membership: Membership) -> ResultBook:
    """Fold the results of all chains, in any order."""
    cheats = _charged(chains, membership)
    ends: dict[bytes, dict[bytes, RatedResult]] = {}
    for author, chain in chains.items():
        for one in chain:
            if one.event.kind == ClubKind.RESULT and membership.counts(author, one.event.seq):
                said = _read(one)
                if membership.ever.issuperset(said.players):
                    known = ends.setdefault(said.tid, {})
                    known[said.end] = _joined(known.get(said.end), said)
    standing, disputed = [], []
    for tid, known in ends.items():
        chosen = _chosen(known.values())
        if chosen is None:
            disputed.append(tid)
        else:
            standing.append(_without_cheats(chosen, cheats.get(tid, set())))
    charged = {tid: frozenset(keys) for tid, keys in cheats.items()}
    return ResultBook(tuple(sorted(standing, key=lambda one: (one.time, one.tid))), tuple(sorted(disputed)), charged)


def _charged(chains: Mapping[bytes, Sequence[Signed]], membership: Membership) -> dict[bytes, set[bytes]]:
    """Find who is proved to have cheated at which table."""
    found: dict[bytes, set[bytes]] = {}
    for author, chain in chains.items():
        for one in chain:
            if one.event.kind == ClubKind.CHARGE and membership.counts(author, one.event.seq):
                charge = data_as(one.event, Charge)
                found.setdefault(charge.tid, set()).add(charge.key)
    return found


def _without_cheats(one: RatedResult, cheats: Collection[bytes]) -> RatedResult:
    """Put the cheats last: they share that place, the others keep their order."""
    guilty = frozenset(cheats).intersection(one.players)
    if not guilty:
        return one
    order = sorted({worth for key, worth in zip(one.players, one.signed, strict=True) if key not in guilty})
    worth = tuple(
        0 if key in guilty else 1 + order.index(worth) for key, worth in zip(one.players, one.signed, strict=True)
    )
    return replace(one, worth=worth, cheats=guilty)


def _read(signed: Signed) -> RatedResult:
    said = data_as(signed.event, Result)
    return RatedResult(
        said.tid,
        said.end,
        said.game,
        said.players,
        said.worth,
        frozenset(key for at, key in enumerate(said.players) if said.signers >> at & 1),
        said.time,
        said.tournament,
        said.round,
        said.table,
        signed.id,
        signed=said.worth,
    )


def _joined(one: RatedResult | None, other: RatedResult) -> RatedResult:
    if one is None:
        return other
    source = min((one, other), key=lambda said: said.source).source
    return replace(one, signers=one.signers | other.signers, time=min(one.time, other.time), source=source)


def _chosen(ends: Iterable[RatedResult]) -> RatedResult | None:
    order = sorted(ends, key=lambda one: len(one.signers), reverse=True)
    alone = len(order) == 1 or len(order[0].signers) > len(order[1].signers)
    return order[0] if alone else None
