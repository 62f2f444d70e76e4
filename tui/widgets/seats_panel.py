"""The seats: who sits where, how each seat is doing, whose turn it is and who comes next.

A seat's condition is a word or two: king, vassal of another, coma, out, away, or what it has. Below the seats stands
by whose door somebody plays. If the board takes the whole width, the seats share one row: shape, word, pieces, cards,
whose turn it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.geometry import Region
from textual.visual import VisualType
from textual.widgets import Static

from core.fault import sentence
from core.game import Seat, Turn
from core.scene import SeatPanel, Standing
from net.view.table_view import SeatView
from tui.i18n.translation import seat_brief, seat_title, tr
from tui.table.player_desk import PlayerDesk
from tui.table.seat_view import is_asleep
from tui.widgets.text_style import TextStyle, cut, cut_bot, cut_nick, cut_title
from tui.words.bot_words import bot_nick, short_nick
from tui.words.clock_words import FACE, seat_face
from tui.words.door_words import by_door

PLIGHTS = {
    Standing.COMA: sentence("encircled"),
    Standing.ABANDONED: sentence("out"),
    Standing.ABSENT: sentence("absent"),
}
"""The word for a seat that does not play."""


ASLEEP, STAND_IN = "zzz", "bot"
"""The marks after a seat whose holder is absent, or for whom a bot plays on; the same in every language."""


def standing(seat: SeatView, panel: SeatPanel | None, names: tuple[str, ...], ink: TextStyle) -> Text:
    """Describe a seat in a word or two: king, vassal of another, coma, out, or what it has; a mark for the absent."""
    told = _standing(seat, panel, names, ink)
    plays = panel is None or panel.standing in {Standing.ACTIVE, Standing.COMA}
    away = plays and is_asleep(seat)
    mark = ASLEEP if away else STAND_IN if plays and seat.stand_in else ""
    return told + ink.muted(f" {mark}" if told.plain else mark) if mark else told


def _standing(seat: SeatView, panel: SeatPanel | None, names: tuple[str, ...], ink: TextStyle) -> Text:
    if panel is None:
        return ink.muted(tr("ready") if seat.ready else "")
    if panel.standing is Standing.DEAD:
        return _dead(panel, names, ink)
    if panel.standing in PLIGHTS:
        return ink.muted(tr(PLIGHTS[panel.standing]))
    if "king" in panel.badges:
        return ink.accent(f"{ink.glyphs.one['king']} {tr('king')}")
    return ink.muted(_count(panel))


def _count(panel: SeatPanel) -> str:
    """Give the pieces, or the points and captures in games that count them; the cards if there are any."""
    if panel.cards is not None:
        return tr("{pieces}p {cards}c", pieces=panel.pieces, cards=panel.cards)
    if panel.score is None:
        return str(panel.pieces)
    return tr("{score} pts {taken}×", score=panel.score, taken=panel.taken or 0)


def _dead(panel: SeatPanel, names: tuple[str, ...], ink: TextStyle) -> Text:
    if panel.owner is not None and panel.owner != panel.seat:
        return ink.muted(tr("vassal") + " ") + ink.shape(names[panel.owner])
    return ink.muted(f"{ink.glyphs.one['dead']} {tr('dead')}")


LEAST_NICK, LEAST_BOT = 5, 4
"""The columns that a nick and that the short name of a bot need to be shown at all."""

NARROW = 15
"""With so few columns a seat has no room for a clock."""

CODE = 3
"""The columns of a state's code. If a name has fewer, a seat's condition is written without blanks."""


def seats_row(desk: PlayerDesk, ink: TextStyle, width: int, *, timed: bool = False) -> tuple[Text, dict[Seat, int]]:
    """Give one row of all seats, each equally wide, and the columns of their clocks if they have some.

    A seat has its player's name if there is room beside the seat's code, and one's own is underlined.
    """
    view, scene, state = desk.view, desk.scene, desk.state
    row, places = Text(no_wrap=True, end=""), {}
    if view is None:
        return row, {}
    panels = {panel.seat: panel for panel in scene.seats} if scene else {}
    active = set(state.active) if state is not None else set()
    room = width // max(1, len(view.seats))
    own = {seat.seat for seat in view.seats if seat.mine and not seat.bot}
    own = own if len(own) < len(view.seats) else set()
    clock = FACE + 1 if timed and room > NARROW else 0
    for seat in view.seats:
        turn = seat.seat in active
        marked = seat.seat in own
        row.append_text(_seat(seat, panels.get(seat.seat), desk.names, ink, room - clock, turn=turn, own=marked))
        if clock:
            places[seat.seat] = row.cell_len
            row.append(" " * clock)
    return row, places


def _seat(
    seat: SeatView,
    panel: SeatPanel | None,
    names: tuple[str, ...],
    ink: TextStyle,
    width: int,
    *,
    turn: bool,
    own: bool,
) -> Text:
    text = ink.shape(seat.name) + Text(" ")
    told = standing(seat, panel, names, ink).plain
    mark = ink.glyphs.one["turn"] if turn else ""
    if width - BESIDE - len(told) < CODE:
        told = told.replace(" ", "")
    room = max(1, width - BESIDE - len(told))
    name = seat_brief(seat.name, room)
    brief = seat_brief(seat.name, CODE)
    nick = "" if seat.called == seat_title(seat.name) else seat.called
    least = LEAST_BOT if seat.bot else LEAST_NICK
    if nick and room - len(name) - 2 < least <= room - len(brief) - 2:
        name = brief
    text.append(cut_title(name, min(len(name), room)), _word_style(ink, own=own))
    left = room - min(len(name), room) - 2
    if nick and left >= least:
        text.append(f" {fitted_nick(seat, nick, left).rstrip()}", ink.style("foreground" if own else "muted"))
    text.append(f" {told}", ink.style("muted")).append(mark, ink.style("accent", bold=True))
    text.append(" " * max(0, width - text.cell_len))
    return text


def _word_style(ink: TextStyle, *, own: bool) -> Style:
    return ink.style("foreground", bold=True) + Style(underline=own)


BESIDE = 4
"""The columns of a seat beside its name and condition: shape, two blanks, the turn's mark."""


