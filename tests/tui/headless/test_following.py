"""A table that its host moves to another broker: who sat at it goes after it and plays on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.fault import Fault
from core.game import Seat
from net.broker.broker_process import start_broker
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.table.action.host_action import leading
from net.transport.transport import LOST, ROOM_USER, Offline
from net.view.table_view import Phase, TableView
from net.wire.invitation import Invitation
from tui.app.table_actions import _go_on, _move, elsewhere
from tui.bots.seat_driver import Seated
from tui.headless import bot_player, room_visit
from tui.headless.event_report import Report
from tui.screens.frame.dialog import InputDialog
from tui.session.invitations import invitation_letter
from tui.session.rooms import Rooms
from tui.table.seat_names import NamedTable
from tui.table.table_plan import hot_seat

SECONDS = 60


def test_the_palette_leads_there_and_offers_to_move() -> None:
    left: list[str] = []
    place = str(Invitation("broker.example", "club", bytes(16), 1884, b"t" * 16))
    view = SimpleNamespace(moved=place, phase=Phase.PLAYING, invitation=place, match=object(), hosted=True)
    table: Any = SimpleNamespace(controller=SimpleNamespace(view=view), action_follow=lambda: left.append("onward"))
    follow, away = elsewhere(table)
    assert away.name == "Go on in another room, with the others", "the broker there may have ended"
    assert follow.name == "Follow the table to broker.example:1884"
    follow.run()
    assert left == ["onward"]


async def test_who_was_told_before_goes_where_the_table_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Invitation("old.example", "club", bytes(16), 1884, b"t" * 16)
    new, tried = replace(old, host="new.example"), list[tuple[str, bool]]()

    @asynccontextmanager
    async def visiting(at: Invitation, *_: object, patient: bool, **_more: object) -> AsyncIterator[Invitation]:
        tried.append((at.host, patient))
        if at == old:
            raise Offline(LOST, host=at.host, port=at.port)
        yield at

    async def spend(_: object, __: Invitation) -> str:
        return ""

    monkeypatch.setattr(room_visit, "visiting", visiting)
    monkeypatch.setattr(room_visit, "LINGER_SECONDS", 0)
    with pytest.raises(Offline):
        await room_visit.stay(old, "bob", spend, tmp_path)
    with Profile.open(tmp_path, "bob") as who, Journal(who.journal_path) as journal:
        journal.add_table(b"t" * 16, str(new))
    await room_visit.stay(old, "bob", spend, tmp_path)
    assert tried == [("old.example", False), ("old.example", False), ("new.example", True)]


async def play_first(seated: Seated, ply: int) -> None:
    """Play for red whatever comes first, and wait for blue's answer."""
    match = seated.handle.view.match
    assert match is not None
    await seated.handle.play(Seat(0), str(next(iter(match.state.legal(Seat(0))))))
    await seated.handle.until(lambda view: view.match is not None and view.match.ply == ply)


async def test_people_and_bots_go_after_their_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_visit, "LINGER_SECONDS", 0)
    blank, told = Invitation("127.0.0.1", "second", b"k" * 16), list[dict[str, object]]()
    second = await start_broker(user=ROOM_USER, password=blank.broker_password)
    there = replace(blank, host=second.host, port=second.port)
    ann, bob = Rooms(tmp_path, "ann", announce=False), Rooms(tmp_path, "bob", announce=False)
    try:
        async with asyncio.timeout(SECONDS), asyncio.TaskGroup() as evening:
            plan = replace(hot_seat("epaminondas", {"size": "8x8"}), sitters=("me", "open"))
            hers = await ann.open_table(await ann.host(), plan)
            wish = bot_player.Wish(hers.handle.invitation, "random", seat="1", profile="bob", seed=1)
            evening.create_task(bot_player.visit(wish, Report(told.append), tmp_path))
            await hers.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
            await play_first(hers, 2)
            screen: Any = SimpleNamespace(controller=NamedTable(hers.handle))
            assert [one.name for one in elsewhere(screen)] == ["Move the table to another broker"]
            away = replace(there, port=1)
            with pytest.raises(Offline, match=r"Nobody answers at .*:1\."):
                await invitation_letter(NamedTable(hers.handle), str(away))
            assert hers.handle.view.moved == ""
            assert "moved there" in await invitation_letter(NamedTable(hers.handle), str(there))
            hers = await ann.go_on(hers)
            view = hers.handle.view
            assert (view.moved, Invitation.parse(view.invitation).to_room()) == ("", there)
            await play_first(hers, 4)
            await hers.handle.declare(Seat(0), "resign")
        happened = [event["event"] for event in told]
        assert happened.count("move") == 5, "two a side and the end: none is told twice"
        assert [one for one in happened if one in {"moved", "over", "error"}] == ["moved", "over"]
        assert [Invitation.parse(str(event["url"])).to_room() for event in told if "url" in event] == [there]
        assert bob.kept() == ()
    finally:
        await ann.close()
        await bob.close()
        await second.stop()


