"""Deeds that set something right: name another organiser, prove that somebody has cheated at a rated table."""

from __future__ import annotations

from core.fault import Fault, sentence
from net.club.club_event import OrganiserVote, cleaned
from tui.i18n.translation import tr
from tui.records.club.club_book import Answer, ClubBook, Words, person, tournament
from tui.words import club_words

NO_VOTE = sentence("Only founders of the club and entrants on the closed list say who goes on with a tournament.")
NO_MEMBER = sentence("{name} is no member: only a member can go on with a tournament.")
GOES_ON = sentence("{name} goes on with {tournament}.")
VOTED = sentence(
    "Your vote that {name} goes on with {tournament} is signed; it takes more than half of the founders or entrants."
)
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
    heads = club.feed.heads()
    upto = heads[old][0] + 1 if old in heads else 0
    club.say(OrganiserVote(it.id, old, upto, key, stands=not back), book.now)
    now = club.state.tournaments[it.id]
    template = BACK if back else GOES_ON if now.organiser == key else VOTED
    line = tr(template, name=people.name(key), tournament=name)
    return Answer([line, *club_words.describe_tournament(club.state, now)], club_words.club_json(club.state))
