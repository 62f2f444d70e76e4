"""Méditerranée at a table: nobody deals, combats are laid down in secret, and the audit opens every card."""

from __future__ import annotations

import random

import pytest

from core.chance import HasDefaults, HasPartners
from core.game import Seat
from core.games import find
from net.table.fold.mental_dealer import MentalDealer
from net.view.table_view import AuditStage, Phase
from net.wire.event import Kind
from tests.net.support.absent_players import Quiet
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import log, match_of, step
from tests.net.table.test_table_play import same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def game(people: int, match: str = "no") -> Room:
    """Seat people at a game of Méditerranée with the fixed set-up."""
    room = Room.open(people, game=find("mediterranee"), players=str(people), placement="standard", match=match)
    for number in range(people):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    return room


def go_on(room: Room, draw: random.Random, rounds: int) -> None:
    """Play some rounds at random, or to the end."""
    for _ in range(rounds):
        if room.view().phase is not Phase.PLAYING:
            return
        for number in range(len(room.sitters)):
            step(room, draw, number)
        room.settle()


def test_a_whole_game_of_two_is_audited_and_told_in_full() -> None:
    room = game(2)
    go_on(room, random.Random(2), 600)
    assert room.view().phase is Phase.OVER
    assert same(room)
    for number in range(2):
        audit = room.view(number).audit
        assert audit is not None
        assert (audit.stage, audit.waited, audit.signed) == (AuditStage.CLEAN, (), (0, 1))
    watcher = room.late()
    assert watcher.view.match is not None
    assert watcher.view.match.full_digest() == match_of(room, 0).full_digest() == match_of(room, 1).full_digest()
    assert not any("?" in text for text in log(room))
    assert any(signed.event.kind == Kind.COMMIT for signed in room.events)


@pytest.mark.parametrize(("people", "match"), [(3, "no"), (4, "yes")])
def test_more_people_know_their_own_cards_alone(people: int, match: str) -> None:
    room = game(people, match)
    go_on(room, random.Random(people), 40)
    assert same(room)
    for number in range(people):
        mine = {match_of(room).names[seat] for seat in room.view(number).mine}
        drawn = [text.split() for text in log(room, number) if text.startswith("draw")]
        assert drawn
        assert all((words[2] == "?") is (words[1] not in mine) for words in drawn)


def test_who_does_not_come_to_a_combat_plays_zeros_and_the_lone_one_leaves_no_escrow() -> None:
    room = game(3)
    draw = random.Random(5)
    course = room.table().course
    assert course is not None
    while not course.sealed:
        go_on(room, draw, 1)
    assert isinstance(course.match.state, HasDefaults)
    first, second = course.active
    quiet = Quiet(room, int(second))
    mine = next(iter(course.match.state.legal(first)))
    room.say(int(first), room.table(int(first)).move(first, str(mine)), settle=False)
    assert quiet.wait() == [(int(second), "commit")]
    played = [line for line in match_of(room, int(first)).log if line.seat == second][-1]
    assert set(played.text.split()[1].split("+")) == {"0"}
    assert same(quiet.back())
    state = course.match.state
    assert isinstance(state, HasPartners)
    alone = next(seat for seat in (Seat(0), Seat(1), Seat(2)) if state.partners(seat) == (seat,))
    bringer = room.table().annals.bringer
    assert isinstance(bringer, MentalDealer)
    assert bringer.escrow == {key for seat, key in bringer.holders.items() if seat != alone}
