"""Clubs that a conversation follows: what happens there is said between its lines until they are let go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.i18n.translation import tr

if TYPE_CHECKING:
    from tui.session.club.live_clubs import LiveClubs
    from tui.text.shell.console import Console

TOLD = sentence("NOTE {text}")
NOWHERE = sentence("It is not known where {name} lies: say it once, as club sync {name} INVITATION.")
NOT_FOLLOWED = sentence("{name} is not followed.")
LEFT = sentence("{name} is followed no more.")


class ClubTeller:
    """Says on a console what happens in one club while it is followed."""

    def __init__(self, console: Console, live: LiveClubs, cid: bytes, name: str) -> None:
        """Speak of the club of that id and name."""
        self._console, self._live, self._cid, self._name = console, live, cid, name
        self._said = ""

    def follow(self, *, organise: bool) -> None:
        """Follow the club from now on; raise `Fault` if it is not known where it lies."""
        if not self._live.places.get(self._cid, ""):
            raise Fault(NOWHERE, name=self._name)
        self._live.organise(self._cid, on=organise)
        if not self.begin():
            standing = self._live.standing(self._cid)
            self._say(standing.words if standing is not None else "")

    def begin(self) -> bool:
        """Follow the club without a word, where it lies; tell whether that begins now."""
        return self._live.keep(self._cid, self._hear)

    async def leave(self) -> None:
        """Follow the club no more; raise `Fault` if it was not followed."""
        if not await self._live.drop(self._cid):
            raise Fault(NOT_FOLLOWED, name=self._name)
        self._console.say(tr(TOLD, text=tr(LEFT, name=self._name)))

    def _hear(self, cid: bytes, said: tuple[str, ...]) -> None:
        standing = self._live.standing(cid)
        if cid != self._cid or standing is None:
            return
        if (standing.current or standing.fault is not None) and standing.words != self._said:
            self._said = standing.words
            self._say(self._said)
        self._say(*said)

    def _say(self, *lines: str) -> None:
        self._console.say(*(tr(TOLD, text=f"{self._name}: {line}") for line in lines if line))
