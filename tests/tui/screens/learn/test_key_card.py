"""The card of keys: a click on a line does what the key of that very line does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from core.games import names
from net.view.table_view import OfferKind
from tests.gallery.fixed_table import match_of
from tests.length import long_only
from tests.tui.support.table_app import app_over, app_that_waits
from tui.screens.learn.key_card import CAP, LEFT, KeysScreen
from tui.settings.keymap import BOARD, Key

ROOM = (100, 60)
"""So many columns and rows that no line of the card has to be scrolled to."""
PLAYERS = {"djambi": 4, "mediterranee": 4}
GATHERING = "a table before its start"


async def opened(pilot: Pilot[None]) -> KeysScreen:
    """Open the card of keys of the table that is shown."""
    await pilot.press("question_mark")
    await pilot.pause()
    card = pilot.app.screen
    assert isinstance(card, KeysScreen)
    return card


def places(card: KeysScreen) -> list[tuple[Key, tuple[int, int]]]:
    """Give each key of a card that is shown, with a place of its line in the text."""
    keys = (*BOARD, *card._table)
    rows = (len(keys) + 1) // 2
    halves = [divmod(at, rows) for at in range(len(keys))]
    return [(key, (half * (CAP + LEFT) + CAP + 1, row)) for key, (half, row) in zip(keys, halves, strict=True)]


ALWAYS = {"mediterranee", GATHERING}
"""Where the page has the most lines, and where it has others."""


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=() if name in ALWAYS else long_only) for name in (*names(), GATHERING)]
)
async def test_a_click_on_a_line_does_what_its_key_does(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_that_waits() if game == GATHERING else app_over(match_of(PLAYERS.get(game, 2), 2, 1, game))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        done: list[str] = []

        async def note(action: str, *_: object) -> bool:
            done.append(action)
            return True

        for key, place in places(await opened(pilot)):
            if app.screen is app.table:
                await opened(pilot)
            with monkeypatch.context() as patch:
                patch.setattr(app, "run_action", note)
                await pilot.click(Static, offset=place)
                await pilot.pause()
                await pilot.pause()
            assert app.screen is app.table, key
            assert done == [key.action], key
            done.clear()


async def test_a_decision_is_taken_back_with_the_mouse_alone() -> None:
    app = app_over(match_of(4, 3, 1))
    async with app.run_test(size=ROOM) as pilot:
        card = await opened(pilot)
        cursor = app.table.board.cursor
        await pilot.click(Static, offset=next(place for key, place in places(card) if key.id == "table.takeback"))
        await pilot.pause()
        await pilot.pause()
        assert [call[:2] for call in app.handle.calls] == [("offer", OfferKind.TAKEBACK)]
        assert app.table.board.cursor == cursor


async def test_the_offers_have_the_taking_back() -> None:
    app = app_over(match_of(4, 3, 1))
    app.handle.view = replace(app.handle.view, terms=(("takebacks", "ask"),))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.press("o")
        await pilot.pause()
        answers = app.screen.query_one(OptionList)
        at = next(at for at in range(answers.option_count) if "Take back" in str(answers.options[at].prompt))
        answers.highlighted = at
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert [call[:2] for call in app.handle.calls] == [("offer", OfferKind.TAKEBACK)]


@pytest.mark.parametrize(("game", "lined"), [("epaminondas", True), ("djambi", False)])
async def test_the_dots_around_the_pieces_of_a_line_are_explained_where_there_are_any(
    game: str,
    lined: bool,  # noqa: FBT001 (a case)
) -> None:
    app = app_over(match_of(2 if lined else 4, 0, 5, game))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        card = await opened(pilot)
        assert ("A piece between two dots stands in a line" in card._text().plain) is lined
