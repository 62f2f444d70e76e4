"""What a program signs by itself: once, only when it is due, and nothing by somebody whose chain does not stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from core.games import find
from net.club import club_duties
from net.club.club_duties import ClubDuties
from net.club.club_event import (
    Admit,
    Charge,
    Close,
    Enter,
    Found,
    Join,
    Open,
    OpenedLot,
    Result,
    RoundEnd,
    Start,
    rated_salt,
)
from net.club.club_log import ClubLog
from net.club.tournament_log import tip_of
from net.identity.identity import Identity
from net.storage.journal import Journal, Progress
from net.view.table_view import Phase
from net.wire.codec import Shape
from net.wire.event import Signed
from tests.net.deck.test_deck_attacks import Inventing, Peeping
from tests.net.support.attacks.cheating_clients import CROOK, room_with
from tests.net.support.clubs import NONE, NOW, Club, hand_table, result_of
from tests.net.support.event_signer import who
from tests.net.support.toy_games import toy_table
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import step

ANN, BEN = who("ann"), who("ben")
TID = b"t" * 16


class Pair:
    """Ann and Ben in one club, each with a journal; what one signs the other has at once."""

    def __init__(self, root: Path) -> None:
        """Found the club and let Ben in."""
        self.journals = {one.public: Journal(root / f"{one.pid}.db") for one in (ANN, BEN)}
        data = Found("Friday", (ANN.public,), "founders", "founders", b"s" * 16, "Ann")
        self.ann = ClubLog.found(ANN, self.journals[ANN.public], data, NOW)
        self.ben = ClubLog(BEN, self.journals[BEN.public], self.ann.cid)
        self.carry()
        self.say(self.ben, Join("Ben"))
        self.say(self.ann, Admit(BEN.public))

    def say(self, log: ClubLog, data: Shape) -> bytes:
        """Let one sign, and the other hear it; give the id."""
        found = log.say(data, NOW).id
        self.carry()
        return found

    def carry(self) -> None:
        """Let both know the same."""
        self.ann.take(self.ben.events)
        self.ben.take(self.ann.events)

    def duties(self, identity: Identity, *, organise: bool = False) -> ClubDuties:
        """Give somebody's duties."""
        log = self.ann if identity is ANN else self.ben
        return ClubDuties(log, self.journals[identity.public], identity.public, organise)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    found = Pair(tmp_path)
    yield found
    for journal in found.journals.values():
        journal.close()


def cup(pair: Pair) -> bytes:
    """Open a tournament of Ann's and close its list."""
    id_ = pair.say(pair.ann, Open("Cup", "djambi", (), "knock-out", 1))[:16]
    entries = [pair.say(log, Enter(id_, tip_of(log.lot_secret(id_)))) for log in (pair.ann, pair.ben)]
    pair.say(pair.ann, Close(id_, tuple(entries)))
    return id_


def test_an_organiser_begins_and_ends_without_being_asked_only_if_told_to(pair: Pair) -> None:
    id_ = cup(pair)
    asked, alone = pair.duties(ANN), pair.duties(ANN, organise=True)
    assert [type(one) for one in alone.sign(NOW)] == [OpenedLot]
    assert alone.sign(NOW) == []
    pair.carry()
    assert [type(one) for one in pair.duties(BEN, organise=True).sign(NOW)] == [OpenedLot]
    pair.carry()
    assert asked.sign(NOW) == []
    assert not asked.due
    assert alone.due
    assert [type(one) for one in alone.sign(NOW)] == [Start]
    pair.carry()
    played = pair.ben.state.play(id_)
    people = [{ANN.public: ANN, BEN.public: BEN}[played.entrants[one]] for one in played.rounds[0].tables[0]]
    place = (id_, 0, 0)
    assert alone.sign(NOW) == []
    pair.say(pair.ben, result_of(hand_table(pair.ben.cid, people, [0, 1], place), place))
    assert alone.sign(NOW) == []  # a draw decides nothing in a knock-out
    nonce = b"2" * 16
    pair.say(pair.ben, result_of(hand_table(pair.ben.cid, people, [0], place, nonce=nonce), place, nonce))
    assert [type(one) for one in alone.sign(NOW)] == [RoundEnd]
    assert pair.ann.state.play(id_).over
    assert alone.sign(NOW) == []


