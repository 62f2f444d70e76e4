"""Export a game as a record, text, a report, a page, a picture of one position, or an animation, each in a new file.

The picture is a standalone SVG file with every character where the terminal has it, or PNG. The text says who played,
every decision and all talk in words, and the last position.
"""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from core.fault import Fault, sentence
from core.match.record import write
from net.view.table_view import TableView
from tui.i18n.translation import seat_title, tr
from tui.records import archive
from tui.settings import settings
from tui.settings.theme import Glyphs
from tui.study.analysis.game_analysis import GameAnalyst
from tui.study.analysis.turning_points import turns
from tui.study.asciicast import BoardCanvas, caption, cast, easel, title
from tui.study.evening_report import report_text
from tui.study.game_library import story_of_view
from tui.study.game_summary import WHOSE
from tui.study.past_game import analyst_of
from tui.study.timeline import Timeline
from tui.table.seat_names import seat_appearances, table_glyphs
from tui.table.sentences.event_sentences import seat_name
from tui.table.sentences.map_sentences import map_lines
from tui.table.sentences.plain_board import lettered_board
from tui.terminal.terminal_svg import svg
from tui.widgets.drawing.cells import Paint, Run


def picture(told: Timeline, ply: int, easel: BoardCanvas) -> str:
    """Draw the position after `ply` lines with a title above and the decision below, in a standalone file."""
    interface = easel.look.interface
    board = easel.draw(told, ply)
    width = max(60, max((sum(len(text) for text, _ in row) for row in board), default=0))
    words = caption(told, ply, easel, width)
    plain = Paint(interface["foreground"], interface["background"])
    head: list[Run] = [
        (f"{title(told)}  {told.turn_of(ply)}/{told.counted}", Paint(plain.ink, plain.ground, bold=True))
    ]
    left = (width - sum(len(text) for text, _ in board[0])) // 2 if board else 0
    rows = [head, [], *([(" " * left, plain), *row] for row in board), [], *([(text, plain)] for text in words)]
    return svg(rows, width, plain)


def plain_text(told: Timeline, glyphs: Glyphs) -> str:
    """Give the whole game as text for people."""
    lines = [title(told), ""]
    nicks = dict(told.story.record.people)
    lines += [f"{tr(WHOSE, nick=seat_title(name))} {nicks[name]}" for name in told.names if nicks.get(name)]
    options = " ".join(f"{name}={value}" for name, value in told.view.options)
    lines += [tr("Options: {options}", options=options), ""]
    lines += [told.line(one, glyphs) for one in told.heard(-1, told.plies)]
    return "\n".join([*lines, "", *board_lines(told, told.plies, glyphs)]) + "\n"


def board_lines(told: Timeline, ply: int, glyphs: Glyphs) -> list[str]:
    """Give the position after `ply` lines as lines, with a legend of the letters."""
    scene = told.scene(ply)
    if scene.atlas is not None:
        return [*map_lines(scene, glyphs), *told.hands(ply, glyphs)]
    return lettered_board(scene, lambda panel: seat_name(panel.name, glyphs), plain=glyphs.name == "ascii")


NO_FORM = sentence("{text} is no form of export; there are {allowed}.")
NO_PILLOW = sentence("A picture in pixels needs Pillow: install parley-table[pictures].")
EXPORTED = sentence("Exported: {path}")


class Form(StrEnum):
    """The forms a game can be exported in."""

    RECORD = "record"
    TEXT = "text"
    PICTURE = "svg"
    CAST = "cast"
    REPORT = "report"
    PAGE = "html"
    PIXELS = "png"
    FILM = "gif"


PICTURES = frozenset({Form.PICTURE, Form.PIXELS})
"""The forms that show one position."""

SUFFIXES = {
    Form.RECORD: ".record",
    Form.TEXT: ".txt",
    Form.REPORT: "-report.txt",
    Form.PICTURE: ".svg",
    Form.CAST: ".cast",
    Form.PAGE: ".html",
    Form.PIXELS: ".png",
    Form.FILM: ".gif",
}

