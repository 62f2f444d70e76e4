"""Those who do not answer, and the audit of hidden cards, in words; a claim by a word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from net.view.table_view import AuditStage, AuditView, Phase, SeatView, WaitView
from tests.core.support import card_game
from tests.tui.support.cards_table import LocalTable
from tui.i18n import translation
from tui.table.departure import audit_words, cheats, overdue_seats, unattended_seats
from tui.table.seat_names import NamedTable
from tui.table.sentences.claim_words import claim_words
from tui.text.shell.console import Console, Script
from tui.text.table.table_dialogue import TableDialogue

BLUE = Seat(1)
LATE = WaitView(BLUE, "move", 0, 1000, ripe=True)


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)


async def hold(table: LocalTable, *lines: str) -> list[str]:
    """Hold a conversation at a table; give everything that was said."""
    said: list[str] = []
    await TableDialogue(NamedTable(table), Console(Script(lines), said.append)).run()
    return [line.rstrip("\n") for line in said]


async def test_one_waits_no_longer_for_who_is_late() -> None:
    table = LocalTable(hands=(0,))
    table.view = replace(table.view, waits=(LATE,))
    assert (await hold(table, "claim", "no"))[-1] == "NOTE you wait on."
    assert table.claimed == []
    said = await hold(table, "claim", "yes")
    (late,) = (line for line in said if line.startswith("LATE "))
    assert late.startswith(
        "LATE ■ Blue does not answer: you need wait no longer. If nobody waits on, the game ends: Red "
    )
    assert any(line.startswith("NOTE If nobody waits any longer, the game ends: Red ") for line in said)
    assert table.claimed == [BLUE]


async def test_who_waits_no_longer_reads_that_until_it_is_over() -> None:
    table = LocalTable(hands=(0,))
    table.view = replace(table.view, waits=(replace(LATE, claimed=(Seat(0),)),))
    assert (await hold(table, "claim"))[-1] == "NOTE you wait no longer for Blue: half a minute left"
    assert table.claimed == []


async def test_nobody_is_late_before_patience_is_over() -> None:
    table = LocalTable(hands=(0,))
    table.view = replace(table.view, waits=(replace(LATE, ripe=False),))
    said = await hold(table, "claim")
    assert said[-1] == "ERROR Nobody has kept the others waiting for long enough."
    assert table.claimed == []


def guilty(table: LocalTable, *pids: str) -> None:
    """Freeze a table of these people because of blue."""
    seats = (*table.view.seats, SeatView(Seat(2), "green"))[: len(pids)]
    seats = tuple(replace(seat, pid=pid) for seat, pid in zip(seats, pids, strict=True))
    fraud = WaitView(BLUE, "fraud", 0, 0, ripe=True)
    table.view = replace(table.view, phase=Phase.FROZEN, seats=seats, waits=(fraud,))


async def test_after_a_fraud_one_goes_on_or_stops() -> None:
    table = LocalTable(hands=(0,))
    guilty(table, "P0", "P1", "P2")
    said = await hold(table, "claim")
    assert any("you may go on without that seat, or stop here" in line for line in said)
    assert (table.claimed, table.stopped) == ([BLUE], [])
    await hold(table, "stop")
    assert (table.claimed, table.stopped) == ([BLUE], [BLUE])
    with translation.speaking("fr"):
        await hold(table, "arrêter")
    assert table.stopped == [BLUE, BLUE]


async def test_nobody_stops_where_nobody_cheated_or_only_two_are_left() -> None:
    table = LocalTable(hands=(0,))
    assert (await hold(table, "stop"))[-1].startswith("ERROR Nobody here has signed two histories")
    guilty(table, "P0", "P1", "P0")
    assert cheats(table.view) == ()
    assert (await hold(table, "stop"))[-1].startswith("ERROR")
    guilty(table, "P0", "P1", "P2")
    assert cheats(table.view) == (BLUE,)
    assert cheats(replace(table.view, seats=tuple(replace(seat, mine=False) for seat in table.view.seats))) == ()
    assert table.stopped == []


def test_what_was_claimed_is_not_claimed_again() -> None:
    view = LocalTable(hands=(0,)).view
    assert overdue_seats(replace(view, waits=(LATE, LATE))) == (BLUE,)
    assert overdue_seats(replace(view, waits=(replace(LATE, claimed=(Seat(0),)),))) == ()
    assert overdue_seats(replace(LocalTable(hands=()).view, waits=(LATE,))) == ()
    assert overdue_seats(replace(LocalTable(hands=(0, 1)).view, waits=(LATE,))) == ()


@pytest.mark.parametrize(
    ("what", "clock", "bot", "present", "claimed"),
    [
        ("move", "none", "", True, False),
        ("commit", "none", "", True, False),
        ("move", "none", "", False, False),
        ("move", "none", "greedy", True, False),
        ("move", "none", "greedy", False, True),
        ("share", "none", "", True, True),
        ("move", "180+2", "", True, True),
    ],
)
def test_without_a_clock_a_bot_waits_for_people(
    what: str, clock: str, bot: str, *, present: bool, claimed: bool
) -> None:
    view = LocalTable(hands=(0,)).view
    seats = tuple(replace(seat, present=present, bot=bot) if seat.seat == BLUE else seat for seat in view.seats)
    view = replace(view, seats=seats, waits=(replace(LATE, what=what),), terms=(("clock", clock),))
    assert overdue_seats(view) == (BLUE,)
    assert unattended_seats(view) == ((BLUE,) if claimed else ())


async def test_the_audit_is_told_as_it_goes_on() -> None:
    table = LocalTable(hands=(0,))
    view = table.view
    assert audit_words(view) == ""
    table.view = replace(view, audit=AuditView(AuditStage.WAITING, (BLUE,)))
    assert "AUDIT The hidden cards are being audited." in await hold(table)
    table.view = replace(view, audit=AuditView(AuditStage.CLEAN))
    assert "AUDIT The audit of the hidden cards has found nothing wrong." in await hold(table)
    held = tuple(replace(seat, pid=f"P{seat.seat}") for seat in view.seats)
    signed = replace(view, seats=held, audit=AuditView(AuditStage.CLEAN, (), tuple(seat.seat for seat in held)))
    with translation.speaking("en"):
        assert audit_words(signed) == f"Hidden cards: audited by all {len(held)}."
        assert "nothing wrong" in audit_words(replace(signed, audit=AuditView(AuditStage.CLEAN, (), (BLUE,))))
    broken = AuditView(AuditStage.BROKEN, template="{nick} has done it.", fields=(("nick", "Bob"),))
    with translation.speaking("en"):
        assert audit_words(replace(view, audit=broken)) == "Bob has done it."


async def test_the_others_read_that_nothing_is_left_for_them_to_say() -> None:
    table = LocalTable(hands=(0,))
    wait = WaitView(BLUE, "share", 0, 1000, ripe=True, claimed=(Seat(2),))
    seats = (*table.view.seats, SeatView(Seat(2), "green"))[:3]
    table.view = replace(table.view, seats=seats, waits=(wait, replace(wait, what="deck")))
    (told,) = claim_words(table.view)
    assert told.startswith("Green will not wait for Blue any longer. After half a minute your program agrees by itself")
    assert f"NOTE {told}" in await hold(table)
    assert claim_words(replace(table.view, phase=Phase.OVER)) == ()
