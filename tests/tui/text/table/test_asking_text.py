"""Asking for a seat in the text mode and in a command: what is told while the host of the table is away."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from core.fault import Fault
from core.game import Seat
from net.view.request_view import RequestView
from tests.tui.table.test_bot_seat import gathering
from tui.headless import bot_player
from tui.headless.event_report import Report
from tui.settings.theme import glyphs
from tui.table.sentences.event_sentences import seat_lines
from tui.text.table.event_teller import EventTeller

AWAY = (
    "You have asked for a seat. Ada, who hosts the table, is away and seats people once their program or their "
    "keeper is there."
)


def test_it_is_told_once_that_a_seat_is_asked_for_and_that_the_host_is_away() -> None:
    teller, view = EventTeller(plain=True), gathering("megiddo", 1, players="2")
    view = replace(view, seats=tuple(replace(seat, mine=False) for seat in view.seats))
    teller.news(view)
    away = replace(view, asked=RequestView((Seat(0),), "Ada", away=True))
    assert teller.news(away) == [f"NOTE {AWAY}"]
    assert teller.news(away) == []
    assert seat_lines(away, None, glyphs("ascii"))[0].endswith("asked for")
    assert "`sit`" not in " ".join(teller.now(away))
    here = replace(view, asked=RequestView((None,), "Ada", away=False))
    assert teller.news(here) == ["NOTE You have asked for a seat; Ada, who hosts the table, gives it."]
    assert teller.news(view) == []


def test_of_the_others_it_is_said_that_they_are_not_heard_while_we_are_offline() -> None:
    view = gathering("megiddo", 1, players="2")
    away = tuple(replace(seat, mine=False, pid="P9", nick="Ben", present=False) for seat in view.seats)
    online = replace(view, seats=away)
    assert seat_lines(online, None, glyphs("ascii"))[0].endswith("Ben, away")
    offline = seat_lines(replace(online, online=False), None, glyphs("ascii"))
    assert offline[0].endswith("Ben, not heard without a connection")


def test_of_a_full_table_it_is_said_who_is_away_and_what_the_host_can_do() -> None:
    teller, view = EventTeller(plain=True), gathering("djambi", 1, players="4")
    seats = [replace(seat, pid="P1", nick="Ann", mine=True, ready=True, present=True) for seat in view.seats]
    here = replace(seats[1], pid="P9", nick="Nora", mine=False, ready=False)
    view = replace(view, seats=(seats[0], here, *seats[2:]), host="Ann", hosted=True)
    assert teller.news(view)[-1] == "TABLE everybody is seated; the game begins."
    gone = replace(view, seats=(seats[0], replace(here, present=False), *seats[2:]))
    away = "TABLE Away: Nora (Blue). The game begins only when they are back, or when others have their seats. "
    assert teller.news(gone) == [f"{away}You host the table: `free` and the seat frees it."]
    assert teller.news(gone) == []
    assert teller.news(replace(gone, online=False)) == ["TABLE everybody is seated; the game begins."]
    assert teller.news(replace(gone, hosted=False)) == [f"{away}Ann, who hosts the table, can free a seat."]
    open_still = replace(gone, seats=(replace(seats[0], pid=""), *gone.seats[1:]))
    assert teller.news(open_still) == ["TABLE 1 seat is still open."]


async def test_a_command_that_asks_reports_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_player, "SECONDS_TO_SIT", 0.01)
    said: list[dict[str, object]] = []
    asked = replace(gathering("megiddo", 0, players="2"), asked=RequestView((None,), "Ada", away=True))
    view = replace(asked, seats=tuple(replace(seat, mine=False) for seat in asked.seats))
    calls: list[Seat | None] = []

    async def caught_up(_: float) -> None:
        return

    async def sit(seat: Seat | None, _: str) -> None:
        calls.append(seat)

    async def until(_: object) -> object:
        raise TimeoutError

    roster = SimpleNamespace(asking=lambda: ())
    table = SimpleNamespace(me=b"", annals=SimpleNamespace(roster=roster))
    handle: Any = SimpleNamespace(view=view, table=table, caught_up=caught_up, sit=sit, until=until)
    with pytest.raises(Fault, match="The request stands"):
        await bot_player.take_seat(handle, None, "greedy", Report(said.append))
    assert calls == [None]
    assert said == [{"event": "asked", "host": "Ada", "away": True, "says": AWAY}]
