"""What holds of every board at every size, in both sets of glyphs, turned every way, whatever stands and is marked.

Pointing at what was drawn finds it, no two tiles overlap, no label is lost, rows are as wide as asked, and every glyph
is one column wide. Maps are moved about, too: a map of one's own is no worse drawn than the one that comes along.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from core.games import find
from core.match.match import Match
from core.scene import Atlas, Layout, Scene
from tests.gallery.fixed_table import wander
from tui.i18n import translation
from tui.settings import theme
from tui.widgets.drawing.board_frame import Frame, Size, plan, ways
from tui.widgets.drawing.layout_choice import draw_scene, frame_at_size
from tui.widgets.drawing.map_frame import MapFrame, map_frame
from tui.widgets.drawing.ring_picture import RingFrame
from tui.widgets.drawing.scene_drawing import Block, Drawing, Marks

MAPS = (Size(60, 14), Size(78, 18), Size(100, 24), Size(130, 33), Size(158, 40), Size(237, 60))
"""Sizes of a map; a map is drawn in whatever room there is."""


ASPECTS = (0.5, 0.4, 0.6)
"""Forms of a character cell, the usual one first."""


CROWDED = [Size(44, 21)]
"""The round boards on which stones would touch if they were narrower."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board: the game, its options, and the way of drawing it."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    drawing: str = ""

    def __str__(self) -> str:
        """Name it in a test's name."""
        return "-".join([self.game, *(value for _, value in self.options), self.drawing]).strip("-")


BOARDS = (
    *(Board("djambi", (("players", count),)) for count in "3456"),
    *(Board("epaminondas", (("size", size),)) for size in ("14x12", "8x8", "5x6", "20x16")),
    *(Board("megiddo", (("players", count),), way) for way in ("torus", "round") for count in "26"),
    Board("mediterranee", (("placement", "standard"),)),
)


CASES = [(board, glyph_set) for board in BOARDS for glyph_set in theme.GLYPH_SETS]
PLIES = (0, 9, 40)
"""How many decisions lie behind the positions looked at."""


@cache
def scene(board: Board, plies: int, seed: int = 5) -> Scene:
    """Give the position of a board after some decisions at random."""
    known = {option.name for option in find(board.game).options}
    match = Match.new(find(board.game), {**dict(board.options), **({"seed": "1"} if "seed" in known else {})}).deal()
    rng = Random(seed)
    while match.ply < plies and match.state.outcome is None:
        for seat in match.state.active:
            match = match.seal(wander(match.state, rng, seat), seat)
        match = match.deal()
    found: Scene = match.state.scene(None, board.drawing)
    return found


@cache
def frames(board: Board) -> tuple[Frame, ...]:
    """Give the frames of a board: at every size, turned every way, a map's in both languages."""
    shown = scene(board, 0)
    if shown.atlas is not None:
        usual = [map_frame(shown.atlas, *size, language) for size in MAPS for language in ("en", "fr")]
        return (*usual, *(map_frame(shown.atlas, *MAPS[2], "en", aspect) for aspect in ASPECTS[1:]))
    turned = [plan(shown, turns) for turns in range(ways(shown))]
    aspects = ASPECTS if shown.layout is Layout.RING else ASPECTS[:1]
    return tuple(
        frame_at_size(layout, shown.layout, size, aspect)
        for layout in turned
        for size in layout.sizes
        for aspect in aspects
    )


def picture(board: Board, shown: Scene, frame: Frame, glyph_set: str) -> Drawing:
    """Draw a position."""
    look = theme.load(theme.DEFAULT)
    return draw_scene(shown, frame, look.for_game(board.game), look, theme.glyphs(glyph_set))


def inside(block: Block) -> Iterator[tuple[int, int]]:
    """Give the character cells of a block."""
    return ((block.x + x, block.y + y) for x in range(block.width) for y in range(block.height))


def tile(drawing: Drawing, spot: str) -> set[tuple[int, int]]:
    """Give the character cells that a spot's tile has to itself; on a map and a round board the brackets are shared."""
    block = drawing.blocks(spot)[0]
    cells = set(inside(block))
    frame = drawing.frame
    if isinstance(frame, MapFrame) or (isinstance(frame, RingFrame) and frame.small):
        return {(x, y) for x, y in cells if block.x < x < block.x + block.width - 1}
    return cells


