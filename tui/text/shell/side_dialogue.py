"""What may be asked for anywhere in the text mode and leads back: learning, rules, people, clubs, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from core.games import find, names
from tui.i18n.translation import bare, tell, tr
from tui.text.shell import club_dialogue, text_menu
from tui.text.shell.lesson_dialogue import COMMANDS, LESSONS, MOMENTS, LessonDialogue, wanted
from tui.text.shell.people_dialogue import ask, is_about_people
from tui.text.shell.settings_dialogue import COMMANDS as TASTES
from tui.text.shell.settings_dialogue import speak

if TYPE_CHECKING:
    from tui.session.rooms import Rooms
    from tui.text.shell.console import Console

LEARNS = ("learn", "apprendre")
RULES = ("rules", "regles")
TAUGHT = (*COMMANDS, *RULES)
"""The words that ask for rules, a lesson, a puzzle or a moment."""
OF_A_GAME = (*LESSONS, *RULES)
"""Those of them that need the name of a game."""
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
            await self.learn(rest)
        elif word in TASTES:
            await self.settings(rest)
        elif club_dialogue.is_about_clubs(line):
            await club_dialogue.ask(self.rooms, self.console, line)
        elif is_about_people(line):
            ask(self.rooms, self.console, line)
        else:
            return False
        return True

    async def learn(self, line: str = "") -> None:
        """Teach what `line` says, or ask for rules, lessons or the puzzle of a game until there is such a thing.

        What leads elsewhere and back, as a setting, is done, and the question asked again.
        """
        asked, short = tr(text_menu.LEARN, names=", ".join(names())), ""
        while (line := line or await self.console.ask(asked, short) or "") and not text_menu.leads_back(line):
            answer, line = text_menu.without_habit(line, LEARNS), ""
            word, _, rest = answer.partition(" ")
            asked_for = answer if bare(word) in TAUGHT else f"{RULES[0]} {answer}"
            try:
                if bare(word) not in TAUGHT and await self.obey(answer):
                    continue
                if bare(word) in OF_A_GAME and not rest.strip():
                    asked_for = await self._named(word)
                if asked_for:
                    await self._teach(asked_for)
            except Fault as fault:
                self.console.say(tr("ERROR {text}", text=tell(fault)))
                short = tr(text_menu.LEARN_AGAIN)
            else:
                return

    async def _named(self, word: str) -> str:
        """Ask of which game `word` is meant and give the whole line; nothing if the question is left.

        The answer is a game, perhaps with a number, or a whole line, which may begin with another word. What leads
        elsewhere and back, as a setting, is done, and asked again.
        """
        asked, short = tr(WHICH_GAME, names=", ".join(names())), ""
        while (answer := await self.console.ask(asked, short)) and not text_menu.leads_back(answer):
            line = text_menu.without_habit(answer, LEARNS)
            first, _, rest = line.partition(" ")
            word, which = (first, rest.strip()) if bare(first) in TAUGHT else (word, line)
            short = tr(GAME_AGAIN)
            try:
                if bare(first) not in TAUGHT and await self.obey(line):
                    short = ""
                    continue
                if which and bare(word) not in MOMENTS:
                    find(text_menu.plain_name(which.partition(" ")[0]))
            except Fault as fault:
                self.console.say(tr("ERROR {text}", text=tell(fault)))
                continue
            if which or bare(word) not in OF_A_GAME:
                return f"{word} {which}".rstrip()
        return ""

    async def _teach(self, line: str) -> None:
        """Tell rules, or give a lesson, a puzzle or a moment, as a whole line asks for it."""
        word, _, rest = line.partition(" ")
        if bare(word) in RULES:
            await self.rules(rest)
        else:
            tutor = wanted(line, self.rooms.name)
            await LessonDialogue(self.console, self.rooms.name, tutor, aside=self.obey).run()

    async def rules(self, line: str) -> None:
        """Tell the rules of the game that a line names, or a section of them; without a game, which games there are."""
        from tui.text.shell.rules_lines import rules_lines

        game, _, which = line.strip().partition(" ")
        if not game:
            self.console.say(*(tr(PITCH, name=name, pitch=tr(find(name).pitch)) for name in names()), tr(ONE_GAME))
            return
        name = find(text_menu.plain_name(game)).name
        self.console.say(*rules_lines(name, which.strip(), called=name, plain=self.console.plain))

    async def lesson(self, line: str) -> None:
        """Give the lessons of a game, from the one named or the first one not completed, or a puzzle.

        A puzzle of no game is that of the day, lessons of no game are asked about.
        """
        word, _, which = line.strip().partition(" ")
        if not which and bare(word) in LESSONS:
            line = await self._named(word)
        if line:
            await self._teach(line)

    async def settings(self, line: str = "") -> None:
        """List the settings and change the one named."""
        await speak(self.console, self.rooms, line)
