"""The curtain on the screens: it covers a table with hidden hands until whoever is to play has the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from core.game import Seat
from core.games import find
from core.match.match import Match
from tests.core.support import card_game
from tests.core.support.card_game_state import hands_of
from tests.gallery.fixed_table import FixedTable, FixedTableApp, view_of
from tests.tui.support.cards_table import LocalTable
from tests.tui.support.journey import settled
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.table.curtain_screen import CurtainScreen, run_curtain
from tui.screens.table.table_screen import TableScreen
from tui.settings import theme
from tui.table.controller import Controller
from tui.table.seat_names import NamedTable

RED, BLUE = Seat(0), Seat(1)


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)


class TableApp(App[None]):
    """A table and its curtain."""

    glyph_set = "unicode"

    def __init__(self, table: Controller) -> None:
        """Show `table`."""
        super().__init__()
        self.table = NamedTable(table)
        self.face = TableScreen(self.table)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the colours of the theme."""
        return theme.textual_theme(theme.DEFAULT).variables

    def on_mount(self) -> None:
        """Show the table and let its curtain fall."""
        self.register_theme(theme.textual_theme(theme.DEFAULT))
        self.theme = theme.DEFAULT
        self.push_screen(self.face)
        self.run_worker(run_curtain(self.face, self.table))


def shown(app: TableApp) -> str:
    """Give everything that the screen shows."""
    width, height = app.size
    lines = app.screen._compositor.render_strips(app.size)
    assert len(lines) == height
    assert width
    return "\n".join(line.text for line in lines)


async def until_covered(pilot: Pilot[None], app: TableApp, covered: bool) -> None:  # noqa: FBT001 - it is or is not
    """Wait until the curtain has fallen, or has been lifted."""
    while isinstance(app.screen, CurtainScreen) != covered:
        await pilot.pause()
    await pilot.pause()


def deciding(app: TableApp) -> Seat | None:
    """Give the seat that decides at this screen."""
    return app.face.desk.seat


def known(app: TableApp) -> object:
    """Give the hidden hands as the face below the curtain knows them."""
    view = app.face.desk.view
    assert view is not None
    assert view.match is not None
    return hands_of(view.match.state).hidden


async def test_the_curtain_goes_from_red_to_blue_and_hides_the_sealed_card() -> None:
    table = LocalTable()
    app = TableApp(table)
    async with app.run_test(size=(100, 30)) as pilot:
        await until_covered(pilot, app, covered=True)
        assert "Pass the screen to ● Red" in shown(app)
        assert known(app) == ((None,), ())
        assert deciding(app) is None
        await pilot.press("enter")
        await until_covered(pilot, app, covered=False)
        assert known(app) == ((6,), ())
        assert deciding(app) == RED
        await table.play(RED, "fight")
        await pilot.pause()
        assert not isinstance(app.screen, CurtainScreen)
        await table.play(RED, "lay 6")
        await until_covered(pilot, app, covered=True)
        assert "Pass the screen to ■ Blue" in shown(app)
        assert "6" not in shown(app)
        await pilot.press("enter")
        await until_covered(pilot, app, covered=False)
        assert deciding(app) == BLUE
        assert app.face.desk.own == (BLUE,)
        assert known(app) == ((None,), ())
        assert "lay 6" not in shown(app)
        assert "draw red 6" not in shown(app)
        await table.play(BLUE, "lay 0")
        await pilot.pause()
        assert not isinstance(app.screen, CurtainScreen)
        assert known(app) == ((), (5,))


async def test_a_chance_click_shows_no_hand_and_one_on_the_button_does() -> None:
    app = TableApp(LocalTable())
    async with app.run_test(size=(100, 30)) as pilot:
        await until_covered(pilot, app, covered=True)
        for place in ((0, 0), (50, 15), (99, 29)):
            await pilot.click(offset=place)
        await pilot.click("#pass")
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen)
        assert known(app) == ((None,), ())
        await pilot.click("#press")
        await until_covered(pilot, app, covered=False)
        assert known(app) == ((6,), ())


@pytest.mark.parametrize("way", ["escape", "q", "#away"])
async def test_whoever_wants_to_leave_does_so_without_seeing_a_hand(way: str) -> None:
    """The curtain asks what becomes of the seats, as `q` does at the table, and falls again if they stay."""
    app = TableApp(LocalTable())
    async with app.run_test(size=(100, 30)) as pilot:
        for answer in ("escape", "1"):
            await until_covered(pilot, app, covered=True)
            assert "Esc: leave the table." in shown(app)
            await (pilot.click(way) if way == "#away" else pilot.press(way))
            await until_covered(pilot, app, covered=False)
            assert isinstance(app.screen, ChoiceScreen)
            assert known(app) == ((None,), ())
            await pilot.press(answer)
        await pilot.pause()
        await pilot.pause()
        assert app.face not in app.screen_stack
        assert not isinstance(app.screen, CurtainScreen)


async def test_whoever_leaves_with_the_screen_in_hand_reads_of_all_seats_here_and_is_asked_again() -> None:
    """The table shows one seat's hand alone; what is signed on leaving is signed for the others here too."""
    options = {"players": "4", "placement": "standard", "seed": "3"}
    view = view_of(Match.new(find("mediterranee"), options).deal(), talk=False)
    table = NamedTable(FixedTable(replace(view, seats=tuple(replace(one, pid="P0") for one in view.seats))))
    app, face, left = FixedTableApp(Screen()), TableScreen(table), list[str | None]()
    async with app.run_test(size=(100, 36)) as pilot:
        assert table.awaited is not None
        table.lift()
        await app.push_screen(face, left.append)
        await settled(pilot, "q")
        assert len([seat for seat in table.view.seats if seat.mine]) == 1
        for answers in (("escape",), ("1",), ("2",)):
            assert isinstance(app.screen, ChoiceScreen)
            assert (
                app.screen._answers[1][1]
                == "Give the game up for Rome; Constantinople (Alexandria; Carthage win), then leave"
            )
            await settled(pilot, "2")
            told = "Alexandria, Carthage win: nobody on the losing side plays on. Are you sure?"
            assert app.screen._question.plain.endswith(told)
            assert left == []
            await settled(pilot, *answers)
            if answers != ("2",):
                await settled(pilot, "q")
        assert left == ["resign"]


async def test_a_table_with_one_hand_here_has_no_curtain() -> None:
    table = LocalTable(hands=(1,))
    app = TableApp(table)
    async with app.run_test(size=(100, 30)) as pilot:
        await table.play(RED, "pass")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert known(app) == ((None,), (5,))


async def test_the_curtain_waits_for_the_table_it_falls_upon() -> None:
    table = NamedTable(LocalTable())
    app, face = FixedTableApp(Screen()), TableScreen(table)
    async with app.run_test(size=(100, 30)) as pilot:
        app.run_worker(run_curtain(face, table))
        await pilot.pause()
        await app.push_screen(face)
        while sum(isinstance(screen, CurtainScreen) for screen in app.screen_stack) == 0:
            await pilot.pause()
        assert app.screen_stack[-2] is face
