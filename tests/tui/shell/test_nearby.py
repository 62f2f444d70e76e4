"""Rooms on the local network before one's eyes: listed under the way to play online, entered by their code."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.widgets import Input, OptionList

from core.fault import Fault
from net import lan, passcode
from net.announcement import SERVICE, Announcement
from net.discovery import HeardRoom
from net.invite import Invitation
from net.lan import NoLan
from tui import proclaiming
from tui.app import ParleyApp
from tui.headless import join
from tui.headless.report import Report
from tui.messages import Entry, InvitationGiven
from tui.play import Play
from tui.screens.home import ENTRIES, HEARD_LIMIT, HomeScreen, Menu
from tui.screens.join import JoinScreen
from tui.screens.settings import SettingsScreen
from tui.settings import Settings

ROOM = Invitation("10.7.0.1", "parlour", bytes(range(16)), port=4321)
CODE = passcode.text(b"coded")
SAID = Announcement.of(ROOM, b"coded", bytes(16))
OTHER = Announcement.of(Invitation("10.7.0.2", "pantry", bytes(16)))


class FakeEar:
    """What is heard, told by the test."""

    def __init__(self) -> None:
        """Hear nothing."""
        self.rooms: tuple[HeardRoom, ...] = ()
        self.changed: Callable[[], None] = lambda: None
        self.closed = asyncio.Event()

    async def close(self) -> None:
        """Tell that nobody listens any more."""
        self.closed.set()

    async def listening(self, changed: Callable[[], None]) -> FakeEar:
        """Begin."""
        self.changed = changed
        self.closed.clear()
        return self

    def hear(self, *rooms: Announcement) -> None:
        """Hear these and no others."""
        self.rooms = tuple(HeardRoom(f"{at}.{SERVICE}", said, 0) for at, said in enumerate(rooms))
        self.changed()


def lines(app: ParleyApp) -> list[str]:
    return [str(option.prompt) for option in app.screen.query_one(Menu).options]


async def test_what_is_heard_stands_under_play_online_and_is_entered_by_its_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ear, given = FakeEar(), list[InvitationGiven]()
    monkeypatch.setattr(proclaiming, "listening", ear.listening)
    monkeypatch.setattr(ParleyApp, "on_invitation_given", lambda _, event: given.append(event))
    app = ParleyApp(settings=Settings(nick="Ann"))
    app.near = True
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        menu = app.screen.query_one(Menu)
        assert menu.option_count == len(ENTRIES)
        await pilot.press("down")
        ear.hear(SAID)
        assert lines(app)[1].strip() == "· parlour at 10.7.0.1:4321"
        assert menu.highlighted_option
        assert menu.highlighted_option.id == Entry.HOST, "the cursor stays on its line"
        ear.hear(*[SAID] * 9)
        assert menu.option_count == len(ENTRIES) + HEARD_LIMIT
        ear.hear(SAID, OTHER)
        await pilot.press("up", "up", "enter")
        await pilot.pause()
        assert isinstance(app.screen, JoinScreen)
        assert ear.closed.is_set(), "nobody listens while nobody looks"
        app.screen.query_one("#invitation", Input).value = "0000-0000"
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        assert not given, "that code was of another room"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        ear.hear(SAID)
        app.screen.query_one(OptionList).highlighted = 1
        await pilot.press("enter")
        await pilot.pause()
        app.screen.query_one("#invitation", Input).value = CODE.lower()
        await pilot.press("enter")
        await app.screen.workers.wait_for_complete()
        await pilot.pause()
        assert [(Invitation.parse(event.text), event.nick) for event in given] == [(ROOM, "Ann")]


async def test_nobody_listens_whom_the_setting_or_the_machine_forbids(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    async def refused(changed: Callable[[], None]) -> FakeEar:
        asked.append(changed)
        raise NoLan(lan.NO_LIBRARY)

    monkeypatch.setattr(proclaiming, "listening", refused)
    app = ParleyApp(settings=Settings(nick="Ann"))
    app.near = True
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert len(lines(app)) == len(ENTRIES)
        assert not app._notifications
        before = len(asked)
        assert before
        app.settings = replace(app.settings, lan="off")
        await app.push_screen(SettingsScreen(app.settings, "default", ""))
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert len(asked) == before


def test_the_room_that_is_meant_is_chosen_or_asked_for() -> None:
    both = (SAID, OTHER)
    assert join.chosen(both, join.Wish("pant")) is OTHER
    assert join.chosen((SAID,), join.Wish()) is SAID
    assert join.chosen(both, join.Wish(), lambda _: " 2 ") is OTHER
    for rooms, wish, ask, named in (
        ((), join.Wish(), None, "ask the host"),
        (both, join.Wish("attic"), None, "parlour"),
        (both, join.Wish("pa"), None, "Several"),
        (both, join.Wish(), lambda _: "3", "number 3"),
        (both, join.Wish(), lambda _: "²", "number"),
    ):
        with pytest.raises(Fault, match=named):
            join.chosen(rooms, wish, ask)


def test_join_goes_where_the_code_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Play] = []

    async def heard(_: float) -> tuple[Announcement, ...]:
        return SAID, OTHER

    monkeypatch.setattr(join, "listen", heard)

    def show(play: Play) -> int:
        shown.append(play)
        return 0

    monkeypatch.setattr("tui.faces.show", show)
    assert join.run(join.Wish("parlour", CODE), Play(profile="bob")) == 0
    assert shown == [Play(str(ROOM), profile="bob")]
    with pytest.raises(Fault, match="--code"):
        join.run(join.Wish("parlour"), Play())


def test_a_program_reads_what_is_heard_and_the_way_in() -> None:
    told: list[dict[str, object]] = []
    join.tell((SAID, OTHER), join.Wish("parlour", CODE), Report(told.append))
    assert [line["event"] for line in told] == ["heard", "heard", "way"]
    assert (told[0]["code"], told[1]["code"]) == (True, False)
    assert told[2]["url"] == str(ROOM)
    assert str(ROOM).rsplit("#", maxsplit=1)[1] not in str(told[:2])


def test_without_the_library_one_sentence_tells_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_LAN", "off")
    with pytest.raises(NoLan, match="PARLEY_LAN"):
        lan.check()
    monkeypatch.delenv("PARLEY_LAN")
    monkeypatch.setattr(lan, "find_spec", lambda _: None)
    with pytest.raises(NoLan, match=r"parley-table\[lan\]"):
        lan.check()


async def test_a_room_for_this_machine_alone_is_not_announced() -> None:
    assert await proclaiming.try_to_proclaim(ROOM, "127.0.0.1") == (None, None)
    heard, why = await proclaiming.try_to_proclaim(ROOM, "10.7.0.1")
    assert heard is None
    assert why is not None
