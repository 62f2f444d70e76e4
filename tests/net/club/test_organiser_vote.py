"""A tournament whose organiser has vanished, was expelled or signed two histories goes on with somebody else."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.club.club_event import Close, Enter, Expel, Open, OrganiserVote, RoundEnd, Start, TableEnd
from net.club.club_state import ClubState, fold_club
from net.club.tournament_log import Stage, Tournament, tip_of
from tests.net.support.clubs import Club

NAMES = ("ann", "ben", "cat", "dan", "eve")


def begun(*, founders: int = 1, organiser: str = "ben", entrants: tuple[str, ...] = NAMES[1:]) -> tuple[Club, bytes]:
    """Begin a tournament of a member who is not the founder."""
    club = Club.whole(*NAMES, founders=founders)
    id_ = club.open(organiser, "swiss", rounds=2, entrants=entrants)
    club.open_lots(id_, entrants)
    club.say(organiser, Start(id_, 0))
    return club, id_


def vote(club: Club, by: str, id_: bytes, old: str, key: str, *, upto: int | None = None, stands: bool = True) -> None:
    """Let somebody vote that another goes on, from the present end of the organiser's chain on."""
    head = club.feeds[old].heads()[club.key(old)][0]
    club.say(by, OrganiserVote(id_, club.key(old), head + 1 if upto is None else upto, club.key(key), stands=stands))


def end_round(club: Club, by: str, id_: bytes, absent: int = 0) -> None:
    """Let somebody sign that a round has ended without a game."""
    played = club.state.play(id_)
    current = next(one for one in played.rounds if not one.ended)
    ends = tuple(TableEnd(b"", (absent,)) for _ in current.tables)
    club.say(by, RoundEnd(id_, current.number, ends, current.digest))


def it(club: Club, id_: bytes) -> Tournament:
    return club.state.tournaments[id_]


def test_a_founder_names_who_goes_on_and_the_rounds_go_on() -> None:
    club, id_ = begun()
    end_round(club, "cat", id_)
    assert it(club, id_).ends == []
    vote(club, "ann", id_, "ben", "dan")
    assert club.names([it(club, id_).organiser]) == {"dan"}
    end_round(club, "dan", id_)
    end_round(club, "dan", id_)
    assert club.state.play(id_).over
    assert len(it(club, id_).ends) == 2


def test_what_the_former_organiser_signs_from_there_on_does_not_count() -> None:
    club, id_ = begun()
    end_round(club, "ben", id_)
    vote(club, "ann", id_, "ben", "dan")
    end_round(club, "ben", id_, absent=1)
    assert len(it(club, id_).ends) == 1
    end_round(club, "dan", id_)
    assert [one.tables[0].absent for one in it(club, id_).ends] == [(0,), (0,)]
    assert it(club, id_).replaced == {club.key("ben"): club.feeds["ben"].heads()[club.key("ben")][0]}


def test_the_entrants_of_the_closed_list_name_somebody_and_half_of_them_do_not() -> None:
    club, id_ = begun(founders=1, organiser="ann")
    for by in ("ben", "cat"):
        vote(club, by, id_, "ann", "dan")
    assert club.names([it(club, id_).organiser]) == {"ann"}
    vote(club, "eve", id_, "ann", "dan")
    assert club.names([it(club, id_).organiser]) == {"dan"}
    vote(club, "ben", id_, "ann", "dan", stands=False)
    assert club.names([it(club, id_).organiser]) == {"ann"}


def test_a_member_who_takes_no_part_has_no_vote() -> None:
    club, id_ = begun(founders=2, organiser="ben", entrants=("ben", "dan", "eve"))
    vote(club, "cat", id_, "ben", "cat")
    vote(club, "ann", id_, "ben", "cat")
    assert club.names([it(club, id_).organiser]) == {"ben"}


