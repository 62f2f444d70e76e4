"""Claims in words: who will not wait any longer for whom, and how the game then goes on or ends."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from core.fault import Fault, sentence
from core.game import Seat
from net.table.clocks.flag_fall import THINKING
from net.table.line.motion import expelled
from net.view.table_view import Phase, TableView
from tui.i18n.translation import listed, seat_title, tr
from tui.table.departure import game_number, is_equivocation, titles
from tui.words.event_words import outcome_line

LATE = sentence("{seat} does not answer: you need wait no longer.")
LATE_ENDS = sentence("{seat} does not answer: you need wait no longer. If nobody waits on, {end}")
URGED = sentence("Decide now, or the game goes on without you: {who} will not wait any longer.")
URGED_ENDS = sentence("Decide now: {who} will not wait any longer. If you do not, {end}")
URGES = sentence("{who} has half a minute left to decide. After that the game goes on, if nobody waits any longer.")
URGES_ENDS = sentence("{who} has half a minute left to decide. After that, if nobody waits any longer, {end}")
NO_LONGER = sentence("Wait no longer for {seat}: the patience of the table is over")
NO_LONGER_ENDS = sentence("Wait no longer for {seat}: the patience of the table is over. Without an answer {end}")
GAME_ENDS = sentence("the game ends: {how}")
ENDS_ONE = sentence("this game ends, and the match goes on.")
"""How the game ends where it does not go on without a seat: {end}."""
WITHOUT = sentence("Go on without {seat}, who has signed two histories")

NOTED = sentence(
    "Noted: you wait no longer for {who}. After half a minute the other programs agree by themselves, "
    "and the game goes on unless the answer comes."
)
NOTED_OF = sentence(
    "{others} will not wait for {who} any longer. After half a minute your program agrees by itself, "
    "and the game goes on unless the answer comes."
)

DEALING = frozenset({"deck", "share", "reveal"})
"""What a program owes, so that its person is told of no haste."""


def pressing_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of others that will not wait any longer for a decision of this profile."""
    if view.phase is not Phase.PLAYING:
        return ()
    pressed = [wait for wait in view.waits if wait.what in THINKING and wait.seat in view.mine]
    return tuple(dict.fromkeys(seat for wait in pressed for seat in wait.claimed if seat not in view.mine))


def urged_words(view: TableView) -> str:
    """Tell a player who is no longer waited for to decide; empty if nobody presses them."""
    seats = pressing_seats(view)
    if not seats:
        return ""
    end = end_under_pressure(view)
    return tr(URGED_ENDS if end else URGED, who=listed(titles(view, seats)), end=end)


def end_under_pressure(view: TableView) -> str:
    """Say how the game ends if a player here, whom others wait for no longer, decides nothing; empty if it goes on."""
    pressed = (wait.seat for wait in view.waits if wait.what in THINKING and wait.seat in view.mine and wait.claimed)
    return next(filter(None, (end_without(view, seat) for seat in pressed)), "")


def end_without(view: TableView, seat: Seat) -> str:
    """Say how the game ends once nobody waits any longer for a decision of a seat; empty if it goes on without it."""
    match = view.match
    text = None if match is None else expelled(match.state, seat)
    if match is None or not text:
        return ""
    with suppress(Fault):
        after = match.play(text, seat)
        if after.state.outcome is not None:
            return tr(GAME_ENDS, how=outcome_line(after.state.outcome, tuple(one.name for one in view.seats)))
        if game_number(view) != game_number(replace(view, match=after)):
            return tr(ENDS_ONE)
    return ""


def no_longer_words(view: TableView, seat: Seat, name: str) -> str:
    """Describe going on without a seat, called `name`, and how the game ends by that if it does."""
    if is_equivocation(view, seat):
        return tr(WITHOUT, seat=seat_title(name))
    decides = any(wait.seat == seat and wait.what in THINKING for wait in view.waits)
    end = end_without(view, seat) if decides else ""
    return tr(NO_LONGER_ENDS if end else NO_LONGER, seat=seat_title(name), end=end)


def claim_words(view: TableView) -> tuple[str, ...]:
    """Tell both sides of claims what follows: those who are no longer waited for, and those who wait no longer."""
    claimed = [wait.seat for wait in view.waits if wait.what in THINKING and {*wait.claimed} & {*view.mine}]
    named = [_urges(view, seat) for seat in claimed] if view.phase is Phase.PLAYING else []
    urged = urged_words(view)
    return (*((urged,) if urged else ()), *named, *_noted(view))


def _urges(view: TableView, seat: Seat) -> str:
    (who,), end = titles(view, [seat]), end_without(view, seat)
    return tr(URGES_ENDS if end else URGES, who=who, end=end)


def _noted(view: TableView) -> tuple[str, ...]:
    """Tell those at the table who waits no longer for a program that is away, and that no more is to be done."""
    found: dict[str, None] = {}
    for wait in view.waits if view.mine and view.phase is Phase.PLAYING else ():
        if wait.what not in DEALING or not wait.claimed or wait.seat in view.mine:
            continue
        (who,), own = titles(view, [wait.seat]), {*wait.claimed} & {*view.mine}
        found[tr(NOTED, who=who) if own else tr(NOTED_OF, who=who, others=listed(titles(view, wait.claimed)))] = None
    return tuple(found)


WAIVED = sentence("you wait no longer for {who}: half a minute left")
WAIVED_FINALLY = sentence("you wait no longer for {who}; the others still have to agree")


def waived_words(view: TableView) -> str:
    """Say for whom a player here waits no longer, until that is over; empty if for nobody."""
    own = {*view.mine}
    found = [wait for wait in view.waits if wait.what in THINKING | DEALING and {*wait.claimed} & own]
    if not found or view.phase is not Phase.PLAYING:
        return ""
    final = all({*wait.final} & own for wait in found)
    names = titles(view, dict.fromkeys(wait.seat for wait in found))
    return tr(WAIVED_FINALLY if final else WAIVED, who=listed(names))
