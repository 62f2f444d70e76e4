"""Clocks on the screen and in words: what they show, that they count down, and how little is drawn anew for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual.geometry import Region

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.table.clocks.time_control import DAY_MS, read_time_control
from net.view.clock_view import ClockView, SeatClock
from net.view.table_view import Phase, TableView, WaitView
from tests.tui.support.journey import shown
from tui.i18n import translation
from tui.i18n.translation import tr
from tui.table.sentences.claim_words import LASTED, LASTS, LASTS_OF, lasting_words
from tui.widgets.seats_panel import SeatsPanel
from tui.words.clock_words import clock_face, figures, is_short, pace_words, seat_face

Make = Any
START = 1_000_000


def clock(pace: str, since: int | None = START, **fields: Any) -> ClockView:  # noqa: ANN401 any field
    found = read_time_control(pace)
    assert found is not None
    return ClockView(Seat(0), found.start, since, **fields)


@pytest.mark.parametrize(
    ("pace", "after", "shown"),
    [
        ("300", 0, "5:00"),
        ("300", 1_000, "4:59"),
        ("300", 270_001, "0:30!"),
        ("300", 400_000, "0:00!"),
        ("7200", 60_000, "1h59"),
        ("60/3x30", 59_000, "0:01"),
        ("60/3x30", 61_000, "29x3"),
        ("60/3x30", 121_000, "29x1!"),
        ("2d", 3_600_000, "1d23h"),
        ("20d", 3_600_000, "19d"),
    ],
)
def test_what_a_clock_shows(pace: str, after: int, shown: str) -> None:
    assert clock_face(clock(pace), START + after) == shown


def test_a_clock_that_stands_is_never_short() -> None:
    assert not is_short(clock("10", None), START)
    assert clock_face(clock("10", None), START) == "0:10"
    assert is_short(clock("10"), START)


@pytest.mark.parametrize("ms", [0, 1, 999, 59_999, 3_599_001, DAY_MS - 1, DAY_MS, 9 * DAY_MS, 999 * DAY_MS])
def test_figures_have_five_columns_at_most(ms: int) -> None:
    assert 0 < len(figures(ms)) <= 5


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        ("none", "none"),
        ("300", "5 min"),
        ("300+5", "5 min + 5 s"),
        ("600/3x30", "10 min, 3 × 30 s"),
        ("1d", "1 day per decision"),
        ("3d", "3 days per decision"),
        ("nonsense", "nonsense"),
    ],
)
def test_a_pace_in_words(pace: str, words: str) -> None:
    with translation.speaking("en"):
        assert pace_words(pace) == words


def timed(view: TableView, left: int = 65_000, **fields: Any) -> TableView:  # noqa: ANN401 any field
    """Give a table with a clock, that of red running."""
    clocks = tuple(
        ClockView(seat.seat, SeatClock(left), START if seat.seat == 0 else None, doubtful=seat.seat == 1)
        for seat in view.seats
    )
    return replace(view, clocks=clocks, **fields)


def test_the_colour_tells_who_runs_who_is_short_and_who_is_doubted(make_app: Make) -> None:
    view = timed(make_app().handle.view)
    assert seat_face(view, Seat(0), START) == ("1:05", "foreground")
    assert seat_face(view, Seat(1), START) == ("?1:05", "warning")
    assert seat_face(view, Seat(2), START) == ("1:05", "muted")
    assert seat_face(view, Seat(0), START + 40_000) == ("0:25!", "error")
    assert seat_face(replace(view, phase=Phase.OVER), Seat(0), START) == ("", "muted")


def test_a_clock_that_runs_where_we_are_not_connected_is_not_known(make_app: Make) -> None:
    view = timed(make_app().handle.view)
    waits = tuple(WaitView(Seat(seat), "move", START, START) for seat in (0, 2))
    away = replace(view, waits=waits, online=False)
    faces = [seat_face(away, Seat(seat), START)[0] for seat in (0, 2, 3)]
    assert faces == ["1:05", "?1:05", "1:05"], "ours goes on, theirs may, and who waits has what they have"
    assert seat_face(replace(away, online=True), Seat(2), START)[0] == "1:05"


def test_before_a_claim_there_is_a_countdown(make_app: Make) -> None:
    seat = Seat(1)
    wait = WaitView(seat, "move", START, START + 120_000)
    view = replace(make_app(hand=(0,)).handle.view, waits=(wait,))
    assert seat_face(view, seat, START) == ("", "warning")
    assert seat_face(view, seat, START + 75_000) == ("~0:45", "warning")
    assert seat_face(view, seat, START + 120_000) == ("", "warning")
    fallen = replace(view, clocks=(ClockView(seat, SeatClock(105_000), START),))
    assert seat_face(fallen, seat, START + 100_000) == ("0:05!", "error")
    assert seat_face(fallen, seat, START + 110_000) == ("~0:10", "error")


@pytest.mark.parametrize("size", [(80, 24), (110, 34)])
async def test_a_clock_counts_down_in_a_few_cells(
    make_app: Make, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        app.table.now = lambda: START
        app.table.take(timed(app.handle.view))
        await pilot.pause()
        panel = app.table.query_one(SeatsPanel)
        assert "1:05" in panel.render().plain.splitlines()[0]
        drawn: list[tuple[Region, ...]] = []
        keep = panel.refresh

        def noted(*regions: Region, **how: bool) -> object:
            drawn.append(regions)
            return keep(*regions, **how)

        monkeypatch.setattr(panel, "refresh", noted)
        app.table.now = lambda: START + 1_000
        app.table.tick()
        await pilot.pause()
        assert "1:04" in panel.render().plain.splitlines()[0]
        ((region,),) = drawn
        assert region.area <= 6
        line = "".join(segment.text for segment in panel.render_line(0))
        assert "1:04" in line
        assert line[region.x : region.right].strip() == "1:04"
        drawn.clear()
        app.table.tick()
        assert not drawn
        app.table.now = lambda: START + 40_000
        app.table.tick()
        await pilot.pause()
        assert "0:25!" in panel.render().plain


async def test_a_countdown_makes_room_for_itself(make_app: Make) -> None:
    app = make_app(hand=(1,))
    async with app.run_test(size=(110, 34)) as pilot:
        app.table.now = lambda: START
        wait = WaitView(Seat(0), "move", START, START + 120_000)
        app.table.take(replace(app.handle.view, waits=(wait,)))
        await pilot.pause()
        panel = app.table.query_one(SeatsPanel)
        assert "~" not in panel.render().plain
        app.table.now = lambda: START + 100_000
        app.table.tick()
        await pilot.pause()
        assert "~0:20" in panel.render().plain.splitlines()[0]


LONG_NICK = "Bartholomew"


@pytest.mark.parametrize("tongue", translation.LANGUAGES)
async def test_without_clocks_a_countdown_takes_no_name_away_and_is_said_in_words(make_app: Make, tongue: str) -> None:
    with translation.speaking(tongue):
        match = Match.new(find("megiddo"), {"players": "4"}).play("C4", Seat(0)).play("A4", Seat(1))
        app = make_app(match, hand=(0,))
        async with app.run_test(size=(80, 24)) as pilot:
            app.table.now = lambda: START
            (mover,) = match.state.active
            seats = tuple(replace(one, nick=LONG_NICK) if one.seat == mover else one for one in app.handle.view.seats)
            wait = WaitView(mover, "move", START, START + 120_000)
            app.table.take(replace(app.handle.view, seats=seats, waits=(wait,)))
            await pilot.pause()
            panel = app.table.query_one(SeatsPanel)
            before = panel.render().plain
            assert LONG_NICK[:3] in before
            for left in (45, 44):
                app.table.now = lambda left=left: START + 120_000 - left * 1_000
                app.table.tick()
                await pilot.pause()
                assert LONG_NICK[:3] in panel.render().plain
                assert tr(LASTS_OF, left=f"0:{left}") in shown(app)


@pytest.mark.parametrize("tongue", translation.LANGUAGES)
async def test_whoever_is_waited_for_reads_how_long_and_when_that_is_over(make_app: Make, tongue: str) -> None:
    with translation.speaking(tongue):
        app = make_app(hand=(0,))
        async with app.run_test(size=(80, 24)) as pilot:
            app.table.now = lambda: START
            wait = WaitView(Seat(0), "move", START, START + 120_000)
            view = replace(app.handle.view, waits=(wait,))
            app.table.take(view)
            await pilot.pause()
            assert tr(LASTS, left="1:00") not in shown(app)
            for left in (45, 44):
                app.table.now = lambda left=left: START + 120_000 - left * 1_000
                app.table.tick()
                await pilot.pause()
                assert tr(LASTS, left=f"0:{left}") in shown(app)
            app.table.take(replace(view, waits=(replace(wait, ripe=True),)))
            await pilot.pause()
            assert tr(LASTED) in shown(app)
            urged = replace(wait, ripe=True, claimed=(Seat(1),))
            assert not lasting_words(replace(view, waits=(urged,)), (Seat(0),), START), "who waits no longer is named"
            alone = tuple(replace(one, pid=view.seats[0].pid, mine=True) for one in view.seats)
            assert not lasting_words(replace(view, seats=alone), (Seat(0),), START + 100_000)
            away = replace(wait, seat=Seat(1))
            seats = tuple(replace(one, present=one.seat != Seat(1)) for one in view.seats)
            assert not lasting_words(replace(view, seats=seats, waits=(away,)), (Seat(1),), START + 100_000)
            timed_view = replace(view, clocks=(clock("300"),))
            assert not lasting_words(timed_view, (Seat(0),), START + 100_000), "the clock says it"
