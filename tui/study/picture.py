"""A picture of a position: an SVG file of its own, every character where the terminal has it. Pure."""

from __future__ import annotations

from tui.study.cast import caption, title
from tui.study.easel import Easel
from tui.study.telling import Retelling
from tui.svg import svg
from tui.widgets.cells import Paint, Run


def picture(told: Retelling, ply: int, easel: Easel) -> str:
    """Draw the position behind `ply` decisions with a title above and what was decided below; names no other file."""
    interface = easel.look.interface
    board = easel.draw(told, ply)
    width = max(60, max((sum(len(text) for text, _ in row) for row in board), default=0))
    words = caption(told, ply, easel, width)
    plain = Paint(interface["foreground"], interface["background"])
    head: list[Run] = [(f"{title(told)}  {ply}/{told.plies}", Paint(plain.ink, plain.ground, bold=True))]
    left = (width - sum(len(text) for text, _ in board[0])) // 2 if board else 0
    rows = [head, [], *([(" " * left, plain), *row] for row in board), [], *([(text, plain)] for text in words)]
    return svg(rows, width, plain)
