"""The rows and columns of a board: their names, what stands on one of them, and on the whole board, in sentences. Pure.

A row is what a printed board shows across: on a board of hexagons the cells of one letter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby

from core.fault import Fault, sentence
from core.scene import Cell, Layout, Piece, Role, Scene
from tui.i18n.translation import listed, seat_title, tr
from tui.settings.theme import Glyphs
from tui.table.sentences.event_sentences import cell_words, commander_words
from tui.words.event_words import piece_word

_SPOT = re.compile(r"(?P<column>[A-Za-z]+)(?P<row>[0-9]+)|(?P<first>[0-9]+)\.(?P<second>[0-9]+)")

ROW = sentence("ROW {name}:")
COLUMN = sentence("COLUMN {name}:")
RING = sentence("RING {name}:")
RADIAL = sentence("RADIAL {name}:")
NO_ROW = sentence("There is no row {text} on this board: its rows are {rows}, its columns {columns}.")
NO_COLUMN = sentence("There is no column {text} on this board: its columns are {columns}, its rows {rows}.")
NO_RING = sentence("There is no ring {text} on this board: its rings are {rows}, its radials {columns}.")
NO_RADIAL = sentence("There is no radial {text} on this board: its radials are {columns}, its rings {rows}.")
NO_ROWS = sentence("This board has neither rows nor columns.")
SPAN = sentence("{text} to {sign}")
"""The first and the last name of all rows or columns: signs, never words of a game."""
BOARD = sentence("BOARD {pieces}")
OWN = sentence("{seat}: {pieces}.")
"""All that stands on a board; the part of one seat."""

RUN = 4
"""From how many on, cells that lie side by side in a row are told by the first and the last one."""


def row_of(scene: Scene, spot: str) -> str:
    """Give the name of the row of a spot; empty where a board has no rows."""
    return _place_of(scene, spot)[0]


def column_of(scene: Scene, spot: str) -> str:
    """Give the name of the column of a spot; empty where a board has no columns."""
    return _place_of(scene, spot)[1]


def _place_of(scene: Scene, spot: str) -> tuple[str, str]:
    """Give the names of the row and the column of a spot; empty where a board has none."""
    found = _SPOT.fullmatch(spot)
    if found is None:
        return "", ""
    if scene.layout is Layout.HEX:
        return found["column"], found["row"]
    return found["row"] or found["first"], found["column"] or found["second"]


def row_line(scene: Scene, name: str, glyphs: Glyphs) -> str:
    """Write the pieces on a row, in order; on a column if the name is that of none but a column (`e`, `.7`).

    Raises a `Fault` where there is no such row.
    """
    rows, columns = _names(scene)
    found = next((row for row in rows if row.casefold() == name.casefold()), "")
    if found:
        cells = [cell for cell in scene.cells if row_of(scene, cell.spot) == found]
        return _line(scene, found, cells, RING if is_round(scene) else ROW, glyphs)
    if _column(columns, name) and (not name.isdecimal() or scene.layout is Layout.HEX):
        return column_line(scene, name, glyphs)
    fault = NO_RING if is_round(scene) else NO_ROW
    raise Fault(fault, text=name, rows=_span(rows), columns=_span(columns))


def column_line(scene: Scene, name: str, glyphs: Glyphs) -> str:
    """Write the pieces on a column, in order; raise a `Fault` where there is no such column."""
    rows, columns = _names(scene)
    found = _column(columns, name)
    if not found:
        fault = NO_RADIAL if is_round(scene) else NO_COLUMN
        raise Fault(fault, text=name, rows=_span(rows), columns=_span(columns))
    cells = [cell for cell in scene.cells if column_of(scene, cell.spot) == found]
    return _line(scene, found, cells, RADIAL if is_round(scene) else COLUMN, glyphs)


def is_round(scene: Scene) -> bool:
    """Tell whether the rows of a board close to rings; drawn flat, such a board shows its edges twice."""
    return scene.layout is Layout.RING or bool(scene.ghosts)


def _names(scene: Scene) -> tuple[list[str], list[str]]:
    """Give the names of all rows and of all columns, in order; raise a `Fault` for a board that has none."""
    rows = {row_of(scene, cell.spot) for cell in scene.cells} - {""}
    columns = {column_of(scene, cell.spot) for cell in scene.cells} - {""}
    if not rows:
        raise Fault(NO_ROWS)
    return sorted(rows, key=_place), sorted(columns, key=_place)


def _place(name: str) -> tuple[int, str]:
    return len(name), name


def _column(columns: list[str], name: str) -> str:
    """Give the column that a name means, as `e`, `E` or `.7`; nothing if there is none such."""
    wanted = name.removeprefix(".").casefold()
    return next((column for column in columns if column.casefold() == wanted), "")


def _span(names: list[str]) -> Fault:
    return Fault(SPAN, text=names[0], sign=names[-1])


def _line(scene: Scene, name: str, cells: list[Cell], line: str, glyphs: Glyphs) -> str:
    taken = {piece.spot for piece in scene.pieces}
    ordered = sorted(cells, key=lambda cell: (cell.x, -cell.y))
    parts = [cell_words(scene, cell.spot, glyphs) for cell in ordered if cell.spot in taken]
    return f"{tr(line, name=name)} {listed(parts) or tr('nothing but empty cells')}."


def board_line(scene: Scene, glyphs: Glyphs) -> str:
    """Write all pieces of a board: `BOARD Red: chief c4; militant b2, c3. Blue: chief i1. Corpse d4.`, for example."""
    parts = []
    names = {panel.seat: panel.name for panel in scene.seats}
    for panel in scene.seats:
        kinds: dict[str, set[str]] = {}
        for piece in scene.pieces:
            if piece.owner == panel.seat:
                kinds.setdefault(_kind(piece, names, glyphs), set()).add(piece.spot)
        if kinds:
            told = listed(f"{kind} {_spots(scene, spots)}".strip() for kind, spots in kinds.items())
            parts.append(tr(OWN, seat=seat_title(panel.colour or panel.name), pieces=told))
    places = {
        tr("corpse"): {piece.spot for piece in scene.pieces if piece.owner is None},
        tr("power"): {cell.spot for cell in scene.cells if cell.role is Role.POWER},
        tr("fortress"): {cell.spot for cell in scene.cells if cell.role is Role.FORTRESS},
    }
    told = listed(f"{place} {_spots(scene, spots)}" for place, spots in places.items() if spots)
    parts += [f"{told[0].upper()}{told[1:]}."] if told else []
    return tr(BOARD, pieces=" ".join(parts) or f"{tr('nothing but empty cells')}.")


def _kind(piece: Piece, names: Mapping[int, str], glyphs: Glyphs) -> str:
    """Name the kind of a piece, and its commander; not the only kind of a game, which has no letter."""
    kind = piece_word(piece.letter, piece.name) if piece.letter else ""
    return f"{kind} {commander_words(piece, names, glyphs)}".strip()


def _spots(scene: Scene, spots: set[str]) -> str:
    """Name spots row by row; of a long run in one row the first and the last."""
    rows: dict[str, list[Cell]] = {}
    for cell in sorted(scene.cells, key=lambda cell: (cell.x, -cell.y)):
        rows.setdefault(row_of(scene, cell.spot), []).append(cell)
    parts: list[str] = []
    for row in sorted(rows, key=_place):
        for taken, cells in groupby(rows[row], lambda cell: cell.spot in spots):
            run = [cell.spot for cell in cells] if taken else []
            parts += run if len(run) < RUN else [tr(SPAN, text=run[0], sign=run[-1])]
    return ", ".join(parts)
