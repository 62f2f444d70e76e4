"""A screenshot: one screen of Parley as it looks in use, as a self-contained SVG file that is the same each time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from rich.color import ColorSystem
from rich.segment import Segment
from textual.color import Color

from tui.app import app
from tui.app.app import ParleyApp, Start
from tui.settings.settings import Settings
from tui.settings.theme import DEFAULT, look
from tui.terminal.terminal_svg import svg
from tui.widgets.board_pane import BoardPane
from tui.widgets.drawing.cells import Paint, Run

FAINT = 0.5
"""How far faint text is blended into its background."""


@dataclass(frozen=True, slots=True)
class Dress:
    """The theme, the size of the terminal (columns, rows) and the language in which a screen is shown."""

    theme: str = DEFAULT
    size: tuple[int, int] = (160, 50)
    language: str = "en"


STYLES: Any = ParleyApp.CSS_PATH
"""The style sheets of Parley, which lie beside the app."""


class GalleryApp(ParleyApp):
    """The app of Parley, except that it writes nothing."""

    CSS_PATH: ClassVar[Any] = [Path(app.__file__).parent / str(name) for name in STYLES]

    def __init__(self, dress: Dress) -> None:
        """Use the dress. Nothing moves by itself."""
        settings = Settings(dress.language, "Alice", dress.theme, "unicode", motion="reduced")
        super().__init__(Start("gallery"), settings)
        self.console._color_system = ColorSystem.TRUECOLOR

    def write(self, settings: Settings) -> None:
        """Take these settings."""
        self.settings = settings


Stage = Callable[[GalleryApp], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A picture: its file without ending, what it shows, what opens the screen, and the keys pressed there."""

    file: str
    shows: str
    stage: Stage
    keys: tuple[str, ...] = ()
    dress: Dress = field(default_factory=Dress)


async def photograph(shot: Screenshot) -> str:
    """Return the picture as SVG text. The language in use must be the dress's; all is kept in Parley's folder."""
    shown = GalleryApp(shot.dress)
    async with shown.run_test(size=shot.dress.size) as pilot:
        await pilot.pause()
        await shot.stage(shown)
        await pilot.pause()
        for key in shot.keys:
            await pilot.press(key)
            await pilot.pause()
        for board in shown.screen.query(BoardPane):
            board.rest()
        await pilot.pause()
        return svg(list(rows(shown)), shot.dress.size[0], _plain(shown))


def rows(shown: ParleyApp) -> Iterator[list[Run]]:
    """Yield the contents of the screen, row by row."""
    plain = _plain(shown)
    painted = shown.screen._compositor.render_update(full=True, screen_stack=shown._background_screens)
    for strips in getattr(painted, "strips", ()):
        runs: list[Run] = []
        for text, paint in ((part.text, _paint(part, plain)) for strip in strips for part in strip):
            if runs and runs[-1][1] == paint:
                runs[-1] = (runs[-1][0] + text, paint)
            elif text:
                runs.append((text, paint))
        yield runs


def _plain(shown: ParleyApp) -> Paint:
    interface = look(shown.theme).interface
    return Paint(interface["foreground"], interface["background"])


def _paint(part: Segment, plain: Paint) -> Paint:
    style = part.style
    if style is None:
        return plain
    ink = style.color.get_truecolor().hex if style.color and not style.color.is_default else plain.ink
    ground = style.bgcolor.get_truecolor().hex if style.bgcolor and not style.bgcolor.is_default else plain.ground
    if style.reverse:
        ink, ground = ground, ink
    if style.dim:
        ink = Color.parse(ink).blend(Color.parse(ground), FAINT).hex.lower()
    if part.text.isspace():
        return Paint(plain.ink, ground)
    return Paint(ink, ground, bool(style.bold))
