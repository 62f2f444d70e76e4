"""What was played, summed up: filters, comments, tallies, plots and ratings."""

from __future__ import annotations

import doctest
from dataclasses import replace
from pathlib import Path

import pytest

from core.game import WHY, Outcome, Seat
from core.games import find
from core.match.match import Line, Match
from core.match.record import Record, read, write
from tui.records import archive
from tui.settings.theme import glyphs, look
from tui.study import game_filter, statistics_sheet
from tui.study.game_library import open_story
from tui.study.game_summary import GameSummary, Result, played, played_line, who
from tui.study.past_game import MINE, PastGame, commented
from tui.study.player_statistics import ME, Tally, by_game, by_opponent, by_partner, by_seat, counted, months, ratings
from tui.study.statistics_sheet import sheet, sheet_lines
from tui.study.timeline import Kind, Timeline
from tui.widgets.text_style import TextStyle
from tui.words.event_words import outcome_line


def game(
    number: int,
    winners: str,
    *,
    name: str = "epaminondas",
    mine: str = "white",
    reason: str = "crossing",
    people: tuple[tuple[str, str], ...] = (("white", "Zoé"), ("black", "Ana")),
) -> GameSummary:
    return GameSummary(
        path=None,
        tid=b"",
        game=name,
        date=f"2026-{number:02}-01",
        options=(),
        people=people,
        mine=frozenset(mine.split()),
        bots=frozenset(),
        winners=frozenset(winners.split()),
        reason=reason,
        decisions=10,
        comments=0,
        digest=str(number),
    )


NUMBERED = (("0", "Zoé"), ("1", "Ana"))
GAMES = (game(1, "white"), game(2, "black"), game(3, "white"), game(4, "", reason="repetition"), game(5, "", reason=""))


def test_the_examples_in_the_docstrings_hold() -> None:
    for module in (archive, statistics_sheet, game_filter):
        assert doctest.testmod(module).failed == 0


def test_results_are_those_of_whoever_looks() -> None:
    assert [one.result for one in GAMES] == [Result.WON, Result.LOST, Result.WON, Result.SHARED, Result.RUNNING]
    four = tuple((seat, seat.title()) for seat in ("red", "blue", "yellow", "green"))
    tie = game(6, "red blue", name="djambi", mine="red", reason="partition", people=four)
    assert tie.result is Result.SHARED
    assert replace(tie, mine=frozenset({"green"})).result is Result.LOST
    states = tuple(zip("rkac", "ABCD", strict=True))
    team = game(7, "r k", name="mediterranee", mine="k", reason="resignation", people=states)
    assert team.result is Result.WON
    assert replace(team, mine=frozenset("rkac")).result is Result.OVER
    assert replace(team, void=True).result is Result.VOID
    practice = replace(team, branch=True)
    assert practice.result is Result.WON, "told like any other"
    assert who(practice) == "C, D, with A", "neither oneself nor a partner is an opponent"
    assert "practice, from a replay" in played_line(practice)
    assert counted([team, practice]) == (team,), "it does not count"


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", "12345"),
        ("result:won", "13"),
        ("resultat:lost", "2"),
        ("game:djambi", ""),
        ("jeu:epam", "12345"),
        ("contre:ana 2026-02", "2"),
        ("opponent:zoe", ""),
        ("zoé running", "5"),
        ("noir", "12345"),
    ],
)
def test_the_filter_takes_fields_and_words_in_both_languages(query: str, numbers: str) -> None:
    assert "".join(one.digest for one in game_filter.sieve(query).keep(GAMES)) == numbers


def test_a_tally_by_game_seat_and_opponent() -> None:
    assert by_game(GAMES) == {"epaminondas": Tally(2, 1, 1)}
    assert by_seat((*GAMES, game(6, "white", mine="black")))["epaminondas black"] == Tally(0, 0, 1)
    assert by_seat([game(7, "1", name="megiddo", mine="0 1", people=NUMBERED)]) == {}
    stones = [game(7, "1", name="megiddo", mine=mine, people=NUMBERED) for mine in "01"]
    assert by_seat(stones) == {"megiddo blue": Tally(1, 0, 0), "megiddo red": Tally(0, 0, 1)}
    assert len(game_filter.sieve("bleu").keep(stones)) == len(game_filter.sieve("red").keep(stones)) == 2
    assert by_opponent(GAMES) == {"Ana": Tally(2, 1, 1)}
    assert Tally(2, 1, 1).share == pytest.approx(0.625)
    assert months(GAMES, 6) == (
        ("2025-12", 0),
        ("2026-01", 1),
        ("2026-02", 1),
        ("2026-03", 1),
        ("2026-04", 1),
        ("2026-05", 1),
    )
    assert months(()) == ()


def test_a_rating_grows_with_what_is_won_and_surer_with_each_game() -> None:
    found = ratings(GAMES, "epaminondas")
    assert list(found) == [ME, "Ana"]
    assert found[ME].mu > 25 > found["Ana"].mu
    assert found[ME].games == 4 == len(found[ME].course)
    assert found[ME].sigma < ratings(GAMES[:1], "epaminondas")[ME].sigma < 25 / 3
    assert ratings(GAMES, "djambi") == {}
    assert ratings([replace(one, void=True) for one in GAMES], "epaminondas") == {}
    assert ratings([replace(GAMES[0], mine=frozenset({"white", "black"}))], "epaminondas") == {}
    unequal = (("size", "14x12"), ("without", "white:2.7"))
    assert ratings([replace(one, options=unequal) for one in GAMES], "epaminondas") == {}


