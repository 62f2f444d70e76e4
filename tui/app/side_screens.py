"""The screens that need nothing but the app: the rules, people, clubs."""

from __future__ import annotations

from typing import Any

Host = Any
"""The app, which has `rooms` and `clubs` and shows screens."""


async def show_rules(app: Host) -> None:
    """Show the rules."""
    from tui.screens.learn.rules_screen import RulesScreen

    await app.push_screen(RulesScreen())


async def show_people(app: Host) -> None:
    """Show who is here and who is known."""
    from tui.screens.room.people_screen import PeopleScreen
    from tui.session.known_people import People

    await app.push_screen(PeopleScreen(People(app.rooms)))


async def show_clubs(app: Host) -> None:
    """Show the clubs."""
    from tui.screens.club.clubs_screen import ClubsScreen

    await app.push_screen(ClubsScreen(app.clubs))
