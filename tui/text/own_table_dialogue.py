"""A table of one's own, line by line: which game it is to be, with which options, and against which bots."""

from __future__ import annotations

from core import bots
from core.fault import Fault
from core.games import names
from tui.i18n.translation import bare, tell, tr
from tui.table.table_plan import Plan
from tui.text import new_table_dialogue
from tui.text.new_table_dialogue import asks_options, chosen, games_lines, named_game
from tui.text.shell import text_menu
from tui.text.shell.console import Console
from tui.words.option_words import options_lines


class OwnTableDialogue:
    """The questions before one table; the game that was named last, also to hear its options, is the one meant."""

    def __init__(self, console: Console) -> None:
        """Ask on `console`."""
        self.console = console
        self._game = names()[0]

    async def against_bots(self) -> Plan | None:
        """Plan a table against bots; who goes back from their names chooses the game and its options anew."""
        while (asked := await self.game()) is not None:
            answer = await self._bots(*asked)
            if answer is None or isinstance(answer, Plan):
                return answer
        return None

    async def game(self) -> tuple[str, dict[str, str]] | None:
        """Ask for the game and its options until they are right; None at the end of input or if the line quits."""
        others = [name for name in names() if name != self._game]
        if others:
            self.console.say(tr(text_menu.GAMES, usual=self._game, names=", ".join(others)))
            self.console.say(*games_lines())
        asked = text_menu.ASK_OPTIONS
        while True:
            line = await self.console.answer(tr(asked, game=self._game))
            if line is None or text_menu.leads_back(line):
                return None
            asked = text_menu.OPTIONS_AGAIN
            try:
                if found := self._chosen(line):
                    return found
            except Fault as fault:
                self.console.say(tr("ERROR {text}", text=tell(fault)))

    def _chosen(self, line: str) -> tuple[str, dict[str, str]] | None:
        """Read the game and its options, None if a line asks about these; raise `Fault`."""
        if told := asks_options(line, self._game):
            self._game = told
            self.console.say(*options_lines(told))
            return None
        self._game = named_game(line, self._game)
        return chosen(line, self._game)

    async def _bots(self, game: str, options: dict[str, str]) -> Plan | str | None:
        """Ask for the bots until they are right; give the word that goes back, and None for one that quits."""
        asked, short, usual = new_table_dialogue.question(game, options), "", bots.default_level(game)
        while not text_menu.leads_back(line := await self.console.ask(asked, short, usual)):
            try:
                return new_table_dialogue.table(line or usual, game, options)
            except Fault as fault:
                self.console.say(tr("ERROR {text}", text=tell(fault)))
                short = new_table_dialogue.question_again(game)
        return line if line is not None and bare(line) in text_menu.BACK else None
