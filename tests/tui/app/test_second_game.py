"""A second game at every door: the form, the home screen, a table against a bot, a conversation line by line."""

from __future__ import annotations

import pytest
from textual.app import App
from textual.widgets import Static

from core.game import Seat
from core.games import find, names
from core.option import settle
from net.view.table_view import Phase
from tui.app.app import ParleyApp
from tui.screens.home.home_screen import HomeScreen
from tui.screens.learn.rules_page import Page
from tui.screens.learn.rules_screen import RulesScreen
from tui.screens.room.new_table_screen import Kind, NewTableScreen
from tui.session.rooms import Rooms
from tui.table.table_plan import Plan, hot_seat, plan_against_bots
from tui.widgets.form_field import Choice

PHALANXES = find("epaminondas")


class Ask(App[None]):
    """Shows the form and keeps what it gives."""

    CSS_PATH = None
    plan: Plan | None = None

    def on_mount(self) -> None:
        """Show the form of a table for two at one keyboard."""
        self.push_screen(NewTableScreen(Kind.HOT_SEAT), self.keep)

    def keep(self, plan: Plan | None) -> None:
        """Keep the plan."""
        self.plan = plan


@pytest.mark.parametrize("preset", ["", "quick"])
async def test_the_form_follows_the_game(preset: str) -> None:
    app = Ask()
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        app.screen.query_one("#game", Choice).value = "epaminondas"
        await pilot.pause()
        shown = {choice.id for choice in app.screen.query(Choice)}
        assert {"option-size", "option-symmetry", "option-repetition", "seat-0", "seat-1"} <= shown
        assert not shown & {"option-ranks", "option-players", "seat-2"}
        if preset:
            app.screen.query_one("#preset", Choice).value = preset
            await pilot.pause()
        await pilot.press("f2")
        await pilot.pause()
    assert app.plan is not None
    assert app.plan.game == "epaminondas"
    assert dict(app.plan.options) == settle(PHALANXES, {"preset": preset} if preset else {})
    assert app.plan.sitters == ("me", "me")


async def test_home_tells_every_game_and_the_rules_of_each() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        while not isinstance(app.screen, HomeScreen):
            await pilot.pause()
        await pilot.pause()
        told = str(app.screen.query_one("#games", Static).render())
        assert all(find(name).title in told for name in names())
        await pilot.press("question_mark")
        while not isinstance(app.screen, RulesScreen):
            await pilot.pause()
        await pilot.pause()
        seen = set()
        for _ in names():
            seen.add(app.screen.query_one(Page).source.splitlines()[0].removeprefix("# "))
            await pilot.press("tab")
            await pilot.pause()
        assert seen == {find(name).title for name in names()}
        await app.action_quit()


@pytest.mark.parametrize("bot", ["random", "greedy"])
async def test_a_bot_answers_on_the_field(rooms: Rooms, bot: str) -> None:
    seated = await rooms.open_table(await rooms.local(), plan_against_bots(bot, "epaminondas"), seed=1)
    await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
    await seated.handle.play(Seat(0), "2.7.2 n2")
    view = await seated.handle.until(lambda view: view.match is not None and view.match.ply == 2)
    assert view.match is not None
    assert [line.seat for line in view.match.log] == [0, 1]
    assert view.match.log[0].text == "2.7.2N2"


async def test_two_at_one_keyboard_play_the_quick_game(rooms: Rooms) -> None:
    seated = await rooms.open_table(await rooms.local(), hot_seat("epaminondas", {"size": "8x8"}))
    await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
    await seated.handle.play(Seat(0), "2.4.2N2")
    await seated.handle.play(Seat(1), "7.4.2S1")
    await seated.handle.declare(Seat(1), "resign")
    view = await seated.handle.until(lambda view: view.phase is Phase.OVER)
    assert view.outcome is not None
    assert (view.outcome.winners, view.outcome.reason) == ((0,), "resignation")
