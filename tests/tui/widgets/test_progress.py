"""The bar: shown after half a second, as far as is known, never where a person decides."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.app import App, ComposeResult
from textual.screen import Screen

from core.game import Seat
from net.view.table_view import AuditStage, AuditView, Phase, TableView
from tests.gallery.fixed_table import match_of, view_of
from tui.i18n import translation
from tui.screens.table.connection_words import missing_words
from tui.settings import theme
from tui.table.player_desk import PlayerDesk
from tui.table.seat_view import waited
from tui.widgets.progress_bar import (
    AUDIT,
    DEAL,
    JOINING,
    PATIENCE,
    REPLAYING,
    SYNC,
    THINKS,
    OverlayProgress,
    Progress,
    ProgressScope,
    Work,
    work_of,
)
from tui.widgets.text_style import TextStyle

INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
PLAIN = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("ascii"))
VIEW = view_of(match_of(4, 8, 5))


def of_bots(view: TableView, *bots: int) -> TableView:
    """Give a table where some seats are those of bots."""
    seats = tuple(replace(seat, bot="greedy" if seat.seat in bots else "") for seat in view.seats)
    return replace(view, seats=seats)


def mover(view: TableView) -> Seat:
    assert view.match is not None
    return view.match.state.active[0]


@pytest.mark.parametrize(
    ("view", "work"),
    [
        (None, None),
        (VIEW, None),
        (of_bots(VIEW, mover(VIEW)), Work(THINKS, VIEW.seats[mover(VIEW)].name)),
        (replace(of_bots(VIEW, mover(VIEW)), online=False), None),
        (of_bots(VIEW, (mover(VIEW) + 1) % 4), None),
        (replace(of_bots(VIEW, 0, 1, 2, 3), phase=Phase.OVER), None),
        (replace(VIEW, missing=4), Work(SYNC, left=4)),
        (replace(VIEW, phase=Phase.OVER, audit=AuditView(AuditStage.WAITING)), Work(AUDIT)),
        (replace(VIEW, phase=Phase.OVER, audit=AuditView(AuditStage.CLEAN)), None),
    ],
)
def test_what_no_person_decides_is_waited_for(view: TableView | None, work: Work | None) -> None:
    assert work_of(view) == work


def test_a_bot_whose_program_has_left_does_not_think_and_its_person_is_waited_for() -> None:
    view, seat = of_bots(VIEW, mover(VIEW)), mover(VIEW)
    gone = replace(view.seats[seat], mine=False, present=False, nick="level 2", owner="Anna")
    view = replace(view, seats=(*view.seats[:seat], gone, *view.seats[seat + 1 :]))
    assert work_of(view) is None
    assert waited(gone) == "Anna"
    assert waited(replace(gone, present=True)) == "level 2"
    desk = PlayerDesk()
    desk.take(view)
    assert "away: Anna" in missing_words(desk, (Seat(seat),))


def test_chance_is_waited_for() -> None:
    match = match_of(4, 0, 5, "mediterranee")
    begun = type(match).new(match.game, {"players": "4"})
    assert work_of(replace(VIEW, match=begun)) == Work(DEAL)


def shown(bar: Progress) -> bool:
    return bool(bar.display)


class Clock(App[None]):
    """An app with a bar, and a time that a test sets."""

    CSS = "Screen { layers: base progress; }"
    time = 100.0

    def compose(self) -> ComposeResult:
        """Show the bar alone."""
        yield Progress(now=lambda: self.time)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the tokens that Textual's own themes lack."""
        return theme.textual_theme(theme.DEFAULT).variables


async def test_the_bar_comes_after_half_a_second_and_goes_at_once() -> None:
    translation.use("en")
    app = Clock()
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.query_one(Progress)
        bar.show(replace(VIEW, missing=40), INK)
        bar.beat()
        assert not shown(bar)
        app.time += PATIENCE
        bar.beat()
        await pilot.pause()
        assert shown(bar)
        assert bar.render().plain.endswith("fetching the game " + "─" * 10)
        bar.show(replace(VIEW, missing=10), INK)
        assert bar.render().plain.endswith("fetching the game " + "━" * 8 + "─" * 2)
        bar.show(replace(VIEW, missing=10), PLAIN)
        assert bar.render().plain.endswith("========--")
        bar.show(VIEW, INK)
        await pilot.pause()
        assert not shown(bar)


async def test_a_bot_that_thinks_moves_a_block_or_counts_seconds() -> None:
    translation.use("en")
    app = Clock()
    async with app.run_test(size=(80, 24)) as pilot:
        bar, view = app.query_one(Progress), of_bots(VIEW, mover(VIEW))
        name = translation.seat_title(VIEW.seats[mover(VIEW)].name)
        bar.show(view, INK)
        seen = []
        for _ in range(3):
            app.time += PATIENCE
            bar.beat()
            await pilot.pause()
            seen.append(bar.render().plain.strip())
        assert seen[0] == f"{name} thinks ─━━━──────"
        assert len(set(seen)) == 3
        app.time += 2 * PATIENCE
        bar.beat()
        await pilot.pause()
        assert bar.render().plain.strip().endswith("─ 2 s")
        assert bar.size.width == bar.render().cell_len
        app.time -= 2 * PATIENCE
        app.animation_level = "none"
        assert bar.render().plain.strip() == f"{name} thinks   1 s"
        bar.show(of_bots(VIEW, 0, 1, 2, 3), INK)
        assert shown(bar)


async def test_whoever_is_busy_says_so_on_the_screen_in_front_and_is_gone_afterwards() -> None:
    translation.use("en")
    app = Clock()
    async with app.run_test(size=(80, 24)) as pilot:
        async with ProgressScope(app, REPLAYING, 8) as busy:
            bar = app.screen.query_one(OverlayProgress)
            assert not shown(bar)
            busy.done(4)
            bar._since -= PATIENCE
            bar.beat()
            await pilot.pause()
            assert shown(bar)
            assert bar.region.width == 80
            assert bar.render().plain == "playing the game again " + "━" * 5 + "─" * 5
        assert not app.screen.query(OverlayProgress)
        with pytest.raises(ZeroDivisionError):
            async with ProgressScope(app, JOINING):
                raise ZeroDivisionError
        assert not app.screen.query(OverlayProgress)
        await app.push_screen(Screen())
        async with ProgressScope(app, JOINING) as busy:
            await app.pop_screen()
            busy.done(1)
        assert not app.query(OverlayProgress)
