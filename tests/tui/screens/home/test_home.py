"""The home screen: every entry by keys, nothing lost of what was typed, the language switched live."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual import events
from textual.widgets import Button, Input, Static

from core.fault import Fault, sentence
from net.identity.identity import chance_name
from net.peer.peer import Peer
from net.storage.profile import IN_USE, BadProfileName, Profile, ProfileInUse
from net.transport.transport import UNREACHABLE, Offline
from net.wire.invitation import Invitation
from tests.tui.screens.table.test_whole_games import until
from tests.tui.support.holding_broker import two_play
from tests.tui.support.journey import shown
from tui.app.app import ParleyApp, Start
from tui.i18n import translation
from tui.records.error_report import save_traceback
from tui.screens.frame.screen_layout import TooSmallScreen
from tui.screens.frame.screen_messages import Entry
from tui.screens.home.home_screen import ENTRIES, HomeScreen
from tui.screens.home.resume_screen import ResumeScreen
from tui.screens.home.settings_screen import SettingsScreen
from tui.screens.room.join_screen import InvitationInput, JoinScreen
from tui.screens.room.lobby_screen import LobbyScreen
from tui.screens.room.new_table_screen import NewTableScreen
from tui.screens.table.table_screen import TableScreen
from tui.session.rooms import Rooms
from tui.session.unfinished_table import UnfinishedTable
from tui.settings import visit
from tui.settings.settings import Settings, check_profile, load, save, settings_path
from tui.widgets.form_field import Choice, Menu

SIZE = (80, 24)
NUMBER = {entry: str(number) for number, entry in enumerate(ENTRIES, 1)}


def toasts(app: ParleyApp) -> list[str]:
    return [notification.message for notification in app._notifications]


async def test_home_tells_whether_others_are_within_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        line = app.screen.query_one("#net", Static)
        assert str(line.content).startswith("Offline: ")
        at = Invitation("127.0.0.1", "parlour", bytes(16))
        monkeypatch.setattr(ParleyApp, "peers", (SimpleNamespace(invitation=at, online=True, outage=None),))
        await app.push_screen(SettingsScreen(Settings(), "default", ""))
        await pilot.press("escape")
        await pilot.pause()
        assert str(line.content) == "Online in the room parlour."


async def test_a_visitor_reads_at_once_that_a_room_is_hosted_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(visit.VARIABLE, "127.0.0.1 1883")
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert f"{'Host a room here':<24} on a machine of your own" in shown(app)
        await pilot.press(NUMBER[Entry.HOST])
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen), "nothing is asked that is refused afterwards"
        assert toasts(app) == [translation.tr(visit.NO_HOSTING)]


@pytest.mark.parametrize("local", [True, False])
async def test_a_resumed_table_with_others_leads_on_to_its_room(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch, *, local: bool
) -> None:
    bob = Rooms(parley_home, "bob", "Bob")
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=SIZE) as pilot:
        own, _, _ = await two_play(app.rooms, bob)
        await app.rooms.leave(own)
        kept = tuple(replace(table, local=local) for table in app.rooms.kept())
        monkeypatch.setattr(app.rooms, "kept", lambda **_: kept)
        await pilot.press(NUMBER[Entry.RESUME])
        await until(pilot, lambda: isinstance(app.screen, ResumeScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.press("q", "1")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen if local else LobbyScreen))
        await app.action_quit()
    await bob.close()


@pytest.mark.parametrize("tongue", translation.LANGUAGES)
async def test_the_games_of_home_are_told_to_the_end_at_80x24(tongue: str) -> None:
    app = ParleyApp(settings=Settings(nick="Ann", language=tongue))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        last = translation.tr("Six in a row on a board that winds round itself; capture two, and only two, at a time.")
        assert last.split()[-1] in shown(app)


async def test_home_tells_of_a_table_with_others_that_is_not_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def table(*, local: bool) -> UnfinishedTable:
        return UnfinishedTable("00", "Friday, twenty to five", "djambi", "parlour", "", local)

    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        line = app.screen.query_one("#net", Static)
        for kept, begins in (
            ([table(local=True)], "Offline: "),
            ([table(local=True), table(local=False)], "Offline. "),
        ):
            monkeypatch.setattr(app.rooms, "kept", lambda kept=kept, **_: tuple(kept))
            await app.push_screen(SettingsScreen(Settings(), "default", ""))
            await pilot.press("escape")
            await pilot.pause()
            await pilot.pause()
            assert str(line.content).startswith(begins)
        assert str(line.content).endswith("Djambi · Friday, twenty to five · parlour. Resume leads back there.")


async def test_the_way_back_to_a_table_is_told_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    app = ParleyApp(settings=Settings(nick="Ann"))
    kept = UnfinishedTable("00", "Friday, twenty to five", "djambi", "parlour", "", local=False)
    monkeypatch.setattr(app.rooms, "kept", lambda: (kept,))
    async with app.run_test(size=SIZE) as pilot:
        while not str(app.screen.query_one("#net", Static).content).endswith("back there."):
            await pilot.pause()
        await pilot.pause()
        assert " back there." in shown(app), "the end stands in a row of its own"


async def test_playing_online_again_leads_back_to_the_room_that_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for way in ("", "parley://127.0.0.1:1/parlour"):
            monkeypatch.setattr(app.rooms, "way_back", lambda way=way: way)
            await pilot.press(NUMBER[Entry.ONLINE])
            await app.workers.wait_for_complete()
            assert app.screen.query_one(InvitationInput).value == way
            await pilot.press("escape")


@pytest.mark.parametrize(
    ("entry", "screen"),
    [
        (Entry.ONLINE, JoinScreen),
        (Entry.BOTS, NewTableScreen),
        (Entry.HOT_SEAT, NewTableScreen),
        (Entry.RESUME, ResumeScreen),
        (Entry.SETTINGS, SettingsScreen),
    ],
)
async def test_every_entry_is_reached_by_its_number_and_left_again(entry: Entry, screen: type) -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(NUMBER[entry])
        await app.workers.wait_for_complete() if entry is Entry.ONLINE else None
        await pilot.pause()
        assert isinstance(app.screen, screen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        found = app.screen.query_one(Menu).highlighted_option
        assert found is not None
        assert found.id == entry
        await app.action_quit()


async def test_an_answer_by_number_is_not_heard_by_the_screen_below(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def host(rooms: Rooms, bind: str) -> Peer:
        asked.append(bind)
        return await rooms.local()

    monkeypatch.setattr(Rooms, "host", host)
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(NUMBER[Entry.HOST])
        await pilot.pause()
        await pilot.press("1")
        while type(app.screen).__name__ != LobbyScreen.__name__:
            await pilot.pause()
        assert asked == ["127.0.0.1"]
        assert [type(screen).__name__ for screen in app.screen_stack[1:]] == [HomeScreen.__name__, LobbyScreen.__name__]
        await app.action_quit()


async def test_entries_are_reached_by_moving_the_cursor() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("j", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, NewTableScreen)


async def test_q_leaves() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("q")
        await pilot.pause()
    assert not app.is_running


async def test_a_bad_invitation_is_one_sentence_and_nothing_typed_is_lost() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("1")
        await pilot.pause()
        app.screen.query_one("#invitation", Input).value = "parley://nowhere"
        app.screen.query_one("#nick", Input).value = "Zoé"
        await pilot.press("tab", "tab", "enter")
        await pilot.pause()
        assert isinstance(app.screen, JoinScreen)
        assert app.screen.query_one("#invitation", Input).value == "parley://nowhere"
        assert app.screen.query_one("#nick", Input).value == "Zoé"
        refused = app.screen.query_one("#refused", Static)
        assert str(refused.render()).endswith("."), "the reason stands below the fields"
        assert not toasts(app)


async def test_nobody_answering_is_one_sentence_and_nothing_typed_is_lost() -> None:
    text = str(Invitation("127.0.0.1", "room", bytes(16), port=9))
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("1")
        await pilot.pause()
        app.screen.query_one("#invitation", Input).value = text
        app.screen.query_one("#nick", Input).value = "Zoé"
        await pilot.press("tab", "tab", "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, JoinScreen)
        assert app.screen.query_one("#invitation", Input).value == text
        assert toasts(app) == ["Nobody answers at 127.0.0.1:9."]
        await app.action_quit()


async def test_who_gives_no_name_goes_in_by_two_keys_at_most() -> None:
    text = str(Invitation("127.0.0.1", "room", bytes(16), port=9))
    app = ParleyApp(Start(invitation=text))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "a word by chance" in app.screen.query_one("#nick", Input).placeholder
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert toasts(app) == ["Nobody answers at 127.0.0.1:9."], "the name was no obstacle"
        await app.action_quit()


async def test_an_invitation_of_the_command_line_is_gone_to_at_once_where_the_name_is_known() -> None:
    text = str(Invitation("127.0.0.1", "room", bytes(16), port=9))
    for nick, told in (("", []), ("Zoé", ["Nobody answers at 127.0.0.1:9."])):
        app = ParleyApp(Start(invitation=text), Settings(nick=nick))
        async with app.run_test(size=SIZE) as pilot:
            while not isinstance(app.screen, JoinScreen):
                await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert app.screen.query_one("#invitation", Input).value == text
            assert toasts(app) == told
            await app.action_quit()


@pytest.mark.parametrize("nick", ["Zoé", ""])
async def test_the_page_says_that_it_goes_in_and_enter_does_not_go_twice(
    nick: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = str(Invitation("127.0.0.1", "room", bytes(16), port=9))
    tried: list[str] = []
    answer = asyncio.Event()

    async def join(_: Rooms, way: str) -> None:
        tried.append(way)
        await answer.wait()
        raise Offline(UNREACHABLE, host="127.0.0.1", port=9)

    monkeypatch.setattr(Rooms, "join", join)
    app = ParleyApp(Start(invitation=text), Settings(nick=nick))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, JoinScreen) and app.screen.focused is not None)
        going, button = app.screen.query_one("#going", Static), app.screen.query_one("#enter", Button)
        for _ in range(4):
            app.post_message(events.Key("enter", "\r"))
        await until(pilot, lambda: bool(tried))
        await pilot.press("enter", "tab", "enter", "tab", "enter")
        await pilot.pause()
        assert (str(going.content), str(button.label)) == ("Going in: the room room at 127.0.0.1:9…", "Going in…")
        assert tried == [text]
        answer.set()
        await until(pilot, lambda: str(button.label) == "Go in")
        assert str(going.content) == ""
        app.screen.query_one("#nick").focus()
        await pilot.press("enter")
        await until(pilot, lambda: len(tried) > 1)
        await until(pilot, lambda: str(button.label) == "Go in")
        assert tried == [text, text], "once it has failed, Enter goes again"
        await app.action_quit()


async def test_a_page_that_was_left_goes_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    text = str(Invitation("127.0.0.1", "room", bytes(16), port=9))
    tried: list[str] = []

    async def join(_: Rooms, way: str) -> None:
        tried.append(way)
        raise Offline(UNREACHABLE, host="127.0.0.1", port=9)

    monkeypatch.setattr(Rooms, "join", join)
    app = ParleyApp(settings=Settings(nick="Zoé"))
    async with app.run_test(size=SIZE) as pilot:
        await app.ask_invitation(text)
        page = app.screen
        assert isinstance(page, JoinScreen)
        await pilot.press("escape")
        await app.enter(text, page)
        assert not tried
        await app.action_quit()


@pytest.mark.parametrize(("room", "told"), [("room", ["Nobody answers at 127.0.0.1:9."]), ("attic", [])])
async def test_who_has_a_table_in_the_room_goes_there_without_a_name(
    room: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, key = str(Invitation("127.0.0.1", "room", bytes(16), port=9)), bytes(16 if room == "room" else range(16))
    table = Invitation("127.0.0.1", room, key, port=9, tid=bytes(16), table_key=bytes(range(16, 32)))
    kept = UnfinishedTable("00", "", "djambi", room, str(table), local=False)
    monkeypatch.setattr(ParleyApp, "kept", lambda _: (kept,))
    app = ParleyApp(Start(invitation=text))
    async with app.run_test(size=SIZE) as pilot:
        while not isinstance(app.screen, JoinScreen):
            await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert toasts(app) == told
        await app.action_quit()


async def test_a_profile_taken_while_an_invitation_opens_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(_: ParleyApp) -> tuple[UnfinishedTable, ...]:
        raise ProfileInUse(IN_USE, name="default")

    monkeypatch.setattr(ParleyApp, "kept", taken)
    app = ParleyApp(Start(invitation=str(Invitation("127.0.0.1", "room", bytes(16), port=9))))
    async with app.run_test(size=SIZE) as pilot:
        while not isinstance(app.screen, JoinScreen):
            await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert [told for told in toasts(app) if "The profile default is in use" in told]
        await app.action_quit()


async def test_whoever_was_there_before_without_a_name_reads_by_which_word(parley_home: Path) -> None:
    with Profile.open(parley_home, "default") as profile:
        word = chance_name(profile.identity.public)
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await app.ask_invitation(str(Invitation("127.0.0.1", "room", bytes(16), port=9)))
        await pilot.pause()
        assert app.screen.query_one("#nick", Input).placeholder == f"{word}, a word by chance"
        await app.action_quit()


async def test_the_language_changes_on_every_screen_at_once() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(NUMBER[Entry.SETTINGS])
        await pilot.pause()
        app.screen.query_one("#language", Choice).focus()
        await pilot.press("right")
        await pilot.pause()
        assert translation.language() == "fr"
        assert str(app.screen.query_one(".title", Static).content) == "Réglages"
        assert app.screen.active_bindings["escape"].binding.description == "Retour"
        await pilot.press("escape")
        await pilot.pause()
        assert str(app.screen.query_one(Menu).get_option(Entry.QUIT).prompt).startswith("q  Quitter")
    assert load(settings_path()).language == "fr"


async def test_settings_are_kept_for_the_next_start() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(NUMBER[Entry.SETTINGS])
        await pilot.pause()
        app.screen.query_one("#nick", Input).value = "Ann"
        app.screen.query_one("#theme", Choice).focus()
        await pilot.press("right")
        await pilot.pause()
        assert app.theme == "parley-light"
    assert load(settings_path()) == Settings(nick="Ann", theme="parley-light")


async def test_each_profile_has_a_name_of_its_own() -> None:
    save(settings_path(), Settings(nick="Ann"))
    app = ParleyApp(Start(profile="second"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(NUMBER[Entry.SETTINGS])
        await pilot.pause()
        app.screen.query_one("#nick", Input).value = "Bob"
        await pilot.pause()
    assert load(settings_path("second")) == Settings(nick="Bob")
    assert load(settings_path()) == Settings(nick="Ann")


async def test_a_terminal_too_small_says_so_until_it_grows() -> None:
    app = ParleyApp()
    async with app.run_test(size=(70, 20)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        assert "70×20" in str(app.screen.query_one(Static).content)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_what_is_wrong_with_the_settings_is_told_once_home_stands() -> None:
    wrong = Fault(sentence("It is not the turn of {seat}."), seat="red")
    app = ParleyApp(wrong=wrong)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert toasts(app) == ["It is not the turn of red."]


async def test_a_toast_is_never_read_as_markup() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        app.notify("[red]{x}[/]")
        await pilot.pause()
        assert toasts(app) == ["[red]{x}[/]"]
        assert [notification.markup for notification in app._notifications] == [False]


def test_a_profile_in_use_is_told_before_anything_is_shown(parley_home: Path) -> None:
    check_profile("ann")
    check_profile("ann")
    with Profile.open(parley_home, "ann"), pytest.raises(ProfileInUse, match="--profile OTHER"):
        check_profile("ann")
    check_profile("ann")
    with pytest.raises(BadProfileName):
        check_profile("../ann")


async def test_an_error_of_our_own_leaves_one_sentence_and_a_story(parley_home: Path) -> None:
    try:
        [].pop()
    except IndexError:
        what, path = save_traceback(parley_home)
    assert what == "IndexError: pop from empty list"
    assert "Traceback" in path.read_text("utf-8")
