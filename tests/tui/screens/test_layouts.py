"""Layouts hold longer languages: every form in the pseudo-locale at 80 by 24, nothing cut, nothing said in English."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, OptionList, Static

from core.diplomacy.pact import Fate, Pact, Term
from core.game import Seat
from tests import catalogue as update
from tests.gallery import sample_club
from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tests.length import long_only
from tui.app.app import ParleyApp
from tui.i18n import translation
from tui.i18n.translation import pseudo
from tui.screens.club.club_screen import ClubScreen
from tui.screens.club.pane_screen import PaneScreen
from tui.screens.club.tournament_screen import TournamentScreen
from tui.screens.frame.dialog import InputDialog
from tui.screens.home.first_start_screen import FirstScreen
from tui.screens.home.home_dialog import host_screen, learn_screen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.home.settings_screen import SettingsScreen
from tui.screens.learn.key_card import KeysScreen
from tui.screens.learn.lesson_screen import LessonScreen
from tui.screens.replay.games_screen import GamesScreen
from tui.screens.replay.replay_screen import ReplayScreen
from tui.screens.room.join_screen import JoinScreen
from tui.screens.room.new_table_screen import Kind, NewTableScreen
from tui.screens.table.end_card import end_screen
from tui.screens.table.pact_screen import PactsScreen
from tui.screens.table.table_screen import TableScreen
from tui.screens.table.table_seats import leave_screen
from tui.session.rooms import Rooms
from tui.settings import theme
from tui.settings.keymap import TABLE
from tui.settings.settings import Settings, home
from tui.study.game_library import Library, open_story
from tui.study.past_game import PastGame
from tui.terminal.terminal_traits import Widths
from tui.widgets.text_style import TextStyle

SIZES = ((80, 24), (160, 50))


def card(number: int) -> FirstScreen:
    """Give one card of the first start."""
    screen = FirstScreen(Settings(), Widths(1, 1))
    screen.card = number
    return screen


def table(game: str, players: int) -> TableScreen:
    """Give a table in the middle of a game."""
    return TableScreen(FixedTable(view_of(match_of(players, 12, 5, game))))


FORMS: dict[str, Callable[[], Screen[Any]]] = {
    "home": HomeScreen,
    "settings": lambda: SettingsScreen(Settings(), "default", "folder"),
    "bots": lambda: NewTableScreen(Kind.BOTS),
    "join": lambda: JoinScreen("Ann"),
    "first": lambda: card(0),
    "look": lambda: card(1),
    "ways": lambda: card(2),
}
GOLDEN = Path(__file__).parents[3] / "core" / "games"
INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))


def story(name: str = "djambi/golden/four") -> PastGame:
    """Give a whole game."""
    return open_story(str(GOLDEN / f"{name}.record"))


def fates() -> tuple[Pact, ...]:
    """Give a promise of each kind and fate."""
    pairs = zip(Term, list(Fate)[:4], strict=True)
    seats = Seat(0), Seat(1)
    return tuple(
        Pact(term, *seats, 0, 1, 30, fate=fate, line=3, by=(seats[0],), target=Seat(2), spot="a1")
        for term, fate in pairs
    )


def turned(make: Callable[[Any], Screen[Any]], pane: str) -> Screen[Any]:
    """Give a screen of clubs, turned to a page."""
    screen = make(None)
    assert isinstance(screen, PaneScreen)
    screen.pane = pane
    return screen


OTHERS: dict[str, Callable[[], Screen[Any]]] = {
    "replay": lambda: ReplayScreen(story(), ply=20),
    "replay of a map": lambda: ReplayScreen(story("mediterranee/golden/match"), ply=40),
    "games": lambda: GamesScreen(Library(Rooms(home(), "ann").profile, home())),
    "learn": lambda: learn_screen(Settings()),
    "lesson": lambda: LessonScreen("megiddo", 2),
    "promises": lambda: PactsScreen(fates(), story().match.names, INK, story().match.turns),
    "end": lambda: end_screen(story().view, INK, retold=True),
    "leave": lambda: leave_screen(INK, view_of(match_of(4, 12, 5))),
    "host": host_screen,
    "ask": lambda: InputDialog(translation.tr("Which record? The path of its file.")),
    "keys": lambda: KeysScreen(INK, TABLE),
    "clubs": lambda: sample_club.clubs_screen(None),
    **{f"club, {pane}": partial(turned, sample_club.club_screen, pane) for pane in ClubScreen.PANES},
    **{f"cup, {pane}": partial(turned, sample_club.tournament_screen, pane) for pane in TournamentScreen.PANES},
}
TABLES = {"djambi": 6, "epaminondas": 2, "megiddo": 3, "mediterranee": 4}


@pytest.fixture(autouse=True)
def pseudo_locale() -> None:
    """Speak the pseudo-locale."""
    translation.use(translation.PSEUDO)


def cut(widget: Widget) -> bool:
    """Tell whether a text needs more rows than it has, or lies outside, where nobody can scroll to it."""
    if not widget.display or not widget.size.area:
        return False
    size = widget.content_size
    if widget.get_content_height(size, size, size.width) > size.height and widget.styles.overflow_y != "auto":
        return True
    nodes = [node for node in widget.ancestors if isinstance(node, Widget)]
    if any(node.max_scroll_y and node.styles.overflow_y in {"auto", "scroll"} for node in nodes):
        return False
    return any(not node.region.contains_region(widget.region) for node in nodes)


async def show(pilot: Pilot[Any], screen: Screen[Any]) -> None:
    """Put a screen in front and wait until it stands."""
    await pilot.app.push_screen(screen)
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[1], marks=long_only)])
async def test_no_text_of_a_form_is_cut(size: tuple[int, int]) -> None:
    app = ParleyApp()
    async with app.run_test(size=size) as pilot:
        for name, make in FORMS.items():
            screen = make()
            await show(pilot, screen)
            texts = [*screen.query(Static), *screen.query(Button), *screen.query(OptionList)]
            assert texts
            assert [(name, str(getattr(text, "content", text))) for text in texts if cut(text)] == []
            app.pop_screen()
            await pilot.pause()


async def test_no_text_of_any_other_screen_is_cut() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZES[0]) as pilot:
        for name, make in OTHERS.items():
            screen = make()
            await show(pilot, screen)
            texts = [*screen.query(Static), *screen.query(OptionList)]
            assert texts
            assert [(name, str(getattr(text, "content", text))) for text in texts if cut(text)] == []
            assert {strip.cell_length for strip in screen._compositor.render_strips()} == {SIZES[0][0]}, name
            app.pop_screen()
            await pilot.pause()


async def test_what_is_cut_is_found() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZES[0]) as pilot:
        screen = FORMS["settings"]()
        await app.push_screen(screen)
        label = screen.query(".label").first()
        label.styles.width, label.styles.height = 3, 1
        await pilot.pause()
        await pilot.pause()
        assert cut(label)
        label.styles.width = 33
        label.styles.offset = (0, 30)
        await pilot.pause()
        await pilot.pause()
        assert cut(label)


@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[1], marks=long_only)])
@pytest.mark.parametrize("game", TABLES)
async def test_a_table_holds_longer_words(game: str, size: tuple[int, int]) -> None:
    """The board keeps its room, every row its width, and the pieces of the layout stay where they are."""
    places = {}
    app = ParleyApp()
    async with app.run_test(size=size) as pilot:
        for language in ("en", translation.PSEUDO):
            translation.use(language)
            screen = table(game, TABLES[game])
            await show(pilot, screen)
            places[language] = [screen.query_one(part).region for part in ("#board", "#side", "#prompt", "#title")]
            assert {strip.cell_length for strip in screen._compositor.render_strips()} == {size[0]}
            app.pop_screen()
            await pilot.pause()
    assert places["en"] == places[translation.PSEUDO]


def test_the_pseudo_locale_keeps_every_field() -> None:
    for message in update.marked():
        for text in (message,) if isinstance(message, str) else message:
            fields = [
                sorted(name for _, name, _, _ in string.Formatter().parse(one) if name) for one in (text, pseudo(text))
            ]
            assert fields[0] == fields[1]
            assert len(pseudo(text)) > len(text)
            assert re.findall(r"`[^`]*`", text) == re.findall(r"`[^`]*`", pseudo(text))


def test_no_list_offers_the_pseudo_locale() -> None:
    assert translation.PSEUDO not in translation.LANGUAGES
    assert translation.PSEUDO not in translation.NAMES
    assert translation.preferred({"PARLEY_LANG": "xx"}) == translation.PSEUDO
    assert translation.preferred({"LANG": "xx"}) == "en"
    assert translation.tr("Settings") == pseudo("Settings")
    assert translation.ntr("{n} player", "{n} players", 2) == pseudo("{n} players").format(n=2)
    assert translation.word("red") == pseudo("red")
