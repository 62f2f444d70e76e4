"""The farewell: ask before leaving Parley while it is still of use here.

A player has not received the end of a game, bots play on here, or a room hosted here ends amid a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.widgets import Static

from core.fault import sentence
from tui.i18n.translation import tr
from tui.screens.frame.dialog import ChoiceScreen
from tui.session.hosted_rooms import ending_rooms
from tui.session.passing_visit import lost_seats
from tui.session.playing_bots import bots_that_stop
from tui.session.settlement_follow_up import undelivered_words
from tui.settings.visit import is_bound, unknown

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.wire.invitation import Invitation
    from tui.bots.seat_driver import Seated
    from tui.session.rooms import Rooms

STAY, LEAVE = "stay", "leave"
WORDS = {STAY: sentence("Stay"), LEAVE: sentence("Leave all the same")}
"""The answers in order."""
BY_ITSELF = sentence("Parley ends as soon as that is delivered.")
BEFORE = sentence(
    "If you leave before, it will be delivered the next time Parley starts, or in a shell by `parley settle`."
)

App = Any
"""The app, which imports this module."""


class FarewellScreen(ChoiceScreen):
    """The question whether to leave. Once everyone has the end and no bot plays on, the question answers itself."""

    def __init__(
        self,
        peers: Sequence[Peer],
        tables: Sequence[Seated],
        lost: Sequence[str] = (),
        hosted: Sequence[Invitation] = (),
    ) -> None:
        """Ask because of what is owed at the tables of `peers`, of bots that play at some `tables`, of seats `lost`.

        The rooms `hosted` here end too.
        """
        super().__init__(_question(peers, tables, lost, hosted), [(key, tr(answer)) for key, answer in WORDS.items()])
        self._peers = peers
        self._hosted = hosted
        self._tables = tables
        self._lost = lost
        self._forget: list[Callable[[], None]] = []

    def on_mount(self) -> None:
        """Follow what is owed."""
        super().on_mount()
        self._forget = [peer.watch(self._heard) for peer in self._peers]
        self._look()

    def on_unmount(self) -> None:
        """Stop following."""
        for forget in self._forget:
            forget()

    def _heard(self) -> None:
        self.call_later(self._look)

    def _look(self) -> None:
        self._question = _question(self._peers, self._tables, self._lost, self._hosted)
        if not self._question:
            self.dismiss(LEAVE)
            return
        for shown in self.query("#question").results(Static):
            shown.update(self._question)


def _question(
    peers: Sequence[Peer], tables: Sequence[Seated], lost: Sequence[str], hosted: Sequence[Invitation]
) -> Text:
    """Say why the person is asked: of a visitor whom nobody will know again, for the seats that are lost alone."""
    if lost or unknown() is not None:
        return Text("\n".join(lost))
    owed, bots = undelivered_words(peers), (*bots_that_stop(tables), *ending_rooms(hosted, tables))
    parts = [*bots, *owed, *(("", *((tr(BY_ITSELF),) if not bots else ()), tr(BEFORE)) if owed else ())]
    return Text("\n".join(parts))


def ask_before_leaving(app: App, rooms: Rooms | None) -> bool:
    """Ask before the app is left if an end is not received, a bot or room here serves others, or a seat is lost.

    Tell whether the question is open.

    A second request to leave while the question is open answers it. A visitor whom a door will know is asked nothing.
    """
    if rooms is None or app.warned or isinstance(app.screen, FarewellScreen) or (is_bound() and unknown() is None):
        return False
    peers, tables, lost = rooms.everywhere, rooms.seated, lost_seats(rooms.root, rooms.name)
    hosted = rooms.hosted.running
    if not _question(peers, tables, lost, hosted):
        return False

    async def ask() -> None:
        if await app.push_screen_wait(FarewellScreen(peers, tables, lost, hosted)) == LEAVE:
            app.warned = True
            await app.action_quit()

    app.go(ask)
    return True
