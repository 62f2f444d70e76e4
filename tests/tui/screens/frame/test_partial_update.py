"""Touched: what is rendered for a partial update is what Textual's own compositor would show, of fewer widgets."""

from __future__ import annotations

from random import Random

import pytest
from textual._compositor import ChopsUpdate, Compositor
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Static

from tui.screens.frame.localized_screen import DirtyWidgets, LocalizedScreen

SIZE = (40, 12)


class Layers(LocalizedScreen[None]):
    """A screen with widgets side by side, above each other, and one cut off by what holds it."""

    CSS = """
    Layers { layers: below above; }
    #left { width: 12; } #right { width: 1fr; overflow: hidden; } #long { height: 30; width: 60; }
    #card { layer: above; width: 16; height: 4; offset: 8 3; border: solid red; } #foot { dock: bottom; height: 1; }
    """

    def compose(self) -> ComposeResult:
        """Lay them out."""
        with Horizontal():
            yield Static("left " * 40, id="left")
            with Vertical(id="right"):
                yield Static("long " * 300, id="long")
        yield Static("card", id="card")
        yield Static("foot", id="foot")


def shown(update: ChopsUpdate | None) -> list[tuple[int, int, list[Strip]]]:
    """Give row and column of each span, and the strips that reach into it."""
    assert update is not None
    return [
        (y, x1, [strip for end, (x, strip) in parts if strip is not None and x < x2 and end > x1])
        for y, x1, x2 in update.spans
        for parts in [zip(update.chop_ends[y], update.chops[y].items(), strict=True)]
    ]


async def test_what_changes_is_rendered_as_ever_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, app = Random(5), App[None]()
    async with app.run_test(size=SIZE):
        screen = Layers()
        await app.push_screen(screen)
        compositor = screen._compositor
        assert isinstance(compositor, DirtyWidgets)
        for _ in range(60):
            regions = {
                Region(rng.randrange(SIZE[0]), rng.randrange(SIZE[1]), rng.randint(1, 9), rng.randint(1, 3))
                .intersection(screen.region)
                for _ in range(rng.randint(1, 4))
            }  # fmt: skip
            compositor._dirty_regions = set(regions)
            spare = shown(compositor.render_partial_update())
            compositor._dirty_regions = set(regions)
            assert spare == shown(Compositor.render_partial_update(compositor))
        rendered = list[str | None]()

        def seen(one: Static, crop: Region) -> list[Strip]:
            rendered.append(one.id)
            return [Strip.blank(crop.width)] * crop.height

        monkeypatch.setattr(Static, "render_lines", seen)
        compositor._dirty_regions = {Region(0, 0, 2, 1), Region(0, SIZE[1] - 1, 3, 1)}
        compositor.render_partial_update()
        assert sorted(filter(None, rendered)) == ["foot", "left"]
