"""Rooms on the local network before one's eyes: listed under the way to play online, entered by their code."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from core.fault import Fault
from net.broker import local_network
from net.broker.local_network import NoLan
from net.room.announcement import SERVICE, Announcement, HeardRoom
from net.wire import passcode
from net.wire.invitation import Invitation
from tui.app.app import ParleyApp
from tui.bootstrap.start_request import Play
from tui.cli import face_choice, play_options
from tui.headless.event_report import Report
from tui.screens.frame.screen_messages import Entry, InvitationGiven
from tui.screens.home.home_screen import ENTRIES, HEARD_LIMIT, HomeScreen
from tui.screens.home.settings_screen import SettingsScreen
from tui.screens.room.join_screen import JoinScreen
from tui.session import lan_rooms, room_search
from tui.session.rooms import SOLO, Rooms
from tui.settings.settings import Settings
from tui.table.controller import HERE
from tui.table.table_plan import hot_seat
from tui.text.repl import Conversation, converse
from tui.widgets.form_field import Menu

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

    @property
    def said(self) -> tuple[Announcement, ...]:
        """Give what codes are tried on."""
        return tuple(room.said for room in self.rooms)

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
    monkeypatch.setattr(lan_rooms, "open_listener", ear.listening)
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
        assert [(Invitation.parse(event.text), event.nick) for event in given] == [(ROOM, None)], (
            "the name of the settings"
        )


async def test_nobody_listens_whom_the_setting_or_the_machine_forbids(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    async def refused(changed: Callable[[], None]) -> FakeEar:
        asked.append(changed)
        raise NoLan(local_network.NO_LIBRARY)

    monkeypatch.setattr(lan_rooms, "open_listener", refused)
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
    assert room_search.chosen(both, room_search.Wish("pant")) is OTHER
    assert room_search.chosen((SAID,), room_search.Wish()) is SAID
    assert room_search.chosen(both, room_search.Wish(), lambda _: " 2 ") is OTHER
    for rooms, wish, ask, named in (
        ((), room_search.Wish(), None, "ask the host"),
        (both, room_search.Wish("attic"), None, "parlour"),
        (both, room_search.Wish("pa"), None, "Several"),
        (both, room_search.Wish(), lambda _: "3", "number 3"),
        (both, room_search.Wish(), lambda _: "²", "number"),
    ):
        with pytest.raises(Fault, match=named):
            room_search.chosen(rooms, wish, ask)


def test_join_goes_where_the_code_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Play] = []

    async def heard(_: float) -> tuple[Announcement, ...]:
        return SAID, OTHER

    monkeypatch.setattr(room_search, "listen", heard)

    def show(play: Play) -> int:
        shown.append(play)
        return 0

    monkeypatch.setattr(face_choice, "show", show)
    assert play_options.enter(room_search.Wish("parlour", CODE), Play(profile="bob")) == 0
    assert shown == [Play(str(ROOM), profile="bob")]
    with pytest.raises(Fault, match="--code"):
        play_options.enter(room_search.Wish("parlour"), Play())


def test_a_code_alone_leads_to_what_it_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Play] = []
    secret = Announcement.of(ROOM.at_table(b"t" * 16, b"k" * 16), b"table", bytes(16))
    heard: tuple[Announcement, ...] = (OTHER, SAID, secret)

    async def listen(_: float) -> tuple[Announcement, ...]:
        return heard

    monkeypatch.setattr(room_search, "listen", listen)

    def show(play: Play) -> int:
        shown.append(play)
        return 0

    monkeypatch.setattr(face_choice, "show", show)
    private = passcode.text(b"table")
    for wish in (
        room_search.Wish(CODE.lower()),
        room_search.Wish(private),
        room_search.Wish("", private),
        room_search.Wish("parlour", private),
    ):
        assert play_options.enter(wish, Play()) == 0
    table = str(ROOM.at_table(b"t" * 16, b"k" * 16))
    assert [play.invitation for play in shown] == [str(ROOM), table, table, table]
    with pytest.raises(Fault, match="opens no room and no table"):
        play_options.enter(room_search.Wish("0000-0000"), Play())
    heard = (OTHER, Announcement.of(replace(ROOM, room="kitchens")))
    with pytest.raises(Fault, match="--code"):
        play_options.enter(room_search.Wish("kitchens"), Play())  # a room of that name, for whose code is asked


class Typist:
    """Somebody who types these lines, each when its turn has come; what comes before the first is done first."""

    def __init__(self, before: Callable[[], None], *lines: str) -> None:
        """Be about to type."""
        self.before, self.lines = before, [*lines]

    async def line(self) -> str | None:
        """Type the next one."""
        await asyncio.sleep(0)
        self.before()
        return self.lines.pop(0) if self.lines else None


async def test_line_by_line_rooms_nearby_are_told_and_entered(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear, said, entered = FakeEar(), list[str](), list[str]()

    async def entering(_: Conversation, text: str) -> None:
        entered.append(text)

    monkeypatch.setattr(lan_rooms, "open_listener", ear.listening)
    monkeypatch.setattr(Conversation, "enter", entering)
    codes = ("join parlour", "0000-0000", f"rejoindre parl {CODE}", "join attic", CODE, f"join {CODE}", "9")
    for near in (True, False):
        said.clear()
        ear.rooms = ()
        typist = Typist(lambda: ear.hear(SAID), *(codes if near else ("9",)))
        await converse(typist, said.append, Rooms(parley_home, "bob"), near=near)
        assert (said.count("NEAR parlour at 10.7.0.1:4321: join parlour asks for its code.\n") > 0) is near
    assert ear.closed.is_set(), "nobody listens while nobody looks"
    assert entered == [str(ROOM), CODE, CODE]


async def test_rooms_take_a_code_for_an_invitation(parley_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = Rooms(parley_home, "ann"), Rooms(parley_home, "bob")
    bob._memory = ann._memory
    here = Invitation(HERE, SOLO, bytes(16))
    table = await ann.open_table(await ann.local(), replace(hot_seat("djambi", {}), terms={"private": "yes"}))
    code = table.handle.view.code
    peer = await bob.enter(here)
    turned = asyncio.Event()
    forget = peer.watch(turned.set)
    while not peer.lobby.tables:
        turned.clear()
        await turned.wait()
    forget()
    _, found = await bob.join(code.lower().replace("-", ""))
    assert found is not None
    assert found.handle.invitation == table.handle.invitation
    ear = FakeEar()
    monkeypatch.setattr(room_search, "open_listener", ear.listening)
    ear.hear(OTHER)
    asyncio.get_running_loop().call_later(0.05, ear.hear, OTHER, SAID)
    assert await bob.by_code(CODE) == ROOM, "no table of the room has it, a room nearby does"
    monkeypatch.setattr(room_search, "LISTEN_SECONDS", 0.1)
    with pytest.raises(Fault, match="opens no room and no table"):
        await bob.by_code("0000-0000")
    ear.hear()
    with pytest.raises(Fault, match="No room was heard"):
        await bob.by_code("0000-0000")
    assert ear.closed.is_set()
    await bob.close()
    await ann.close()


def test_a_program_reads_what_is_heard_and_the_way_in() -> None:
    told: list[dict[str, object]] = []
    room_search.tell((SAID, OTHER), room_search.Wish("parlour", CODE), Report(told.append))
    assert [line["event"] for line in told] == ["heard", "heard", "way"]
    assert (told[0]["code"], told[1]["code"]) == (True, False)
    assert told[2]["url"] == str(ROOM)
    assert str(ROOM).rsplit("#", maxsplit=1)[1] not in str(told[:2])


def test_without_the_library_one_sentence_tells_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_LAN", "off")
    with pytest.raises(NoLan, match="PARLEY_LAN"):
        local_network.check()
    monkeypatch.delenv("PARLEY_LAN")
    monkeypatch.setattr(local_network, "find_spec", lambda _: None)
    with pytest.raises(NoLan, match=r"parley-table\[lan\]"):
        local_network.check()


async def test_a_room_for_this_machine_alone_is_not_announced() -> None:
    assert await lan_rooms.try_to_announce(ROOM, "127.0.0.1") == (None, None)
    heard, why = await lan_rooms.try_to_announce(ROOM, "10.7.0.1")
    assert heard is None
    assert why is not None