def check_pointing(drawing: Drawing) -> None:
    """Pointing at any cell of a tile or a ghost finds its spot, and tiles do not overlap."""
    spots = {cell.spot for cell in drawing.scene.cells}
    assert {spot for row in drawing.hit for spot in row if spot} == spots == set(drawing.frame.corners)
    own: dict[tuple[int, int], str] = {}
    for spot in spots:
        for x, y in tile(drawing, spot):
            assert own.setdefault((x, y), spot) == spot
            assert drawing.hit[y][x] == spot
    for spot, block in drawing.ghosts:
        assert {drawing.hit[y][x] for x, y in inside(block)} == {spot}
        assert own.keys().isdisjoint(inside(block))


def check_rows(drawing: Drawing, glyph_set: str) -> None:
    """Rows are as wide as the frame, there are as many as it has, and every glyph is one column wide."""
    lines = drawing.cells.lines()
    assert len(lines) == len(drawing.hit) == drawing.frame.height
    for y, line in enumerate(lines):
        assert line == "".join(text for text, _ in drawing.cells.runs(y))
        assert len(line) == cell_len(line) == len(drawing.hit[y]) == drawing.frame.width
    for glyph in set("".join(lines)):
        assert cell_len(glyph) == 1
        assert unicodedata.east_asian_width(glyph) not in "WF"
        assert not unicodedata.combining(glyph)
        assert glyph.isascii() or glyph_set == "unicode" or glyph.isalpha()


def check_labels(drawing: Drawing) -> None:
    """Every label is written out where no tile is."""
    lines, frame = drawing.cells.lines(), drawing.frame
    if isinstance(frame, MapFrame):
        assert frame.names.keys() == frame.corners.keys()
        taken = {at for spot in frame.corners for at in tile(drawing, spot)}
        for name in frame.names.values():
            cells = set(name.cells())
            assert taken.isdisjoint(cells)
            taken |= cells
            assert lines[name.row][name.column : name.column + len(name.text)] == name.text
        return
    assert sorted(text for text, *_ in frame.labels) == sorted(label.text for label in drawing.scene.labels)
    for text, x, y in frame.labels:
        assert lines[y][x : x + len(text)] == text
        if not isinstance(frame, RingFrame):
            assert not any(drawing.hit[y][x : x + len(text)])


@pytest.mark.parametrize(("board", "glyph_set"), CASES, ids=str)
def test_every_frame_of_a_board_is_whole(board: Board, glyph_set: str) -> None:
    for frame in frames(board):
        drawing = picture(board, scene(board, PLIES[1]), frame, glyph_set)
        check_pointing(drawing)
        check_rows(drawing, glyph_set)
        check_labels(drawing)


def test_a_round_board_is_round_in_cells_of_any_form() -> None:
    """As far as its stones have room: else it is rather too wide than crowded."""
    layout = plan(scene(BOARDS[-3], 0), 0)
    for aspect in (0.4, 0.45, 0.5, 0.55, 0.6):
        frame = frame_at_size(layout, Layout.RING, Size(96, 48), aspect)
        west, east = frame.corners["E6"], frame.corners["B6"]
        north, south = frame.corners["A6"], frame.corners["D6"]
        across, down = (east[0] - west[0]) * aspect / 0.8660, south[1] - north[1]
        assert abs(across - down) <= 1.5, aspect
        assert frame.width * aspect == pytest.approx(48, abs=1)
    crowded = [size for size in layout.sizes if RingFrame(layout, size, 0.6).stretch == 1]
    assert crowded == CROWDED


@pytest.mark.parametrize("board", BOARDS[:-1], ids=str)
def test_only_a_map_depends_on_the_language(board: Board) -> None:
    """So the goldens of the other boards are those of both languages."""
    drawings = []
    for language in ("en", "fr"):
        with translation.speaking(language):
            fresh = Match.new(find(board.game), dict(board.options)).deal().state.scene(None, board.drawing)
            drawings.append(picture(board, fresh, frames(board)[0], "unicode").cells.lines())
    assert drawings[0] == drawings[1]


