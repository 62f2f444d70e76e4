"""Paces: what a clock is, what is left of it, and that it is always told from the log."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.fault import BadOption
from core.game import Seat
from core.match.match import Line
from net.table.clocks.time_control import DAY_MS, TimeControl, clocks_after, read_time_control
from net.table.line.step_register import Step
from net.view.clock_view import ClockView, SeatClock
from net.wire.event import Kind

PACES = st.one_of(
    st.builds(str, st.integers(1, 999_999)),
    st.builds("{}+{}".format, st.integers(1, 999_999), st.integers(1, 9_999)),
    st.builds("{}/{}x{}".format, st.integers(0, 999_999), st.integers(1, 999), st.integers(1, 9_999)),
    st.builds("{}d".format, st.integers(1, 999)),
)
SPENT = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 10_000_000)), max_size=40)


def pace(text: str) -> TimeControl:
    found = read_time_control(text)
    assert found is not None
    return found


def step(seat: int, spent: int, kind: Kind = Kind.MOVE) -> Step:
    return Step(b"", b"", Seat(seat), 0, kind, Line(Seat(seat), "1"), b"", spent, 0, 0)


def test_the_forms() -> None:
    assert read_time_control("none") is None
    assert pace("300").start == SeatClock(300_000)
    assert pace("300+5").start == SeatClock(300_000, 5_000)
    assert pace("600/3x30").start == SeatClock(600_000, 0, 3, 30_000)
    assert pace("0/1x60").start.left_ms == 60_000
    assert pace("3d").start == SeatClock(0, 0, 1, 3 * DAY_MS)
    assert [pace(text).daily for text in ("300", "300+5", "600/3x30", "3d")] == [False, False, False, True]


@pytest.mark.parametrize(
    "text", ["", "0", "soon", "300+", "+5", "0300", "300/0x30", "300/3x0", "0d", "1e3", "3 d", "٣"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="is not a clock: write none or, in seconds, BASE"):
        read_time_control(text)


@given(st.text(max_size=12))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    try:
        found = read_time_control(text)
    except BadOption:
        return
    assert str(found or "none") == text


@given(PACES)
def test_a_pace_is_written_as_it_is_read(text: str) -> None:
    assert str(pace(text)) == text


def test_a_bonus_is_added_after_each_decision() -> None:
    clock = pace("60+5").start.after(20_000)
    assert clock.main_ms == 45_000
    assert clock.after(50_000).main_ms == 5_000


def test_a_period_that_is_not_used_up_begins_anew() -> None:
    clock = pace("10/3x30").start
    assert clock.running(4_000) == (6_000, 3)
    assert clock.running(10_000) == (30_000, 3)
    assert clock.running(45_000) == (25_000, 2)
    assert clock.running(100_000) == (0, 0)
    inside = clock.after(35_000)
    assert (inside.main_ms, inside.periods) == (0, 3)
    later = inside.after(61_000)
    assert later.periods == 1
    assert later.after(29_999) == later
    assert later.after(10**9) == later


def test_days_are_there_again_for_each_decision() -> None:
    clock = pace("2d").start
    assert clock.after(2 * DAY_MS - 1) == clock
    assert clock.running(DAY_MS) == (DAY_MS, 1)


@given(PACES, SPENT)
def test_what_is_left_is_never_negative_and_nobody_pays_for_another(text: str, spent: list[tuple[int, int]]) -> None:
    seats = [Seat(number) for number in range(3)]
    steps = [step(seat, ms) for seat, ms in spent]
    together = clocks_after(pace(text), steps, seats)
    for seat in seats:
        alone = clocks_after(pace(text), [one for one in steps if one.seat == seat], [seat])
        assert together[seat] == alone[seat]
        assert together[seat].left_ms >= 0


@given(PACES, SPENT, st.integers(0, 40))
def test_a_log_that_is_cut_gives_the_time_back(text: str, spent: list[tuple[int, int]], at: int) -> None:
    seats = [Seat(number) for number in range(3)]
    steps = [step(seat, ms) for seat, ms in spent]
    cut = clocks_after(pace(text), steps[:at], seats)
    again = clocks_after(pace(text), iter(steps), seats)
    assert clocks_after(pace(text), steps[:at], seats) == cut
    assert clocks_after(pace(text), [*steps[:at], *steps[at:]], seats) == again


@given(PACES, st.integers(0, 10**9), st.integers(0, 10**9))
def test_what_a_clock_shows_only_falls(text: str, first: int, more: int) -> None:
    clock = pace(text).start

    def left(spent: int) -> int:
        ms, periods = clock.running(spent)
        return ms + max(0, periods - (spent >= clock.main_ms)) * clock.period_ms

    assert left(first + more) <= left(first) <= clock.left_ms
    assert left(first) == max(0, clock.left_ms - first)


def test_the_taking_up_of_a_word_costs_nothing_and_a_wait_that_was_ended_costs_all() -> None:
    clocks = clocks_after(pace("60+5"), [step(0, 30_000, Kind.TAKE), step(1, 0, Kind.FINAL)], [Seat(0), Seat(1)])
    assert (clocks[Seat(0)].main_ms, clocks[Seat(1)].main_ms) == (60_000, 5_000)


def test_a_view_counts_down_only_while_it_runs() -> None:
    clock = SeatClock(10_000)
    assert ClockView(Seat(0), clock).shown(99_000) == (10_000, 0)
    running = ClockView(Seat(0), clock, since=1_000)
    assert (running.shown(5_000), running.left_ms(5_000), running.left_ms(99_000)) == ((6_000, 0), 6_000, 0)
