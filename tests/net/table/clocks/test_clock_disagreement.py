"""Clocks that programs tell otherwise: a note, and nothing else."""

from __future__ import annotations

import pytest

from net.table.clocks.time_control import DAY_MS
from net.table.duty.timekeeper import GRACE_MS
from net.view.table_view import Phase
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.clocks.test_table_clocks import BASE, START, move, timed


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def hear(room: Room, now: int, *said: int, listener: int = 0, speaker: int = 1) -> list[str]:
    """Let somebody hear what another's program says is left at the place where both stand; give the notes."""
    table = room.table(listener)
    place = room.table(speaker).line_heads()[:2]
    table.hear_clocks(room.sitters[speaker].identity.public, said, place, now)
    return [
        " ".join(value for _, value in note.fields) for note in table.view().notes if "Clocks differ" in note.template
    ]


def test_heads_tell_what_is_left_on_every_clock() -> None:
    room = timed(3)
    assert room.table(1).told_clocks(START + 9_000) == (BASE - 9_000, BASE, BASE)
    assert Room.playing(2).table().told_clocks(5) == ()


def test_programs_that_agree_say_nothing() -> None:
    room = timed(3)
    now, version = START + 9_000, room.table().version
    assert hear(room, now, *room.table(1).told_clocks(now)) == []
    assert hear(room, now, BASE - 9_000 + GRACE_MS, BASE, BASE) == []
    assert hear(room, now + 500, BASE, BASE, BASE) == []
    assert room.table().version == version


def test_who_sees_another_clock_is_named_until_he_does_not() -> None:
    room = timed(3)
    now = START + 20_000
    assert hear(room, now, BASE, BASE, 1_000) == ["nick1 red 60 40", "nick1 yellow 1 60"]
    assert hear(room, now + 1_000, BASE, BASE, 900) == ["nick1 red 60 40", "nick1 yellow 1 60"]
    assert hear(room, now + 1_000, 39_000, BASE, BASE) == []


def test_clocks_at_another_place_of_strangers_and_of_other_tables_say_nothing() -> None:
    room = timed(2)
    table, now = room.table(), START + 20_000
    assert hear(room, now, BASE, BASE, BASE) == []
    table.hear_clocks(room.sitters[1].identity.public, (0, 0), (7, b"elsewher"), now)
    table.hear_clocks(b"x" * 32, (0, 0), table.line_heads()[:2], now)
    table.hear_clocks(table.me, (0, 0), table.line_heads()[:2], now)
    assert hear(room, now, *table.told_clocks(now)) == []
    assert hear(room, now, -(1 << 62), 1 << 62) == ["nick1 red 0 40", f"nick1 blue {999 * DAY_MS // 1000} 60"]


def test_where_days_are_counted_an_hour_is_little() -> None:
    room = timed(2, clock="1d")
    assert hear(room, START, DAY_MS - 3_000_000, DAY_MS) == []
    assert len(hear(room, START, DAY_MS - 4_000_000, DAY_MS)) == 1


def test_after_the_end_it_matters_no_more() -> None:
    room = timed(2)
    assert len(hear(room, START + 1, 1, 1)) == 2
    for _ in range(4):
        move(room, START + 1_000, "3")
    assert room.view().phase is Phase.OVER
    assert hear(room, START + 1_000, 1, 1) == []
