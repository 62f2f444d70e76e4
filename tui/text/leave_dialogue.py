"""What is said when a person leaves before the end of a game, or what they said in one, is delivered: they may wait."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import sentence
from tui.i18n.translation import tr
from tui.session.hosted_rooms import ending_rooms
from tui.session.passing_visit import lost_seats, within_visit
from tui.session.playing_bots import bots_that_stop
from tui.session.settlement_follow_up import later, undelivered_words, unsent_words
from tui.settings.visit import is_bound
from tui.table.controller import is_alone
from tui.table.departure import leaves_bots, may_only_return
from tui.table.seat_names import named
from tui.table.sentences.kept_seat import CALLED, is_awaited, patience_words
from tui.table.sentences.waiting_tables import gives_seats, waits
from tui.text.shell import text_menu
from tui.text.shell.console import Console
from tui.words.settlement_words import BACKGROUND, has_unsettled_end, unsettled_words

if TYPE_CHECKING:
    from net.view.table_view import TableView
    from tui.session.rooms import Rooms

LEAVES = sentence("`quit` once more ends the visit all the same.")
ENDS = sentence("Parley ends as soon as that is delivered; `quit` ends it at once.")
ALL = sentence("All is delivered.")


class LeaveDialogue:
    """What a conversation says when it or a table is left before everything is delivered."""

    def __init__(self, console: Console, rooms: Rooms) -> None:
        """Take leave on `console` with `rooms`."""
        self._console = console
        self._rooms = rooms
        self._told: tuple[str, ...] = ()

    def left(self, view: TableView) -> None:
        """Say who has not received the end of a table that is left, or that what was said there waits."""
        told = unsettled_words(named(view)) if has_unsettled_end(view) else unsent_words(view)
        if told:
            self._say(f"{told} {tr(BACKGROUND)}")

    def kept(self, view: TableView) -> tuple[str, ...]:
        """Say what somebody keeps who leaves a game, how long the others wait for them, and that it is told here."""
        alone = text_menu.CAN_RETURN if may_only_return(view) else text_menu.STAYS
        stays = text_menu.BOTS_WAIT if leaves_bots(view) else alone
        if view.hosted and waits(view) and not is_alone(view.invitation):
            stays = text_menu.HOSTED if gives_seats(view) else text_menu.HOSTED_FULL
        told = [one for one in (patience_words(view),) if one] + [tr(CALLED)] * is_awaited(view)
        return (within_visit(tr(stays)), *(tr("NOTE {text}", text=text) for text in told))

    async def stay(self) -> str | None:
        """Say what is owed and wait until nothing is, or for the next line, and give that; None if nothing is said.

        None is also the end of input. A visitor whom a door will know again is not held back, one who loses a seat is
        asked. Bots that stop and rooms that end are told, not waited for.
        """
        if lost := lost_seats(self._rooms.root, self._rooms.name):
            self._say(*lost, tr(LEAVES))
            return await self._console.line()
        seated = () if is_bound() else self._rooms.seated
        self._say(*bots_that_stop(seated), *ending_rooms(self._rooms.hosted.running, seated))
        self._told = () if is_bound() else undelivered_words(self._rooms.everywhere)
        if not self._told:
            return None
        self._say(*self._told, tr(ENDS))
        return await self._line()

    def end(self) -> None:
        """Say what is owed at the end, if there is still a reader."""
        with suppress(OSError, ValueError):
            words = undelivered_words(self._rooms.everywhere)
            self._say(*(words if words != self._told else ()), *(later() if words else ()))

    async def _line(self) -> str | None:
        changed = asyncio.Event()
        forget = [peer.watch(changed.set) for peer in self._rooms.everywhere]
        line = asyncio.ensure_future(self._console.line())
        try:
            while undelivered_words(self._rooms.everywhere):
                changed.clear()
                change = asyncio.ensure_future(changed.wait())
                await asyncio.wait((line, change), return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
                if line.done():
                    return line.result()
            self._say(tr(ALL))
            return None
        finally:
            line.cancel()
            for end in forget:
                end()

    def _say(self, *told: str) -> None:
        self._console.say(*(tr("NOTE {text}", text=text) for text in told))
