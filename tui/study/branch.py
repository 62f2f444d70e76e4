"""Play a game on from one of its positions, at a table of its own on this machine.

The new table begins as the old one did, and the decisions up to the position are made again. Then bots take over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from core.game import DEALER, Seat
from core.games import find
from core.scene import Standing
from net.view.table_view import TableView
from tui.bots.seat_driver import Seated
from tui.i18n.translation import tr
from tui.study.past_game import BRANCHED, GAMES, PastGame
from tui.table.table_plan import ME, Plan, deal_plan

if TYPE_CHECKING:
    from core.match.match import Line
    from net.peer.table_handle import TableHandle
    from tui.session.rooms import Rooms

FROM_POSITION = sentence("This game began from a position of its own: it cannot be played on from here.")
HIDDEN = sentence("Not every card of this game is known here: it cannot be played on from here.")
ENDED = sentence("Here the game is over: go back to a decision before that.")
NOT_FOLLOWED = sentence("The table did not follow the game after decision {turn}.")
TITLE = sentence("From decision {turn}")
OUT = frozenset({Standing.ABSENT, Standing.ABANDONED, Standing.DEAD})
"""The standings of seats that no longer decide."""

SECONDS = 20.0
"""How many seconds the table may take to accept one decision."""


def plan_from(story: PastGame, ply: int, hands: Collection[Seat] | None, bot: str) -> Plan:
    """Plan the table: the seats `hands` are played by hand (None: every seat), the others by `bot`; raise `Fault`."""
    header, game = story.record.header, find(story.record.header.game)
    if header.position is not None:
        raise Fault(FROM_POSITION)
    options = dict(header.options)
    hidden = [option for option in game.options if option.secret]
    if hidden and all(options.get(option.name, option.default) == option.default for option in hidden):
        raise Fault(HIDDEN)
    if story.match.at(ply).state.outcome is not None:
        raise Fault(ENDED)
    vacant = set(game.vacant(options))
    sitters = tuple(
        "" if Seat(at) in vacant else ME if hands is None or Seat(at) in hands else bot
        for at in range(len(story.match.names))
    )
    return deal_plan(Plan(header.game, options, title=tr(TITLE, turn=story.match.turns.turn_of(ply)), sitters=sitters))


def movers(story: PastGame, ply: int) -> tuple[Seat, ...]:
    """Give the seats to go on with, those that owe the next decision first, without those that are out."""
    state, header = story.match.at(ply).state, story.record.header
    gone = set(find(header.game).vacant(dict(header.options)))
    gone |= {Seat(panel.seat) for panel in state.scene().seats if panel.standing in OUT}
    seats = [Seat(at) for at in range(len(story.match.names)) if Seat(at) not in gone or Seat(at) in state.active]
    return tuple(sorted(seats, key=lambda seat: (seat not in state.active, seat)))


async def branch(
    rooms: Rooms,
    story: PastGame,
    ply: int,
    hands: Collection[Seat] | None,
    bot: str,
    *,
    seed: int | None = None,
    pause: float = 0.0,
    done: Callable[[int], None] = lambda _: None,
) -> Seated:
    """Open the table, bring it to the position after `ply` lines and let the bots begin; raise `Fault`.

    `done` is told how many decisions have been made so far.
    """
    plan = plan_from(story, ply, hands, bot)
    handle = await (await rooms.local()).open_table(plan.game, plan.options, plan.terms, plan.title)
    try:
        for at, sitter in enumerate(plan.sitters):
            if sitter:
                await handle.sit(Seat(at), "" if sitter == ME else sitter)
        await _until(handle, 0, 0)
        await _follow(handle, story.match.log[:ply], done)
    except Fault:
        await handle.bye()
        await handle.close()
        raise
    seated = Seated(handle)
    seated.wake(seed=seed, pause=pause)
    rooms.seated.append(seated)
    mark(rooms.profile.folder, handle.tid.hex(), ply)
    return seated


def mark(folder: Path, tid: str, ply: int) -> None:
    """Note in the profile's `folder` that a table was branched off: such a game does not count."""
    place = folder / GAMES / f"{tid}{BRANCHED}"
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        place.write_text(f"{ply}\n", encoding="utf-8")


async def _follow(handle: TableHandle, log: tuple[Line, ...], done: Callable[[int], None]) -> None:
    """Repeat the old decisions. A phase is left open if not every secret decision of it is in the log."""
    at = said = 0
    while at < len(log):
        view = handle.view if log[at].seat == DEALER else await _until(handle, at, said)
        assert view.match is not None
        state, line = view.match.state, log[at]
        if line.seat == DEALER:
            await _until(handle, at + 1, 0)
            at += 1
        elif state.sealed and line.seat in state.active:
            batch = log[at : at + len(state.active)]
            if len(batch) < len(state.active):
                return
            for one in batch:
                await handle.play(one.seat, one.text)
            at, said = at + len(batch), 0
        else:
            out_of_turn = line.seat not in state.active
            await handle.play(line.seat, line.text)
            await _agree(handle)
            at, said = at + 1, said + 1 if out_of_turn else 0
        done(at)
    await _until(handle, at, said)


async def _agree(handle: TableHandle) -> None:
    """Agree to what was just offered: in the old game it was agreed to."""
    for offer in handle.view.offers:
        for seat in offer.owed:
            if any(open_offer.id == offer.id for open_offer in handle.view.offers):
                await handle.answer(offer.id, seat, yes=True)


async def _until(handle: TableHandle, ply: int, said: int) -> TableView:
    """Wait until the log has `ply` lines, without those `said` that count with the next decision; raise `Fault`."""
    try:
        async with asyncio.timeout(SECONDS):
            return await handle.until(lambda view: view.match is not None and view.match.ply >= ply - said)
    except TimeoutError:
        match = handle.view.match
        raise Fault(NOT_FOLLOWED, turn=0 if match is None else match.turn) from None
