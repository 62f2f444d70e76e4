"""The rules texts that come with each game, in the language in use, as sentences.

Their diagrams are told in words: who hears them line by line would hear every empty cell of a drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.resources import files

from core.fault import Fault, sentence
from core.games import names
from core.scene import Layout, Scene, SeatPanel
from tui.i18n.translation import bare, calling, language, seat_word, town_called, tr
from tui.settings.theme import GLYPH_SETS, glyphs
from tui.study.lessons.rules_text import Diagram, opening, parts, split_rules
from tui.table.seat_names import called_in
from tui.table.sentences.map_sentences import map_lines
from tui.table.sentences.plain_board import MARK, lettered_board
from tui.table.sentences.row_sentences import board_line
from tui.text.shell.board_look import REACHES
from tui.text.shell.spoken_markdown import spoken
from tui.text.shell.spot_names import spot_meant
from tui.text.shell.text_menu import plain_name

WHOLE = frozenset({"all", "tout"})
"""The words that ask for every section."""
WORD = sentence("rules")
"""The word that is typed for the rules."""
DRAWINGS = frozenset({"drawn", "drawings", "dessins", "dessin", "dessine"})
"""The words behind a section that ask for the boards as drawings."""
DRAWN = sentence("`{line} {number} drawn` draws the boards of this section.")
SECTIONS = sentence("`{line} 1` to `{line} {last}` tell one of these sections, `{line} all` tells them all.")
ONWARD = sentence("`{line} {number}` goes on: {title}.")
WHOLE_SECTION = sentence("`{line} {number}` tells the whole section with its examples: {title}.")
MARKED = sentence("MARKED {spots}.")
NO_SECTION = sentence("{text} is no section: there are 1 to {last}, and all.")


def asks_section(which: str) -> bool:
    """Tell whether what stands behind the word names a section, or asks for all of them.

    >>> asks_section("3"), asks_section("Tout"), asks_section("3 drawn"), asks_section("c4")
    (True, True, True, False)
    """
    which = _undrawn(which)
    return which.isdecimal() or bare(which) in WHOLE


def _undrawn(which: str) -> str:
    """Give what stands before the word that asks for drawings."""
    before, _, last = which.rpartition(" ")
    return before.rstrip() if bare(last) in DRAWINGS else which


def names_game(which: str) -> bool:
    """Tell whether what stands behind the word begins with a game's name: the rules of that one are meant.

    >>> names_game("Djambi 3"), names_game("Méditerranée"), names_game("c4")
    (True, True, False)
    """
    return plain_name(which.partition(" ")[0]) in names()


def rules_told(game: str, scene: Callable[[], Scene], rest: str, *, plain: bool = False) -> list[str]:
    """Give the sections, one of them, or the part about what is on a cell; raise a `Fault`."""
    if not rest or asks_section(rest):
        return rules_lines(game, rest, plain=plain)
    return rules_of(game, scene(), rest, plain=plain)


def rules_of(game: str, scene: Scene, spot: str, *, plain: bool = False) -> list[str]:
    """Give the part of the rules about what is on the spot that is named, without drawings; raise a `Fault`.

    It is an entry of a list, or all up to the next heading. The last line names the section in which the rest stands.
    """
    before, after = split_rules(_text(game), opening(game, scene, spot_meant(scene, spot), language()))
    if not after:
        return rules_lines(game, plain=plain)
    first, *more = after.splitlines(keepends=True)
    entry = first.startswith("* ")
    end = next((at for at, line in enumerate(more) if _ends(line, entry=entry)), len(more))
    found = parts(game, first + "".join(more[:end]))
    lines = [line for part in found if isinstance(part, str) for line in spoken(part)]
    whole = not entry and all(isinstance(part, str) for part in found)
    return lines if whole else [*lines, *_section_of(before, first)]


def _ends(line: str, *, entry: bool) -> bool:
    """Tell whether a line stands behind an entry of a list, which goes on in indented lines, or behind a section."""
    return not line.startswith("  ") if entry else line.startswith("#")


def _section_of(before: str, first: str) -> list[str]:
    """Say which section a line stands in, with what is `before` it; nothing where it stands before them all."""
    titles = re.findall(r"^## (.*)", before + first, flags=re.MULTILINE)
    return [tr(WHOLE_SECTION, line=tr(WORD), number=len(titles), title=titles[-1])] if titles else []


def rules_lines(game: str, which: str = "", *, called: str = "", plain: bool = False) -> list[str]:
    """Give the rules of a game in sentences: how they begin and their sections, one section by its number, or all.

    `called` is the game's name where it has to be typed. `plain` draws in ASCII, where the section is asked for drawn.
    Raises `Fault` for any other section.
    """
    asked, which = which, _undrawn(which)
    drawn = asked != which
    preface, *sections = _sections(_text(game))
    titles = [text.partition("\n")[0].lstrip("# ") for text in sections]
    line = f"{tr(WORD)} {called}".rstrip()
    if not which:
        listing = [f"{number} {title}" for number, title in enumerate(titles, 1)]
        return [*_told(game, preface, plain=plain, drawn=drawn), *listing, tr(SECTIONS, line=line, last=len(sections))]
    if bare(which) in WHOLE:
        return _told(game, _text(game), plain=plain, drawn=drawn)
    if which not in map(str, range(1, len(sections) + 1)):
        raise Fault(NO_SECTION, text=which, last=len(sections))
    at = int(which)
    onward = [tr(ONWARD, line=line, number=at + 1, title=title) for title in titles[at : at + 1]]
    if not drawn and any(not isinstance(one, str) and one.scene.atlas is None for one in parts(game, sections[at - 1])):
        onward.insert(0, tr(DRAWN, line=line, number=at))
    return [*_told(game, sections[at - 1], plain=plain, drawn=drawn), *onward]


def _text(game: str) -> str:
    return files(f"core.games.{game}").joinpath(f"texts/rules.{language()}.md").read_text(encoding="utf-8")


def _sections(text: str) -> list[str]:
    """Part a text before each heading of the second level."""
    return re.split(r"^(?=## )", text, flags=re.MULTILINE)


def _told(game: str, text: str, *, plain: bool, drawn: bool) -> list[str]:
    lines: list[str] = []
    for part in parts(game, text):
        if isinstance(part, str):
            lines += spoken(part)
        else:
            lines += diagram_lines(part, plain=plain) if drawn else diagram_words(part, plain=plain)
    return lines


def panel_word(panel: SeatPanel) -> str:
    """Name a seat by its colour."""
    return seat_word(panel.colour or panel.name)


def diagram_words(diagram: Diagram, *, plain: bool = False) -> Iterator[str]:
    """Tell a diagram: the caption, who stands where, where a piece could go, and which spots are marked."""
    scene, marks, reach = diagram.scene, diagram.marks, str(diagram.entries.get("reach", ""))
    yield diagram.caption
    glyph_set = glyphs(GLYPH_SETS[plain])
    with calling(called_in(scene)):
        told = map_lines(scene, glyph_set) if scene.atlas is not None else [board_line(scene, glyph_set)]
        if reach:
            told.append(tr(REACHES, spot=town_called(reach), spots=", ".join(map(town_called, sorted(marks.reach)))))
        if marks.targets:
            told.append(tr(MARKED, spots=", ".join(map(town_called, sorted(marks.targets)))))
    yield from told
    yield ""


def diagram_lines(diagram: Diagram, *, plain: bool = False) -> Iterator[str]:
    """Draw a diagram: the board with a legend, or the towns of a map; the marks, the caption.

    A round board is drawn flat: only so do its rings have names.
    """
    scene, marks = diagram.scene, diagram.marks
    if scene.layout is Layout.RING:
        scene = diagram.state.scene(None)
    marked = marks.targets | marks.reach
    if scene.atlas is not None:
        yield from map_lines(scene, glyphs(GLYPH_SETS[plain]))
    else:
        with calling(called_in(scene)):
            board = lettered_board(scene, panel_word, plain=plain, marked=marked)
        yield from board
    if marked:
        with calling(called_in(scene)):
            told = ", ".join(map(town_called, sorted(marked)))
        yield tr("{mark} marked: {spots}", mark=MARK, spots=told)
    yield diagram.caption
    yield ""
