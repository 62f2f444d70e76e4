"""Deeds about the club itself: found it, join it, let people in and out, carry its file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from core.fault import Fault, sentence
from net.club.club_event import Admission, Admit, CalendarEntry, Expel, Found, Join, Leave, cleaned, nick_of
from net.club.club_log import ClubLog
from net.club.club_state import ClubState, admits_without, may_admit, may_expel
from net.identity.identity import PUBLIC_SIZE, fingerprint, is_public
from net.log.evidence import BadEvidence
from tui.i18n.translation import ntr, tr
from tui.records import record_check
from tui.records.club import season_file
from tui.records.club.club_book import LATEST, Answer, ClubBook, Words, person
from tui.records.club.club_view import view_of
from tui.words import club_words

LATEST_NAME = sentence("`{name}` means the latest club everywhere: give this one another name.")
FOUNDED = sentence("The club {name} is founded. Those who may come need its file, or its invitation in a room.")
OPEN_LADDER = sentence(
    "Everybody who asks is let in; only games among those whom a founder has admitted count on the ladder."
)
ASKED = sentence("You have asked to be a member of {name}. Write the club into a file and give that back.")
ASKED_THERE = sentence("You have asked to be a member of {name}. Bring the club up to date later to see the answer.")
NAMELESS = sentence(
    "You have told no name, so you stand there as {name}. Tell one in the settings: you go by it from then on."
)
NAMELESS_APART = sentence(
    "You have told no name, so you stand there as {name}. Tell one in the settings and join the club once more: you go "
    "by it from then on."
)
"""The same where nobody looks after the clubs between two deeds: on the command line."""
NAMED = sentence("You go by {nick} in {name} from now on.")
MEMBER_ALREADY = sentence("You are a member of {name}.")
NO_BEGINNING = sentence("{path} does not hold the beginning of a club.")
TAKEN = sentence("{name} is up to date.")
LET_IN = sentence("{name} ({words}) is let in.")
COUNTED = sentence("Your word for {name} ({words}) is signed; by the club's rule it takes more.")
VOUCHED = sentence("Games of {name} ({words}) count on the ladder from now on.")
VOUCHED_ALREADY = sentence("Games of {name} ({words}) count on the ladder already.")
LET_IN_ALREADY = sentence("{name} ({words}) is let in already.")
COUNTED_ALREADY = sentence("Your word for {name} ({words}) is signed already; by the club's rule it takes more.")
UNHEARD = sentence("Your word for {name} ({words}) is signed: they are in once they ask to be a member.")
UNHEARD_ALREADY = sentence(
    "Your word for {name} ({words}) is signed already: they are in once they ask to be a member."
)
OUTVOTED = sentence("Your word for {name} ({words}) is signed, but votes that they are out stand: they stay out.")
VOTED_OUT = sentence(
    "{name} is out by a vote: nobody lets them in while it stands. Whoever has voted takes that back by `readmit`."
)
VOTE_STANDS = sentence("Your vote that {name} is out stands: take it back first, by `readmit`.")
GONE_BY_THEMSELVES = sentence("{name} has left: nobody lets them in, they come back by joining the club once more.")
TWO_HISTORIES = sentence("{name} has signed two histories and is out for good, without a vote.")
NO_WORD = sentence("By the rules of this club your word lets nobody in.")
NO_VOUCHER = sentence(
    "Everybody is let into this club; for the games of somebody to count on the ladder, a founder has to admit them, "
    "and you are none."
)
NO_VOTE = sentence("By the rules of this club you have no vote about who is out.")
ONLY_ASKS = sentence("{name} only asks to come in: nobody has to vote, they stay outside until they are let in.")
NO_VOTE_STANDS = sentence("No vote of yours that {name} is out stands.")
OUT = sentence("{name} is out.")
OUT_ALREADY = sentence("Your vote that {name} is out stands already; they are out.")
VOTED_ALREADY = sentence("Your vote that {name} is out stands already; it takes more than half of those who may vote.")
VOTED_LEFT = sentence("Your vote that {name} is out is signed: they have left, and it counts if they come back.")
VOTED_LEFT_ALREADY = sentence(
    "Your vote that {name} is out stands already: they have left, and it counts if they come back."
)
VOTED = sentence("Your vote that {name} is out is signed; it takes more than half of those who may vote.")
BACK = sentence("Your vote that {name} is out is taken back.")
STILL_OUT = sentence("Your vote that {name} is out is taken back; they stay out by the votes of others.")
GONE = sentence("You have left {name}.")
NOBODY_ADMITS = sentence("Nobody is left who could let anybody in; you come back by joining it once more.")
OWN_VOTE = sentence("Nobody expels themselves: the deed `leave` leaves a club.")
ONLY_FOUNDERS = sentence("Only a founder can do that.")
NO_DATE = sentence("{text} is no date: say it as 2026-12-31 or 2026-12-31T20:00, in universal time.")
NOTED = sentence("It stands in the calendar.")
EMPTY = sentence("There is no club yet.")

Duties = Callable[[], None]
"""What is signed by itself once everything is known."""


def new(book: ClubBook, given: Words) -> Answer:
    """Found a club."""
    (name,) = given.words
    if cleaned(name).casefold() == LATEST:
        raise Fault(LATEST_NAME, name=LATEST)
    data = Found(name, (book.me,), given.admission, given.expulsion, os.urandom(16), book.nick)
    club = ClubLog.found(book.profile.identity, book.journal, data, book.now)
    ladder = [tr(OPEN_LADDER)] if is_open(club.state) else []
    return Answer([tr(FOUNDED, name=club.state.name), *ladder, *_nameless(book)], club_words.club_json(club.state))


def clubs(book: ClubBook, given: Words) -> Answer:
    """List the clubs, and what waits in each."""
    del given
    found = [(cid, name, view_of(book.load(cid), book.me, ladders=False).waits) for cid, name in book.journal.clubs()]
    lines = [f"{cid.hex()[:8]}  {name}  {', '.join(waits)}".rstrip() for cid, name, waits in found] or [tr(EMPTY)]
    return Answer(lines, {"clubs": [{"club": cid.hex(), "name": name, "waits": waits} for cid, name, waits in found]})


def show(book: ClubBook, given: Words) -> Answer:
    """Tell what a club's log says."""
    club = book.club(given.words[0])
    done = list(book.duties(club))
    return Answer([*done, *club_words.describe(club.state)], club_words.club_json(club.state))