@pytest.fixture
def table(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> list[Result]:
    """Let both journals have a settled table whose result is the last of a list, as if it were folded."""
    found = [result_of(hand_table(pair.ann.cid, [ANN, BEN], [0]))]
    for journal in pair.journals.values():
        journal.add_table(TID, "parley://host/room#key", "", "djambi")
        journal.close_table(TID, Progress.OVER)
    salt = next(iter(pair.duties(ANN)._all_salts(pair.ann.state)))
    monkeypatch.setattr(club_duties, "salt_of", lambda _journal, _tid: salt)
    monkeypatch.setattr(club_duties, "fold_table", lambda *_: None)
    monkeypatch.setattr(club_duties, "charge_of", lambda _: None)
    monkeypatch.setattr(club_duties, "placed_result", lambda *_: found[-1])
    return found


def test_both_players_report_and_it_counts_once(pair: Pair, table: list[Result]) -> None:
    for identity in (ANN, BEN):
        assert pair.duties(identity).sign(NOW) == table
    pair.carry()
    assert len(pair.ann.state.book.standing) == 1
    assert pair.duties(ANN).sign(NOW) == pair.duties(BEN).sign(NOW) == []


def test_who_reads_the_others_report_first_signs_none(pair: Pair, table: list[Result]) -> None:
    assert pair.duties(ANN).sign(NOW) == table
    pair.carry()
    assert pair.duties(BEN).sign(NOW) == []


def test_an_end_that_does_not_stand_is_said_once_and_no_more(pair: Pair, table: list[Result]) -> None:
    pair.say(pair.ben, table[0])
    table.append(result_of(hand_table(pair.ann.cid, [ANN, BEN], [1])))
    duties = pair.duties(ANN)
    assert duties.sign(NOW) == [table[1]]
    assert duties.sign(NOW) == []


def test_nobody_reports_for_people_whom_the_club_does_not_know(pair: Pair, table: list[Result]) -> None:
    table.append(result_of(hand_table(pair.ann.cid, [ANN, who("cat")], [0])))
    duties = pair.duties(ANN)
    assert duties.sign(NOW) == []
    cat = ClubLog(who("cat"), pair.journals[BEN.public], pair.ann.cid)
    cat.say(Join("Cat"), NOW)
    pair.ann.take(cat.events)
    pair.say(pair.ann, Admit(who("cat").public))
    assert duties.sign(NOW) == [table[1]]


def test_nothing_is_signed_by_somebody_who_did_not_play_or_has_two_histories(pair: Pair, table: list[Result]) -> None:
    table.append(result_of(hand_table(pair.ann.cid, [BEN, who("cat")], [0])))
    assert pair.duties(ANN).sign(NOW) == []
    table.pop()
    twin = ClubLog(ANN, Journal(Path(pair.journals[ANN.public].path).with_name("twin.db")), pair.ann.cid)
    twin.take(pair.ann.events[:1])
    twin.say(Join("Twin"), NOW)
    pair.ann.take(twin.events)
    assert ANN.public in pair.ann.state.membership.forked
    assert pair.duties(ANN).sign(NOW) == []
    twin._journal.close()


def cheated(monkeypatch: pytest.MonkeyPatch, cid: bytes, kind: type[Peeping | Inventing]) -> Room:
    """Play a rated game of cards to its end and its audit; the last of three cheats."""
    install(monkeypatch)
    monkeypatch.setattr(toy_table, "SALT", rated_salt(cid, *NONE, bytes(16)))
    room, draw = room_with(find("duel"), 3, kind=kind, terms={"bots": "no"}, turns="6"), Random(1)
    while room.view(0).phase is Phase.PLAYING:
        for number in range(3):
            step(room, draw, number)
        room.settle()
    return room


@pytest.mark.parametrize(("kind", "signed"), [(Peeping, [Result, Charge]), (Inventing, [Charge])])
def test_a_cheat_that_the_audit_proves_is_charged_by_each_players_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Peeping | Inventing], signed: list[type]
) -> None:
    club = Club.of("ann")
    room = cheated(monkeypatch, club.cid, kind)
    names = ("xan", "yon", "zed")
    club.people |= dict(zip(names, (one.identity for one in room.sitters), strict=True))
    for name in names:
        club.join(name)
    logs: list[tuple[Signed, ...]] = []
    tid, last = room.sitters[0].tid, b""
    for name in names[:2]:
        with Journal(tmp_path / f"{name}.db") as journal:
            identity = club.people[name]
            log = ClubLog(identity, journal, club.cid)
            log.take([*club.events, *(one for other in logs for one in other)])
            journal.add_table(tid, "parley://host/room#key", "", "duel")
            journal.add_all(tid, room.events)
            duties = ClubDuties(log, journal, identity.public)
            assert duties.sign(NOW) == [], "the table goes on as far as the journal knows"
            journal.close_table(tid, Progress.OVER)
            found = duties.sign(NOW)
            assert [type(one) for one in found] == (signed if not logs else []), "what is there already is not signed"
            logs.append(log.events)
            assert duties.sign(NOW) == []
            (last,) = log.state.book.charged[tid]
    assert last == room.sitters[CROOK].identity.public
