"""Pieces without letters: boards of stones as approved, and a table of Epaminondas by keys, mouse and text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from core.game import Seat
from core.games import find
from core.match.match import Match
from tui.i18n import translation
from tui.settings import theme
from tui.table.move_entry import MoveEntry
from tui.widgets.drawing.board_frame import STONES, Frame, Size, plan
from tui.widgets.drawing.layout_choice import fit
from tui.widgets.drawing.sprite_picture import Marks, Picture
from tui.widgets.prompt import Prompt
from tui.words.event_words import told

GOLDENS = Path(__file__).parent / "goldens"
OPENING = ("2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3", "2.8.1SW1", "11.11.2SW2")
MARKS = Marks(
    "5.7", "3.7", targets=frozenset({"5.7", "6.7", "11.1"}), last=frozenset({"11.6", "9.8"}), jumps={"12.3": "a"}
)


def begun(*texts: str, **options: str) -> Match:
    """Give a match after some moves."""
    match = Match.new(find("epaminondas"), options)
    for text in texts or ("2.7.2N2", "11.6.2SE2"):
        match = match.play(text)
    return match


def drawn(match: Match, size: Size, glyph_set: str, name: str = theme.DEFAULT, turns: int = 0) -> Picture:
    """Draw a match with stones of a size."""
    look, scene = theme.load(name), match.state.scene()
    return Picture(scene, Frame(plan(scene, turns), size), look.for_game("epaminondas"), look, theme.glyphs(glyph_set))


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
@pytest.mark.parametrize("size", STONES)
def test_pictures_are_as_approved(size: Size, glyph_set: str) -> None:
    picture = drawn(begun(), size, glyph_set)
    picture.mark(MARKS)
    golden = GOLDENS / f"epaminondas-{size.width}x{size.height}-{glyph_set}.txt"
    assert "\n".join(line.rstrip() for line in picture.cells.lines()) + "\n" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@pytest.mark.parametrize("size", STONES)
def test_pointing_finds_what_was_drawn(size: Size, turns: int) -> None:
    picture = drawn(begun(), size, "unicode", turns=turns)
    for spot, (left, top) in picture.frame.corners.items():
        assert {picture.hit[top + y][left + x] for x in range(size.width) for y in range(size.height)} == {spot}
    for text, x, y in picture.frame.labels:
        assert picture.cells.lines()[y][x : x + len(text)] == text
        assert not any(picture.hit[y][x : x + len(text)])
    for y in range(picture.frame.height):
        assert sum(cell_len(text) for text, _ in picture.cells.runs(y)) == picture.frame.width


@pytest.mark.parametrize(
    ("room", "size"), [((50, 21), Size(3, 1)), ((70, 27), Size(4, 2)), ((96, 40), Size(6, 3)), ((10, 5), Size(3, 1))]
)
def test_the_largest_size_that_fits_is_chosen(room: tuple[int, int], size: Size) -> None:
    scene = begun().state.scene()
    assert fit(plan(scene, 0), scene.layout, *room).size == size


@pytest.mark.parametrize("name", theme.names())
@pytest.mark.parametrize("size", STONES)
def test_a_stone_is_seen_on_every_ground(size: Size, name: str) -> None:
    """Whatever is marked, a stone never has the colour of what it stands on."""
    picture = drawn(begun(), size, "unicode", name)
    for spot in ("1.1", "12.1"):
        for marks in (Marks(), Marks(cursor=spot), Marks(selected=spot), Marks(last=frozenset({spot}))):
            picture.mark(marks)
            x, y = picture.frame.corners[spot]
            for row in range(y, y + size.height):
                for text, paint in picture.cells.runs(row):
                    assert not text.strip() or paint.ink != paint.ground, (spot, marks)
            assert picture.hit[y][x] == spot


def shown(app: Any) -> str:  # noqa: ANN401 - the app of the folder's conftest
    """Give the text on the screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def test_a_move_by_keys_shows_stones_seats_and_words(make_app: Callable[..., Any]) -> None:
    app = make_app(begun(), hand=(0, 1), theme_name="parley-light")
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        said = shown(app)
        assert "Epaminondas" in said
        assert "▄▄" in said
        assert "╭╮" in said
        assert "28" in said
        board = app.table.board
        board.move_to("1.6")
        await pilot.press("enter")
        board.move_to("3.6")
        await pilot.press("enter")
        await pilot.pause()
        assert app.handle.view.match.log[-1].text == "2.6.2N1"


async def test_a_move_by_mouse(make_app: Callable[..., Any]) -> None:
    app = make_app(begun(), hand=(0, 1))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.table.board
        for spot in ("1.6", "4.6"):
            region = board.region_of(spot)
            await pilot.click(board, offset=(region.x + 1, region.y))
        await pilot.pause()
        assert app.handle.view.match.log[-1].text == "2.6.2N2"


async def test_a_typed_capture_is_completed(make_app: Callable[..., Any]) -> None:
    """Only the screen does so: the rules refuse a capture without its count."""
    app = make_app(begun(*OPENING), hand=(0, 1))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("colon")
        app.table.query_one(Prompt).open("4.7.4 n3")
        await pilot.press("enter")
        await pilot.pause()
        assert app.handle.view.match.log[-1].text == "4.7.4N3x3"


def test_typed_text_is_completed_from_the_legal_moves() -> None:
    choice = MoveEntry(begun().state, begun().state.active[0])
    assert not choice.spelt
    assert choice.completions("4.7.2") == ("4.7.2N1", "4.7.2N2")
    assert choice.typed("4.7.2n2")[0].prefix == ("3.7", "6.7")
    assert choice.typed("4.7.2")[0].prefix == ()
    assert choice.completions("re") == ("resign",)
    assert choice.whole("4.7.2N1") == "4.7.2N1"
    assert choice.whole("4.7.2N9") == "4.7.2N9"
    assert choice.point("1.6").shown() == "1.6"


def test_effects_are_told_in_both_languages() -> None:
    state = begun(*OPENING).state
    effects = state.effects(Seat(0), state.parse(Seat(0), "4.7.4N3x3"))
    glyphs = theme.glyphs("unicode")
    with translation.speaking("en"):
        line = "a phalanx of 4, from its rear piece on 1.7, goes to 7.7, captures a phalanx of 3 of ○ black on 7.7"
        assert told(effects, glyphs) == line
    with translation.speaking("fr"):
        line = "une phalange de 4, depuis son pion arrière en 1.7, va en 7.7, prend une phalange de 3, ○ noir, en 7.7"
        assert told(effects, glyphs) == line
