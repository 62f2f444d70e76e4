"""A lesson, line by line: the position, the task, hints, and the reason why an answer is wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager

from core.fault import Fault, sentence
from core.games import find
from core.scene import Standing
from tui.i18n.translation import bare, calling, ntr, tell, tr, word
from tui.settings.settings import load, save, settings_path
from tui.settings.theme import GLYPH_SETS
from tui.study.analysis.own_moments import OwnMoment
from tui.study.lessons.daily_puzzle import posed, today, usual
from tui.study.lessons.tutor import Tutor, next_lesson
from tui.table.seat_names import called_in, scene_glyphs
from tui.table.sentences.card_sentences import NO_CARDS, hand_lines
from tui.table.sentences.event_sentences import YOU_PLAY, seat_name
from tui.table.sentences.map_sentences import map_lines
from tui.table.sentences.plain_board import lettered_board
from tui.table.sentences.turn_request import lay_words
from tui.text.shell.board_look import ASKED, BoardLook
from tui.text.shell.console import Console
from tui.text.shell.rules_lines import names_game, panel_word, rules_told
from tui.text.shell.spot_names import coded
from tui.text.shell.text_commands import Verb, parse_command
from tui.text.shell.text_menu import EVERYWHERE, leads_back, plain_name
from tui.text.shell.whole_action import sister_action, whole_action

HELP = sentence(
    "In a lesson: an action; hint, board, hand, seats, moves, rules, repeat, again; next and previous: another one; "
    "row, column, neighbours, reach, moves with a name; back or quit: leave."
)
AT_A_TABLE = sentence("`{word}` is a word of the table; help lists what can be asked for here.")
TOGETHER = sentence("NOTE this task takes {n} moves in one turn. Write them with a comma between them: `{example}`.")
WHOLE = sentence("NOTE a whole action is written like {example}.")
EMPTY = sentence("NOTE nothing is played: `back` leaves, help lists what can be asked for here.")
ASKED_FOR = sentence("what is asked for: {request}.")
SOLVED = sentence("It is done, and no action is taken any more: again begins it anew, next goes on.")
NO_HINT = sentence("There is no further hint.")
NO_NUMBER = sentence("`{word}` takes no number here.")
WHICH_MOMENT = sentence("Say which moment by its number: moment 1 is the latest.")
WHICH = sentence("Say the game and the number: lesson {game} 1.")

LEG, SEVERAL, EXAMPLE = "-", 2, "ARR-ANC, MED-MAS"
"""What stands once in each move on a map, how many of them need a comma, and two of them."""

PUZZLES = ("puzzle", "puzzles", "probleme", "problemes")
MOMENTS = ("moment", "moments")
LESSONS = ("lesson", "lecon", "lessons", "lecons")
PREVIOUS = ("previous", "precedent", "precedente")
"""The words that lead to the lesson or puzzle before this one; the word that goes back leaves, as at a question."""
COMMANDS = (*LESSONS, *PUZZLES, *MOMENTS)
"""The words that ask for a lesson, a puzzle or a moment of one's own."""
RULES = ("rules", "regles")
"""The words that mean the rules of its game in a lesson, unless they name another."""


def wanted(line: str, profile: str) -> Tutor:
    """Read a request for a lesson, a puzzle or a moment: the word, the game, and a number or a day; raise `Fault`.

    Without a number it is the first lesson not completed; without a number or a day the puzzle of today.
    """
    word, _, rest = line.strip().partition(" ")
    name, _, number = rest.strip().partition(" ")
    if bare(word) in MOMENTS:
        return OwnMoment(profile, moment_number(rest))
    if bare(word) in PUZZLES:
        return posed(find(plain_name(name)).name if name else usual(today()), number)
    game = find(plain_name(name)).name
    if number and not (number.isascii() and number.isdigit()):
        raise Fault(WHICH, game=game)
    return Tutor(game, int(number) if number else next_lesson(load(settings_path(profile)), game))


def moment_number(text: str) -> int:
    """Read the number of a moment, 1 without one; raise `Fault`."""
    word = text.strip()
    if word and not (word.isascii() and word.isdigit()):
        raise Fault(WHICH_MOMENT)
    return int(word or "1")


SAID_HERE = frozenset({Verb.ABANDON, Verb.RETURN, Verb.RESIGN, Verb.DRAW})
"""The words of a table that are actions: they may be the answer."""

_ASKED = {word: verb for verb in (*ASKED, Verb.MOVES) for word in verb.words}
"""The words that ask about the position."""


def _is_own(line: str) -> bool:
    """Tell whether a line asks for the rules of the lesson's own game."""
    first, _, rest = line.partition(" ")
    return bare(first) in RULES and not names_game(rest.strip())