def take(book: ClubBook, given: Words) -> Answer:
    """Take in what a file has of a club."""
    club, count = _taken(book, given.words[0])
    lines = [
        *book.duties(club),
        ntr("{n} event is new.", "{n} events are new.", count),
        tr(TAKEN, name=club.state.name),
    ]
    return Answer(lines, club_words.club_json(club.state) | {"new": count})


def join(book: ClubBook, given: Words) -> Answer:
    """Take in a club's file and ask to be a member."""
    club, _ = _taken(book, given.words[0])
    return rejoin(book, club)


def rejoin(book: ClubBook, club: ClubLog) -> Answer:
    """Ask to be a member of a club that is kept here, or go by another name there."""
    lines = ask(book, club)
    member = book.me in club.state.membership.members
    line = tr(MEMBER_ALREADY if member else ASKED, name=club.state.name)
    return Answer([line, *lines], club_words.club_json(club.state))


def ask(book: ClubBook, club: ClubLog) -> tuple[str, ...]:
    """Ask to be a member, or go by another name there, unless neither is new; say what there is to say of the name."""
    people = club.state.membership
    if book.me not in {*people.members, *people.candidates}:
        club.say(Join(book.nick), book.now)
        return _nameless(book)
    if not rename(book, club):
        return ()
    return (tr(NAMED, nick=club.state.membership.name(book.me), name=club.state.name),)


def rename(book: ClubBook, club: ClubLog) -> bool:
    """Go by the name that the profile has told, where a club that it belongs to has another one; tell if so."""
    people, told = club.state.membership, nick_of(book.told)
    if not told or people.name(book.me) == told or book.me not in {*people.members, *people.candidates}:
        return False
    club.say(Join(told), book.now)
    return True


def _nameless(book: ClubBook) -> tuple[str, ...]:
    """Say by what a profile goes that has told no name, and how to change that."""
    return () if book.told else (tr(NAMELESS if book.renames else NAMELESS_APART, name=book.nick),)


def _taken(book: ClubBook, path: str) -> tuple[ClubLog, int]:
    data = record_check.fetch(path)
    try:
        found = season_file.read_season(data)
    except BadEvidence as fault:
        raise Fault(record_check.UNREADABLE, path=path, reason=fault) from fault
    if season_file.state_of(found).founding is None:
        raise Fault(NO_BEGINNING, path=path)
    club = book.load(found.tid)
    return club, club.take(found.events)


def export(book: ClubBook, given: Words) -> Answer:
    """Write a club's whole log into a file, also over an older export of it."""
    club = book.club(given.words[0])
    done = list(book.duties(club))
    told = season_file.save_season(Path(given.words[1]), club)
    return Answer([*done, told], {"file": given.words[1]})


def admit(book: ClubBook, given: Words) -> Answer:
    """Let somebody in; nothing is signed for somebody whom that word cannot help, or who has it already."""
    club = book.club(given.words[0])
    book.must_be_member(club)
    key = _key(given.words[1]) or person(club.state, given.words[1])
    _check_admission(club, book.me, key)
    people = club.state.membership
    was_in, known = key in people.members, key in club.admitted
    is_done = known or (was_in and key in people.vouched)
    if not is_done:
        club.say(Admit(key), book.now)
    template = _admission_words(club.state, book.me, key, is_done=is_done)
    line = tr(template, name=club.state.membership.name(key), words=fingerprint(key))
    return Answer([line], club_words.club_json(club.state))


