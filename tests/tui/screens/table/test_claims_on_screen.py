"""Claims on the screen of a table: the key that ends a wait, and what those who are no longer waited for read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from net.view.table_view import WaitView
from tests.tui.support.journey import ROOM, Make, settled, shown, toasts

RED, BLUE = Seat(0), Seat(1)
LATE = WaitView(RED, "move", 0, 1000, ripe=True)
URGED = "Decide now, or the game goes on without you: Blue will not wait any longer."
URGES = "Red has half a minute left to decide. After that the game goes on, if nobody waits any longer."


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
        assert (URGED in shown(app), "Your turn" in shown(app)) == (told, not told)


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
