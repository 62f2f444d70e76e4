"""Journeys at a table on the screen: keys pressed, and what is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual import events
from textual.app import App
from textual.pilot import Pilot

Make = Callable[..., Any]
ROOM = (80, 24)


async def settled(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, then let everything that follows happen."""
    await pilot.press(*keys)
    await pilot.pause()
    for worker in list(pilot.app.workers):
        if worker.group == "do":
            await worker.wait()
    await pilot.pause()
    await pilot.pause()


def shown(app: App[None]) -> str:
    """Give the text on the screen."""
    return "\n".join("".join(part.text for part in strip) for strip in app.screen._compositor.render_strips())


def toasts(app: App[None]) -> list[str]:
    return [notification.message for notification in app._notifications]


async def click_on(pilot: Pilot[None], words: str, shift: int = 2, *, button: int = 1) -> None:
    """Click on the first words of this kind on the screen, `shift` columns from their beginning."""
    rows = shown(pilot.app).splitlines()
    y = next(at for at, row in enumerate(rows) if words in row)
    x = rows[y].index(words) + shift
    for kind in (events.MouseDown, events.MouseUp):
        pilot.app.post_message(kind(None, x, y, 0, 0, button, shift=False, meta=False, ctrl=False))
        await settled(pilot)
