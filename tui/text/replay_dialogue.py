"""A replay, line by line: decisions, the position, marks, comments, exports, playing on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace

from core.fault import Fault, sentence
from core.game import Seat
from core.match.record import Record
from tui.i18n.translation import bare, listed, ntr, seat_word, tell, tr
from tui.settings import theme
from tui.study.branch import movers
from tui.study.game_export import board_lines, export, form_of
from tui.study.game_summary import RESULTS, Result
from tui.study.past_game import NO_RECORD, PastGame, commented
from tui.study.timeline import Kind, Timeline
from tui.table.diplomacy import NO_PACTS, pact_line, pacts_of
from tui.table.seat_names import NO_SUCH_SEAT, seat_words, table_glyphs
from tui.table.sentences import event_sentences
from tui.table.sentences.card_sentences import NO_CARDS
from tui.table.sentences.event_sentences import YOU_PLAY, YOU_PLAYED
from tui.text.shell.board_look import ASKED, BoardLook
from tui.text.shell.console import Console
from tui.text.shell.rules_lines import names_game, rules_told
from tui.text.shell.text_commands import Command, Verb
from tui.text.shell.text_menu import EVERYWHERE
from tui.text.table.event_teller import clock_word
from tui.text.table.mark_teller import tell_marks
from tui.text.table.table_look import number

BACK = sentence("NOTE back in the replay of {title}, at decision {n} of {last}.")
NO_VERB = sentence("{text}: you cannot ask for that here; help lists what you can ask for.")
AT_END = sentence("Nothing comes after this decision.")
ELSEWHERE = sentence("NOTE the position after decision {n} of {last}; the replay stays at decision {at}.")
NO_SUCH_DECISION = sentence("There is no decision {text} in this replay: its last one is {last}.")
NO_NUMBER = sentence(
    "`{word}` takes no number: `board {n}` tells the position after decision {n}, `go {n}` leads there."
)
NO_COMMENT = sentence("No comment stands here.")
TAKEN_AWAY = sentence("The comment here has been taken away; it was: {text}")
WORDS = sentence(
    "In a replay: next, back, go 12, first, last, run; board, hand, seats, pacts, row, column, neighbours, reach; "
    "marks, comment, export, branch, rules, help, quit."
)
HELP = (
    sentence("next, next 5, back, back 5, go 12, first, last: to another decision"),
    sentence("run: everything from here to the end"),
    sentence("board, hand, seats, pacts: the position; the cards; who sits where, with the clocks; the promises"),
    sentence("board 12, hand 12, seats 12: the same as it was after decision 12; the replay stays where it is"),
    sentence("row, column, neighbours, reach and a name: what stands there or around it; where a piece could go"),
    sentence("rules, rules 3: the sections of the rules; one of them"),
    sentence("marks: inaccuracies, mistakes and blunders, and what would have been better"),
    sentence("comment: the comment here; comment Well played: one of yours instead; comment none: take it away"),
    sentence("export record, export text, export report: a file of its own; svg, png: this position"),
    sentence("export html: the whole game as a page for a browser; export cast, export gif: as an animation"),
    sentence(
        "branch: play on from here against bots, on your own side, or on the side to move if you have none here; "
        "branch {whom}: on that side; branch all: everybody by hand"
    ),
    EVERYWHERE,
    sentence("quit: leave this replay"),
)


class Word(Command):
    """The commands of a replay; what its screen calls them is understood as well."""

    NEXT = "next", "suite", "suivant", "suivante", "on", "forward", "n", "+"
    BACK = "back", "retour", "precedent", "precedente", "p", "-"
    GO = "go", "aller"
    FIRST = "first", "debut"
    LAST = "last", "fin"
    RUN = "run", "defiler", "derouler"
    BOARD = "board", "plateau"
    HAND = "hand", "main", "cards", "cartes"
    PACTS = "pacts", "pactes", "promises", "promesses"
    SEATS = "seats", "sieges", "clocks", "clock", "horloges", "horloge"
    ROW = Verb.ROW.words
    COLUMN = Verb.COLUMN.words
    NEIGHBOURS = Verb.NEIGHBOURS.words
    REACH = Verb.REACH.words
    RULES = "rules", "regles"
    MARKS = "marks", "marques", "turns", "tournants", "analyse", "analyser"
    COMMENT = "comment", "commenter", "commentaire", "noter"
    EXPORT = "export", "exporter"
    BRANCH = "branch", "continuer", "play", "jouer"
    HELP = "help", "aide", "?"
    QUIT = "quit", "quitter", "exit", "leave", "partir"


_MEANS = Word.meanings()

THEN = frozenset({Word.BOARD, Word.HAND, Word.SEATS})
"""The commands that a number leads to another decision, for once."""
NUMBERLESS = frozenset({Word.FIRST, Word.LAST, Word.RUN, Word.PACTS, Word.MARKS, Word.HELP})
"""The commands that mean the same at every decision."""


class ReplayDialogue:
    """One conversation about one past game."""

    def __init__(
        self,
        story: PastGame,
        console: Console,
        *,
        keep: Callable[[Record], None] | None = None,
        play_on: Callable[[PastGame, int, Collection[Seat] | None], Awaitable[None]] | None = None,
        aside: Callable[[str], Awaitable[bool]] | None = None,
        mine: Collection[str] = (),
    ) -> None:
        """Replay `story`; `keep` stores a comment, `play_on` plays on from a ply, `aside` does what else is asked.

        `mine` are the names of the seats that were played by hand here.
        """
        self.told = Timeline(story)
        self.console = console
        self.ply = 0
        self._keep, self._play_on, self._aside, self._mine = keep, play_on, aside, mine
        self._glyphs = table_glyphs("ascii" if console.plain else "unicode", self.told.view)

    async def run(self) -> None:
        """Replay and carry out commands until the dialogue is left or the input ends."""
        self.console.say(tr(WORDS), self._head(), *self._given_up(), *self._side(), *self._here())
        while (line := await self.console.line()) is not None:
            first, _, rest = line.partition(" ")
            word = _MEANS.get(bare(first), Word.GO if first.isdecimal() else None)
            if word is Word.QUIT:
                return
            if word is Word.RULES and names_game(rest.strip()):
                word = None  # the rules of that game
            try:
                _check_number(word, first, rest.strip())
                if word is not None:
                    await self._do(word, line if first.isdecimal() else rest.strip())
                elif self._aside is None or not await self.console.apart(self._aside(line), self._back):
                    raise Fault(NO_VERB, text=line)  # noqa: TRY301 - told like every other refusal
            except Fault as fault:
                self.console.say(tr("ERROR {text}", text=tell(fault)))

    async def _do(self, word: Word, rest: str) -> None:
        steps = {Word.NEXT: 1, Word.BACK: -1}
        if word in steps:
            self._go(self.told.step(self.ply, steps[word] * number(rest or "1")))
        elif word is Word.GO:
            self._go(self.told.ply_of(number(rest or "0")))
        elif word in {Word.FIRST, Word.LAST}:
            self._go(0 if word is Word.FIRST else self.told.plies)
        elif word is Word.RUN:
            self._run()
        elif word in self._deeds:
            await self._deeds[word](rest)
        elif word.value in ASKED:
            look = BoardLook(self.told.scene(self.ply), self.told.chronicle.states[self.ply], self._glyphs)
            self.console.say(look.tell(Verb(word.value), rest))
        else:
            self._tell(word, rest)

    def _tell(self, word: Word, rest: str) -> None:
        """Tell what a command asks about, here or after the decision of a number; raise `Fault` if there is none."""
        if not rest or word not in THEN:
            self.console.say(*self._look(word, self.ply))
            return
        there, last = number(rest), self.told.counted
        if there > last:
            raise Fault(NO_SUCH_DECISION, text=rest, last=last)
        self.console.say(tr(ELSEWHERE, n=there, last=last, at=self.told.turn_of(self.ply)))
        self.console.say(*self._look(word, self.told.ply_of(there)))

    @property
    def _deeds(self) -> dict[Word, Callable[[str], Awaitable[None]]]:
        """The commands that take time or write something."""
        return {
            Word.MARKS: lambda _: tell_marks(self.told, self.console),
            Word.COMMENT: self._comment,
            Word.EXPORT: self._export,
            Word.BRANCH: self._branch,
            Word.RULES: self._rules,
        }

    def _look(self, word: Word, ply: int) -> list[str]:
        if word is Word.BOARD:
            return board_lines(self.told, ply, self._glyphs)
        if word is Word.HAND:
            return self.told.hands(ply, self._glyphs) or [tr(NO_CARDS)]
        if word is Word.PACTS:
            pacts = pacts_of(self.told.view, self.told.chronicle)
            lines = [tr("PACT {text}", text=pact_line(pact, self.told.names)) for pact in pacts]
            return lines or [tr("PACT {text}", text=tr(NO_PACTS))]
        if word is Word.SEATS:
            return self._seats(ply)
        return self._help()

    def _help(self) -> list[str]:
        """Give the lines of help, with a seat of this game where one is named."""
        whom = seat_word(self.told.names[-1])
        return [tr(line, whom=whom) for line in HELP]

    def _seats(self, ply: int) -> list[str]:
        """Describe every seat after `ply` lines, with the time left on its clock."""
        self.told.desk.go(ply)
        view = self.told.desk.view
        if view is None:
            return []
        clocks = {seat.seat: clock_word(view, seat.seat, 0) for seat in view.seats}
        return self._side() + event_sentences.seat_lines(view, self.told.scene(ply), self._glyphs, clocks)

    def _side(self) -> list[str]:
        """Say whose side one was on, if one played."""
        story = self.told.story
        own = [at for at, name in enumerate(story.match.names) if name in self._mine]
        seats = listed(event_sentences.seat_name(self.told.names[at], self._glyphs) for at in own)
        return [tr(YOU_PLAYED if story.closed else YOU_PLAY, seats=seats)] if own else []

    def _back(self) -> str:
        from tui.study.asciicast import title

        return tr(BACK, title=title(self.told), n=self.told.turn_of(self.ply), last=self.told.counted)

    async def _rules(self, which: str) -> None:
        game = self.told.story.record.header.game
        self.console.say(*rules_told(game, lambda: self.told.scene(self.ply), which, plain=self.console.plain))

    def _head(self) -> str:
        from tui.study.asciicast import title

        count = self.told.counted
        return ntr("GAME {title}, {n} decision", "GAME {title}, {n} decisions", count, title=title(self.told))

    def _given_up(self) -> list[str]:
        return [tr("NOTE {text}", text=tr(RESULTS[Result.GIVEN_UP]))] if self.told.story.given_up else []

    def _here(self) -> list[str]:
        return [self.told.line(one, self._glyphs) for one in self.told.heard(self.ply - 1, self.ply)]

    def _go(self, ply: int) -> None:
        self.ply = min(max(ply, 0), self.told.plies)
        self.console.say(*self._here())

    def _run(self) -> None:
        if self.ply == self.told.plies:
            self.console.say(tr("NOTE {text}", text=tr(AT_END)))
        later = self.told.heard(self.ply, self.told.plies)
        self.ply = self.told.plies
        self.console.say(*(self.told.line(one, self._glyphs) for one in later))

    async def _comment(self, rest: str) -> None:
        """Tell the comment that stands here, write another one, or take it away."""
        if self._keep is None:
            raise Fault(NO_RECORD)
        story, gone = self.told.story, bare(rest) in NO_WORDS
        if rest:
            record = commented(story.record, self.ply, "" if gone else rest)
            self._keep(record)
            self.told.take(replace(story, record=record))
        before = story.comments.get(self.ply, "")
        said = [self.told.line(one, self._glyphs) for one in self.told.at(self.ply) if one.kind in SAID]
        none = tr(TAKEN_AWAY, text=before) if gone and before else tr(NO_COMMENT)
        self.console.say(*(said or [tr("NOTE {text}", text=none)]))

    async def _export(self, rest: str) -> None:
        form = form_of(rest or "record")
        glyph_set = "ascii" if self.console.plain else "unicode"
        path = export(self.told, form, self.ply, theme=theme.DEFAULT, glyph_set=glyph_set)
        self.console.say(tr("SAVED {path}", path=path))

    async def _branch(self, rest: str) -> None:
        names = self.told.names
        seats = movers(self.told.story, self.ply)
        words = seat_words(names, seats)
        wanted = bare(rest)
        if wanted and wanted not in {*words, "all", "tous"}:
            raise Fault(NO_SUCH_SEAT, name=rest, allowed=", ".join(seat_word(names[seat]) for seat in seats))
        if self._play_on is not None:
            own = [seat for seat in seats if self.told.story.match.names[seat] in self._mine]
            hands = [words[wanted]] if wanted in words else None if wanted else own or seats[:1]
            await self.console.apart(_done(self._play_on(self.told.story, self.ply, hands)), self._back)


def _check_number(word: Word | None, typed: str, rest: str) -> None:
    """Raise `Fault` for a number behind a command that takes none."""
    if word in NUMBERLESS and rest.isdecimal():
        raise Fault(NO_NUMBER, word=typed, n=rest)


async def _done(work: Awaitable[None]) -> bool:
    await work
    return True


SAID = frozenset({Kind.COMMENT})
"""The entries repeated after a comment was written."""

NO_WORDS = frozenset({"none", "aucun"})
"""What takes a comment away, in both languages."""
