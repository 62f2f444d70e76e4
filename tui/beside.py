"""The screens beside: one goes to them from any other, and comes back."""

from __future__ import annotations

from typing import Any

Host = Any
"""The app, which has `rooms` and shows screens."""


async def show_rules(app: Host) -> None:
    """Show the rules."""
    from tui.screens.rules import RulesScreen

    await app.push_screen(RulesScreen())


async def show_people(app: Host) -> None:
    """Show who is here and who is known."""
    from tui.people import People
    from tui.screens.people import PeopleScreen

    await app.push_screen(PeopleScreen(People(app.rooms)))
