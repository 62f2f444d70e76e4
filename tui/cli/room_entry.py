"""Enter a room found on the local network, or list the rooms for a program."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tui.bootstrap.start_request import Play
from tui.cli.face_choice import show
from tui.headless.event_report import Report
from tui.session.room_search import Wish, listen, tell, way


def run(wish: Wish, play: Play) -> int:
    """List, choose, and play there; give the exit status. Raises `Fault`."""
    if wish.json:
        from tui.headless.room_visit import run_command

        report = Report()

        async def errand() -> None:
            tell(await listen(wish.wait), wish, report)

        return run_command(errand, report)
    rooms = asyncio.run(listen(wish.wait))
    return show(replace(play, invitation=str(way(rooms, wish))))
