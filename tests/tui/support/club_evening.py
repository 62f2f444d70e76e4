"""An evening of a club: Ann at her screens, others by `parley club` and files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.widgets import DataTable, Input, OptionList, Static

from net.storage.profile import Profile
from net.wire.invitation import KEY_SIZE, Invitation
from tui.app.app import ParleyApp, Start
from tui.i18n import translation
from tui.records.club import member_deeds, tournament_deeds
from tui.records.club.club_book import Deed, Words, open_book
from tui.screens.frame.dialog import ChoiceScreen, InputDialog, TextDialog
from tui.screens.frame.screen_messages import Entry
from tui.settings.settings import Settings
from tui.widgets.form_field import Menu

T = TypeVar("T")
ROOM = Invitation("memory", "club", bytes(KEY_SIZE))


@dataclass
class Evening:
    """Ann at her screens; everybody else does what they do by `parley club` and files."""

    home: Path
    app: ParleyApp
    pilot: Pilot[Any]

    async def press(self, *keys: str) -> None:
        """Press keys, and let everything follow."""
        await self.pilot.press(*keys)
        await self.calm()

    async def calm(self) -> None:
        """Wait until nothing is being done beside the keys, unless a question waits for its answer."""
        while True:
            await self.pilot.pause()
            busy = [one for one in self.app.workers if one.group in {"dialog", "read", "clubs"} and not one.is_finished]
            if not busy or isinstance(self.app.screen, ChoiceScreen | InputDialog | TextDialog):
                await self.pilot.pause()
                return

    async def answer(self, text: str) -> None:
        """Answer a question with a line."""
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def choose(self, key: str) -> None:
        """Answer a question by the key of an answer."""
        options = self.app.screen.query_one(OptionList)
        self.app.screen.dismiss(options.get_option(key).id)
        await self.calm()

    def rows(self) -> list[list[str]]:
        """Give the rows of the table on the screen."""
        table = self.app.screen.query_one(DataTable)
        return [[str(cell) for cell in table.get_row_at(at)] for at in range(table.row_count)]

    def told(self, name: str) -> str:
        """Give what a part of the screen says."""
        return str(self.app.screen.query_one(name, Static).render())

    async def carry(self, *others: str) -> None:
        """Carry the club's file to others, and what they have signed back."""
        number = len(list(self.home.glob("*.club")))
        await self.press("e")
        await self.answer(str(self.home / f"{number}.club"))
        for other in others:
            does(self.home, other, member_deeds.take, str(self.home / f"{number}.club"))
            does(self.home, other, member_deeds.export, "last", str(self.home / f"{number}-{other}.club"))
            await self.press("i")
            await self.answer(str(self.home / f"{number}-{other}.club"))


def does(home: Path, who: str, deed: Deed, *words: str, **options: Any) -> None:  # noqa: ANN401 - the fields of Words
    """Let somebody do something with a club."""
    if not (home / "profiles" / who).exists():
        with Profile.open(home, who) as profile:
            profile.set_nick(who.title())
    with translation.speaking("en"), open_book(home, who) as book:
        deed(book, Words(words, {}, **options))


def asked(home: Path, *names: str) -> None:
    """Let Ann found a club, and others ask to come in."""
    does(home, "ann", member_deeds.new, "Friday")
    does(home, "ann", member_deeds.export, "last", str(home / "first.club"))
    for name in names:
        does(home, name, member_deeds.join, str(home / "first.club"))
        does(home, name, member_deeds.export, "last", str(home / f"{name}-asks.club"))
        does(home, "ann", member_deeds.take, str(home / f"{name}-asks.club"))


@asynccontextmanager
async def evening(home: Path, size: tuple[int, int] = (80, 24), language: str = "en") -> AsyncIterator[Evening]:
    """Open Ann's screens."""
    app = ParleyApp(Start(profile="ann"), Settings(nick="Ann", language=language))
    async with app.run_test(size=size) as pilot:
        here = Evening(home, app, pilot)
        await here.calm()
        yield here


def entry(app: ParleyApp) -> str:
    """Give the line of the clubs on the home screen."""
    return str(app.screen.query_one(Menu).get_option(Entry.CLUBS).prompt)


def paired(home: Path, *players: str) -> None:
    """Let Ann begin a tournament by the command line, of herself and Ben or of others; all have the whole club."""
    players = players or ("ann", "ben")
    others = [name for name in players if name != "ann"]
    asked(home, *others)
    number = 0

    def carry(*names: str) -> None:
        nonlocal number
        for one, other in pairwise(names):
            number += 1
            does(home, one, member_deeds.export, "last", str(home / f"carried{number}.club"))
            does(home, other, member_deeds.take, str(home / f"carried{number}.club"))

    for name in others:
        does(home, "ann", member_deeds.admit, "last", name)
    does(home, "ann", tournament_deeds.open_tournament, "last", "Autumn", form="round-robin", game="megiddo")
    for name in others:
        carry("ann", name)
    for name in players:
        does(home, name, tournament_deeds.enter, "last", "autumn")
    for name in others:
        carry(name, "ann")
    does(home, "ann", tournament_deeds.close, "last", "autumn")
    for name in others:
        carry("ann", name, "ann")
    does(home, "ann", tournament_deeds.start, "last", "autumn")
    for name in others:
        carry("ann", name)


async def arrive(here: Evening, kind: type) -> None:
    """Wait for a screen."""
    while not isinstance(here.app.screen, kind):
        await here.pilot.pause()


async def until(here: Evening, found: Callable[[], T]) -> T:
    """Wait until something is so; give it."""
    while not (what := found()):
        await here.pilot.pause()
    return what
