"""One club as a profile has it: chains, journal and fold. What is signed here is journalled before anybody can see it.

The chains are a table's (`net.log.feed`), with room for more authors. Events come in from files and, where a room
carries them, from a broker, in any order and repeatedly; each is checked before it may continue a chain.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.fault import Fault, sentence
from net.club.club_event import (
    KIND_OF,
    SHAPES,
    Admit,
    Charge,
    ClubKind,
    Expel,
    Found,
    OpenedLot,
    OrganiserVote,
    Result,
    check_keys,
    cid_of,
    cleaned,
    data_as,
    is_founding,
)
from net.club.club_state import ClubState, fold_club
from net.club.membership import check_founding
from net.club.result_book import check_result
from net.club.tournament_log import Stage, link_of
from net.deck.pass_proof import check_pass_proof
from net.identity.identity import Identity
from net.log.chain import Accepted, Forked, Refused
from net.log.evidence import EvidenceForm, write
from net.log.feed import AuthorLimits, Feed
from net.storage.journal import Journal
from net.wire import envelope
from net.wire.codec import BadMessage, Flaw, Shape
from net.wire.event import Draft, Signed
from net.wire.event_data import data_of

LIMITS = AuthorLimits(first=1024, crowd=1024, most=4096)
"""Authors of a club's log: the first to arrive, and above that only those whom somebody let in."""

OWN_EXPULSION = sentence("Nobody expels themselves: whoever wants to go leaves the club.")
FOREIGN_KIND = "the kind {kind} is none of a club's"


def check_club_event(body: bytes, sig: bytes, cid: bytes) -> Signed:
    """Check an event of a club: signature, the shape of its data, and what a result proves; raise `BadMessage`.

    Kinds that only newer programs know are kept unread.
    """
    signed = envelope.check(body, sig, cid)
    check_club_data(signed)
    return signed


def check_club_data(signed: Signed) -> None:
    """Check the kind and the data of an event whose signature was checked; raise `BadMessage`."""
    event = signed.event
    if event.kind < min(ClubKind):
        raise BadMessage(Flaw.SHAPE, why=FOREIGN_KIND.format(kind=event.kind))
    shape = SHAPES.get(event.kind)
    if shape is None:
        return
    data = data_as(event, shape)
    if isinstance(data, Found):
        try:
            check_founding(event.author, data)
        except BadMessage:
            raise
        except Fault as fault:
            raise BadMessage(Flaw.SHAPE, why=str(fault).rstrip(".")) from fault
    elif isinstance(data, Admit | Expel):
        check_keys((data.key,))
    elif isinstance(data, OrganiserVote):
        check_keys((data.old,))
        check_keys((data.key,))
    elif isinstance(data, Result):
        check_result(event, data)
    elif isinstance(data, Charge):
        check_pass_proof(data.tid, data.key, data.proof)


SEASON = EvidenceForm("parley-club/1", "club", check_club_event, is_founding)
"""The evidence of a club: its whole log in a file, from which anybody computes members, standings and ratings."""


