"""A club on the screen is followed where it lies: what others sign shows without a key, and nothing is left over."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from textual import events
from textual.widgets import DataTable, Input

from core.games import find
from net.broker.broker_process import start_broker
from net.peer.peer import Peer
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.table.fold.table_terms import sort_out
from net.transport import mqtt_transport
from net.transport.transport import ROOM_USER
from net.wire.invitation import Invitation
from tests.net.support.party import ROOM
from tests.tui.support.club_evening import Evening, arrive, asked, does, evening, paired, until
from tests.tui.support.journey import toasts
from tui.records.club import member_deeds, tournament_deeds, visit_deeds
from tui.records.club.club_book import ClubBook, open_book
from tui.records.club.rated_table import rated_table
from tui.screens.club.club_screen import ClubScreen
from tui.screens.frame.dialog import InputDialog
from tui.screens.frame.screen_messages import Chosen, Entry, InvitationGiven, RatedTableWanted
from tui.screens.room.lobby_screen import LobbyScreen
from tui.screens.table.table_screen import TableScreen


@asynccontextmanager
async def room() -> AsyncIterator[Invitation]:
    """Run a broker; give a room there."""
    broker = await start_broker("amqtt", user=ROOM_USER, password=ROOM.broker_password)
    try:
        yield replace(ROOM, host=broker.host, port=broker.port)
    finally:
        await broker.stop()


async def others(home: Path, who: str, at: Invitation, *deeds: tuple[object, ...]) -> None:
    """Let somebody do something with the club, and bring it to the broker."""

    def act() -> None:
        for deed, *words in (*deeds, (visit_deeds.sync, "last", str(at))):
            does(home, who, deed, *words)  # type: ignore[arg-type]

    await asyncio.to_thread(act)


async def open_club(here: Evening) -> None:
    """Go to the club from the home screen."""
    await here.press("6")
    await here.press("enter")
    await arrive(here, ClubScreen)


def followers() -> int:
    """Count the threads that follow a club."""
    return sum(one.name == "club" for one in threading.enumerate())


async def none_left() -> None:
    """Wait until no club is followed any more, after the app has ended."""
    for one in threading.enumerate():
        if one.name == "club":
            await asyncio.to_thread(one.join, 20)
    assert not followers()


def says(here: Evening, words: str) -> bool:
    """Tell whether the line about the following has some words."""
    return words in here.told("#followed")


async def test_a_page_shows_what_others_sign_and_the_cursor_stays(parley_home: Path) -> None:
    asked(parley_home, "ben", "cat")
    async with room() as at:
        await others(parley_home, "ann", at, (member_deeds.admit, "last", "ben"))
        async with evening(parley_home) as here, asyncio.timeout(20):
            await open_club(here)
            await until(here, lambda: says(here, "up to date"))
            assert here.told("#followed") == f"Followed in the room parlour at {at.host}:{at.port}: up to date."
            await here.press("down", "down")
            row = here.app.screen.query_one(DataTable).cursor_row
            name = here.rows()[row][0]
            await others(parley_home, "dan", at, (visit_deeds.join, str(at.at_table(_cid(parley_home)))))
            await until(here, lambda: any(line[0] == "Dan" for line in here.rows()))
            table = here.app.screen.query_one(DataTable)
            assert here.rows()[table.cursor_row][0] == name
            assert any(told.startswith("Dan asks to be let in (") for told in toasts(here.app))
            await here.press("s")
            assert here.app.screen.query_one(Input).value == str(at), "where the club lies is filled in"
            await here.press("escape")
            assert followers() == 1
            await here.press("escape")
            await until(here, lambda: not followers())


async def test_what_is_signed_on_the_screen_is_there_at_once_and_a_tournament_shows_it(parley_home: Path) -> None:
    asked(parley_home, "ben")
    async with room() as at:
        await others(parley_home, "ann", at, (tournament_deeds.open_tournament, "last", "Cup"))
        async with evening(parley_home) as here, asyncio.timeout(20):
            await open_club(here)
            await until(here, lambda: says(here, "up to date"))
            await here.press("a")
            await here.choose("yes")
            await others(parley_home, "ben", at, (visit_deeds.sync, "last", str(at)))
            await here.press("tab", "tab", "enter")
            await others(parley_home, "ben", at, (tournament_deeds.enter, "last", "cup"))
            await until(here, lambda: here.rows() and here.rows()[0][0] == "Ben")
            told = [told for told in toasts(here.app) if "Ben" in told]
            assert "Cup: Ben takes part." in told
            assert "Ben is a member." not in told, "the answer to one's own deed has said that"
        await none_left()


async def test_a_place_is_followed_once_it_is_said_and_one_that_is_away_is_told(parley_home: Path) -> None:
    asked(parley_home)
    async with evening(parley_home) as here, asyncio.timeout(20):
        await open_club(here)
        assert here.told("#followed") == "Not followed: s asks you in which room this club lies."
        async with room() as at:
            await here.press("s")
            await here.answer(str(at))
            await until(here, lambda: says(here, "up to date"))
        await until(here, lambda: says(here, "cannot be reached now"))
        assert here.told("#followed").endswith(f"{at.host}:{at.port} cannot be reached now; Parley keeps trying.")
    await none_left()


async def test_a_room_follows_the_clubs_that_lie_there_and_marks_their_tables(parley_home: Path) -> None:
    paired(parley_home)
    async with room() as at:
        await others(parley_home, "ann", at)
        async with evening(parley_home, (160, 50)) as here, asyncio.timeout(20):
            await here.app.show_room(await here.app.rooms.enter(at))
            await until(here, lambda: here.told("#clubs") == "Your club Friday is followed in this room.")
            with Profile.open(parley_home, "ben") as his:
                ben = Peer(his, at, mqtt_transport.connector(at, his.identity), nick="Ben")
                await ben.start()
                rated = rated_table(ClubBook(his, ben.journal, 0), "last", "autumn/1/1", "", {})
                options, terms = sort_out(find(rated.game), rated.options)
                await ben.open_table(rated.game, options, terms, rated.title, rated.salt)
                await ben.open_table("djambi", {}, {}, "Beside")
                await until(here, lambda: len(here.rows()) == 2)
                marked = {row[1].split(" · ")[0]: row[1] for row in here.rows()}
                assert marked["Autumn 1/1"].startswith("Autumn 1/1 · rated for Friday, round 1 of Autumn")
                assert "rated" not in marked["Beside"]
                assert here.told("#rules").startswith("rated for Friday, round 1 of Autumn")
                await ben.stop()
            assert followers() == 1
            await here.press("q")
            await until(here, lambda: not followers())
            await here.app.rooms.close()
    await none_left()


def _cid(home: Path) -> bytes:
    with Profile.open(home, "ben") as profile, Journal(profile.journal_path) as journal:
        return journal.clubs()[0][0]


async def test_a_clubs_invitation_taken_for_a_tables_leads_to_the_club_which_the_room_follows_then(
    parley_home: Path,
) -> None:
    async with room() as at:
        await asyncio.to_thread(does, parley_home, "ben", member_deeds.new, "Monday")
        await others(parley_home, "ben", at)
        with open_book(parley_home, "ben") as book:
            place = str(at.at_table(book.club("last").cid))
        async with asyncio.timeout(60), evening(parley_home) as here:
            here.app.go(lambda: here.app.enter(str(at)))
            await arrive(here, LobbyScreen)
            lobby = here.app.screen
            here.app.screen.post_message(InvitationGiven(place, None))
            await arrive(here, InputDialog)
            assert here.app.screen.query_one(Input).value == place
            assert toasts(here.app)[-1] == (
                "This is the invitation of the club Monday, not of a table: join the club here."
            )
            await here.press("enter")
            await arrive(here, ClubScreen)
            while here.app.screen is not lobby:
                await here.press("escape")
            await until(here, lambda: "Your club Monday is followed in this room." in here.told("#clubs"))
            await until(here, lambda: followers() == 1)
            await others(parley_home, "ben", at)
            await others(parley_home, "ben", at, (member_deeds.admit, "last", "Ann"))
            await until(here, lambda: any("Ann" in one for one in toasts(here.app)))
    await none_left()


async def test_an_invitation_pasted_at_a_table_of_the_club_leads_the_room_beneath_along(parley_home: Path) -> None:
    paired(parley_home)
    async with room() as at, room() as there:
        await others(parley_home, "ann", at)
        async with asyncio.timeout(60), evening(parley_home, (160, 50)) as here:
            await here.app.show_room(await here.app.rooms.enter(at))
            lobby = here.app.screen
            here.app.post_message(Chosen(Entry.CLUBS))
            await until(here, lambda: here.app.screen is not lobby)
            await here.press("enter")
            await arrive(here, ClubScreen)
            club = here.app.screen
            club.post_message(RatedTableWanted(_cid(parley_home).hex(), "autumn/1/1", "Autumn 1/1"))
            await arrive(here, TableScreen)
            table = here.app.screen
            assert isinstance(table, TableScreen)
            table.board.post_message(events.Paste(str(there)))
            await until(here, lambda: here.app.screen is not table and isinstance(here.app.screen, TableScreen))
            await until(here, lambda: here.app.screen.controller.view.online)  # type: ignore[attr-defined]
            assert [one.invitation for one in here.app.rooms.peers] == [there], "the old room is left"
            await here.press("q")
            while here.app.screen is not club:
                await here.press("enter")
            await until(here, lambda: says(here, f":{there.port}: up to date"))
            while here.app.screen is not lobby:
                await here.press("escape")
            await until(here, lambda: here.told("#room").endswith("online"))
            await until(here, lambda: here.told("#clubs") == "Your club Friday is followed in this room.")
            assert str(there) in here.told("#invitation")
            await until(here, lambda: bool(here.rows()))
            await here.press("q")
            await until(here, lambda: not followers())
            await here.app.rooms.close()
    await none_left()
