"""What may be asked for anywhere in the text mode and leads back: learning, rules, people, clubs, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import sentence
from core.games import find, names
from tui.i18n.translation import bare, tr
from tui.text.shell import club_dialogue, text_menu
from tui.text.shell.lesson_dialogue import COMMANDS, LessonDialogue, wanted
from tui.text.shell.people_dialogue import ask, is_about_people
from tui.text.shell.settings_dialogue import COMMANDS as TASTES
from tui.text.shell.settings_dialogue import speak

if TYPE_CHECKING:
    from tui.session.rooms import Rooms
    from tui.text.shell.console import Console

LEARNS = ("learn", "apprendre")
RULES = ("rules", "regles")
PITCH = sentence("{name}: {pitch}")
ONE_GAME = sentence("`rules megiddo` tells the rules of one game.")


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
        """Ask for rules, lessons or the puzzle of a game."""
        line = await self.console.answer(tr(text_menu.LEARN, names=", ".join(names())))
        if line:
            word, _, rest = line.partition(" ")
            await (self.lesson(line) if bare(word) in COMMANDS else self.rules(rest if bare(word) in RULES else line))

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
        """Give the lessons of a game, from the one named or the first one not completed, or a puzzle."""
        profile = self.rooms.name
        await LessonDialogue(self.console, profile, wanted(line, profile), aside=self.obey).run()

    async def settings(self, line: str = "") -> None:
        """List the settings and change the one named."""
        await speak(self.console, self.rooms, line)
