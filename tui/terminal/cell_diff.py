"""Send the terminal only the cells that differ from what it shows, and collect garbage while nobody waits.

Python looks for cycles of unused objects whenever enough objects have been made. A table holds eighty thousand objects,
so a search takes tens of milliseconds, whatever is going on. Here it runs at rest, not between key and paint.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from time import monotonic
from typing import Any

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip

REST = 1.0
"""Seconds without key or mouse after which nobody waits."""
FULL = 10
"""After this many collections of young objects a full one is worth its time; Python itself takes as many."""
LATEST = 50
"""After this many, Python collects by itself, for a person who never rests."""


class IdleGcApp(App[None]):
    """An app that collects garbage at rest. An app without a visible screen leaves that to Python."""

    def __init__(self) -> None:
        """Begin at rest."""
        super().__init__()
        self._stirred = 0.0
        self._usual = gc.get_threshold()

    def on_mount(self) -> None:
        """Begin to collect."""
        if not self.is_headless:
            gc.set_threshold(*self._usual[:2], LATEST)
            self.set_interval(REST, self.sweep)

    def on_unmount(self) -> None:
        """Leave it to Python again."""
        gc.set_threshold(*self._usual)

    async def on_event(self, event: events.Event) -> None:
        """Learn from keys and mouse that a person is there and waits."""
        if isinstance(event, events.InputEvent):
            self._stirred = monotonic()
        await super().on_event(event)

    def sweep(self) -> None:
        """Collect garbage if nobody waits and there is enough of it."""
        if gc.get_count()[2] >= FULL and monotonic() - self._stirred >= REST:
            gc.collect()


GAP = 4
"""Up to this many unchanged cells are sent again rather than skipped: a cursor jump costs as much."""
Span = tuple[int, int]
Ink = tuple[str, str, str]
"""Attributes, foreground and background as they are sent to the terminal."""
PLAIN: Ink = ("", "", "")
UNSEEN = frozenset(("", "1", "2", "3"))
"""Attributes that are invisible on a blank: none, bold, dim, italic."""
Written = tuple[int, Span, list[tuple[int, Strip]]]
"""A row, its written columns, and the strips, each with the column where it begins."""


@lru_cache(maxsize=4096)
def ink_of(style: Style | None, system: ColorSystem) -> Ink:
    """Give the codes of a style for the terminal."""
    if style is None:
        return PLAIN
    fore = ";".join(style.color.downgrade(system).get_ansi_codes()) if style.color is not None else ""
    back = ";".join(style.bgcolor.downgrade(system).get_ansi_codes(foreground=False)) if style.bgcolor else ""
    # a style keeps the codes that it was first asked for, of whatever system: it is asked for those without colours
    return Strip.render_ansi(style.without_color, system), fore, back


@lru_cache(maxsize=4096)
def blank(ink: Ink) -> Ink:
    """Give what can be seen of an ink where nothing is written with it.

    >>> blank(("1", "31", "42")), blank(("4", "31", "42"))
    (('', '', '42'), ('4', '31', '42'))
    """
    return ("", "", ink[2]) if UNSEEN.issuperset(ink[0].split(";")) else ink


def change(old: Ink | None, new: Ink) -> str:
    """Give the sequence that changes one ink into another; None for an unknown one."""
    if old == new:
        return ""
    if old is None or old[0] != new[0]:
        return f"\x1b[{';'.join(('0', *filter(None, new)))}m"
    parts = [new[at] or usual for at, usual in ((1, "39"), (2, "49")) if old[at] != new[at]]
    return f"\x1b[{';'.join(parts)}m"


class Row:
    """A row of the terminal: a sign and an ink for each column; an empty sign is the second half of a wide one."""

    def __init__(self, width: int) -> None:
        """Begin with an unknown row."""
        self.signs: list[str | None] = [None] * width
        self.inks: list[Ink | None] = [None] * width
        self.even = True

    def write(self, x: int, text: str, ink: Ink, span: Span) -> list[int]:
        """Write a text as far as it is in the span; give the columns that have changed."""
        signs = list(text)
        if not text.isascii() and (cell_len(text) != len(text) or not all(map(cell_len, signs))):
            signs, self.even = _columns(text), False
        first, last = max(x, span[0]), min(x + len(signs), span[1], len(self.signs))
        if first >= last:
            return []
        signs, old, worn = signs[first - x : last - x], self.signs[first:last], self.inks[first:last]
        bare = blank(ink)
        inks = [bare if sign == " " else ink for sign in signs]
        if old == signs and worn == inks:
            return []
        self.signs[first:last], self.inks[first:last] = signs, inks
        return [first + at for at, sign in enumerate(signs) if old[at] != sign or worn[at] != inks[at]]


def _columns(text: str) -> list[str]:
    """Give what stands in each column: nothing in the second of a wide sign, a sign with what has no width of its own.

    >>> _columns("a界b")
    ['a', '界', '', 'b']
    """
    signs: list[str] = []
    for sign in text:
        width = cell_len(sign)
        if width:
            signs += (sign, *[""] * (width - 1))
        elif signs:
            signs[-1] += sign
    return signs


def runs(columns: Iterable[int]) -> Iterator[Span]:
    """Give the spans of columns in which something has changed, with the gaps between them that are short.

    >>> list(runs([1, 2, 5, 30]))
    [(1, 6), (30, 31)]
    """
    first = last = -1
    for at in sorted(columns):
        if first < 0 or at - last > GAP:
            if first >= 0:
                yield first, last + 1
            first = at
        last = at
    if first >= 0:
        yield first, last + 1


class Sheet:
    """What the terminal shows now."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._rows: dict[int, Row] = {}
        self._painted: dict[int, list[Strip]] = {}
        self._size = Size(0, 0)

    def forget(self) -> None:
        """Forget everything."""
        self._rows.clear()
        self._painted.clear()

    def whole(self, update: LayoutUpdate, system: ColorSystem) -> str:
        """Give what to send for an update of everything: all of it, unless it is known what the terminal shows."""
        width, lines = update.region.width, [list(line) for line in update.strips]
        size, self._size = self._size, update.region.size
        if size != self._size or not all(self._knows(y, width) for y in range(len(lines))):
            self._rows.clear()
            self._painted = dict(enumerate(lines))
            return _afresh(lines, system)
        rows = ((y, (0, width), [(0, Strip.join(line))]) for y, line in enumerate(lines))
        return self._sent(rows, width, system)

    def parts(self, update: ChopsUpdate, system: ColorSystem) -> str:
        """Give what to send for an update of some spans."""
        width = max((end for ends in update.chop_ends for end in ends), default=0)
        return self._sent(_spans(update), width, system)

    def _sent(self, written: Iterable[Written], width: int, system: ColorSystem) -> str:
        sent: list[str] = []
        ink: Ink | None = None
        for y, span, strips in written:
            row, changed = self._row(y, width, system), list[int]()
            for x, strip in strips:
                changed += _write(row, x, strip, system, span)
            spans = runs(changed) if row.even or not changed else [(span[0], min(span[1], len(row.signs)))]
            for first, last in spans:
                sent.append(f"\x1b[{y + 1};{first + 1}H")
                for sign, worn in zip(row.signs[first:last], row.inks[first:last], strict=True):
                    now = worn or PLAIN
                    if sign == " " and ink is not None and now == blank(now) and blank(ink)[:2] == now[:2]:
                        now = (*ink[:2], now[2])
                    sent += (change(ink, now), " " if sign is None else sign)
                    ink = now
        return "".join((*sent, "\x1b[0m")) if sent else ""

    def _knows(self, y: int, width: int) -> bool:
        if y in self._painted:
            return sum(strip.cell_length for strip in self._painted[y]) == width
        return y in self._rows and len(self._rows[y].signs) == width and None not in self._rows[y].signs

    def _row(self, y: int, width: int, system: ColorSystem) -> Row:
        row = self._rows.get(y)
        if row is None:
            row, x = Row(width), 0
            for strip in self._painted.pop(y, ()):
                _write(row, x, strip, system, (0, width))
                x += strip.cell_length
            self._rows[y] = row
        return row


