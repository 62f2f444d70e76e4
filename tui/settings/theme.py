"""Themes and glyphs, read from `themes/*.toml`: loaded whole, or refused in a sentence that names the file and the key.

The checks of what such a TOML file must hold are here too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

from core.fault import Fault, sentence

if TYPE_CHECKING:
    from textual.theme import Theme

    from core.scene import Town


_COLOUR = re.compile(r"#[0-9a-f]{6}")

UNREADABLE = sentence("The theme file {file} is not valid TOML: {why}.")
NO_FILE = sentence("There is no theme {name}; there are {allowed}.")
MISSING = sentence("The theme file {file} lacks the key {key}.")
UNKNOWN = sentence("The theme file {file} has the key {key}, which means nothing.")
NO_COLOUR = sentence("The theme file {file}: {key} must be a colour like #1a2b3c, not {value}.")
NO_KIND = sentence("The theme file {file}: {key} must be {kind}.")
NO_WORD = sentence("The theme file {file}: {key} must be one of {allowed}, not {value}.")


class BadTheme(Fault):
    """A theme or glyph file that cannot be used. The fields `file` and `key` say where."""


def read(file: str, text: str) -> dict[str, object]:
    """Read the TOML of `file`. Raises `BadTheme`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTheme(UNREADABLE, file=file, why=str(error).rstrip(".")) from None


def table(file: str, key: str, value: object) -> dict[str, object]:
    """Give a value that must be a table. Raises `BadTheme`."""
    if not isinstance(value, dict):
        raise BadTheme(NO_KIND, file=file, key=key, kind="a table")
    return value


def only(file: str, where: str, data: Mapping[str, object], keys: tuple[str, ...]) -> None:
    """Check that a table has all of `keys` and no other. Raises `BadTheme`."""
    dot = f"{where}." if where else ""
    for key in keys:
        if key not in data:
            raise BadTheme(MISSING, file=file, key=dot + key)
    for key in data:
        if key not in keys:
            raise BadTheme(UNKNOWN, file=file, key=dot + key)


def colours(file: str, where: str, value: object, keys: tuple[str, ...]) -> Mapping[str, str]:
    """Read a table that gives each of `keys` a colour. Raises `BadTheme`."""
    data = table(file, where, value)
    only(file, where, data, keys)
    return MappingProxyType({key: colour_of(file, f"{where}.{key}", data[key]) for key in keys})


def some_colours(file: str, where: str, value: object, keys: tuple[str, ...]) -> Mapping[str, str]:
    """Read a table that gives some of `keys` a colour. Raises `BadTheme`."""
    data = table(file, where, value)
    for key in data:
        if key not in keys:
            raise BadTheme(UNKNOWN, file=file, key=f"{where}.{key}")
    return MappingProxyType({key: colour_of(file, f"{where}.{key}", data[key]) for key in data})


def colour_of(file: str, key: str, value: object) -> str:
    """Give a value that must be a colour. Raises `BadTheme`."""
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        raise BadTheme(NO_COLOUR, file=file, key=key, value=value)
    return value


def glyph_of(file: str, key: str, value: object, count: int) -> str:
    """Give a value that must be a text of `count` characters. Raises `BadTheme`."""
    if not isinstance(value, str) or len(value) != count:
        raise BadTheme(NO_KIND, file=file, key=key, kind=f"{count} characters")
    return value


def one_of(file: str, key: str, value: object, allowed: tuple[str, ...]) -> str:
    """Give a value that must be one of a few words. Raises `BadTheme`."""
    if value not in allowed:
        raise BadTheme(NO_WORD, file=file, key=key, allowed=", ".join(allowed), value=value)
    return str(value)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


INTERFACE = _words("background surface panel foreground muted primary accent highlight success warning error")
"""The colours of panels and texts."""

BOARD = _words(
    "first second third power fortress label cursor pointer pointed selected staged target kill last reach corpse "
    "sign ink white black sea land coast road route"
)
"""The colours of cells, marks and the ink on tiles, stones by their seat."""

SEATS = ("red", "blue", "green", "yellow", "pink", "purple")
"""The seats that have a colour and a shape."""

STONES = ("white", "black")
"""The seats whose pieces are stones: distinguished by form, solid or hollow, and coloured for each board."""

SINGLES = _words("power target reach last vassal corpse turn king online offline dead rule bar dot arrow point capital")
"""The glyphs that stand alone."""

