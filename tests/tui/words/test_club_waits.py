"""What waits for a member of a club, the most urgent first; and whose word counts."""

from __future__ import annotations

import pytest

from net.club.club_event import Admit, Enter, Expel, Form, Join, Open, RoundEnd, Start, TableEnd, Withdraw
from net.club.club_state import may_admit, may_expel
from net.club.tournament_log import tip_of
from net.club.tournament_rounds import TournamentPlay
from tests.net.support.clubs import Club
from tui.screens.club.tournament_screen import SURE_END, SURE_FIXED, SURE_LAST, SURE_OVER, end_question
from tui.words.club_rows import rows, rows_of_tournament
from tui.words.club_waits import waits
from tui.words.club_words import stage_words


def told(club: Club, name: str, *admitted: str) -> tuple[str, ...]:
    """Give what waits for somebody."""
    return waits(club.state, club.key(name), {club.key(one) for one in admitted})


def test_those_who_may_let_in_are_told_who_asks() -> None:
    club = Club.of("ada", "bob", "cid", "dan", "eve")
    assert told(club, "ada") == ()
    club.say("bob", Join("Bob"))
    assert told(club, "ada") == ("Bob asks to come in",)
    assert told(club, "ada", "bob") == ()
    assert told(club, "bob") == (), "who is not a member is told nothing"
    for name in ("cid", "dan", "eve"):
        club.say(name, Join(name.title()))
    (asking,) = told(club, "ada")
    assert asking.endswith(", … ask to come in")
    assert len(asking.split(", ")) == 4
    club.say("ada", Admit(club.key("bob")))
    assert told(club, "bob") == (), "a member lets nobody in where founders do"


@pytest.mark.parametrize(
    ("admission", "expulsion", "member"),
    [
        ("founders", "founders", (False, False)),
        ("founders", "members", (False, True)),
        ("sponsors 2", "founders", (True, False)),
        ("open", "founders", (False, False)),
    ],
)
def test_the_rules_say_whose_word_counts(admission: str, expulsion: str, member: tuple[bool, bool]) -> None:
    club = Club.of("ada", "bob", "eve", admission=admission, expulsion=expulsion)
    club.join("bob")
    state = club.state
    assert (may_admit(state, club.key("bob")), may_expel(state, club.key("bob"))) == member
    assert may_admit(state, club.key("ada"))
    assert may_expel(state, club.key("ada"))
    assert not may_admit(state, club.key("eve"))
    assert not may_expel(state, club.key("eve"))


def test_a_tournament_waits_for_the_organiser_and_for_who_has_not_entered() -> None:
    club = Club.whole("ada", "bob", "cid")
    cup = club.say("ada", Open("Autumn", "djambi", (), "knock-out", 1, ())).id[:16]
    assert told(club, "ada") == told(club, "bob") == ("Autumn is open for entries",)
    for name in ("ada", "bob"):
        club.say(name, Enter(cup, tip_of(club.secret(name, cup))))
    assert told(club, "ada") == ("the list of Autumn can be closed",)
    assert told(club, "bob") == ()
    assert told(club, "cid") == ("Autumn is open for entries",)


def test_a_round_waits_for_its_players_then_for_the_organiser() -> None:
    names = ("ada", "bob", "cid", "dan")
    club = Club.whole(*names)
    cup = club.open("ada", "swiss", rounds=2, entrants=names)
    club.open_lots(cup, names[1:])
    assert told(club, "ada") == ()
    club.open_lots(cup, names[:1])
    assert told(club, "ada") == ("Autumn can begin",)
    assert told(club, "bob") == ()
    club.say("ada", Start(cup, 0))
    assert {told(club, name) for name in names} == {("your table of round 1 of Autumn",)}
    played = club.state.play(cup)
    for at, table in enumerate(played.rounds[0].tables):
        first, second = (next(iter(club.names([played.entrants[one]]))) for one in table)
        club.play(first, second, place=(cup, 0, at))
    assert told(club, "ada") == ("round 1 of Autumn can end",)
    assert told(club, "bob") == ()
    placed = club.state.book.by_place()
    ends = tuple(TableEnd(placed[cup, 0, at][0].end) for at in range(2))
    club.say("dan", Withdraw(cup))
    club.say("ada", RoundEnd(cup, 0, ends, club.state.play(cup).rounds[0].digest, ()))
    club.say("bob", Open("Other", "djambi", (), "swiss", 1, ()))
    assert told(club, "ada") == ("your table of round 2 of Autumn", "Other is open for entries")


def test_nothing_waits_once_a_page_says_that_the_tournament_is_over() -> None:
    club = Club.whole("ada", "bob")
    cup = club.open("ada", "round-robin", entrants=("ada", "bob"))
    club.open_lots(cup, ("ada", "bob"))
    club.say("ada", Start(cup, 0))
    assert told(club, "ada") == ("your table of round 1 of Autumn",)
    club.play("ada", "bob", place=(cup, 0, 0))
    assert stage_words(club.state, club.state.tournaments[cup]) == "  it is over"
    assert told(club, "ada") == told(club, "bob") == ()


@pytest.mark.parametrize(
    ("form", "number", "over", "asked"),
    [
        ("round-robin", 0, True, SURE_OVER),
        ("round-robin", 0, False, SURE_FIXED),
        ("round-robin", 2, False, SURE_LAST),
        ("knock-out", 2, False, SURE_LAST),
        ("swiss", 0, False, SURE_END),
    ],
)
def test_whoever_ends_a_round_is_asked_with_what_follows(form: str, number: int, over: bool, asked: str) -> None:  # noqa: FBT001
    played = TournamentPlay((), (), 3, (), over)
    assert end_question(played, Form(form), number) == asked


def test_the_tables_of_a_club_say_what_is_under_the_cursor() -> None:
    club = Club.whole("ada", "bob", "cid")
    club.say("ada", Expel(club.key("cid"), 1, stands=True))
    club.play("ada", "bob")
    state, ada, bob = club.state, club.key("ada"), club.key("bob")
    assert [row.cells[2] for row in rows("members", state, ada)] == ["founder", "member", "is out"]
    assert [row.says for row in rows("members", state, ada)] == [
        "",
        "x votes that bob is out.",
        "x votes that cid is out.",
    ]
    votes = frozenset({club.key("cid")})
    assert rows("members", state, ada, votes=votes)[-1].says == "x takes your vote back."
    assert {row.says for row in rows("members", state, bob)} == {""}
    (result,) = rows("results", state, bob)
    assert result.cells[1:] == ("Djambi", "ada, bob", "ada has won", "beside tournaments")
    assert result.says == "Signed by ada, bob."
    assert [row.cells[:3] for row in rows("ladder", state, bob)] == [("Djambi", "1", "ada"), ("Djambi", "2", "bob")]
    cup = club.open("ada", "round-robin", entrants=("ada", "bob"))
    it = club.state.tournaments[cup]
    entrants = rows_of_tournament("entrants", club.state, it, ada)
    assert {row.cells[2] for row in entrants} == {"lot awaited"}
    assert (
        rows_of_tournament("rounds", club.state, it, ada) == rows_of_tournament("standings", club.state, it, ada) == ()
    )
