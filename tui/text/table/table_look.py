"""What can be looked at in a table's conversation: the board, the cards, the moves, past decisions and talk."""

from __future__ import annotations

from core.fault import Fault, sentence
from core.game import Seat
from core.match.match import OVER
from core.scene import Scene, SeatPanel
from net.table.clocks.time_control import NONE as NO_PACE
from tui.i18n.translation import bare, tr
from tui.table.losses_and_threats import NO_THREAT
from tui.table.seat_names import NamedTable
from tui.table.seat_view import owing
from tui.table.sentences import event_sentences
from tui.table.sentences.asked_seat import asked_words
from tui.table.sentences.card_sentences import NO_CARDS
from tui.table.sentences.map_sentences import map_lines
from tui.table.sentences.plain_board import lettered_board
from tui.table.talk_log import NONE_FITS, NOTHING_SAID, TalkFilter, talk_entries
from tui.text.shell.board_look import BoardLook, without_end
from tui.text.shell.console import Console
from tui.text.shell.spot_names import coded
from tui.text.shell.text_commands import Verb
from tui.text.table.event_teller import EventTeller, clock_word, left_word
from tui.text.table.seat_refusal import NO_GAME, seatless_fault
from tui.words.clock_words import now_ms, pace_words

SHOWN = 10
"""How many decisions `log` shows without a number."""

NOTHING_YET = sentence("NOTE nothing has been decided yet.")
NOT_YOURS = sentence("It is not your turn.")
NUMBER = sentence("{text} is no number.")
NOT_SO_FAR = sentence("There have not been {text} decisions yet.")
CLOCK = sentence("CLOCK {seat}: {left}.")
NO_CLOCK = sentence("NOTE this table has no clocks.")
NOT_BEGUN = sentence("NOTE the clocks have not begun: {pace}.")
STOPPED = sentence("NOTE the clocks have stopped: {pace}.")
ON_OR_OFF = sentence("{text} is neither on nor off.")
WARNED = sentence("NOTE you will be warned of serious threats.")
NOT_WARNED = sentence("NOTE you will not be warned of threats any more.")
ON, OFF = frozenset({"on", "yes", "oui", "avec"}), frozenset({"off", "no", "non", "sans"})
"""Words for turning something on, and off."""


def on_or_off(text: str) -> bool:
    """Tell which of the two a word means; raise `Fault` for neither.

    >>> on_or_off("Oui"), on_or_off("off")
    (True, False)
    """
    said = bare(text)
    if said not in ON | OFF:
        raise Fault(ON_OR_OFF, text=text)
    return said in ON


