"""Leaving before everybody has the end: it is told, asked about, and answers itself once they have it."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from core.game import Seat
from net.view.table_view import Phase
from tests.tui.screens.table.test_whole_games import until
from tests.tui.support.holding_broker import end_unheard, two_play
from tests.tui.text.test_conversations import Person
from tui.app.app import ParleyApp
from tui.i18n import translation
from tui.screens.home.farewell_screen import FarewellScreen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.table.end_card import EndScreen
from tui.screens.table.table_screen import TableScreen
from tui.session.playing_bots import bots_that_stop
from tui.session.rooms import Rooms
from tui.session.settlement_follow_up import print_undelivered, undelivered_words
from tui.settings import visit
from tui.settings.settings import Settings
from tui.table.table_plan import hot_seat
from tui.text.repl import converse
from tui.text.shell.text_menu import LAST

OWED = "Bob has not received your last move yet."
LATER = "It will be delivered the next time Parley starts, or in a shell by `parley settle`."


@pytest.fixture
async def bob(parley_home: Path) -> AsyncIterator[Rooms]:
    rooms = Rooms(parley_home, "bob", "Bob")
    yield rooms
    await rooms.close()


def shown(app: ParleyApp) -> str:
    return "\n".join("".join(part.text for part in strip) for strip in app.screen._compositor.render_strips())


def toasts(app: ParleyApp) -> list[str]:
    return [one.message for one in app._notifications]


async def unheard(app: ParleyApp, pilot: Any, bob: Rooms) -> tuple[Any, Any, Any]:  # noqa: ANN401
    """Play to the end card, of which the other has not heard."""
    own, other, broker = await two_play(app.rooms, bob)
    app.go(partial(app.show_table, own))
    await until(pilot, lambda: isinstance(app.screen, TableScreen))
    await end_unheard(own, broker)
    await until(pilot, lambda: isinstance(app.screen, EndScreen) and OWED in shown(app))
    return own, other, broker


async def test_the_end_card_says_who_has_not_received_it_and_that_all_have(bob: Rooms) -> None:
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        _, other, broker = await unheard(app, pilot, bob)
        assert "(not settled yet)" in shown(app)
        assert "1  Look at the board" in shown(app)
        broker.release()
        await other.handle.until(lambda view: view.phase is Phase.OVER)
        await until(pilot, lambda: "Everybody has the end of the game." in shown(app))
        assert "not settled" not in shown(app)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert toasts(app) == []
        await app.action_quit()
        assert app._exit


async def test_at_the_board_the_status_row_says_it_and_a_toast_that_all_have_it(bob: Rooms) -> None:
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(120, 30)) as pilot:
        _, _, broker = await unheard(app, pilot, bob)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert OWED in shown(app)
        table = app.screen
        assert isinstance(table, TableScreen)
        clock = [table.now() + 60_000]
        table.now = lambda: clock[0]
        table.tick()
        broker.release()
        await until(pilot, lambda: "Everybody has the end of the game." in toasts(app))
        assert OWED not in shown(app)
        await app.action_quit()


async def test_a_table_that_is_left_goes_on_in_the_background_and_that_is_told(bob: Rooms) -> None:
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        _, other, broker = await unheard(app, pilot, bob)
        await pilot.press("escape", "q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and bool(toasts(app)))
        assert toasts(app) == [f"{OWED} It is sent on in the background while Parley runs."]
        broker.release()
        await other.handle.until(lambda view: view.phase is Phase.OVER)
        await until(pilot, lambda: "Evening: Everybody has the end of the game." in toasts(app))
        assert app.followed == set()
        await app.action_quit()
        assert app._exit


async def test_whoever_gives_up_and_leaves_is_told_the_end_once_the_other_has_gone_on(bob: Rooms) -> None:
    """It is bob's turn and nothing of his arrives, so the game ends by his program only later."""
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        own, other, broker = await two_play(app.rooms, bob)
        match = own.handle.view.match
        assert match is not None
        await own.handle.play(Seat(0), str(next(iter(match.state.legal(Seat(0))))))
        await other.handle.until(lambda view: view.match is not None and view.match.ply == 1)
        broker.held.add(own.handle.view.seats[1].pid)
        app.go(partial(app.show_table, own))
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await own.handle.declare(Seat(0), "resign")
        app.screen.dismiss("keep")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and app.followed == {own.handle.tid})
        assert toasts(app)[-1:] != ["Evening: Black wins."]
        broker.release()
        await until(pilot, lambda: any(told.startswith("Evening: Black wins") for told in toasts(app)))
        assert [table.tid for table in app.kept()] == [own.handle.tid.hex()], "Resume shows how it ended"


