"""Premoves and hints in a table's conversation.

A premove is played as soon as its player's turn comes; it stays on this machine. A hint says, line by line, what a bot
would do in the player's place, and why.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat
from net.view.table_view import TableView
from tui.i18n.local_letters import located
from tui.i18n.translation import bare, tell, tr
from tui.table.hint import NOT_NOW, THINKING, Hint, best_words, choice_words, hint_level, hint_refusal, seat_to_advise
from tui.table.own_word import own_word
from tui.table.premove import DROPPED, NOT_AHEAD, OUTLIVED, Premove, meant, planning
from tui.table.seat_names import NamedTable
from tui.text.shell.console import Console
from tui.text.table.seat_refusal import NO_GAME
from tui.text.table.table_company import CompanyDialogue
from tui.text.table.table_look import OFF

if TYPE_CHECKING:
    from tui.bots.seat_driver import Seated


PATIENCE = 0.5
"""Seconds after which the search for a hint is announced."""

HINTED = sentence("HINT {text}")
ALSO = sentence("HINT or {text}")
"""The best action, and the next best ones."""


class HintDialogue(CompanyDialogue):
    """A table at which a player may ask what to do."""

    async def _hint(self, _: str) -> None:
        """Give the best actions found, and the reasons for them; raise `Fault` if others play.

        A best action that breaks a word is told with the word first.
        """
        fault = hint_refusal(self.handle.view, self.handle.invitation)
        if fault is not None:
            raise fault
        hint = await self._looked_for()
        best, *others = hint.reasons
        view, atlas, shapes = self.handle.view, self._scene().atlas, self.teller.glyphs
        names = tuple(seat.name for seat in view.seats)
        if view.match is not None:
            self.teller.chronicle.follow(view.match)
        word = own_word(view, self.teller.chronicle, best.seat, best.text)
        if word is not None:
            self.console.say(tr("PACT {text}", text=word.title(names)))
        told = [tr(HINTED, text=best_words(hint, names, shapes, atlas))]
        told += [tr(ALSO, text=choice_words(hint, one, names, shapes, atlas)) for one in others]
        self.console.say(*told)

    async def _looked_for(self) -> Hint:
        from tui.bots.bot_process import BotProcess, ask_hint

        view = self.handle.view
        seat = seat_to_advise(view)
        if view.match is None or seat is None:
            raise Fault(NOT_NOW)
        async with BotProcess(hint_level(view.game)) as bot:
            search = asyncio.create_task(ask_hint(view.match, seat, bot))
            try:
                if not (await asyncio.wait({search}, timeout=PATIENCE))[0]:
                    self.console.say(tr("NOTE {text}", text=tr(THINKING)))
                return await search
            finally:
                search.cancel()


YOUR_TURN = sentence("It is your turn: play it.")
MEANT = sentence("NOTE {text} is played as soon as it is your turn; premove off forgets it.")
NONE = sentence("NOTE there is no premove for your next turn.")


class PremoveDialogue(HintDialogue):
    """A table at which a player may say beforehand what to play."""

    def __init__(self, handle: NamedTable, console: Console, seated: Seated | None = None) -> None:
        """Sit at the table of `handle`, without a premove."""
        super().__init__(handle, console, seated)
        self._premove: Premove | None = None
        self._before: TableView | None = None

    async def _ahead(self, rest: str) -> None:
        """Keep what is to be played at the player's next turn, forget it, or show it."""
        view = self.handle.view
        if bare(rest) in OFF:
            self._premove = None
        elif rest:
            self._premove, self._before = self._meant(view, rest), view
        kept = self._premove
        self.console.say(tr(MEANT, text=located(kept.text)) if kept is not None else tr(NONE))

    def _meant(self, view: TableView, text: str) -> Premove:
        if view.match is None:
            raise Fault(NO_GAME)
        plan = planning(view, self._hand)
        if plan is None:
            mine = any(seat in self._hand for seat in view.match.state.active)
            raise IllegalAction(YOUR_TURN if mine else NOT_AHEAD)
        return meant(plan, self._coded(text))

    async def _come(self) -> None:
        """Play the premove if its turn has come; say why it is dropped if the rules no longer allow it."""
        view, before, kept = self.handle.view, self._before, self._premove
        self._before = view
        if kept is None or view.match is None:
            return
        if before is None or not kept.stands(before, view, self._hand):
            self._drop(kept, over=before is not None and kept.outlives(before, view))
        elif kept.due(view):
            fault = kept.objection(view.match.state)
            if fault is None:
                self._premove = None
                await self._attempt(kept.seat, kept.text)
            else:
                self._drop(kept, fault)

    async def _attempt(self, seat: Seat, text: str) -> None:
        try:
            await self._decide(seat, text)
        except Fault as fault:
            self.console.say(tr("ERROR {text}", text=tell(fault)))

    async def _decide(self, seat: Seat, text: str) -> None:
        """Play."""
        await self.handle.play(seat, text)

    def _drop(self, kept: Premove, fault: Fault | None = None, *, over: bool = False) -> None:
        """Forget it, and say so; `over` says that its game has ended."""
        self._premove = None
        told = tr(OUTLIVED if over else DROPPED, text=located(kept.text))
        self.console.say(tr("NOTE {text}", text=f"{told} {tell(fault)}" if fault else told))