AHEAD = 6
"""How many coming turns are shown."""

NAME = 6
"""The columns of a seat's word if there is no room for all of it."""

NICK = 8
"""The most columns that a nick should have beside a whole word."""

LEAST = 3
"""The columns that a nick needs to be shown at all."""


class SeatsPanel(Static):
    """One line a seat, then the next turns. The clocks among them run by themselves (`tick`)."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "SeatsPanel { height: auto; text-wrap: nowrap; text-overflow: clip; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        """Show nothing yet."""
        super().__init__(id=id, markup=False)
        self.faces: dict[Seat, tuple[str, str]] = {}
        self._shown = Text()
        self._lines: list[Text] = []
        self._spots: dict[Seat, tuple[int, int]] = {}

    def show(self, desk: PlayerDesk, ink: TextStyle, width: int, *, now: int = 0, row: bool = False) -> None:
        """Show the seats of the position on the desk in lines of `width` columns, or all in one `row`."""
        view = desk.view
        if view is None:
            return
        self.faces = {one.seat: seat_face(view, one.seat, now) for one in view.seats}
        timed = bool(view.clocks) or (not row and any(face for face, _ in self.faces.values()))
        if row:
            line, places = seats_row(desk, ink, width, timed=timed)
            self._lines, self._spots = [line], {seat: (at, 0) for seat, at in places.items()}
        else:
            # without clocks the status says how long somebody is waited for
            idle = frozenset(seat for seat, (face, _) in self.faces.items() if not (face and view.clocks))
            self._lines = self._column(desk, ink, width, timed=timed, idle=idle)
            ends = {one.seat: (len(self._lines[at]) - 2 - FACE, at) for at, one in enumerate(view.seats)}
            free = {seat: (x, at) for seat, (x, at) in ends.items() if not self._lines[at].plain[x : x + FACE].strip()}
            self._spots = free if timed else {}
        for seat in self._spots:
            self._set(seat, ink)
        self.update(self._joined())

    def tick(self, desk: PlayerDesk, ink: TextStyle, now: int) -> bool:
        """Update the clocks, each in its own few cells; False if there is no place for one."""
        if desk.view is None:
            return True
        changed: list[Region] = []
        for seat in (one.seat for one in desk.view.seats):
            face = seat_face(desk.view, seat, now)
            before = self.faces.get(seat)
            if face == before:
                continue
            if seat not in self._spots and (desk.view.clocks or not (face[0] and before and before[0])):
                return False
            self.faces[seat] = face
            if seat not in self._spots:
                continue
            self._set(seat, ink)
            changed.append(Region(*self._spots[seat], FACE, 1))
        if changed:
            self._shown = self._joined()
            self.refresh(*changed)
        return True

    def render(self) -> Text:
        """Give the text as it is now."""
        return self._shown

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show another text."""
        self._shown = content if isinstance(content, Text) else Text(str(content))
        super().update(content, layout=layout)

    def _set(self, seat: Seat, ink: TextStyle) -> None:
        """Write a clock into its cells."""
        (x, y), (face, colour) = self._spots[seat], self.faces[seat]
        line = self._lines[y]
        clock = Text(face[:FACE].rjust(FACE), ink.style(colour, bold=colour == "error"))
        self._lines[y] = line[:x] + clock + line[x + FACE :]
        self._lines[y].no_wrap = True

    def _joined(self) -> Text:
        return Text("\n", no_wrap=True, end="").join(self._lines)

    @staticmethod
    def _column(
        desk: PlayerDesk, ink: TextStyle, width: int, *, timed: bool, idle: frozenset[Seat] = frozenset()
    ) -> list[Text]:
        """Give the lines. A seat without a clock now (`idle`) has the columns of the clock before anything is cut."""
        view, scene, state = desk.view, desk.scene, desk.state
        assert view is not None
        panels = {panel.seat: panel for panel in scene.seats} if scene else {}
        active = set(state.active) if state is not None else set()
        room = width - FACE - 1 if timed else width
        plights = [standing(seat, panels.get(seat.seat), desk.names, ink) for seat in view.seats]
        names = [seat_title(seat.name) for seat in view.seats]
        needs = [_needed(seat) + plight.cell_len for seat, plight in zip(view.seats, plights, strict=True)]
        spare = room - max(needs, default=0) - AROUND
        longest = max(map(len, names), default=0)
        column = min(longest, max(NAME, spare))
        lines = []
        for seat, plight in zip(view.seats, plights, strict=True):
            line = seat_line(seat, plight, ink, room, column, turn=seat.seat in active)
            whole = seat_line(seat, plight, ink, width, column, turn=seat.seat in active)
            if timed and seat.seat in idle and whole.plain.split() != line.plain.split():
                line = whole
            elif timed:
                line = line[:-2] + Text(" " * (FACE + 1)) + line[-2:]
            lines.append(line)
        if state is not None and state.outcome is None:
            lines.append(upcoming(state.upcoming(AHEAD), desk.names, ink))
        return lines + door_lines(view.seats, ink, width)


