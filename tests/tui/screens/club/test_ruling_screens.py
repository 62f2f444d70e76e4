"""What sets a club right, by keys: another organiser, the charge of a cheat, tournaments that go on by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.net.support.toy_games.toy_table import install
from tests.tui.records.club.test_club_deeds import keep
from tests.tui.records.club.test_ruling_deeds import cheated
from tests.tui.support.club_evening import asked, does, evening
from tests.tui.support.journey import toasts
from tui.records.club import member_deeds, tournament_deeds
from tui.records.club.club_book import open_book


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
