"""Pictures of the three boards: as they were approved, whole, and true to where one points."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from core.match.match import Match
from core.scene import Layout, Piece, Scene
from tui.settings import theme
from tui.widgets.drawing.board_frame import SIZES, Frame, Size, plan
from tui.widgets.drawing.layout_choice import fit
from tui.widgets.drawing.sprite_picture import Marks, Picture

GOLDENS = Path(__file__).parent / "goldens"
BOARDS = {3: Layout.HEX, 4: Layout.SQUARE, 6: Layout.HEX}
CASES = [(players, size) for players, layout in BOARDS.items() for size in SIZES[layout]]
MARKS = {
    3: Marks("e4", "e3", frozenset({"d4"}), frozenset({"e4", "e6", "c5"}), frozenset({"g4"}), frozenset({"c7", "c6"})),
    4: Marks("c4", "c3", frozenset({"d4"}), frozenset({"c4", "e5", "c7"}), frozenset({"f6"}), frozenset({"g3", "f4"})),
    6: Marks("k7", "k8", frozenset({"i7"}), frozenset({"k7", "g7", "l7"}), frozenset({"c4"}), frozenset({"c3", "d5"})),
}
"""A cursor, a choice, targets empty and occupied, a reach and a last move on each board."""


def scenes(make_match: Callable[..., Match], players: int) -> Scene:
    """Give the first position, with a corpse in it and one army commanded by another."""
    scene: Scene = make_match(players).state.scene()
    pieces = [
        Piece(piece.spot, piece.letter, piece.owner, 0 if piece.owner == 1 else piece.commander)
        for piece in scene.pieces
    ]
    pieces[0] = Piece(pieces[0].spot, "x", None)
    return Scene(
        scene.layout,
        scene.columns,
        scene.rows,
        scene.cells,
        tuple(pieces),
        scene.labels,
        scene.seats,
        scene.lines,
        scene.compass,
    )


def drawn(scene: Scene, size: Size, glyph_set: str, turns: int = 0) -> Picture:
    look = theme.load(theme.DEFAULT)
    frame = Frame(plan(scene, turns), size)
    return Picture(scene, frame, look.for_game("djambi"), look, theme.glyphs(glyph_set))


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
@pytest.mark.parametrize(("players", "size"), CASES)
def test_pictures_are_as_approved(make_match: Callable[..., Match], players: int, size: Size, glyph_set: str) -> None:
    picture = drawn(scenes(make_match, players), size, glyph_set)
    picture.mark(MARKS[players])
    golden = GOLDENS / f"djambi-{players}-{size.width}x{size.height}-{glyph_set}.txt"
    assert "\n".join(line.rstrip() for line in picture.cells.lines()) + "\n" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@pytest.mark.parametrize(("players", "size"), CASES)
def test_pointing_finds_what_was_drawn(make_match: Callable[..., Match], players: int, size: Size, turns: int) -> None:
    scene = scenes(make_match, players)
    picture = drawn(scene, size, "unicode", turns)
    places: dict[str, set[tuple[int, int]]] = {}
    for y, row in enumerate(picture.hit):
        for x, spot in enumerate(row):
            if spot is not None:
                places.setdefault(spot, set()).add((x, y))
    assert places.keys() == {cell.spot for cell in scene.cells}
    for spot, (left, top) in picture.frame.corners.items():
        block = {(left + x, top + y) for x in range(size.width) for y in range(size.height)}
        assert places[spot] == block


@pytest.mark.parametrize("turns", [0, 1])
@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
@pytest.mark.parametrize(("players", "size"), CASES)
def test_rows_are_exactly_as_wide_as_the_picture(
    make_match: Callable[..., Match], players: int, size: Size, glyph_set: str, turns: int
) -> None:
    picture = drawn(scenes(make_match, players), size, glyph_set, turns)
    picture.mark(MARKS[players])
    for y in range(picture.frame.height):
        assert sum(cell_len(text) for text, _ in picture.cells.runs(y)) == picture.frame.width


@pytest.mark.parametrize(("players", "size"), CASES)
def test_no_label_is_lost_or_on_a_cell(make_match: Callable[..., Match], players: int, size: Size) -> None:
    scene = scenes(make_match, players)
    picture = drawn(scene, size, "unicode")
    for text, x, y in picture.frame.labels:
        assert picture.cells.lines()[y][x : x + len(text)] == text
        assert not any(picture.hit[y][x : x + len(text)])
    assert len(picture.frame.labels) == len(scene.labels)


def test_four_quarter_turns_lead_back(make_match: Callable[..., Match]) -> None:
    for players in BOARDS:
        scene = scenes(make_match, players)
        assert plan(scene, 4) == plan(scene, 0)
        assert plan(scene, 1) != plan(scene, 0)


@pytest.mark.parametrize(
    ("players", "room", "size"),
    [
        (4, (51, 21), Size(5, 2)),
        (4, (70, 30), Size(7, 3)),
        (4, (40, 14), Size(3, 1)),
        (3, (51, 21), Size(4, 2)),
        (3, (62, 30), Size(6, 3)),
        (6, (51, 21), Size(2, 1)),
        (6, (66, 31), Size(4, 2)),
        (6, (96, 46), Size(6, 3)),
        (6, (10, 5), Size(2, 1)),
    ],
)
def test_the_largest_size_that_fits_is_chosen(
    make_match: Callable[..., Match], players: int, room: tuple[int, int], size: Size
) -> None:
    scene = scenes(make_match, players)
    assert fit(plan(scene, 0), scene.layout, *room).size == size


def test_only_what_differs_is_drawn_again(make_match: Callable[..., Match]) -> None:
    match = make_match(4)
    picture = drawn(match.state.scene(), Size(5, 2), "unicode")
    assert picture.mark(Marks(cursor="e5")) == {"e5"}
    assert picture.mark(Marks(cursor="e6")) == {"e5", "e6"}
    assert picture.put(match.play("Mc2-d3").state.scene()) == {"c2", "d3"}


def test_every_mark_shows_without_colour(make_match: Callable[..., Match]) -> None:
    scene = scenes(make_match, 4)
    for size in SIZES[Layout.SQUARE][:2]:
        plain = drawn(scene, size, "ascii").cells.lines()
        for marks in (Marks(cursor="e6"), Marks(targets=frozenset({"e6"})), Marks(targets=frozenset({"i1"}))):
            picture = drawn(scene, size, "ascii")
            picture.mark(marks)
            assert picture.cells.lines() != plain, marks
