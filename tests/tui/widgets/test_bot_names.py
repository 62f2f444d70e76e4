"""A bot's name among the seats at 80 columns: level and number are whole in every game and language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase, SeatView, TableView
from tui.i18n import translation
from tui.i18n.translation import calling
from tui.settings import theme
from tui.study.journal_record import record_of
from tui.study.past_game import past_game_of
from tui.table.player_desk import PlayerDesk
from tui.table.seat_names import called, named
from tui.widgets.seats_panel import SeatsPanel, seats_row
from tui.widgets.text_style import TextStyle

PLAYERS = {"djambi": "4", "megiddo": "4", "epaminondas": "2", "mediterranee": "4"}
SIDE = 27
"""The columns of the seats' panel at 80 columns."""

INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))


def desk_with(game: str, bot: str) -> PlayerDesk:
    match = Match.new(find(game), {} if game == "epaminondas" else {"players": PLAYERS[game]})
    seats = tuple(
        SeatView(Seat(at), name, "P", "Ann", bot=bot if at else "", mine=True, present=True)
        for at, name in enumerate(match.names)
    )
    desk = PlayerDesk()
    desk.take(named(TableView("00", "T", "P", Phase.PLAYING, game, (), (), seats, match)))
    return desk


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "timed"), [*((game, False) for game in PLAYERS), *((game, True) for game in ("djambi", "epaminondas"))]
)
def test_a_level_is_never_cut(game: str, language: str, *, timed: bool) -> None:
    with translation.speaking(language):
        desk = desk_with(game, "2")
        lines = [line.plain for line in SeatsPanel._column(desk, INK, SIDE, timed=timed)]
        level = translation.tr("level {level}", level=2)
        short = translation.tr("L{level}", level=2)
    several = len(desk.names) > 2
    for at, line in enumerate(lines[1 : len(desk.names)], 2):
        number = f"#{at}" if several else ""
        assert "…" not in line
        shown = any(f" {name}{blank}{number} " in line for name in (level, short) for blank in ("", " "))
        assert shown, line
        assert len(line) == SIDE


def held(game: str, *nicks: str, bot: str = "", **seat: Any) -> PlayerDesk:  # noqa: ANN401 - a seat has fields of many types
    """Give a desk where these people sit, and a bot on the last seats if one is named."""
    match = Match.new(find(game), {"players": PLAYERS[game]})
    seats = tuple(
        replace(SeatView(Seat(at), name, f"P{at}", nicks[at] if at < len(nicks) else "Bob", present=True), **seat)
        if at < len(nicks) or not bot
        else SeatView(Seat(at), name, "P0", "Ann", bot=bot, present=True)
        for at, name in enumerate(match.names)
    )
    desk = PlayerDesk()
    desk.take(named(TableView("00", "T", "P", Phase.PLAYING, game, (), (), seats, match)))
    return desk


@pytest.mark.parametrize(("nicks", "bot", "stand_in"), [(("Ada", "Bruno"), "2", ""), (("Ada",), "", "3")])
def test_the_number_that_tells_partners_apart_is_not_cut(nicks: tuple[str, ...], bot: str, stand_in: str) -> None:
    desk = held("megiddo", *nicks, bot=bot, stand_in=stand_in)
    assert desk.view is not None
    with translation.speaking("fr"), calling(called("megiddo", (("players", "4"),))):
        for timed in (False, True):
            lines = [line.plain for line in SeatsPanel._column(desk, INK, SIDE, timed=timed)][:4]
            for line, title in zip(lines, map(translation.seat_title, desk.names), strict=True):
                assert line[2:].startswith((title, title.replace(" ", ""), f"{title[0]}…{title[-1]}")), line
                assert len(line) == SIDE


