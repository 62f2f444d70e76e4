"""`parley turns` and `parley keep --plans`: read from the journal, also while another program has the profile."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import OfferKind
from tests.net.support.leaver import plies
from tests.net.support.party import party, seated, virtually
from tui.cli import command_line
from tui.correspondence.own_turns import NOBODY
from tui.headless import plan_run, turns_run
from tui.i18n.translation import tr, use

Handles = dict[str, TableHandle]


@pytest.fixture(autouse=True)
def _english() -> None:
    use("en")


def evening(root: Path, work: Callable[[Handles], Awaitable[None]]) -> None:
    """Let ann and bob sit at a table of Megiddo, with both profiles open, and do something then."""

    async def play() -> None:
        async with party(root, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            await work(await seated(here, ("ann", "bob"), "megiddo"))

    virtually(play())


def turns(root: Path, name: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """Give the status and the lines."""
    capsys.readouterr()
    status = turns_run.run(turns_run.Wish(name), root)
    return status, capsys.readouterr().out.splitlines()


def test_the_tables_are_listed_with_whose_turn_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def work(handles: Handles) -> None:
        name = "Megiddo “A test”"
        assert turns(tmp_path, "ann", capsys) == (0, [f"(!) {name}: your turn", "It is your turn at 1 table."])
        assert turns(tmp_path, "bob", capsys) == (1, [f"    {name}: waiting for ann", "It is your turn at 0 tables."])
        await handles["ann"].play(Seat(0), "D3")
        await handles["bob"].until(plies(1))
        assert turns(tmp_path, "bob", capsys)[0] == 0
        await handles["bob"].offer(OfferKind.DRAW, Seat(1))
        await handles["ann"].until(lambda view: bool(view.offers))
        assert turns(tmp_path, "ann", capsys)[1][0] == f"(!) {name}: an offer to answer"
        turns_run.run(turns_run.Wish("bob", json=True), tmp_path)
        (told,) = map(json.loads, capsys.readouterr().out.splitlines())
        tid, invitation = handles["bob"].tid.hex(), handles["bob"].invitation
        assert told == {
            "event": "table",
            "table": tid,
            "title": name,
            "invitation": invitation,
            "turn": True,
            "state": "your turn",
            "left_ms": None,
            "plies": 1,
        }

    evening(tmp_path, work)


def test_tables_of_one_name_are_listed_with_the_id_that_names_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            one, other = [(await seated(here, ("ann", "bob"), "megiddo"))["bob"].tid.hex() for _ in range(2)]
            name = "Megiddo “A test”"
            listed = turns(tmp_path, "bob", capsys)[1]
            assert listed[:2] == [f"    {name} ({tid[:8]}): waiting for ann" for tid in (other, one)]
            with pytest.raises(Fault, match=f"{other[:8]} {name}, {one[:8]} {name}"):
                plan_run.run(wish("bob", name, "d3 then c3"), tmp_path)
            line = f"{name} ({one[:8]}), 1: if D3 then C3"
            assert plans(tmp_path, "bob", capsys, table=one[:8], line="d3 then c3") == [line]

    virtually(play())


def test_without_a_table_that_is_said_and_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert turns(tmp_path, "ann", capsys) == (1, [tr(NOBODY)])
    assert list(tmp_path.iterdir()) == []


def wish(name: str, table: str = "", line: str = "", forget: str = "") -> plan_run.Wish:
    """Give what is to be changed."""
    return plan_run.Wish(name, table, (line,) if line else (), (forget,) if forget else ())


def plans(root: Path, name: str, capsys: pytest.CaptureFixture[str], **words: str) -> list[str]:
    """Change and list the plans; give the lines."""
    capsys.readouterr()
    assert plan_run.run(wish(name, **words), root) == 0
    return capsys.readouterr().out.splitlines()


def test_conditional_moves_are_set_listed_and_forgotten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def work(handles: Handles) -> None:
        name = "Megiddo “A test”"
        assert plans(tmp_path, "bob", capsys) == ["You have no conditional moves."]
        one = f"{name}, 1: if D3 then C3"
        assert plans(tmp_path, "bob", capsys, line="d3 then c3") == [one]
        two = f"{name}, 2: if * then E5 if D4 then C4"
        assert plans(tmp_path, "bob", capsys, table="a TEST", line="* then E5 if D4 then C4") == [one, two]
        assert plans(tmp_path, "bob", capsys, table=name, forget="2") == [one]
        assert plans(tmp_path, "bob", capsys, table='megiddo "a test"', line="* then E5 if D4 then C4") == [one, two]
        tid = handles["bob"].tid.hex()
        assert plans(tmp_path, "bob", capsys, table=tid[:6], forget="1") == [two.replace("2:", "1:")]
        plan_run.run(plan_run.Wish("bob", json=True), tmp_path)
        assert json.loads(capsys.readouterr().out)["moves"] == [["*", "E5"], ["D4", "C4"]]
        assert plans(tmp_path, "bob", capsys, forget="all") == ["You have no conditional moves."]
        bad: tuple[dict[str, str], ...] = ({"line": "d3"}, {"line": "z9 then c3"}, {"forget": "x"})
        for words in (*bad, {"line": "d3 then c3", "table": "other"}):
            with pytest.raises(Fault):
                plan_run.run(wish("bob", **words), tmp_path)
        with pytest.raises(Fault, match="It is your turn: play it"):
            plan_run.run(plan_run.Wish("ann", lines=("d3 then c3",)), tmp_path)

    evening(tmp_path, work)


def test_all_lines_of_one_command_are_kept_in_their_order_or_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    name = "Megiddo “A test”"

    def parley(*words: str) -> tuple[int, list[str]]:
        capsys.readouterr()
        status = command_line.run(["keep", "--profile", "bob", "--plans", *words])
        return status, capsys.readouterr().out.splitlines()

    async def work(_: Handles) -> None:
        kept = [f"{name}, 1: if D3 then C3", f"{name}, 2: if D4 then C4", f"{name}, 3: if * then E5"]
        assert parley("--if", "D3 then C3", "--if", "D4 then C4", "--if", "* then E5") == (0, kept)
        with pytest.raises(Fault, match="no point Z9"):
            parley("--if", "D5 then C5", "--if", "z9 then C3")
        assert parley() == (0, kept), "nothing of a command that is refused is kept"
        with pytest.raises(Fault, match="no point Z9"):
            parley("--forget", "1", "--if", "z9 then C3")
        with pytest.raises(Fault, match="no line 4; the plan has 3"):
            parley("--forget", "1", "--forget", "4")
        assert parley() == (0, kept), "nor is anything forgotten"
        last = kept[2].replace("3:", "1:")
        assert parley("--forget", "1", "--forget", "2") == (0, [last]), "both numbers are of the list before"
        assert parley("--forget", "all", "--if", "D3 then C3") == (0, kept[:1])

    evening(tmp_path, work)


def test_without_an_open_table_no_conditional_move_is_set(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="You have no open tables"):
        plan_run.run(plan_run.Wish("ann", lines=("d3 then c3",)), tmp_path)
