"""Who is a member: the rules of admission and expulsion, folded from signed events in any order.

Nothing here depends on when something was said, because anybody can date their words back. So each rule is one that
later words can fulfil, but not undo by claiming to be earlier:

- *Admission.* Founders are members. Somebody who has asked (`JOIN`) is one as soon as a founder, or enough members
  ("sponsors N"), have signed that they are let in, or at once ("open"). What was signed to let somebody in stays good
  when its author leaves or is expelled. In an open club a founder's word that somebody is let in is worth something
  too: only games among founders and those they have vouched for count on the ladder, so fresh keys are worth nothing.
- *Leaving.* The last `JOIN` or `LEAVE` in one's own chain decides.
- *Expulsion* is a standing vote: somebody is out as long as more than half of those who may vote say so. These are the
  founders or the members, the one in question among them, who have not left. A member may take their vote back. Where
  several could be expelled, the one with the most votes goes first, of equals the lowest key. From then on they have no
  vote, and nothing counts that they signed from the number on that the middle one of the votes names: neither a
  result nor a newcomer whom they let in.
- *Two histories.* Who has signed two is no member any more, and nothing counts from where their histories part.

Members can expel only where founders alone admit: elsewhere whoever lets in a crowd would expel the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.fault import Fault, sentence
from net.club.club_event import (
    FOUNDERS_LIMIT,
    Admission,
    Admit,
    ClubKind,
    Expel,
    Expulsion,
    Found,
    Join,
    data_as,
    nick_of,
)
from net.identity.identity import chance_name, is_public, pid_of
from net.wire.event import Signed

MEMBERS_LIMIT = 2048
"""Members of a club; further ones wait until somebody leaves."""
SPONSORS_LIMIT = 16

NO_NAME = sentence("A club needs a name.")
BAD_FOUNDERS = sentence("A club has 1 to {most} founders, each with a key of their own, and its author is one of them.")
BAD_ADMISSION = sentence("{found} is no rule of admission: say founders, open, or sponsors 1 to sponsors {most}.")
BAD_EXPULSION = sentence("{found} is no rule of expulsion: say founders or members.")
CROWDED = sentence(
    "Members can expel only where founders admit; elsewhere whoever lets in a crowd would expel the others."
)


@dataclass(frozen=True, slots=True)
class ClubRules:
    """The rules of a club: who admits, how many sponsors it takes, who expels."""

    admission: Admission
    sponsors: int
    expulsion: Expulsion


def read_rules(admission: str, expulsion: str) -> ClubRules:
    """Read both rules as they are written (`sponsors 2`); raise `Fault`."""
    word, _, number = admission.partition(" ")
    counted = number.isascii() and number.isdigit() and 0 < int(number) <= SPONSORS_LIMIT and number == str(int(number))
    if word not in set(Admission) or (word == Admission.SPONSORS and not counted) or (number and not counted):
        raise Fault(BAD_ADMISSION, found=admission, most=SPONSORS_LIMIT)
    if number and word != Admission.SPONSORS:
        raise Fault(BAD_ADMISSION, found=admission, most=SPONSORS_LIMIT)
    if expulsion not in set(Expulsion):
        raise Fault(BAD_EXPULSION, found=expulsion)
    rules = ClubRules(Admission(word), int(number or 1), Expulsion(expulsion))
    if rules.admission is not Admission.FOUNDERS and rules.expulsion is Expulsion.MEMBERS:
        raise Fault(CROWDED)
    return rules


def check_founding(author: bytes, data: Found) -> ClubRules:
    """Give the rules of a club's beginning; raise `Fault` for one that no club can have."""
    keys = data.founders
    if not nick_of(data.name):
        raise Fault(NO_NAME)
    if not 0 < len(keys) <= FOUNDERS_LIMIT or len(set(keys)) != len(keys) or author not in keys:
        raise Fault(BAD_FOUNDERS, most=FOUNDERS_LIMIT)
    if not all(map(is_public, keys)):
        raise Fault(BAD_FOUNDERS, most=FOUNDERS_LIMIT)
    return read_rules(data.admission, data.expulsion)


@dataclass(slots=True)
class Membership:
    """Who is a member, who waits, and who is out, with the number from which nothing they signed counts.

    `ever` are all who were let in at any time, with the names they go by in `nicks`. `named` are all for whom one of
    these has signed, whether they have asked or not. `vouched` are those whose games count on the ladder: where
    everybody is let in, only those for whom a founder has signed nevertheless. `forked` are those who have signed two
    histories.
    """

    members: tuple[bytes, ...] = ()
    candidates: tuple[bytes, ...] = ()
    expelled: dict[bytes, int] = field(default_factory=dict)
    forked: dict[bytes, int] = field(default_factory=dict)
    left: tuple[bytes, ...] = ()
    ever: frozenset[bytes] = frozenset()
    named: frozenset[bytes] = frozenset()
    vouched: frozenset[bytes] = frozenset()
    nicks: dict[bytes, str] = field(default_factory=dict)

    def counts(self, author: bytes, seq: int) -> bool:
        """Tell whether an event of that author and number counts: they were let in, and not yet out."""
        return author in self.ever and seq < self.expelled.get(author, seq + 1)

    def name(self, key: bytes) -> str:
        """Give the name that somebody goes by: their word by chance if they asked without one, else their pid."""
        pid, nick = pid_of(key), self.nicks.get(key)
        return chance_name(key) if nick == pid else nick or pid


