"""`parley settle`: ends that were left too early are brought to the others, and told, without screens."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.peer.table_handle import TableHandle
from net.storage.journal import Journal, Progress
from net.storage.profile import JOURNAL, Profile
from net.view.table_view import Phase
from tests.net.support.leaver import Lossy, before_the_end, give_up_waiting, plies, win_and_go
from tests.net.support.party import Party, party, seated, virtually
from tests.net.support.toy_games.toy_table import install
from tui.headless.event_report import Report
from tui.headless.settlement_run import Wish, left_words, run, settle
from tui.i18n.translation import use
from tui.session.settlement_follow_up import unsent_words


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    use("en")


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_the_last_move_is_brought_and_the_end_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = list[dict[str, object]]()

    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            await win_and_go(here, broker, handles)
            broker.stop()
            left = asyncio.create_task(
                settle(Wish("bob"), Report(events.append), tmp_path, way=lambda _room: broker.connect)
            )
            await asyncio.sleep(1)
            broker.start()
            assert await left == 0
            await handles["ann"].until(lambda view: view.phase is Phase.OVER and not view.unsettled)
            assert [seat.nick for seat in handles["ann"].view.seats] == ["ann", "bob"]  # no other name was said

    virtually(evening())
    first, last = told(capsys)
    assert first == "A test: ann has not received your last move yet."
    assert last.startswith("A test: settled. ")
    assert "blue" in last.casefold()
    assert events == []


def test_who_was_passed_over_is_told_another_end_as_json(tmp_path: Path) -> None:
    events = list[dict[str, object]]()

    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            await win_and_go(here, broker, handles)
            await give_up_waiting(handles["ann"])
            wish = Wish("bob", json=True)
            assert await settle(wish, Report(events.append), tmp_path, way=lambda _room: broker.connect) == 0

    virtually(evening())
    assert json.dumps(events)
    last = events[-1]
    assert last["event"] == "settled"
    outcome = last["outcome"]
    assert isinstance(outcome, dict)
    assert outcome["winners"] == [0]


def test_what_cannot_be_settled_in_time_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            await win_and_go(here, broker, handles)
            await here.leave("ann")
            wish = Wish("bob", seconds=5)
            assert await settle(wish, Report(), tmp_path, way=lambda _room: broker.connect) == 1

    virtually(evening())
    assert told(capsys) == ["A test: ann has not received your last move yet."]


async def play_without_a_broker(here: Party, broker: Lossy) -> dict[str, TableHandle]:
    """Let bob play in the middle of a game while the broker is away, and leave."""
    for name in ("ann", "bob"):
        await here.enter(name)
    handles = await seated(here, ("ann", "bob"))
    await handles["ann"].play(Seat(0), "3")
    await handles["bob"].until(plies(1))
    broker.stop()
    await handles["bob"].until(lambda view: not view.online)
    await handles["bob"].play(Seat(1), "2")
    assert unsent_words(handles["bob"].view).startswith("A test: what you played or said last waits here")
    await here.leave("bob")
    return handles


@pytest.mark.parametrize("json", [False, True])
def test_a_move_of_a_game_that_goes_on_is_brought_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, json: bool
) -> None:
    events = list[dict[str, object]]()

    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await play_without_a_broker(here, broker)
            wish = Wish("bob", seconds=60, json=json)
            left = asyncio.create_task(settle(wish, Report(events.append), tmp_path, way=lambda _room: broker.connect))
            await asyncio.sleep(5)
            broker.start()
            assert await left == 0
            await handles["ann"].until(plies(2))
            with Journal(tmp_path / "profiles" / "bob" / JOURNAL) as journal:
                row = journal.table(handles["ann"].tid)
                assert row is not None
                assert row.progress is Progress.GOES_ON

    virtually(evening())
    words = [event["event"] for event in events] if json else told(capsys)
    waits = "A test: what you played or said last waits here, for there is no connection."
    assert words == (["unsent", "delivered"] if json else [waits, "A test: what you played and said is delivered."])


def test_a_move_that_cannot_be_brought_in_time_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            await play_without_a_broker(here, broker)
            wish = Wish("bob", seconds=5)
            assert await settle(wish, Report(), tmp_path, way=lambda _room: broker.connect) == 1
            assert await settle(wish, Report(), tmp_path, way=lambda _room: broker.connect) == 1, "nor is it forgotten"
            broker.start()

    virtually(evening())
    assert told(capsys) == ["A test: what you played or said last waits here, for there is no connection."] * 2


def test_where_nothing_is_left_nothing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asyncio.run(settle(Wish("ann"), Report(), tmp_path)) == 0
    assert told(capsys) == []


def test_what_is_not_possible_is_said_as_json_only_to_a_program(
    parley_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Profile.open(parley_home, "ann"):
        for wish in (Wish("ann"), Wish("ann", json=True)):
            with pytest.raises(Fault, match="in use"):
                run(wish)
            assert len(told(capsys)) == wish.json


def test_a_profile_that_is_not_there_is_no_slip_that_settles_nothing(parley_home: Path) -> None:
    assert run(Wish("ann")) == 0
    with pytest.raises(Fault, match=r"There is no profile anne on this machine; there are ann\."):
        run(Wish("anne"))
    assert not (parley_home / "profiles" / "anne").exists()


def test_one_table_is_counted_as_one() -> None:
    assert left_words(1).startswith("At 1 table something is still to be delivered; it is")
    assert left_words(2).startswith("At 2 tables something is still to be delivered; they are")