class ClubLog:
    """A club in a profile's journal."""

    def __init__(self, identity: Identity, journal: Journal, cid: bytes) -> None:
        """Load the club of that id; raise what the journal raises."""
        self.cid, self._identity, self._journal = cid, identity, journal
        self.feed = Feed(cid, LIMITS)
        self.feed.admit(identity.public)
        self._state: ClubState | None = None
        self._named: str | None = None
        self._counted = 0
        self.reload()
        for proof in journal.proofs(cid):
            self.feed.receive(proof.first)
            self.feed.receive(proof.second)

    @classmethod
    def found(cls, identity: Identity, journal: Journal, data: Found, now: int) -> ClubLog:
        """Found a club; raise `Fault` for one that none can be, and what the journal raises."""
        check_founding(identity.public, data)
        cid = cid_of(identity.public, data_of(data))
        club = cls(identity, journal, cid)
        club.say(data, now)
        journal.add_club(cid, cleaned(data.name))
        return club

    @property
    def state(self) -> ClubState:
        """The club as its log says now."""
        if self._state is None:
            events = (one for author in self.feed.authors() for one in self.feed.events(author))
            forks = {proof.first.event.author: proof.number for proof in self.feed.proofs()}
            self._state = fold_club(self.cid, events, forks)
        return self._state

    @property
    def events(self) -> tuple[Signed, ...]:
        """All events, chain by chain."""
        return tuple(one for author in self.feed.authors() for one in self.feed.events(author))

    @property
    def proofs(self) -> tuple[Forked, ...]:
        """The proofs that authors signed two histories."""
        return self.feed.proofs()

    def say(self, data: Shape, now: int) -> Signed:
        """Sign an event, journal it, take it in; raise `CannotSign` or what the journal raises.

        A vote to expel oneself is refused by a `Fault`. Logs that hold one already are read as before.
        """
        if isinstance(data, Expel) and data.stands and data.key == self._identity.public:
            raise Fault(OWN_EXPULSION)
        draft = Draft(KIND_OF[type(data)], data_of(data))
        signed = self.feed.draft(self._identity, draft, now)
        check_club_event(signed.body, signed.sig, self.cid)
        self._counted += self._journal.add_all(self.cid, [signed], own=True)
        self.feed.receive(signed)
        self._state = None
        return signed

    def take(self, events: Iterable[Signed]) -> int:
        """Take in events that were checked (`check_club_event`), in any order; count those that are new here."""
        fresh: list[Signed] = []
        proved = False
        membership = self.state.membership
        for key in membership.ever | membership.named:
            self.feed.admit(key)
        for signed in sorted(events, key=lambda one: (one.event.author, one.event.seq)):
            for arrival in self.feed.receive(signed):
                if isinstance(arrival, Accepted):
                    fresh.append(arrival.signed)
                elif isinstance(arrival, Refused) and arrival.kept is not None:
                    fresh.append(arrival.kept)
                elif isinstance(arrival, Forked):
                    proved = True
                    self._journal.add_proof(self.cid, arrival)
        if fresh or proved:
            self._keep(fresh)
        self.keep()
        return len(fresh)

    def keep(self) -> None:
        """Keep the club among those of the profile by the name that it has now, once its beginning is known.

        Its events may have been here before it was.
        """
        if self.state.founding is not None and self.state.name != self._named:
            self._named = self.state.name
            self._journal.add_club(self.cid, self._named)

    def _keep(self, fresh: Iterable[Signed]) -> None:
        """Journal events of others, and own ones that come back."""
        me, chosen = self._identity.public, tuple(fresh)
        for is_own in (True, False):
            events = [one for one in chosen if (one.event.author == me) is is_own]
            if events:
                self._counted += self._journal.add_all(self.cid, events, own=is_own)
        self._state = None

    def reload(self) -> bool:
        """Take in what another part of this program has journalled of the club; tell whether there was anything."""
        count = self._journal.count(self.cid)
        if count == self._counted:
            return False
        self._counted, self._state = count, None
        for signed in self._journal.events(self.cid):
            self.feed.receive(signed)
        return True

    def export(self) -> str:
        """Write the whole log as a file that others can check and take in; not even invitations are left out."""
        return write(self.cid, self.events, self.proofs, invitations=True, form=SEASON)

    def lot_secret(self, tournament: bytes) -> bytes:
        """Give this profile's secret for the lots of a tournament: derived from the key, so nothing has to be kept."""
        return self._identity.secret("lots", tournament)

    @property
    def admitted(self) -> frozenset[bytes]:
        """The keys for whom this profile has signed that they are let in."""
        own = self.feed.events(self._identity.public)
        return frozenset(data_as(one.event, Admit).key for one in own if one.event.kind == ClubKind.ADMIT)

    @property
    def votes(self) -> frozenset[bytes]:
        """The keys of whom a vote of this profile says, and is not taken back, that they are out."""
        own = self.feed.events(self._identity.public)
        said = [data_as(one.event, Expel) for one in own if one.event.kind == ClubKind.EXPEL]
        last = {vote.key: vote.stands for vote in said}
        return frozenset(key for key, stands in last.items() if stands)

    @property
    def successors(self) -> dict[tuple[bytes, bytes], bytes]:
        """Whom the standing votes of this profile name, by tournament and the organiser to be replaced."""
        found: dict[tuple[bytes, bytes], bytes] = {}
        for one in self.feed.events(self._identity.public):
            if one.event.kind == ClubKind.ORGANISER:
                vote = data_as(one.event, OrganiserVote)
                found.pop((vote.tournament, vote.old), None)
                if vote.stands:
                    found[vote.tournament, vote.old] = vote.key
        return found

    def owed(self) -> tuple[OpenedLot, ...]:
        """List the lots that this profile has to open now."""
        me = self._identity.public
        return tuple(
            OpenedLot(it.id, it.attempt, link_of(self.lot_secret(it.id), it.attempt))
            for it in self.state.tournaments.values()
            if it.stage is Stage.LOTS and me in it.awaited
        )
