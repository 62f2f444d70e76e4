"""The clubs of a profile: find one, a person in it, a tournament of it; and the answer that a deed gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from core.fault import Fault, sentence
from net.club.club_duties import ClubDuties
from net.club.club_event import cleaned
from net.club.club_log import ClubLog
from net.club.club_state import ClubState
from net.club.tournament_log import Tournament
from net.identity.identity import chance_name, fingerprint, pid_of
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.transport.clock import SystemClock
from net.wire.invitation import Invitation
from tui.settings.settings import open_profile, own_name
from tui.words.club_news_words import duty_line

LATEST = "last"
"""What means the latest club, so that none is founded by this name."""
SHOWN = 12
"""How many names a sentence lists."""

NO_CLUBS = sentence("You are in no club yet: found one, or join one by its file or its invitation.")
NO_CLUB = sentence("There is no club {text}; there are {allowed}.")
BEGINNING = 4
"""So many characters name a person by how their pid, key or four words begin."""

NOBODY = sentence("There is nobody called {text} in this club; there are {allowed}.")
NO_TOURNAMENTS = sentence("This club has no tournament yet.")
NO_TOURNAMENT = sentence("There is no tournament {text}; there are {allowed}.")
SEVERAL = sentence("{text} may mean several; there are {allowed}.")
NO_PLACE = sentence(
    "It is not known where {name} lies: say it once, as `parley club sync CLUB INVITATION` or with `follow`."
)
OTHER_CLUB = sentence("This invitation leads to another club.")
NOT_MEMBER = sentence("Only members can do that; the club has not let you in yet.")
HAS_LEFT = sentence("Only members can do that; you have left the club, and come back by joining it once more.")
VOTED_OUT = sentence("Only members can do that; you are out by a vote.")
PARTED = sentence("Only members can do that; you are out, because two histories are signed with your key.")

T = TypeVar("T")


@dataclass(slots=True)
class Answer:
    """What a deed gives: lines for people, and the same as plain values."""

    lines: list[str] = field(default_factory=list)
    value: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class ClubBook:
    """The clubs of one profile, open for one deed; `called` is the name it goes by if that is not the profile's.

    `renames` says whether a name that is told later is signed in every club without a deed.
    """

    profile: Profile
    journal: Journal
    now: int
    called: str = ""
    renames: bool = False

    @property
    def nick(self) -> str:
        """The name that the profile goes by: `called`, that of the settings, its own, or a word by chance."""
        return self.told or chance_name(self.me)

    @property
    def told(self) -> str:
        """The same, empty if the profile has told no name."""
        return self.called or own_name(self.profile)

    @property
    def me(self) -> bytes:
        """The public key of the profile."""
        return self.profile.identity.public

    def load(self, cid: bytes) -> ClubLog:
        """Load a club by its id."""
        return ClubLog(self.profile.identity, self.journal, cid)

    def club(self, text: str) -> ClubLog:
        """Find a club by the beginning of its name or its id, or as the `last` one; raise `Fault`."""
        clubs = self.journal.clubs()
        if not clubs:
            raise Fault(NO_CLUBS)
        if text.casefold() == LATEST:
            return self.load(clubs[0][0])
        return self.load(_one(clubs, text, lambda club: (club[1], club[0].hex()), NO_CLUB)[0])

    def duties(self, club: ClubLog) -> Iterator[str]:
        """Sign what is due without asking: lots, and results of own tables that are settled; say so."""
        for done in ClubDuties(club, self.journal, self.me).sign(self.now):
            yield duty_line(club.state, done, self.me)

    def must_be_member(self, club: ClubLog) -> None:
        """Raise `Fault` unless the profile is a member."""
        check_member(club.state, self.me)


def check_member(state: ClubState, me: bytes) -> None:
    """Raise `Fault`, which says why, unless `me` is a member."""
    people = state.membership
    if me not in people.members:
        outside = ((people.forked, PARTED), (people.expelled, VOTED_OUT), (people.left, HAS_LEFT))
        raise Fault(next((why for keys, why in outside if me in keys), NOT_MEMBER))


@contextmanager
def open_book(where: Path, name: str) -> Iterator[ClubBook]:
    """Open the clubs of a profile; raise what the profile and the journal raise."""
    with open_profile(where, name) as profile, Journal(profile.journal_path) as journal:
        yield ClubBook(profile, journal, SystemClock().now_ms())


def place_of(journal: Journal, club: ClubLog, invitation: str = "") -> Invitation:
    """Give the room where a club lies: that of an invitation, else where it was last; raise `Fault`."""
    text = invitation or journal.club_place(club.cid)
    if not text:
        raise Fault(NO_PLACE, name=club.state.name)
    at = Invitation.parse(text)
    if at.tid not in {None, club.cid}:
        raise Fault(OTHER_CLUB)
    return at.to_room()


def person(state: ClubState, text: str) -> bytes:
    """Find somebody whom a club knows by name, pid, key or four words, or the beginning of one; raise `Fault`.

    A name must be whole: it may be another's that begins so. So must anything short: it may be meant as a name.
    """
    people = state.membership
    known = dict.fromkeys((*people.members, *people.candidates, *people.left, *people.expelled, *people.forked))
    words = lambda key: (people.name(key), pid_of(key), fingerprint(key), key.hex())  # noqa: E731
    return _one(tuple(known), text, words, NOBODY, whole=1, least=BEGINNING)


def tournament(state: ClubState, text: str) -> Tournament:
    """Find a tournament of a club by the beginning of its name or its id, or as the `last` one; raise `Fault`."""
    found = tuple(state.tournaments.values())
    if not found:
        raise Fault(NO_TOURNAMENTS)
    if text.casefold() == LATEST and len(found) == 1:
        return found[0]
    return _one(found, text, lambda one: (cleaned(one.data.name), one.id.hex()), NO_TOURNAMENT)


def _one(
    things: Iterable[T], text: str, words: Callable[[T], tuple[str, ...]], none: str, *, whole: int = 0, least: int = 1
) -> T:
    """Find the one thing that a text names whole, or that begins one of its words after the first `whole`.

    A text of fewer characters than `least` begins none.
    """
    wanted, every = text.casefold(), list(things)
    fits = [one for one in every if wanted in {word.casefold() for word in words(one)}]
    if not fits and len(wanted) >= least:
        fits = [one for one in every if any(word.casefold().startswith(wanted) for word in words(one)[whole:])]
    if len(fits) != 1:
        named = ", ".join(f"{words(one)[0]} ({words(one)[1][:8]})" for one in every[:SHOWN])
        raise Fault(SEVERAL if fits else none, text=text, allowed=named)
    return fits[0]


Deed = Callable[[ClubBook, "Words"], Answer]
"""One deed: it gets the profile's clubs and the words of the command line."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words behind a deed, and the options of the command line; an empty `form` is the one that fits the game."""

    words: tuple[str, ...]
    options: Mapping[str, str]
    admission: str = "founders"
    expulsion: str = "founders"
    game: str = "djambi"
    form: str = ""
    rounds: int = 5
    sizes: tuple[int, ...] = ()
