"""The line to type on: what is said of the typed text stands whole, beside it or above it."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Static

from tui.widgets.prompt import Prompt

LONG = (
    "No action begins with “xyzzy” at character 1: write one of take, draw, keep, recover, move, attack, lay, retreat, "
    "support, decline, pass, treason or sedition."
)
SHORT = "A stone lies there."


class Typing(App[None]):
    """A screen of a board and the prompt."""

    CSS = "#board { height: 1fr; }"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the colour that Parley's themes add."""
        return {"muted": "gray"}

    def compose(self) -> ComposeResult:
        """Put the prompt between two rows."""
        yield Static("board", id="board")
        yield Prompt(lambda text: ("move",) if text in {"", "m"} else (), lambda text: LONG if "x" in text else SHORT)
        yield Static("keys", id="keys")


def rows(app: Typing) -> list[str]:
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


@pytest.mark.parametrize("width", [80, 120])
async def test_a_long_refusal_stands_whole_above_the_typed_text(width: int) -> None:
    app = Typing()
    async with app.run_test(size=(width, 24)) as pilot:
        app.query_one(Prompt).open()
        await pilot.press("x", "y")
        await pilot.pause()
        told = rows(app)
        above = [row.strip() for row in told[-6:-2] if row.strip()]
        assert " ".join(above) == LONG
        assert told[-2].strip() == ": xy"
        assert app.query_one("#board").size.height == 22, "the board stays as it is"
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert " ".join(row.strip() for row in rows(app)[-8:-2] if row.strip()) == LONG
        await pilot.press("backspace", "backspace")
        await pilot.pause()
        assert not [row for row in rows(app) if "write one of" in row]
        await pilot.press("x")
        app.query_one(Prompt).close()
        await pilot.pause()
        assert not [row for row in rows(app) if "write one of" in row]


async def test_a_short_refusal_stands_beside_it() -> None:
    app = Typing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.query_one(Prompt).open()
        await pilot.press("q")
        await pilot.pause()
        assert rows(app)[-2].split() == [":", "q", *SHORT.split()]


async def test_tab_says_why_it_completes_nothing() -> None:
    app = Typing()
    async with app.run_test(size=(80, 24)) as pilot:
        prompt = app.query_one(Prompt)
        prompt.open()
        await pilot.press("m", "tab", "tab")
        await pilot.pause()
        assert rows(app)[-2].split() == [":", "move", *SHORT.split()]
        prompt._objection = lambda _: ""
        await pilot.press("s", "tab")
        await pilot.pause()
        assert "Nothing comes after moves." in rows(app)[-2]
        assert len(rows(app)) == 24
