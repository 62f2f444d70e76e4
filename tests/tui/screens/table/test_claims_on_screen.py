"""Claims on the screen of a table: the key that ends a wait, and what those who are no longer waited for read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.clock_view import ClockView, SeatClock
from net.view.table_view import WaitView
from tests.tui.support.journey import ROOM, Make, settled, shown, toasts
from tui.screens.table import table_status

RED, BLUE = Seat(0), Seat(1)
LATE = WaitView(RED, "move", 0, 1000, ripe=True)
OUT = "out of the game, and return only if all agree."
URGED = f"Decide now: Blue will not wait any longer. If you do not, you are {OUT}"
URGES = (
    "Red has half a minute left to decide. After that, if nobody waits any longer, "
    f"Red is {OUT.replace('return', 'returns')}"
)


async def test_the_row_names_the_key_once_patience_is_over_and_the_claim_is_confirmed(make_app: Make) -> None:
    app = make_app(hand=(1,))
    async with app.run_test(size=ROOM) as pilot:
        for ripe in (False, True):
            await app.handle.put(replace(app.handle.view, waits=(replace(LATE, ripe=ripe),)))
            await settled(pilot)
            assert ("o: wait no longer" in shown(app)) == ripe
        assert toasts(app) == []
        await app.handle.put(replace(app.handle.view, waits=(replace(LATE, claimed=(BLUE,)),)))
        await settled(pilot)
        assert toasts(app) == [URGES]
        assert "Red to decide · you wait no longer for Red: half a minute left" in shown(app)
        await settled(pilot, "o")
        assert shown(app).count("you wait no longer for Red: half a minute left") == 1 + (app.screen is not app.table)
        await settled(pilot, "escape")
        final = replace(LATE, claimed=(BLUE,), final=(BLUE,))
        await app.handle.put(replace(app.handle.view, waits=(final,)))
        await settled(pilot)
        assert "you wait no longer for Red; the others still have to agree" in shown(app)


@pytest.mark.parametrize("what", ["move", "share"])
async def test_who_is_no_longer_waited_for_reads_it(make_app: Make, what: str) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        late = replace(LATE, what=what, claimed=(BLUE,))
        for _ in range(2):
            await app.handle.put(replace(app.handle.view, waits=(late,), missing=app.handle.view.missing + 1))
            await settled(pilot)
        told = what == "move"
        assert toasts(app) == [URGED] * told
        assert (URGED[:70] in shown(app), "Your turn" in shown(app)) == (told, not told)


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        (1, "Noted: you wait no longer for Red. After half a minute the other programs agree by themselves"),
        (0, ""),
    ],
)
async def test_a_claim_of_what_a_program_owes_is_answered_at_once(make_app: Make, hand: int, told: str) -> None:
    app = make_app(hand=(hand,))
    async with app.run_test(size=ROOM) as pilot:
        await app.handle.put(replace(app.handle.view, waits=(replace(LATE, what="share", claimed=(BLUE,)),)))
        await settled(pilot)
        assert [one.startswith(told) for one in toasts(app)] == [True] * bool(told)


async def test_one_is_asked_first_whether_to_wait_no_longer_where_that_ends_the_game(make_app: Make) -> None:
    app = make_app(Match.new(find("epaminondas"), {}), hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await app.handle.put(replace(app.handle.view, waits=(replace(LATE, seat=BLUE),)))
        for answer, calls in (("1", []), ("2", [("claim", BLUE)])):
            await settled(pilot, "o")
            await settled(pilot, *re.findall(r"(\d)  Wait no longer for", shown(app)))
            assert "If nobody waits any longer, the game ends" in shown(app)
            assert "Are you sure?" in shown(app)
            await settled(pilot, answer)
            assert [call for call in app.handle.calls if call[0] == "claim"] == calls


async def test_whoever_is_out_reads_why_nothing_can_be_declared_and_how_to_return(
    make_app: Make, make_match: Make
) -> None:
    app = make_app(make_match(4).play("abandon red", RED), hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert "Red is out; o: ask to return" in shown(app)
        assert toasts(app)[0].startswith("Red: you are out of the game, since turn 1.")


async def test_whoever_is_out_for_good_reads_so_by_the_key_of_declarations(make_app: Make) -> None:
    match = Match.new(find("megiddo"), {"players": "3", "target": "1"})
    app = make_app(match.play("resign", RED), hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "o")
        assert toasts(app)[-1].endswith(": you are out of the game, since turn 1. You cannot return.")
        assert "Nothing can be declared now." not in toasts(app)


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ((0,), "Your time is over; a move still counts until the others end the wait."),
        ((0, 1, 2, 3), "Your time is over, but nobody here ends the wait: a move still counts."),
        ((1,), "Red to decide · time over, a move still counts"),
        ((), "Red to decide · time over, a move still counts"),
    ],
)
async def test_whose_clock_stands_at_nothing_reads_what_comes_of_it(
    make_app: Make, hand: tuple[int, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100_000
    monkeypatch.setattr(table_status, "now_ms", lambda: now)
    app = make_app(hand=hand)
    async with app.run_test(size=ROOM) as pilot:
        monkeypatch.setattr(app.table, "now", lambda: now)
        clocks = (ClockView(RED, SeatClock(60_000), now), ClockView(BLUE, SeatClock(60_000)))
        await app.handle.put(replace(app.handle.view, clocks=clocks))
        now += 59_000
        app.table.tick()
        await settled(pilot)
        assert told not in shown(app)
        now += 1_000
        app.table.tick()
        await settled(pilot)
        assert told in shown(app)
        await app.handle.put(replace(app.handle.view, online=False))
        await settled(pilot)
        assert told not in shown(app)
