"""Members: every rule of admission and expulsion, whatever order the events come in, and with liars among them."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.fault import Fault
from net.club.club_event import Admit, CalendarEntry, Expel, Join, Leave
from net.club.club_state import admits_without, fold_club
from net.club.membership import check_founding, middle, read_rules
from tests.net.support.clubs import Club


def test_founders_are_members_and_nobody_else_is() -> None:
    club = Club.of("ann", "ben", "cat", founders=2)
    club.say("cat", Join("Cat\x07"))
    assert club.members() == {"ann", "ben"}
    assert club.names(club.state.membership.candidates) == {"cat"}
    assert club.state.membership.name(club.key("cat")) == "Cat"
    assert club.state.name == "Chess café"


def test_a_founder_lets_in_who_has_asked_in_either_order() -> None:
    club = Club.of("ann", "ben")
    club.say("ann", Admit(club.key("ben")))
    assert club.members() == {"ann"}
    club.say("ben", Join("ben"))
    assert club.members() == {"ann", "ben"}


def test_a_member_lets_nobody_in_where_founders_admit() -> None:
    club = Club.whole("ann", "ben")
    club.people["cat"] = Club.of("cat").people["cat"]
    club.say("cat", Join("cat"))
    club.say("ben", Admit(club.key("cat")))
    assert club.members() == {"ann", "ben"}


def test_two_sponsors_let_somebody_in_and_one_does_not() -> None:
    club = Club.of("ann", "ben", "cat", "dan", admission="sponsors 2")
    for name in ("ben", "cat"):
        club.join(name)
    club.say("dan", Join("dan"))
    club.say("ben", Admit(club.key("dan")))
    club.say("ben", Admit(club.key("dan")))
    assert "dan" not in club.members()
    club.say("cat", Admit(club.key("dan")))
    assert "dan" in club.members()


@pytest.mark.parametrize(
    ("admission", "by_founder", "by_member"),
    [("founders", False, True), ("sponsors 1", True, True), ("sponsors 2", False, True), ("open", True, True)],
)
def test_who_is_left_may_be_nobody_who_could_let_anybody_in(
    admission: str, *, by_founder: bool, by_member: bool
) -> None:
    club = Club.of("ann", "ben", admission=admission)
    club.say("ben", Join("ben"))
    club.say("ann", Admit(club.key("ben")))
    assert club.members() == {"ann", "ben"}
    assert admits_without(club.state, club.key("ann")) == by_founder
    assert admits_without(club.state, club.key("ben")) == by_member


def test_an_open_club_lets_in_who_asks() -> None:
    club = Club.of("ann", "ben", admission="open")
    club.say("ben", Join("ben"))
    assert club.members() == {"ann", "ben"}


def test_who_leaves_may_come_back() -> None:
    club = Club.whole("ann", "ben")
    club.say("ben", Leave())
    assert club.members() == {"ann"}
    assert club.names(club.state.membership.left) == {"ben"}
    club.say("ben", Join("Ben again"))
    assert club.members() == {"ann", "ben"}


def test_who_was_expelled_is_out_until_the_majority_is_gone() -> None:
    club = Club.whole("ann", "ben", "cat", "dan", founders=3)
    club.say("ann", Expel(club.key("dan"), 1))
    assert "dan" in club.members()
    club.say("ben", Expel(club.key("dan"), 1))
    assert club.members() == {"ann", "ben", "cat"}
    assert club.state.membership.expelled == {club.key("dan"): 1}
    club.say("dan", Join("dan"))
    club.say("ann", Admit(club.key("dan")))
    assert "dan" not in club.members()
    club.say("ben", Expel(club.key("dan"), 1, stands=False))
    assert "dan" in club.members()


def test_members_have_no_vote_where_founders_expel() -> None:
    club = Club.whole("ann", "ben", "cat", "dan")
    for name in ("ben", "cat"):
        club.say(name, Expel(club.key("dan"), 0))
    assert "dan" in club.members()


def test_more_than_half_of_the_members_expel() -> None:
    club = Club.whole("ann", "ben", "cat", "dan", expulsion="members")
    for name in ("ben", "cat"):
        club.say(name, Expel(club.key("ann"), 99))
    assert "ann" in club.members()
    club.say("dan", Expel(club.key("ann"), 99))
    assert club.members() == {"ben", "cat", "dan"}


def test_nobody_expels_alone_in_a_club_of_two_founders() -> None:
    club = Club.of("ann", "ben", founders=2)
    club.say("ann", Expel(club.key("ben"), 0))
    club.say("ben", Expel(club.key("ann"), 0))
    assert club.members() == {"ann", "ben"}


def test_whom_an_expelled_founder_lets_in_afterwards_is_no_member() -> None:
    club = Club.whole("ann", "ben", "cat", founders=3)
    upto = club.feeds["cat"].heads()[club.key("cat")][0] + 1
    for name in ("ann", "ben"):
        club.say(name, Expel(club.key("cat"), upto))
    club.people["eve"] = Club.of("eve").people["eve"]
    club.say("eve", Join("eve"))
    club.say("cat", Admit(club.key("eve")))
    assert club.members() == {"ann", "ben"}


def test_who_signed_two_histories_is_named_and_counts_up_to_where_they_part() -> None:
    club = Club.of("ann", "ben", "cat", "dan", founders=2)
    for name in ("cat", "dan"):
        club.say(name, Join(name))
    club.say("ben", Admit(club.key("cat")))
    club.say("ben", Admit(club.key("dan")))
    assert club.members() == {"ann", "ben", "cat", "dan"}
    club.fork("ben", 1, Leave())
    assert club.state.membership.forked == {club.key("ben"): 1}
    assert club.members() == {"ann", "cat"}


def test_two_histories_of_a_beginning_leave_a_club_without_one() -> None:
    club = Club.of("ann")
    club.fork("ann", 0, Join("ann"))
    assert club.state.founding is None


def test_a_gap_hides_what_comes_after_it() -> None:
    club = Club.whole("ann", "ben", "cat")
    kept = [one for one in club.events if (one.event.author, one.event.seq) != (club.key("ann"), 1)]
    assert fold_club(club.cid, kept).membership.members == (club.key("ann"),)


def test_the_calendar_is_the_founders() -> None:
    club = Club.whole("ann", "ben")
    club.say("ann", CalendarEntry(2_000, "Final\x1b[2J"))
    club.say("ann", CalendarEntry(1_000, "First"))
    club.say("ben", CalendarEntry(500, "Mine"))
    assert club.state.calendar == ((1_000, "First"), (2_000, "Final"))


@pytest.mark.parametrize(
    ("admission", "expulsion", "why"),
    [
        ("friends", "founders", "no rule of admission"),
        ("sponsors", "founders", "no rule of admission"),
        ("sponsors 0", "founders", "no rule of admission"),
        ("sponsors 17", "founders", "no rule of admission"),
        ("sponsors 02", "founders", "no rule of admission"),
        ("sponsors ²", "founders", "no rule of admission"),
        ("founders 2", "founders", "no rule of admission"),
        ("open 1", "founders", "no rule of admission"),
        ("founders", "nobody", "no rule of expulsion"),
        ("open", "members", "Members can expel only where founders admit"),
        ("sponsors 2", "members", "Members can expel only where founders admit"),
    ],
)
def test_a_rule_that_is_none_is_refused_in_one_sentence(admission: str, expulsion: str, why: str) -> None:
    with pytest.raises(Fault, match=why):
        read_rules(admission, expulsion)


def test_a_beginning_needs_a_name_and_founders() -> None:
    club = Club.of("ann", "ben")
    founding = club.state.founding
    assert founding is not None
    ann, ben = club.key("ann"), club.key("ben")
    for change in (
        {"name": "\x07 "},
        {"founders": ()},
        {"founders": (ben,)},
        {"founders": (ann, ann)},
        {"founders": (ann, bytes(32))},
    ):
        with pytest.raises(Fault, match=r"A club needs a name|1 to 16 founders"):
            check_founding(ann, msgspec.structs.replace(founding, **change))


def test_the_middle_one_is_what_the_majority_says() -> None:
    assert middle([0, 5, 5, 9]) == 5
    assert middle([0, 0, 9, 9]) == 0
    assert middle([7]) == 7


def busy() -> Club:
    """Give a club in which everything has happened that concerns members."""
    club = Club.whole("ann", "ben", "cat", "dan", "eve", founders=3)
    club.say("dan", Leave())
    for name in ("ann", "cat"):
        club.say(name, Expel(club.key("eve"), 1))
    club.say("eve", Join("Eve"))
    club.fork("ben", 0, Leave())
    club.say("dan", Join("Dan"))
    return club


BUSY = busy()


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 100))
def test_the_order_of_arrival_changes_nothing(rng: random.Random, doubled: int) -> None:
    events = [*BUSY.events, *BUSY.events[: doubled % 7]]
    rng.shuffle(events)
    one, other = fold_club(BUSY.cid, events), BUSY.state
    assert (one.membership, one.calendar, one.book) == (other.membership, other.calendar, other.book)
    assert BUSY.names(one.membership.members) == {"ann", "cat", "dan"}


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, len(BUSY.events) - 1)))
def test_no_part_of_a_log_makes_the_fold_raise(left_out: set[int]) -> None:
    state = fold_club(BUSY.cid, [one for at, one in enumerate(BUSY.events) if at not in left_out])
    assert set(state.membership.members) <= {one.public for one in BUSY.people.values()}
