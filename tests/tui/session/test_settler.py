"""Tables that were left in other rooms are settled in the background, each at its broker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.game import Seat
from net.storage.profile import Profile
from net.view.settlement_view import SettlementView
from net.view.table_view import Phase
from tests.net.support.leaver import Lossy, before_the_end, followed_no_more, plies, win_and_go
from tests.net.support.party import ROOM, party, seated, virtually
from tests.net.support.toy_games.toy_table import install
from tui.correspondence.awaited_rematch import AwaitedRematches
from tui.session.settlement_follow_up import SettlementFollower, announce_unsettled, is_wanted


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_a_program_for_another_room_settles_what_was_left_here(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            tid = handles["bob"].tid
            await win_and_go(here, broker, handles)
            with Profile.open(tmp_path, "bob") as who:
                elsewhere = replace(ROOM, room="elsewhere")
                async with SettlementFollower(who, but=(elsewhere,), way=lambda _room: broker.connect) as settler:
                    await handles["ann"].until(lambda view: view.phase is Phase.OVER)
                    while settler.running:
                        await settler.changed()
                    assert settler.faults == []
                async with SettlementFollower(who, but=(elsewhere,), way=lambda _room: broker.connect) as again:
                    assert not again.running
            assert not handles["ann"].view.unsettled
            assert here.peers["ann"].journal.table(tid).over  # type: ignore[union-attr]

    virtually(evening())


def test_whoever_enters_the_room_again_brings_what_was_played_without_a_connection(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            await handles["ann"].play(Seat(0), "3")
            await handles["bob"].until(plies(1))
            await here.leave("bob")
            assert not is_wanted(tmp_path, "bob"), "all was sent"
            await here.enter("bob")
            bob = await here.peers["bob"].join(handles["ann"].tid)
            await bob.caught_up(10)
            broker.stop()
            await bob.until(lambda view: not view.online)
            await bob.play(Seat(1), "2")
            assert [one.tid for one in here.peers["bob"].unsent] == [bob.tid]
            await here.leave("bob")
            assert is_wanted(tmp_path, "bob")
            broker.start()
            await here.enter("bob")
            await handles["ann"].until(plies(2))
            await followed_no_more(here.peers["bob"])
            await here.leave("bob")
            assert not is_wanted(tmp_path, "bob")

    virtually(evening())


def test_a_table_that_is_come_to_otherwise_is_left_by_the_background(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            tid = handles["bob"].tid
            await win_and_go(here, broker, handles)
            broker.stop()
            with Profile.open(tmp_path, "bob") as who:
                async with SettlementFollower(who, way=lambda _room: broker.connect) as settler:
                    while not settler.tables:
                        await settler.changed()
                    assert [handle.tid for handle in settler.tables] == [tid]
                    await settler.release(tid)
                    assert not settler.running
                    settler.begin()
                    assert not settler.running

    virtually(evening())


def test_the_room_sees_whoever_settles_there_by_the_name_that_they_have(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            await win_and_go(here, broker, handles)
            with Profile.open(tmp_path, "bob") as who:
                async with SettlementFollower(who, way=lambda _room: broker.connect, nick="Bob") as settler:
                    while not settler.tables:
                        await settler.changed()
                    assert [peer.nick for peer in settler.peers] == ["Bob"]

    virtually(evening())


def test_a_profile_without_anything_to_settle_is_not_opened_for_that(tmp_path: Path) -> None:
    assert not is_wanted(tmp_path, "bob")

    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            assert is_wanted(tmp_path, "bob")  # it is open, and may be killed there
            await here.leave("bob")
            assert not is_wanted(tmp_path, "bob")
            await here.enter("bob")
            handles["bob"] = await here.peers["bob"].join(handles["bob"].tid)
            await handles["bob"].caught_up()
            await win_and_go(here, broker, handles)
            assert is_wanted(tmp_path, "bob")

    virtually(evening())


class FollowedTable:
    """A table that was left before its end was settled, and that is `later` another way."""

    tid = bytes(16)

    def __init__(self, view: Any, later: Any) -> None:  # noqa: ANN401 -- views
        """Begin with one view."""
        self.view, self._later = view, later

    async def until(self, ready: Callable[[Any], bool]) -> Any:  # noqa: ANN401
        """Give the later view, which must be what is waited for."""
        assert not ready(self.view)
        assert ready(self._later)
        return self._later


class TellingApp:
    """An app that keeps what it tells and what it does in the background."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.followed: set[bytes] = set()
        self.told: list[str] = []
        self.work: list[Any] = []

    def notify(self, text: str, **_: object) -> None:
        """Keep what is told."""
        self.told.append(text)

    def run_worker(self, work: Any, **_: object) -> None:  # noqa: ANN401
        """Keep what is to be done."""
        self.work.append(work)


