"""The ladder of an open club says which games do not count there, and whose admission is missing."""

from __future__ import annotations

from net.club.club_event import Admit, Expel, Join, Leave
from tests.net.support.clubs import Club
from tui.words.club_rows import rows
from tui.words.ladder_words import describe_ladder, uncounted_lines

ADMITTED = "Their games count once a founder admits them."


def opened(*names: str) -> Club:
    """Found an open club that everybody has joined."""
    club = Club.of(*names, admission="open")
    for name in names[1:]:
        club.say(name, Join(name.title()))
    return club


def told(club: Club, name: str = "") -> list[str]:
    """Give what somebody reads of the ladder."""
    return list(describe_ladder(club.state, (), club.key(name) if name else b""))


def test_a_game_that_does_not_count_yet_is_no_game_that_was_never_reported() -> None:
    club = opened("ann", "bea", "cid")
    assert told(club) == ["No rated game has been reported yet."]
    club.play("ann", "bea")
    one = "  1 rated game of Djambi does not count on the ladder yet: no founder has admitted Bea."
    assert told(club, "ann") == [
        "ladder of djambi",
        one,
        "You are a founder: the deed `admit` lets their games count.",
    ]
    assert told(club, "bea") == told(club) == ["ladder of djambi", one, ADMITTED]
    club.say("ann", Admit(club.key("bea")))
    assert [line[:3] for line in told(club)] == ["lad", "  1", "  2"], "nothing is left out any more"


def test_where_some_games_count_the_others_are_told_below() -> None:
    club = opened("ann", "bea", "cid", "dan")
    club.say("ann", Admit(club.key("bea")))
    club.play("ann", "bea")
    club.play("cid", "bea")
    club.play("cid", "dan")
    lines = told(club)
    assert lines[-1] == ADMITTED
    assert lines[-2].startswith("  2 rated games of Djambi do not count on the ladder yet: no founder has admitted ")
    assert set(lines[-2].removesuffix(".").rsplit("admitted ", 1)[1].split(", ")) == {"Cid", "Dan"}
    assert len(lines) == 5


def test_who_is_no_member_any_more_is_not_waited_for() -> None:
    club = opened("ann", "bea", "cid")
    club.play("ann", "bea")
    club.play("ann", "cid")
    club.say("bea", Leave())
    club.say("ann", Expel(club.key("cid"), 9))
    (line,) = told(club)[1:]
    assert line.startswith("  2 rated games of Djambi do not count on the ladder: no founder had admitted ")
    assert line.endswith(", and not all who played are members any more.")


def test_a_crowd_is_not_named_one_by_one() -> None:
    crowd = [f"p{number}" for number in range(8)]
    club = opened("ann", *crowd)
    for name in crowd:
        club.play(name, "ann")
    (line,) = uncounted_lines(club.state, ["djambi"])
    assert line.endswith(" and 3 more.")


def test_where_founders_let_people_in_every_game_counts() -> None:
    club = Club.whole("ann", "bea")
    club.play("ann", "bea")
    assert uncounted_lines(club.state, ["djambi"]) == []
    assert len(told(club)) == 3


def test_a_member_row_says_what_a_founder_does() -> None:
    club = opened("ann", "bea", "cid")
    club.say("ann", Admit(club.key("cid")))

    def says(me: str, votes: frozenset[bytes] = frozenset()) -> dict[str, str]:
        return {row.cells[0]: row.says for row in rows("members", club.state, club.key(me), frozenset(), votes)}

    assert says("ann")["Bea"] == "a lets games of Bea count on the ladder. x votes that Bea is out."
    assert says("ann")["Cid"] == "x votes that Cid is out."
    assert says("ann", frozenset({club.key("bea")}))["Bea"] == "x takes your vote back."
    assert says("bea") == {"ann": "", "Bea": "Your games count on the ladder once a founder admits you.", "Cid": ""}
    assert says("cid")["Bea"] == "Games of Bea count on the ladder once a founder admits them."
