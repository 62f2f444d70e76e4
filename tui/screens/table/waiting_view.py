"""The waiting view: a table before its start, with its seats and the invitation to pass on."""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from core.fault import sentence
from core.game import Seat
from net.view.table_view import Phase, SeatView, TableView
from tui.i18n.translation import ntr, seat_title, tell, tr
from tui.session.invitations import CODE
from tui.table.departure import unrevealed_lot_seats
from tui.table.seat_view import is_asleep, open_seats, takes_bots
from tui.table.sentences.asked_seat import asked_words, is_asked
from tui.table.sentences.claim_words import LATE
from tui.table.sentences.still_words import closed_fault
from tui.table.sentences.waiting_tables import BOT_SAT, away_words, expected_bots, freeable_seats, full_words
from tui.table.table_plan import are_seats_drawn, side_words
from tui.widgets.key_words import key_sentence, key_words
from tui.widgets.seats_panel import NAME
from tui.widgets.text_style import TextStyle, cut
from tui.words.bot_words import bot_nick
from tui.words.door_words import by_door
from tui.words.rated_mark import STRANGE, UNRATED, RatedMark

COPIES = sentence("Invitation ({key[table.copy]} copies it):")
KEYS = {"sit": sentence("{key[wait.sit]}: take a seat"), "add_bot": sentence("{key[wait.bot]}: seat a bot")}
SEATED = {
    "fill_bots": sentence("{key[wait.bots]}: bots on all open seats"),
    "stand": sentence("{key[wait.stand]}: give up {seat}"),
}
"""What can be done there by key or by a click on it, without a seat and with one."""

BOTS = frozenset({"add_bot", "fill_bots"})
"""What seats bots."""

STAND = {"stand": sentence("{key[wait.stand]}: wait no longer")}
"""The same while lots are withheld."""

STAND_ONE = sentence("{key[wait.stand]}: give up one of your seats")
STAND_ANY = sentence("{key[wait.stand]}: give up a seat, or free one of others")
FREE_ONE = sentence("{key[wait.stand]}: free a seat")
"""The same at a table of one's own where others have seats, with a seat and without one."""

FREES = sentence("You host the table: {key[wait.stand]}, the number of a seat or a click on it frees it.")
"""What a host can do about somebody who is away."""

THAT_SEAT = sentence("1 to {last}, or a click: that seat")
OTHER_SEAT = sentence("1 to {last}, or a click: another seat")
"""What the number before a seat does, without a seat and with one."""


LEAVE = sentence("{key[table.leave]}: leave the table")
"""All that is left to do at a closed table."""

OPEN_FOR = sentence("open, for {names}")
NAMES = 40
"""The letters of the names of those for whom a seat is open."""

PICKS = "seat"
"""The mark on the line of a seat. What a click presses has the colours of a link, and a seat its own."""