class TableLook:
    """One table as seen from one console."""

    def __init__(self, handle: NamedTable, console: Console) -> None:
        """Look at the table of `handle`, report on `console`."""
        self.handle = handle
        self.console = console
        self.teller = EventTeller(console.plain)

    @property
    def _hand(self) -> tuple[Seat, ...]:
        """The seats of this profile that are played by hand."""
        return tuple(view.seat for view in self.handle.view.seats if view.mine and not view.bot)

    def _turn(self) -> Seat:
        """Give the seat that must decide here; raise `Fault` if there is none."""
        if self.handle.view.match is None:
            raise Fault(NO_GAME)
        if not self._hand:
            raise seatless_fault(self.handle.view)
        seat = next((seat for seat in owing(self.handle.view) if seat in self._hand), None)
        if seat is None:
            raise Fault(OVER if self.handle.view.outcome is not None else NOT_YOURS)
        return seat

    def _scene(self) -> Scene:
        """Give the visible scene; raise `Fault` before the start."""
        if self.teller.scene is None:
            raise Fault(NO_GAME)
        return self.teller.scene

    def _coded(self, text: str) -> str:
        """Give an action with the codes of the towns that it names, without the cell where `moves` says it leads."""
        if self.teller.scene is None or self.handle.view.match is None:
            return text
        return without_end(coded(self.teller.scene, text), self.handle.view.match.state)

    async def _board(self, rest: str) -> None:
        """Describe the board, now or after a decision."""
        scene = self._scene()
        if rest:
            there = self.teller.at(number(rest), next(iter(self._hand), None))
            if there is None:
                raise Fault(NOT_SO_FAR, text=rest)
            scene = there
        if scene.atlas is not None:
            self.console.say(*map_lines(scene, self.teller.glyphs))
            return

        def named(panel: SeatPanel) -> str:
            return event_sentences.seat_name(panel.name, self.teller.glyphs)

        self.console.say(*lettered_board(scene, named, plain=self.console.plain))

    async def _cards(self, _: str) -> None:
        lines = self.teller.hands(self.handle.view)
        if not lines:
            raise Fault(NO_CARDS)
        self.console.say(*lines)

    def _board_look(self) -> BoardLook:
        """Give the position that may be asked about; raise `Fault` before the start."""
        scene, match = self._scene(), self.handle.view.match
        assert match is not None
        return BoardLook(scene, match.state, self.teller.glyphs)

    async def _ask(self, verb: Verb, rest: str) -> None:
        self.console.say(self._board_look().tell(verb, rest))

    async def _moves(self, rest: str) -> None:
        """List the spots that an action can begin with, or every move that begins with one of them."""
        seat, look = self._turn(), self._board_look()
        self.console.say(*(look.moves(seat, rest) if rest else look.beginnings(seat)))

    async def _threats(self, rest: str) -> None:
        """List the threats to the player here; `off` and `on` set whether grave ones are announced."""
        if rest:
            self.teller.alarms = on_or_off(rest)
            self.console.say(tr(WARNED if self.teller.alarms else NOT_WARNED))
            return
        self._scene()
        if not self._hand:
            raise seatless_fault(self.handle.view)
        view = self.handle.view
        owed = [seat for seat in owing(view) if seat in self._hand]
        self.console.say(
            *(self.teller.threats(view, (owed or self._hand)[0]) or [tr("NOTE {text}", text=tr(NO_THREAT))])
        )

    async def _rules(self, rest: str) -> None:
        """Tell the rules: their sections, one of them, or the part about what is on a cell."""
        from tui.text.shell.rules_lines import rules_told

        self.console.say(*rules_told(self.handle.view.game, self._scene, rest, plain=self.console.plain))

    async def _clock(self, _: str) -> None:
        """Give the time left on every clock."""
        view, now = self.handle.view, now_ms()
        told = [
            (event_sentences.seat_name(seat.name, self.teller.glyphs), left_word(view, seat.seat, now))
            for seat in view.seats
        ]
        lines = [tr(CLOCK, seat=seat, left=left) for seat, left in told if left]
        self.console.say(*(lines or [self._no_time()]))

    def _no_time(self) -> str:
        """Say why no clock shows a time."""
        view = self.handle.view
        pace = dict(view.terms).get("clock", NO_PACE)
        if pace == NO_PACE:
            return tr(NO_CLOCK)
        return tr(NOT_BEGUN if view.match is None else STOPPED, pace=pace_words(pace))

    async def _log(self, rest: str) -> None:
        self.console.say(*(self.teller.log(number(rest) if rest else SHOWN) or [tr(NOTHING_YET)]))

    async def _talk(self, rest: str) -> None:
        """Give all lines of talk, or those with all these words."""
        view = self.handle.view
        entries, names = talk_entries(view, self.teller.muted), tuple(seat.name for seat in view.seats)
        kept = TalkFilter(rest).keep(entries)
        if not kept:
            self.console.say(tr("NOTE {text}", text=tr(NONE_FITS if entries else NOTHING_SAID)))
        for entry in kept:
            told = event_sentences.talk_line(entry.line, names, self.teller.glyphs, self.teller.chronicle.turns)
            self.console.say(f"{told} ({entry.when})" if entry.when else told)

    async def _repeat(self, rest: str) -> None:
        """Say the last lines again, as many as are asked for, or all that was said after the line before."""
        self.console.say(*(tuple(self.console.said)[-number(rest) :] if rest else self.console.latest))

    async def _seats(self, _: str) -> None:
        view = self.handle.view
        clocks = {seat.seat: clock_word(view, seat.seat, now_ms()) for seat in view.seats}
        lines = event_sentences.seat_lines(view, self.teller.scene, self.teller.glyphs, clocks)
        asked = asked_words(view)
        self.console.say(*lines, *self.teller.now(view), *([tr("NOTE {text}", text=asked)] if asked else []))


def number(text: str) -> int:
    """Read a number; raise `Fault` for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 8):  # noqa: PLR2004 - more than any game has
        raise Fault(NUMBER, text=text)
    return int(text)
