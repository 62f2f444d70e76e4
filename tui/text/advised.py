"""Hints in a table's conversation: what a bot would do in one's place, and why, line by line."""

from __future__ import annotations

import asyncio

from core.fault import Fault, sentence
from tui.hint import NOT_NOW, THINKING, Hint, asking, objection, thinker
from tui.hint_words import BEST, choice_words
from tui.speech import tr
from tui.text.company import Company

PATIENCE = 0.5
"""Seconds after which it is said that a hint is looked for."""

HINTED = sentence("HINT {text}")


class Advised(Company):
    """One table at which one may ask what to do."""

    async def _hint(self, _: str) -> None:
        """Tell the best actions that are found, and what speaks for them; raise `Fault` where others play."""
        fault = objection(self.handle.view, self.handle.invitation)
        if fault is not None:
            raise fault
        best, *others = (await self._looked_for()).reasons
        view, atlas, shapes = self.handle.view, self._scene().atlas, self.teller.glyphs
        names = tuple(seat.name for seat in view.seats)
        told = [choice_words(best, names, shapes, atlas, plain=BEST)]
        told += [choice_words(one, names, shapes, atlas) for one in others]
        self.console.say(*(tr(HINTED, text=text) for text in told))

    async def _looked_for(self) -> Hint:
        from tui.bot_process import BotProcess, ask_hint

        view = self.handle.view
        seat = asking(view)
        if view.match is None or seat is None:
            raise Fault(NOT_NOW)
        async with BotProcess(thinker(view.game)) as bot:
            search = asyncio.create_task(ask_hint(view.match, seat, bot))
            try:
                if not (await asyncio.wait({search}, timeout=PATIENCE))[0]:
                    self.console.say(tr("NOTE {text}", text=tr(THINKING)))
                return await search
            finally:
                search.cancel()