def _called(seat: SeatView) -> str:
    """Give what the line of a seat calls its holder."""
    if seat.bot and not seat.mine:
        return bot_nick(seat.bot)
    return seat.called or (tr("nobody") if seat.vacant else tr("open"))


def _needed(seat: SeatView) -> int:
    """Count the columns that a nick should have beside a whole word: a bot's may be short."""
    nick = _called(seat)
    if nick == seat_title(seat.name):
        return 0
    _, sign, number = nick.rpartition(" #")
    brief = short_nick(seat.bot) + (sign + number if sign else "") if seat.bot else nick
    return min(NICK, cell_len(brief), cell_len(nick))


AROUND = 6
"""The columns of a line beside word, nick and condition: the shape, the turn's mark, and the blanks."""


def seat_line(seat: SeatView, state: Text, ink: TextStyle, width: int, column: int, *, turn: bool) -> Text:
    """Give the line of one seat: shape, word, holder, condition, and a mark if it is their turn."""
    nick = _called(seat)
    here = seat.present or seat.mine or bool(seat.bot and seat.present)
    line = ink.shape(seat.name) + Text(" ")
    line.no_wrap, line.end = True, ""
    room = width - column - state.cell_len - AROUND
    alike = nick == seat_title(seat.name)
    column += room + 1 if alike and room > 0 else 0
    column = min(column, max(0, width - len("● ") - len("  ◀") - state.cell_len))
    line.append(cut_title(seat_brief(seat.name, column), column), ink.style("foreground", bold=True))
    if room >= LEAST and not alike:
        line.append(" " + fitted_nick(seat, nick, room), ink.style("foreground" if here else "muted", bold=seat.mine))
    line.truncate(max(0, width - 3 - state.cell_len), pad=True)
    line.append_text(Text(" ") + state + Text(" "))
    line.append(ink.glyphs.one["turn"] if turn else " ", ink.style("accent", bold=True))
    return line


def door_lines(seats: Sequence[SeatView], ink: TextStyle, width: int) -> list[Text]:
    """Give a line for each door by which somebody plays: the shapes of their seats, and whose door it is."""
    lines = []
    for door in dict.fromkeys(seat.door for seat in seats if seat.door):
        line = Text(no_wrap=True, end="")
        for seat in seats:
            if seat.door == door:
                line.append_text(ink.shape(seat.name)).append(" ")
        line.append(cut(by_door(door), max(0, width - line.cell_len)), ink.style("muted"))
        lines.append(line)
    return lines


def fitted_nick(seat: SeatView, nick: str, width: int) -> str:
    """Give a nick exactly `width` columns wide; a bot's is shortened before it is cut."""
    return cut_bot(nick, short_nick(seat.bot), width) if seat.bot else cut_nick(nick, width)


def upcoming(turns: tuple[Turn, ...], names: tuple[str, ...], ink: TextStyle) -> Text:
    """Give the next turns: the seat's shape, in brackets that of another player who plays it, + for a bonus."""
    line = ink.muted(tr("Next") + " ")
    for at, turn in enumerate(turns):
        if at:
            line.append(" ")
        line.append_text(ink.shape(names[turn.seat]))
        if turn.player != turn.seat:
            line.append_text(ink.muted("(") + ink.shape(names[turn.player]) + ink.muted(")"))
        if turn.bonus:
            line.append("+", ink.style("accent"))
    line.no_wrap = True
    return line
