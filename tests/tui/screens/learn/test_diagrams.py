"""The diagrams of the rules: each one is a position of its game, the same in both languages, and is drawn."""

from __future__ import annotations

from importlib.resources import files

import pytest
from rich.cells import cell_len
from textual.containers import VerticalScroll
from textual.widgets import Static

from core.game import Spot
from core.games import find, names
from tests.gallery.fixed_table import FixedTableApp
from tui.i18n import translation
from tui.screens.learn.rules_page import beside, figure
from tui.screens.learn.rules_screen import RulesScreen
from tui.settings import theme
from tui.study.lessons.rules_text import BadDiagram, Diagram, parts
from tui.text.shell.rules_lines import diagram_lines, rules_lines

LANGUAGES = ("fr", "en")
LEAST = {"djambi": 19, "epaminondas": 30, "megiddo": 30}
"""Figures that the printed rules had: boards, directions and pieces; phalanxes and a game; examples I to XIV."""

ROOM = 72
"""Columns of the page in a terminal of 80."""


def page(game: str, language: str) -> tuple[str | Diagram, ...]:
    text = files(f"core.games.{game}").joinpath(f"texts/rules.{language}.md").read_text(encoding="utf-8")
    return parts(game, text)


def diagrams(game: str, language: str = "en") -> list[Diagram]:
    return [part for part in page(game, language) if isinstance(part, Diagram)]


@pytest.mark.parametrize("game", names())
def test_every_diagram_is_a_position_of_its_game(game: str) -> None:
    """It parses, is set up and played by the rules, travels as JSON, and says what it shows."""
    found = diagrams(game)
    assert len(found) >= LEAST.get(game, 0)
    for diagram in found:
        assert find(game).setup(diagram.state.to_json()).scene().pieces == diagram.state.scene().pieces
        assert diagram.caption.strip() == diagram.caption


@pytest.mark.parametrize("game", names())
def test_both_languages_show_the_same(game: str) -> None:
    """The same blocks at the same places; captions alone differ."""
    shown: list[list[object]] = []
    for language in LANGUAGES:
        found = page(game, language)
        shown.append([isinstance(part, Diagram) for part in found])
        shown.append(
            [
                {key: value for key, value in part.entries.items() if key != "caption"}
                for part in found
                if isinstance(part, Diagram)
            ]
        )
    assert shown[:2] == shown[2:]


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
@pytest.mark.parametrize("game", names())
def test_figures_fit_the_page(game: str, glyph_set: str) -> None:
    look, shapes = theme.load(theme.DEFAULT), theme.glyphs(glyph_set)
    figures = []
    for language in LANGUAGES:
        for diagram in diagrams(game, language):
            drawn = figure(diagram, look, shapes, ROOM)
            assert {cell_len(row.plain) for row in drawn.rows} == {drawn.width}
            assert drawn.width <= ROOM
            assert "".join(diagram.caption.split()) in "".join("".join(row.plain.split()) for row in drawn.rows)
            figures.append(drawn)
    blocks = list(beside(figures, ROOM))
    assert len(blocks) <= len(figures)
    assert max((cell_len(line) for block in blocks for line in block.plain.split("\n")), default=0) <= ROOM


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_mode_draws_them_as_text(language: str) -> None:
    with translation.speaking(language):
        lines = rules_lines("megiddo", "all drawn", plain=True)
        assert not any("```" in line or "caption" in line for line in lines)
        for diagram in diagrams("megiddo", language):
            assert diagram.caption in lines
            drawn = list(diagram_lines(diagram, plain=True))
            board = "\n".join(drawn[:7])
            assert board.isascii()
            marked = diagram.marks.targets - {piece.spot for piece in diagram.scene.pieces}
            again = [spot for spot in marked if spot[0] in "AF"]  # these radials stand once more at the edges
            assert board.count("*") == len(marked) + len(again)
    assert any("r red, b blue" in line for line in rules_lines("megiddo", "tout dessins"))


