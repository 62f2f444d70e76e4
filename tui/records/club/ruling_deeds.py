"""Deeds that set something right: name another organiser, prove that somebody has cheated at a rated table."""

from __future__ import annotations

from core.fault import Fault, sentence
from net.club.charge import charge_of, is_charged
from net.club.club_event import OrganiserVote, cleaned
from net.club.club_log import ClubLog
from net.club.table_result import fold_table
from net.storage.journal import JournalTable
from net.table.fold.table_state import TableFacts
from tui.i18n.translation import tr
from tui.records import evidence_file
from tui.records.club.club_book import Answer, ClubBook, Words, person, tournament
from tui.records.club.rated_table import rated_tables
from tui.words import club_words
from tui.words.club_news_words import CHARGED

NO_VOTE = sentence("Only founders of the club and entrants on the closed list say who goes on with a tournament.")
NO_MEMBER = sentence("{name} is no member: only a member can go on with a tournament.")
GOES_ON = sentence("{name} goes on with {tournament}.")
VOTED = sentence(
    "Your vote that {name} goes on with {tournament} is signed; it takes more than half of the founders or entrants."
)
VOTED_ALREADY = sentence(
    "Your vote that {name} goes on with {tournament} stands already; it takes more than half of the founders or "
    "entrants."
)
ORGANISES = sentence("{name} organises {tournament}, and no vote of yours says otherwise.")
REPLACED = sentence("No vote of yours put somebody in the place of {name}, who does not come back to {tournament}.")
BACK = sentence("Your vote that somebody else goes on with {tournament} is taken back.")


def organiser(book: ClubBook, given: Words) -> Answer:
    """Vote that a member goes on with a tournament; naming whoever is or was its organiser takes that vote back."""
    club = book.club(given.words[0])
    book.must_be_member(club)
    state = club.state
    it, key = tournament(state, given.words[1]), person(state, given.words[2])
    name, people = cleaned(it.data.name), state.membership
    if book.me not in {*state.founders, *it.listed}:
        raise Fault(NO_VOTE)
    back = key == it.organiser or key in it.replaced
    if not back and key not in people.members:
        raise Fault(NO_MEMBER, name=people.name(key))
    old = key if back else it.organiser
    said = club.successors.get((it.id, old))
    if back and said is None:
        raise Fault(ORGANISES if old == it.organiser else REPLACED, name=people.name(old), tournament=name)
    if said != key:
        heads = club.feed.heads()
        upto = heads[old][0] + 1 if old in heads else 0
        club.say(OrganiserVote(it.id, old, upto, key, stands=not back), book.now)
    now = club.state.tournaments[it.id]
    template = BACK if back else GOES_ON if now.organiser == key else VOTED_ALREADY if said == key else VOTED
    line = tr(template, name=people.name(key), tournament=name)
    return Answer([line, *club_words.describe_tournament(club.state, now)], club_words.club_json(club.state))


CHARGED_ALREADY = sentence("The club knows already that {name} cheated at this table.")
NO_CHARGE = sentence("The cards of this table prove nothing against anybody.")


def charge(book: ClubBook, given: Words) -> Answer:
    """Prove to a club that somebody cheated with the cards of a table of the journal."""
    club = book.club(given.words[0])
    book.must_be_member(club)
    annals = fold_table(book.journal, evidence_file.find(book.journal, given.words[1]).tid, book.me)
    found = told_charge(book, club, annals)
    if found is None:
        raise Fault(NO_CHARGE)
    return Answer([found], club_words.club_json(club.state))


def told_charge(book: ClubBook, club: ClubLog, annals: TableFacts) -> str | None:
    """Charge whom the cards of a table prove guilty, and say so; None if they prove nothing."""
    found = charge_of(annals)
    if found is None:
        return None
    known = is_charged(club.state, found)
    if not known:
        club.say(found, book.now)
    return tr(CHARGED_ALREADY if known else CHARGED, name=club.state.membership.name(found.key))


def chargeable(book: ClubBook, club: str) -> tuple[JournalTable, ...]:
    """Give the tables of the journal, rated for a club, whose cards prove a cheat that its log does not know of."""
    log = book.club(club)
    found = []
    for row in rated_tables(book, log):
        charge_ = charge_of(fold_table(book.journal, row.tid, book.me))
        if charge_ is not None and not is_charged(log.state, charge_):
            found.append(row)
    return tuple(found)
