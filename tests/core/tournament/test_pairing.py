"""Who plays where in the arena: sides, seatings, groups; how games are placed."""

from __future__ import annotations

from math import factorial

import pytest

from core.fault import Fault
from core.game import Outcome, Seat
from core.games import find
from core.match.match import Match
from core.tournament.pairing import ScheduledGame, cast, drawn, forfeited, placing_of, seatings, sides, whole

SIDES = [
    ("epaminondas", {}, ((0,), (1,))),
    ("megiddo", {"players": "4"}, ((0, 2), (1, 3))),
    ("megiddo", {"players": "6"}, ((0, 3), (1, 4), (2, 5))),
    ("djambi", {"players": "5", "missing": "pink"}, ((0,), (2,), (3,), (4,), (5,))),
    ("mediterranee", {"pairing": "x"}, ((0, 2), (1, 3))),
    ("mediterranee", {"players": "3"}, ((0, 2), (1,))),
    ("mediterranee", {"players": "2"}, ((0,), (1,))),
]


@pytest.mark.parametrize(("game", "options", "expected"), SIDES)
def test_partners_are_one_side(game: str, options: dict[str, str], expected: object) -> None:
    assert sides(Match.new(find(game), options)) == expected


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_every_permutation_once(count: int) -> None:
    ways = seatings([f"bot{number}" for number in range(count)])
    assert len(set(ways)) == len(ways) == factorial(count)
    assert all(sorted(way) == list(range(count)) for way in ways)


def test_one_against_three_alike_sits_everywhere_once() -> None:
    ways = seatings(cast(["3", "greedy"], 4))
    assert ways == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert len(seatings(("3", "3", "2", "2"))) == 6


def test_a_group_is_one_opening_with_every_seating() -> None:
    ways = seatings(("a", "b", "c"))
    bouts = [ScheduledGame.of(number, ways) for number in range(12)]
    assert [bout.group for bout in bouts] == [0] * 6 + [1] * 6
    assert {bout.seating for bout in bouts[6:]} == set(ways)
    assert whole(7, 6) == 12


def test_wrong_numbers_of_bots_are_sentences() -> None:
    with pytest.raises(Fault, match="3 bots for 2 sides"):
        cast(["1", "2", "3"], 2)
    for lonely in (["1"], ["1", "1"]):
        with pytest.raises(Fault, match="two different"):
            cast(lonely, 2)


def test_places() -> None:
    """Winners first, in equal parts; the others by their points; equals share their places."""
    four = tuple((Seat(seat),) for seat in range(4))
    tie = placing_of(Outcome((Seat(1), Seat(3)), (0, 30, 0, 30), "quiet"), four)
    assert (tie.shares, tie.ranks) == ((0, 0.5, 0, 0.5), (3.5, 1.5, 3.5, 1.5))
    three = placing_of(Outcome((Seat(0),), (20, 36, 12, 0), "target"), four)
    assert (three.shares, three.ranks) == ((1, 0, 0, 0), (1, 2, 3, 4))
    team = placing_of(Outcome((Seat(1), Seat(3)), (0, 1, 0, 1), "capitals"), ((Seat(0), Seat(2)), (Seat(1), Seat(3))))
    assert (team.shares, team.ranks) == ((0, 1), (2, 1))
    nobody = placing_of(Outcome((), (0, 0), "repetition"), four[:2])
    assert nobody == drawn(2)
    assert (nobody.shares, nobody.ranks) == ((0.5, 0.5), (1.5, 1.5))


def test_who_cannot_go_on_is_last() -> None:
    assert forfeited(2, 0).shares == (0, 1)
    assert forfeited(4, 1).shares == pytest.approx((1 / 3, 0, 1 / 3, 1 / 3))
    assert forfeited(4, 1).ranks == (2, 4, 2, 2)
