"""What may be asked for anywhere in the text mode and leads back: learning, rules, people, clubs, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from core.games import find, names
from tui.i18n.translation import bare, tell, tr
from tui.text.shell import club_dialogue, text_menu
from tui.text.shell.lesson_dialogue import COMMANDS, LESSONS, LessonDialogue, wanted
from tui.text.shell.people_dialogue import ask, is_about_people
from tui.text.shell.settings_dialogue import COMMANDS as TASTES
from tui.text.shell.settings_dialogue import speak

if TYPE_CHECKING:
    from tui.session.rooms import Rooms
    from tui.text.shell.console import Console

LEARNS = ("learn", "apprendre")
RULES = ("rules", "regles")
MENU = frozenset((*text_menu.JOINS, *text_menu.OPENS, *text_menu.TABLES, *text_menu.WORDS, *LEARNS))
"""Words that the room or the menu understands, besides those about clubs."""
PITCH = sentence("{name}: {pitch}")
ONE_GAME = sentence("`rules megiddo` tells the rules of one game.")
WHICH_GAME = sentence("Of which game? There are: {names}. An empty line goes back.")

GAME_AGAIN = sentence("Of which game? `help` names them once more, an empty line or `back` goes back.")


def is_of_menu(line: str) -> bool:
    """Tell whether a line begins with a word of the room or the menu; some of these are words of the table as well."""
    return bare(line.strip().partition(" ")[0]) in MENU or club_dialogue.is_about_clubs(line)


class SideDialogue:
    """The side dialogues of one console."""

    def __init__(self, console: Console, rooms: Rooms) -> None:
        """Talk on `console` as the profile of `rooms`."""
        self.console, self.rooms = console, rooms

    async def obey(self, line: str) -> bool:
        """Do what a line asks for and tell whether it was any of this; raise `Fault`."""
        first, _, rest = line.strip().partition(" ")
        word = bare(first)
        if word in COMMANDS:
            await self.lesson(line)
        elif word in RULES:
            await self.rules(rest)
        elif word in LEARNS:
            await self.learn()
        elif word in TASTES:
            await self.settings(rest)
        elif club_dialogue.is_about_clubs(line):
            await club_dialogue.ask(self.rooms, self.console, line)
        elif is_about_people(line):
            ask(self.rooms, self.console, line)
        else:
            return False
        return True

    async def learn(self) -> None:
        """Ask for rules, lessons or the puzzle of a game, until something is asked for that there is."""
        asked, short = tr(text_menu.LEARN, names=", ".join(names())), ""
        while (line := await self.console.ask(asked, short)) and not text_menu.leads_back(line):
            word, _, rest = line.partition(" ")
            rules = rest.strip() or await self._game() if bare(word) in RULES else line
            try:
                if bare(word) in COMMANDS:
                    await self.lesson(line)
                elif rules:
                    await self.rules(rules)
            except Fault as fault:
                self.console.say(tr("ERROR {text}", text=tell(fault)))
                short = tr(text_menu.LEARN_AGAIN)
            else:
                return

    async def _game(self) -> str:
        """Ask which game is meant until there is one of that name, perhaps with a number; nothing if none is."""
        asked, short = tr(WHICH_GAME, names=", ".join(names())), ""
        while (line := await self.console.ask(asked, short)) and not text_menu.leads_back(line):
            try:
                find(bare(line.partition(" ")[0]))
            except Fault as fault:
                self.console.say(tr("ERROR {text}", text=tell(fault)))
                short = tr(GAME_AGAIN)
            else:
                return line
        return ""

    async def rules(self, line: str) -> None:
        """Tell the rules of the game that a line names, or a section of them; without a game, which games there are."""
        from tui.text.shell.rules_lines import rules_lines

        game, _, which = line.strip().partition(" ")
        if not game:
            self.console.say(*(tr(PITCH, name=name, pitch=tr(find(name).pitch)) for name in names()), tr(ONE_GAME))
            return
        name = find(bare(game)).name
        self.console.say(*rules_lines(name, which.strip(), called=name, plain=self.console.plain))

    async def lesson(self, line: str) -> None:
        """Give the lessons of a game, from the one named or the first one not completed, or a puzzle.

        A puzzle of no game is that of the day, lessons of no game are asked about.
        """
        profile = self.rooms.name
        word, _, which = line.strip().partition(" ")
        if not which and bare(word) in LESSONS:
            which = await self._game()
            if not which:
                return
            line = f"{word} {which}"
        await LessonDialogue(self.console, profile, wanted(line, profile), aside=self.obey).run()

    async def settings(self, line: str = "") -> None:
        """List the settings and change the one named."""
        await speak(self.console, self.rooms, line)
