"""Ways through several screens: a table until it is left, and what follows it.

When a table is left, its seats are kept, handed to a bot or resigned. A finished game may lead to another table.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from core.bots import default_level
from core.fault import Fault, sentence
from core.game import Seat
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tui.app.connection_notices import remind
from tui.app.side_screens import join_club
from tui.i18n.translation import tell, tr
from tui.screens.frame.notifying_app import withdraw
from tui.screens.table.curtain_screen import run_curtain
from tui.screens.table.table_screen import TableScreen
from tui.session.known_people import People
from tui.session.moved_table import reach
from tui.session.passing_visit import within_visit
from tui.session.playing_bots import HANDED, has_others
from tui.session.settlement_follow_up import announce_unsettled
from tui.settings.read_marks import ReadMarks, marks_path
from tui.table.seat_names import NamedTable
from tui.words.bot_words import bot_nick

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from tui.bots.seat_driver import Seated
    from tui.screens.replay.replay_screen import PlayOn
    from tui.screens.room.join_screen import JoinScreen
    from tui.session.unfinished_table import UnfinishedTable
    from tui.table.table_plan import Plan


Host = Any
"""The app, which calls these functions: it has `rooms` and shows tables (`show_table`)."""

ONWARD = "onward"
"""How a table ends that goes on elsewhere; the invitation may follow."""

GENTLE = "random"
"""The bot of the first game."""

IN_SHORT = sentence(
    "Six of your stones in a line win, or six captured, always two at once between two of yours. "
    "{key[board.n]} {key[board.w]} {key[board.s]} {key[board.e]} and {key[board.point]} place a stone; "
    "{key[table.rules]} tells the rules, {key[table.help]} the keys."
)
"""The first game in two sentences."""

READING = 15.0
"""Seconds for which they are shown."""

BOTS_PLAY_ON = sentence("Your bots play on as long as Parley runs. Resume on the home screen leads back to the table.")


async def begin(app: Host, invitation: str) -> None:
    """Go straight to the invitation of the command line if the person is known there; otherwise ask for a name."""
    await app.ask_invitation(invitation)
    if app.settings.nick or any(one.is_in_room(invitation) for one in app.kept()):
        await app.enter(invitation, app.screen)


async def enter(app: Host, text: str, page: JoinScreen | None) -> None:
    """Go to the room, and on to the table, of an invitation. The page on which it was given says so, and goes once."""
    from net.peer.club_at_table import ClubAtTable
    from tui.widgets.progress_bar import JOINING, ProgressScope

    if page is not None and (page not in app.screen_stack or page.is_going(text)):
        return
    try:
        with page.going(text) if page is not None else nullcontext():
            async with ProgressScope(app, JOINING):
                peer, seated = await app.rooms.join(text)
    except ClubAtTable as fault:
        await join_club(app, text, fault)
        return
    if app.screen.query("#join"):
        app.pop_screen()
    await app.show_room(peer)
    seated = seated or await app.rooms.seat_of_visit(peer)
    if seated is not None:
        await app.show_table(seated)


async def to_room(app: Host, peer: Peer) -> None:
    """Show a room; where one is shown already, this one takes its place."""
    from tui.screens.room.lobby_screen import LobbyScreen

    if isinstance(app.screen, LobbyScreen):
        await change_room(app, peer)
    else:
        await app.push_screen(LobbyScreen(peer, str(peer.invitation), app.rooms.code(peer), app.clubs))


async def visit_table(app: Host, seated: Seated) -> None:
    """Show a table until it is left; then keep its seats, hand them to a bot or resign them."""
    from tui.app.past_games import play_on, tell_table

    wishes: list[PlayOn] = []

    async def seat_bot(seat: Seat) -> None:
        level = default_level(seated.handle.view.game)
        await seated.handle.sit(seat, level)
        seated.give(seat, level)

    async def retell() -> bool:
        try:
            wishes.extend(await tell_table(app, app.rooms, table.view))
        except Fault as fault:
            app.notify(tell(fault), severity="error")
        return bool(wishes)

    async def next_turn() -> bool:
        upcoming.extend(filter(None, [await app.rooms.next_turn(seated.handle.view.tid)]))
        return bool(upcoming)

    upcoming: list[UnfinishedTable] = []
    await app.rooms.vacate([one.peer for one in app.screen_stack if hasattr(one, "peer")])
    await seated.take_back()
    app.followed.discard(seated.handle.tid)
    app.rooms.on_plan = lambda news: app.notify(news.text, markup=False, timeout=READING)
    app.rooms.on_fault = lambda fault: app.notify(tell(fault), severity="error", markup=False)
    seated.on_fault = lambda fault: app.notify(tell(fault), severity="error")
    table = NamedTable(seated.handle, app.clubs.check_seat)
    screen = TableScreen(table, seat_bot=seat_bot)
    with suppress(Fault):
        screen.desk.rated = await app.clubs.rating(table.view)
    screen.desk.expected = seated.expected
    screen.retell, screen.next_turn = retell, next_turn
    screen.reach = partial(reach, app.rooms)
    remind(app, table.view)
    screen.know(People(app.rooms))
    screen.remember(ReadMarks(marks_path(app.rooms.root, app.rooms.name)))
    keeper = app.run_worker(partial(run_curtain, screen, table), group="curtains")
    answer = await app.push_screen_wait(screen)
    keeper.cancel()
    if answer is not None and answer.startswith(ONWARD):
        place = answer.removeprefix(ONWARD).strip() or seated.handle.view.onward or seated.handle.view.moved
        there = await app.rooms.go_on(seated, place)
        await change_room(app, await app.rooms.enter(Invitation.parse(place)))
        await visit_table(app, there)
        return
    if answer == "again":
        await again(app, seated)
        return
    if answer == "next":
        await app.rooms.aside.keep(seated)
        announce_unsettled(app, seated.handle)
        await visit_table(app, await app.rooms.resume(upcoming[-1]))
        return
    await leave(app, seated, answer or "keep")
    for wish in wishes:
        await play_on(app, app.rooms, wish, app.show_table)


async def change_room(app: Host, peer: Peer) -> None:
    """Show the room of a peer in the place of the room that a table has left, if that room is shown.

    Beneath other screens, as those of a club, only the same room is led along, to the address where it is now.
    """
    from tui.screens.room.lobby_screen import LobbyScreen

    at = peer.invitation
    for below in app.screen_stack[:-1]:
        if isinstance(below, LobbyScreen) and below.peer is not peer:
            was = below.peer.invitation
            if (was.room, was.room_key) == (at.room, at.room_key):
                below.lead(peer, app.rooms.code(peer))
    if isinstance(app.screen, LobbyScreen) and app.screen.peer is not peer:
        await app.switch_screen(LobbyScreen(peer, str(peer.invitation), app.rooms.code(peer), app.clubs))


async def again(app: Host, seated: Seated) -> None:
    """Leave a finished table and show another one like it, on this machine."""
    from tui.table.table_plan import plan_again

    plan = plan_again(seated.handle.view)
    await app.rooms.leave(seated)
    await app.show_table(await _opened(app, plan))


async def _opened(app: Host, plan: Plan) -> Seated:
    """Open a table on this machine. A bar shows the progress if it takes time."""
    from tui.widgets.progress_bar import OPENING, ProgressScope

    async with ProgressScope(app, OPENING):
        return await app.rooms.open_table(await app.rooms.local(), plan)  # type: ignore[no-any-return]


async def come(app: Host, room: object, seated: Seated, *, watch: bool) -> None:
    """Show a table that was chosen in a room, and ask for a seat unless the person only wants to `watch`.

    If the room was left meanwhile, or no seat can be asked for, the table does not stay open in the background.
    """
    try:
        if room in app.screen_stack and not watch:
            await app.clubs.check_seat(seated.handle.view)
            await seated.ask_seat()
    except Fault:
        await _let_go(app, seated)
        raise
    await (app.show_table(seated) if room in app.screen_stack else _let_go(app, seated))


async def _let_go(app: Host, seated: Seated) -> None:
    """Leave a table unless a bot of this profile plays there; one that was left before is followed again."""
    if seated.aside:
        app.rooms.let_play(seated)
    elif not seated.has_bots:
        await app.rooms.leave(seated)


async def discover(app: Host) -> None:
    """Play a first short game against a gentle bot, explained in two sentences. It is no match."""
    from tui.table.table_plan import plan_against_bots

    seated = await _opened(app, plan_against_bots(GENTLE, "megiddo", {"target": "1"}))
    app.notify(tr(IN_SHORT), timeout=READING, markup=False)
    await app.show_table(seated)
    withdraw(app, {tr(IN_SHORT)})


async def leave(app: Host, seated: Seated, answer: str) -> None:
    """Leave a table by one of the answers `keep`, `bot`, `resign`, `match`, `over`."""
    from tui.table.departure import game_number
    from tui.table.sentences.farewell import MATCH_GIVEN_UP, asked_partners, left_words, resign

    if answer == "bot":
        level = default_level(seated.handle.view.game)
        seated.stand_in(level)
        told = tr(HANDED, bot=bot_nick(level)) if seated.handed else tr(BOTS_PLAY_ON)
        app.notify(within_visit(told), timeout=READING, markup=False)
        app.rooms.let_play(seated)
        announce_unsettled(app, seated.handle)
        return
    if answer == "match":
        await app.rooms.give_up(seated)
        app.notify(tr(MATCH_GIVEN_UP), timeout=READING, markup=False)
        return
    before = seated.handle.view
    said = await resign(seated.handle) if answer == "resign" else ()
    given_up = answer == "resign" and before.phase is Phase.GATHERING
    waits = bool(seated.drivers) and has_others(before)
    if words := "" if given_up else left_words(before, said, seated.handle.view, with_bots=waits):
        loud = "warning" if said else "information"
        app.notify(within_visit(words), severity=loud, timeout=READING, markup=False)
    keeps = not said or bool(game_number(before)) or bool(asked_partners(before))
    await (app.rooms.aside.keep if keeps else app.rooms.leave)(seated)
    announce_unsettled(app, seated.handle)