def test_the_founders_come_before_a_list_of_friends() -> None:
    """An organiser who was replaced before the list was closed closes one of friends, who name another."""
    club = Club.whole(*NAMES)
    id_ = club.say("ben", Open("Autumn", "djambi", (), "swiss", 2)).id[:16]
    entries = {one: club.say(one, Enter(id_, tip_of(club.secret(one, id_)))).id for one in NAMES[1:]}
    vote(club, "ann", id_, "ben", "dan")
    club.say("ben", Close(id_, (entries["ben"], entries["cat"])))
    for by in ("ben", "cat"):
        vote(club, by, id_, "ben", "cat")
    assert club.names([it(club, id_).organiser]) == {"dan"}
    assert it(club, id_).stage is Stage.ENTRY
    club.say("dan", Close(id_, tuple(entries.values())))
    assert club.names(it(club, id_).drawn) == set(NAMES[1:])


def test_a_majority_that_does_not_agree_on_whom_changes_nothing() -> None:
    club, id_ = begun(founders=3, organiser="dan", entrants=("dan", "eve"))
    for by, key in (("ann", "ann"), ("ben", "ben"), ("cat", "eve")):
        vote(club, by, id_, "dan", key)
    assert club.names([it(club, id_).organiser]) == {"dan"}
    vote(club, "cat", id_, "dan", "ann")
    assert club.names([it(club, id_).organiser]) == {"ann"}


def test_a_stranger_and_somebody_expelled_do_not_go_on() -> None:
    club, id_ = begun()
    club.say("ann", Expel(club.key("dan"), 99))
    vote(club, "ann", id_, "ben", "dan")
    assert club.names([it(club, id_).organiser]) == {"ben"}


def test_the_successor_can_be_replaced_but_not_by_who_was_before() -> None:
    club, id_ = begun()
    end_round(club, "ben", id_)
    vote(club, "ann", id_, "ben", "dan")
    vote(club, "ann", id_, "dan", "eve")
    assert club.names([it(club, id_).organiser]) == {"eve"}
    vote(club, "ann", id_, "eve", "ben")
    assert club.names([it(club, id_).organiser]) == {"eve"}
    end_round(club, "eve", id_)
    assert club.state.play(id_).over


@pytest.mark.parametrize("how", ["expelled", "two histories"])
def test_where_an_organiser_is_out_somebody_goes_on_too(how: str) -> None:
    club, id_ = begun()
    head = club.feeds["ben"].heads()[club.key("ben")][0]
    if how == "expelled":
        club.say("ann", Expel(club.key("ben"), head + 1))
    end_round(club, "ben", id_)
    if how == "two histories":
        club.fork("ben", head + 1, RoundEnd(id_, 0, (), bytes(16)))
    assert it(club, id_).ends == []
    vote(club, "ann", id_, "ben", "dan")
    assert club.names([it(club, id_).organiser]) == {"dan"}
    end_round(club, "dan", id_)
    end_round(club, "dan", id_)
    assert club.state.play(id_).over


def handed_on() -> tuple[Club, bytes]:
    """Give a tournament that has passed from one to another and on, with votes that were taken back and some astray."""
    club, id_ = begun(founders=3, organiser="dan", entrants=NAMES)
    end_round(club, "dan", id_)
    for by in ("ann", "ben"):
        vote(club, by, id_, "dan", "eve")
    vote(club, "cat", id_, "dan", "cat")
    end_round(club, "dan", id_, absent=1)
    vote(club, "ben", id_, "eve", "cat")
    vote(club, "ben", id_, "eve", "cat", stands=False)
    vote(club, "ben", b"x" * 16, "eve", "cat")
    end_round(club, "eve", id_)
    return club, id_


HANDED, CUP = handed_on()


def told(state: ClubState) -> tuple[object, ...]:
    found = state.tournaments[CUP]
    return found.organiser, found.ends, found.replaced, state.play(CUP).standings


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(rng: random.Random) -> None:
    events = list(HANDED.events)
    rng.shuffle(events)
    state = fold_club(HANDED.cid, events)
    assert told(state) == told(HANDED.state)
    assert HANDED.names([state.tournaments[CUP].organiser]) == {"eve"}
    assert state.play(CUP).over


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, len(HANDED.events) - 1)))
def test_no_part_of_a_log_makes_the_fold_raise(left_out: set[int]) -> None:
    state = fold_club(HANDED.cid, [one for at, one in enumerate(HANDED.events) if at not in left_out])
    for one in state.tournaments:
        state.play(one)
