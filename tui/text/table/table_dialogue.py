"""A table, line by line: what happens is reported as it happens, what is typed is done.

Pacts are proposed and answered by template; the ledger takes one line a pact.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from core.diplomacy.pact import Term
from core.fault import BadNotation, Fault, sentence
from core.game import Seat
from core.match.match import OVER
from core.scene import Standing
from net.view.table_view import OfferKind, Phase, TableView
from tui.i18n.translation import LANGUAGES, bare, seat_title, seat_word, speaking, tell, tr
from tui.records import archive, error_report
from tui.session.invitations import coded, invitation_letter
from tui.settings.settings import home
from tui.table.card_words import rules_line
from tui.table.departure import (
    LEAVING,
    NOTHING_TO_STOP,
    cheats,
)
from tui.table.diplomacy import (
    NOTHING_OPEN,
    answers_something,
    completed,
    vain_words,
)
from tui.table.seat_names import NamedTable
from tui.table.seat_view import aside_words
from tui.table.sentences import event_sentences
from tui.table.sentences.still_words import closed_fault
from tui.table.table_plan import has_moved, several_words
from tui.text.shell.board_look import ASKED
from tui.text.shell.console import Console
from tui.text.shell.pasted_invitation import pasted
from tui.text.shell.side_dialogue import is_of_menu
from tui.text.shell.spot_names import spot_meant
from tui.text.shell.text_commands import Verb, parse_command
from tui.text.table.command_examples import help_lines, sentence_examples
from tui.text.table.event_teller import ClockTeller
from tui.text.table.kept_word import SAYS, WordDialogue
from tui.text.table.pact_teller import pact_lines, proposal_lines
from tui.text.table.table_company import KNOWN, LOOK_FOR_THEM
from tui.text.table.turn_wait import wait
from tui.words.clock_words import now_ms
from tui.words.settlement_words import SettlementLog
from tui.words.talk_acts import act_words, check_addressee, parsed, spoken

if TYPE_CHECKING:
    from net.table.fold.table_talk import Act
    from tui.bots.seat_driver import Seated


TERMS = {
    "treve": "truce",
    "attack": "joint-attack",
    "attaque": "joint-attack",
    "power": "leave-power",
    "pouvoir": "leave-power",
    "epargner": "spare",
    "nulle": "draw",
}
"""Other words for what may be proposed, without accents."""

NOBODY_ANSWERS = sentence("{whom} no longer plays and can promise nothing.")
TURN_PAST = sentence("Turn {turn} is over: this is turn {now}.")
NO_FORM = sentence("That is none of the sentences you can say. For example {examples}.")


def parse_act(verb: Verb, rest: str, view: TableView, seat: Seat) -> Act:
    """Read a template act of `seat`, with seats and terms named in either language; raise `Fault` with examples."""
    names = tuple(one.name for one in view.seats)
    words = _named_words(rest, names)
    if words[:1] == [Term.SPARE] and len(words) > 2 and view.match is not None:  # noqa: PLR2004 - whom, and what
        *place, last = words[2:]
        until = [last] if place and last.isdecimal() else []
        place = place if until else [*place, last]
        words[2:] = [spot_meant(view.match.state.scene(None), " ".join(place)), *until]
    act = (str(verb), *words)
    found = parsed(act, names)
    if found is None:
        raise Fault(NO_FORM, examples=sentence_examples(verb, view))
    if view.match is not None:
        check_addressee(act, names, view.match.state, seat)
    turn, now = int(found[1].get("turn", 0)), 0 if view.match is None else view.match.turn + 1
    if 0 < turn < now and verb is Verb.PROPOSE:
        raise Fault(TURN_PAST, turn=turn, now=now)
    return act


def _named_words(text: str, names: tuple[str, ...]) -> list[str]:
    """Give the words of an act, with seats by their names in the record, also those of two words, and terms."""
    seats = {name.casefold(): name for name in names}
    for language in LANGUAGES:
        with speaking(language):
            seats |= {bare(seat_word(name)): name for name in names}
    found, left = list[str](), text.split()
    while left:
        size = 2 if bare(" ".join(left[:2])) in seats else 1
        word = bare(" ".join(left[:size]))
        found.append(seats.get(word) or TERMS.get(word) or left[0])
        left = left[size:]
    return found


NOT_HOST = sentence("Only the host closes the table.")
TOO_LATE = sentence("Once the game has begun nobody closes the table.")
NO_WORD = sentence("Say what: `say` and the words.")
NO_COMMAND = sentence("{text} is neither a command nor a move now ({why}); help lists the commands.")
OF_MENU = sentence("`{word}` is a word of the room or the menu: `quit` leads there.")


class TableDialogue(WordDialogue):
    """One conversation at one table, until it is left."""

    def __init__(self, handle: NamedTable, console: Console, seated: Seated | None = None) -> None:
        """Sit at the table of `handle`, talk on `console`; bots play by `seated`."""
        super().__init__(handle, console, seated)
        self._awaited: Seat | None = None
        self._clocks = ClockTeller()
        self._settlement = SettlementLog()
        self._several = ""

    async def run(self) -> None:
        """Report and carry out commands until the table is left or the input ends."""
        tasks = [asyncio.create_task(self._follow()), asyncio.create_task(self._tick())]
        try:
            self.tell_news()
            while (line := await self.console.line(lambda: self.handle.awaited is not None)) is not None:
                if self.handle.awaited is not None:
                    self._lift()
                elif not await self.obey(line):
                    return
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def obey(self, line: str) -> bool:
        """Do what one line asks for; tell whether the conversation goes on. A refusal is one line."""
        verb, rest = parse_command(line)
        if verb is Verb.QUIT:
            return False
        aside, refused, waits = self._turns_to(verb), False, ""
        try:
            if invitation := pasted(line):
                await self._come_by(invitation)
            elif verb is None:
                await self._play_bare(rest)
            else:
                await self._deeds()[verb](rest)
            waits = "" if invitation else self._waiting(verb)
        except Fault as fault:
            refused = True
            self.console.say(tr("ERROR {text}", text=tell(fault)))
        self._turn_back(aside, verb, refused=refused)
        self.tell_news()
        self._note(waits)
        return not (self.onward or self.handed or self.match_given_up or self.upcoming or self.again or self.replays)

    def tell_news(self) -> None:
        """Report what is new at the table. If the screen has to be passed on, clear it first."""
        awaited, view = self.handle.awaited, self.handle.view
        falls = awaited is not None and awaited != self._awaited
        if falls:
            self.console.clear()
        self.console.say(*self.teller.news(view, turn=awaited is None))
        self._unread.read(view)
        self._note(*self._settlement.late(view, mine=True), *self._several_news())
        if awaited is not None and falls:
            seat = event_sentences.seat_name(view.seats[awaited].name, self.teller.glyphs)
            self.console.say(tr("CURTAIN Pass the screen to {seat}; press Enter.", seat=seat))
        self._awaited = awaited

    def _lift(self) -> None:
        """Show the awaited player what is asked of them, their cards and what there is to do."""
        self.handle.lift()
        self._awaited, view = None, self.handle.view
        self.teller.ask_again(view)
        news = self.teller.news(view, turn=False)
        asked = proposal_lines(view, self._hand)
        self.console.say(*news, *asked, *self.teller.hands(view))
        self.console.say(*(self.teller.news(view) or self.teller.now(view)))

    async def _follow(self) -> None:
        version = -1
        while True:
            version = await self.handle.changed(version)
            self.tell_news()
            await self._come()

    async def _tick(self) -> None:
        """Say when one of the own clocks is about to run out."""
        while True:
            await asyncio.sleep(1)
            view, now = self.handle.view, now_ms()
            self.console.say(*self._clocks.news(view, self.teller.glyphs, now))
            self._note(self._settlement.end(view, now))

    def _several_news(self) -> tuple[str, ...]:
        """Say once which seats are the person's, if they have taken several at a table with others."""
        before, self._several = self._several, several_words(self.handle.uncovered)
        return (self._several,) * (self._several != before)

    def _note(self, *told: str) -> None:
        """Say each of these as a note; empty ones are left out."""
        self.console.say(*(tr("NOTE {text}", text=text) for text in told if text))

    def _deeds(self) -> dict[Verb, Callable[[str], Awaitable[None]]]:
        return {
            Verb.BOARD: self._board,
            Verb.HAND: self._cards,
            **{verb: partial(self._ask, verb) for verb in ASKED},
            Verb.MOVES: self._moves,
            Verb.THREATS: self._threats,
            Verb.HINT: self._hint,
            Verb.PLAY: self._play,
            Verb.PREMOVE: self._ahead,
            Verb.IF: self._if,
            Verb.SAY: self._say,
            **{verb: partial(self._say_act, verb) for verb in SAYS},
            Verb.TALK: self._talk,
            Verb.PACTS: self._pacts,
            Verb.LOG: self._log,
            Verb.REPEAT: self._repeat,
            Verb.SEATS: self._seats,
            Verb.CLOCK: self._clock,
            Verb.RULES: self._rules,
            Verb.MUTE: self._mute,
            **{verb: partial(self._known, verb) for verb in KNOWN},
            **{verb: partial(self._learn, verb) for verb in (Verb.LESSON, Verb.PUZZLE)},
            Verb.MOMENT: self._moment,
            Verb.REPLAY: self._tell_again,
            Verb.EVIDENCE: self._evidence,
            Verb.SETTINGS: self._tastes,
            Verb.BOT: self._bot,
            Verb.SIT: self._sit,
            Verb.FREE: self._free,
            Verb.CLOSE: self._close,
            Verb.RESIGN: self._resign,
            Verb.ABANDON: lambda _: self._declare(LEAVING),
            Verb.RETURN: lambda _: self._offer(OfferKind.RETURN),
            Verb.DRAW: lambda _: self._offer(OfferKind.DRAW),
            Verb.UNDO: self._undo,
            Verb.PAUSE: lambda _: self._offer(OfferKind.PAUSE),
            Verb.VACATION: self._vacation,
            Verb.SPECTATORS: self._spectators,
            Verb.SUBSTITUTE: self._substitute,
            Verb.RESUME: lambda _: self._offer(OfferKind.RESUME),
            Verb.READY: lambda _: self._offer(OfferKind.READY),
            Verb.REMATCH: self._rematch,
            Verb.NEXT: self._next,
            Verb.YES: lambda _: self._answer(yes=True),
            Verb.NO: lambda _: self._answer(yes=False),
            Verb.WAIT: lambda _: wait(self.handle, self.console, self.teller),
            Verb.CLAIM: self._claim,
            Verb.STOP: self._stop,
            Verb.INVITATION: self._invitation,
            Verb.OPTIONS: self._rules_here,
            Verb.SAVE: self._save,
            Verb.SUMMARY: self._summary,
            Verb.MARKS: self._marks,
            Verb.REPORT: self._report,
            Verb.HELP: self._help,
        }

    async def _play(self, rest: str) -> None:
        verb, more = parse_command(rest)
        if verb in {Verb.RESIGN, Verb.ABANDON}:
            await self._deeds()[verb](more)
        else:
            await self._decide(self._turn(), rest)

    async def _play_bare(self, text: str) -> None:
        if is_of_menu(text):
            raise Fault(OF_MENU, word=text.split(maxsplit=1)[0])
        if self.handle.view.outcome is not None and not self._is_written_as_move(text):
            raise Fault(NO_COMMAND, text=text, why=tr(OVER).rstrip("."))
        try:
            await self._decide(self._turn(), text)
        except BadNotation as fault:
            raise Fault(NO_COMMAND, text=text, why=tell(fault).rstrip(".")) from None

    def _is_written_as_move(self, text: str) -> bool:
        """Tell whether a text has the form of a move, whether or not that can be played."""
        match = self.handle.view.match
        try:
            return match is not None and bool(match.state.parse(Seat(0), self._coded(text)))
        except Fault as fault:
            return not isinstance(fault, BadNotation)

    async def _say(self, rest: str) -> None:
        if not rest:
            raise Fault(NO_WORD)
        match = self.handle.view.match
        seat = self._voice() if self._hand else None
        act = spoken(rest, match.state, seat) if match else None
        told = aside_words(self.handle.view) or vain_words(self.handle.view, act or ())
        await self.handle.say(rest, act, seat)
        if told:
            self.console.say(tr("NOTE {text}", text=told))

    async def _say_act(self, verb: Verb, rest: str) -> None:
        """Say a template act, which every reader sees in their own language."""
        seat, view = self._voice(), self.handle.view
        act = completed(view, seat, parse_act(verb, rest, view, seat))
        if verb is Verb.ACCEPT and not answers_something(view, seat, act):
            raise Fault(NOTHING_OPEN)
        if verb is Verb.PROPOSE and view.match is not None:
            panels = {panel.name: panel for panel in view.match.state.scene(seat).seats}
            if act[2] in panels and panels[act[2]].standing is not Standing.ACTIVE:
                raise Fault(NOBODY_ANSWERS, whom=seat_title(act[2]))
        await self.handle.say(act_words(act, tuple(one.name for one in view.seats)), act, seat)
        if told := vain_words(view, act):
            self.console.say(tr("NOTE {text}", text=told))

    async def _pacts(self, _: str) -> None:
        self.console.say(*pact_lines(self.handle.view))

    async def _close(self, _: str) -> None:
        """Close the table before its start. Only its host can."""
        view = self.handle.view
        if view.phase is Phase.CLOSED:
            raise closed_fault(view)
        if view.phase is not Phase.GATHERING:
            raise Fault(TOO_LATE)
        if not view.hosted:
            raise Fault(NOT_HOST)
        await self.handle.bye()

    async def _stop(self, _: str) -> None:
        """End the table because of a player who signed two histories, if all others do."""
        found = cheats(self.handle.view)
        if not found:
            raise Fault(NOTHING_TO_STOP)
        for seat in found:
            await self.handle.claim(seat, stop=True)

    async def _invitation(self, rest: str) -> None:
        self.console.say(await invitation_letter(self.handle, rest), *coded(self.handle, rest))

    async def _save(self, _: str) -> None:
        path = archive.save(self.handle.view, archive.folder(), archive.today())
        self.console.say(tr("SAVED {path}", path=path))

    async def _summary(self, _: str) -> None:
        """Give the report of the evening, and keep it in a file; the turning points if somebody looked for them."""
        from tui.study.evening_report import UNKNOWN
        from tui.study.game_export import report_of, save_report

        view = self.handle.view
        self._scene()
        text = report_of(view)
        self.console.say(*(tr("SUMMARY {text}", text=line) for line in text.splitlines() if line))
        if tr(UNKNOWN) in text and has_moved(view):
            self.console.say(tr(LOOK_FOR_THEM))
        self.console.say(tr("SAVED {path}", path=save_report(view, text)))

    async def _report(self, _: str) -> None:
        """Write a report of the table, for programs that read the rules differently."""
        path = error_report.save(self.handle.view, home(), archive.today())
        self.console.say(tr("NOTE {text}", text=tr(error_report.DISAGREEMENT_KEPT, path=path)))

    async def _help(self, _: str) -> None:
        self.console.say(*help_lines(self.handle.view))

    async def _rules_here(self, _: str) -> None:
        """Tell the rules of this table: how long the game is, what is not as usual, and what it is rated for."""
        self.console.say(rules_line(self.handle.view))
        await self.tell_rating()