WORDS = {
    Form.RECORD: sentence("Record (others can replay and check it)"),
    Form.TEXT: sentence("Plain text (to read)"),
    Form.PICTURE: sentence("Picture of this position (SVG)"),
    Form.CAST: sentence("Animation of the whole game (asciicast)"),
    Form.REPORT: sentence("Report of the evening (promises, turning points, result)"),
    Form.PAGE: sentence("Page for a browser (the game and its story)"),
    Form.PIXELS: sentence("Picture of this position (PNG)"),
    Form.FILM: sentence("Animation of the whole game (GIF)"),
}
"""The description of each form, in the order in which they are offered."""


def folder() -> Path:
    """Give the folder of exports."""
    return settings.home() / "exports"


def form_of(text: str) -> Form:
    """Read the name of a form; raise `Fault`."""
    try:
        return Form(text.casefold())
    except ValueError:
        raise Fault(NO_FORM, text=text, allowed=", ".join(Form)) from None


def data(told: Timeline, form: Form, ply: int, *, theme: str, glyph_set: str = "unicode") -> bytes:
    """Give the bytes of an export; `ply` is the position of a picture. Raises `Fault` where a library is missing."""
    if form not in {Form.PIXELS, Form.FILM}:
        return content(told, form, ply, theme=theme, glyph_set=glyph_set).encode()
    if find_spec("PIL") is None:
        raise Fault(NO_PILLOW)
    from tui.study.position_picture import game_gif, position_png

    return position_png(told, ply, theme) if form is Form.PIXELS else game_gif(told, theme)


def content(told: Timeline, form: Form, ply: int, *, theme: str, glyph_set: str = "unicode") -> str:
    """Give the content of an export that is text; `ply` is the position of a picture."""
    if form is Form.RECORD:
        return write(told.story.record)
    if form is Form.PAGE:
        from tui.study.story_page import story_page

        return story_page(analysed(told), theme)
    colours = dict(seat_appearances(told.view))
    if form is Form.TEXT:
        return plain_text(told, table_glyphs(glyph_set, told.view))
    if form is Form.REPORT:
        found = analysed(told).turns
        return report_text(told.view, told.story.record.date, found, told.story.given_up_by)
    stand = easel(theme, glyph_set, colours)
    return picture(told, ply, stand) if form is Form.PICTURE else cast(told, stand)


def export(
    told: Timeline, form: Form, ply: int, *, theme: str, glyph_set: str = "unicode", where: Path | None = None
) -> Path:
    """Write an export into `where` (the folder of exports) and give the file; raise `NotSaved`."""
    record = told.story.record
    stem = "-".join(part for part in (record.date, record.header.game, record.digest[: archive.NAMED]) if part)
    if form in PICTURES:
        stem += f"-{told.turn_of(ply)}"
    made = data(told, form, ply, theme=theme, glyph_set=glyph_set)
    return archive.put(where or folder(), stem, made, SUFFIXES[form])


def analysed(told: Timeline) -> Timeline:
    """Give a game with its marks if somebody looked at it before; the given one stays as it is."""
    made = None if told.turns is not None or not told.story.can_be_judged else analyst_of(told.story).kept()
    if made is None:
        return told
    found = Timeline(told.story)
    found.judge(turns(told.story.match, made.marked))
    return found


def report_of(view: TableView) -> str:
    """Give the report of a table, with the turning points if somebody looked for them before."""
    day = archive.today().isoformat()
    if view.outcome is None:
        return report_text(view, day, None)
    match = story_of_view(view, day).match
    made = GameAnalyst(match).kept()
    return report_text(view, day, None if made is None else turns(match, made.points))


def save_report(view: TableView, text: str) -> Path:
    """Write the report of a table into the folder of exports and give the file; raise `NotSaved`."""
    stem = f"{archive.today().isoformat()}-{view.game}-{view.tid[: archive.NAMED]}"
    return archive.put(folder(), stem, text.encode(), SUFFIXES[Form.REPORT])
