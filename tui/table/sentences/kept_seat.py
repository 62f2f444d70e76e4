"""Leaving a table in mid-game with the seat kept: who waits then, and for how long."""

from __future__ import annotations

from core.fault import sentence
from net.table.clocks.time_control import NONE, SECOND_MS
from net.view.table_view import Phase, TableView
from tui.i18n.translation import tr
from tui.table.departure import is_out, is_shut, stays_seated
from tui.table.seat_view import own_seats
from tui.table.sentences.claim_words import end_without
from tui.table.table_plan import is_alone_at
from tui.words.clock_words import figures, pace_words

PATIENT = sentence("Whenever a decision is yours, the others wait {time} for you; then they may go on without you.")
PATIENT_ENDS = sentence("Whenever a decision is yours, the others wait {time} for you; then, if nobody waits on, {end}")
CLOCKED = sentence("Your clock runs on while you are away ({clock}).")
SHUT_CLOCK = sentence("If it runs out, you are out and cannot return: nobody does where cards are hidden.")
PAUSED = sentence("While the game is paused, nobody is waited for and no clock runs.")
CALLED = sentence("You are told here when you are waited for.")
"""Within the program, wherever the person is."""


def is_awaited(view: TableView) -> bool:
    """Tell whether other people may wait for this profile at a game that goes on."""
    return view.phase is Phase.PLAYING and bool(view.mine) and not is_out(view) and not is_alone_at(view)


def patience_words(view: TableView) -> str:
    """Say how long the others wait for a person who leaves and keeps a seat; empty if nobody waits."""
    if not (is_awaited(view) and stays_seated(view)):
        return ""
    terms = dict(view.terms)
    clock, patience = terms.get("clock", NONE), int(terms.get("patience", "0")) * SECOND_MS
    timed = clock != NONE
    end = next(filter(None, (end_without(view, seat) for seat in own_seats(view))), "")
    waits = tr(PATIENT_ENDS if end else PATIENT, time=figures(patience), end=end)
    told = [tr(PAUSED)] if view.paused else []
    told += [tr(CLOCKED, clock=pace_words(clock)) if timed else waits]
    told += [tr(SHUT_CLOCK)] if timed and is_shut(view) else []
    return " ".join(told)
