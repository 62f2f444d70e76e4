"""The screens of the gallery besides the tables, and what opens each. Heavy modules are imported where used."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from rich.text import Text
from textual.screen import Screen
from textual.widgets import Static

from core.game import Seat
from core.study.turning_point import Judgement
from tests.gallery import sample_club
from tests.gallery.sample_data import INVITATION, GalleryPeer, GalleryPeople, Shelf, told_again
from tests.gallery.screenshot import GalleryApp, Stage
from tui.i18n.translation import tr
from tui.records.error_report import CRASHED, KEY, OFFER
from tui.screens.home.first_start_screen import FirstScreen
from tui.screens.home.home_dialog import host_screen, learn_screen
from tui.screens.home.resume_screen import ResumeScreen
from tui.screens.home.settings_screen import SettingsScreen
from tui.screens.learn.lesson_screen import LessonScreen
from tui.screens.learn.rules_screen import RulesScreen
from tui.screens.replay.games_screen import GamesScreen
from tui.screens.replay.replay_screen import ReplayScreen
from tui.screens.room.join_screen import JoinScreen
from tui.screens.room.lobby_screen import LobbyScreen
from tui.screens.room.new_table_screen import Kind, NewTableScreen
from tui.screens.room.people_screen import PeopleScreen
from tui.screens.table.curtain_screen import CurtainScreen
from tui.session.unfinished_table import TableGlance, UnfinishedTable
from tui.settings.settings import Settings
from tui.settings.theme import glyphs, look
from tui.study.analysis.own_moments import OwnMoment, keep, moment_entry
from tui.study.analysis.turning_points import turns
from tui.study.lessons.daily_puzzle import DailyPuzzle
from tui.terminal.terminal_traits import Widths
from tui.widgets.text_style import TextStyle

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from tui.session.known_people import People
    from tui.study.game_library import Library

KEPT = (
    UnfinishedTable("4f", "Florence", "djambi", "florence", "", local=False, opened="2026-11-21 20:30"),
    UnfinishedTable("51", "Punic war", "mediterranee", "florence", "", local=False, opened="2026-11-20 22:10"),
    UnfinishedTable("60", "", "megiddo", "solo", "", local=True, opened="2026-11-20 21:04"),
)
"""Tables that are kept."""

GLANCES = {
    "4f": TableGlance(0, 12, ("Ann", "Ben", "Chloé", "level 2")),
    "51": TableGlance(7, 61, ("Ann", "Ben")),
    "60": TableGlance(0, 4, ("Ann", "level 3")),
}
"""How far they have come."""


async def glance(table: UnfinishedTable) -> TableGlance | None:
    """Look at one of them."""
    return GLANCES[table.tid]


LESSONS = "djambi.queen djambi.power megiddo.spiral"
"""Finished lessons."""

JUDGED = (
    Judgement(18, Seat(1), "Mh8xg9>h8", 0.179, "Mh8xi9>b9", 0.412, ("Ph3:c8>b1",), answer="Ph3:c8>b1"),
    Judgement(24, Seat(3), "Mc9-e7", 0.034, "Ac7xf7", 0.239, ("Me1xg3>b9",), answer="Ca1-b1"),
    Judgement(49, Seat(0), "Md2xd3>d2", 0.609, "Af3xh3", 0.96, ("Ch2xh3>i8",), answer="Mh3xf3>i8"),
)
"""What a bot of the third level thinks of three decisions of the first kept game."""

MARKED = 48
"""The ply before the last of them."""


async def home(app: GalleryApp) -> None:
    """Stay on the home screen."""
    del app


def over(make: Callable[[GalleryApp], Screen[Any]]) -> Stage:
    """Return the stage that shows a screen above the others."""

    async def stage(app: GalleryApp) -> None:
        await app.push_screen(make(app))

    return stage


def first(card: int) -> Stage:
    """Return the stage that shows one of the three cards of a first start."""

    async def stage(app: GalleryApp) -> None:
        screen = FirstScreen(app.settings, Widths(1, 1))
        screen.card = card
        await app.push_screen(screen)

    return stage


def new_table(app: GalleryApp) -> Screen[Any]:
    """Return the form of a new table."""
    del app
    return NewTableScreen(Kind.ONLINE, "mediterranee")


def join(app: GalleryApp) -> Screen[Any]:
    """Return the form of an invitation."""
    return JoinScreen(app.settings.nick, INVITATION)


def lobby(app: GalleryApp) -> Screen[Any]:
    """Return a room."""
    del app
    room = INVITATION.partition("/florence")[0] + "/florence"
    return LobbyScreen(cast("Peer", GalleryPeer()), room, clubs=sample_club.clubs())


def people(app: GalleryApp) -> Screen[Any]:
    """Return the list of known people."""
    del app
    return PeopleScreen(cast("People", GalleryPeople()))


def host(app: GalleryApp) -> Screen[Any]:
    """Return the question where a broker should listen."""
    del app
    return host_screen()


def puzzle(app: GalleryApp) -> Screen[Any]:
    """Return a puzzle."""
    del app
    return LessonScreen("megiddo", tutor=DailyPuzzle("megiddo", 1))


def resume(app: GalleryApp) -> Screen[Any]:
    """Return the list of kept tables."""
    del app
    return ResumeScreen(KEPT, look=glance)


def games(app: GalleryApp) -> Screen[Any]:
    """Return the list of games."""
    del app
    return GamesScreen(cast("Library", Shelf()))


def replay(app: GalleryApp) -> Screen[Any]:
    """Return a replay."""
    del app
    return ReplayScreen(told_again(), ply=9)


def marks(app: GalleryApp) -> Screen[Any]:
    """Return a replay with marks."""
    del app
    screen = ReplayScreen(told_again(), ply=MARKED)
    screen.told.judge(turns(screen.told.story.match, JUDGED))
    return screen


def moment(app: GalleryApp) -> Screen[Any]:
    """Return a moment of one's own."""
    own = JUDGED[-1]
    keep(app.profile, moment_entry(told_again().match, own, (own.best,)))
    return LessonScreen("djambi", tutor=OwnMoment(app.profile))


def learn(app: GalleryApp) -> Screen[Any]:
    """Return the choice of rules and lessons."""
    return learn_screen(Settings(lessons=LESSONS, nick=app.settings.nick))


def lesson(game: str, number: int) -> Stage:
    """Return the stage that shows a lesson."""

    def make(_: GalleryApp) -> Screen[Any]:
        return LessonScreen(game, number)

    return over(make)


def rules(game: str) -> Stage:
    """Return the stage that shows the rules of a game."""

    def make(_: GalleryApp) -> Screen[Any]:
        return RulesScreen(game)

    return over(make)


def settings(app: GalleryApp) -> Screen[Any]:
    """Return the settings."""
    return SettingsScreen(app.settings, "default", "~/.local/share/parley")


def curtain(app: GalleryApp) -> Screen[Any]:
    """Return the curtain."""
    return CurtainScreen(partial(TextStyle(look(app.theme), glyphs(app.glyph_set)).seat, "blue"))


def crash(app: GalleryApp) -> Screen[Any]:
    """Return the message of a crashed program, on the bare terminal behind the screens."""

    class Bare(Screen[None]):
        """A terminal without Parley."""

        def compose(self) -> Any:  # noqa: ANN401 - Textual's own
            """Write the message."""
            what = tr(CRASHED, what="ValueError: no such spot", path="~/.local/share/parley/crash.txt")
            yield Static(Text(f"$ parley\n{what}\n{tr(OFFER, key=KEY)}"), markup=False)

    del app
    return Bare()
