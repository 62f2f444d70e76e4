"""Once: a screen shows in the end what Textual's own would show, laid out and painted less often on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.events import Resize
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from tui.screens.frame.screen_layout import SingleLayoutScreen

CSS = """
Static { height: 1fr; }
.-narrow Static { color: red; height: 2; }
.-wide Static { color: blue; }
#card { background: green 50%; }
"""


def parts(screen: Screen[Any]) -> ComposeResult:
    """Give what stands on both."""
    screen.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-wide")]
    yield Static("Above")
    yield Input("a name")
    yield Static("Below", id="card")


class Usual(Screen[None]):
    """Textual's own."""

    compose = parts


class Once(SingleLayoutScreen[None]):
    """Ours."""

    compose = parts


class Card(SingleLayoutScreen[None], ModalScreen[None]):
    """A card that lies upon another screen."""

    def compose(self) -> ComposeResult:
        """Give the card."""
        yield Static("A card", id="card")


class Shown(App[None]):
    """An app that counts."""

    CSS = CSS

    def __init__(self) -> None:
        """Begin with nothing done."""
        super().__init__()
        self.told: list[str] = []

    def look(self, screen: Screen[Any]) -> list[str]:
        """Give what a screen shows, signs and styles."""
        return [str(list(strip)) for strip in screen._compositor.render_strips()]

    def count(self, screen: Screen[Any], patch: pytest.MonkeyPatch) -> None:
        """Count how often a screen is laid out, painted and dressed."""
        for node, name in (
            (screen._compositor, "reflow"),
            (screen._compositor, "render_update"),
            (self.stylesheet, "update_nodes"),
        ):
            patch.setattr(node, name, self._counted(name, getattr(node, name)))

    def _counted(self, name: str, done: Callable[..., object]) -> Callable[..., object]:
        def counted(*given: object, **named: object) -> object:
            self.told.append(name)
            return done(*given, **named)

        return counted


async def shown(screen: Screen[Any], monkeypatch: pytest.MonkeyPatch) -> tuple[list[list[str]], list[list[str]]]:
    """Open a screen, make the terminal narrow, lay a card upon it; give what is seen and what was done each time."""
    app, seen, done = Shown(), [], []
    async with app.run_test(size=(80, 10)) as pilot:
        app.count(screen, monkeypatch)
        for step in ("open", "narrow", "card"):
            app.told.clear()
            if step == "open":
                await app.push_screen(screen)
            elif step == "narrow":
                app.post_message(Resize(Size(50, 8), Size(50, 8)))
            else:
                await app.push_screen(Card())
            await pilot.pause(0.1)
            seen.append(app.look(screen) + app.look(app.screen))
            done.append(sorted(app.told))
    return seen, done


async def test_what_is_seen_is_the_same_and_less_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, before = await shown(Usual(), monkeypatch)
    ours, after = await shown(Once(), monkeypatch)
    assert ours == theirs
    assert all(len(mine) < len(theirs) for mine, theirs in zip(after, before, strict=True))
    assert after[0].count("render_update") == 1
    assert after[1].count("render_update") < before[1].count("render_update") / 2
    assert after[0].count("update_nodes") < before[0].count("update_nodes")
