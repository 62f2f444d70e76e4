"""Invitations as terminals copy them: broken over lines, in quotes, framed; put together wherever they are pasted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.screen import Screen
from textual.widgets import Input

from core.fault import Fault
from net.transport.transport import UNREACHABLE, Offline
from net.wire.invitation import Invitation, Via
from tests.tui.support.journey import ROOM, Make, settled, shown, toasts
from tui.app.app import ParleyApp
from tui.records.archive import folder
from tui.screens.club.clubs_screen import ClubsScreen
from tui.screens.frame.dialog import ChoiceScreen, InputDialog
from tui.screens.home.home_screen import HomeScreen
from tui.screens.home.resume_screen import ResumeScreen
from tui.screens.home.settings_screen import SettingsScreen
from tui.screens.replay.games_screen import GamesScreen
from tui.screens.room.join_screen import JoinScreen
from tui.screens.room.lobby_screen import LobbyScreen
from tui.session.invitations import begins, is_truncated, join_lines, picked, same_table
from tui.session.rooms import Rooms
from tui.settings.settings import Settings, settings_path
from tui.study.game_library import Library
from tui.text.repl import converse
from tui.text.shell.console import Script
from tui.widgets.prompt import Prompt
from tui.widgets.talk_pane import TalkInput

TABLE = Invitation("127.0.0.1", "room", bytes(range(16)), port=9, tid=bytes(16), table_key=bytes(range(16, 32)))
TEXT = str(TABLE)


def wrapped(text: str, width: int = 40, between: str = "\n") -> str:
    return between.join(text[at : at + width] for at in range(0, len(text), width))


COPIES: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "in lines": wrapped,
    "with Windows ends": lambda text: wrapped(text, between="\r\n") + "\r\n",
    "indented": lambda text: "\n  " + wrapped(text, between="\n  ") + "\n\n",
    "quoted": lambda text: f"  '{text}' ",
    "in French quotes": lambda text: f"«\u00a0{wrapped(text)}\u00a0»",
    "framed": lambda text: "│ " + wrapped(text, between=" │\n│ ") + "   │",
}


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
async def test_a_pasted_invitation_is_put_together(copy: Callable[[str], str]) -> None:
    assert join_lines(copy(TEXT)) == TEXT
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        while not isinstance(app.screen, JoinScreen):
            await pilot.pause()
        for _ in range(2):
            app.screen.query_one("#invitation").post_message(events.Paste(copy(TEXT)))
            await pilot.pause()
            assert app.screen.query_one("#invitation", Input).value == TEXT
        await app.action_quit()


async def test_an_invitation_may_be_pasted_in_pieces_and_over_a_mistake() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        while not isinstance(app.screen, JoinScreen):
            await pilot.pause()
        line = app.screen.query_one("#invitation", Input)
        for piece in (TEXT[:30], f"{TEXT[30:70]}\n", f" {TEXT[70:]}"):
            line.post_message(events.Paste(piece))
            await pilot.pause()
        assert line.value == TEXT
        line.select_all()
        line.post_message(events.Paste(" ann "))
        await pilot.pause()
        assert line.value == "ann"
        await app.action_quit()


async def test_an_invitation_is_found_amid_words() -> None:
    assert join_lines(picked(f"Hi Ann, here it is:\n{wrapped(TEXT)}\nsee you at 8. Bob")) == TEXT
    assert all(join_lines(picked(copy(TEXT))) == TEXT for copy in COPIES.values())
    assert picked(f"Ann: {TEXT[:-9]}") == f"Ann: {TEXT[:-9]}", "cut in the second key: nothing is thrown away"
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        while not isinstance(app.screen, JoinScreen):
            await pilot.pause()
        line = app.screen.query_one("#invitation", Input)
        line.post_message(events.Paste(f"Hi Ann: {TEXT} see you at 8"))
        await pilot.pause()
        assert line.value == TEXT
        await app.action_quit()


async def test_an_invitation_pasted_on_the_home_screen_leads_on() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.screen.post_message(events.Paste("nothing of the kind"))
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        app.screen.post_message(events.Paste(wrapped(TEXT)))
        while not isinstance(app.screen, JoinScreen):
            await pilot.pause()
        assert app.screen.query_one("#invitation", Input).value == TEXT
        await app.action_quit()


PLACES: dict[str, Callable[[ParleyApp], Screen[Any]]] = {
    "games": lambda app: GamesScreen(Library(app.rooms.profile, folder())),
    "settings": lambda app: SettingsScreen(app.settings, "default", ""),
    "resume": lambda _: ResumeScreen(()),
}


@pytest.mark.parametrize("place", ["room", "games", "settings", "resume"])
async def test_an_invitation_pasted_beside_every_field_leads_on(place: str) -> None:
    app = ParleyApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        home = app.screen
        if place == "room":
            await app.show_room(await app.rooms.local())
        else:
            await app.push_screen(PLACES[place](app))
        await pilot.pause()
        assert app.screen is not home
        app.screen.post_message(events.Paste("nothing of the kind"))
        app.screen.post_message(events.Paste(wrapped(TEXT)))
        while not isinstance(app.screen, JoinScreen):
            await pilot.pause()
        assert app.screen.query_one("#invitation", Input).value == TEXT
        app.screen.query_one("#enter").focus()
        other = TEXT.replace("room", "attic")
        app.screen.post_message(events.Paste(other))
        await pilot.pause()
        assert app.screen.query_one("#invitation", Input).value == other, "the next one stands there instead"
        assert isinstance(app.screen, JoinScreen)
        assert len([one for one in app.screen_stack if isinstance(one, JoinScreen)]) == 1
        await app.action_quit()


async def test_an_invitation_to_a_room_takes_the_place_of_the_room_that_is_shown() -> None:
    app = ParleyApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        peer = await app.rooms.local()
        for _ in range(2):
            await app.show_room(peer)
            await pilot.pause()
        assert len([one for one in app.screen_stack if isinstance(one, LobbyScreen)]) == 1
        await app.action_quit()


async def test_an_invitation_pasted_at_the_clubs_is_one_to_a_club() -> None:
    app = ParleyApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await app.push_screen(ClubsScreen(app.clubs))
        await pilot.pause()
        app.screen.post_message(events.Paste(wrapped(TEXT)))
        while not isinstance(app.screen, InputDialog):
            await pilot.pause()
        assert app.screen.query_one(Input).value == TEXT, "whatever signs asks first"
        await app.action_quit()


async def test_an_invitation_pasted_over_a_palette_is_what_is_looked_for() -> None:
    app = ParleyApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("ctrl+p")
        await pilot.pause()
        palette = app.screen
        assert palette.is_modal
        palette.post_message(events.Paste(TEXT))
        await pilot.pause()
        assert app.screen is palette
        await app.action_quit()


async def test_a_name_told_in_the_settings_above_an_invitation_stands_there_and_is_kept(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered: list[str] = []

    async def enter(_: ParleyApp, text: str, __: object) -> None:
        entered.append(text)

    monkeypatch.setattr(ParleyApp, "enter", enter)
    app = ParleyApp()
    async with app.run_test(size=(80, 30)) as pilot:
        await app.ask_invitation(TEXT)
        await pilot.pause()
        await app.show_settings()
        await pilot.pause()
        await pilot.press("down", "ctrl+u", *"Dan", "enter", "escape")
        await pilot.pause()
        assert app.screen.query_one("#nick", Input).value == "Dan"
        await pilot.press("enter")
        await pilot.pause()
        assert entered == [TEXT]
    assert 'nick = "Dan"' in settings_path().read_text("utf-8")
    assert settings_path().is_relative_to(parley_home)


async def test_a_name_typed_for_an_invitation_is_kept_and_so_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    async def enter(_: ParleyApp, text: str, __: object) -> None:
        del text

    monkeypatch.setattr(ParleyApp, "enter", enter)
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 30)) as pilot:
        for typed, kept in (((), "Ann"), (("end", "a"), "Anna"), (("ctrl+u",), "")):
            await app.ask_invitation(TEXT)
            await pilot.pause()
            app.screen.query_one("#nick").focus()
            await pilot.press(*typed, "enter")
            await pilot.pause()
            assert app.settings.nick == kept
            app.pop_screen()
            await pilot.pause()


async def test_an_invitation_is_no_name() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(JoinScreen("Ann", TEXT))
        await pilot.pause()
        line, name = (app.screen.query_one(f"#{one}", Input) for one in ("invitation", "nick"))
        assert line.has_focus, "both are there: the next one that is pasted replaces the first"
        other = TEXT.replace("room", "attic")
        name.focus()
        name.post_message(events.Paste(wrapped(other)))
        await pilot.pause()
        assert (line.value, name.value) == (other, "Ann")
        name.value = TEXT[:24]
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, JoinScreen)
        told = app.screen.query_one("#refused")
        assert "That is an invitation, not a name: paste it into the field above." in shown(app)
        assert not app._notifications, "the reason stands below the fields, and goes with them"
        name.post_message(events.Paste("Eve"))
        await pilot.pause()
        assert not told.display, "another one has been given"
        name.value, line.value = "Eve", "gibberish"
        line.focus()
        await pilot.press("enter")
        await pilot.pause()
        assert "this begins with 'gibberish'" in shown(app)
        assert line.value == "gibberish"
        await app.action_quit()


@pytest.mark.parametrize("end", [len("parley://"), 20, 30, TEXT.index("#") + 1, TEXT.index("#") + 9, len(TEXT) - 1])
def test_what_lacks_its_end_is_told_from_what_is_wrong(end: int) -> None:
    assert begins(TEXT[:end])
    assert is_truncated(TEXT[:end]) is not None
    assert is_truncated(TEXT) is None
    assert is_truncated(f"{TEXT}00") is None
    assert is_truncated("parley://h/a/b/c#00") is None


async def talk(home: Path, *lines: str) -> list[str]:
    said: list[str] = []
    await converse(Script(lines), said.append, Rooms(home, "tester"))
    return [line.rstrip("\n") for line in said if line.startswith(("ERROR", "The invitation has no", "The key "))]


@pytest.mark.parametrize("first", [[], ["3"]])
async def test_the_text_mode_waits_for_the_rest_of_an_invitation(parley_home: Path, first: list[str]) -> None:
    said = await talk(parley_home, *first, *wrapped(f"'{TEXT}'", 45).splitlines(), "7")
    assert said[-1] == "ERROR Nobody answers at 127.0.0.1:9."
    assert len(said) == len(wrapped(f"'{TEXT}'", 45).splitlines())


async def test_the_text_mode_does_not_wait_for_ever(parley_home: Path) -> None:
    given_up = await talk(parley_home, TEXT[:40], "", "7")
    assert len(given_up) == 1
    assert given_up[0].endswith("an empty line gives it up.")
    chosen = await talk(parley_home, TEXT[:40], "5", "7")
    assert chosen[1:] == ["ERROR No table is kept on this machine yet."]
    assert await talk(parley_home, TEXT[:40]) == given_up


NEW = "ab" * 32
WAYS = {
    "the table by a new certificate": replace(TABLE, via=Via.TLS, pin=NEW),
    "the table at another port": replace(TABLE, port=10),
    "its room at another port": replace(TABLE, port=10).to_room(),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_an_invitation_to_the_same_table_by_another_way_leads_along(way: Invitation) -> None:
    assert same_table(TEXT, wrapped(str(way))) == way.at_table(bytes(16), TABLE.table_key)


def test_an_invitation_that_leads_here_or_away_says_so() -> None:
    for here in (TABLE, TABLE.to_room()):
        with pytest.raises(Fault, match="That invitation leads to this table"):
            same_table(TEXT, str(here))
    for away in (replace(TABLE, tid=b"t" * 16), replace(TABLE, room_key=b"r" * 16).to_room()):
        assert same_table(TEXT, str(away)) is None


async def test_an_invitation_pasted_at_a_table_on_the_screens_leads_along_or_says_what_to_do(make_app: Make) -> None:
    app = make_app()
    here = Invitation("127.0.0.1", "florence", bytes(16), port=1883, tid=b"t" * 16)
    asked: list[Invitation] = []

    async def reach(place: Invitation) -> None:
        asked.append(place)
        if len(asked) == 1:
            raise Offline(UNREACHABLE, host="127.0.0.1", port=10)

    app.handle.view = replace(app.handle.view, invitation=str(here))
    async with app.run_test(size=ROOM) as pilot:
        app.table.reach = reach
        app.table.board.post_message(events.Paste(TEXT))
        await settled(pilot)
        told = "That invitation leads away from this table: leave it first (q), then paste the invitation on the first"
        assert toasts(app)[-1].startswith(told)
        await settled(pilot, "colon")
        line = app.table.query_one(Prompt).query_one(Input)
        line.post_message(events.Paste(wrapped(str(moved := replace(here, port=10)))))
        await settled(pilot)
        assert line.value == str(moved)
        await settled(pilot, "enter")
        assert toasts(app)[-1] == "Nobody answers at 127.0.0.1:10."
        assert (app.left, line.value) == ([], str(moved)), "one stays where one is"
        await settled(pilot, "enter")
        assert app.left == [f"onward {moved}"]


async def test_an_invitation_pasted_where_one_talks_leads_along_if_the_table_is_not_reached(make_app: Make) -> None:
    app = make_app()
    here = Invitation("127.0.0.1", "florence", bytes(16), port=1883, tid=b"t" * 16)
    moved = replace(here, port=10)
    app.handle.view = replace(app.handle.view, invitation=str(here), online=False)
    async with app.run_test(size=ROOM) as pilot:
        line = app.table.query_one(TalkInput)
        await settled(pilot, "t")
        assert line.has_focus
        line.post_message(events.Paste(wrapped(str(moved))))
        await settled(pilot)
        assert (line.value, app.left) == ("", [f"onward {moved}"])


async def test_an_invitation_in_the_line_for_talk_of_a_table_that_is_reached_is_talk(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        line = app.table.query_one(TalkInput)
        await settled(pilot, "t")
        line.post_message(events.Paste(TEXT))
        await settled(pilot)
        assert (line.value, app.left) == (TEXT, [])


async def test_at_a_table_that_is_not_reached_another_room_may_carry_it_on(make_app: Make) -> None:
    """The room of the table is gone, as after a host's program has ended: a new room's invitation is meant for it."""
    app = make_app()
    here = Invitation("127.0.0.1", "florence", bytes(16), port=1883, tid=b"t" * 16)
    room = Invitation("127.0.0.1", "parley", b"n" * 16, port=10)
    app.handle.view = replace(app.handle.view, invitation=str(here), online=False)
    async with app.run_test(size=ROOM) as pilot:
        for answer in ("2", "escape"):
            app.table.board.post_message(events.Paste(str(room)))
            while not isinstance(app.screen, ChoiceScreen):
                await pilot.pause()
            assert "leads to another room, parley at 127.0.0.1:10." in str(app.screen._question)
            await settled(pilot, answer)
            assert app.left == []
        app.table.board.post_message(events.Paste(str(room.at_table(b"o" * 16))))
        await settled(pilot)
        assert toasts(app)[-1].startswith("That invitation leads away from this table"), "that is another table"
        app.table.board.post_message(events.Paste(str(room)))
        while not isinstance(app.screen, ChoiceScreen):
            await pilot.pause()
        await settled(pilot, "1")
        assert app.left == [f"onward {room.at_table(b't' * 16)}"]
