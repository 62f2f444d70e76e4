"""The rules texts that come with each game, in the language in use, with their diagrams as lines."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from core.scene import Scene, SeatPanel
from tui.i18n.translation import language, seat_word, tr
from tui.settings.theme import GLYPH_SETS, glyphs
from tui.study.lessons.rules_text import Diagram, opening, parts, split_rules
from tui.table.sentences.map_sentences import map_lines
from tui.table.sentences.plain_board import MARK, lettered_board


def rules_of(game: str, scene: Scene, spot: str, *, plain: bool = False) -> list[str]:
    """Give the part of the rules about what is on a spot, up to the next heading; nothing without a spot."""
    here = next((cell.spot for cell in scene.cells if cell.spot.casefold() == spot.casefold()), None)
    if here is None:
        return []
    _, after = split_rules(_text(game), opening(game, scene, here, language()))
    if not after:
        return rules_lines(game, plain=plain)
    first, *more = after.splitlines(keepends=True)
    end = next((at for at, line in enumerate(more) if line.startswith("#")), len(more))
    return _told(game, first + "".join(more[:end]), plain=plain)


def rules_lines(game: str, *, plain: bool = False) -> list[str]:
    """Give the rules of a game in the language in use (Markdown); `plain` draws in ASCII."""
    return _told(game, _text(game), plain=plain)


def _text(game: str) -> str:
    return files(f"core.games.{game}").joinpath(f"texts/rules.{language()}.md").read_text(encoding="utf-8")


def _told(game: str, text: str, *, plain: bool) -> list[str]:
    lines: list[str] = []
    for part in parts(game, text):
        lines += part.splitlines() if isinstance(part, str) else diagram_lines(part, plain=plain)
    return lines


def panel_word(panel: SeatPanel) -> str:
    """Name a seat by its colour."""
    return seat_word(panel.colour or panel.name)


def diagram_lines(diagram: Diagram, *, plain: bool = False) -> Iterator[str]:
    """Draw a diagram: the board with a legend, or the towns of a map; the marks, the caption."""
    scene, marks = diagram.scene, diagram.marks
    marked = marks.targets | marks.reach
    if scene.atlas is not None:
        yield from map_lines(scene, glyphs(GLYPH_SETS[plain]))
    else:
        yield from lettered_board(scene, panel_word, plain=plain, marked=marked)
    if marked:
        yield tr("{mark} marked: {spots}", mark=MARK, spots=", ".join(sorted(marked)))
    yield diagram.caption
    yield ""