async def test_whoever_quits_is_asked_and_may_stay_or_leave_all_the_same(bob: Rooms) -> None:
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        await unheard(app, pilot, bob)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, FarewellScreen) and OWED in shown(app))
        assert "If you leave before, it will be delivered" in shown(app)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        assert not app._exit
        words = io.StringIO()
        print_undelivered(undelivered_words(app.peers), words)
        assert words.getvalue() == f"{OWED} {LATER}\n"
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, FarewellScreen))
        await pilot.press("2")
        await until(pilot, lambda: app._exit)
        assert app.peers == ()


@pytest.mark.parametrize("again", [True, False])
async def test_asking_again_leaves_and_the_question_answers_itself(
    bob: Rooms,
    again: bool,  # noqa: FBT001
) -> None:
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        _, _, broker = await unheard(app, pilot, bob)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, FarewellScreen))
        if again:
            await pilot.press("ctrl+q")
        else:
            broker.release()
        await until(pilot, lambda: app._exit)


async def test_whoever_quits_on_the_first_screen_after_a_new_start_is_asked_too(bob: Rooms) -> None:
    """The room was not entered again: its table is only settled in the background."""
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        _, _, broker = await unheard(app, pilot, bob)
        await pilot.press("ctrl+q", "ctrl+q")
        await until(pilot, lambda: app._exit)
    again = ParleyApp(settings=Settings(nick="Ann"))
    again.rooms._memory = broker
    async with again.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(again.screen, HomeScreen) and bool(again.rooms.unsettled))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(again.screen, FarewellScreen) and OWED in shown(again))
        assert again.peers == ()
        broker.release()
        await until(pilot, lambda: again._exit)


async def test_a_visitor_of_a_door_is_asked_nothing(bob: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        await unheard(app, pilot, bob)
        monkeypatch.setenv(visit.VARIABLE, "127.0.0.1 1883")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app._exit)
        assert app.peers == ()


async def test_alone_nobody_is_waited_for() -> None:
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        seated = await app.rooms.open_table(await app.rooms.local(), hot_seat("epaminondas"))
        app.go(partial(app.show_table, seated))
        await until(pilot, lambda: seated.handle.view.phase is Phase.PLAYING)
        await seated.handle.declare(seated.handle.view.seats[0].seat, "resign")
        assert not seated.handle.view.unsettled
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        assert "settled" not in shown(app)
        assert "Everybody" not in shown(app)
        assert undelivered_words(app.peers) == ()
        await pilot.press("escape", "q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert toasts(app) == []
        await app.action_quit()
        assert app._exit


HANDED = "Evening: the bot on White stops when Parley ends, and the others wait until you resume the table."


async def test_whoever_quits_while_a_bot_plays_for_them_is_asked(bob: Rooms) -> None:
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        own, _, _ = await two_play(app.rooms, bob)
        own.give(Seat(0), "random", pause=60)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, FarewellScreen))
        assert "stops when Parley ends" in shown(app)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert bots_that_stop(app.rooms.seated) == (HANDED,)
        await own.take_back()
        assert bots_that_stop(app.rooms.seated) == ()
        await app.action_quit()
        assert app._exit


async def test_in_text_mode_whoever_quits_reads_which_bots_stop(parley_home: Path, bob: Rooms) -> None:
    ann, rooms = Person(), Rooms(parley_home, "ann", "Ann")
    async with asyncio.timeout(60):
        await two_play(rooms, bob)
        task = asyncio.create_task(converse(ann, ann.write, rooms))
        ann.type("resume 1", "bot random", str(LAST))
        await task
    assert f"NOTE {HANDED}" in ann.said


async def meet(ann: Person, home: Path, bob: Rooms) -> tuple[asyncio.Task[None], Rooms, Any]:
    """Let ann, in text mode, come back to a table whose end the other has not heard, and leave it."""
    rooms = Rooms(home, "ann", "Ann")
    own, _, broker = await two_play(rooms, bob)
    task = asyncio.create_task(converse(ann, ann.write, rooms))
    ann.type("resume 1", "seats")
    await ann.hear("SEAT 2")
    broker.held.add(own.handle.view.seats[0].pid)
    ann.type("resign", "yes")
    await ann.hear("OVER")
    return task, rooms, broker


async def test_in_text_mode_it_is_told_on_leaving_and_the_end_is_waited_for(parley_home: Path, bob: Rooms) -> None:
    ann = Person()
    async with asyncio.timeout(60):
        task, _, broker = await meet(ann, parley_home, bob)
        await ann.hear(f"NOTE {OWED}")
        ann.type("quit")
        await ann.hear(f"NOTE {OWED} It is sent on in the background while Parley runs.")
        ann.forget()
        ann.type(str(LAST))
        await ann.hear("NOTE Parley ends as soon as that is delivered; `quit` ends it at once.")
        ann.type("help")
        await ann.hear("1 ")
        ann.forget()
        ann.type("quit")
        await ann.hear(f"NOTE {OWED}")
        broker.release()
        await ann.hear("NOTE All is delivered.")
        await task
    assert not any(LATER in line for line in ann.said)


