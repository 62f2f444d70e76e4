"""What sets a club right, by keys: another organiser, the charge of a cheat, tournaments that go on by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import OptionList

from tests.net.support.toy_games.toy_table import install
from tests.tui.records.club.test_club_deeds import Parley, cup, keep, parley, report
from tests.tui.records.club.test_ruling_deeds import cheated
from tests.tui.support.club_evening import asked, does, entry, evening
from tests.tui.support.journey import toasts
from tui.records.club import member_deeds, tournament_deeds
from tui.records.club.club_book import open_book

__all__ = ["parley"]


async def test_a_founder_votes_for_another_organiser_and_takes_that_back(parley_home: Path) -> None:
    asked(parley_home, "ben")
    for deed, *words in (
        (member_deeds.admit, "last", "ben"),
        (tournament_deeds.open_tournament, "last", "Cup"),
    ):
        does(parley_home, "ann", deed, *words)
    with open_book(parley_home, "ann") as book:
        keys = {
            book.club("last").state.membership.name(key): key.hex()
            for key in book.club("last").state.membership.members
        }
    async with evening(parley_home) as here:
        await here.press("6")
        await here.press("enter", "tab", "tab", "enter")
        for name, told in (
            ("Ben", "Ben goes on with Cup."),
            ("Ann", "Your vote that somebody else goes on with Cup is"),
        ):
            await here.press("v")
            await here.choose(keys[name])
            assert not any(one.startswith(told) for one in toasts(here.app)), "nothing is signed before it is sure"
            await here.choose("yes")
            assert any(one.startswith(told) for one in toasts(here.app))


async def test_a_cheat_is_charged_by_a_key(parley_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    asked(parley_home)
    async with evening(parley_home) as here:
        await here.press("6")
        await here.press("enter", "C")
        assert any("prove nothing new against anybody" in told for told in toasts(here.app))
        await here.app.rooms.close()
    with open_book(parley_home, "ann") as book:
        room = cheated(monkeypatch, book.club("last").cid)
    keep(parley_home, room, "cards")
    async with evening(parley_home) as here:
        await here.press("6")
        await here.press("enter", "C")
        await here.choose(room.sitters[0].tid.hex())
        assert any("cheated with the cards" in told for told in toasts(here.app))
        await here.app.rooms.close()
    with open_book(parley_home, "ann") as book:
        assert len(book.club("last").state.book.charged) == 1


async def test_of_two_games_for_one_table_the_organiser_chooses_one(parley: Parley, tmp_path: Path) -> None:
    cup(parley)
    first, second = report(tmp_path, 0, 0, bytes([1]) * 16), report(tmp_path, 0, 1, bytes([2]) * 16)
    async with evening(tmp_path) as here:
        assert entry(here.app).endswith("round 1 of Cup can end")
        await here.press("6")
        await here.press("enter", "tab", "tab", "enter")
        assert here.rows()[0][3] == "2 games: the organiser names the one that counts"
        await here.press("enter")
        assert any("has a result already" in told for told in toasts(here.app)), "no third game is opened"
        await here.press("n")
        choices = {str(one.id): str(one.prompt) for one in here.app.screen.query_one(OptionList).options}
        assert choices.keys() >= {first.hex(), second.hex()}
        await here.choose("")
        assert here.rows()[0][3].startswith("2 games"), "they may wait"
        await here.press("n")
        await here.choose(second.hex())
        await here.choose("yes")
        assert here.rows()[0][3].endswith(" has won")
        assert here.rows()[0][3] in choices[second.hex()]


async def test_tournaments_go_on_by_themselves_only_if_that_is_wanted(parley_home: Path) -> None:
    asked(parley_home)
    async with evening(parley_home) as here:
        await here.press("6")
        await here.press("enter", "o")
        await here.choose("no")
        (cid,) = {view.cid for view in await here.app.clubs.every()}
        assert not here.app.clubs.organises(cid)
        await here.press("o")
        await here.choose("yes")
        assert here.app.clubs.organises(cid)
        await here.press("o")
        assert not here.app.clubs.organises(cid)
        assert any(told.startswith("You take the steps") for told in toasts(here.app))
