"""Themes: whole or refused with file and key; readable, and told apart by every eye."""

from __future__ import annotations

import itertools
import math
import unicodedata
from importlib.resources import files

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from core.games import find
from core.match.match import Match
from tui.settings import theme
from tui.settings.theme import BadTheme, Look
from tui.terminal.terminal_traits import SIXTEEN, PaletteFilter
from tui.widgets.drawing.board_frame import Frame, Size, plan
from tui.widgets.drawing.sprite_picture import Picture

NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
EYES = {
    "normal": NORMAL,
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How eyes see linear red, green and blue: three kinds of colour blindness at full strength (Machado et al. 2009)."""

Triple = tuple[float, float, float]


def linear(colour: str) -> Triple:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, eye: tuple[Triple, Triple, Triple]) -> Triple:
    light = linear(colour)
    r, g, b = (min(1.0, max(0.0, sum(x * y for x, y in zip(row, light, strict=True)))) for row in eye)
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str) -> float:
    """Give the least distance (CIE76) between two colours over all eyes."""
    return min(math.dist(lab(one, eye), lab(other, eye)) for eye in EYES.values())


@pytest.fixture(params=theme.names())
def look(request: pytest.FixtureRequest) -> Look:
    return theme.load(str(request.param))


CELLS = ("first", "second", "third")
PANELS = ("background", "surface", "panel")


def test_seats_stand_out_from_every_cell(look: Look) -> None:
    least = {"parley-dark": 4.45, "parley-colour-blind": 4.5, "parley-contrast": 7}.get(look.name, 3)
    for seat, cell in itertools.product(look.seats.values(), CELLS):
        assert contrast(seat, look.board[cell]) >= least, (seat, cell)


def test_ink_is_readable_on_every_tile(look: Look) -> None:
    for seat in look.seats.values():
        assert contrast(seat, look.board["ink"]) >= 3.5
    assert contrast(look.board["pointer"], look.board["pointed"]) >= 7


def test_texts_are_readable_on_every_panel(look: Look) -> None:
    """All that is read stands out by 4.5 at least, by 7 where that is promised."""
    least = 7 if look.name == "parley-contrast" else 4.5
    for text, panel in itertools.product(("foreground", "muted", "accent", "success", "warning", "error"), PANELS):
        assert contrast(look.interface[text], look.interface[panel]) >= least, (text, panel)
    assert contrast(look.interface["foreground"], look.interface["highlight"]) >= 4.5
    assert contrast(look.interface["background"], look.interface["primary"]) >= 4.5
    for cell in CELLS:
        assert contrast(look.board["label"], look.board[cell]) >= 4.5, cell


def test_marks_are_readable_on_cells(look: Look) -> None:
    for mark, cell in itertools.product(("cursor", "target", "kill", "label", "reach"), CELLS):
        assert contrast(look.board[mark], look.board[cell]) >= 3, (mark, cell)


def test_stones_stand_between_their_squares(look: Look) -> None:
    """White and black ones are both seen, on every ground a stone can stand on, and so are the marks there."""
    board = look.for_game("epaminondas")
    for stone, cell in itertools.product(theme.STONES, ("first", "second")):
        assert contrast(board[stone], board[cell]) >= 3, (stone, cell)
    for mark, cell in itertools.product(("cursor", "target", "kill"), ("first", "second")):
        assert contrast(board[mark], board[cell]) >= 3, (mark, cell)
    assert apart(board["white"], board["black"]) >= 15


def test_seats_are_told_apart_by_every_eye(look: Look) -> None:
    """As far as the theme claims colour at all; where shapes tell, the colours must at least not be the same."""
    four = [look.seats[name] for name in ("red", "blue", "yellow", "green")]
    nearest = min(apart(*pair) for pair in itertools.combinations(four, 2))
    least = min(apart(*pair) for pair in itertools.combinations(look.seats.values(), 2))
    assert nearest >= 10
    if look.tells == "shape":
        assert least >= 6
        return
    assert nearest >= {"parley-sixteen": 20, "parley-terminal": 20, "parley-colour-blind": 40}.get(look.name, 25)
    assert least >= (12 if {*look.seats.values()} <= {*SIXTEEN} else 15)
    assert apart(look.board["kill"], look.board["target"]) >= 15


def test_grey_is_grey_and_sixteen_colours_are_sixteen() -> None:
    for name, fits in (
        ("parley-grey", lambda colour: len({colour[1:3], colour[3:5], colour[5:7]}) == 1),
        ("parley-sixteen", SIXTEEN.__contains__),
        ("parley-terminal", SIXTEEN.__contains__),
    ):
        found = theme.load(name)
        for part in (found.interface, found.board, found.seats, *found.boards.values()):
            assert [colour for colour in part.values() if not fits(colour)] == []


def test_the_palette_of_the_terminal_is_named_by_numbers() -> None:
    """No true colour is left, but what had no colour has none still."""
    row = [
        Segment("a", Style(color="#cd0000", bgcolor="#010203", bold=True)),
        Segment("b"),
        Segment("c", Style(dim=True)),
    ]
    told = PaletteFilter().apply(row, Color(0, 0, 0))
    assert [segment.text for segment in told] == ["a", "b", "c"]
    first = told[0].style
    assert first is not None
    assert first.color is not None
    assert first.bgcolor is not None
    assert (first.color.number, first.bgcolor.number, first.bold) == (1, 0, True)
    assert first.color.get_ansi_codes() == ("31",)
    assert told[1].style is None
    assert told[2].style == Style(dim=True)


def test_a_board_of_one_ground_shows_its_cells_by_dots() -> None:
    match = Match.new(find("djambi"), {"players": "4"}).deal()
    scene = match.state.scene()
    for name, dotted in (("parley-sixteen", True), (theme.DEFAULT, False)):
        found, size = theme.load(name), Size(5, 2)
        picture = Picture(scene, Frame(plan(scene, 0), size), found.for_game("djambi"), found, theme.glyphs("unicode"))
        assert ("·" in "".join(picture.cells.lines())) is dotted


@pytest.mark.parametrize("name", theme.GLYPH_SETS)
def test_every_glyph_is_one_column_wide(name: str) -> None:
    found = theme.glyphs(name)
    every = [*found.one.values(), *itertools.chain(*found.pair.values()), *found.seats.values(), *found.blocks]
    for glyph in every:
        assert cell_len(glyph) == 1
        assert unicodedata.east_asian_width(glyph) not in {"W", "F"}
        assert name != "ascii" or glyph.isascii()
    for group in (theme.SEATS, theme.STONES):
        assert len({found.seats[seat] for seat in group}) == len(group)
    for stone in found.stones.values():
        assert {cell_len(glyph) for glyph in stone} == {1}
        assert name != "ascii" or stone.isascii()


def whole() -> str:
    return files("themes").joinpath("parley-dark.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('red = "#ff6d52"', "", "The theme file mine.toml lacks the key seats.red."),
        (
            'red = "#ff6d52"',
            'red = "red"',
            "The theme file mine.toml: seats.red must be a colour like #1a2b3c, not red.",
        ),
        ("dark = true", 'dark = "yes"', "The theme file mine.toml: dark must be true or false."),
        ("[seats]", "glow = 1\n[seats]", "The theme file mine.toml has the key board.glow, which means nothing."),
        (
            "dark = true",
            'dark = true\ntells = "smell"',
            "The theme file mine.toml: tells must be one of colour, shape, not smell.",
        ),
        ("[interface]", "[interfac]", "The theme file mine.toml lacks the key interface."),
        (
            "[seats]",
            '[board.djambi]\npower = "#12"\n[seats]',
            "The theme file mine.toml: board.djambi.power must be a colour like #1a2b3c, not #12.",
        ),
    ],
)
def test_bad_themes_are_refused_with_file_and_key(old: str, new: str, said: str) -> None:
    with pytest.raises(BadTheme) as refused:
        theme.parse("mine.toml", whole().replace(old, new, 1))
    assert str(refused.value) == said


def test_what_is_not_toml_is_refused() -> None:
    with pytest.raises(BadTheme, match=r"^The theme file mine.toml is not valid TOML: .*\.$"):
        theme.parse("mine.toml", "dark = ")


def test_unknown_names_are_refused() -> None:
    with pytest.raises(BadTheme, match=r"^There is no theme neon; there are parley-dark, parley-light, .*\.$"):
        theme.load("neon")
    assert theme.look("neon").name == theme.DEFAULT


def test_themes_of_ones_own_stand_beside_those_of_parley() -> None:
    mine = theme.parse("mine.toml", whole())
    theme.adopt([mine, theme.parse("parley-light.toml", whole())])
    try:
        assert theme.load("mine") is mine
        assert theme.names()[-1] == "mine"
        assert not theme.load("parley-light").dark
    finally:
        theme.adopt([])
    assert theme.look("mine").name == theme.DEFAULT


def test_a_game_may_have_colours_of_its_own() -> None:
    text = whole().replace("[seats]", '[board.djambi]\npower = "#123456"\n[seats]', 1)
    found = theme.parse("mine.toml", text)
    assert found.for_game("djambi")["power"] == "#123456"
    assert found.for_game("chess")["power"] == found.board["power"]
