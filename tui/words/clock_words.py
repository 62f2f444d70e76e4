"""Clocks in words and figures: the time left, whether it is short, and how long the table still waits for a player."""

from __future__ import annotations

import time

from core.fault import BadOption, sentence
from core.game import Seat
from net.table.clocks.flag_fall import THINKING
from net.table.clocks.time_control import DAY_MS, SECOND_MS, read_time_control
from net.table.line.negotiation import read_negotiation
from net.view.clock_view import ClockView
from net.view.table_view import Phase, TableView, WaitView
from tui.i18n.translation import listed, seat_title, tr, word

SHORT_MS = 30_000
"""Less time than this is short: it is shown in another colour and with a mark."""
SOON_MS = 60_000
"""This long before a player may be claimed, the time until then is shown."""
FACE = 6
"""The columns of a clock."""

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400

FISCHER = sentence("{base} + {bonus} s")
PERIODS = sentence("{base}, {count} × {period}")
DAILY = sentence("{count} days per decision")
DAILY_ONE = sentence("1 day per decision")
EACH_ROUND = sentence("{time} before each round")
SOME_ROUNDS = sentence("{time} once every {rounds} rounds")
MINUTES = sentence("{n} min")
SECONDS = sentence("{n} s")
TALK_TIME = sentence("All talk, nobody moves: {left}")
READY = sentence("{who} ready")
SAY_READY = sentence("{key[table.ready]} when you are ready")


def now_ms() -> int:
    """Give the milliseconds since 1970 by the clock of this machine."""
    return time.time_ns() // 1_000_000


def figures(ms: int) -> str:
    """Tell a time in at most five columns.

    >>> [figures(ms) for ms in (0, 59_001, 299_000, 3_900_000, 97_200_000, 1_036_800_000)]
    ['0:00', '1:00', '4:59', '1h05', '1d03h', '12d']
    """
    seconds = -(-max(0, ms) // SECOND_MS)
    days, rest = divmod(seconds, _DAY)
    if days >= 10:  # noqa: PLR2004 -- two figures of days leave no room for hours
        return f"{days}d"
    if days:
        return f"{days}d{rest // _HOUR:02}h"
    if seconds >= _HOUR:
        return f"{seconds // _HOUR}h{seconds % _HOUR // _MINUTE:02}"
    return f"{seconds // _MINUTE}:{seconds % _MINUTE:02}"


def negotiation_words(view: TableView, now: int) -> tuple[str, str]:
    """Tell how long the negotiation phase lasts, and after it who is ready and what to press; empty without one.

    The time is left out once it is over here, and nobody has moved yet.
    """
    phase = view.negotiation
    if phase is None:
        return "", ""
    left = "" if phase.ends is None else figures(phase.ends - now)
    names = tuple(seat_title(view.seats[seat].name) for seat in phase.ready)
    more = [tr(READY, who=listed(names))] if names else []
    more += [tr(SAY_READY)] if any(view.seats[seat].mine for seat in phase.talking) else []
    return tr(TALK_TIME, left=left), "; ".join(more)


def clock_face(clock: ClockView, now: int) -> str:
    """Give a clock in at most six columns: the base, or one of several periods; `!` if it is short."""
    ms, periods = clock.shown(now)
    left, length = clock.clock.main_ms, clock.clock.period_ms
    beyond = 0 < length < DAY_MS and (0 if clock.since is None else now - clock.since) >= left
    text = f"{-(-ms // SECOND_MS)}x{periods}" if beyond and ms < 100 * SECOND_MS else figures(ms)
    return f"{text}!" if is_short(clock, now) else text


def is_short(clock: ClockView, now: int) -> bool:
    """Tell whether a clock runs and has little time left."""
    return clock.since is not None and clock.left_ms(now) < SHORT_MS


def is_unsure(view: TableView, clock: ClockView) -> bool:
    """Tell whether a clock may show another time than it has: it is doubted, or runs where we are not connected."""
    unheard = not view.online and clock.since is None
    return clock.doubtful or (unheard and any(one.seat == clock.seat and one.what in THINKING for one in view.waits))


def waiting_face(wait: WaitView, now: int) -> str:
    """Give the time until a seat may be claimed; empty while that is far, or past."""
    left = wait.until - now
    return f"~{figures(left)}" if 0 < left <= SOON_MS else ""


def seat_face(view: TableView, seat: Seat, now: int) -> tuple[str, str]:
    """Give the text in place of a seat's clock, and the colour's name; nothing without a clock."""
    if view.phase is not Phase.PLAYING:
        return "", "muted"
    clock = next((one for one in view.clocks if one.seat == seat), None)
    wait = next((one for one in view.waits if one.seat == seat and seat not in view.mine), None)
    fading = waiting_face(wait, now) if wait is not None and view.mine else ""
    if clock is None:
        return fading, "warning"
    if fading and not clock.left_ms(now):
        return fading, "error"
    unsure = is_unsure(view, clock)
    text = ("?" if unsure else "") + clock_face(clock, now)
    if is_short(clock, now):
        return text, "error"
    return text, "warning" if unsure else "foreground" if clock.since is not None else "muted"


def pace_words(text: str) -> str:
    """Describe a time control; anything else stays as it is."""
    try:
        pace = read_time_control(text)
    except BadOption:
        return text
    if pace is None:
        return word(text)
    start = pace.start
    if pace.daily:
        days = start.period_ms // DAY_MS
        return tr(DAILY_ONE) if days == 1 else tr(DAILY, count=days)
    base = _span(start.main_ms)
    if start.periods:
        return tr(PERIODS, base=base, count=start.periods, period=_span(start.period_ms))
    return tr(FISCHER, base=base, bonus=start.bonus_ms // SECOND_MS) if start.bonus_ms else base


def phase_words(text: str) -> str:
    """Describe when there is time to talk before a round; anything else stays as it is."""
    try:
        term = read_negotiation(text)
    except BadOption:
        return text
    if term is None:
        return word(text)
    length = _span(term.length_ms)
    return tr(EACH_ROUND, time=length) if term.rounds == 1 else tr(SOME_ROUNDS, time=length, rounds=term.rounds)


def _span(ms: int) -> str:
    seconds = ms // SECOND_MS
    return tr(SECONDS, n=seconds) if seconds % _MINUTE else tr(MINUTES, n=seconds // _MINUTE)
