"""One table of two guests in browsers and a visitor by SSH: a whole game, and all have the same of it in the end."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import pytest

pytest.importorskip("textual_serve", reason="textual-serve is not installed")
pytest.importorskip("asyncssh", reason="asyncssh is not installed")

from core.match.record import read
from core.match.transcript import talk_digest
from net.wire.invitation import Invitation
from tests.length import long_only
from tests.storms.games.kept_game import kept_game
from tests.system.support.browser import PROGRAM, Browser
from tests.system.support.command import PARLEY, newcomer
from tests.system.support.ssh_door import SshVisitor, opened
from tests.system.support.web_guest import GuestServer, WebGuest, guests_of
from tests.tui.support.short_games import TALES, decisions, told

DJAMBI = next(tale for tale in TALES if tale.game == "djambi")
TO_TABLE = r"parley://[^/\s]+/\w+/\w{26}#\w{29}"
"""An invitation to a table: the one to the room may still be seen."""
ARROWS = {"down": ("ArrowDown", 40, "\x1b[B"), "left": ("ArrowLeft", 37, "\x1b[D")}
"""Keys with an arrow: what a browser calls them, their codes, what a terminal sends."""
SIZE = (1500, 800)
"""What a browser's window measures: an invitation stands on one line there."""
WORDS = ("Alba greets", "Bruno greets", "Clara greets")


class Player(Protocol):
    """Somebody at a page or a terminal."""

    async def shows(self, mark: str) -> None:
        """Wait until a pattern stands on a line."""

    async def press(self, text: str) -> None:
        """Type characters."""

    def text(self) -> str:
        """Give what is shown."""


@dataclass
class AtPage:
    """A guest at a page: of a browser, or the websocket alone."""

    page: Browser | WebGuest

    async def shows(self, mark: str) -> None:
        """Wait until a pattern stands on a line."""
        await asyncio.to_thread(self.page.shows, mark)

    async def press(self, text: str) -> None:
        """Type characters."""
        await asyncio.to_thread(self.page.press, text)

    async def strike(self, way: str) -> None:
        """Press the key with an arrow."""
        name, code, sent = ARROWS[way]
        if isinstance(self.page, Browser):
            await asyncio.to_thread(self.page.strike, name, code)
        else:
            await self.press(sent)

    def text(self) -> str:
        """Give what is shown."""
        return str(self.page.page)


@dataclass
class AtTerminal:
    """A visitor with an SSH client."""

    visitor: SshVisitor

    async def shows(self, mark: str) -> None:
        """Wait until a pattern stands on a line."""
        await self.visitor.shows(mark)

    async def press(self, text: str) -> None:
        """Type characters."""
        self.visitor.press(text)

    def text(self) -> str:
        """Give what is shown."""
        return str(self.visitor.page)


@dataclass
class Watcher:
    """A native program that looks on, and what it has told."""

    process: subprocess.Popen[str]
    tid: bytes
    events: list[Mapping[str, object]] = field(default_factory=list)

    def until(self, event: str) -> Mapping[str, object]:
        """Read on until it tells of an event."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.events.append(json.loads(line))
            if self.events[-1]["event"] == event:
                return self.events[-1]
        raise AssertionError(self.events)


@contextmanager
def watching(invitation: str, folder: Path) -> Iterator[Watcher]:
    """Have a native program watch a table."""
    tid = Invitation.parse(invitation).tid
    assert tid is not None
    with subprocess.Popen(
        [*PARLEY, "watch", invitation],
        env=newcomer(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Watcher(process, tid)
        finally:
            process.terminate()


def pages(server: GuestServer, folder: Path, stack: ExitStack, *, browsers: bool) -> list[AtPage]:
    """Open the links of both guests."""
    if not browsers:
        return [AtPage(stack.enter_context(WebGuest(server, number))) for number in range(2)]
    found = []
    for number, link in enumerate(server.links):
        browser = stack.enter_context(Browser(folder / f"browser{number}", SIZE))
        assert browser.open(link) == 200
        found.append(AtPage(browser))
    return found


@asynccontextmanager
async def seated(folder: Path, *, browsers: bool) -> AsyncIterator[tuple[list[Player], list[Path], Watcher]]:
    """Seat two guests and a visitor at a table with a watcher; give them, where they keep what, and the watcher."""
    (folder / "ssh").mkdir()
    (folder / "web").mkdir()
    with (
        opened(folder / "ssh", "--name", "Nora") as door,
        guests_of(door.room, folder / "web", "--name", "Olga") as server,
        ExitStack() as stack,
    ):
        alba, bruno = await asyncio.to_thread(pages, server, folder, stack, browsers=browsers)
        async with SshVisitor(door) as visitor:
            clara = AtTerminal(visitor)
            players: list[Player] = [alba, bruno, clara]
            for player, name in zip(players, ("Alba", "Bruno", "Clara"), strict=True):
                await player.shows("Your name")
                await player.press(f"{name}\r")
            await alba.shows("No table yet")
            await alba.press("n")
            await alba.shows("Open the table")
            for way in ("down", "down", "left"):
                await alba.strike(way)
            await alba.shows("Players +‹ 3 ›")
            await alba.press("\x13")
            await alba.shows("Alba · you +· by the door of Olga")
            await alba.shows(TO_TABLE)
            table = re.search(TO_TABLE, alba.text())
            assert table is not None
            watcher = stack.enter_context(watching(table[0], folder))
            for player, name, taken in ((bruno, "Bruno", 1), (clara, "Clara", 2)):
                await player.shows(rf"Djambi .*{taken}/3")
                await player.press("\r")
                await player.shows(rf"{name}|Your turn|turn 1\b")
            yield players, [door.home, server.home], watcher


def finished(homes: list[Path], tid: bytes) -> list[tuple[str, str]]:
    """Read from every guest's journal the digests of the game, and of what was said."""
    ends = []
    for home in (one for root in homes for one in (root / "door/visitors").iterdir()):
        record = read(kept_game(home, "default", tid).record)
        ends.append((record.digest, talk_digest(record.talk)))
    return ends


@pytest.mark.parametrize(
    "browsers",
    [
        False,
        pytest.param(True, marks=(long_only, pytest.mark.skipif(not PROGRAM, reason="there is no chromium here"))),
    ],
    ids=["pages", "browsers"],
)
async def test_guests_in_browsers_and_a_visitor_by_ssh_play_a_whole_game(
    tmp_path: Path,
    browsers: bool,  # noqa: FBT001 -- pytest's way to say it
) -> None:
    log, end = decisions(DJAMBI), told(DJAMBI)
    async with seated(tmp_path, browsers=browsers) as (players, homes, watcher):
        for player, words in zip(players, WORDS, strict=True):
            await player.shows("by the door of Olga")
            await player.shows("by the door of Nora")
            await player.press(f"t{words}\r")
            for other in players:
                await other.shows(words)
            await player.press("\x1b")
        for ply, (seat, text) in enumerate(log, 1):
            await players[seat].press(f":{text}\r")
            for player in players:
                await player.shows(rf" {ply} \S {re.escape(text[:8])}|digest")
        for player in players:
            await player.shows(f"digest {end.digest()[:16]}")
        over = await asyncio.to_thread(watcher.until, "settled")
        for player in players:
            await player.press("q")
    ends = finished(homes, watcher.tid)
    assert len(ends) == 3
    assert set(ends) == {(end.digest(), str(over["talk_digest"]))}
    assert over["digest"] == end.digest()
