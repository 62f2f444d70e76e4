"""Sign the conditional moves that are due at the tables of a profile, and drop what the game has left.

A move is checked again by the rules when it is due. One that would break a promise of the player is never signed: the
plan is dropped, and they are told.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.peer.table_handle import NotFetched
from tui.correspondence.conditional_move import ConditionalPlan, Stage, Standing, is_outlived, tree_words, walk
from tui.correspondence.notice import table_name
from tui.correspondence.plan_store import PlansUnusable
from tui.i18n.local_letters import located
from tui.i18n.translation import calling, tell, tr
from tui.table.own_word import own_word
from tui.table.premove import NOT_AHEAD
from tui.table.seat_names import called
from tui.table.seat_view import MatchHistory

if TYPE_CHECKING:
    from net.peer.table_handle import TableHandle
    from net.view.table_view import TableView
    from tui.correspondence.plan_store import PlanStore

PLAYED = sentence("{table}: your conditional move {move} is played.")
PASSED = sentence("Dropped, as the game went on by {moves}: {lines}.")
LEFT = sentence("{table}: your conditional moves are dropped: the game took another course ({lines}).")
NONE_FITS = sentence("{table}: your conditional moves are dropped, as none of them answers {moves}: {lines}.")
INSTEAD = sentence("{table}: your conditional moves are dropped, as you played {move} instead: {lines}.")
CEDED = sentence("{table}: your conditional moves are dropped: you no longer play that seat yourself ({lines}).")
OUTLIVED = sentence("{table}: your conditional moves are dropped: the game that they were for is over.")
DROPPED = sentence("{table}: your conditional moves are dropped, and {move} is not played. {why}")


class PlanEvent(StrEnum):
    """What became of a plan."""

    PLAYED = "played"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class PlanNews:
    """What became of a seat's plan at a length of the log, in one sentence; `move` is the one that was due."""

    event: PlanEvent
    tid: str
    table: str
    seat: int
    ply: int
    text: str
    move: str = ""


class PlanFollower:
    """The plans of one profile."""

    def __init__(
        self, store: PlanStore, tell_news: Callable[[PlanNews], None], tell_fault: Callable[[Fault], None]
    ) -> None:
        """Follow the plans in `store`; `tell_news` learns what becomes of them, `tell_fault` of a file that fails."""
        self._store = store
        self._tell = tell_news
        self._tell_fault = tell_fault
        self._fault = ""
        self._tables: dict[bytes, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def look(self, handle: TableHandle) -> None:
        """Do what is due at a table; who looks at the same time waits until it is done."""
        if not handle.ready:
            return
        async with self._tables[handle.tid]:
            try:
                await self._look(handle)
                self._fault = ""
            except PlansUnusable as fault:
                if str(fault) != self._fault:
                    self._fault = str(fault)
                    self._tell_fault(fault)

    async def _look(self, handle: TableHandle) -> None:
        for plan in self._store.of(handle.view.tid):
            view = handle.view
            own = tuple(seat.seat for seat in view.seats if seat.mine and not seat.bot)
            standing = walk(plan, view, own)
            if standing.stage is Stage.DUE:
                await self._play(handle, plan, standing)
            elif standing.stage is Stage.DONE:
                self._store.drop(view.tid, plan)
            elif standing.stage is Stage.LEFT and self._store.drop(view.tid, plan) and view.outcome is None:
                outlived = is_outlived(plan, view.match)
                words = left_words(view, standing, own=plan.seat in own)
                told = tr(OUTLIVED, table=table_name(view)) if outlived else words
                self._say(PlanEvent.DROPPED, view, plan, told)

    async def _play(self, handle: TableHandle, plan: ConditionalPlan, standing: Standing) -> None:
        """Sign the reply that is due, unless something speaks against it."""
        view, move = handle.view, standing.reply
        why = objection(view, plan, move)
        if not why:
            try:
                await handle.play(plan.seat, move)
            except NotFetched:
                return
            except Fault as fault:
                with calling(called(view.game, view.options)):
                    why = tell(fault)
        with calling(called(view.game, view.options)):
            written = located(move)
        if why:
            if self._store.drop(view.tid, plan):
                words = tr(DROPPED, table=table_name(view), move=written, why=why)
                self._say(PlanEvent.DROPPED, view, plan, words, move)
        else:
            words = f"{tr(PLAYED, table=table_name(view), move=written)} {passed_words(view, standing)}".rstrip()
            self._say(PlanEvent.PLAYED, view, plan, words, move)

    def _say(self, event: PlanEvent, view: TableView, plan: ConditionalPlan, text: str, move: str = "") -> None:
        ply = view.match.ply if view.match is not None else 0
        self._tell(PlanNews(event, view.tid, table_name(view), plan.seat, ply, text, move))


def passed_words(view: TableView, standing: Standing) -> str:
    """Say which lines are dropped as another one is played, and after which moves of the others; nothing if none is."""
    if not standing.passed:
        return ""
    with calling(called(view.game, view.options)):
        return tr(PASSED, moves=_moves(standing), lines=tree_words(standing.passed))


def left_words(view: TableView, standing: Standing, *, own: bool) -> str:
    """Say which lines are dropped: the game has left the plan by some moves, or the seat is not `own` any more."""
    template = CEDED if not own else INSTEAD if standing.instead else NONE_FITS if _moves(standing) else LEFT
    with calling(called(view.game, view.options)):
        return tr(
            template,
            table=table_name(view),
            lines=tree_words(standing.passed),
            move=located(standing.instead),
            moves=_moves(standing),
        )


def _moves(standing: Standing) -> str:
    """Write what the others have played since."""
    return ", ".join(located(text) for text in standing.since if text)


def objection(view: TableView, plan: ConditionalPlan, move: str) -> str:
    """Say what speaks against a move that is due: the rules, or a promise; empty if nothing does."""
    match = view.match
    if match is None or match.state.sealed:
        return tr(NOT_AHEAD)
    chronicle = MatchHistory()
    chronicle.follow(match)
    word = own_word(view, chronicle, plan.seat, move)
    with calling(called(view.game, view.options)):
        if word is not None:
            return word.title(tuple(seat.name for seat in view.seats))
        try:
            match.state.play(plan.seat, match.state.parse(plan.seat, move))
        except Fault as fault:
            return tell(fault)
    return ""