def _check_admission(club: ClubLog, me: bytes, key: bytes) -> None:
    """Raise `Fault` if the word of `me` could let nobody in, or not that one."""
    people = club.state.membership
    why = (
        (not may_admit(club.state, me), NO_VOUCHER if is_open(club.state) else NO_WORD),
        (key in people.forked, TWO_HISTORIES),
        (key in people.expelled, VOTED_OUT),
        (key in club.votes, VOTE_STANDS),
        (key in people.left, GONE_BY_THEMSELVES),
    )
    for is_so, template in why:
        if is_so:
            raise Fault(template, name=people.name(key))


def is_open(state: ClubState) -> bool:
    """Tell whether everybody is let in, so that a founder's word is about the ladder alone."""
    return state.rules is not None and state.rules.admission is Admission.OPEN


def _admission_words(state: ClubState, me: bytes, key: bytes, *, is_done: bool) -> str:
    """Say what the word of `me` for somebody has done, who may have had it already."""
    people = state.membership
    if key in people.expelled:
        return OUTVOTED
    if key in people.members:
        if is_open(state):
            return VOUCHED_ALREADY if is_done else VOUCHED
        return LET_IN_ALREADY if is_done else LET_IN
    if me in state.founders and key not in people.candidates:
        return UNHEARD_ALREADY if is_done else UNHEARD
    return COUNTED_ALREADY if is_done else COUNTED


def _key(text: str) -> bytes | None:
    """Read a whole public key: somebody may be let in before they are heard, so that a crowd cannot keep them out."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        return None
    return key if len(key) == PUBLIC_SIZE and is_public(key) else None


def expel(book: ClubBook, given: Words) -> Answer:
    """Vote that somebody is out; nothing counts that they sign from now on."""
    club, key = _ballot(book, given)
    people = club.state.membership
    if key == book.me:
        raise Fault(OWN_VOTE)
    for keys, template in ((people.forked, TWO_HISTORIES), (people.candidates, ONLY_ASKS)):
        if key in keys:
            raise Fault(template, name=people.name(key))
    is_done = key in club.votes
    if not is_done:
        _say_vote(book, club, key, stands=True)
    now = club.state.membership
    if key in now.expelled:
        template = OUT_ALREADY if is_done else OUT
    elif key in now.left:
        template = VOTED_LEFT_ALREADY if is_done else VOTED_LEFT
    else:
        template = VOTED_ALREADY if is_done else VOTED
    return Answer([tr(template, name=now.name(key))], club_words.club_json(club.state))


def readmit(book: ClubBook, given: Words) -> Answer:
    """Take back a vote that somebody is out."""
    club, key = _ballot(book, given)
    if key not in club.votes:
        raise Fault(NO_VOTE_STANDS, name=club.state.membership.name(key))
    _say_vote(book, club, key, stands=False)
    people = club.state.membership
    line = tr(STILL_OUT if key in people.expelled else BACK, name=people.name(key))
    return Answer([line], club_words.club_json(club.state))


def _ballot(book: ClubBook, given: Words) -> tuple[ClubLog, bytes]:
    """Give the club and the person of a vote; raise `Fault` for whoever has none."""
    club = book.club(given.words[0])
    book.must_be_member(club)
    if not may_expel(club.state, book.me):
        raise Fault(NO_VOTE)
    return club, person(club.state, given.words[1])


def _say_vote(book: ClubBook, club: ClubLog, key: bytes, *, stands: bool) -> None:
    heads = club.feed.heads()
    club.say(Expel(key, heads[key][0] + 1 if key in heads else 0, stands), book.now)


def leave(book: ClubBook, given: Words) -> Answer:
    """Leave a club."""
    club = book.club(given.words[0])
    book.must_be_member(club)
    alone = not admits_without(club.state, book.me)
    club.say(Leave(), book.now)
    lines = [tr(GONE, name=club.state.name), *([tr(NOBODY_ADMITS)] if alone else [])]
    return Answer(lines, club_words.club_json(club.state))


def date(book: ClubBook, given: Words) -> Answer:
    """Put a date into the calendar of a club."""
    club = book.club(given.words[0])
    if book.me not in club.state.founders:
        raise Fault(ONLY_FOUNDERS)
    club.say(CalendarEntry(milliseconds_of(given.words[1]), given.words[2]), book.now)
    return Answer([tr(NOTED)], club_words.club_json(club.state))


def milliseconds_of(text: str) -> int:
    """Read a date of the calendar, in universal time, as milliseconds of the epoch; raise `Fault`."""
    from datetime import UTC, datetime

    try:
        found = round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)
    except (ValueError, OverflowError) as error:
        raise Fault(NO_DATE, text=text) from error
    if found < 0:
        raise Fault(NO_DATE, text=text)
    return found