@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.sampled_from(CASES), st.sampled_from(PLIES), st.data())
def test_marks_lose_nothing_and_leave_nothing(case: tuple[Board, str], plies: int, data: st.DataObject) -> None:
    """Whatever is marked, drawn again without marks the board is as it was before."""
    board, glyph_set = case
    frame = data.draw(st.sampled_from(frames(board)))
    drawing = picture(board, scene(board, plies), frame, glyph_set)
    before = [list(drawing.cells.runs(y)) for y in range(frame.height)]
    spots = sorted(frame.corners)
    one, some = st.sampled_from(spots), st.frozensets(st.sampled_from(spots), max_size=6)
    jumps = {spot: "ab"[at % 2] for at, spot in enumerate(sorted(data.draw(some)))}
    trail = {spot: (1 + at % 9, 0) for at, spot in enumerate(sorted(data.draw(some)))}
    marks = Marks(
        data.draw(one), data.draw(one), data.draw(some), data.draw(some), data.draw(some), data.draw(some), jumps, trail
    )
    drawing.mark(marks)
    drawing.follow(data.draw(one))
    check_rows(drawing, glyph_set)
    check_labels(drawing)
    drawing.follow()
    drawing.mark(Marks())
    assert [list(drawing.cells.runs(y)) for y in range(frame.height)] == before


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_number_of_a_move_is_read_and_hides_no_piece(board: Board, glyph_set: str) -> None:
    """Each number stands on its spot; what told a piece from others is still there, its letter on the smallest tile."""
    shown = scene(board, 40)
    pieces = {piece.spot for piece in shown.pieces}
    for frame in frames(board)[:: len(frames(board)) // 6 or 1]:
        drawing = picture(board, shown, frame, glyph_set)
        for spot in frame.corners:
            before = _letters(drawing, spot)
            drawing.mark(Marks(trail={spot: (7, 0)}))
            tiny = frame.size.width < 3 or (isinstance(frame, RingFrame) and frame.small)
            if spot not in pieces:
                assert "7" in _letters(drawing, spot)
            elif tiny:
                assert _letters(drawing, spot)[0] == before[0]
            elif not isinstance(frame, MapFrame):
                assert sorted(_letters(drawing, spot)) == sorted([*before, "7"])
            elif sum(piece.spot == spot for piece in shown.pieces) == 1:
                (x, y), letters = frame.corners[spot], "".join(_letters(drawing, spot))
                assert "7" in letters
                assert drawing.cells.lines()[y][x + 1 : x + 1 + frame.tile].strip() in letters


def _letters(drawing: Drawing, spot: str) -> list[str]:
    """Give what is written on a spot besides the edges of tiles, lines and empty places."""
    block, lines = drawing.blocks(spot)[0], drawing.cells.lines()
    found = [lines[y][x] for x, y in inside(block)]
    return [letter for letter in found if not letter.isspace() and letter not in "▐▌▗▄▖▝▀▘" and ord(letter) < 0x2800]


@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(MAPS), st.sampled_from(theme.GLYPH_SETS))
def test_a_map_of_ones_own_is_drawn_as_well(seed: int, size: Size, glyph_set: str) -> None:
    """Towns moved about by a sixth of the map, with names of any length: none is lost, none lies on another."""
    rng = Random(seed)
    shown = scene(BOARDS[-1], 0)
    assert shown.atlas is not None
    towns = tuple(
        replace(town, at=_moved(town.at, shown.atlas, rng), names=(("en", _name(rng)),)) for town in shown.atlas.towns
    )
    other = replace(shown, atlas=replace(shown.atlas, towns=towns))
    assert other.atlas is not None
    drawing = picture(BOARDS[-1], other, MapFrame(other.atlas, *size, "en"), glyph_set)
    check_pointing(drawing)
    check_rows(drawing, glyph_set)
    check_labels(drawing)


def _moved(at: tuple[int, int], atlas: Atlas, rng: Random) -> tuple[int, int]:
    east, south = (rng.randint(-length // 6, length // 6) for length in (atlas.width, atlas.height))
    return min(max(at[0] + east, 0), atlas.width), min(max(at[1] + south, 0), atlas.height)


def _name(rng: Random) -> str:
    return "".join(rng.choice("abcdefghil mnoprstuv") for _ in range(rng.randint(3, 16))).strip() or "x"
