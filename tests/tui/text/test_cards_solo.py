"""Méditerranée on this machine alone: dealt by a seed, bots in child processes, two people at one keyboard."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path

import pytest

from core.match.record import check, read
from net.view.table_view import Phase
from tui.bots.seat_driver import Seated
from tui.records.archive import save
from tui.session.rooms import Rooms
from tui.table.table_plan import Plan, defaults, hot_seat, seated
from tui.text.repl import converse
from tui.text.shell.console import Script

STILL = 60.0
"""Seconds after which a game of bots that take a second or two stands still."""


def stood(table: Seated) -> str:
    """Tell where a game stands, and what its bots are about."""
    view = table.handle.view
    drivers = [(seat, driver.process, driver._task) for seat, driver in table.drivers.items()]
    log = view.match.log[-4:] if view.match else ()
    return f"{view.phase}, waits {view.waits}, slots {view.slots}, log ends {log}, bots {drivers}"


async def test_bots_play_to_the_end_and_the_record_deals_again(rooms: Rooms, parley_home: Path) -> None:
    options = {**defaults("mediterranee"), "players": "3", "placement": "standard", "draw_rounds": "1"}
    plan = Plan("mediterranee", options, sitters=seated("mediterranee", options, "random", "greedy"))
    seat = await rooms.open_table(await rooms.local(), plan, seed=3)
    assert dict(seat.handle.view.terms)["deal"] == "local"
    try:
        async with asyncio.timeout(STILL):
            view = await seat.handle.until(lambda view: view.phase is Phase.OVER)
    except TimeoutError:
        pytest.fail(stood(seat))
    assert view.match is not None
    record = read(save(view, parley_home, date(2026, 11, 21)).read_text(encoding="utf-8"))
    script = dict(record.header.options)
    assert (script["seed"], script["talon"].count(",")) == ("told", 19)
    assert check(record).full_digest() == view.match.full_digest()


async def test_each_table_is_dealt_afresh(rooms: Rooms) -> None:
    seeds = set()
    for _ in range(2):
        seat = await rooms.open_table(await rooms.local(), hot_seat("mediterranee", {"placement": "standard"}))
        seeds.add(dict(seat.handle.view.options)["seed"])
    assert len(seeds) == 2
    assert "told" not in seeds


async def test_two_people_at_one_keyboard(parley_home: Path) -> None:
    said: list[str] = []
    opening = ["2", "mediterranee players=2 placement=standard seed=4", ""]
    lines = [*opening, "hand", "pass", "", "board", "neighbours rome", "moves MAS"]
    await converse(Script(lines), said.append, Rooms(parley_home, "tester"), wipe="-- wiped --\n")
    text = "".join(said)
    first, second = text.split("-- wiped --\n")[1:]
    assert "CURTAIN Pass the screen to ● Rome-Constantinople; press Enter.\n" in first
    assert "CURTAIN Pass the screen to ▲ Alexandria-Carthage; press Enter.\n" in second
    assert first.count("HAND ● Rome-Constantinople, yours: 0 0 1 2 2 3 4 5 6 7 8 9 10 15 15,") == 2
    assert "HAND ● Rome-Constantinople: 0 0 1 2 3 4 5 6 7 8 9 10 15 15, 1 card unseen," in second
    assert "draw rk ?" in first
    assert "draw rk 2" not in text
    assert "MAP ● Rome-Constantinople: boat rB1 NEA Naples" in second
    assert "AROUND ROM Rome (Rome, capital); by road" in second
    assert "ERROR" not in text.replace("ERROR Nothing of yours on MAS Massilia can move now.", "")


async def test_a_march_is_paid_for_with_cards_to_spare(parley_home: Path) -> None:
    said: list[str] = []
    opening = ["2", "mediterranee players=2 placement=standard seed=4", ""]
    lines = [*opening, "moves pay", "pay 1+1", "pay 4+0", "pay 2+3", "moves"]
    await converse(Script(lines), said.append, Rooms(parley_home, "tester"), wipe="-- wiped --\n")
    text = "".join(said)
    assert "MOVES pay: " in text
    assert text.count("ERROR A march is paid with cards worth at least 3, none of them zero: not pay") == 2
    assert text.count("ERROR") == 2
    assert "MOVE 1 ● Rome-Constantinople: pay 3+2. ● Rome-Constantinople pays cards 3+2." in text