async def test_people_whose_broker_is_gone_go_on_in_another_room(tmp_path: Path) -> None:
    blank = Invitation("127.0.0.1", "second", b"k" * 16)
    second = await start_broker(user=ROOM_USER, password=blank.broker_password)
    there = replace(blank, host=second.host, port=second.port)
    ann, bob = Rooms(tmp_path, "ann", announce=False), Rooms(tmp_path, "bob", announce=False)
    try:
        async with asyncio.timeout(SECONDS):
            plan = replace(hot_seat("epaminondas", {"size": "8x8"}), sitters=("me", "open"))
            hers = await ann.open_table(await ann.host(), plan)
            _, his = await bob.join(hers.handle.invitation)
            assert his is not None
            await his.handle.sit(Seat(1))
            for seated, seat in ((hers, 0), (his, 1)):
                await seated.handle.until(lambda view, seat=seat: playing(view, seat))  # type: ignore[misc]
                await seated.handle.play(Seat(seat), first_move(seated))
            await hers.handle.until(lambda view: playing(view, 0))
            await ann.hosted.close()
            await his.handle.until(lambda view: not view.online)
            offers = [one.name for one in elsewhere(cast("Any", SimpleNamespace(controller=NamedTable(his.handle))))]
            assert offers == ["Go on in another room, with the others"]
            hers = await ann.go_on(hers, str(leading(Invitation.parse(hers.handle.invitation), str(there))))
            his = await bob.go_on(his, str(leading(Invitation.parse(his.handle.invitation), str(there))))
            await hers.handle.play(Seat(0), first_move(hers))
            await his.handle.until(lambda view: playing(view, 1))
            assert his.handle.view.match is not None
            assert his.handle.view.match.ply == 3
    finally:
        await ann.close()
        await bob.close()
        await second.stop()


def playing(view: TableView, seat: int) -> bool:
    """Tell whether it is the turn of a seat."""
    return view.match is not None and view.match.state.active == (seat,)


def first_move(seated: Seated) -> str:
    """Give whatever comes first."""
    match = seated.handle.view.match
    assert match is not None
    (seat,) = match.state.active
    return str(next(iter(match.state.legal(seat))))


async def test_a_wrong_invitation_to_that_room_leaves_the_table_where_it_is() -> None:
    place = str(Invitation("broker.example", "club", bytes(16), 1884, b"t" * 16))
    other = str(Invitation("other.example", "club", bytes(16), 1884))
    told: list[str] = []
    typed = ["nonsense", place, "", "nonsense", other]
    asked: list[str] = []
    said: list[str] = []

    async def answered(dialog: InputDialog) -> str:
        asked.append(dialog._answer)
        said.append(dialog._refused)
        return typed.pop(0)

    table: Any = SimpleNamespace(
        controller=SimpleNamespace(view=SimpleNamespace(invitation=place)),
        dismiss=told.append,
        reach=None,
        app=SimpleNamespace(push_screen_wait=answered),
    )
    await _go_on(table)
    assert (asked, typed) == (["", "nonsense", place], ["nonsense", other]), "what was typed is there to be put right"
    await _go_on(table)
    assert [line[:34] for line in (said[1], said[4])] == ["An invitation begins with parley://"[:34]] * 2
    assert (said[0], said[2:4]) == ("", ["The table is there already.", ""])
    (onward,) = told
    assert onward.startswith("onward parley://other.example")


async def test_a_table_is_not_moved_by_a_slip_and_the_slip_can_be_put_right() -> None:
    typed, said, moved = ["nonsense", "right"], list[str](), list[str]()

    async def answered(dialog: InputDialog) -> str:
        said.append(dialog._refused)
        return typed.pop(0)

    async def move_to(text: str) -> None:
        if text == "nonsense":
            raise Fault(LOST, host="other.example", port=1)
        moved.append(text)

    table: Any = SimpleNamespace(app=SimpleNamespace(push_screen_wait=answered))
    await _move(table, cast("Any", SimpleNamespace(move_to=move_to)))
    assert (moved, said) == (["right"], ["", "The connection to other.example:1 is lost."])
