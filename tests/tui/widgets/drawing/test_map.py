"""The map of Méditerranée: as approved at three sizes, nothing lost or overlapping, every town hit and reached."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from rich.cells import cell_len

from core.games.mediterranee.board.map_reader import home_chart
from core.games.mediterranee.board.printed_map import COLOURS, atlas
from core.games.mediterranee.rules.scene_builder import drawing
from core.scene import Piece, Scene, SeatPanel, Standing
from tui.i18n.translation import speaking
from tui.settings import theme
from tui.table.move_entry import EntryChoice
from tui.widgets.drawing.board_cursor import WAYS, nearest
from tui.widgets.drawing.map_frame import MapFrame, map_frame
from tui.widgets.drawing.map_picture import MapPicture, map_marks
from tui.widgets.drawing.scene_drawing import Marks

GOLDENS = Path(__file__).parent / "goldens"
ARRAY = {
    "r": "NEA MAS ROM ARR AQU TAR ANC",
    "k": "MYT ATH CON PHI NIC SAL ANY",
    "a": "RHO CYR ALX PEL ANT BER MEM",
    "c": "CRL GAD CAR THE NOV LEP CAE",
}
SIZES = ((78, 18), (100, 24), (158, 40))
MANY = [
    (width, height)
    for width in (78, 80, 96, 97, 110, 126, 158, 199)
    for height in (12, 16, 22, 30, 46)
    if width < 6 * height
]
MARKS = Marks(
    cursor="ANC",
    selected="ARR",
    staged=frozenset({"GEN"}),
    targets=frozenset({"ANC", "MED", "ROM", "TAR", "NOV"}),
    reach=frozenset({"SPA"}),
    last=frozenset({"MYT", "EPH"}),
)
TOWNS = [town.spot for town in atlas(home_chart()).towns]


def standard(*more: Piece) -> Scene:
    """Give the fixed array of the four states."""
    pieces = [
        Piece(spot, letter, at, at, COLOURS[at])
        for at, cities in enumerate(ARRAY.values())
        for letter, spot in zip(("B1", "B2", "E", "C", "F1", "F2", "F3"), cities.split(), strict=True)
    ]
    seats = tuple(SeatPanel(at, name, Standing.ACTIVE, at, 7, (), COLOURS[at]) for at, name in enumerate(ARRAY))
    return drawing(home_chart(), (*pieces, *more), seats)


def drawn(scene: Scene, frame: MapFrame, glyph_set: str = "unicode", look: str = theme.DEFAULT) -> MapPicture:
    found = theme.load(look)
    return MapPicture(scene, frame, found.for_game("mediterranee"), found, theme.glyphs(glyph_set))


def framed(width: int, height: int, language: str = "fr") -> MapFrame:
    return map_frame(atlas(home_chart()), width, height, language)


def tiles(frame: MapFrame) -> Iterator[tuple[str, set[tuple[int, int]]]]:
    for spot, (left, row) in frame.corners.items():
        yield spot, {(left + 1 + at, row) for at in range(frame.tile)}


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_maps_are_as_approved(width: int, height: int, language: str, glyph_set: str) -> None:
    """Names of towns and the letter of the infantry are those of the language."""
    with speaking(language):
        picture = drawn(standard(Piece("CAR", "B2", 0, 0, "red")), framed(width, height, language), glyph_set)
        picture.mark(MARKS)
    golden = GOLDENS / f"mediterranee-{width}x{height}-{glyph_set}{'-en' if language == 'en' else ''}.txt"
    found = "\n".join(line.rstrip() for line in picture.cells.lines()) + "\n"
    assert found == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("width", "height"), MANY)
def test_no_tile_overlaps_and_no_name_is_lost(width: int, height: int, language: str) -> None:
    frame = framed(width, height, language)
    assert frame.names.keys() == frame.corners.keys() == set(TOWNS)
    for (_, one), (_, other) in combinations(tiles(frame), 2):
        assert not one & other
    covered = [cell for _, cells in tiles(frame) for cell in cells]
    covered += [cell for name in frame.names.values() for cell in name.cells()]
    assert len(covered) == len(set(covered))
    assert all(0 <= x < width and 0 <= y < height for x, y in covered)
    assert all(left >= 0 and left + frame.tile + 2 <= width for left, _ in frame.corners.values())


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pointing_finds_every_town(width: int, height: int) -> None:
    picture = drawn(standard(), framed(width, height))
    for spot, cells in tiles(picture.frame):
        assert {picture.hit[y][x] for x, y in cells} == {spot}
        name = picture.frame.names[spot]
        assert {picture.hit[y][x] for x, y in name.cells()} == {spot}
    for y, row in enumerate(picture.hit):
        for x, found in enumerate(row):
            if found is not None and (x, y) not in picture.frame.taken:
                left, line = picture.frame.corners[found]
                assert abs(line - y) <= 1
                assert left - 1 <= x <= left + picture.frame.tile + 2


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_rows_are_exactly_as_wide_as_the_map(width: int, height: int, glyph_set: str) -> None:
    picture = drawn(standard(), framed(width, height), glyph_set)
    picture.mark(MARKS)
    rows = picture.cells.lines()
    assert len(rows) == height
    assert {cell_len(row) for row in rows} == {width}
    if glyph_set == "ascii":
        assert all(row.isascii() for row in drawn(standard(), framed(width, height, "la"), glyph_set).cells.lines())


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_arrows_lead_to_every_town(width: int, height: int) -> None:
    places = framed(width, height).corners
    reached, edge = {"ROM"}, ["ROM"]
    while edge:
        here = edge.pop()
        for way in "nesw":
            there = nearest(places, here, way)
            if there is not None and there not in reached:
                reached.add(there)
                edge.append(there)
    assert reached == set(TOWNS)
    assert all(any(nearest(places, spot, way) for way in WAYS) for spot in TOWNS)


def test_marks_and_pieces_leave_no_trace() -> None:
    frame = framed(100, 24)
    picture, plain = drawn(standard(), frame), drawn(standard(), frame).cells.lines()
    fought = standard(Piece("CAR", "B2", 0, 0, "red"))
    changed = picture.mark(MARKS)
    assert {"ARR", "ANC", "NOV", "SPA", "EPH"} <= changed
    assert picture.cells.lines() != plain
    assert picture.put(fought) >= {"CAR"}
    picture.mark(Marks())
    assert picture.cells.lines() != plain
    assert picture.put(standard()) == {"CAR"}
    assert picture.cells.lines() == plain


def test_a_step_of_the_cursor_touches_two_towns_alone() -> None:
    picture = drawn(standard(), framed(158, 40))
    picture.mark(Marks(cursor="ROM"))
    changed = picture.mark(Marks(cursor="NEA"))
    assert changed == {"ROM", "NEA"}
    assert sum(block.width * block.height for spot in changed for block in picture.blocks(spot)) < 30


def test_the_ways_to_the_targets_stand_out() -> None:
    picture = drawn(standard(), framed(158, 40))
    accent = theme.load(theme.DEFAULT).board["cursor"]

    def lit() -> int:
        return sum(
            text.count(chr(dots))
            for y in range(40)
            for text, paint in picture.cells.runs(y)
            for dots in range(0x2801, 0x2900)
            if paint.ink == accent
        )

    assert not lit()
    picture.mark(Marks(selected="SYR", targets=frozenset({"LEP", "GOR"})))
    assert lit() > 20
    picture.mark(Marks(selected="SYR"))
    assert not lit()


@pytest.mark.parametrize("look", theme.names())
def test_states_tell_apart_without_colour(look: str) -> None:
    picture = drawn(standard(), framed(100, 24), look=look)
    text = "\n".join(picture.cells.lines())
    assert all(text.count(shape + "E") == 1 for shape in "●◆▲■")


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
def test_every_mark_shows_without_colour(glyph_set: str) -> None:
    plain = drawn(standard(), framed(100, 24), glyph_set).cells.lines()
    for spot in ("GEN", "ROM"):
        for marks in (Marks(cursor=spot), Marks(selected=spot), Marks(targets=frozenset({spot}))):
            picture = drawn(standard(), framed(100, 24), glyph_set)
            picture.mark(marks)
            assert picture.cells.lines() != plain, marks


def luminance(colour: str) -> float:
    """Give the relative luminance of a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", theme.names())
