"""Attending a table: it is shown until it is left, and what becomes then of its seats, or of its game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from core.fault import Fault, sentence
from core.game import Seat
from tui.named import NamedTable
from tui.people import People
from tui.screens.curtain import curtains
from tui.screens.table import BOT, TableScreen
from tui.speech import tell, tr

if TYPE_CHECKING:
    from tui.screens.replay import PlayOn
    from tui.solo import Seated

Host = Any
"""The app, which leads here: it has `rooms` and shows tables (`show_table`)."""

GENTLE = "random"
"""The bot of the first game."""

IN_SHORT = sentence(
    "Six of your stones in a line win, or six captured, always two at once between two of yours. "
    "Arrows and Enter place a stone; F1 tells the rules, ? the keys."
)
"""The first game in two sentences."""

READING = 15.0
"""Seconds that they stay."""

STAYS = sentence("Your seat stays yours: Resume on the home screen leads back.")


async def attend(app: Host, seated: Seated) -> None:
    """Show a table until it is left; then keep its seats, hand them to a bot or resign them."""
    from tui.study.way import play_on, tell_table

    wishes: list[PlayOn] = []

    async def seat_bot(seat: Seat) -> None:
        await seated.handle.sit(seat, BOT)
        seated.give(seat, BOT)

    async def retell() -> bool:
        try:
            wishes.extend(await tell_table(app, app.rooms, table.view))
        except Fault as fault:
            app.notify(tell(fault), severity="error")
        return bool(wishes)

    await seated.take_back()
    seated.on_fault = lambda fault: app.notify(tell(fault), severity="error")
    table = NamedTable(seated.handle)
    screen = TableScreen(table, seat_bot=seat_bot)
    screen.retell = retell
    screen.know(People(app.rooms))
    keeper = app.run_worker(partial(curtains, screen, table), group="curtains")
    answer = await app.push_screen_wait(screen)
    keeper.cancel()
    if answer == "onward":
        await attend(app, await app.rooms.go_on(seated))
        return
    await leave(app, seated, answer or "keep")
    for wish in wishes:
        await play_on(app, app.rooms, wish, app.show_table)


async def discover(app: Host) -> None:
    """Play a first short game, no match, against a gentle bot, told in two sentences."""
    from tui.plan import against

    seated = await app.rooms.open_table(await app.rooms.local(), against(GENTLE, "megiddo", {"target": "1"}))
    app.notify(tr(IN_SHORT), timeout=READING, markup=False)
    await app.show_table(seated)


async def leave(app: Host, seated: Seated, answer: str) -> None:
    """Leave a table by one of the answers `keep`, `bot`, `resign`, `over`."""
    from tui.leaving import resign

    if answer == "bot":
        for view in seated.handle.view.seats:
            if view.mine:
                seated.give(view.seat, view.bot or BOT)
        return
    if answer == "resign":
        await resign(seated.handle)
    elif answer == "keep":
        app.notify(tr(STAYS))
    await app.rooms.leave(seated)
