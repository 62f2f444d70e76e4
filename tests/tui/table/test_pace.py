"""Watching the others' moves at one's own pace: the board waits after each; whatever is done is meant for now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.games import find
from core.match.match import Match
from net.view.table_view import Phase
from tests.tui.table.test_last_round import OPENING, desk_at, played
from tui.screens.table.table_status import status_text
from tui.settings import theme
from tui.table.last_round import MOST
from tui.table.player_desk import PlayerDesk
from tui.widgets.text_style import TextStyle

Make = Callable[..., Match]
INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))


@pytest.fixture
def desk(make_match: Make) -> PlayerDesk:
    """Give the desk of Red, who watches at their own pace and has just moved."""
    desk = desk_at(make_match(4), 0)
    desk.paced = True
    arrive(desk, OPENING[0])
    return desk


def arrive(desk: PlayerDesk, *texts: str) -> None:
    """Let moves arrive one by one."""
    for text in texts:
        assert desk.view is not None
        assert desk.view.match is not None
        desk.take(replace(desk.view, match=played(desk.view.match, text)))


def test_the_board_waits_at_each_move(desk: PlayerDesk) -> None:
    arrive(desk, *OPENING[1:])
    assert desk.ply == 2
    assert status_text(desk, None, INK).plain.startswith(" Move 1 of 3, ] goes on:  ■ Blue Mg2-f3")
    desk.leaf(1)
    assert desk.ply == 3
    desk.leaf(1)
    assert not desk.past
    assert desk.seat == 0


def test_who_keeps_up_is_not_held(desk: PlayerDesk) -> None:
    for ply, text in enumerate(OPENING[1:], 2):
        arrive(desk, text)
        assert (desk.ply, desk.past) == (ply, False)
        desk.leaf(1)


def test_all_moves_at_once_are_watched_too(desk: PlayerDesk) -> None:
    assert desk.view is not None
    assert desk.view.match is not None
    desk.take(replace(desk.view, match=played(desk.view.match, *OPENING[1:])))
    assert desk.ply == 2


def test_a_move_is_meant_for_now(desk: PlayerDesk) -> None:
    arrive(desk, *OPENING[1:])
    assert desk.pacing
    assert desk.catch_up()
    assert desk.point("d3") is None
    arrive(desk, "Md3-d4", "Mf3-f4")
    assert not desk.past


def test_nobody_waits_who_chooses_or_looks_at_a_piece(desk: PlayerDesk) -> None:
    desk.inspect("g7")
    arrive(desk, *OPENING[1:])
    assert not desk.past


def test_step_back_leads_to_now_for_good(desk: PlayerDesk) -> None:
    arrive(desk, *OPENING[1:3])
    assert desk.past
    desk.back()
    arrive(desk, OPENING[3])
    assert not desk.past


def test_a_table_that_is_watched_or_opened_after_its_end_shows_everything_at_once(make_match: Make) -> None:
    match = make_match(4)
    desk = desk_at(played(match, OPENING[0]))
    desk.paced = True
    assert desk.view is not None
    desk.take(replace(desk.view, match=played(match, *OPENING)))
    assert not desk.past
    desk = desk_at(played(match, *OPENING), 0)
    desk.paced = True
    assert desk.view is not None
    desk.take(replace(desk.view, phase=Phase.OVER))
    assert not desk.past


def test_the_moves_that_end_the_game_are_watched_too(desk: PlayerDesk, make_match: Make) -> None:
    assert desk.view is not None
    desk.take(replace(desk.view, phase=Phase.OVER, match=played(make_match(4), *OPENING)))
    assert desk.ply == 2
    for ply in (3, 4):
        desk.leaf(1)
        assert desk.ply == ply
    assert not desk.past
    desk.take(replace(desk.view, missing=desk.view.missing + 1))
    assert not desk.past


def test_nothing_is_held_without_the_setting(desk: PlayerDesk) -> None:
    desk.paced = False
    arrive(desk, *OPENING[1:])
    assert not desk.past


def test_what_comes_after_a_takeback_is_watched_as_well(desk: PlayerDesk, make_match: Make) -> None:
    arrive(desk, *OPENING[1:])
    desk.catch_up()
    assert desk.view is not None
    desk.take(replace(desk.view, match=played(make_match(4), OPENING[0])))
    arrive(desk, *OPENING[1:])
    assert desk.ply == 2


def test_more_moves_than_are_numbered_leave_the_board_at_the_first_that_is() -> None:
    """Each of four places seven pieces, one player after the other."""
    match = Match.new(find("mediterranee"), {"players": "4", "seed": "1"}).deal()
    desk = desk_at(match, 0)
    desk.paced = True
    held = 0
    while len(desk.round) < MOST or held < MOST + 3:
        for seat in match.state.active:
            match = match.seal(str(next(iter(match.state.legal(seat)))), seat)
        match = match.deal()
        assert desk.view is not None
        desk.take(replace(desk.view, match=match))
        held += desk.pacing
        assert desk.pacing == desk.past
    assert desk.moved == desk.round[:1]