def test_names_lines_and_states_are_legible_on_land_and_sea(look: str) -> None:
    found = theme.load(look)
    colours = found.for_game("mediterranee")
    for ground in (colours["land"], colours["sea"]):
        assert contrast(colours["label"], ground) >= 4.5
        for ink in ("cursor", "target", "kill", "reach"):
            assert contrast(colours[ink], ground) >= 4.5, (ink, ground)
        for ink in ("road", "route"):
            assert contrast(colours[ink], ground) >= 3, (ink, ground)
        for name in COLOURS:
            assert contrast(found.seat(name), ground) >= 3, (name, ground)


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
def test_a_town_that_a_piece_leaves_is_marked_where_the_other_one_may_go_there(glyph_set: str) -> None:
    """Two infantry move: the second one may follow to where the first one is still drawn."""
    chosen, frame = ("ROM", "ARR", "NEA"), framed(100, 24)
    scene = standard()
    picture = drawn(scene, frame, glyph_set)

    def shown(*targets: str) -> str:
        picture.mark(map_marks(EntryChoice(targets=targets, chosen=chosen), scene))
        left, row = frame.corners["ROM"]
        return picture.cells.lines()[row][left : left + frame.tile + 2]

    dot, staged = theme.glyphs(glyph_set).one["target"], theme.glyphs(glyph_set).pair["staged"]
    alone = shown("BRI")
    assert alone.startswith(staged[0])
    both = shown("BRI", "ROM")
    assert (both[0], both[-1], both[1:-1]) == (dot, dot, alone[1:-1])
    assert shown("BRI") == alone
