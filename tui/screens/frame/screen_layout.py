"""How screens are laid out and painted: once for each size, safely while closing, and over another screen.

A screen is painted when it opens or grows, but not before its parts know their size. Events that arrive after a screen
has closed do no harm. No notice lies over the line in which somebody types, or over an open question at the lower edge.
A translucent screen tints each style of the screen below once, not each cell. While the terminal is too small to play
in, a card says so.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._time import get_time
from textual.app import ComposeResult
from textual.color import Color
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.geometry import Size
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.visual import Visual
from textual.widgets import Input, Static

from tui.i18n.translation import tr
from tui.settings.keymap import pressed

if TYPE_CHECKING:
    from textual.geometry import Offset
    from textual.message import Message
    from textual.widget import Widget


T = TypeVar("T")

RACK = "textual-toastrack"
"""The id that Textual gives to what holds the notices of a screen."""


class SingleLayoutScreen(Screen[T]):
    """A screen that does not show itself half done.

    Textual's own screen is laid out and painted whole when it opens and when the terminal changes its size. It does
    both again when it is told the size that it has just been laid out for. It paints a third time what its parts have
    written anew for that size.
    """

    confirms_unseen = True
    """Whether a confirmation counts here that came before anybody could see this screen."""

    _halfway = False
    _seen_at: float | None = None

    async def _compose(self) -> None:
        """Lay out the screen for its present width, which Textual would report only afterwards."""
        for name in self._get_breakpoint_classes(self.app.size.width, self.HORIZONTAL_BREAKPOINTS or []):
            self.add_class(name)
        await super()._compose()

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        """Keep the styles of what has just been laid out; Textual's own handler goes on from here."""
        event.refresh_styles = event.refresh_styles and bool(self._size)

    def _screen_resized(self, size: Size) -> None:
        """Lay everything out for a size, unless that is done."""
        if self._compositor.size != size:
            super()._screen_resized(size)

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:  # noqa: FBT001, FBT002 - Textual's own
        """Lay everything out. For another size (`size`) paint it once the parts know theirs."""
        self._halfway = size is not None or self._repaint_required
        self._raise_notices()
        try:
            super()._refresh_layout(size, scroll)
        finally:
            self._halfway = False
        self._raise_notices()  # the line may have a new place
        if size is not None:
            self.refresh()

    def _watch_focused(self) -> None:
        super()._watch_focused()  # type: ignore[no-untyped-call]
        self._raise_notices()

    @property
    def question_rows(self) -> int:
        """The rows of an open question above those at the lower edge that the style sheet keeps free of notices."""
        return 0

    def _raise_notices(self) -> None:
        """Let the notices stand above an open question, and the line in which somebody types in the lower half."""
        rack = next((child for child in self.children if child.id == RACK), None)
        if rack is None or not rack.display:
            return
        line, own = self.focused, rack.styles.inline
        top = line.region.y if isinstance(line, Input) else 0
        asked, usual = self.question_rows, rack.styles.base.margin.bottom
        typed = self.size.height - top if top * 2 > self.size.height else 0
        rows = max(usual + asked, typed) if asked or typed else 0
        if rows and own.margin.bottom != rows:
            own.margin = (0, 0, rows, 0)
        elif not rows and own.has_rule("margin"):
            own.clear_rule("margin")
            rack.refresh(layout=True)

    def _compositor_refresh(self) -> None:
        if not self._halfway:
            super()._compositor_refresh()
            if self._seen_at is None and self.is_current and self._compositor.size:
                self._seen_at = get_time()

    def was_seen(self, at: float) -> bool:
        """Tell whether this screen had been painted at a moment, by the clock of events."""
        return self._seen_at is not None and self._seen_at <= at

    async def action_press(self, name: str) -> None:
        """Do what a key does here: one with an id wherever the focus is, any other as if it was pressed."""
        places = [place for place in (self.focused, *self.query("*"), self) if place is not None]
        for place in places:
            for binding in chain.from_iterable(place._bindings.key_to_bindings.values()):  # noqa: SLF001 - by their ids
                if binding.id == name:
                    await self.app.run_action(binding.action, place)
                    return
        key = pressed(name)[0] if "." in name else name
        self.app.call_later(self.app.simulate_key, key)  # from the app: a key does not pass the widget that sends it


