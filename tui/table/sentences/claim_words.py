"""Claims in words: who will not wait any longer for whom, and how the game then goes on or ends."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from core.chance import HasPartners
from core.fault import Fault, sentence
from core.game import Seat
from net.table.clocks.flag_fall import THINKING
from net.table.line.match_history import living
from net.table.line.motion import expelled
from net.view.table_view import Phase, TableView, WaitView
from tui.i18n.translation import listed, seat_title, tr
from tui.table.departure import fallen_seats, game_number, gone_seats, is_equivocation, is_shut, may_return, titles
from tui.table.seat_view import has_company, is_asleep
from tui.table.sentences.out_words import BY_KEY, left_words
from tui.words.clock_words import SOON_MS, figures
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

OUT_SHUT = sentence("{seat} is out of the game for good: where cards are hidden, nobody returns.")
OUT_SHUT_YOU = sentence("you are out of the game for good: where cards are hidden, nobody returns.")
OUT_LEFT = sentence("{seat} is out of the game, and returns only if all agree.")
OUT_LEFT_YOU = sentence("you are out of the game, and return only if all agree.")
OUT_ONE = sentence("{seat} is out of this game; the match goes on.")
OUT_ONE_YOU = sentence("you are out of this game; the match goes on.")
OUT_GOOD = sentence("{seat} is out of the game for good.")
OUT_GOOD_YOU = sentence("you are out of the game for good.")
"""What becomes of a seat where the game goes on without it: {end}."""

IF_NOBODY = sentence("If nobody waits any longer, {end}")
PARTNER = sentence("{seat} plays on your side.")
SECOND = sentence("Somebody else has gone before: it may be that nobody can draw cards then.")

TIME_OVER = sentence("Your time is over; a move still counts until the others end the wait.")
TIME_OVER_ALONE = sentence("Your time is over, but nobody here ends the wait: a move still counts.")
"""To whose clock stands at nothing: the same where all seats in play belong to one profile, which cannot claim its own.
"""
TIME_OVER_OF = sentence("time over, a move still counts")

WITHOUT = sentence("Go on without {seat}, who has signed two histories")

NOTED = sentence(
    "Noted: you wait no longer for {who}. After half a minute the other programs agree by themselves, "
    "and the game goes on unless the answer comes."
)
NOTED_ENDS = sentence(
    "Noted: you wait no longer for {who}. After half a minute the other programs agree by themselves. "
    "Unless the answer comes, {end}"
)
NOTED_OF = sentence(
    "{others} will not wait for {who} any longer. After half a minute your program agrees by itself, "
    "and the game goes on unless the answer comes."
)
NOTED_OF_ENDS = sentence(
    "{others} will not wait for {who} any longer. After half a minute your program agrees by itself. "
    "Unless the answer comes, {end}"
)

DEALING = frozenset({"deck", "share", "reveal"})
"""What a program owes, so that its person is told of no haste."""


def pressing_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of others that will not wait any longer for a decision of this profile."""
    return tuple(dict.fromkeys(seat for wait in _pressed(view) for seat in wait.claimed if seat not in view.mine))


def _pressed(view: TableView) -> tuple[WaitView, ...]:
    """Give the waits for decisions of this profile that somebody has claimed and that can still be answered.

    While a table catches up, it shows what others said long ago; a seat that is out owes nothing any more.
    """
    if view.phase is not Phase.PLAYING or not (view.ready and view.online):
        return ()
    due = {*view.mine} - {*fallen_seats(view)}
    return tuple(wait for wait in view.waits if wait.what in THINKING and wait.seat in due and wait.claimed)


def urged_words(view: TableView) -> str:
    """Tell a player who is no longer waited for to decide; empty if nobody presses them."""
    seats = pressing_seats(view)
    if not seats:
        return ""
    end = end_under_pressure(view)
    return tr(URGED_ENDS if end else URGED, who=listed(titles(view, seats)), end=end)


def is_time_over(view: TableView, seat: Seat, now: int) -> bool:
    """Tell whether the clock of a seat runs and has nothing left, so that what comes next is up to people."""
    runs = view.phase is Phase.PLAYING and view.online
    return runs and any(one.seat == seat and one.since is not None and not one.left_ms(now) for one in view.clocks)


def time_over_words(view: TableView, seat: Seat, now: int) -> str:
    """Tell the player of a seat whose time is over what comes of it; empty while there is time."""
    if not is_time_over(view, seat, now):
        return ""
    alone = view.match is not None and {*living(view.match.state)} <= {*view.mine}
    return tr(TIME_OVER_ALONE if alone else TIME_OVER)


LASTS = sentence("the others wait {left} more")
LASTS_OF = sentence("you wait {left} more")
LASTED = sentence("the others may stop waiting")
"""How long a wait lasts at a table without clocks: to whoever is waited for, to those who wait, and once it is over."""


def lasting_words(view: TableView, seats: Iterable[Seat], now: int) -> str:
    """Say how long the wait for a decision of one of `seats` still lasts, in its last minute and without clocks.

    Where somebody is away, the key that ends the wait is named with its time; who is no longer waited for reads more.
    """
    wait = next((one for one in _lasting(view, now) if one.seat in {*seats}), None)
    if wait is None:
        return ""
    own, left = wait.seat in view.mine, figures(wait.until - now)
    return tr(LASTED) if own and wait.ripe else "" if wait.ripe else tr(LASTS if own else LASTS_OF, left=left)


def _lasting(view: TableView, now: int) -> tuple[WaitView, ...]:
    """Give the waits for people who are there that are in their last minute or over, where no clock tells the time."""
    runs = view.phase is Phase.PLAYING and view.online and not view.clocks and not view.paused
    if not runs or not view.mine or not has_company(view):
        return ()
    due = [one for one in view.waits if one.what in THINKING and one.seat >= 0 and not one.claimed]
    near = [one for one in due if one.ripe or one.until - now <= SOON_MS]
    return tuple(one for one in near if one.seat in view.mine or not is_asleep(view.seats[one.seat]))


