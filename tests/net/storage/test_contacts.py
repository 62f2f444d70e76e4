"""The contact book: who was met, what one thinks of them, and whose name somebody else bears."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core.diplomacy.reputation import Reputation
from net.storage.contact_store import GAMES_REMEMBERED, ContactAction
from net.storage.journal import Journal
from net.view.contact_book import Contact, ContactBook, folded
from tests.net.support.event_signer import TID, who
from tests.net.support.sample_journal import ANN, BEN

EVE = who("eve")
FIXTURE = Path(__file__).parents[2] / "fixtures" / "journal-1.db"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def test_people_are_remembered_with_their_first_and_last_nick(path: Path) -> None:
    with Journal(path) as journal:
        journal.contacts.meet({ANN.public: "Ann", BEN.public: ""}, 5, TID)
        journal.contacts.meet({ANN.public: "Anna\x1b[2J"}, 9, TID)
        journal.contacts.meet({ANN.public: "Anna"}, 11, b"u" * 16)
        journal.contacts.meet({ANN.public: "Nan"}, 7, TID)  # an old table, looked at again
    with Journal(path) as journal:
        ann, ben = journal.contacts.book.get(ANN.pid), journal.contacts.book.get(BEN.pid)
        assert ann == Contact(ANN.public, "Ann", "Anna", met=5, seen=11, games=2)
        assert ben == Contact(BEN.public, BEN.pid, BEN.pid, met=5, seen=5, games=1)
        assert journal.contacts.book.get(EVE.pid) is None


def test_opinions_are_kept_and_taken_back(path: Path) -> None:
    with Journal(path) as journal, Journal(path) as other:
        book = journal.contacts
        book.name(ANN.public, "Ann", 5, "Annie of the club, who plays on Fridays")
        book.judge(ANN.public, "later", 8, ContactAction.MUTE)
        book.judge(ANN.public, "later", 8, ContactAction.VERIFY)
        found = other.contacts.book.get(ANN.pid)  # another room of the same profile
        named = Contact(ANN.public, "Ann", "Ann", "Annie of the club, who p", met=5, seen=5)
        assert found == replace(named, muted=True, verified=True)
        assert other.contacts.book.silent == {ANN.pid}
        assert other.contacts.book.shunned == frozenset()
        other.contacts.judge(ANN.public, "Ann", 9, ContactAction.BLOCK)
        assert journal.contacts.book.shunned == {ANN.pid}
        for deed in (ContactAction.ADMIT, ContactAction.HEAR, ContactAction.DOUBT):
            book.judge(ANN.public, "Ann", 9, deed)
        book.name(ANN.public, "Ann", 9, "")
        assert other.contacts.book.contacts == (replace(named, petname=""),)
        book.forget(ANN.public)
        assert not other.contacts.book.contacts


def test_how_people_keep_their_word_is_remembered_and_forgotten_with_them(path: Path) -> None:
    with Journal(path) as journal:
        book = journal.contacts
        book.meet({ANN.public: "Ann"}, 5, TID)
        book.keep_words({ANN.pid: Reputation(1, 1), BEN.pid: Reputation(2, 0)}, TID)
        book.keep_words({ANN.pid: Reputation(2, 1)}, TID)  # the same table, told again
        book.keep_words({ANN.pid: Reputation(0, 1)}, b"u" * 16)
    with Journal(path) as journal:
        book = journal.contacts
        assert book.reputations() == {ANN.pid: Reputation(2, 2), BEN.pid: Reputation(2, 0)}
        assert book.reputations(TID) == {ANN.pid: Reputation(0, 1)}, "a table does not remember itself"
        for number in range(GAMES_REMEMBERED):
            book.keep_words({ANN.pid: Reputation(1, 0)}, number.to_bytes(16, "big"))
        assert book.reputations()[ANN.pid] == Reputation(GAMES_REMEMBERED, 0), "the oldest games are forgotten"
        book.forget(ANN.public)
        assert book.reputations() == {BEN.pid: Reputation(2, 0)}


def test_a_book_of_the_first_format_says_what_it_knows(path: Path) -> None:
    shutil.copy(FIXTURE, path)
    with Journal(path) as journal:
        assert journal.contacts.book.contacts == (Contact(BEN.public, "Ben", "Ben"),)
        journal.contacts.meet({BEN.public: "Benny"}, 7)
        assert journal.contacts.book.contacts == (Contact(BEN.public, "Ben", "Benny", met=7, seen=7),)


def test_a_known_nick_with_another_key_is_warned_about() -> None:
    ann = Contact(ANN.public, "Ann", "Anna", "The captain", met=5)
    book = ContactBook([ann])
    for nick in ("Ann", "anna", "Ａｎｎ", "Ánn", "the captain"):
        template, fields = book.warning(EVE.public, nick)
        said = template.format(**dict(fields))
        assert said.startswith(f"{nick} is not the {nick} you know")
        assert Contact(EVE.public, "", "").words in said
        assert ann.words in said
    assert book.warning(EVE.public, "Eve") == ("", ())
    assert book.warning(ANN.public, "Ann") == ("", ())


def test_the_one_known_first_is_never_the_double_and_who_was_compared_is_none() -> None:
    ann, eve = Contact(ANN.public, "Ann", "Ann", met=5), Contact(EVE.public, "Ann", "Ann", met=8)
    assert ContactBook([ann, eve]).double(ANN.public, "Ann") is None
    assert ContactBook([ann, eve]).double(EVE.public, "Ann") == ann
    compared = Contact(EVE.public, "Ann", "Ann", met=8, verified=True)
    named = Contact(EVE.public, "Ann", "Ann", "Ann of the office", met=8)
    assert ContactBook([ann, compared]).double(EVE.public, "Ann") is None
    assert ContactBook([ann, named]).double(EVE.public, "Ann") is None


def test_people_are_found_by_name_pid_and_four_words() -> None:
    ann, eve = Contact(ANN.public, "Ann", "Ann", met=5), Contact(EVE.public, "Ann", "Eve", "Boss", met=8)
    book = ContactBook([eve, ann])
    assert book.contacts == (ann, eve)
    assert book.called("ann") == (ann, eve)
    assert book.called("BOSS") == book.called(EVE.pid) == book.called(eve.words) == (eve,)
    assert book.called("nobody") == ()
    assert folded("  Å  b ") == "a b"
