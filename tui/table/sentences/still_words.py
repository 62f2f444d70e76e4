"""A table at which nothing goes on, in words: a pause and what ends it, a watched game without news, a closed table."""

from __future__ import annotations

from core.fault import Fault, sentence
from net.table.action.permission import SILENT as NO_TALK
from net.table.action.permission import UNHEARD
from net.table.line.takeback import UNWATCHED
from net.table.table import CLOSED
from net.view.table_view import Phase, TableView
from tui.i18n.translation import listed, tr
from tui.table.departure import titles, votes
from tui.table.seat_view import owing, own_seats
from tui.words.talk_hush import is_without_talk

PAUSED = sentence("Paused: your move goes on, or {key[table.declare]}")
PAUSED_FOR = sentence("Paused: {who}'s move goes on, or {key[table.declare]}")
PAUSED_BESIDE = sentence("Paused: {who}'s move goes on")
"""The same for those who have no say in it: spectators, and players who are out of the game."""

SAID = sentence("paused: your move goes on, or resume.")
SAID_FOR = sentence("paused: {who}'s move goes on, or resume.")
SAID_BESIDE = sentence("paused: {who}'s move goes on.")
"""The same three in text mode, where a word goes on."""

SILENT = sentence("Nobody is here to tell how it went on since {when}.")


def pause_words(view: TableView, *, spoken: bool = False) -> str:
    """Say whose move ends a pause, and to those who may ask for it what else does; `spoken` in text mode."""
    movers, own = owing(view), own_seats(view)
    yours, others, beside = (SAID, SAID_FOR, SAID_BESIDE) if spoken else (PAUSED, PAUSED_FOR, PAUSED_BESIDE)
    if {*movers} & {*own}:
        return tr(yours)
    asks = any(votes(view, seat) for seat in own)
    return tr(others if asks else beside, who=listed(titles(view, movers)))


def silent_words(view: TableView) -> str:
    """Say that the news of a watched game is old; empty if somebody is there to tell more."""
    from tui.records.archive import moment

    return tr(SILENT, when=moment(view.silent_since)) if view.silent_since else ""


def closed_fault(view: TableView) -> Fault:
    """Say that a closed table is closed, or that it goes on without this program."""
    return Fault(UNWATCHED if any(note.template == UNWATCHED for note in view.notes) else CLOSED)


def unheard_fault(view: TableView) -> Fault:
    """Say why nobody hears this profile at a table, where `is_unheard` says that nobody does."""
    if view.phase is Phase.CLOSED:
        return closed_fault(view)
    return Fault(NO_TALK if is_without_talk(view) else UNHEARD)