def _afresh(lines: list[list[Strip]], system: ColorSystem) -> str:
    """Give what to send if nothing is known: every line from its beginning."""
    sent: list[str] = []
    ink: Ink | None = None
    for y, line in enumerate(lines):
        sent.append(f"\x1b[{y + 1};1H")
        for text, style, control in chain.from_iterable(line):
            if not control:
                now = ink_of(style, system)
                sent += (change(ink, now), text)
                ink = now
    return "".join((*sent, "\x1b[0m"))


def _spans(update: ChopsUpdate) -> Iterator[Written]:
    """Give the strips that reach into each span of an update."""
    for y, x1, x2 in update.spans:
        chops = zip(update.chop_ends[y], update.chops[y].items(), strict=False)
        yield y, (x1, x2), [(x, strip) for end, (x, strip) in chops if strip is not None and x < x2 and end > x1]


def _write(row: Row, x: int, strip: Strip, system: ColorSystem, span: Span) -> list[int]:
    changed, (first, last) = list[int](), span
    for text, style, control in strip:
        if x >= last:
            break
        if not control:
            end = x + (len(text) if text.isascii() else cell_len(text))
            if end > first:
                changed += row.write(x, text, ink_of(style, system), span)
            x = end
    return changed


class CellDiffDriver(CompositorUpdate):
    """An update, reduced to what differs from what the terminal already shows."""

    def __init__(self, update: ChopsUpdate | LayoutUpdate, sheet: Sheet) -> None:
        """Send `update` to the terminal of `sheet`."""
        self._update = update
        self._sheet = sheet

    def render_segments(self, console: Console) -> str:
        """Give what is sent, and record that the terminal shows it."""
        system = console._color_system or ColorSystem.TRUECOLOR  # noqa: SLF001 - as Textual asks for it
        if isinstance(self._update, ChopsUpdate):
            return self._sheet.parts(self._update, system)
        return self._sheet.whole(self._update, system)


class CellDiffApp(IdleGcApp):
    """An app that sends little to its terminal."""

    def __init__(self) -> None:
        """Begin with an unknown terminal."""
        super().__init__()
        self._sheet = Sheet()

    def on_mount(self) -> None:
        """Forget a terminal that other programs have used meanwhile."""
        self.app_resume_signal.subscribe(self, lambda _: self._sheet.forget())

    def on_resize(self, event: events.Resize) -> None:
        """Forget a terminal that has another size."""
        del event
        self._sheet.forget()

    def _display(self, screen: Screen[Any], renderable: Any) -> None:  # noqa: ANN401 - Textual has several
        if isinstance(renderable, ChopsUpdate | LayoutUpdate):
            renderable = CellDiffDriver(renderable, self._sheet)
        elif renderable is not None:
            self._sheet.forget()
        super()._display(screen, renderable)