class InterruptibleScreen(SingleLayoutScreen[T]):
    """A screen on which messages that arrive while its parts are being removed do no harm."""

    anew = False
    """Whether everything is being said anew just now: nothing that stands on the screen is to be looked for."""

    async def _dispatch_message(self, message: Message) -> None:
        """Hear a message: a screen opened as the app ends is told that it stands when nothing stands on it."""
        try:
            await super()._dispatch_message(message)
        except NoMatches:
            if self.stands:
                raise

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """Say what lies there: nothing where it was taken away and is painted still."""
        try:
            return super().get_widget_and_offset_at(x, y)
        except NoScreen:
            return None, None

    @property
    def stands(self) -> bool:
        """Whether what was laid out on this screen is there: it has not been left, and the app does not end."""
        quitting = getattr(self.app, "is_quitting", False)  # its rooms are being closed: nothing is to be read there
        app_ends = quitting or not self.app.is_running  # a signal ends it without a word: what is mounted is not there
        return self.is_attached and self in self.app.screen_stack and not (self.anew or app_ends)


LEAST = Size(80, 24)
"""Columns and rows that every screen fits in."""


def fits(size: Size) -> bool:
    """Tell whether every screen fits in a terminal of that size."""
    return size.width >= LEAST.width and size.height >= LEAST.height


class TooSmallScreen(SingleLayoutScreen[None], ModalScreen[None]):
    """Say how large the terminal is and should be. The card closes when the size fits."""

    def compose(self) -> ComposeResult:
        """Lay out the card."""
        yield Static(self._told(), markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """Follow the size."""
        if not fits(event.size):
            self.query_one(Static).update(self._told())

    def relabel(self) -> None:
        """Say it again in the language in use."""
        self.query_one(Static).update(self._told())

    def _told(self) -> str:
        size = self.app.size
        return tr(
            "Parley needs {columns}×{rows} characters; here are {width}×{height}. Enlarge the window or make the "
            "letters smaller (Ctrl −), or play without screens: parley --text",
            columns=LEAST.width,
            rows=LEAST.height,
            width=size.width,
            height=size.height,
        )


@lru_cache(maxsize=4096)
def tinted(style: Style | None, tint: Color) -> Style:
    """Give a style as it is seen through a tint."""
    (seen,) = BackgroundScreen.process_segments([Segment(" ", style)], tint)
    return seen.style or Style()


class TintedBackground(Visual):
    """A screen seen through a tint."""

    def __init__(self, screen: Screen[Any], tint: Color) -> None:
        """Show `screen` through `tint`."""
        self._screen = screen
        self._tint = tint

    def render_strips(self, width: int, height: int | None, style: object, options: object) -> list[Strip]:
        """Give the rows."""
        del style, options
        rows = self._screen._compositor.render_strips()[:height]  # noqa: SLF001 - as Textual's own veil does
        return [
            Strip([Segment(text, tinted(worn, self._tint)) for text, worn, _ in row]).crop(0, width) for row in rows
        ]

    def get_optimal_width(self, rules: object, container_width: int) -> int:
        """Give the width: all there is."""
        del rules
        return container_width

    def get_height(self, rules: object, width: int) -> int:
        """Give the height of the screen."""
        del rules, width
        return self._screen.size.height


class TranslucentScreen(InterruptibleScreen[T], ModalScreen[T]):
    """A screen that lies over another one and lets it show through."""

    def render(self) -> Any:  # noqa: ANN401 - Textual's screens name less than its widgets may give
        """Show what lies below through a veil."""
        below = super().render()
        return TintedBackground(below.screen, below.color) if isinstance(below, BackgroundScreen) else below