def fold_membership(
    founders: Sequence[bytes],
    rules: ClubRules,
    chains: Mapping[bytes, Sequence[Signed]],
    forked: Mapping[bytes, int],
) -> Membership:
    """Fold the chains, each cut where its author's histories part."""
    words = {author: _Words.of(chain) for author, chain in chains.items()}
    found = Membership(forked=dict(sorted(forked.items())))
    while True:
        found.ever = _admitted(founders, rules, words)
        found.left = tuple(sorted(key for key in found.ever if key in words and words[key].left))
        there = found.ever - set(found.left) - forked.keys() - found.expelled.keys()
        voters = there & set(founders) if rules.expulsion is Expulsion.FOUNDERS else there
        out = _outvoted(there, voters, words)
        if out is None:
            break
        key, upto = out
        found.expelled[key] = upto
        words[key] = _Words.of([one for one in chains.get(key, ()) if one.event.seq < upto])
    found.expelled = dict(sorted(found.expelled.items()))
    found.named = frozenset(key for by in found.ever & words.keys() for key in words[by].admits)
    found.vouched = found.ever & _vouched(founders, words) if rules.admission is Admission.OPEN else found.ever
    found.nicks = {author: said.nick for author, said in sorted(words.items()) if said.nick}
    found.members = tuple(sorted(there))[:MEMBERS_LIMIT]
    waiting = (key for key, said in words.items() if said.asks and key not in found.ever and key not in forked)
    found.candidates = tuple(sorted(waiting))[:MEMBERS_LIMIT]
    return found


@dataclass(slots=True)
class _Words:
    """What one author has said of members."""

    asks: bool = False
    asked: bool = False
    left: bool = False
    nick: str = ""
    admits: set[bytes] = field(default_factory=set)
    expels: dict[bytes, int] = field(default_factory=dict)
    """By key: the number from which nothing of that key counts."""

    @classmethod
    def of(cls, chain: Sequence[Signed]) -> _Words:
        said = cls()
        for one in chain:
            match one.event.kind:
                case ClubKind.FOUND:
                    said.nick = nick_of(data_as(one.event, Found).nick)
                case ClubKind.JOIN:
                    said.asks, said.asked, said.left = True, True, False
                    said.nick = nick_of(data_as(one.event, Join).nick)
                case ClubKind.LEAVE:
                    said.asks, said.left = False, True
                case ClubKind.ADMIT:
                    said.admits.add(data_as(one.event, Admit).key)
                case ClubKind.EXPEL:
                    vote = data_as(one.event, Expel)
                    said.expels.pop(vote.key, None)
                    if vote.stands:
                        said.expels[vote.key] = vote.upto
        return said


def _admitted(founders: Sequence[bytes], rules: ClubRules, words: Mapping[bytes, _Words]) -> frozenset[bytes]:
    """Find all who were let in: founders, then who has asked and is let in by those found before, until nobody is new.

    Who has left had asked before, so they stay among them.
    """
    asked = {key for key, said in words.items() if said.asked}
    if rules.admission is Admission.OPEN:
        return frozenset(founders) | asked
    found, fresh = set(founders), list(founders)
    sponsors: dict[bytes, int] = {}
    while fresh:
        by = fresh.pop()
        for key in sorted(words[by].admits) if by in words else ():
            sponsors[key] = sponsors.get(key, 0) + 1
            enough = by in founders or (rules.admission is Admission.SPONSORS and sponsors[key] >= rules.sponsors)
            if enough and key in asked and key not in found:
                found.add(key)
                if rules.admission is Admission.SPONSORS:
                    fresh.append(key)
    return frozenset(found)


def _vouched(founders: Sequence[bytes], words: Mapping[bytes, _Words]) -> frozenset[bytes]:
    """Find the founders and all for whom one of them has signed, though nobody had to."""
    return frozenset(founders).union(*(words[by].admits for by in founders if by in words))


def _outvoted(
    there: Iterable[bytes], voters: frozenset[bytes], words: Mapping[bytes, _Words]
) -> tuple[bytes, int] | None:
    """Give the one whom a majority of the voters expels, and the number from which nothing of theirs counts."""
    votes: dict[bytes, list[int]] = {key: [] for key in there}
    for by in voters & words.keys():
        for key, upto in words[by].expels.items():
            if key in votes:
                votes[key].append(upto)
    out = min(((-len(said), key) for key, said in votes.items() if 2 * len(said) > len(voters)), default=None)
    return None if out is None else (out[1], middle(votes[out[1]]))


def middle(numbers: Iterable[int]) -> int:
    """Give the middle one, of two the lower: a minority cannot move it beyond what the majority says.

    >>> middle([9, 1, 5, 5])
    5
    """
    order = sorted(numbers)
    return order[(len(order) - 1) // 2]