PAIRS = ("kill", "cursor", "staged")
"""The glyphs that stand at the two edges of a cell."""

GLYPH_SETS = ("unicode", "ascii")
"""The glyph sets; the second one is for terminals without Unicode."""

DEFAULT = "parley-dark"
"""The theme in force if none, or an unknown one, was chosen."""

TELLS = ("colour", "shape")
"""What distinguishes the seats in a theme: colours as well as shapes, or shapes and letters alone."""

PALETTES = ("own", "terminal")
"""Whose colours are shown: the theme's, or the terminal's own in place of the sixteen of xterm."""


@dataclass(frozen=True, slots=True)
class Look:
    """One theme: its name and title, whether it is dark, and its colours as `#rrggbb` by token.

    `boards` overrides parts of `board` by the name of a game. `tells` is one of `TELLS`, `palette` one of `PALETTES`.
    """

    name: str
    title: str
    dark: bool
    interface: Mapping[str, str]
    board: Mapping[str, str]
    seats: Mapping[str, str]
    boards: Mapping[str, Mapping[str, str]]
    tells: str = TELLS[0]
    palette: str = PALETTES[0]

    def for_game(self, game: str) -> Mapping[str, str]:
        """Give the board colours of one game."""
        return MappingProxyType({**self.board, **self.boards.get(game, {})})

    def seat(self, name: str) -> str:
        """Give the colour of a seat's name; the foreground for a name without one."""
        return self.seats.get(name, self.interface["foreground"])

    def wearing(self, worn: Mapping[str, str]) -> Look:
        """Give the theme with more seats' names, each in the colour of another."""
        return replace(self, seats={**self.seats, **{name: self.seat(colour) for name, colour in worn.items()}})


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A glyph set, each glyph one column wide: `one` by name, `pair` (left, right) by name, `seats` by seat's name.

    `blocks` are eight: left, right, head left, head, head right, foot left, foot, foot right. `stones`, by seat's name,
    are sixteen: the rows of a stone of two by two, then those of one of four columns by three rows. `towns` are
    those of the map that is written about, by their codes.
    """

    name: str
    one: Mapping[str, str]
    pair: Mapping[str, tuple[str, str]]
    seats: Mapping[str, str]
    blocks: str
    stones: Mapping[str, str]
    towns: Mapping[str, Town] = field(default_factory=dict)

    def town(self, code: str, language: str) -> str:
        """Name a town in a language; give the code of one that is not on the map."""
        return self.towns[code].name(language) if code in self.towns else code

    def seat(self, name: str) -> str:
        """Give the shape of a seat's name; `?` for a name without one."""
        return self.seats.get(name, "?")

    def wearing(self, worn: Mapping[str, str]) -> Glyphs:
        """Give the set with more seats' names, each with the shape of another."""
        return replace(self, seats={**self.seats, **{name: self.seat(colour) for name, colour in worn.items()}})


_own: dict[str, Look] = {}


@cache
def shipped() -> tuple[str, ...]:
    """Give the names of the themes that come with Parley: dark, light, then those for special eyes and terminals."""
    found = (entry.name for entry in files("themes").iterdir() if entry.name.endswith(".toml"))
    themes = sorted(name.removesuffix(".toml") for name in found if name != "glyphs.toml")
    return tuple(sorted(themes, key=lambda name: (name != DEFAULT, name != "parley-light")))


def names() -> tuple[str, ...]:
    """Give the names of all themes: those that come with Parley, then a person's own."""
    return (*shipped(), *sorted(_own.keys() - set(shipped())))


def adopt(looks: Iterable[Look]) -> None:
    """Use these as the person's themes instead of those before; none replaces one of Parley's."""
    _own.clear()
    _own.update({look.name: look for look in looks})


