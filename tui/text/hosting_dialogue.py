"""Hosting in text mode: a room is hosted here, and a kept table's room that ended with Parley is hosted again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from core.fault import Fault
from tui.i18n.translation import tell, tr
from tui.session.hosted_broker import DOORS, QUESTION
from tui.session.hosted_rooms import SAME, WHICH, WHICH_WORDS
from tui.session.hosted_table import AGAIN, LOOK, RESTS_WORDS, host_again, rest_words
from tui.settings.visit import check_hosting, is_bound

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from tui.session.rooms import Rooms
    from tui.session.unfinished_table import UnfinishedTable
    from tui.text.shell.console import Console

AskNumber = Callable[[str, int], Awaitable[int | None]]
"""Asks a question for a number from 1 to the given one; None if there is no answer."""


class HostingDialogue:
    """The questions before a room is hosted."""

    def __init__(self, console: Console, rooms: Rooms, ask_number: AskNumber) -> None:
        """Talk on `console` and ask by `ask_number` about the rooms of one profile."""
        self._console = console
        self._rooms = rooms
        self._ask_number = ask_number

    async def host(self) -> Peer | None:
        """Ask who may come in and which room it is, and host it; None if there is no answer. Raises `Fault`."""
        check_hosting()
        bind = await self._choice(tr(QUESTION), DOORS)
        again = self._rooms.hosted.idle_at(bind) if bind else None
        answer = await self._choice(tr(WHICH), WHICH_WORDS) if again is not None else bind
        return await self._rooms.host(bind, again=again if answer == SAME else None) if answer else None

    async def host_again(self, table: UnfinishedTable) -> UnfinishedTable | None:
        """Where a kept table's room was hosted here and does not run, ask whether to host it again.

        Give the table as it is reached then; None if there is no answer.
        """
        room = None if table.local or is_bound() else self._rooms.hosted.idle_room_of(table)
        answer = LOOK if room is None else await self._choice(await rest_words(self._rooms, table), RESTS_WORDS)
        if room is not None and answer == AGAIN:
            try:
                return await host_again(self._rooms, table, room)
            except Fault as fault:
                self._console.say(tr("ERROR {text}", text=tell(fault)))
        return table if answer else None

    async def _choice(self, question: str, answers: Mapping[str, str]) -> str:
        """Ask a question with numbered answers; give the key of the chosen one, empty for none."""
        self._console.say(*(f"{number} {tr(words)}" for number, words in enumerate(answers.values(), 1)))
        number = await self._ask_number(question, len(answers))
        return list(answers)[number - 1] if number is not None else ""
