"""The screens that need nothing but the app: the rules, people, clubs."""

from __future__ import annotations

from typing import Any

from core.fault import Fault, sentence
from tui.i18n.translation import tr

CLUB_HERE = sentence("This is the invitation of the club {name}, not of a table: join the club here.")

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


async def join_club(app: Host, invitation: str, why: Fault) -> None:
    """Show the clubs and ask there whether to join that of an invitation, which was taken for a table's."""
    from tui.screens.club.clubs_screen import ClubsScreen

    if app.screen.query("#join"):
        app.pop_screen()
    app.notify(tr(CLUB_HERE, **why.fields), markup=False, timeout=8)
    clubs = ClubsScreen(app.clubs)
    await app.push_screen(clubs)
    clubs.follow_pasted(invitation)
