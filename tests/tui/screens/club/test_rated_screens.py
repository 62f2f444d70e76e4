"""Rated tables from the screens of clubs: of a pairing, beside tournaments, and one whose result is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.club.club_event import BESIDE, nonce_of, rated_salt
from net.identity.identity import Identity
from net.peer import table_registry
from net.peer.peer import Peer
from net.storage.journal import Journal
from net.storage.profile import Profile
from tests.net.support.toy_games import toy_table
from tests.net.support.toy_games.toy_table import Room, install
from tests.tui.support.club_evening import ROOM, Evening, arrive, asked, does, evening, paired, until
from tests.tui.support.journey import shown, toasts
from tui.app.app import ParleyApp, Start
from tui.app.navigation import come
from tui.records.club import member_deeds, tournament_deeds
from tui.records.club.club_book import ClubBook, open_book
from tui.records.club.rated_table import is_for, rated_table
from tui.screens.room.new_table_screen import NewTableScreen
from tui.screens.table.table_screen import TableScreen
from tui.settings.settings import Settings


async def test_a_pairing_leads_to_its_table_which_the_other_finds(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired(parley_home)
    with Profile.open(parley_home, "ben") as his:
        async with evening(parley_home) as here:
            monkeypatch.setattr(here.app.rooms, "way_back", lambda: str(ROOM))
            ben = Peer(his, ROOM, here.app.rooms._memory.connect, nick="Ben")
            await ben.start()
            try:
                await here.press("6", "enter", "tab", "tab", "enter", "enter")
                await arrive(here, TableScreen)
                (card,) = await until(here, lambda: ben.lobby.tables)
                assert (card.title, dict(card.terms)["bots"], card.seats[0]) == (
                    "Autumn 1/1",
                    "no",
                    here.app.peers[0].pid,
                )
                book = ClubBook(his, ben.journal, 0)
                there = await ben.join(bytes.fromhex(card.tid))
                assert is_for(book, "last", "autumn/1/1", there.tid)
                await there.sit(Seat(1))
                await there.until(lambda view: view.match is not None)
            finally:
                await ben.stop()


async def test_the_table_that_the_other_has_opened_is_found_and_another_of_that_name_is_not_played(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired(parley_home)
    with Profile.open(parley_home, "ben") as his:
        async with evening(parley_home) as here:
            monkeypatch.setattr(here.app.rooms, "way_back", lambda: str(ROOM))
            ben, ann = Peer(his, ROOM, here.app.rooms._memory.connect, nick="Ben"), await here.app.rooms.enter(ROOM)
            await ben.start()
            try:
                await here.press("6", "enter", "tab", "tab", "enter")
                other = await ben.open_table("megiddo", {}, {}, "Autumn 1/1")
                await other.sit(Seat(0))
                await until(here, lambda: [card for card in ann.lobby.tables if card.taken])
                await here.press("enter")
                while not any("was not opened for this pairing" in told for told in toasts(here.app)):
                    await here.pilot.pause()
                await other.bye()
                await other.close()
                rated = rated_table(ClubBook(his, ben.journal, 0), "last", "autumn/1/1", "", {})
                handle = await ben.open_table(rated.game, {}, {"bots": "no"}, "Autumn 1/1", rated.salt)
                await handle.sit(Seat(0))
                await until(here, lambda: [one.tid for one in ann.lobby.tables if one.taken] == [handle.tid.hex()])
                await here.press("enter")
                await arrive(here, TableScreen)
                await handle.until(lambda view: view.match is not None)
                assert "rated for Friday, round 1" in here.told("#title"), "who comes is told, too"
            finally:
                await ben.stop()


async def test_a_table_of_others_says_for_whom_it_is_and_gives_no_seat(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired(parley_home, "ben", "cat")
    with Profile.open(parley_home, "ben") as his:
        async with evening(parley_home, (120, 40)) as here:
            monkeypatch.setattr(here.app.rooms, "way_back", lambda: str(ROOM))
            ben, ann = Peer(his, ROOM, here.app.rooms._memory.connect, nick="Ben"), await here.app.rooms.enter(ROOM)
            await ben.start()
            try:
                rated = rated_table(ClubBook(his, ben.journal, 0), "last", "autumn/1/1", "", {})
                handle = await ben.open_table(rated.game, {}, {"bots": "no"}, rated.title, rated.salt)
                await handle.sit(Seat(0))
                await until(here, lambda: [card for card in ann.lobby.tables if card.taken])
                there = await here.app.rooms.sit_down(ann, handle.tid)
                with pytest.raises(Fault, match=r"No seat for you: .* round 1 of Autumn, for .*Cat"):
                    await come(here.app, here.app.screen, there, watch=False)
                there = await here.app.rooms.sit_down(ann, handle.tid)
                here.app.go(lambda: here.app.show_table(there))
                await arrive(here, TableScreen)
                await until(here, lambda: "open, for Cat" in here.told("#waiting-text"))
                await here.press("s")
                while not any("No seat for you" in told for told in toasts(here.app)):
                    await here.pilot.pause()
                assert [seat.nick for seat in handle.view.seats if seat.pid] == ["Ben"]
            finally:
                await ben.stop()


async def test_a_stranger_reads_for_whom_a_table_of_a_pairing_is_and_gets_no_seat(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired(parley_home, "ben", "cat")
    with Profile.open(parley_home, "ben") as his, Profile.open(parley_home, "cat") as hers:
        app = ParleyApp(Start(profile="eve"), Settings(nick="Eve", language="en"))
        async with app.run_test(size=(120, 40)) as pilot:
            here = Evening(parley_home, app, pilot)
            monkeypatch.setattr(app.rooms, "way_back", lambda: str(ROOM))
            connect = app.rooms._memory.connect
            ben, cat = Peer(his, ROOM, connect, nick="Ben"), Peer(hers, ROOM, connect, nick="Cat")
            await ben.start()
            await cat.start()
            try:
                eve = await app.rooms.enter(ROOM)
                rated = rated_table(ClubBook(his, ben.journal, 0), "last", "autumn/1/1", "", {})
                handle = await ben.open_table(rated.game, {}, {"bots": "no"}, rated.title, rated.salt)
                await handle.sit(Seat(0))
                await until(here, lambda: [card for card in eve.lobby.tables if card.taken])
                there = await app.rooms.sit_down(eve, handle.tid)
                with pytest.raises(Fault, match=r"^No seat for you: this table is for (Ben, Cat|Cat, Ben)\. You can"):
                    await come(app, app.screen, there, watch=False)
                there = await app.rooms.sit_down(eve, handle.tid)
                with pytest.raises(Fault, match="No seat for you: this table is for "):
                    await there.ask_seat()
                app.go(lambda: app.show_table(there))
                await arrive(here, TableScreen)
                await until(here, lambda: "open, for Cat" in here.told("#waiting-text"))
                assert "This table is for " in here.told("#waiting-text")
                assert [seat.nick for seat in handle.view.seats if seat.pid] == ["Ben"]
                await (await cat.join(handle.tid)).sit(None)
                await handle.until(lambda view: view.match is not None)
            finally:
                await ben.stop()
                await cat.stop()


async def test_nobody_of_the_pairing_sits_down_beside_somebody_else(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired(parley_home)
    monkeypatch.setattr(table_registry, "paired_people", lambda *_: {})  # as the programs of hosts did before
    with Profile.open(parley_home, "cat") as hers, Profile.open(parley_home, "ben") as his:
        async with evening(parley_home, (120, 40)) as here:
            monkeypatch.setattr(here.app.rooms, "way_back", lambda: str(ROOM))
            ben, ann = Peer(his, ROOM, here.app.rooms._memory.connect, nick="Ben"), await here.app.rooms.enter(ROOM)
            cat = Peer(hers, ROOM, here.app.rooms._memory.connect, nick="Cat")
            await ben.start()
            await cat.start()
            try:
                rated = rated_table(ClubBook(his, ben.journal, 0), "last", "autumn/1/1", "", {})
                handle = await ben.open_table(rated.game, {}, {"bots": "no"}, rated.title, rated.salt)
                await until(here, lambda: cat.lobby.tables)
                await (await cat.join(handle.tid)).sit(Seat(0))
                await handle.until(lambda view: bool(view.seats[0].pid))
                await until(here, lambda: [card for card in ann.lobby.tables if card.taken])
                there = await here.app.rooms.sit_down(ann, handle.tid)
                await there.handle.until(lambda view: bool(view.seats[0].pid))
                here.app.go(lambda: here.app.show_table(there))
                await arrive(here, TableScreen)
                await until(here, lambda: "Cat" in here.told("#waiting-text"))
                assert " · not of the pairing" in here.told("#waiting-text")
                await here.press("s")
                while not any("Cat has a seat here, but this table is rated for" in told for told in toasts(here.app)):
                    await here.pilot.pause()
                assert [seat.nick for seat in handle.view.seats if seat.pid] == ["Cat"]
            finally:
                await ben.stop()
                await cat.stop()


async def test_a_rated_table_beside_tournaments_is_opened_by_the_form(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(parley_home)
    async with evening(parley_home) as here:
        monkeypatch.setattr(here.app.rooms, "way_back", lambda: str(ROOM))
        await here.press("6", "enter", "p")
        await arrive(here, NewTableScreen)
        await here.press("f2")
        await arrive(here, TableScreen)
        (seated,) = here.app.rooms.seated
        assert (seated.handle.view.title, dict(seated.handle.view.terms)["bots"]) == ("Friday", "no")
        assert "This table is rated for Friday." in here.told("#waiting-text")
        assert "rated for Friday" in here.told("#title"), "it stays there while the game goes on"
        (row,) = await here.app.clubs._work(lambda book: book.journal.tables())
        salt = await here.app.clubs._work(lambda book: rated_table(book, "last", "", "djambi", {}).salt)
        cid = await here.app.clubs._work(lambda book: book.club("last").cid)
        assert (row.title, salt) == ("Friday", rated_salt(cid, *BESIDE, nonce_of(1))), "the first nonce is used"
        await here.app.action_quit()


def rated_game(home: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Play a game to its end at a table that is rated for Ann's latest club."""
    with open_book(home, "ann") as book:
        rated = rated_table(book, "last", "", "toy", {})
    monkeypatch.setattr(toy_table, "SALT", rated.salt)
    room = Room.playing(2, terms=dict(rated.options))
    for _ in range(4):
        room.move("3")
    return room


