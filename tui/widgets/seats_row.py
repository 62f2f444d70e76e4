"""The seats in one row, where the board takes the whole width: shape, word, pieces, cards, whose turn it is."""

from __future__ import annotations

from rich.text import Text

from core.game import Seat
from core.scene import SeatPanel
from net.view.table_view import SeatView
from tui.desk import Desk
from tui.speech import seat_brief, seat_title
from tui.timepiece import FACE
from tui.widgets.ink import Ink, cut, cut_nick
from tui.widgets.plight import standing

LEAST_NICK = 5
"""The columns a nick must have to be shown at all."""

NARROW = 15
"""In so few columns a seat has no room for a clock."""

CODE = 3
"""The columns of a state's code: where a name has less, how the seat stands is told without blanks."""


def seats_row(desk: Desk, ink: Ink, width: int, *, timed: bool = False) -> tuple[Text, dict[Seat, int]]:
    """Give one row of all seats, each as wide as the others, and the columns of their clocks where they have some."""
    view, scene, state = desk.view, desk.scene, desk.state
    row, places = Text(no_wrap=True, end=""), {}
    if view is None:
        return row, {}
    panels = {panel.seat: panel for panel in scene.seats} if scene else {}
    active = set(state.active) if state is not None else set()
    room = width // max(1, len(view.seats))
    clock = FACE + 1 if timed and room > NARROW else 0
    for seat in view.seats:
        turn = seat.seat in active
        row.append_text(_seat(seat, panels.get(seat.seat), desk.names, ink, room - clock, turn=turn))
        if clock:
            places[seat.seat] = row.cell_len
            row.append(" " * clock)
    return row, places


def _seat(seat: SeatView, panel: SeatPanel | None, names: tuple[str, ...], ink: Ink, width: int, *, turn: bool) -> Text:
    text = ink.shape(seat.name) + Text(" ")
    told = standing(seat, panel, names, ink).plain
    mark = ink.glyphs.one["turn"] if turn else ""
    if width - BESIDE - len(told) < CODE:
        told = told.replace(" ", "")
    room = max(1, width - BESIDE - len(told))
    name = seat_brief(seat.name, room)
    text.append(cut(name, min(len(name), room)), ink.style("foreground", bold=True))
    left = room - min(len(name), room) - 2
    if left >= LEAST_NICK and seat.called not in {"", seat_title(seat.name)}:
        text.append(" " + cut_nick(seat.called, min(len(seat.called), left)), ink.style("muted"))
    text.append(f" {told}", ink.style("muted")).append(mark, ink.style("accent", bold=True))
    text.append(" " * max(0, width - text.cell_len))
    return text


BESIDE = 4
"""The columns of a seat beside its name and how it stands: shape, two blanks, the turn's mark."""
