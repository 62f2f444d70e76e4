"""Who goes on with a tournament whose organiser has vanished: standing votes, like those to expel.

More than half of the founders, or else more than half of the entrants on the closed list, name a successor and the
number in the organiser's chain from which nothing counts there any more: the middle one of these votes. Only members
vote. The founders' majority comes first, so an organiser who closes a list of friends does not get round it. Votes can
be taken back, and their order does not matter. Who was replaced does not come back to the same tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from net.club.club_event import ClubKind, OrganiserVote, data_as
from net.club.membership import middle
from net.wire.event import Signed


@dataclass(frozen=True, slots=True)
class Electorate:
    """Who may vote: the founders who are still members, and of the entrants those who are members."""

    founders: Sequence[bytes]
    members: Collection[bytes]


@dataclass(frozen=True, slots=True)
class Succession:
    """Who goes on with a tournament, from which number of the former organiser's chain on."""

    key: bytes
    upto: int


@dataclass(slots=True)
class OrganiserVotes:
    """The votes that stand: by tournament and organiser, the last vote of each author."""

    _standing: dict[tuple[bytes, bytes], dict[bytes, Succession]] = field(default_factory=dict)

    @classmethod
    def of(cls, heard: Mapping[bytes, Sequence[Signed]]) -> OrganiserVotes:
        """Collect the votes of chains whose events all count."""
        found = cls()
        for author, chain in heard.items():
            for one in chain:
                if one.event.kind == ClubKind.ORGANISER:
                    vote = data_as(one.event, OrganiserVote)
                    standing = found._standing.setdefault((vote.tournament, vote.old), {})
                    standing.pop(author, None)
                    if vote.stands and vote.key != vote.old:
                        standing[author] = Succession(vote.key, vote.upto)
        return found

    def successor(
        self, tournament: bytes, organiser: bytes, electorate: Electorate, listed: Sequence[bytes]
    ) -> Succession | None:
        """Give who goes on instead of an organiser, who has to be a member; None as long as no majority says so."""
        standing = self._standing.get((tournament, organiser), {})
        members = frozenset(electorate.members)
        for voters in (frozenset(electorate.founders), members.intersection(listed)):
            numbers: dict[bytes, list[int]] = {}
            for author in voters & standing.keys():
                numbers.setdefault(standing[author].key, []).append(standing[author].upto)
            for key, said in numbers.items():
                if 2 * len(said) > len(voters) and key in members:
                    return Succession(key, middle(said))
        return None
