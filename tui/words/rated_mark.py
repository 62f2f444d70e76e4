"""What a table is rated for: a club, perhaps a round of a tournament, and the people who are paired there."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from core.fault import Fault, sentence
from net.view.room_view import CardView
from net.view.table_view import OfferKind, OfferView, Phase, TableView
from tui.i18n.translation import tr

FOR = sentence("{rated}, for {names}")
FOR_PEOPLE = sentence("for {names}")
"""What a table is of which only its host says for whom it is: it is rated for no club of this profile."""

TABLE = sentence("This table is {rated}.")
NOT_MEANT = sentence("No seat for you: this table is {rated}. You can watch.")
STRANGER = sentence(
    "{names} has a seat here, but this table is {rated}: the game would not count there. Whoever hosts the table can "
    "free that seat; or open another table for the pairing."
)
STRANGER_PLAYS = sentence(
    "{names} has a seat here, but this table is {rated}: the game here is not that of the pairing. Open another table "
    "for it."
)
"""The same once the game has begun, where nobody can free a seat any more."""

STRANGE = sentence("not of the pairing")
"""What stands beside the name of somebody who has a seat at a table that is for others."""

NO_LONGER, LADDER_ONLY = sentence("no longer rated for {club}"), sentence("rated for the ladder of {club} only")
"""What stands in place of the few words once somebody else plays there."""

NO_MEMBER_PLAYS = sentence("The game counts for nothing in {club}: not everybody with a seat is a member ({names}).")
NOT_PAIRED_PLAYS = sentence(
    "The game counts for the ladder of {club} only: not everybody with a seat is of the pairing ({names})."
)
NO_REPORT = sentence("No result is reported to {club}: not everybody with a seat is a member ({names}).")
HEIR_NO_MEMBER = sentence("If {nick}, who is no member of {club}, plays here, the game counts for nothing there.")
HEIR_NOT_PAIRED = sentence(
    "If {nick}, who is not of the pairing, plays here, the game counts for the ladder of {club} only."
)
YOU_NO_MEMBER = sentence("If you, who are no member of {club}, play here, the game counts for nothing there.")
YOU_NOT_PAIRED = sentence(
    "If you, who are not of the pairing, play here, the game counts for the ladder of {club} only."
)
THEN_NOTHING = sentence("{choice}: the game then counts for nothing in {club}")
THEN_LADDER = sentence("{choice}: the game then counts for the ladder of {club} only")


@dataclass(frozen=True, slots=True)
class RatedMark:
    """What a table is rated for, in a few words; `meant` are the people of its pairing by pid, nobody if it has none.

    Only they sit down at a table of a pairing: a game of others would not count there. `members` are all whom the club
    has let in, by pid, as far as that is known here; who holds a seat without being one of them makes the game count
    for nothing. `me` is the pid of whoever reads it.
    """

    brief: str = ""
    meant: Mapping[str, str] = field(default_factory=dict)
    club: str = ""
    members: frozenset[str] = frozenset()
    me: str = ""

    @property
    def words(self) -> str:
        """Say what the table is rated for, and whom it is for."""
        names = ", ".join(self.meant.values())
        if not self.brief:
            return tr(FOR_PEOPLE, names=names) if names else ""
        return tr(FOR, rated=self.brief, names=names) if names else self.brief

    @property
    def note(self) -> str:
        """Say it as a sentence; empty for a table that is for everybody, and rated for no club of this profile."""
        return tr(TABLE, rated=self.words) if self.words else ""

    def admits(self, pid: str) -> bool:
        """Tell whether somebody may sit down: the table is for nobody in particular, or for them."""
        return not self.meant or pid in self.meant

    def check(self, pid: str, view: TableView) -> None:
        """Raise `Fault` if a table is for others, or somebody who has a seat there is not of them."""
        seated = {seat.pid: seat.called for seat in view.seats if seat.pid}
        if not self.admits(pid):
            raise Fault(NOT_MEANT, rated=self.words)
        if self.meant and (strangers := [name for other, name in seated.items() if other not in self.meant]):
            told = STRANGER if view.phase is Phase.GATHERING else STRANGER_PLAYS
            raise Fault(told, names=", ".join(strangers), rated=self.words)

    def title(self, view: TableView) -> str:
        """Say in a few words what a table is rated for now: somebody else may have taken a seat over."""
        outside, unpaired = self._others(view)
        return tr(NO_LONGER if outside else LADDER_ONLY, club=self.club) if outside or unpaired else self.brief

    def loss(self, view: TableView) -> str:
        """Say for what a running or finished game does not count, and because of whom; nothing if it counts."""
        outside, unpaired = self._others(view)
        if not (outside or unpaired):
            return ""
        told = NOT_PAIRED_PLAYS if not outside else NO_MEMBER_PLAYS if view.outcome is None else NO_REPORT
        return tr(told, club=self.club, names=", ".join(outside or unpaired))

    def words_of(self, card: CardView) -> str:
        """Say what a table of the room is rated for and whom it is for; of a game of others, what it counts for."""
        held = {pid for pid in card.seats if pid} if card.started and self.meant else set()
        if held <= self.meant.keys():
            return self.words
        return tr(LADDER_ONLY if held <= self.members | self.meant.keys() else NO_LONGER, club=self.club)

    def note_of(self, view: TableView) -> str:
        """Say as a sentence what a table is rated for now."""
        return self.loss(view) or self.note

    def warning(self, pid: str, nick: str) -> str:
        """Say what the game no longer counts for if somebody takes a seat over; nothing if it goes on counting."""
        templates = (YOU_NO_MEMBER, YOU_NOT_PAIRED) if pid == self.me else (HEIR_NO_MEMBER, HEIR_NOT_PAIRED)
        return self._told(pid, *templates, nick=nick)

    def choice(self, pid: str, words: str) -> str:
        """Give the words of a choice that hands a seat to somebody, with what the game then no longer counts for."""
        return self._told(pid, THEN_NOTHING, THEN_LADDER, choice=words) or words

    def offer_words(self, offer: OfferView, view: TableView | None) -> tuple[str, ...]:
        """Say what the game no longer counts for if the person of an offer takes a seat over, before one answers."""
        if offer.kind is not OfferKind.SUBSTITUTE or view is None:
            return ()
        named = [offer.heir_pid] if offer.heir_pid else [one.pid for one in view.guests if one.nick == offer.heir]
        pids = [self.me] if offer.asked else named
        return tuple(dict.fromkeys(told for pid in pids if (told := self.warning(pid, offer.heir))))

    def _told(self, pid: str, outside: str, unpaired: str, **words: str) -> str:
        """Choose between the sentence about somebody who is no member and the one about a member who is not paired."""
        if not self.club or pid in self.meant or (pid in self.members and not self.meant):
            return ""
        return tr(unpaired if pid in self.members else outside, club=self.club, **words)

    def _others(self, view: TableView) -> tuple[list[str], list[str]]:
        """Give the names of those who play without being members, and of the members who are not of the pairing."""
        if not self.club or view.match is None:
            return [], []
        held = {seat.pid: seat.owner or seat.called for seat in view.seats if seat.pid}
        return _names(held, self.members | self.meant.keys()), _names(held, self.meant) if self.meant else []


def _names(held: Mapping[str, str], known: Container[str]) -> list[str]:
    """Give the names, by their pids, of those who are not among the known."""
    return [name for pid, name in held.items() if pid not in known]


UNRATED = RatedMark()
