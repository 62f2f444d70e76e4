"""Attending a table: it is shown until it is left, and what becomes then of its seats, or of its game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from core.bots import usual
from core.fault import Fault, sentence
from core.game import Seat
from tui.aftermath import tell_left
from tui.named import NamedTable
from tui.people import People
from tui.screens.curtain import curtains
from tui.screens.table import TableScreen
from tui.speech import tell, tr

if TYPE_CHECKING:
    from tui.plan import Plan
    from tui.screens.replay import PlayOn
    from tui.solo import Seated

Host = Any
"""The app, which leads here: it has `rooms` and shows tables (`show_table`)."""

GENTLE = "random"
"""The bot of the first game."""

IN_SHORT = sentence(
    "Six of your stones in a line win, or six captured, always two at once between two of yours. "
    "{key[board.n]} {key[board.w]} {key[board.s]} {key[board.e]} and {key[board.point]} place a stone; "
    "{key[table.rules]} tells the rules, {key[table.help]} the keys."
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
        level = usual(seated.handle.view.game)
        await seated.handle.sit(seat, level)
        seated.give(seat, level)

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
    if answer == "again":
        await again(app, seated)
        return
    await leave(app, seated, answer or "keep")
    for wish in wishes:
        await play_on(app, app.rooms, wish, app.show_table)


async def again(app: Host, seated: Seated) -> None:
    """Leave a table that is over and show another one like it, on this machine."""
    from tui.plan import anew

    plan = anew(seated.handle.view)
    await app.rooms.leave(seated)
    await app.show_table(await _opened(app, plan))


async def _opened(app: Host, plan: Plan) -> Seated:
    """Open a table on this machine; a bar tells so where it takes its time."""
    from tui.busy import OPENING, Busy

    async with Busy(app, OPENING):
        return await app.rooms.open_table(await app.rooms.local(), plan)  # type: ignore[no-any-return]


async def come(app: Host, room: object, seated: Seated, *, watch: bool) -> None:
    """Show a table that was chosen in a room, and ask for a seat unless one will `watch`.

    Where the room was left meanwhile, or no seat can be asked for, the table is not kept open behind.
    """
    try:
        if room in app.screen_stack and not watch:
            await seated.ask_seat()
    except Fault:
        await _let_go(app, seated)
        raise
    await (app.show_table(seated) if room in app.screen_stack else _let_go(app, seated))


async def _let_go(app: Host, seated: Seated) -> None:
    """Leave a table where no bot of this profile plays."""
    if not seated.drivers:
        await app.rooms.leave(seated)


async def discover(app: Host) -> None:
    """Play a first short game, no match, against a gentle bot, told in two sentences."""
    from tui.plan import against

    seated = await _opened(app, against(GENTLE, "megiddo", {"target": "1"}))
    app.notify(tr(IN_SHORT), timeout=READING, markup=False)
    await app.show_table(seated)


async def leave(app: Host, seated: Seated, answer: str) -> None:
    """Leave a table by one of the answers `keep`, `bot`, `resign`, `over`."""
    from tui.leaving import resign

    if answer == "bot":
        for view in seated.handle.view.seats:
            if view.mine:
                seated.give(view.seat, view.bot or usual(seated.handle.view.game))
        return
    if answer == "resign":
        await resign(seated.handle)
    elif answer == "keep":
        app.notify(tr(STAYS))
    await app.rooms.leave(seated)
    tell_left(app, seated.handle)
