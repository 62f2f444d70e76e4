"""The seats: who sits where, how he is doing, whose turn it is and who comes next."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from core.game import Turn
from core.scene import SeatPanel
from net.view import SeatView, TableView
from tui.desk import Desk
from tui.speech import seat_title, tr, word
from tui.widgets.ink import Ink, cut
from tui.widgets.plight import standing
from tui.widgets.seats_row import seats_row

AHEAD = 6
"""How many turns to come are told."""

NAME = 6
"""The columns of a seat's word."""


class SeatsPanel(Static):
    """One line a seat, then the next turns."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "SeatsPanel { height: auto; }"

    def show(self, desk: Desk, ink: Ink, width: int, *, row: bool = False) -> None:
        """Show the seats of the position on the desk in lines of `width` columns, or all in one `row`."""
        view = desk.view
        if view is None:
            return
        if row:
            self.update(seats_row(desk, ink, width))
            return
        scene = desk.scene
        panels = {panel.seat: panel for panel in scene.seats} if scene else {}
        state = desk.state
        active = set(state.active) if state is not None else set()
        lines = [
            seat_line(seat, panels.get(seat.seat), desk.names, ink, width, turn=seat.seat in active)
            for seat in view.seats
        ]
        if state is not None and state.outcome is None:
            lines.append(upcoming(state.upcoming(AHEAD), desk.names, ink))
        self.update(Text("\n", no_wrap=True, end="").join(lines))


def seat_line(
    seat: SeatView, panel: SeatPanel | None, names: tuple[str, ...], ink: Ink, width: int, *, turn: bool
) -> Text:
    """Give the line of one seat: shape, word, who sits there, how he stands, a mark if it is his turn."""
    state = standing(seat, panel, names, ink)
    room = max(4, width - NAME - state.cell_len - 6)
    nick = seat.nick or (tr("nobody") if seat.vacant else tr("open"))
    if seat.bot and not seat.mine:
        nick = word(seat.bot)
    here = seat.present or seat.mine or bool(seat.bot and seat.present)
    nick_style = ink.style("foreground" if here else "muted", bold=seat.mine)
    line = Text(no_wrap=True, end="")
    line.append_text(ink.shape(seat.name)).append(" ")
    line.append(cut(seat_title(seat.name), NAME), ink.style("foreground", bold=True)).append(" ")
    line.append(cut(nick, room), nick_style)
    line.append(" " * max(1, width - 2 - line.cell_len - state.cell_len)).append_text(state).append(" ")
    line.append(ink.glyphs.one["turn"] if turn else " ", ink.style("accent", bold=True))
    return line


def upcoming(turns: tuple[Turn, ...], names: tuple[str, ...], ink: Ink) -> Text:
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


def waiting_seats(view: TableView) -> int:
    """Give how many seats are still open."""
    return sum(not seat.pid and not seat.vacant for seat in view.seats)