def test_a_name_has_the_columns_of_a_clock_that_its_seat_has_not() -> None:
    desk = held("djambi", "Alexandra", "Chloé", present=False)
    cut, whole = (
        [line.plain for line in SeatsPanel._column(desk, INK, SIDE, timed=True, idle=idle)][1]
        for idle in (frozenset[Seat](), frozenset({Seat(1)}))
    )
    assert "Chloé" not in cut
    assert "Chloé" in whole
    assert len(whole) == len(cut) == SIDE


@pytest.mark.parametrize("bot", ["greedy", "3/machiavellian"])
def test_another_name_is_cut_in_itself_and_never_in_its_number(bot: str) -> None:
    lines = [line.plain for line in SeatsPanel._column(desk_with("djambi", bot), INK, SIDE, timed=True)]
    assert [line for at, line in enumerate(lines[1:4], 2) if f"#{at} " not in line] == []


def test_a_replay_tells_bots_of_one_name_apart() -> None:
    view = desk_with("djambi", "3/machiavellian").view
    assert view is not None
    assert view.match is not None
    with translation.speaking("en"):
        seats = past_game_of(record_of(view, "2026-11-24"), view.match).view.seats
    assert [seat.nick for seat in seats] == ["Ann", "Machiavellian #2", "Machiavellian #3", "Machiavellian #4"]


@pytest.mark.parametrize(("language", "told"), [("en", "by the door of Nora"), ("fr", "par la porte de Nora")])
def test_below_the_seats_stands_by_whose_door_they_are_held(language: str, told: str) -> None:
    desk = desk_with("djambi", "2")
    assert desk.view is not None
    doors = ("Nora", "", "Nora", "an operator whose name is long")
    seats = tuple(replace(seat, door=door) for seat, door in zip(desk.view.seats, doors, strict=True))
    desk.take(replace(desk.view, seats=seats))
    with translation.speaking(language):
        *_, first, second = [line.plain for line in SeatsPanel._column(desk, INK, SIDE, timed=False)]
    shapes = [INK.shape(seat.name).plain for seat in seats]
    assert first.rstrip() == f"{shapes[0]} {shapes[2]} {told}"
    assert second.startswith(f"{shapes[3]} ")
    assert len(second) <= SIDE


def test_the_row_under_a_map_has_room_for_a_short_name() -> None:
    row, _ = seats_row(desk_with("mediterranee", "2"), INK, 78)
    assert "CON L2 #2 " in row.plain
    assert "…" not in row.plain


@pytest.mark.parametrize("own", range(4))
def test_the_row_under_a_map_marks_ones_own_state_and_names_its_player(own: int) -> None:
    desk = desk_with("mediterranee", "")
    assert desk.view is not None
    seats = tuple(
        replace(seat, nick="Clara" if seat.seat == own else "", mine=seat.seat == own) for seat in desk.view.seats
    )
    desk.take(replace(desk.view, seats=seats))
    row, _ = seats_row(desk, INK, 78)
    assert row.plain.count(" Clara ") == 1
    marked = [row.plain[span.start : span.end] for span in row.spans if getattr(span.style, "underline", False)]
    assert marked == [["ROM", "CON", "ALX", "CAR"][own]]


def test_the_row_marks_no_seat_where_one_plays_all() -> None:
    row, _ = seats_row(desk_with("mediterranee", ""), INK, 78)
    assert not any(getattr(span.style, "underline", False) for span in row.spans)


def test_the_row_under_a_map_shortens_a_state_before_it_leaves_out_who_plays_it() -> None:
    desk = desk_with("mediterranee", "")
    assert desk.view is not None
    people = ("Cleo", "Daniel", "Benoît", "Ada")
    seats = tuple(replace(seat, nick=nick, mine=False) for seat, nick in zip(desk.view.seats, people, strict=True))
    desk.take(replace(desk.view, seats=seats))
    narrow, wide = (seats_row(desk, INK, width)[0].plain for width in (78, 118))
    assert [nick for nick in people if f" {nick[:4]}" not in narrow] == []
    assert [nick for nick in people if f" {nick} " not in wide] == []
    assert "CON Daniel" in wide