@pytest.mark.parametrize("glyph_set", ["unicode", "ascii"])
def test_the_sheet_fits_and_says_how_sure_it_is(glyph_set: str) -> None:
    ink = TextStyle(look("parley-dark"), glyphs(glyph_set))
    rows = [row.plain for row in sheet(GAMES, ink)]
    assert max(map(len, rows)) <= 72
    assert any(" ± " in row for row in rows)
    assert glyph_set == "unicode" or all(row.replace("±", "").replace("é", "").isascii() for row in rows)
    told = sheet_lines(GAMES)
    assert "FIGURES Epaminondas: 2 won, 1 shared, 1 lost (62%)." in told
    assert any(line.startswith("RATING Epaminondas, you: ") for line in told)
    assert len(sheet_lines(())) == 1


def test_a_comment_stands_at_its_ply_and_survives_writing(djambi: Path) -> None:
    record = read(djambi.read_text("utf-8"))
    once = commented(record, 13, "  He left\n the table.  ")
    twice = commented(commented(once, 2, "Careful."), 13, "Gone.")
    assert PastGame(twice, record.match()).comments == {2: "Careful.", 13: "Gone."}
    assert read(write(twice)) == twice
    assert commented(commented(twice, 13, ""), 2, " ") == record
    assert (twice.log, twice.talk, twice.digest) == (record.log, record.talk, record.digest)


def test_everything_is_told_in_its_place(story: PastGame) -> None:
    told = Timeline(story)
    assert [one.entry.ply for one in told.tellings if one.entry] == list(range(1, told.plies + 1))
    assert [one.ply for one in told.tellings] == sorted(one.ply for one in told.tellings)
    assert [one.said.text for one in told.tellings if one.said] == [said.text for said in story.record.talk]
    assert (told.tellings[0].kind, told.tellings[-1].kind) == (Kind.BEGIN, Kind.END)
    assert all("\n" not in told.line(one, glyphs("unicode")) for one in told.tellings)


def test_every_position_is_drawn_one_after_another(story: PastGame) -> None:
    told = Timeline(story)
    for ply, state in enumerate(told.chronicle.states):
        told.desk.go(ply)
        assert told.desk.ply == ply
        assert told.desk.scene == state.scene(story.viewer, told.desk.shown)
    assert told.desk.ply == told.plies > 10


def test_pacts_are_told_where_they_are_made_and_where_they_end(story: PastGame) -> None:
    told = Timeline(story)
    pacts = [one for one in told.tellings if one.kind is Kind.PACT]
    if story.record.header.game == "megiddo":
        assert [(one.ply, one.words) for one in pacts] == [
            (2, "Blue and green: a truce until turn 9."),
            (8, "Blue and green: a truce until turn 9 (kept)."),
        ]
    else:
        assert pacts == []


def test_ones_own_seats_are_those_that_the_record_of_ones_own_game_names(djambi: Path) -> None:
    record = read(djambi.read_text("utf-8"))
    assert played(record).mine == frozenset()
    told = replace(record, extra=((MINE, "green"),))
    assert played(told).result is Result.WON
    elsewhere = played(told, foreign=True)
    assert (elsewhere.mine, elsewhere.result, ratings([elsewhere], "djambi")) == (frozenset(), Result.OVER, {})
    assert counted([elsewhere]) == ()


def test_the_cards_of_a_game_that_is_over_are_all_open(mediterranee: Path) -> None:
    told = Timeline(open_story(str(mediterranee)))
    hands = told.hands(71, glyphs("unicode"))
    assert len([line for line in hands if line.startswith("HAND ")]) == 4
    assert not any("unseen" in line for line in hands)


def test_a_partner_is_no_opponent() -> None:
    people = tuple(zip("rkac", ("Bela", "Clara", "Anna", "level 2"), strict=True))
    lost = game(1, "a c", name="mediterranee", mine="k", reason="resignation", people=people)
    assert (lost.opponents, lost.partners) == (("Anna", "level 2"), ("Bela",))
    assert by_opponent([lost]) == {"Anna": Tally(0, 0, 1), "level 2": Tally(0, 0, 1)}
    assert by_partner([lost]) == {"Bela": Tally(0, 0, 1)}
    assert [len(game_filter.sieve(f"contre:{name}").keep([lost])) for name in ("bela", "anna")] == [0, 1]
    assert len(game_filter.sieve("bela").keep([lost])) == 1, "any word finds the partner"
    ink = TextStyle(look("night"), glyphs("unicode"))
    rows = [row.plain for row in sheet([lost], ink)]
    assert rows[rows.index("By partner") + 1].startswith("Bela ")
    assert "FIGURES with Bela: 0 won, 0 shared, 1 lost (0%)." in sheet_lines([lost])
    both = replace(lost, mine=frozenset("ka"))
    assert (both.opponents, both.partners) == (("Bela", "level 2"), ()), "who plays for both sides has no partner"
    assert replace(lost, game="chess").opponents == ("Bela", "Anna", "level 2")
    assert replace(lost, options=(("players", "none"),)).partners == ()


@pytest.mark.parametrize(
    ("name", "last", "told"),
    [
        ("megiddo", "forfeit", "forfeit"),
        ("mediterranee", "abandon k", "left"),
        ("megiddo", "resign 1", "resignation"),
    ],
)
def test_nobody_has_resigned_whom_the_others_waited_for_no_longer(name: str, last: str, told: str) -> None:
    header = Match.new(find(name), {"players": "4"}).header
    log = (Line(Seat(0), last),)
    record = Record(header, tuple("0123"), log=log, result="1+3 resignation")
    assert played(record).reason == told
    assert outcome_line(Outcome((Seat(1),), (), "resignation", ((WHY, told),)), ("Ana", "Bo")).startswith("Bo wins: ")