class LessonDialogue:
    """One course of lessons on one console, until it is left. Progress is kept in the settings of `profile`."""

    def __init__(
        self,
        console: Console,
        profile: str,
        tutor: Tutor,
        aside: Callable[[str], Awaitable[bool]] | None = None,
    ) -> None:
        """Begin with that of `tutor`; `aside` does what a line asks for beside the course, and tells if it did."""
        self.console = console
        self.profile = profile
        self.tutor = tutor
        self._aside = aside

    async def run(self) -> None:
        """Report and carry out commands until the course is left or the input ends."""
        self.console.say(tr(HELP))
        with self._naming():
            self.begin()
        while (line := await self.console.line(empty=lambda: True)) is not None:
            try:
                if not await self._is_beside(line):
                    with self._naming():
                        if not self.obey(line):
                            return
            except Fault as fault:
                with self._naming():
                    self.console.say(tr("ERROR {text}", text=tell(fault)))

    async def _is_beside(self, line: str) -> bool:
        """Do what a line asks for beside the course, if it does, and say then that one is back."""
        if self._aside is None or not line or _is_own(line):
            return False
        return await self.console.apart(self._aside(line), self._back)

    def _back(self) -> str:
        tutor = self.tutor
        with self._naming():
            game = tr(find(tutor.game).title)
            return tr(tutor.back_in, number=tutor.number, last=tutor.last, game=game, title=tutor.title)

    def _naming(self) -> AbstractContextManager[None]:
        """Name the seats by their colours where they only have numbers, and the towns, as at a table."""
        return calling(called_in(self.tutor.attempt.state.scene(self.tutor.attempt.seat)))

    def begin(self) -> None:
        """Give the lesson, its position and its task."""
        tutor = self.tutor
        self.console.say(
            tr(tutor.head, number=tutor.number, last=tutor.last, title=tutor.title),
            *self.side(),
            *self.position(),
            *self.asked(),
        )

    def asked(self) -> list[str]:
        """Say what to do, and how a turn of several moves is written if the task takes such a one."""
        return [tr("TASK {text}", text=self.tutor.task), *self._together("")]

    def _together(self, text: str) -> list[str]:
        """Say how several moves in one turn are written if the task takes them and `text` has but one."""
        tutor = self.tutor
        count = tutor.attempt.step.solution.count(LEG) if self.look.scene.atlas is not None else 0
        if count < SEVERAL or "," in text or text.count(LEG) >= count:
            return []
        return [tr(TOGETHER, n=count, example=EXAMPLE)]

    def side(self) -> list[str]:
        """Say whose side one is on."""
        own = [panel for panel in self.look.scene.seats if panel.seat == self.tutor.attempt.seat]
        return [tr(YOU_PLAY, seats=seat_name(panel.name, self.look.glyphs)) for panel in own]

    def hand(self) -> None:
        """Say who has which cards; raise `Fault` where there are none."""
        scene = self.look.scene
        lines = hand_lines(scene, (self.tutor.attempt.seat,), self.look.glyphs)
        if not lines:
            raise Fault(NO_CARDS)
        self.console.say(*lines)

    def seats(self) -> None:
        """Say whose side one is on, and what every seat has."""
        attempt, lines = self.tutor.attempt, self.side()
        for panel in self.look.scene.seats:
            state = [tr("you")] if panel.seat == attempt.seat else []
            state.append(ntr("{n} piece", "{n} pieces", panel.pieces))
            state += [word(panel.standing)] if panel.standing is not Standing.ACTIVE else []
            named = seat_name(panel.name, self.look.glyphs)
            lines.append(tr("SEAT {number} {seat}: {state}", number=panel.seat + 1, seat=named, state=", ".join(state)))
        self.console.say(*lines)

    def obey(self, line: str) -> bool:
        """Do what one line asks for; tell whether the course goes on."""
        ways: dict[str, Callable[[], object]] = {
            **dict.fromkeys(Verb.HINT.words, self.hint),
            **dict.fromkeys(("board", "plateau"), lambda: self.console.say(*self.position())),
            **dict.fromkeys(Verb.HAND.words, self.hand),
            **dict.fromkeys(RULES, self.rules),
            **dict.fromkeys(Verb.SEATS.words, self.seats),
            **dict.fromkeys(("again", "encore"), self.again),
            **dict.fromkeys((*Verb.NEXT.words, "suite"), lambda: self.go(1)),
            **dict.fromkeys(PREVIOUS, lambda: self.go(-1)),
            **dict.fromkeys(("help", "aide", "?"), self.help),
        }
        if leads_back(line):
            return False
        first, _, rest = line.partition(" ")
        verb = _ASKED.get(bare(first))
        if bare(first) in RULES:
            self.rules(rest)
        elif verb is Verb.MOVES:
            self.moves(rest.strip())
        elif verb is not None:
            self.console.say(self.look.tell(verb, rest.strip()))
        elif bare(first) in Verb.REPEAT.words:
            self.repeat(rest.strip())
        elif bare(first) in ways:
            if rest.strip().isdecimal():
                raise Fault(NO_NUMBER, word=first)
            ways[bare(first)]()
        elif line:
            self.answer(line)
        else:
            self.console.say(tr(EMPTY))
        return True

    def repeat(self, count: str = "") -> None:
        """Say the last lines again, as at a table: as many as are asked for, or all after the line before."""
        said = tuple(self.console.said)[-int(count) :] if count.isdecimal() else self.console.latest
        self.console.say(*said)

    def help(self) -> None:
        """List what can be asked for, and say how cards are typed where they are the answer."""
        self.console.say(tr(HELP), tr(EVERYWHERE), *self._laid())

    def answer(self, line: str) -> None:
        """Try an action, also after `play`; raise `Fault` for a word of the table that is no action."""
        verb, rest = parse_command(line)
        if verb is Verb.PLAY and rest:
            self.play(rest)
        elif verb is None or verb in SAID_HERE:
            self.play(line)
        else:
            raise Fault(AT_A_TABLE, word=line.partition(" ")[0])

    def play(self, text: str) -> None:
        """Try an action, and say what came of it."""
        tutor = self.tutor
        typed = coded(self.look.scene, text)
        if tutor.done:
            self.console.say(tr(SOLVED))
        elif not tutor.play(typed):
            self.console.say(tr("WRONG {text}", text=tutor.said), *self._whole(typed), *self._together(text))
        else:
            self.console.say(tr("RIGHT {text}", text=tutor.said))
            if tutor.attempt.done:
                path = settings_path(self.profile)
                save(path, tutor.kept(load(path)))
                self.console.say(tr("DONE {number}/{last}.", number=tutor.number, last=tutor.last))
            else:
                self.console.say(*self.position(), *self.asked())

    def _whole(self, typed: str) -> list[str]:
        """Say how the action is written whose cells `typed` names, if they are some but it is not written so."""
        tutor = self.tutor
        example = whole_action(tutor.choice, typed) if tutor.choice is not None else ""
        if not example and tutor.start and bare(typed) == bare(tutor.start) and tutor.tells_form:
            example = self._form()
        return [tr(WHOLE, example=example)] if example else []

    def _form(self) -> str:
        """Give an action written like the solution, which ends elsewhere; empty if there is no other."""
        tutor = self.tutor
        return (
            ""
            if tutor.choice is None or self.look.scene.atlas
            else sister_action(tutor.choice, tutor.attempt.step.solution)
        )

    def hint(self) -> None:
        """Give one more hint."""
        more = self.tutor.hint()
        self.console.say(tr("HINT {text}", text=self.tutor.shown[-1] if more else tr(NO_HINT)))
        form = self._form() if more and self.tutor.tells_form and self.tutor.has_hint else ""
        if form:
            self.console.say(tr(WHOLE, example=form))
        if more and self.tutor.has_hint:
            self.console.say(*self._laid())

    def _laid(self) -> list[str]:
        """Say how cards are typed where they are the answer, by another example than that."""
        tutor = self.tutor
        told = "" if tutor.done else lay_words(tutor.attempt.state, tutor.attempt.seat, tutor.attempt.step.solution)
        return [tr("NOTE {text}", text=tr(ASKED_FOR, request=told))] if told else []

    @property
    def look(self) -> BoardLook:
        """The position that may be asked about."""
        attempt = self.tutor.attempt
        scene = attempt.state.scene(attempt.seat)
        return BoardLook(scene, attempt.state, scene_glyphs(GLYPH_SETS[self.console.plain], scene))

    def moves(self, name: str = "") -> None:
        """List the spots or words that an action can begin with, or the moves that begin with one of them."""
        seat = self.tutor.attempt.seat
        if self.tutor.done:
            self.console.say(tr(SOLVED))
        else:
            hidden = self.tutor.attempt.step.solution
            self.console.say(*(self.look.moves(seat, name) if name else self.look.beginnings(seat, hidden)))

    def rules(self, which: str = "") -> None:
        """Tell the rules of the game: their sections, one of them, or the part about what is on a cell."""
        self.console.say(*rules_told(self.tutor.game, lambda: self.look.scene, which.strip(), plain=self.console.plain))

    def again(self) -> None:
        """Begin the lesson again."""
        self.tutor.again()
        self.begin()

    def go(self, step: int) -> None:
        """Go to the next lesson or to the previous one."""
        tutor = self.tutor.beside(step)
        if tutor is not None:
            self.tutor = tutor
            self.begin()
        else:
            ends = self.tutor.finished if step > 0 else self.tutor.first
            self.console.say(tr(ends, game=tr(find(self.tutor.game).title)))

    def position(self) -> list[str]:
        """Describe the position as the player sees it."""
        attempt = self.tutor.attempt
        scene = attempt.state.scene(attempt.seat)
        shapes = scene_glyphs(GLYPH_SETS[self.console.plain], scene)
        if scene.atlas is not None:
            return [*map_lines(scene, shapes), *hand_lines(scene, (attempt.seat,), shapes)]
        return lettered_board(scene, panel_word, plain=self.console.plain)
