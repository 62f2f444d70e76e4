"""Thrift: what stands on a terminal after little was sent is what the app has painted."""

from __future__ import annotations

import re
from random import Random
from statistics import median
from typing import Any

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.style import Style
from textual.app import App, ComposeResult
from textual.drivers.headless_driver import HeadlessDriver
from textual.widgets import Static

from tests.gallery.fixed_table import FixedTable, FixedTableApp, match_of, view_of
from tui.screens.table.table_screen import TableScreen
from tui.terminal.cell_diff import CellDiffApp, change, ink_of, runs
from tui.widgets import board_pane

SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b\].*?\x07|\x07|([^\x1b])", re.DOTALL)
Cell = tuple[str, frozenset[str], str, str]
KEYS = ("l", "j", "h", "k", "tab", "enter", "f", "v", "question_mark", "escape", "t", "x", "z", "o", "semicolon", "d")


@pytest.fixture(autouse=True)
def calm_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint in all colours, and nothing later by the clock."""
    monkeypatch.setattr(board_pane, "REST", 3600)
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")


class Paper(HeadlessDriver):
    """A terminal that reads what it is sent."""

    def __init__(self, app: App[Any], **how: Any) -> None:  # noqa: ANN401 - Textual's own
        """Begin with nothing on it."""
        super().__init__(app, **how)
        self.cells: dict[tuple[int, int], Cell] = {}
        self.at = (0, 0)
        self.attributes, self.fore, self.back = frozenset[str](), "", ""
        self.sent = 0

    @property
    def is_headless(self) -> bool:
        """Whether nothing is painted: it is."""
        return False

    def write(self, data: str) -> None:
        """Read."""
        self.sent += len(data.encode())
        for told, kind, sign in SEQUENCE.findall(data):
            if kind == "H":
                y, x = (int(part) - 1 for part in told.split(";"))
                self.at = (y, x)
            elif kind == "m":
                self._ink(told.split(";"))
            elif sign == "\n":
                self.at = (self.at[0] + 1, 0)
            elif sign:
                self._put(sign)

    def _put(self, sign: str) -> None:
        y, x = self.at
        seen = (self.attributes, self.fore)
        if sign == " " and self.attributes <= {"1", "2", "3"}:  # nothing of that shows on a blank
            seen = (frozenset(), "")
        for at, part in zip(range(x, x + cell_len(sign)), (sign, ""), strict=False):
            self.cells[y, at] = (part, *seen, self.back)
        if not cell_len(sign):
            before, attributes, fore, back = self.cells[y, x - 1]
            self.cells[y, x - 1] = (before + sign, attributes, fore, back)
        self.at = (y, x + cell_len(sign))

    def _ink(self, codes: list[str]) -> None:
        while codes:
            code = codes.pop(0)
            if code in {"38", "48"}:
                whole = ";".join([code, *codes[:4]])
                del codes[:4]
                self.fore, self.back = (whole, self.back) if code == "38" else (self.fore, whole)
            elif code in {"0", ""}:
                self.attributes, self.fore, self.back = frozenset(), "", ""
            elif code in {"39", "49"}:
                self.fore, self.back = ("", self.back) if code == "39" else (self.fore, "")
            else:
                self.attributes |= {code}


def painted(app: App[Any]) -> dict[tuple[int, int], Cell]:
    """Give what the app has painted, cell by cell."""
    paper = Paper(app)
    for y, strip in enumerate(app.screen._compositor.render_strips()):
        paper.at = (y, 0)
        for text, style, _ in strip:
            attributes, paper.fore, paper.back = ink_of(style, ColorSystem.TRUECOLOR)
            paper.attributes = frozenset(filter(None, attributes.split(";")))
            for sign in text:
                paper._put(sign)
    return paper.cells


def on_paper(app: App[Any]) -> Paper:
    assert isinstance(app._driver, Paper)
    return app._driver


@pytest.mark.parametrize(("game", "players"), [("djambi", 4), ("mediterranee", 4)])
async def test_what_stands_there_is_what_was_painted(game: str, players: int) -> None:
    rng = Random(7)
    app = FixedTableApp(TableScreen(FixedTable(view_of(match_of(players, 8, 5, game)))))
    app.driver_class = Paper
    async with app.run_test(headless=False, size=(100, 30)) as pilot:
        paper = on_paper(app)
        while not paper.cells:
            await pilot.pause()
        counts = []
        for at in range(20):
            before = paper.sent
            if at == 10:
                paper.cells.clear()
                await pilot.resize_terminal(84, 26)
                while app.screen._compositor.size != (84, 26) or not paper.cells:
                    await pilot.pause()
            else:
                await pilot.press(rng.choice(KEYS))
                await pilot.pause()
                counts.append(paper.sent - before)
            shown = painted(app)
            assert {place: cell for place, cell in paper.cells.items() if place in shown} == shown
        assert median(counts) < 4096


async def test_a_style_that_was_told_to_a_terminal_of_few_colours_is_told_anew() -> None:
    app = Wide()
    app.driver_class = Paper
    async with app.run_test(headless=False, size=(40, 6)) as pilot:
        for strip in app.screen._compositor.render_strips():
            for _, style, _ in strip:
                assert style is not None
                style._ansi = None
                style.render(" ", color_system=ColorSystem.EIGHT_BIT)
        on_paper(app).cells.clear()
        app._sheet.forget()
        app.refresh(layout=True)
        while not on_paper(app).cells:
            await pilot.pause()
        assert {place: on_paper(app).cells.get(place) for place in painted(app)} == painted(app)


class Wide(CellDiffApp):
    """An app with signs of all widths."""

    def compose(self) -> ComposeResult:
        """Show one text."""
        yield Static("a界b", id="text")


async def test_wide_signs_and_those_without_width_stay_whole() -> None:
    app = Wide()
    app.driver_class = Paper
    async with app.run_test(headless=False, size=(40, 6)) as pilot:
        for text in ("界界界", "ab界", "xe\u0301界z", "x界z", "plain"):
            app.query_one(Static).update(text)
            await pilot.pause()
            while not on_paper(app).cells:
                await pilot.pause()
            assert {place: on_paper(app).cells.get(place) for place in painted(app)} == painted(app)


def test_an_ink_is_of_the_colours_that_are_asked_for() -> None:
    style = Style.parse("bold #0f1217 on #ff6d52")
    inks = [ink_of(style, system) for system in (ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR)]
    assert inks == [("1", "38;5;16", "48;5;203"), ("1", "38;2;15;18;23", "48;2;255;109;82")]


def test_an_ink_is_changed_in_few_words() -> None:
    red, bold = ("", "38;5;1", "48;5;2"), ("1", "38;5;1", "48;5;2")
    assert change(red, red) == ""
    assert change(None, red) == "\x1b[0;38;5;1;48;5;2m"
    assert change(red, ("", "38;5;3", "48;5;2")) == "\x1b[38;5;3m"
    assert change(red, ("", "", "48;5;2")) == "\x1b[39m"
    assert change(red, bold) == "\x1b[0;1;38;5;1;48;5;2m"
    assert list(runs([])) == []
