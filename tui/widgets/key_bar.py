"""The key bar: the keys of the moment in one row, closer together if they are many. The last two always show.

It is one widget and one strip: keys change with the focus, and a widget for each would be made and styled each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.screen import Screen

WIDE, CLOSE = 3, 2
"""The columns of a key beside its cap and its words, usually and when keys stand close."""

LAST = 2
"""This many keys at the end always stay: help, and the way out."""

LEFT = 1
"""The left button of the mouse, as Textual counts."""

EDGE = "▏"
"""The sign before the key at the right."""


class Key(NamedTuple):
    """A key of the row: its name, its cap, what it does, and whether it does that now."""

    name: str
    cap: str
    words: str
    enabled: bool


class KeyBar(Widget, can_focus=False):
    """A row of keys, never cut in the middle of a key. The key of the palette stands at the right."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"foot--cap", "foot--words", "foot--over", "foot--edge"}
    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; color: $footer-foreground; background: $footer-background; }
    KeyBar > .foot--cap { color: $footer-key-foreground; text-style: bold; }
    KeyBar > .foot--words { color: $footer-description-foreground; }
    KeyBar > .foot--over { background: $block-hover-background; }
    KeyBar > .foot--edge { color: $foreground 20%; }
    """

    def __init__(self, *, show_command_palette: bool = True) -> None:
        """Begin with an empty row."""
        super().__init__()
        self._palette = show_command_palette
        self._all: tuple[Key, ...] = ()
        self._over: Key | None = None
        self._due = False
        self.keys: tuple[Key, ...] = ()
        self.right: Key | None = None
        self.compact = False

    def on_mount(self) -> None:
        """Follow changes of the keys."""
        self.screen.bindings_updated_signal.subscribe(self, self._told)

    def on_unmount(self) -> None:
        """Stop following."""
        self.screen.bindings_updated_signal.unsubscribe(self)

    def on_resize(self) -> None:
        """Lay out the keys again at another width."""
        self._put()

    def _told(self, screen: Screen[Any]) -> None:
        """Lay out the keys again once the change is done."""
        if screen.app.app_focus and not self._due:
            self._due = True
            self.call_after_refresh(self._renew)

    def _renew(self) -> None:
        self._due = False
        if self.is_attached:
            found = self._found()
            if found != (self._all, self.right):
                self._all, self.right = found
                self._put()

    def _found(self) -> tuple[tuple[Key, ...], Key | None]:
        """Give the active keys, one for each action, and that of the palette.

        The screen may have `momentary` words for keys that have none in the row at other times, by their ids, and no
        words for those that do nothing now.
        """
        active, app, keys = self.screen.active_bindings, self.app, dict[str, Key]()
        momentary: Mapping[str, str] = getattr(self.screen, "momentary", {})
        for found in active.values():
            binding = found.binding
            if (words := momentary.get(binding.id or "")) is not None:
                binding = replace(binding, description=words, show=bool(words), key_display=None)
            if binding.show and binding.action not in keys:
                cap = app.get_key_display(binding)
                keys[binding.action] = Key(binding.key, cap, binding.description, found.enabled)
        palette = active.get(app.COMMAND_PALETTE_BINDING) if self._palette and app.ENABLE_COMMAND_PALETTE else None
        if palette is None:
            return tuple(keys.values()), None
        binding = palette.binding
        cap = app.get_key_display(binding)
        return tuple(keys.values()), Key(binding.key, cap, binding.description, palette.enabled)

    def _put(self) -> None:
        """Put the keys in the row; those before the last ones only as far as there is room."""
        keys, room = list(self._all), self.app.size.width
        if self.right is not None:
            room -= _length([self.right], CLOSE) + 1
        self.compact = _length(keys, WIDE) > room
        while self.compact and len(keys) > LAST and _length(keys, CLOSE) > room:
            keys.pop(-LAST - 1)
        self.keys, self._over = tuple(keys), None
        self.refresh()

    def places(self) -> Iterator[tuple[int, int, Key]]:
        """Give the columns where each key begins and ends."""
        at, beside = 0, CLOSE - 1 if self.compact else WIDE
        for key in self.keys:
            yield at, at + _length([key], beside), key
            at += _length([key], CLOSE if self.compact else WIDE)
        if self.right is not None:
            end = self.size.width - 1
            yield end - _length([self.right], CLOSE - 1), end, self.right

    def _at(self, column: int) -> Key | None:
        """Give the key at a column. Keys without room lie beneath the key at the right."""
        found = [key for start, end, key in self.places() if start <= column < end]
        return found[-1] if found else None

    def render_line(self, y: int) -> Strip:
        """Give the row."""
        del y
        strip, plain = Strip([]), Style(bgcolor=self.rich_style.bgcolor)
        for start, _, key in self.places():
            if key is self.right:
                edge = Segment(EDGE, self.get_component_rich_style("foot--edge"))
                strip = Strip(
                    [*strip.adjust_cell_length(max(0, start - 1), plain), edge, *self._written(key, close=True)]
                )
            else:
                strip = Strip([*strip.adjust_cell_length(start, plain), *self._written(key, close=self.compact)])
        return strip.adjust_cell_length(self.size.width, plain)

    def _written(self, key: Key, *, close: bool) -> tuple[Segment, Segment]:
        cap, words = self.get_component_rich_style("foot--cap"), self.get_component_rich_style("foot--words")
        if key == self._over:
            over = Style(bgcolor=self.get_component_rich_style("foot--over").bgcolor)
            cap, words = cap + over, words + over
        if not key.enabled:
            cap, words = cap + Style(dim=True), words + Style(dim=True)
        if close:
            return Segment(key.cap, cap), Segment(f" {key.words}", words)
        return Segment(f" {key.cap} ", cap), Segment(f"{key.words} ", words)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Do what a key does, by the left button."""
        key = self._at(event.x) if event.button == LEFT else None
        if key is not None and key.enabled:
            self.app.simulate_key(key.name)
        elif key is not None:
            self.app.bell()

    def on_click(self, event: events.Click) -> None:
        """Keep a click from what lies around the row: it is done already."""
        event.stop()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show which key is pointed at."""
        self._point(self._at(event.x))

    def on_leave(self) -> None:
        """Show none."""
        self._point(None)

    def _point(self, key: Key | None) -> None:
        if key != self._over:
            self._over = key
            self.styles.pointer = "default" if key is None else "pointer"
            self.refresh()


def _length(keys: Iterable[Key], beside: int) -> int:
    """Give the columns of keys with this many beside each."""
    return sum(len(key.cap) + len(key.words) + beside for key in keys)
