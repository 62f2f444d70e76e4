"""The screens of the gallery beside the tables: what opens each; what is heavy is imported where it is used."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual.screen import Screen

from tui.gallery.shot import GalleryApp, Stage
from tui.kept_table import Kept
from tui.probe import Widths
from tui.settings import Settings

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from tui.people import People
    from tui.study.library import Library

KEPT = (
    Kept("4f", "Florence", "djambi", "florence", "", local=False),
    Kept("51", "Punic war", "mediterranee", "florence", "", local=False),
    Kept("60", "", "megiddo", "solo", "", local=True, opened="2026-11-20 21:04"),
)
"""Tables that are kept."""

LESSONS = "djambi.queen djambi.power megiddo.spiral"
"""Lessons that were done."""


async def home(app: GalleryApp) -> None:
    """Stay at home."""
    del app


def over(make: Callable[[GalleryApp], Screen[Any]]) -> Stage:
    """Give what shows a screen above the others."""

    async def stage(app: GalleryApp) -> None:
        await app.push_screen(make(app))

    return stage


def first(card: int) -> Stage:
    """Give what shows one of the three cards of a first start."""

    async def stage(app: GalleryApp) -> None:
        from tui.screens.first import FirstScreen

        screen = FirstScreen(app.settings, Widths(1, 1))
        screen.card = card
        await app.push_screen(screen)

    return stage


def new_table(app: GalleryApp) -> Screen[Any]:
    """Give the form of a new table."""
    from tui.screens.newtable import Kind, NewTableScreen

    del app
    return NewTableScreen(Kind.ONLINE, "mediterranee")


def join(app: GalleryApp) -> Screen[Any]:
    """Give the form of an invitation."""
    from tui.gallery.tables import INVITATION
    from tui.screens.join import JoinScreen

    return JoinScreen(app.settings.nick, INVITATION)


def lobby(app: GalleryApp) -> Screen[Any]:
    """Give a room."""
    from tui.gallery.room import GalleryPeer
    from tui.gallery.tables import INVITATION
    from tui.screens.lobby import LobbyScreen

    del app
    return LobbyScreen(cast("Peer", GalleryPeer()), INVITATION.partition("/florence")[0] + "/florence")


def people(app: GalleryApp) -> Screen[Any]:
    """Give the people whom one knows."""
    from tui.gallery.room import GalleryPeople
    from tui.screens.people import PeopleScreen

    del app
    return PeopleScreen(cast("People", GalleryPeople()))


def host(app: GalleryApp) -> Screen[Any]:
    """Give the question where a broker shall listen."""
    from tui.screens.host import host_screen

    del app
    return host_screen()


def puzzle(app: GalleryApp) -> Screen[Any]:
    """Give a puzzle."""
    from tui.riddle import Riddle
    from tui.screens.lesson import LessonScreen

    del app
    return LessonScreen("megiddo", tutor=Riddle("megiddo", 1))


def resume(app: GalleryApp) -> Screen[Any]:
    """Give the tables that are kept."""
    from tui.screens.resume import ResumeScreen

    del app
    return ResumeScreen(KEPT)


def games(app: GalleryApp) -> Screen[Any]:
    """Give the list of games."""
    from tui.gallery.shelf import Shelf
    from tui.screens.games import GamesScreen

    del app
    return GamesScreen(cast("Library", Shelf()))


def replay(app: GalleryApp) -> Screen[Any]:
    """Give a game told again."""
    from tui.gallery.shelf import told_again
    from tui.screens.replay import ReplayScreen

    del app
    return ReplayScreen(told_again(), ply=9)


def learn(app: GalleryApp) -> Screen[Any]:
    """Give the choice of rules and lessons."""
    from tui.screens.learn import learn_screen

    return learn_screen(Settings(lessons=LESSONS, nick=app.settings.nick))


def lesson(game: str, number: int) -> Stage:
    """Give what shows a lesson."""

    def make(_: GalleryApp) -> Screen[Any]:
        from tui.screens.lesson import LessonScreen

        return LessonScreen(game, number)

    return over(make)


def rules(game: str) -> Stage:
    """Give what shows the rules of a game."""

    def make(_: GalleryApp) -> Screen[Any]:
        from tui.screens.rules import RulesScreen

        return RulesScreen(game)

    return over(make)


def settings(app: GalleryApp) -> Screen[Any]:
    """Give the settings."""
    from tui.screens.settings import SettingsScreen

    return SettingsScreen(app.settings, "default", "~/.local/share/parley")


def curtain(app: GalleryApp) -> Screen[Any]:
    """Give the curtain."""
    from tui.screens.curtain import CurtainScreen
    from tui.theme import glyphs, look
    from tui.widgets.ink import Ink

    return CurtainScreen(partial(Ink(look(app.theme), glyphs(app.glyph_set)).seat, "blue"))


def crash(app: GalleryApp) -> Screen[Any]:
    """Give the last words of a programme that broke: on the bare terminal, behind the screens."""
    from rich.text import Text
    from textual.widgets import Static

    from tui.crash import CRASHED, KEY, OFFER
    from tui.speech import tr

    class Bare(Screen[None]):
        """A terminal without Parley."""

        def compose(self) -> Any:  # noqa: ANN401 - Textual's own
            """Write what is written there."""
            what = tr(CRASHED, what="ValueError: no such spot", path="~/.local/share/parley/crash.txt")
            yield Static(Text(f"$ parley\n{what}\n{tr(OFFER, key=KEY)}"), markup=False)

    del app
    return Bare()
