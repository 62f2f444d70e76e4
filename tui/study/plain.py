"""A game as plain text: who played, every decision and all that was said in words, the last position. Pure."""

from __future__ import annotations

from tui.speech import seat_title, tr
from tui.study.cast import title
from tui.study.telling import Retelling
from tui.study.words import WHOSE
from tui.text.describe import seat_name
from tui.text.drawing import draw, letters
from tui.text.towns import map_lines
from tui.theme import Glyphs


def plain_text(told: Retelling, glyphs: Glyphs) -> str:
    """Give the whole game as text for people."""
    lines = [title(told), ""]
    nicks = dict(told.story.record.people)
    lines += [f"{tr(WHOSE, nick=seat_title(name))} {nicks[name]}" for name in told.names if nicks.get(name)]
    options = " ".join(f"{name}={value}" for name, value in told.view.options)
    lines += [tr("Options: {options}", options=options), ""]
    lines += [told.line(one, glyphs) for one in told.tellings]
    return "\n".join([*lines, "", *board_lines(told, told.plies, glyphs)]) + "\n"


def board_lines(told: Retelling, ply: int, glyphs: Glyphs) -> list[str]:
    """Give the position behind `ply` decisions as lines, with whose letters are whose."""
    scene = told.scene(ply)
    if scene.atlas is not None:
        return [*map_lines(scene, glyphs), *told.hands(ply, glyphs)]
    drawn = draw(scene, ascii_only=glyphs.name == "ascii")
    board = drawn[: drawn.index("")] if "" in drawn else drawn
    names = {panel.seat: seat_name(panel.name, glyphs) for panel in scene.seats}
    return [*board, ", ".join(f"{letter} {names[seat]}" for seat, letter in letters(scene).items())]