async def test_in_text_mode_a_visitor_of_a_door_is_not_held_back(
    parley_home: Path, bob: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Person()
    async with asyncio.timeout(60):
        task, _, broker = await meet(ann, parley_home, bob)
        monkeypatch.setenv(visit.VARIABLE, "127.0.0.1 1883")
        ann.type("quit", str(LAST))
        await task
        broker.release()
    assert not any("Parley ends as soon as" in line for line in ann.said)


async def test_in_text_mode_a_second_quit_leaves_all_the_same(parley_home: Path, bob: Rooms) -> None:
    ann = Person()
    async with asyncio.timeout(60):
        task, _, _ = await meet(ann, parley_home, bob)
        ann.type("quit", "quit", "quit")
        await task
    assert ann.said[-1] == f"NOTE {LATER}"
    assert ann.said.count(f"NOTE {OWED}") <= 2


async def test_at_a_table_in_text_mode_it_is_told_that_all_have_the_end(parley_home: Path, bob: Rooms) -> None:
    ann = Person()
    async with asyncio.timeout(60):
        task, _, broker = await meet(ann, parley_home, bob)
        await ann.hear(f"NOTE {OWED}")
        broker.release()
        await ann.hear("NOTE Everybody has the end of the game.")
        ann.type("quit", "quit")
        await task
    assert not any(LATER in line for line in ann.said)


async def test_the_last_words_are_in_the_language_and_a_reader_who_is_gone_hears_nothing(
    parley_home: Path, bob: Rooms
) -> None:
    rooms = Rooms(parley_home, "ann", "Ann")
    own, _, broker = await two_play(rooms, bob)
    await end_unheard(own, broker)
    gone = io.StringIO()
    gone.close()
    print_undelivered(undelivered_words(rooms.peers), gone)
    print_undelivered(undelivered_words(rooms.peers), None)
    words = io.StringIO()
    with translation.speaking("fr"):
        print_undelivered(undelivered_words(rooms.peers), words)
    assert words.getvalue() == (
        "Bob n’a pas encore reçu votre dernier coup. "
        "Ce sera remis au prochain démarrage de Parley, ou dans un terminal par `parley settle`.\n"
    )
    broker.release()
    await rooms.close()
    print_undelivered(undelivered_words(rooms.peers), words)


LOST = "With this visit you lose your seat at Epaminondas “Evening”: nobody will know you when you come again."


def flat(app: ParleyApp) -> str:
    """Give the page without frames and line breaks."""
    return " ".join(shown(app).replace("│", " ").split())


async def test_a_visitor_whom_nobody_will_know_again_is_asked_before_the_seat_is_lost(
    bob: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.correspondence.own_turns.is_alone", lambda _: False)
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        own, _, _ = await two_play(app.rooms, bob)
        monkeypatch.setenv(visit.VARIABLE, "127.0.0.1 1883")
        monkeypatch.setenv(visit.ONCE, visit.Unknown.NO_KEY)
        app.go(partial(app.show_table, own))
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.press("q")
        await until(pilot, lambda: "Keep it until this visit ends" in shown(app))
        assert "What becomes of your seat? When this" in flat(app)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and bool(toasts(app)))
        (told,) = toasts(app)
        assert told.endswith(
            "leads back. You are told here when you are waited for. "
            "When this visit ends the seat is lost: nobody will know you when you come again."
        )
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, FarewellScreen))
        assert "With this visit you lose your seat" in flat(app)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("ctrl+q", "2")
        await until(pilot, lambda: app._exit)


async def test_in_text_mode_such_a_visitor_reads_it_and_quits_twice(
    parley_home: Path, bob: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.correspondence.own_turns.is_alone", lambda _: False)
    monkeypatch.setenv(visit.ONCE, visit.Unknown.NO_COOKIE)
    ann, rooms = Person(), Rooms(parley_home, "ann", "Ann")
    async with asyncio.timeout(60):
        await two_play(rooms, bob)
        task = asyncio.create_task(converse(ann, ann.write, rooms))
        ann.type("resume 1", "quit")
        await ann.hear("NOTE your seat stays yours: ", "the seat is lost: nobody will know you when you come again.")
        ann.type(str(LAST))
        assert (await ann.hear(f"NOTE {LOST}")).endswith("Resign there first if nobody is to wait for you.")
        await ann.hear("NOTE `quit` once more ends the visit all the same.")
        ann.type("quit")
        await task