class WaitingView(VerticalScroll):
    """The code, the seats taken and open, how to sit down, and the full invitation; the keys of a page scroll it.

    What others need to come in stands first: a screen of 24 rows does not show the whole page of every game.
    """

    class Picked(Message):
        """The line of a seat was clicked on; `at` is its place, counted from 0."""

        def __init__(self, at: int) -> None:
            """Say which seat."""
            self.at = at
            super().__init__()

    can_focus = True
    DEFAULT_CSS = """
    WaitingView { width: 1fr; height: 1fr; padding: 1 2; display: none; }
    WaitingView.-open { display: block; }
    """

    def compose(self) -> ComposeResult:
        """Put everything in one text."""
        yield Static(id="waiting-text", markup=False)

    def on_click(self, event: events.Click) -> None:
        """Tell which seat was clicked on."""
        if (at := event.style.meta.get(PICKS)) is not None and event.button == 1:
            event.stop()
            self.post_message(self.Picked(at))

    def show(
        self,
        view: TableView,
        invitation: str,
        ink: TextStyle,
        rated: RatedMark = UNRATED,
        expected: Mapping[Seat, str] | None = None,
    ) -> None:
        """Show the table before its start; `rated` says for whom. Of a closed one say that alone.

        `expected` says where bots of others sat before a rematch, and whose.
        """
        if view.phase is Phase.CLOSED:
            told = Text(tell(closed_fault(view)), ink.style("error")).append("\n\n")
            self.query_one("#waiting-text", Static).update(told + key_sentence(LEAVE, ink.style("muted")))
            return
        text = Text()
        text.append_text(self._headline(view, ink)).append("\n")
        if view.code:
            text.append(tr(CODE) + " ", ink.style("muted"))
            text.append(view.code + "\n", ink.style("accent", bold=True))
        text.append(rated.note + "\n" if rated.note else "", ink.style("foreground")).append("\n")
        column = max(NAME, *(len(seat_title(seat.name)) for seat in view.seats))
        taken = {seat.pid for seat in view.seats}
        meant = ", ".join(name for pid, name in rated.meant.items() if pid not in taken)
        for seat in view.seats:
            line = _seat_line(view, seat, column, ink, meant)
            if rated.meant and seat.pid and seat.pid not in rated.meant:
                line.append(f" · {tr(STRANGE)}", ink.style("warning"))
            text.append_text(line).append("\n")
        together = side_words(view)
        text.append(f"\n{together}\n" if together else "", ink.style("foreground"))
        asked = asked_words(view)
        text.append(f"\n{asked}\n" if asked else "", ink.style("warning"))
        for bots in expected_bots(view, expected or {}):
            text.append("\n").append_text(key_words(Text(bots, ink.style("muted")), BOT_SAT)).append("\n")
        if away := away_words(view):
            text.append(f"\n{away}\n", ink.style("warning"))
            text.append(key_sentence(FREES, ink.style("warning")) + "\n" if freeable_seats(view) else "")
        late = unrevealed_lot_seats(view)
        for kept in late:
            text.append("\n" + tr(LATE, seat=seat_title(view.seats[kept].name)), ink.style("warning"))
        barred = not rated.admits(rated.me)
        if view.phase is Phase.GATHERING and open_seats(view) and not are_seats_drawn(view) and not barred:
            text.append("\n" + tr(OTHER_SEAT if view.mine else THAT_SEAT, last=len(view.seats)), ink.style("muted"))
        row = Text("   ").join(_told(view, ink, late=bool(late), barred=barred))
        text.append("\n").append_text(row).append("\n\n")
        if invitation:
            copies = key_sentence(COPIES, ink.style("muted"))
            text.append_text(copies).append("\n")
            text.append(invitation + "\n", ink.style("accent", bold=True))
        self.query_one("#waiting-text", Static).update(text)

    @staticmethod
    def _headline(view: TableView, ink: TextStyle) -> Text:
        count = len(open_seats(view))
        return ink.accent(full_words(view) or ntr("{n} seat is open.", "{n} seats are open.", count))


def _seat_line(view: TableView, seat: SeatView, column: int, ink: TextStyle, meant: str = "") -> Text:
    """Write a seat on a line that can be clicked on; its name takes `column` cells. `meant` are those still awaited."""
    text = Text()
    if seat.vacant:
        who, style = tr("nobody"), ink.style("muted")
    elif seat.pid:
        own = f" · {tr('you')}" if seat.mine else ""
        who = bot_nick(seat.bot) if seat.bot else (seat.called or seat.pid[:6]) + own
        style = ink.style("foreground", bold=seat.mine)
    else:
        still = tr(OPEN_FOR, names=cut(meant, NAMES).rstrip()) if meant else tr("open")
        who, style = tr("asked for") if is_asked(view, seat) else still, ink.style("accent")
    text.append(f" {seat.seat + 1} ", ink.style("muted")).append_text(ink.shape(seat.name))
    text.append(" " + cut(seat_title(seat.name), column) + "  ", ink.style("foreground", bold=True))
    text.append(cut(who, 24) if len(who) <= 24 else who, style)  # noqa: PLR2004
    if seat.door:
        text.append(f" · {by_door(seat.door)}", ink.style("muted"))
    text.append(" " + tr("ready") if seat.ready else "", ink.style("success"))
    if view.online and is_asleep(seat):
        text.append(" " + tr("away"), ink.style("warning"))
    text.stylize(Style(meta={PICKS: int(seat.seat)}))
    return text


def _told(view: TableView, ink: TextStyle, *, late: bool, barred: bool) -> list[Text]:
    """Give what can be done, each by a click; who is `barred` has no seat, as the table is for others."""
    keys = dict(STAND if late else SEATED if view.mine else {} if barred else KEYS)
    if not (takes_bots(view) and open_seats(view)):
        keys = {action: words for action, words in keys.items() if action not in BOTS}
    if freeable_seats(view):
        keys["stand"] = STAND_ANY if view.mine else FREE_ONE
    elif len(view.mine) > 1 and not late:
        keys["stand"] = STAND_ONE
    last = seat_title(view.seats[view.mine[-1]].name) if view.mine else ""
    return [key_sentence(words, ink.style("muted"), seat=last) for words in keys.values()]