async def test_a_table_of_the_journal_is_reported(parley_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    for number, name in enumerate(("ada", "bob")):
        Profile.adopt(parley_home, name, Identity.new(bytes([65 + number]) * 32))
    asked(parley_home, "ada", "bob")
    for name in ("ada", "bob"):
        with Profile.open(parley_home, name) as profile:
            does(parley_home, "ann", member_deeds.admit, "last", profile.identity.pid)
    room = rated_game(parley_home, monkeypatch)
    async with evening(parley_home) as here:
        await here.press("6", "enter", "r")
        assert any("waits to be reported" in told for told in toasts(here.app))
        tid = room.sitters[0].tid
        with Journal(here.app.rooms.profile.journal_path) as journal:
            journal.add_table(tid, "parley://host/room#key", "early", "toy")
            journal.add_all(tid, room.events)
            journal.close_table(tid)
        await here.press("r")
        assert "early (toy)" in shown(here.app)
        await here.choose(tid.hex())
        await here.press("shift+tab")
        assert [row[4][:8] for row in here.rows()] == ["beside t"]
        await here.press("shift+tab")
        assert [row[5] for row in here.rows()] == ["1", "1"], "the ladder counts it"


async def test_the_ladder_of_an_open_club_says_whose_admission_is_missing(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    does(parley_home, "ann", member_deeds.new, "Friday", admission="open")
    does(parley_home, "ann", member_deeds.export, "last", str(parley_home / "first.club"))
    for number, name in enumerate(("ada", "bob")):
        Profile.adopt(parley_home, name, Identity.new(bytes([65 + number]) * 32))
        does(parley_home, name, member_deeds.join, str(parley_home / "first.club"))
        does(parley_home, name, member_deeds.export, "last", str(parley_home / f"{name}.club"))
        does(parley_home, "ann", member_deeds.take, str(parley_home / f"{name}.club"))
    room = rated_game(parley_home, monkeypatch)
    with Profile.open(parley_home, "ann") as profile, Journal(profile.journal_path) as journal:
        tid = room.sitters[0].tid
        journal.add_table(tid, "parley://host/room#key", "early", "toy")
        journal.add_all(tid, room.events)
        journal.close_table(tid)
    does(parley_home, "ann", tournament_deeds.report, "last", "early")
    async with evening(parley_home) as here:
        await here.press("6", "enter", "tab", "tab", "tab")
        said = " ".join(here.told("#none").split())
        assert "does not count on the ladder yet: no founder has admitted" in said
        assert said.endswith("On the page Members, a lets their games count.")
        await here.press("shift+tab", "shift+tab", "shift+tab")
        for _ in range(2):
            await here.press("down", "a", "2")
        await here.press("tab", "tab", "tab")
        assert [row[5] for row in here.rows()] == ["1", "1"], "the ladder counts it"
        assert "does not count" not in here.told("#told")
