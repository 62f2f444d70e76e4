"""The legend of a game: each kind of piece and what it does, in the words of the game's rules, and the marks. Pure.

The rules text has it as its first table with a column of pieces. A game whose pieces are all alike has no such table.
"""

from __future__ import annotations

from functools import lru_cache

from core.fault import Fault, sentence
from core.games import data_text
from core.scene import Scene
from tui.i18n.translation import tr

PIECE = ("piece", "pièce")
"""The headings of that column."""

NOTHING = "–"
"""What a cell of a table says that says nothing."""

FOREIGN = "en"
"""The language of the rules where there are none in the reader's."""

NAMED = 2
"""The columns that say how a piece is written and called, in either order."""

COUNTED = sentence("Beside a name: pts are a player's points, × the stones that they have captured.")
HOLDING = sentence("Beside a name: p are a player's pieces, c their cards.")
"""What the marks beside the numbers of a seat mean (`tui.widgets.seats_panel`)."""

Row = tuple[str, ...]


@lru_cache(maxsize=8)
def legend(game: str, language: str) -> tuple[tuple[str, Row], ...]:
    """Give each kind of piece of a game, such as `N necromobile`, with what it does; none if its pieces are alike."""
    for spoken in dict.fromkeys((language, FOREIGN)):
        try:
            text = data_text(game, f"texts/rules.{spoken}.md")
        except (Fault, OSError):
            continue
        rows = _rows(text)
        return tuple(_told(rows[0], row) for row in rows[1:])
    return ()


def figures_told(scene: Scene | None) -> str:
    """Say what the marks beside the names of the seats mean; nothing where there are none but the number of pieces."""
    panels = () if scene is None else scene.seats
    if any(panel.cards is not None for panel in panels):
        return tr(HOLDING)
    return tr(COUNTED) if any(panel.score is not None for panel in panels) else ""


def _rows(text: str) -> list[Row]:
    """Give the rows of the table of pieces, its heads first; a row without a first cell continues the one before."""
    found: list[Row] = []
    for line in text.splitlines():
        cells = tuple(cell.strip(" `") for cell in line.strip().strip("|").split("|"))
        if not found:
            found += [cells] if line.startswith("|") and not set(PIECE).isdisjoint(cells) else []
        elif not line.startswith("|"):
            break
        elif not cells[0]:
            found[-1] = tuple(f"{one} {more}".strip() for one, more in zip(found[-1], cells, strict=True))
        elif not line.startswith("|-"):
            found.append(cells)
    return found


def _told(heads: Row, row: Row) -> tuple[str, Row]:
    """Give how a piece is written and called, and what it does; several things each after the head of its column."""
    does = [(head, cell) for head, cell in zip(heads[NAMED:], row[NAMED:], strict=True) if cell != NOTHING]
    several = len(heads) > NAMED + 1
    return f"{row[0].partition(' (')[0]} {row[1]}", tuple(f"{head} {cell}" if several else cell for head, cell in does)
