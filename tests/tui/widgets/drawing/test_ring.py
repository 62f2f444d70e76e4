"""The round board: pictures as approved, true to where one points, and moves on it by keys and by mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from core.games import find
from core.match.match import Match
from core.scene import Layout, Scene
from tui.settings import theme
from tui.settings.keymap import TABLE
from tui.settings.settings import Settings
from tui.widgets.drawing.board_cursor import step_target
from tui.widgets.drawing.board_frame import SIZES, Size, plan, ways
from tui.widgets.drawing.layout_choice import draw_scene, fit, frame_at_size, suitable_view
from tui.widgets.drawing.ring_picture import RingFrame
from tui.widgets.drawing.scene_drawing import Drawing, Marks

GOLDENS = Path(__file__).parent / "goldens"
MOVES = ["B3", "A5", "D1", "B4", "F6", "E5", "C6", "D3", "E3", "C4", "F5"]
CASES = [(size, glyph_set) for size in SIZES[Layout.RING] for glyph_set in theme.GLYPH_SETS]
APPROVED = [Size(96, 48), Size(60, 29), Size(44, 21), Size(34, 16)]
MARKS = Marks("C5", "B3", targets=frozenset({"B1", "B2"}), last=frozenset({"F5"}), jumps={"E1": "a", "D3": "b"})


def begun(*texts: str, **options: str) -> Match:
    match = Match.new(find("megiddo"), {"target": "1", **options})
    for text in texts:
        match = match.play(text)
    return match


def scene_of(match: Match) -> Scene:
    scene: Scene = match.state.scene(None, "round")
    return scene


def drawing(size: Size, glyph_set: str = "unicode", turns: int = 0, name: str = theme.DEFAULT) -> Drawing:
    scene, look = scene_of(begun(*MOVES, players="3")), theme.load(name)
    frame = frame_at_size(plan(scene, turns), scene.layout, size)
    return draw_scene(scene, frame, look.for_game("megiddo"), look, theme.glyphs(glyph_set))


def views(match: Match) -> Mapping[str, Scene]:
    return {name: match.state.scene(None, name) for name in find("megiddo").scenes}


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
@pytest.mark.parametrize("size", APPROVED)
def test_pictures_are_as_approved(size: Size, glyph_set: str) -> None:
    picture = drawing(size, glyph_set)
    picture.mark(MARKS)
    picture.follow("C5")
    golden = GOLDENS / f"megiddo-round-{size.width}x{size.height}-{glyph_set}.txt"
    assert "\n".join(line.rstrip() for line in picture.cells.lines()) + "\n" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("turns", [0, 1, 5])
@pytest.mark.parametrize(("size", "glyph_set"), CASES)
def test_pointing_finds_what_was_drawn(size: Size, glyph_set: str, turns: int) -> None:
    """Every point is drawn apart from the others, and pointing at or near it finds it."""
    picture = drawing(size, glyph_set, turns)
    assert isinstance(picture.frame, RingFrame)
    assert picture.frame.size == Size(3, 1)
    own: dict[tuple[int, int], str] = {}
    for spot, (left, y) in picture.frame.corners.items():
        reach = (left + 1,) if picture.frame.small else (left, left + 1, left + 2)
        for x in reach:
            assert own.setdefault((x, y), spot) == spot, "two stones in one place"
            assert picture.hit[y][x] == spot
    assert {spot for row in picture.hit for spot in row} == {*picture.frame.corners, None}
    for y, row in enumerate(picture.hit):
        for x, near in enumerate(row):
            if near is not None:
                left, line = picture.frame.corners[near]
                assert abs(left + 1 - x) <= 2
                assert abs(line - y) <= 1


@pytest.mark.parametrize("turns", [0, 1])
@pytest.mark.parametrize(("size", "glyph_set"), CASES)
def test_rows_are_whole_and_no_label_is_lost(size: Size, glyph_set: str, turns: int) -> None:
    picture = drawing(size, glyph_set, turns)
    picture.mark(MARKS)
    picture.follow("C5")
    assert (picture.frame.width, picture.frame.height) == size
    for y in range(size.height):
        assert sum(cell_len(text) for text, _ in picture.cells.runs(y)) == size.width
        assert glyph_set == "unicode" or picture.cells.lines()[y].isascii()
    assert "".join(text for text, *_ in picture.frame.labels) == "ABCDEF"
    for text, x, y in picture.frame.labels:
        assert picture.cells.lines()[y][x] == text
        assert all(name != (x, y) for name in picture.frame.corners.values())


@pytest.mark.parametrize("size", SIZES[Layout.RING])
def test_marks_leave_no_trace(size: Size) -> None:
    """Whatever was marked, drawn again without marks the board is as it was."""
    picture, plain = drawing(size), drawing(size)
    for spot in plain.frame.corners:
        picture.mark(Marks(spot, last=frozenset({spot})))
        picture.follow(spot)
        assert picture.cells.lines() != plain.cells.lines()
    picture.mark(Marks())
    picture.follow()
    for y in range(size.height):
        assert list(picture.cells.runs(y)) == list(plain.cells.runs(y))


@pytest.mark.parametrize("size", APPROVED)
def test_only_what_differs_is_drawn_again(size: Size) -> None:
    """A step is two points; a trail tells exactly which cells are others now."""
    picture = drawing(size)
    assert picture.mark(Marks("C5")) == {"C5"}
    assert picture.mark(Marks("C6")) == {"C5", "C6"}
    assert picture.put(scene_of(begun(*MOVES, "A1", players="3"))) == {"A1"}
    before = [list(row) for row in picture.cells.lines()]
    blocks = picture.follow("C6")
    assert picture.follow("C6") == ()
    told = {(x, block.y) for block in blocks for x in range(block.x, block.x + block.width)}
    for y, row in enumerate(picture.cells.lines()):
        for x, mark in enumerate(row):
            assert mark == before[y][x] or (x, y) in told


@pytest.mark.parametrize("name", theme.names())
def test_a_stone_is_seen_on_every_ground(name: str) -> None:
    picture = drawing(Size(60, 29), name=name)
    for marks in (Marks(), Marks("B3"), Marks(selected="B3"), Marks(last=frozenset({"B3"}))):
        picture.mark(marks)
        x, y = picture.frame.corners["B3"]
        for text, paint in picture.cells.runs(y):
            assert not text.strip() or paint.ink != paint.ground, marks
        assert picture.cells.lines()[y][x + 1] == "●"


def test_the_board_goes_round() -> None:
    scene = scene_of(begun())
    for turns in range(ways(scene)):
        layout = plan(scene, turns)
        assert layout.wraps == (True, False)
        there = [step_target(layout, scene.compass, "A4", way, layout.places["A4"][0]) for way in ("w", "e", "n", "s")]
        assert there == ["F4", "B4", "A5", "A3"]
        assert step_target(layout, scene.compass, "F6", "e", 0) == "A6"
        assert step_target(layout, scene.compass, "A6", "n", layout.places["A6"][0]) is None
        assert step_target(layout, scene.compass, "F3", "ne", 0) == "A4"
    assert plan(scene, 6) == plan(scene, 0) != plan(scene, 1)


@pytest.mark.parametrize(
    ("room", "size"),
    [
        ((148, 57), (96, 48)),
        ((108, 47), (90, 45)),
        ((66, 30), (60, 29)),
        ((51, 21), (44, 21)),
        ((50, 20), (34, 16)),
        ((10, 5), (34, 16)),
    ],
)
def test_the_largest_size_that_fits_is_chosen(room: tuple[int, int], size: tuple[int, int]) -> None:
    scene = scene_of(begun())
    frame = fit(plan(scene, 0), scene.layout, *room)
    assert (frame.width, frame.height) == size


def test_the_view_suits_the_room() -> None:
    """Unrolled where stones have no room; round by choice, unless not even the smallest round board fits."""
    scenes = views(begun())
    assert suitable_view(scenes, "", 66, 27) == "round"
    assert suitable_view(scenes, "", 51, 21) == "torus"
    assert suitable_view(scenes, "round", 51, 21) == "round"
    assert suitable_view(scenes, "round", 51, 12) == "torus"
    assert suitable_view(scenes, "torus", 108, 47) == "torus"
    assert suitable_view({}, "", 80, 24) == ""


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("size", SIZES[Layout.SQUARE])
def test_ghosts_stand_for_the_column_at_the_other_end(size: Size, turns: int) -> None:
    scene = views(begun("F6", "A1"))["torus"]
    look = theme.load(theme.DEFAULT)
    frame = frame_at_size(plan(scene, turns), scene.layout, size)
    picture = draw_scene(scene, frame, look.for_game("megiddo"), look, theme.glyphs("unicode"))
    assert {spot for spot, _ in picture.ghosts} == {f"{radial}{ring}" for radial in "AF" for ring in range(1, 7)}
    cells = {(x, y) for spot in frame.corners for x, y in _inside(picture.blocks(spot)[0])}
    for spot, block in picture.ghosts:
        assert block in picture.blocks(spot)
        assert not cells & set(_inside(block))
        assert {picture.hit[y][x] for x, y in _inside(block)} == {spot}
        text = "".join(picture.cells.lines()[y][x] for x, y in _inside(block))
        assert text.strip() == {"F6": "●", "A1": "■"}.get(spot, "·")
    picture.follow("A2")
    assert picture.trailed == {"A2", "F1", "B1", "B3", "C4", "D5", "E6", "F3", "E4", "C6"}


def _inside(block: tuple[int, int, int, int]) -> list[tuple[int, int]]:
    x, y, width, height = block
    return [(x + across, y + down) for across in range(width) for down in range(height)]


async def settled(pilot: Any) -> Any:  # noqa: ANN401 - a pilot of the folder's app, and its board
    await pilot.pause()
    await pilot.pause()
    return pilot.app.table.board


@pytest.mark.parametrize(("size", "shown"), [((100, 30), (56, 27)), ((160, 50), (90, 45))])
async def test_moves_by_keys_and_by_mouse(
    make_app: Callable[..., Any], size: tuple[int, int], shown: tuple[int, int]
) -> None:
    app = make_app(begun(), hand=(0, 1))
    async with app.run_test(size=size) as pilot:
        board = await settled(pilot)
        assert board.picture is not None
        assert (board.picture.frame.width, board.picture.frame.height) == shown
        board.move_to("F6")
        await pilot.press("right", "down", "enter")
        await settled(pilot)
        assert app.handle.view.match.log[-1].text == "A5"
        for spot, off in (("C4", 0), ("D1", -1), ("B6", 1)):
            region = board.region_of(spot)
            await pilot.click(board, offset=(region.x + 1 + off, region.y))
            await settled(pilot)
            assert app.handle.view.match.log[-1].text == spot


async def test_the_trails_follow_a_cursor_that_rests(make_app: Callable[..., Any]) -> None:
    app = make_app(begun(), hand=(0, 1))
    async with app.run_test(size=(100, 30)) as pilot:
        board = await settled(pilot)
        await pilot.press("left")
        before = board.picture.cells.lines()
        board.rest()
        assert board.picture.cells.lines() != before
        assert board.cursor in board.picture.trailed
        assert len(board.picture.trailed) >= 10
        await pilot.press("g")
        board.rest()
        assert board.picture.trailed == frozenset()
        hidden = board.picture.cells.lines()
        await pilot.press("g")
        board.rest()
        assert board.picture.cells.lines() != hidden


async def test_the_view_that_was_chosen_is_kept(make_app: Callable[..., Any]) -> None:
    """The key changes the view, on this table and on the next one; another size does not."""
    kept: list[Settings] = []
    for start in ("torus", "round"):
        app = make_app(begun(), hand=(0, 1))
        app.settings = Settings(drawing="" if start == "torus" else kept[-1].drawing)
        app.keep = kept.append
        async with app.run_test(size=(80, 24)) as pilot:
            board = await settled(pilot)
            layouts = [board.picture.scene.layout]
            if start == "torus":
                await pilot.press("v")
                await settled(pilot)
                assert (board.picture.frame.width, board.picture.frame.height) == (44, 21)
                await pilot.press("f")
                assert board.turns == 1
                await pilot.resize_terminal(160, 50)
                await settled(pilot)
                layouts.append(board.picture.scene.layout)
                await pilot.press("v")
                await settled(pilot)
                layouts.append(board.picture.scene.layout)
                await pilot.press("v")
            square, ring = Layout.SQUARE, Layout.RING
            assert layouts == ([square, ring, square] if start == "torus" else [ring])
    assert [settings.drawing for settings in kept] == ["round", "torus", "round"]
    assert any(key.id == "table.view" and key.keys == "v" for key in TABLE)
