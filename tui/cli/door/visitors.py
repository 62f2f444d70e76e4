"""The visitors of a door: each has a home of their own, which a secret or a key that they bring leads to.

HOME/visitors/NAME/  profiles/default/...  settings.toml  records/ ...
"""

from __future__ import annotations

import asyncio
import shutil
import time
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

from core.fault import Fault
from net.storage.journal import Journal
from net.storage.profile import DEFAULT_NAME, Profile
from tui.cli.door.visit_end import Departure, VisitEnd

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path


T = TypeVar("T")

FOLDER = "visitors"
"""The folder of all visitors' homes."""
NAME_LENGTH = 16
KEPT_SECONDS = 24 * 3600
"""How long the home of a visitor who never sat at a table is kept after they were last here."""
SWEEP_SECONDS = 3600
"""How often such homes are looked for, at most."""


def name_of(secret: str) -> str:
    """Give the name of the home that a secret leads to. The name does not tell the secret.

    >>> name_of("a"), name_of("a") == name_of("b")
    ('ca978112ca1bbdca', False)
    """
    return sha256(secret.encode()).hexdigest()[:NAME_LENGTH]


class Visitors:
    """Who is here now, each with one page, and the homes of those who were."""

    def __init__(self, home: Path, limit: int, shared: str = "") -> None:
        """Keep the homes under `home`, and let at most `limit` visitors in at a time.

        If a profile is `shared`, all visitors are the one who plays with it, and have no homes of their own.
        """
        self.folder = home / FOLDER
        self.limit = limit
        self.shared = shared
        self._pages: dict[str, Departure] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._swept = float("-inf")

    def called(self, secret: str) -> str:
        """Give the name of the visitor whose browser keeps this secret."""
        return self.shared or name_of(secret)

    def full_for(self, name: str) -> bool:
        """Tell whether there is no place for a visitor. Whoever is here has theirs."""
        return name not in self._pages and len(self._pages) >= self.limit

    def home_of(self, name: str) -> Path | None:
        """Give the home of a visitor who comes now, if they have one; old ones are removed first."""
        if self.shared:
            return None
        if time.monotonic() >= self._swept + SWEEP_SECONDS:
            self.sweep(time.time())
        home = self.folder / name
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        home.touch()
        return home

    async def show(self, name: str, departure: Departure, page: Callable[[], Coroutine[object, object, T]]) -> T | None:
        """Show a page to a visitor; it has to end when `departure` is asked for.

        A page that they have open elsewhere ends first: one home is in use once. Return nothing if this one was asked
        to end before it could begin.
        """
        if name in self._pages:
            self._pages[name].ask(VisitEnd.ELSEWHERE)
        self._pages[name] = departure
        try:
            async with self._turns.setdefault(name, asyncio.Lock()):
                return None if departure.is_asked else await page()
        finally:
            if self._pages.get(name) is departure:
                del self._pages[name]

    async def close(self) -> None:
        """Ask all pages to end, and wait for them."""
        for departure in self._pages.values():
            departure.ask(VisitEnd.CLOSING)
        for turn in list(self._turns.values()):
            async with turn:
                pass

    def sweep(self, now: float) -> None:
        """Remove the homes of those who never sat at a table and have been away for a day; `now` is since 1970."""
        self._swept = time.monotonic()
        for home in self.folder.glob("*"):
            if home.name not in self._pages and home.stat().st_mtime < now - KEPT_SECONDS and not has_sat(home):
                shutil.rmtree(home, ignore_errors=True)


def has_sat(home: Path) -> bool:
    """Tell whether the visitor of a home has been at a table, as far as can be seen: in doubt they have."""
    try:
        with Profile.open(home, DEFAULT_NAME) as profile:
            if not profile.journal_path.exists():
                return False
            with Journal(profile.journal_path) as journal:
                return bool(journal.tables())
    except Fault:
        return True