class WaitingTable:
    """A table of one's own that waits for players: each change is the next of its views."""

    tid = bytes(16)
    version = 1

    def __init__(self, *views: Any) -> None:  # noqa: ANN401 -- views
        """Begin with the first view."""
        self.view, *self._later = views

    async def changed(self, version: int) -> int:
        """Give the next view."""
        self.view = self._later.pop(0)
        return version + 1


@pytest.mark.asyncio
async def test_the_host_of_a_waiting_table_hears_elsewhere_who_comes_and_that_it_begins(
    make_app: Callable[..., Any], make_match: Callable[..., Any]
) -> None:
    running = replace(make_app(make_match(3), hand=(0,)).handle.view, title="Friday", hosted=True)
    mine, other, *more = running.seats
    bob = replace(other, pid="b" * 32, nick="Bob", mine=False, bot="", owner="", petname="")
    waiting = replace(running, match=None, phase=Phase.GATHERING, seats=(mine, replace(bob, pid="", nick=""), *more))
    joined = replace(waiting, seats=(mine, bob, *more))
    table = WaitingTable(waiting, joined, joined, replace(running, seats=joined.seats))
    app: Any = TellingApp()
    app.rooms = SimpleNamespace(followed=(table,), seated=(), aside=SimpleNamespace(rematches=AwaitedRematches(tuple)))
    announce_unsettled(app, table)  # type: ignore[arg-type]
    assert app.followed == {table.tid}
    await app.work[0]()
    assert app.told == [
        "Friday: Bob has taken a seat at your table: Resume leads back to it.",
        "Friday: the game has begun: Resume leads back to it.",
    ]
    assert app.followed == set()
    table = WaitingTable(waiting, joined, replace(running, seats=joined.seats))
    app.rooms.followed = (table,)
    announce_unsettled(app, table)  # type: ignore[arg-type]
    app.rooms.seated = (SimpleNamespace(handle=table, aside=False),)
    await app.work[1]()
    assert len(app.told) == 2, "the table is on the screen again"


@pytest.mark.asyncio
async def test_an_end_that_others_undid_is_told_as_a_game_that_goes_on(
    make_app: Callable[..., Any], make_match: Callable[..., Any]
) -> None:
    match = make_match(3)
    running = replace(make_app(match, hand=(0,)).handle.view, title="Friday")
    ended = match.play("abandon red", Seat(0)).play("abandon green", Seat(1))
    unsettled = replace(
        running,
        match=ended,
        phase=Phase.OVER,
        settlement=SettlementView(settled=False, awaited=(Seat(1),), last=Seat(0)),
    )
    settled = replace(unsettled, settlement=SettlementView(settled=True, last=Seat(0)))
    for later, news in ((running, "The game is not over after all"), (settled, "Everybody has the end")):
        app = TellingApp()
        announce_unsettled(app, FollowedTable(unsettled, later))  # type: ignore[arg-type]
        await app.work[0]()
        assert app.told[1].startswith(f"Friday: {news}")
        assert app.followed == set()
