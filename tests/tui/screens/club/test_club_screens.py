"""Clubs on the screen by keys and mouse: what waits, people let in, a tournament from its opening to its standings."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import DataTable, Input, OptionList

from net.transport import mqtt_transport
from net.transport.memory_broker import MemoryBroker
from net.wire.invitation import Invitation
from tests.tui.support.club_evening import ROOM, asked, does, entry, evening
from tests.tui.support.journey import shown, toasts
from tui.records import archive
from tui.records.club import member_deeds, tournament_deeds, visit_deeds
from tui.records.club.club_book import open_book
from tui.widgets.chips import ChipBar


async def test_home_tells_what_waits_and_a_person_is_let_in(parley_home: Path) -> None:
    asked(parley_home, "ben")
    async with evening(parley_home) as here:
        assert entry(here.app).endswith("Friday: Ben asks to come in")
        await here.press("6")
        assert here.rows() == [["Friday", "1 member", "founder", "Ben asks to come in"]]
        await here.press("enter")
        assert [row[0::2] for row in here.rows()] == [["Ben", "asks to come in"], ["Ann", "founder"]]
        assert here.told("#told").startswith("Ask Ben for the four words on their screen.")
        await here.press("a")
        await here.press("1")
        assert here.rows()[0][2] == "asks to come in", "the first answer is no"
        await here.press("a")
        await here.press("2")
        assert sorted(row[0::2] for row in here.rows()) == [["Ann", "founder"], ["Ben", "member"]]
        assert any("is let in" in told for told in toasts(here.app))
        await here.press("down", "x")
        await here.choose("yes")
        assert ["Ben", "is out"] in [row[0::2] for row in here.rows()]
        assert here.told("#told") == "x takes your vote back."
        await here.press("x")
        await here.choose("yes")
        assert ["Ben", "member"] in [row[0::2] for row in here.rows()], "taking it back is asked for as well"
        await here.press("escape", "escape")
        assert entry(here.app).endswith("members, tournaments, ladders"), "nothing waits any more"


async def test_a_club_is_founded_and_pages_turn_by_key_and_mouse(parley_home: Path) -> None:
    async with evening(parley_home) as here:
        await here.press("6")
        assert here.told("#none").startswith("You are in no club yet. n founds one")
        await here.press("j")
        await here.answer("gibberish")
        assert here.app.screen.query_one(Input).value == "gibberish", "what was wrong stands there to be put right"
        assert "gibberish" in here.told("#refused")
        await here.press("escape")
        assert here.told("#none").startswith("You are in no club yet"), "only the field is left"
        await here.press("n")
        await here.answer("Friday night")
        await here.choose("founders")
        await here.choose("members")
        assert here.told("#club-title").startswith("Friday night · 1 member")
        await here.press("d")
        await here.answer("2026-12-31T20:00")
        await here.answer("Final")
        await here.press("tab")
        assert here.rows() == [["2026-12-31 20:00", "Final"]]
        await here.press("d")
        await here.answer("soon")
        assert "soon is no date" in here.told("#refused")
        await here.answer("2027-01-02")
        await here.answer("Draw")
        assert here.rows()[1] == ["2027-01-02 00:00", "Draw"], "what was wrong is put right on the spot"
        bar = here.app.screen.query_one(ChipBar)
        await here.pilot.click(ChipBar, offset=(bar.texts[0].index("Ladder") + 2, 0))
        await here.pilot.pause()
        assert here.told("#none") == "No rated game has been reported yet."
        await here.press("shift+tab")
        assert here.told("#none").startswith("No tournament yet: n opens one.")
        await here.press("question_mark")
        assert "Write the club into a file" in shown(here.app)
        await here.press("escape", "L")
        assert "Nobody is left then who could let anybody in" in " ".join(here.told("#question").split())
        await here.choose("yes")
        assert "you are not a member" in here.told("#club-title")


async def test_a_new_name_counts_at_once_on_the_page_that_was_left_for_the_settings(parley_home: Path) -> None:
    asked(parley_home)
    async with evening(parley_home) as here:
        await here.press("6", "enter")
        assert [row[0] for row in here.rows()] == ["Ann"]
        await here.app.show_settings()
        here.app.keep(replace(here.app.settings, nick="Bea"))
        await here.press("escape")
        assert [row[0] for row in here.rows()] == ["Bea"]


async def test_nobody_expels_themselves(parley_home: Path) -> None:
    does(parley_home, "ann", member_deeds.new, "Friday")
    async with evening(parley_home) as here:
        await here.press("6", "enter", "x")
        assert any("nobody expels themselves: L leaves the club" in told for told in toasts(here.app))
        assert [row[0::2] for row in here.rows()] == [["Ann", "founder"]]


@pytest.mark.parametrize(("key", "why"), [*((key, "Only members") for key in "nprCLx"), ("d", "Only a founder")])
async def test_who_is_no_member_is_refused_at_the_first_key(parley_home: Path, key: str, why: str) -> None:
    does(parley_home, "ann", member_deeds.new, "Friday")
    does(parley_home, "ann", member_deeds.leave, "last")
    async with evening(parley_home) as here:
        await here.press("6", "enter", key)
        assert any(told.startswith(why) for told in toasts(here.app))
        assert "you are not a member" in here.told("#club-title"), "no question covers the club"


async def test_a_tournament_from_its_opening_to_its_second_round(parley_home: Path) -> None:
    asked(parley_home, "ben")
    does(parley_home, "ann", member_deeds.admit, "last", "ben")
    async with evening(parley_home) as here:
        await here.press("6", "enter", "n")
        await here.answer("Autumn")
        await here.choose("double-round-robin")
        games = {option.id for option in here.app.screen.query_one(OptionList).options}
        assert games == {"epaminondas", "megiddo", "mediterranee"}, "those that two can play"
        await here.choose("epaminondas")
        for nonsense, told in (
            ("abc", "abc is not an option"),
            ("clock=soon", "clock"),
            ("wings=2", "wings"),
            ("without=white:13.1", "the board has no square 13.1"),
        ):
            await here.answer(nonsense)
            assert told in here.told("#refused")
        await here.answer("clock=900+10")
        assert here.rows()[0][:2] == ["Autumn", "Epaminondas"]
        assert here.rows()[0][3] == "open for entries; nobody yet"
        await here.carry("ben")
        does(parley_home, "ben", tournament_deeds.enter, "last", "autumn")
        await here.press("enter")
        assert here.told("#none").startswith("Nobody has entered yet")
        await here.press("e")
        assert [row[0::2] for row in here.rows()] == [["Ann", "has entered"]]
        await here.press("escape")
        assert here.rows()[0][3].startswith("open for entries; 1 has entered: Ann"), "the club is read again"
        await here.carry("ben")
        await here.press("enter", "n")
        await here.choose("yes")
        assert sorted(row[0::2] for row in here.rows()) == [["Ann", "lot open"], ["Ben", "lot awaited"]]
        await here.press("escape")
        await here.carry("ben")
        await here.press("enter", "n")
        await here.choose("yes")
        assert [row[:2] + row[3:] for row in here.rows()] == [
            ["1", "1", "not played yet"],
            ["2", "1", "not played yet"],
        ]
        assert here.told("#told").startswith("Enter opens this table")
        await here.press("n")
        await here.choose("")
        assert here.rows()[0][3] == "not played yet", "the round does not end while somebody is waited for"
        await here.press("n")
        await here.choose("all")
        await here.choose("yes")
        assert here.rows()[0][3] == "nobody came"
        await here.press("tab")
        assert [row[0] for row in here.rows()] == ["1", "1"]
        assert here.app.screen.query_one(DataTable).row_count == 2
        await here.press("escape", "escape", "escape")
        assert "your table of round 2 of Autumn" in entry(here.app)


async def test_a_question_mark_lists_the_options_of_a_tournament(parley_home: Path) -> None:
    asked(parley_home)
    async with evening(parley_home) as here:
        await here.press("6", "enter", "n")
        await here.answer("Autumn")
        await here.choose("round-robin")
        await here.choose("epaminondas")
        await here.answer("target=6 ?")
        sheet = shown(here.app)
        assert "size=14x12 (14 × 12, the usual one)|8x8" in sheet, "a question mark lists what there is"
        assert "Draw offers. Whether the players may agree" in here.told("TextDialog Static"), "the table's terms too"
        await here.press("escape")
        assert here.app.screen.query_one(Input).value == "target=6", "what was typed is kept"


async def test_only_the_organiser_takes_the_next_step(parley_home: Path) -> None:
    asked(parley_home, "ben")
    does(parley_home, "ann", member_deeds.admit, "last", "ben")
    does(parley_home, "ann", member_deeds.export, "last", str(parley_home / "ann.club"))
    does(parley_home, "ben", member_deeds.take, str(parley_home / "ann.club"))
    does(parley_home, "ben", tournament_deeds.open_tournament, "last", "Spring", form="round-robin", game="megiddo")
    does(parley_home, "ben", member_deeds.export, "last", str(parley_home / "ben.club"))
    does(parley_home, "ann", member_deeds.take, str(parley_home / "ben.club"))
    async with evening(parley_home) as here:
        assert entry(here.app).endswith("Friday: Spring is open for entries")
        await here.press("6", "enter", "tab", "tab", "enter", "n", "enter")
        assert any("Only Ben, who organises this tournament" in told for told in toasts(here.app))
        assert any("No table waits for you" in told for told in toasts(here.app))


async def test_a_member_without_a_vote_is_told_so(parley_home: Path) -> None:
    does(parley_home, "ben", member_deeds.new, "Friday", admission="open")
    does(parley_home, "ben", member_deeds.export, "last", str(parley_home / "first.club"))
    async with evening(parley_home) as here:
        await here.press("6", "j")
        await here.answer(str(parley_home / "first.club"))
        assert [row[2] for row in here.rows()] == ["founder", "member"]
        assert here.told("#told") == ""
        await here.press("x")
        assert any("you have no vote" in told for told in toasts(here.app))
        await here.press("e")
        assert here.app.screen.query_one(Input).value == "Friday.club"
        await here.press("enter")
        assert (archive.folder() / "Friday.club").read_text(encoding="ascii").startswith("parley-club/1")


async def test_a_founder_of_an_open_club_lets_games_count(parley_home: Path) -> None:
    does(parley_home, "ann", member_deeds.new, "Friday", admission="open")
    does(parley_home, "ann", member_deeds.export, "last", str(parley_home / "first.club"))
    for name in ("ben", "cat"):
        does(parley_home, name, member_deeds.join, str(parley_home / "first.club"))
        does(parley_home, name, member_deeds.export, "last", str(parley_home / f"{name}.club"))
        does(parley_home, "ann", member_deeds.take, str(parley_home / f"{name}.club"))
    async with evening(parley_home) as here:
        await here.press("6", "enter", "a")
        assert any("count on the ladder already" in told for told in toasts(here.app)), "the cursor is on Ann herself"
        await here.press("down")
        assert "lets games of" in here.told("#told")
        await here.press("a")
        assert "count on the ladder from now on" in " ".join(here.told("#question").split())
        await here.press("1")
        assert "lets games of" in here.told("#told"), "the first answer is no"
        await here.press("a", "2")
        assert any("count on the ladder from now on." in told for told in toasts(here.app))
        assert "lets games of" not in here.told("#told")
        await here.press("tab", "a")
        assert any("whose games do not count on the ladder yet" in told for told in toasts(here.app))


async def test_a_member_of_an_open_club_is_told_that_a_founder_has_to(parley_home: Path) -> None:
    does(parley_home, "ben", member_deeds.new, "Friday", admission="open")
    does(parley_home, "ben", member_deeds.export, "last", str(parley_home / "first.club"))
    does(parley_home, "ann", member_deeds.join, str(parley_home / "first.club"))
    async with evening(parley_home) as here:
        await here.press("6", "enter", "down")
        assert here.told("#told") == "Your games count on the ladder once a founder admits you."
        await here.press("a")
        assert any("a founder has to admit them, and you are none" in told for told in toasts(here.app))


async def test_a_member_of_a_club_of_founders_is_let_in_already(parley_home: Path) -> None:
    asked(parley_home, "ben")
    async with evening(parley_home) as here:
        await here.press("6", "enter", "down", "a")
        assert any("is let in already" in told for told in toasts(here.app))


async def test_the_invitation_of_a_club_is_copied_and_shown(parley_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(parley_home)
    copied: list[str] = []
    async with evening(parley_home) as here:
        monkeypatch.setattr(here.app, "copy_to_clipboard", copied.append)
        await here.press("6", "enter", "c")
        await here.answer(str(ROOM))
        assert Invitation.parse(copied[0]).to_room() == ROOM
        assert Invitation.parse(copied[0]).tid is not None
        assert here.told("#followed").endswith(f"Invitation: {copied[0]}"), "not every terminal copies"


async def test_a_club_is_joined_at_a_broker_and_brought_up_to_date(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = MemoryBroker()
    monkeypatch.setattr(mqtt_transport, "connector", lambda *_: broker.connect)
    does(parley_home, "ben", member_deeds.new, "Friday")
    sync = partial(does, parley_home, "ben", visit_deeds.sync, "last", str(ROOM))
    await asyncio.to_thread(sync)
    with open_book(parley_home, "ben") as book:
        way = str(ROOM.at_table(book.club("last").cid))
    async with evening(parley_home) as here:
        await here.press("6", "j")
        await here.answer(way)
        assert "you have asked to come in" in here.told("#club-title")
        await asyncio.to_thread(sync)
        does(parley_home, "ben", member_deeds.admit, "last", "ann")
        await asyncio.to_thread(sync)
        await here.press("s")
        await here.answer(str(ROOM))
        assert sorted(row[0::2] for row in here.rows()) == [["Ann", "member"], ["Ben", "founder"]]
        copied: list[str] = []
        monkeypatch.setattr(here.app, "copy_to_clipboard", copied.append)
        await here.press("c")
        assert copied == [way], "it lies in a room: nothing is asked"
