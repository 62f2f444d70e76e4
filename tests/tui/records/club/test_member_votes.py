"""Words that let people in and votes that put them out: each says what it does, and none is signed in vain."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.fault import Fault
from net.club.club_event import Admit, Expel, Found
from net.club.club_log import ClubLog
from net.identity.identity import pid_of
from net.storage.journal import Journal
from net.storage.profile import Profile
from tui.i18n import translation
from tui.records.club import member_deeds, ruling_deeds, tournament_deeds
from tui.records.club.club_book import ClubBook, Words

NAMES = ("ann", "ben", "cat")


class Circle:
    """Three profiles that share one club, which `ann` has founded."""

    def __init__(self, books: dict[str, ClubBook], where: Path) -> None:
        """Keep the books of the profiles."""
        self.books, self._file = books, where / "shared.club"

    def does(self, who: str, deed: Callable[[ClubBook, Words], object], *words: str, **rules: str) -> str:
        """Do a deed, bring the club to all; give what is said."""
        with translation.speaking("en"):
            said = "\n".join(deed(self.books[who], Words(words, {}, **rules)).lines)  # type: ignore[attr-defined, arg-type]
        self.carry(who)
        return said

    def carry(self, who: str) -> None:
        """Bring all events of one to the others."""
        events = self.books[who].club("last").events
        for name, book in self.books.items():
            if name != who:
                book.load(self.books[who].club("last").cid).take(events)

    def key(self, who: str) -> bytes:
        """Give the public key of somebody."""
        return self.books[who].me

    def count(self) -> int:
        """Count all events that are signed."""
        return len(self.books["ann"].club("last").events)

    def refused(self, who: str, deed: Callable[[ClubBook, Words], object], *words: str) -> str:
        """Give why a deed is refused, for which nothing is signed."""
        before = self.count()
        with pytest.raises(Fault) as caught, translation.speaking("en"):
            deed(self.books[who], Words(words, {}))
        assert self.count() == before
        return translation.tell(caught.value)

    def found(self, *founders: str, admission: str = "founders") -> None:
        """Found the club, by several if need be."""
        data = Found("Friday", tuple(map(self.key, founders)), admission, "founders", os.urandom(16), "ann")
        book = self.books["ann"]
        ClubLog.found(book.profile.identity, book.journal, data, book.now)
        self.carry("ann")


@pytest.fixture
def circle(tmp_path: Path) -> Iterator[Circle]:
    """Open three profiles."""
    profiles = {name: Profile.open(tmp_path, name) for name in NAMES}
    journals = {name: Journal(profiles[name].journal_path) for name in NAMES}
    books = {name: ClubBook(profiles[name], journals[name], 1000, called=name.title()) for name in NAMES}
    yield Circle(books, tmp_path)
    for name in NAMES:
        journals[name].close()
        profiles[name].close()


def join(circle: Circle, *names: str) -> None:
    """Ask to be members."""
    for name in names:
        club = circle.books[name].club("last")
        member_deeds.rejoin(circle.books[name], club)
        circle.carry(name)


def test_who_is_let_in_already_is_not_let_in_again(circle: Circle) -> None:
    circle.found("ann")
    join(circle, "ben", "cat")
    assert circle.does("ann", member_deeds.admit, "last", "Ben").endswith("is let in.")
    count = circle.count()
    assert circle.does("ann", member_deeds.admit, "last", "Ben").endswith("is let in already.")
    assert circle.does("ann", member_deeds.admit, "last", pid_of(circle.key("ann"))).endswith("is let in already.")
    assert circle.count() == count
    assert "your word lets nobody in" in circle.refused("ben", member_deeds.admit, "last", "Cat")


def test_a_sponsors_word_is_signed_once_and_a_founders_is_enough(circle: Circle) -> None:
    circle.found("ann", admission="sponsors 2")
    join(circle, "ben", "cat")
    circle.does("ann", member_deeds.admit, "last", "Ben")
    assert "is signed; by the club's rule it takes more" in circle.does("ben", member_deeds.admit, "last", "Cat")
    count = circle.count()
    assert "is signed already; by the club's rule" in circle.does("ben", member_deeds.admit, "last", "Cat")
    assert circle.count() == count
    assert circle.does("ann", member_deeds.admit, "last", "Cat").endswith("is let in.")


def test_a_founders_word_in_an_open_club_is_about_the_ladder(circle: Circle) -> None:
    circle.found("ann", admission="open")
    join(circle, "ben", "cat")
    assert circle.does("ann", member_deeds.admit, "last", "Ben").endswith("count on the ladder from now on.")
    assert circle.does("ann", member_deeds.admit, "last", "Ben").endswith("count on the ladder already.")
    assert "a founder has to admit them, and you are none" in circle.refused("ben", member_deeds.admit, "last", "Cat")


def test_the_founding_of_an_open_club_says_whose_games_count(circle: Circle) -> None:
    said = circle.does("ann", member_deeds.new, "Friday", admission="open", expulsion="founders")
    assert "only games among those whom a founder has admitted count on the ladder" in said
    assert "ladder" not in circle.does("ann", member_deeds.new, "Sunday", admission="founders", expulsion="founders")


def test_a_key_that_has_not_asked_is_named_so(circle: Circle) -> None:
    circle.found("ann")
    key = circle.key("ben").hex()
    assert circle.does("ann", member_deeds.admit, "last", key).endswith("they are in once they ask to be a member.")
    assert "signed already: they are in once" in circle.does("ann", member_deeds.admit, "last", key)
    join(circle, "ben")
    assert circle.does("ann", member_deeds.admit, "last", "Ben").endswith("is let in already.")


def test_nobody_is_voted_out_who_only_asks(circle: Circle) -> None:
    circle.found("ann")
    join(circle, "ben")
    assert "Ben only asks to come in" in circle.refused("ann", member_deeds.expel, "last", "Ben")


def test_an_older_vote_against_somebody_who_asks_is_named_when_they_are_to_be_let_in(circle: Circle) -> None:
    circle.found("ann")
    join(circle, "ben")
    club = circle.books["ann"].club("last")
    club.say(Expel(circle.key("ben"), 1, stands=True), 1000)
    assert "Your vote that Ben is out stands: take it back" in circle.refused("ann", member_deeds.admit, "last", "Ben")
    circle.does("ann", member_deeds.readmit, "last", "Ben")
    assert circle.does("ann", member_deeds.admit, "last", "Ben").endswith("is let in.")
    assert circle.key("ben") in circle.books["ben"].club("last").state.membership.members


def test_whoever_is_out_by_a_vote_is_not_let_in(circle: Circle) -> None:
    circle.found("ann")
    join(circle, "ben")
    club = circle.books["ann"].club("last")
    club.say(Expel(circle.key("ben"), 1, stands=True), 1000)
    club.say(Admit(circle.key("ben")), 1000)
    assert "Ben is out by a vote" in circle.refused("ann", member_deeds.admit, "last", "Ben")


def test_votes_are_signed_once_and_taken_back_once(circle: Circle) -> None:
    circle.found("ann", "ben")
    join(circle, "ben", "cat")
    circle.does("ann", member_deeds.admit, "last", "Cat")
    assert "No vote of yours" in circle.refused("ann", member_deeds.readmit, "last", "Cat")
    assert "is signed; it takes more than half" in circle.does("ann", member_deeds.expel, "last", "Cat")
    count = circle.count()
    assert "stands already; it takes more than half" in circle.does("ann", member_deeds.expel, "last", "Cat")
    assert circle.count() == count
    assert circle.does("ben", member_deeds.expel, "last", "Cat") == "Cat is out."
    assert "stands already; they are out" in circle.does("ben", member_deeds.expel, "last", "Cat")
    assert circle.does("ann", member_deeds.readmit, "last", "Cat").endswith("is taken back.")
    assert "No vote of yours" in circle.refused("ann", member_deeds.readmit, "last", "Cat")
    assert circle.key("cat") in circle.books["cat"].club("last").state.membership.members


def test_who_has_no_vote_signs_none(circle: Circle) -> None:
    circle.found("ann")
    join(circle, "ben")
    circle.does("ann", member_deeds.admit, "last", "Ben")
    for deed in (member_deeds.expel, member_deeds.readmit):
        assert "you have no vote" in circle.refused("ben", deed, "last", pid_of(circle.key("ann")))


def test_a_vote_against_somebody_who_has_left_counts_when_they_come_back(circle: Circle) -> None:
    circle.found("ann")
    join(circle, "ben")
    circle.does("ann", member_deeds.admit, "last", "Ben")
    circle.does("ben", member_deeds.leave, "last")
    assert "you have left the club, and come back by joining" in circle.refused("ben", member_deeds.leave, "last")
    assert "Ben has left: nobody lets them in" in circle.refused("ann", member_deeds.admit, "last", "Ben")
    assert "it counts if they come back" in circle.does("ann", member_deeds.expel, "last", "Ben")
    assert "stands already: they have left" in circle.does("ann", member_deeds.expel, "last", "Ben")
    join(circle, "ben")
    assert circle.key("ben") in circle.books["ann"].club("last").state.membership.expelled
    assert "you are out by a vote" in circle.refused("ben", member_deeds.leave, "last")


@pytest.mark.parametrize("name", ["last", "LAST", "  last "])
def test_no_club_is_founded_by_the_word_for_the_latest_one(circle: Circle, name: str) -> None:
    with pytest.raises(Fault, match="means the latest club"):
        member_deeds.new(circle.books["ann"], Words((name,), {}))
    assert circle.books["ann"].journal.clubs() == ()


def test_a_ladder_without_a_result_says_so(circle: Circle) -> None:
    circle.found("ann")
    assert circle.does("ann", tournament_deeds.ladder, "last") == "No rated game has been reported yet."
    assert circle.does("ann", tournament_deeds.ladder, "last", "djambi") == "ladder of djambi\n  nobody yet"


def test_a_vote_for_another_organiser_is_signed_once(circle: Circle) -> None:
    circle.found("ann", "ben", "cat")
    circle.does("cat", tournament_deeds.open_tournament, "last", "Cup", game="epaminondas")
    ben, cat = (pid_of(circle.key(name)) for name in ("ben", "cat"))
    assert "is signed; it takes more than half" in circle.does("ann", ruling_deeds.organiser, "last", "cup", ben)
    count = circle.count()
    assert "stands already; it takes more than half" in circle.does("ann", ruling_deeds.organiser, "last", "cup", ben)
    assert circle.count() == count
    assert "is taken back" in circle.does("ann", ruling_deeds.organiser, "last", "cup", cat)
    assert "no vote of yours says otherwise" in circle.refused("ann", ruling_deeds.organiser, "last", "cup", cat)
    for name in ("ann", "ben"):
        told = circle.does(name, ruling_deeds.organiser, "last", "cup", ben)
    assert "goes on with Cup." in told
    assert "no vote of yours says otherwise" in circle.refused("ben", ruling_deeds.organiser, "last", "cup", ben)
    assert "does not come back to Cup" in circle.refused("cat", ruling_deeds.organiser, "last", "cup", cat)
