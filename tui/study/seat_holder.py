"""Who held a seat when: a seat may be handed over in the middle of a game, and a word is the word of a person. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from core.diplomacy.pact import Fate, Pact
from core.fault import sentence
from core.game import Seat
from net.view.table_view import HandoverView, TableView
from tui.i18n.translation import seat_title, tr

TAKES_OVER = sentence("From here on {nick} plays {seat}, which {former} played before.")
SINCE = sentence("then {nick} from turn {turn} on")
THEN = sentence("{seat} was {nick} then.")
BOTH = sentence("{seat} was {nick} when it was promised, {later} at the end.")


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """A person who held a seat from the place `since` of the log on."""

    since: int
    name: str


def holders(view: TableView, seat: Seat) -> tuple[SeatHolder, ...]:
    """Give the people who held a seat, in order; one of them if it was never handed over."""
    changes = [one for one in view.handovers if one.seat == seat]
    if not changes:
        return (SeatHolder(0, view.seats[seat].called),)
    return (SeatHolder(0, changes[0].former), *(SeatHolder(one.at, one.nick) for one in changes))


def holder_at(view: TableView, seat: Seat, ply: int) -> SeatHolder:
    """Give who held a seat after `ply` lines of the log."""
    first, *later = holders(view, seat)
    return next((one for one in reversed(later) if one.since <= ply), first)


def holder_words(view: TableView, seat: Seat) -> str:
    """Name the people who held a seat, each with the turn from which on they did."""
    first, *later = holders(view, seat)
    turns = view.match.turns if view.match is not None else None
    since = [tr(SINCE, nick=one.name, turn=turns.turn_of(one.since) + 1) for one in later if turns is not None]
    return ", ".join([first.name, *since])


def handover_words(view: TableView, one: HandoverView) -> str:
    """Tell that somebody takes over a seat."""
    return tr(TAKES_OVER, nick=one.nick, former=one.former, seat=seat_title(view.seats[one.seat].name))


def holder_of(view: TableView, pact: Pact, seat: Seat) -> SeatHolder:
    """Give who held a seat when a promise came to its end, or holds it at the end of the log."""
    last = view.match.ply if view.match is not None else 0
    decided = pact.fate not in {Fate.RUNNING, Fate.WITHDRAWN}  # a decision is made before it stands in the log
    return holder_at(view, seat, last if pact.line is None else pact.line - decided)


def whose_words(view: TableView, pact: Pact) -> str:
    """Say whose word a promise was, for each seat bound by it that was handed over."""
    told = []
    for seat in pact.bound:
        if len(holders(view, seat)) == 1:
            continue
        made, ended = holder_at(view, seat, pact.since), holder_of(view, pact, seat)
        template = THEN if made == ended else BOTH
        told.append(tr(template, seat=seat_title(view.seats[seat].name), nick=made.name, later=ended.name))
    return " ".join(told)
