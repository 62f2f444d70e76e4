"""A game as an animation for terminals, in the format asciicast 2. Pure.

The first line is a JSON object (version, width, height, title); every other one is `[seconds, "o", what is written]`.
`BoardCanvas` draws a position into cells without a screen, for pictures and casts.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import set_cell_size

from core.scene import Layout, Scene
from tui.settings.theme import Glyphs, Look, glyphs, look
from tui.study.game_summary import game_title
from tui.study.timeline import Timeline
from tui.table.move_entry import EntryChoice
from tui.widgets.drawing.board_frame import plan
from tui.widgets.drawing.cells import Paint, Run
from tui.widgets.drawing.layout_choice import draw_scene, fitted_frame, suitable_view
from tui.widgets.drawing.map_picture import map_marks
from tui.widgets.drawing.scene_drawing import Drawing, Marks

ROOM = (100, 36)
"""Columns and rows that a picture may take; a map takes all of them."""


@dataclass(frozen=True, slots=True)
class BoardCanvas:
    """How positions are drawn: the look, the glyphs, and the room in columns and rows."""

    look: Look
    glyphs: Glyphs
    room: tuple[int, int] = ROOM

    def draw(self, told: Timeline, ply: int) -> list[list[Run]]:
        """Draw the position after `ply` lines with its latest action marked, as rows of runs of equal width."""
        picture = self.picture(told, ply)
        return [list(picture.cells.runs(y)) for y in range(picture.frame.height)]

    def picture(self, told: Timeline, ply: int) -> Drawing:
        """Give the drawing itself."""
        scene = told.scene(ply, self._view(told, ply))
        frame = fitted_frame(scene, plan(scene, 0), *self.room)
        picture = draw_scene(scene, frame, self.look.for_game(told.view.game), self.look, self.glyphs)
        picture.mark(_marks(scene, told.last(ply)))
        return picture

    def _view(self, told: Timeline, ply: int) -> str:
        names = told.desk.drawings
        if len(names) < 2:  # noqa: PLR2004 - one way of drawing is no choice
            return ""
        return suitable_view({name: told.scene(ply, name) for name in names}, told.desk.drawing, *self.room)


def _marks(scene: Scene, last: tuple[str, ...]) -> Marks:
    if scene.layout is Layout.MAP:
        return map_marks(EntryChoice(last=tuple(last)), scene)
    return Marks(last=frozenset(last))


def easel(theme: str, glyph_set: str = "unicode", worn: dict[str, str] | None = None) -> BoardCanvas:
    """Give a canvas in the theme of that name; `worn` are the colours of seats whose names are not colours."""
    return BoardCanvas(look(theme).wearing(worn or {}), glyphs(glyph_set).wearing(worn or {}))


STEP, READING, LAST = 1.0, 0.04, 3.0
"""Seconds between two decisions, extra seconds for each character to read beneath, and seconds at the end."""

WORDS = 4
"""Rows beneath the board for the events."""

NARROWEST = 60

_CLEAR, _RESET, _HIDE, _SHOW = "\x1b[2J", "\x1b[0m", "\x1b[?25l", "\x1b[?25h"


def cast(told: Timeline, easel: BoardCanvas, *, step: float = STEP) -> str:
    """Give the whole game as a cast, a decision each `step` seconds. Each frame writes only the rows that differ."""
    first = easel.picture(told, 0).frame
    width = max(first.width, NARROWEST)
    size = (width, first.height + WORDS + 1)
    head = {"version": 2, "width": size[0], "height": size[1], "title": title(told), "env": {"TERM": "xterm-256color"}}
    lines = [json.dumps(head, ensure_ascii=False)]
    now, before = 0.0, [""] * size[1]
    for ply in range(told.plies + 1):
        words = caption(told, ply, easel, width)
        rows = _frame(told, easel, ply, width, words)
        data = _changes(before, rows) if ply else _HIDE + _CLEAR + _changes([""] * len(rows), rows)
        lines.append(json.dumps([round(now, 3), "o", data], ensure_ascii=False))
        now += step + READING * sum(len(text) for text in words[1:])
        before = rows
    lines.append(json.dumps([round(now + LAST, 3), "o", _RESET + _SHOW], ensure_ascii=False))
    return "\n".join(lines) + "\n"


def title(told: Timeline) -> str:
    """Give the title: game, players, date."""
    people = ", ".join(nick for _, nick in told.story.record.people if nick)
    return " · ".join(part for part in (game_title(told.view.game), people, told.story.record.date) if part)


def caption(told: Timeline, ply: int, easel: BoardCanvas, width: int) -> list[str]:
    """Give the text beneath a position, `WORDS` lines at most."""
    lines = [part for one in told.at(ply) for part in textwrap.wrap(told.line(one, easel.glyphs), width)]
    return lines[:WORDS]


def _frame(told: Timeline, easel: BoardCanvas, ply: int, width: int, words: Sequence[str]) -> list[str]:
    """Give the rows of one position, each as it is sent to a terminal."""
    interface = easel.look.interface
    ground = interface["background"]
    bar = set_cell_size(f" {title(told)}  {told.turn_of(ply)}/{told.counted}", width)
    rows = [_sent([(bar, Paint(interface["foreground"], interface["panel"], bold=True))])]
    for runs in easel.draw(told, ply):
        free = width - sum(len(text) for text, _ in runs)
        left, right = " " * (free // 2), " " * (free - free // 2)
        rows.append(_sent([(left, Paint(ground, ground)), *runs, (right, Paint(ground, ground))]))
    for at in range(WORDS):
        text = words[at] if at < len(words) else ""
        rows.append(_sent([(set_cell_size(text, width), Paint(interface["foreground"], ground))]))
    return rows


def _sent(runs: Sequence[Run]) -> str:
    return "".join(_run(text, paint) for text, paint in runs if text) + _RESET


def _run(text: str, paint: Paint) -> str:
    bold = "1;" if paint.bold else ""
    return f"\x1b[0;{bold}38;2;{_rgb(paint.ink)};48;2;{_rgb(paint.ground)}m{text}"


def _rgb(colour: str) -> str:
    return ";".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))


def _changes(before: Sequence[str], rows: Sequence[str]) -> str:
    return "".join(_moved(y, row) for y, row in _differing(before, rows))


def _differing(before: Sequence[str], rows: Sequence[str]) -> Iterator[tuple[int, str]]:
    for y, row in enumerate(rows):
        if y >= len(before) or before[y] != row:
            yield y, row


def _moved(y: int, row: str) -> str:
    return f"\x1b[{y + 1};1H{row}"