@cache
def _shipped(name: str) -> Look:
    return parse(f"{name}.toml", files("themes").joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def load(name: str) -> Look:
    """Give the theme of that name; raise `BadTheme`."""
    if name in shipped():
        return _shipped(name)
    if name not in _own:
        raise BadTheme(NO_FILE, name=name, allowed=", ".join(names()))
    return _own[name]


def look(name: str) -> Look:
    """Give the theme of that name, or the default one if that theme has no board."""
    return load(name if name in shipped() or name in _own else DEFAULT)


def parse(file: str, text: str) -> Look:
    """Read one theme from the text of `file`; raise `BadTheme`."""
    data = read(file, text)
    tells = one_of(file, "tells", data.pop("tells", TELLS[0]), TELLS)
    palette = one_of(file, "palette", data.pop("palette", PALETTES[0]), PALETTES)
    only(file, "", data, ("title", "dark", "interface", "board", "seats"))
    title, dark = data["title"], data["dark"]
    if not isinstance(title, str):
        raise BadTheme(NO_KIND, file=file, key="title", kind="a text")
    if not isinstance(dark, bool):
        raise BadTheme(NO_KIND, file=file, key="dark", kind="true or false")
    board = dict(table(file, "board", data["board"]))
    boards = {key: board.pop(key) for key in list(board) if isinstance(board[key], dict)}
    return Look(
        file.removesuffix(".toml"),
        title,
        dark,
        colours(file, "interface", data["interface"], INTERFACE),
        colours(file, "board", board, BOARD),
        colours(file, "seats", data["seats"], SEATS),
        {game: some_colours(file, f"board.{game}", part, BOARD) for game, part in boards.items()},
        tells,
        palette,
    )


@cache
def glyphs(name: str) -> Glyphs:
    """Give the glyph set of that name (`unicode` or `ascii`); raise `BadTheme`."""
    if name not in GLYPH_SETS:
        raise BadTheme(NO_FILE, name=name, allowed=", ".join(GLYPH_SETS))
    return parse_glyphs("glyphs.toml", files("themes").joinpath("glyphs.toml").read_text(encoding="utf-8"), name)


def glyph_set(encoding: str) -> str:
    """Give the name of the glyph set for a terminal of that encoding.

    >>> glyph_set("UTF-8"), glyph_set("iso-8859-1")
    ('unicode', 'ascii')
    """
    return "unicode" if encoding.lower().replace("-", "").replace("_", "") == "utf8" else "ascii"


def parse_glyphs(file: str, text: str, name: str) -> Glyphs:
    """Read the glyph set `name` from the text of `file`; raise `BadTheme`."""
    data = read(file, text)
    if name not in data:
        raise BadTheme(MISSING, file=file, key=name)
    part = table(file, name, data[name])
    only(file, name, part, ("blocks", *SINGLES, *PAIRS, "seats", "stones"))
    seats = table(file, f"{name}.seats", part["seats"])
    only(file, f"{name}.seats", seats, (*SEATS, *STONES))
    stones = table(file, f"{name}.stones", part["stones"])
    only(file, f"{name}.stones", stones, STONES)
    return Glyphs(
        name,
        {key: glyph_of(file, f"{name}.{key}", part[key], 1) for key in SINGLES},
        {key: (text[0], text[1]) for key in PAIRS if (text := glyph_of(file, f"{name}.{key}", part[key], 2))},
        {key: glyph_of(file, f"{name}.seats.{key}", seats[key], 1) for key in (*SEATS, *STONES)},
        glyph_of(file, f"{name}.blocks", part["blocks"], 8),
        {key: glyph_of(file, f"{name}.stones.{key}", stones[key], 16) for key in STONES},
    )


def textual_theme(name: str) -> Theme:
    """Give the theme of that name as Textual wants it, with the board's colours as variables `board-TOKEN`."""
    from textual.theme import Theme

    found = load(name)
    face = found.interface
    variables = {f"board-{key}": value for key, value in found.board.items()}
    variables |= {f"seat-{key}": value for key, value in found.seats.items()}
    variables |= {
        "muted": face["muted"],
        "highlight": face["highlight"],
        "footer-background": face["panel"],
        "footer-key-foreground": face["accent"],
        "input-selection-background": face["highlight"],
        "border": face["muted"],
        "block-cursor-background": face["primary"],
        "block-cursor-foreground": face["background"],
        "button-color-foreground": face["background"],
        "button-foreground": face["foreground"],
        "scrollbar": face["muted"],
        "scrollbar-background": face["panel"],
    }
    return Theme(
        name=name,
        primary=face["primary"],
        secondary=face["muted"],
        accent=face["accent"],
        foreground=face["foreground"],
        background=face["background"],
        surface=face["surface"],
        panel=face["panel"],
        success=face["success"],
        warning=face["warning"],
        error=face["error"],
        dark=found.dark,
        variables=variables,
    )
