"""What judges and steers a season of the storm `club`: it finds every spoilt season, and draws each of its turns."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.storms.season.blow import DEED_SECONDS, TABLE_SECONDS, Blow, Schedule
from tests.storms.season.course import Course, drawn
from tests.storms.season.errand import KILLED, run
from tests.storms.season.pairing_table import Played
from tests.storms.season.season_verdict import Account, Happened, differing, uncounted, unread, untrue
from tests.storms.season.told_values import people_of
from tests.storms.storm_club import main

COURSE = Course(
    names=("m0", "m1", "m2", "m3", "m4", "m5"),
    rounds=2,
    lotless="m1",
    absent="m2",
    absent_in=0,
    drops=False,
    leaver="m3",
    leaves_after=0,
    late_in=1,
)
"""Five take part; in round 1 table 1 is forfeited; then four are left, and the result of table 2 comes late."""
PIDS = {name: name.upper() for name in COURSE.names}
Told = dict[str, Any]


def table(players: str, kind: str, scores: str) -> Told:
    return {"players": players.split(), "result": {"kind": kind, "players": players.split(), "scores": scores.split()}}


def told() -> Told:
    first = [table("M2 M0", "forfeit", "0 1"), table("M3 M4", "game", "1 0")]
    second = [table("M0 M4", "game", "1/2 1/2"), table("M2 M5", "forfeit", "0 0")]
    return {"rounds": [{"tables": first, "byes": ["M5"]}, {"tables": second, "byes": []}], "over": True}


GAMES = {
    (0, 1): Played("aa", ("M3", "M4"), frozenset({"M3"})),
    (1, 0): Played("bb", ("M0", "M4"), frozenset({"M0", "M4"})),
    (1, 1): Played("cc", ("M2", "M5"), frozenset({"M5"})),
}
HAPPENED = Happened(COURSE, PIDS, GAMES, late=frozenset({(1, 1)}))


def test_a_true_season_is_believed() -> None:
    assert list(untrue(HAPPENED, told())) == []


def _a_round_is_missing(season: Told) -> None:
    season["rounds"].pop()


def _not_over(season: Told) -> None:
    season["over"] = False


def _the_leaver_is_paired(season: Told) -> None:
    season["rounds"][1]["byes"] = ["M3"]


def _whose_lot_did_not_come_is_paired(season: Told) -> None:
    season["rounds"][0]["byes"] = ["M1"]


def _two_byes(season: Told) -> None:
    season["rounds"][0]["tables"].pop()
    season["rounds"][0]["byes"] = ["M3", "M4", "M5"]


def _two_meet_again(season: Told) -> None:
    season["rounds"][1]["tables"][0] = season["rounds"][0]["tables"][1]


def _another_has_won(season: Told) -> None:
    season["rounds"][0]["tables"][1]["result"]["scores"] = ["0", "1"]


def _no_result(season: Told) -> None:
    season["rounds"][0]["tables"][1]["result"] = None


def _a_played_game_is_forfeited(season: Told) -> None:
    season["rounds"][0]["tables"][1]["result"]["kind"] = "forfeit"


def _a_late_result_counts(season: Told) -> None:
    season["rounds"][1]["tables"][1] = table("M2 M5", "game", "0 1")


def _who_did_not_come_has_won(season: Told) -> None:
    season["rounds"][0]["tables"][0]["result"]["scores"] = ["1", "0"]


SPOILT = (
    _a_round_is_missing,
    _not_over,
    _the_leaver_is_paired,
    _whose_lot_did_not_come_is_paired,
    _two_byes,
    _two_meet_again,
    _another_has_won,
    _no_result,
    _a_played_game_is_forfeited,
    _a_late_result_counts,
    _who_did_not_come_has_won,
)


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_season_is_found(spoil: Callable[[Told], None]) -> None:
    season = deepcopy(told())
    spoil(season)
    assert list(untrue(HAPPENED, season))


def test_who_only_forfeited_against_each_other_may_meet_again() -> None:
    season = told()
    season["rounds"][1]["tables"] = [table("M2 M0", "game", "1 0"), table("M4 M5", "forfeit", "0 0")]
    games = {(0, 1): GAMES[0, 1], (1, 0): Played("bb", ("M2", "M0"), frozenset({"M2"})), (1, 1): GAMES[1, 1]}
    assert list(untrue(replace(HAPPENED, games=games), season)) == []


def test_each_game_counts_once_for_the_club_and_for_who_has_played_it() -> None:
    rows = [{"pid": pid, "games": games} for pid, games in (("M0", 1), ("M2", 1), ("M3", 1), ("M4", 2), ("M5", 1))]
    one = Account("m0", {"results": 3}, told(), {"epaminondas": rows})
    assert list(uncounted(HAPPENED, one)) == []
    assert list(uncounted(HAPPENED, replace(one, club={"results": 2})))
    assert list(uncounted(HAPPENED, replace(one, ladder={"epaminondas": rows[:-1]})))
    assert list(uncounted(HAPPENED, replace(one, ladder={"epaminondas": [*rows, {"pid": "M1", "games": 1}]})))


def test_members_who_tell_another_thing_than_the_first_are_named() -> None:
    one = Account("m0", {"members": ["M0"]}, told(), {"epaminondas": []})
    same, other = replace(one, name="m1"), replace(one, name="m2", ladder={"epaminondas": [{"place": 1}]})
    assert list(differing([one, same])) == []
    assert list(differing([one, same, other])) == ["m2 tells another ladder than m0"]


def test_a_strangers_check_has_all_that_members_print() -> None:
    whole = "club\nstandings\n  1 m0\nladder\nright, and no chain has a gap.\n"
    assert list(unread(whole, "standings\n  1 m0\n", "ladder\n")) == []
    assert list(unread(whole, "standings\n  1 m9\n")) == ["the stranger's check lacks: standings ..."]
    assert list(unread("standings\n", "standings")) == ["the stranger's check says: standings"]


@pytest.mark.parametrize("seed", range(20))
def test_a_course_pairs_all_but_those_who_are_out(seed: int) -> None:
    course = drawn(seed, members=8, rounds=3)
    assert course == drawn(seed, members=8, rounds=3)
    assert bool(course.lotless) == bool(seed % 2)
    assert course.organiser not in {course.lotless, course.absent, course.leaver}
    for number in range(course.rounds):
        assert (course.lotless in course.entrants(number)) is False
        assert (course.leaver in course.entrants(number)) == (number <= course.leaves_after)
        assert (course.absent in course.entrants(number)) == (not course.drops or number <= course.absent_in)
    assert course.leaves_after < course.rounds - 1


@pytest.mark.parametrize(("members", "rounds"), [(5, 2), (6, 1), (6, 3), (16, 8)])
def test_a_season_that_could_not_be_paired_to_its_end_is_not_drawn(members: int, rounds: int) -> None:
    with pytest.raises(ValueError, match=str(members)):
        drawn(1, members, rounds)
    with pytest.raises(SystemExit):
        main(["--members", str(members), "--rounds", str(rounds)])


def test_blows_are_drawn_by_the_seed_alone_and_none_fall_in_calm_weather() -> None:
    deeds = [Schedule(Random(3)).of_deed(Blow.KILL_ORGANISER) for _ in range(2)]
    assert deeds[0] == deeds[1]
    schedule, calm = Schedule(Random(3)), Schedule(Random(3), strength=0.0)
    struck = [after for _ in range(400) if (after := schedule.of_deed(Blow.KILL_DEED)) is not None]
    assert 20 < len(struck) < 80
    assert all(DEED_SECONDS[0] <= after <= DEED_SECONDS[1] for after in struck)
    tables = [schedule.of_table(Blow.KILL_PLAYER) for _ in range(60)]
    assert {len(kills) for kills in tables} == {0, 1, 2}
    for kills in tables:
        times = [kill.after for kill in kills]
        assert times == sorted(times)
        assert all(TABLE_SECONDS[0] <= after <= TABLE_SECONDS[1] for after in times)
    assert all(calm.of_deed(Blow.KILL_ORGANISER) is None for _ in range(50))
    assert all(calm.of_table(Blow.KILL_PLAYER) == () for _ in range(50))


def test_people_are_read_from_what_a_club_tells() -> None:
    shown: dict[str, object] = {"members": [{"key": "aa", "nick": "m0"}], "candidates": [{"key": "bb"}]}
    assert people_of(shown, "members") | people_of(shown, "candidates") == {"aa", "bb"}
    assert people_of({}, "members") == set()


async def test_a_command_that_is_killed_says_so_and_one_that_is_refused_says_why(tmp_path: Path) -> None:
    killed = await run(tmp_path, "club", "list", kill_after=0.0)
    assert (killed.status, killed.value) == (KILLED, {})
    refused = await run(tmp_path, "club", "show", "nowhere")
    assert refused.status > 0
    assert "no club yet" in refused.error
    assert refused.wreck == ""
    done = await run(tmp_path, "club", "list", "--json")
    assert (done.status, done.value) == (0, {"clubs": []})