def counts_down(view: TableView, now: int) -> bool:
    """Tell whether the status counts seconds, or says that a time is over."""
    over = any(is_time_over(view, one.seat, now) for one in view.clocks)
    return view.negotiation is not None or over or bool(_lasting(view, now))


def end_under_pressure(view: TableView) -> str:
    """Say what follows if a player here, whom others wait for no longer, decides nothing."""
    return next(filter(None, (end_without(view, wait.seat) for wait in _pressed(view))), "")


def end_without(view: TableView, seat: Seat) -> str:
    """Say what follows once nobody waits any longer for a seat: how the game ends, or what becomes of the seat."""
    after = _without(view, seat)
    if after is None or after.match is None:
        return ""
    if after.outcome is not None:
        return tr(GAME_ENDS, how=outcome_line(after.outcome, tuple(one.name for one in view.seats)))
    if game_number(view) != game_number(after):
        return tr(ENDS_ONE)
    if seat not in gone_seats(after):
        return ""
    (title,), (named, you) = titles(view, [seat]), _fate(after, seat)
    return tr(you) if seat in view.mine else tr(named, seat=title)


def final_claim_words(view: TableView, seat: Seat) -> str:
    """Say what to think of before one waits no longer for a seat, if nothing can be made good then; empty if it can.

    That is so where the game ends, and where nobody returns.
    """
    after = _without(view, seat) if _expels(view, seat) and not is_equivocation(view, seat) else None
    if after is None or may_return(after, seat):
        return ""
    if after.outcome is None and seat in gone_seats(after) and game_number(after):
        return ""
    told = [tr(IF_NOBODY, end=end_without(view, seat))]
    told += [tr(PARTNER, seat=titles(view, [seat])[0])] if seat in _partners(view) else []
    told += [tr(SECOND)] if after.outcome is None and _takes_cards(view, seat) else []
    return " ".join(told)


def _expels(view: TableView, seat: Seat) -> bool:
    """Tell whether what a seat owes lets the others go on without it, and not only without its word."""
    return any(wait.seat == seat and wait.what in THINKING | DEALING for wait in view.waits)


def _partners(view: TableView) -> frozenset[Seat]:
    """Give the seats of others that play on the side of one of this profile."""
    if view.match is None or not isinstance(view.match.state, HasPartners):
        return frozenset()
    partners = view.match.state.partners
    return frozenset(one for seat in view.mine for one in partners(seat)) - {*view.mine}


def _takes_cards(view: TableView, seat: Seat) -> bool:
    """Tell whether the talon may close without a seat, because somebody else has gone before."""
    gone = {view.seats[one].pid for one in gone_seats(view)} - {view.seats[seat].pid}
    return is_shut(view) and bool(gone)


def _without(view: TableView, seat: Seat) -> TableView | None:
    """Give the table as it is once nobody waits any longer for a seat; None if the game has no word for that."""
    match = view.match
    text = None if match is None else expelled(match.state, seat)
    if match is None or not text:
        return None
    with suppress(Fault):
        return replace(view, match=match.play(text, seat))
    return None


def _fate(after: TableView, seat: Seat) -> tuple[str, str]:
    """Give the sentences about a seat that is out: of another's, and of one's own."""
    if may_return(after, seat):
        return OUT_LEFT, OUT_LEFT_YOU
    if is_shut(after):
        return OUT_SHUT, OUT_SHUT_YOU
    return (OUT_ONE, OUT_ONE_YOU) if game_number(after) else (OUT_GOOD, OUT_GOOD_YOU)


def no_longer_words(view: TableView, seat: Seat, name: str, *, short: bool = False) -> str:
    """Describe going on without a seat, called `name`, and what follows, unless that is said already (`short`)."""
    if is_equivocation(view, seat):
        return tr(WITHOUT, seat=seat_title(name))
    end = end_without(view, seat) if _expels(view, seat) and not short else ""
    return tr(NO_LONGER_ENDS if end else NO_LONGER, seat=seat_title(name), end=end)


def claim_words(view: TableView, way: str = BY_KEY) -> tuple[str, ...]:
    """Tell both sides of claims what follows: those who are no longer waited for, and those who wait no longer.

    Whoever is out reads that instead, and the `way` back if there is one.
    """
    claimed = [wait.seat for wait in view.waits if wait.what in THINKING and {*wait.claimed} & {*view.mine}]
    named = [_urges(view, seat) for seat in claimed] if view.phase is Phase.PLAYING else []
    own = (urged_words(view), left_words(view, way))
    return (*filter(None, own), *named, *_noted(view))


def _urges(view: TableView, seat: Seat) -> str:
    (who,), end = titles(view, [seat]), end_without(view, seat)
    return tr(URGES_ENDS if end else URGES, who=who, end=end)


def _noted(view: TableView) -> tuple[str, ...]:
    """Tell those at the table who waits no longer for a program that is away, and that no more is to be done."""
    found: dict[str, None] = {}
    for wait in view.waits if view.mine and view.phase is Phase.PLAYING else ():
        if wait.what not in DEALING or not wait.claimed or wait.seat in view.mine:
            continue
        (who,), own, end = titles(view, [wait.seat]), {*wait.claimed} & {*view.mine}, end_without(view, wait.seat)
        told = (NOTED_ENDS if end else NOTED) if own else (NOTED_OF_ENDS if end else NOTED_OF)
        found[tr(told, who=who, others=listed(titles(view, wait.claimed)), end=end)] = None
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
