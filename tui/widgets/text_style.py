"""How panels write a seat: its shape in its colour, its word, a shortened name. Text is never read as markup.

Paints become styles of the terminal here.
"""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from tui.i18n.translation import seat_title
from tui.settings.theme import STONES, Glyphs, Look
from tui.widgets.drawing.cells import Paint

FIELD = "epaminondas"
"""The game whose pieces are stones: white and black are visible only on its ground."""

INITIAL = 2
"""The columns that a cut name needs, ellipsis included, for its number to be shown after it."""


class TextStyle:
    """One theme and one glyph set, as texts."""

    def __init__(self, look: Look, glyphs: Glyphs) -> None:
        """Write with the colours of `look` and the shapes of `glyphs`."""
        self.look = look
        self.glyphs = glyphs

    def tint(self, name: str) -> Style:
        """Give the style of a seat's shape: its colour; a stone has the ground of its board."""
        if name not in STONES:
            return Style(color=self.look.seat(name), bold=True)
        board = self.look.for_game(FIELD)
        return Style(color=board[name], bgcolor=board["first"], bold=True)

    def shape(self, name: str) -> Text:
        """Give the shape of a seat's name in its colour, followed by a text without colour."""
        return Text.assemble((self.glyphs.seat(name), self.tint(name)))

    def seat(self, name: str) -> Text:
        """Give shape and word: `● Rouge`."""
        return self.shape(name) + Text(" ") + Text(seat_title(name), self.style("foreground", bold=True))

    def style(self, key: str, *, bold: bool = False) -> Style:
        """Give the style of an interface colour (`muted`, `accent`, ...)."""
        return Style(color=self.look.interface[key], bold=bold)

    @property
    def banner(self) -> Style:
        """The style of text that must not be overlooked: the ground's colour on the accent's."""
        face = self.look.interface
        return Style(color=face["background"], bgcolor=face["accent"], bold=True)

    def muted(self, text: str) -> Text:
        """Give a muted text."""
        return Text(text, self.style("muted"))

    def plain(self, text: str) -> Text:
        """Give a text as it is."""
        return Text(text, self.style("foreground"))

    def accent(self, text: str) -> Text:
        """Give a text that stands out."""
        return Text(text, self.style("accent", bold=True))


def pressable(text: Text, action: str) -> Text:
    """Give a text that does an action of the screen when it is clicked on."""
    text.stylize(Style(meta={"@click": f"screen.{action}"}))
    return text


def cut(text: str, width: int) -> str:
    """Give `text` exactly `width` columns wide: cut with an ellipsis or padded.

    >>> cut("Alexandra", 6), cut("Ann", 5)
    ('Alexa…', 'Ann  ')
    """
    if len(text.encode("ascii", "replace")) > width and set_cell_size(text, width).rstrip() != text.rstrip():
        return set_cell_size(text, max(0, width - 1)) + "…"[: max(0, width)]
    return set_cell_size(text, width)


def cut_nick(nick: str, width: int) -> str:
    """Give a nick exactly `width` columns wide; not cut is the number that tells it from others.

    >>> cut_nick("level 2 #3", 6), cut_nick("level 2 #3", 3), cut_nick("Alexandra", 6)
    ('lev…#3', 'le…', 'Alexa…')
    """
    name, sign, number = nick.rpartition(" #")
    tail = f"#{number}"
    left = width - len(tail)
    if not sign or not number.isdecimal() or left < INITIAL or cell_len(nick) <= width:
        return cut(nick, width)
    return cut(name, left) + tail


def cut_title(title: str, width: int) -> str:
    """Give a seat's title exactly `width` columns wide; not cut is the number that tells it from its partner's.

    >>> cut_title("Rouge 2", 6), cut_title("Violet 2", 6), cut_title("Yellow", 4)
    ('Rouge2', 'Viol…2', 'Yel…')
    """
    name, sign, number = title.rpartition(" ")
    left = width - len(number)
    if not sign or not number.isdecimal() or left < INITIAL or cell_len(title) <= width:
        return cut(title, width)
    return cut(name, left) + number


def cut_bot(nick: str, short: str, width: int) -> str:
    """Give a bot's nick exactly `width` columns wide; before anything is cut, `short` stands for its name.

    >>> [cut_bot("level 2 #3", "L2", width) for width in (10, 8, 4)], cut_bot("greedy #3", "greedy", 6)
    (['level 2 #3', 'L2 #3   ', 'L2#3'], 'gre…#3')
    """
    _, sign, number = nick.rpartition(" #")
    brief = f"{short}{sign}{number}" if sign else short
    fits = next((told for told in (nick, brief, brief.replace(" #", "#")) if cell_len(told) <= width), brief)
    return cut_nick(fits, width)


@lru_cache(maxsize=4096)
def style(paint: Paint) -> Style:
    """Give the terminal style of a paint."""
    return Style(color=paint.ink, bgcolor=paint.ground, bold=paint.bold)


@lru_cache(maxsize=1024)
def blank(ground: str) -> Style:
    """Give the style of blanks: no ink, so that less is sent."""
    return Style(bgcolor=ground)