def test_a_diagram_shows_marks_reach_and_the_last_move() -> None:
    text = """Before.

```board
caption = "One."
marks = ["C4"]
trail = ["A1", "F6"]
drawing = "round"
[position.board]
A = "0....."
```

```board
caption = "Two."
follow = true
moves = ["C4"]
part = ["C4"]
scale = 9
```
After.
"""
    before, one, two, after = parts("megiddo", text)
    assert isinstance(one, Diagram)
    assert isinstance(two, Diagram)
    assert (str(before).strip(), str(after).strip()) == ("Before.", "After.")
    assert one.marks.targets == {"C4"}
    assert one.trail == ("A1", "F6")
    assert two.marks.last == {"C4"}
    assert {piece.spot for piece in two.scene.pieces} == {"A1", "C4"}
    look, shapes = theme.load(theme.DEFAULT), theme.glyphs("unicode")
    assert len(figure(two, look, shapes, ROOM).rows) < len(figure(one, look, shapes, ROOM).rows)
    reach = next(diagram for diagram in diagrams("djambi") if diagram.marks.reach)
    piece = str(reach.entries["reach"])
    assert reach.marks.reach == set(reach.state.reach(Spot(piece)))


def test_a_map_is_shown_whole_or_in_part() -> None:
    """An extract is cut from a map with whole names; the text mode lists the towns instead."""
    pytest.importorskip("core.games.mediterranee")
    whole, part = (
        diagram
        for diagram in parts(
            "mediterranee",
            '```board\ncaption = "A"\n```\n```board\ncaption = "B"\nfollow = true\npart = ["ROM", "CAR"]\n```\n',
        )
        if isinstance(diagram, Diagram)
    )
    look, shapes = theme.load(theme.DEFAULT), theme.glyphs("unicode")
    with translation.speaking("en"):
        drawn = figure(part, look, shapes, ROOM)
        assert figure(whole, look, shapes, ROOM).width == ROOM
        assert "CARTHAGE" in "\n".join(row.plain for row in drawn.rows)
        assert drawn.width < ROOM
        assert max(map(len, diagram_lines(part))) < 200


@pytest.mark.parametrize(
    ("block", "why"),
    [
        ("caption =", "Invalid value"),
        ("moves = []", "it has no caption"),
        ('caption = "x"\nmark = ["A1"]', "its entry mark is unknown or of the wrong kind"),
        ('caption = "x"\nmarks = "A1"', "its entry marks is unknown or of the wrong kind"),
        ('caption = "x"\nmarks = ["G1"]', "the board has no G1"),
        ('caption = "x"\ndrawing = "flat"', "the game is not drawn as flat"),
        ('caption = "x"\nfollow = true', "it begins in more than one way, or follows nothing"),
        ('caption = "x"\noptions = {}\n[position]', "it begins in more than one way, or follows nothing"),
        ('caption = "x"\n[position.board]\nA = "9....."', "The radial A must be six signs"),
        ('caption = "x"\nmoves = ["A1", "A1"]', "There is a stone on A1 already"),
    ],
)
def test_a_wrong_diagram_is_refused_with_its_line(block: str, why: str) -> None:
    with pytest.raises(BadDiagram) as refused:
        parts("megiddo", f"# Title\n\n```board\n{block}\n```\n")
    assert str(refused.value).startswith("The diagram in line 3 of the rules of megiddo cannot be read: ")
    assert why in str(refused.value)


def test_a_diagram_without_an_end_is_refused() -> None:
    with pytest.raises(BadDiagram, match="it has no end"):
        parts("megiddo", '```board\ncaption = "x"\n')


async def test_the_page_draws_them_between_its_paragraphs() -> None:
    app = FixedTableApp(RulesScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        counted = []
        for game in names():
            figures = app.screen.query(".figure").results(Static)
            counted.append(sum(1 for _ in figures))
            assert bool(counted[-1]) is bool(diagrams(game))
            await pilot.press("tab")
            await pilot.pause()
        assert counted[0] == len(list(app.screen.query(".figure")))
        assert app.screen.query_one(VerticalScroll).scroll_y == 0
