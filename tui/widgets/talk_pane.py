"""The talk: what was said at the table, and the line for saying something."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message

from core.fault import sentence
from net.view.table_view import TableView, TalkLine
from tui.i18n.translation import ntr, tr
from tui.table.player_desk import PlayerDesk
from tui.table.seat_view import is_unheard
from tui.widgets.form_field import OnwardInput, OrderedInput
from tui.widgets.text_style import TextStyle
from tui.words.talk_acts import told
from tui.words.talk_hush import is_hushed, is_without_talk

TO_ALL = sentence("Talk to the table ({key[table.talk]})")
BESIDE = sentence("Talk beside the table ({key[table.talk]})")
GREETINGS = sentence("Only greetings now ({key[table.diplomacy]})")
NO_TALK = sentence("No talk at this table")
SHUT = sentence("Talk is closed to you")
"""The placeholder of the line to talk with: whom it reaches, and what the rules leave to say while they close talk."""
WRITE = sentence("Write (Esc: board)")
WRITE_BESIDE = sentence("Write beside (Esc: board)")
"""The same while what is typed goes there: the line is short, and the key that ends it is what one looks for."""
NO_COMMAND = sentence("Not said: the talk has no commands, and everybody at the table reads it.")
A_MOVE = sentence(
    "Not said: {text} is a move, and this is the talk. Press Esc, then {key[table.type]}, and type the move."
)


def talk_prompt(view: TableView, *, writing: bool = False) -> str:
    """Say whom the line to talk with reaches, if anybody; while it has the keys also how to leave it."""
    if is_unheard(view):
        return tr(NO_TALK if is_without_talk(view) else SHUT)
    if view.beside:
        return tr(WRITE_BESIDE if writing else BESIDE)
    return tr(GREETINGS if is_hushed(view) else WRITE if writing else TO_ALL)


def unsaid_words(text: str, desk: PlayerDesk) -> str:
    """Say why a line is not said: it is a command or a move meant for elsewhere; empty if it is talk."""
    if text.startswith("/"):
        return tr(NO_COMMAND)
    move = text[1:].strip()
    meant = text.startswith(":") and move and desk.picking is not None and desk.objection(move) is None
    return tr(A_MOVE, text=move) if meant else ""


def talk_lines(view: TableView, ink: TextStyle, muted: frozenset[str] = frozenset()) -> list[Text]:
    """Give the lines of talk in order, without those of the `muted` (pids)."""
    names = tuple(seat.name for seat in view.seats)
    return [talk_line(line, names, ink) for line in view.talk if line.pid not in muted]


def talk_title(view: TableView, muted: frozenset[str]) -> str:
    """Give the panel's title with the number of hidden lines."""
    count = sum(line.pid in muted for line in view.talk)
    return tr("Talk") + (" · " + ntr("{n} line muted", "{n} lines muted", count) if count else "")


def talk_line(line: TalkLine, names: tuple[str, ...], ink: TextStyle) -> Text:
    """Give one line: the speaker's shape and name, the text, and its typed tail."""
    text = Text()
    if line.seat is not None and line.seat < len(names):
        text.append_text(ink.shape(names[line.seat])).append(" ")
    text.append(tr("{nick}:", nick=line.nick), ink.style("foreground", bold=True))
    said, act = told(line, names)
    text.append(f" {said}" if said else "", ink.style("foreground"))
    if act:
        text.append(f" [{act}]" if said else f" {act}", ink.style("accent"))
    return text


def gallery_lines(view: TableView, ink: TextStyle, muted: frozenset[str] = frozenset()) -> list[Text]:
    """Give the lines of spectators beside the table, without those of the `muted` (pids)."""
    return [
        Text(tr("{nick}:", nick=line.nick), ink.style("muted", bold=True)) + ink.plain(f" {line.text}")
        for line in view.gallery
        if line.pid not in muted
    ]


def give_back(line: OrderedInput, text: str) -> None:
    """Put a line that was refused where it was typed, to go on behind it, unless another is being typed by now."""
    if not line.value:
        line.value, line.cursor_position = text, len(text)


class TalkInput(OnwardInput):
    """The line to talk with; Tab names the cell under the board's cursor, Esc goes back to the board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", sentence("Say"), key_display="⏎"),
        Binding("tab", "cell", sentence("Name the cell"), key_display="Tab"),
        Binding("escape", "leave", sentence("Board")),
    ]
    DEFAULT_CSS = """
    TalkInput { height: 1; border: none; padding: 0 1; background: $panel; }
    TalkInput:focus { border: none; background-tint: $foreground 5%; }
    """

    class Said(Message):
        """The person said something."""

        def __init__(self, text: str) -> None:
            """Say what."""
            self.text = text
            super().__init__()

    class Left(Message):
        """The person stops talking."""

    class CellAsked(Message):
        """The person wants to name the cell under the cursor of the board."""

    _half_said = ""
    _view: TableView | None = None

    def on_mount(self) -> None:
        """Keep what is half said, or quoted, when the person comes back to it: the next letter goes on with it."""
        self.select_on_focus = False

    def lead(self, view: TableView) -> None:
        """Say whom it reaches at a table, and, while it has the keys, how to leave it."""
        self._view = view
        self.placeholder = talk_prompt(view, writing=self.has_focus)

    def watch_has_focus(self, _has_focus: bool) -> None:  # noqa: FBT001 - Textual's own
        """Show whether what is typed goes here."""
        super().watch_has_focus(_has_focus)
        if self._view is not None and not self.disabled:
            self.lead(self._view)

    def shut(self, *, closed: bool) -> None:
        """Take no words while talk is closed; what was half said is there again afterwards."""
        if closed and not self.disabled:
            self._half_said, self.value = self.value, ""
        elif self.disabled and not closed:
            self.value, self._half_said = self._half_said, ""
        self.disabled = closed

    def action_leave(self) -> None:
        """Go back to the board; what was typed stays."""
        self.post_message(self.Left())

    def action_cell(self) -> None:
        """Ask for the name of the cell under the cursor."""
        self.post_message(self.CellAsked())

    def put_in(self, text: str) -> None:
        """Write a name or a quotation where the cursor is, apart from the words around it."""
        before = self.value[: self.cursor_position]
        self.insert_text_at_cursor(f"{'' if not before or before.endswith(' ') else ' '}{text} ")

    async def action_submit(self) -> None:
        """Say it, if there is anything to say."""
        text = self.value.strip()
        self.value = ""
        if text:
            self.post_message(self.Said(text))
        else:
            self.post_message(self.Left())
