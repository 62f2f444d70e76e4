"""A conditional move is signed once when it is due; what the rules or a promise forbid is dropped and told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat
from core.match.match import Match
from net.peer.table_handle import NOT_YET, NotFetched
from net.view.table_view import TableView, TalkLine
from tests.tui.correspondence.test_conditional_move import megiddo, plan, view_of
from tests.tui.table.test_pact_ledger import killing, line
from tui.correspondence.conditional_move import ANY, Branch, ConditionalPlan, past_of
from tui.correspondence.plan_follower import PlanFollower, PlanNews
from tui.correspondence.plan_store import PlanStore
from tui.i18n.translation import speaking

if TYPE_CHECKING:
    from net.peer.table_handle import TableHandle

NO = sentence("No.")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with speaking("en"):
        yield


class Table:
    """A table whose log grows as it is played."""

    def __init__(self, match: Match, mine: tuple[Seat, ...] = (Seat(1),)) -> None:
        """Begin with a match."""
        self.tid = b"\x00"
        self.ready = True
        self.mine = mine
        self.talk: tuple[TalkLine, ...] = ()
        self.refuses: Fault | None = None
        self.view: TableView = view_of(match, mine)
        self.take(match)

    def take(self, match: Match) -> None:
        """Go on with a match."""
        self.view = replace(view_of(match, self.mine), talk=self.talk)

    async def play(self, seat: Seat, text: str) -> None:
        """Take a decision in, after a moment in which others may look too."""
        await asyncio.sleep(0)
        if self.refuses is not None:
            raise self.refuses
        assert self.view.match is not None
        self.take(self.view.match.play(text, seat))


class Days:
    """A follower, its store, and what it has told."""

    def __init__(self, folder: Path, table: Table, kept: ConditionalPlan) -> None:
        """Follow one plan at one table."""
        self.table = table
        self.store = PlanStore(folder / "plans.json")
        self.store.keep("00", kept)
        self.news: list[PlanNews] = []
        self.faults: list[Fault] = []
        self.follower = PlanFollower(self.store, self.news.append, self.faults.append)

    async def look(self) -> list[str]:
        """Look at the table; give the log."""
        await self.follower.look(cast("TableHandle", self.table))
        assert self.table.view.match is not None
        return [one.text for one in self.table.view.match.log]


async def test_it_is_signed_once_by_whoever_looks_and_by_no_later_program(tmp_path: Path) -> None:
    days = Days(tmp_path, Table(megiddo()), plan("D3 then C3 if E3 then C4"))
    assert await days.look() == []
    days.table.take(megiddo("D3"))
    logs = await asyncio.gather(days.look(), days.look())
    assert list(logs) == [["D3", "C3"]] * 2
    again = PlanFollower(days.store, days.news.append, days.faults.append)
    await again.look(cast("TableHandle", days.table))
    assert [(one.event, one.move, one.text) for one in days.news] == [
        ("played", "C3", "megiddo “T”: your conditional move C3 is played.".replace("megiddo", "Megiddo"))
    ]
    days.table.take(megiddo("D3", "C3", "E3"))
    assert await days.look() == ["D3", "C3", "E3", "C4"]
    assert await days.look() == ["D3", "C3", "E3", "C4"]
    assert days.store.all() == {}
    assert len(days.news) == 2


async def test_a_table_that_is_not_whole_is_not_played_at(tmp_path: Path) -> None:
    days = Days(tmp_path, Table(megiddo("D3")), plan("D3 then C3"))
    days.table.ready = False
    assert await days.look() == ["D3"]
    days.table.ready, days.table.refuses = True, NotFetched(NOT_YET)
    assert await days.look() == ["D3"]
    assert days.store.of("00")
    days.table.refuses = None
    assert await days.look() == ["D3", "C3"]


async def test_another_course_drops_the_plan_and_is_told_once(tmp_path: Path) -> None:
    days = Days(tmp_path, Table(megiddo("D4")), plan("D3 then C3"))
    for _ in range(2):
        assert await days.look() == ["D4"]
    assert [one.text for one in days.news] == [
        "Megiddo “T”: your conditional moves are dropped, as none of them answers D4: if D3 then C3."
    ]
    assert days.store.all() == {}


async def test_a_line_that_is_dropped_because_another_was_played_is_told_with_it(tmp_path: Path) -> None:
    days = Days(tmp_path, Table(megiddo("D4")), plan("D3 then C3 if E3 then C4", "* then E5"))
    assert await days.look() == ["D4", "E5"]
    assert await days.look() == ["D4", "E5"]
    (told,) = days.news
    assert told.text.startswith("Megiddo “T”: your conditional move E5 is played. ")
    assert told.text.endswith(" Dropped, as the game went on by D4: if D3 then C3 if E3 then C4.")


async def test_who_plays_something_else_reads_which_lines_are_dropped(tmp_path: Path) -> None:
    lines = [f"{at} then C3" for at in ("D3", "D4", "E3", "E4", "F4")]
    days = Days(tmp_path, Table(megiddo("D3", "C5")), plan(*lines))
    await days.look()
    told = "; ".join(f"if {line}" for line in lines[:4])
    assert [one.text for one in days.news] == [
        f"Megiddo “T”: your conditional moves are dropped, as you played C5 instead: {told}; …."
    ]


async def test_a_takeback_drops_the_lines_by_name(tmp_path: Path) -> None:
    days = Days(tmp_path, Table(megiddo()), plan("D3 then C3", at=megiddo("D4", "E5")))
    await days.look()
    assert [one.text for one in days.news] == [
        "Megiddo “T”: your conditional moves are dropped: the game took another course (if D3 then C3)."
    ]


async def test_what_the_rules_refuse_by_then_drops_the_plan(tmp_path: Path) -> None:
    days = Days(tmp_path, Table(megiddo("C3")), plan("* then C3"))
    assert await days.look() == ["C3"]
    (told,) = days.news
    assert told.text.startswith("Megiddo “T”: your conditional moves are dropped, and C3 is not played. ")
    assert days.store.all() == {}


async def test_what_the_table_refuses_drops_the_plan(tmp_path: Path) -> None:
    days = Days(tmp_path, Table(megiddo("D3")), plan("D3 then C3"))
    days.table.refuses = IllegalAction(NO)
    await days.look()
    assert days.news[0].text.endswith("C3 is not played. No.")


async def test_a_move_that_would_break_a_promise_is_not_signed(tmp_path: Path) -> None:
    """Red's assassin could kill blue's; they have a truce."""
    match = killing().undo()
    kept = ConditionalPlan(Seat(0), 0, past_of(match, 0), (Branch(ANY, "Mc3xc5>f6"),))
    table = Table(match, (Seat(0),))
    days = Days(tmp_path, table, kept)
    waiting = match.play("Mc3-c4").play("Ci1-h1").play("Ci9-h9").play("Ca9-b9")
    assert waiting.state.active == (Seat(0),)
    kept = ConditionalPlan(Seat(0), 1, past_of(waiting, 1), (Branch(ANY, "Mc4xc5>f6"),))
    days.store.keep("00", kept)
    table.talk = (line(0, 0, "propose", "truce", "blue", "20"), line(0, 1, "accept", "truce", "red"))
    table.take(waiting)
    assert len(await days.look()) == waiting.ply
    (told,) = days.news
    assert told.text.endswith("Mc4xc5>f6 is not played. Mc4xc5>f6 breaks your word to blue.")
    assert days.store.all() == {}
    table.talk = ()
    table.take(waiting)
    days.store.keep("00", kept)
    assert (await days.look())[-1] == "Mc4xc5>f6"


async def test_a_damaged_file_is_told_once(tmp_path: Path) -> None:
    days = Days(tmp_path, Table(megiddo("D3")), plan("D3 then C3"))
    (tmp_path / "plans.json").write_text("x", encoding="utf-8")
    await days.look()
    await days.look()
    assert len(days.faults) == 1


async def test_a_seat_that_was_handed_over_drops_the_plan_for_that_reason(tmp_path: Path) -> None:
    days = Days(tmp_path, Table(megiddo("D3"), mine=(Seat(0),)), plan("D3 then C3"))
    await days.look()
    assert [one.text for one in days.news] == [
        "Megiddo “T”: your conditional moves are dropped: you no longer play that seat yourself (if D3 then C3)."
    ]
