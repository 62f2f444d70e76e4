"""A scene as lines of plain text, for simple terminals, logs and programs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from core.fault import sentence
from core.scene import Cell, Piece, Role, Scene, SeatPanel
from tui.i18n.translation import bare, seat_word, tr

WIDEST = 3
"""Columns of text for half a cell, at most."""

_EMPTY = {Role.POWER: "<>", Role.FORTRESS: "::"}
_CORPSE = {False: "\N{DAGGER}", True: "xx"}
_DOT = {False: "\N{MIDDLE DOT}", True: "."}


CORPSE = sentence("{sign} a corpse")
POWER = sentence("{sign} the power")
AGAIN = sentence("{sign}: the radials {columns} once more, because the rings close")
"""What the small letters at the edges of a board drawn flat mean."""

MARK = "*"
"""The sign of a marked empty cell."""


def draw(
    scene: Scene,
    width: int = 80,
    height: int = 0,
    *,
    ascii_only: bool = False,
    marked: Collection[str] = (),
    colours: Mapping[int, str] | None = None,
) -> list[str]:
    """Draw a scene as text at most `width` wide if possible, with a legend of the seats below.

    A piece is the letter of its colour (see the legend) and its own. `height` is the number of lines wanted (0: as many
    as it takes). The legend is cut first. Empty cells among `marked` show a star. `colours` are other letters of seats.
    """
    cells = (*scene.cells, *scene.ghosts)
    things = [*((cell.x, cell.y) for cell in cells), *((label.x, label.y) for label in scene.labels)]
    if not things:
        return []
    left, top = min(x for x, _ in things), min(y for _, y in things)
    right, bottom = max(x for x, _ in things) + 2, max(y for _, y in things)
    scale = min(WIDEST, max(1, width // max(right - left, 1)))
    canvas = [[" "] * ((right - left) * scale) for _ in range(bottom - top + 1)]
    colours = letters(scene) if colours is None else colours
    standing = {piece.spot: piece for piece in scene.pieces}
    for cell in cells:
        text = _cell(cell, standing.get(cell.spot), colours, ascii_only=ascii_only)
        text = MARK if cell.spot in marked and cell.spot not in standing else text
        _put(canvas, cell.y - top, (cell.x - left) * scale, 2 * scale, text)
    for label in scene.labels:
        _put(canvas, label.y - top, (label.x - left) * scale, 2 * scale, label.text)
    lines = ["".join(row).rstrip() for row in canvas]
    lines += _legend(scene, colours, width)
    return lines[:height] if height else lines


def lettered_board(
    scene: Scene, named: Callable[[SeatPanel], str], *, plain: bool, marked: Collection[str] = ()
) -> list[str]:
    """Draw a board, below it the letter of each seat and what the seat is `named`."""
    colours = spoken_letters(scene)
    drawn = draw(scene, ascii_only=plain, marked=marked, colours=colours)
    names = {panel.seat: named(panel) for panel in scene.seats}
    legend = ", ".join(f"{letter} {names[seat]}" for seat, letter in colours.items())
    board = drawn[: drawn.index("")] if "" in drawn else drawn
    signs = [tr(words, sign=sign) for sign, words in _signs(plain=plain).items() if any(sign in row for row in board)]
    return [*board, ", ".join([legend, *signs, *_edges(scene)])]


def _edges(scene: Scene) -> list[str]:
    """Explain the letters of the columns that are shown twice; nothing where none are."""
    places = {cell.x for cell in scene.ghosts}
    texts = [label.text for label in scene.labels if label.x in places and not 0 <= label.y < scene.rows]
    return [tr(AGAIN, sign=" ".join(texts), columns=" ".join(texts).upper())] if texts else []


def _signs(*, plain: bool) -> dict[str, str]:
    return {_CORPSE[plain]: CORPSE, _EMPTY[Role.POWER]: POWER}


def letters(scene: Scene) -> dict[int, str]:
    """Give each seat of the panel a small letter of its own, the first free one of its name, for programs."""
    return _first_free({panel.seat: panel.name.lower() for panel in scene.seats})


def spoken_letters(scene: Scene) -> dict[int, str]:
    """Give each seat such a letter of its word in the language in use, so that no stone sounds like a row's number."""
    return _first_free({panel.seat: _spoken(panel.name) for panel in scene.seats})


def _spoken(name: str) -> str:
    """Give the word of a seat without blanks; its number where it is called nothing else."""
    word = seat_word(name)
    return name if word == tr("seat {name}", name=name) else bare(word).replace(" ", "")


def _first_free(words: Mapping[int, str]) -> dict[int, str]:
    given: dict[int, str] = {}
    for seat, word in words.items():
        given[seat] = next((letter for letter in word if letter not in given.values()), "?")
    return given


def _cell(cell: Cell, piece: Piece | None, colours: Mapping[int, str], *, ascii_only: bool) -> str:
    if piece is None:
        return _EMPTY.get(cell.role, _DOT[ascii_only])
    if piece.owner is None:
        return _CORPSE[ascii_only]
    return colours.get(piece.owner, "?") + piece.letter


def _put(canvas: list[list[str]], row: int, column: int, room: int, text: str) -> None:
    at = column + max(room - len(text), 0) // 2
    for offset, character in enumerate(text):
        if 0 <= at + offset < len(canvas[row]):
            canvas[row][at + offset] = character


def _legend(scene: Scene, colours: Mapping[int, str], width: int) -> list[str]:
    names = {panel.seat: panel.name for panel in scene.seats}
    words = []
    for panel in scene.seats:
        state = (
            f"{panel.standing}"
            if panel.owner in (None, panel.seat)
            else f"{panel.standing}: {names.get(panel.owner, '?')}"
        )
        marks = "".join(f" {badge}" for badge in panel.badges)
        words.append(f"{colours[panel.seat]} {panel.name} ({state}{marks})")
    lines = [""] if words else []
    for word in words:
        if len(lines) > 1 and len(lines[-1]) + 2 + len(word) <= width:
            lines[-1] += f"  {word}"
        else:
            lines.append(word)
    return lines
