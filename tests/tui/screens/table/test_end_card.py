"""The end card and the table tell what a certificate went past, and how far the end is agreed on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.settlement_view import BypassView, SettlementView
from net.view.table_view import OfferKind, OfferView, Phase, TableView
from tests.tui.support.journey import click_on, settled, shown
from tests.tui.table.test_pact_ledger import line
from tui.i18n import translation
from tui.screens.frame.dialog import GameQuestion
from tui.screens.table.end_card import EndScreen, end_text, fall_text
from tui.screens.table.table_status import status_text
from tui.settings.settings import Settings
from tui.settings.theme import glyphs, look
from tui.table.seat_names import NamedTable
from tui.text.shell.console import Console, Script
from tui.text.table.table_dialogue import TableDialogue
from tui.widgets.prompt import Prompt
from tui.widgets.text_style import TextStyle

Make = Callable[..., Any]
INK = TextStyle(look("parley-dark"), glyphs("unicode"))
PASSED = BypassView(0, "abandon red", ((Seat(0), "Mc1-d1"),), over=True)


def over(app: Any, match: Match, *, settled: bool, bypasses: tuple[BypassView, ...] = ()) -> TableView:  # noqa: ANN401
    """Give the game of an app as over."""
    for seat, name in ((0, "red"), (1, "green")):
        match = match.play(f"abandon {name}", Seat(seat))
    settlement = SettlementView(settled, () if settled else (Seat(1),), Seat(1))
    view: TableView = app.handle.view
    return replace(view, match=match, phase=Phase.OVER, settlement=settlement, bypasses=bypasses)


async def test_the_card_tells_who_was_gone_past_how_it_ended(make_app: Make, make_match: Make) -> None:
    match = make_match(3)
    app = make_app(match, hand=(0,))
    own = over(app, match, settled=True, bypasses=(PASSED,))
    card = end_text(own, INK).plain
    assert "The game went on without your last move; it ended so: Yellow wins: the last chief left." in card
    assert "Everybody has the end of the game." in card
    assert "not settled" not in card
    other = replace(own, seats=tuple(replace(seat, mine=seat.seat == 1) for seat in own.seats))
    assert "Alice's move Mc1-d1 came too late: all others had gone on." in end_text(other, INK).plain
    with translation.speaking("fr"):
        assert (
            "La partie a continué sans votre dernier coup\u00a0; elle s’est terminée ainsi" in end_text(own, INK).plain
        )
        unsettled = over(app, match, settled=False)
        assert "(pas encore confirmée)" in end_text(unsettled, INK).plain


async def test_the_card_is_told_anew_and_the_row_says_who_is_awaited(make_app: Make, make_match: Make) -> None:
    match = make_match(3)
    app = make_app(match, hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.handle.put(over(app, match, settled=False))
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        assert "(not settled yet)" in app.screen._question.plain
        told = status_text(app.table.desk, None, INK).plain
        assert told.startswith("Benoît has not confirmed the end of the game yet. Yellow wins: ")
        await app.handle.put(over(app, match, settled=True))
        await pilot.pause()
        assert "not settled" not in app.screen._question.plain
        assert status_text(app.table.desk, None, INK).plain.startswith("Yellow wins: ")
        assert not app._notifications


CHIEF_LOST = (
    *("Mb3-c4", "Ng3-f4", "Ng7-d4", "Nc7-d6", "Ra2-b3", "Ph2-g3", "Ph8-f6", "Pb8-c7"),
    *("Ma3-a5", "Pg3:g8>a2", "Ma2xa1>b8"),
)
"""A game in which Yellow kills Red's chief."""


async def test_the_card_says_who_killed_the_players_chief_as_bots_play_on_at_once(make_app: Make) -> None:
    match = Match.new(find("djambi"), {"players": "4"})
    for text in CHIEF_LOST:
        match = match.play(text)
    for seat, name in ((1, "blue"), (3, "green")):
        match = match.play(f"abandon {name}", Seat(seat))
    app = make_app(match, hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.handle.put(replace(app.handle.view, phase=Phase.OVER))
        await pilot.pause()
        assert "Red fell in turn 11: Yellow Ma2xa1>b8." in shown(app)
        assert "Tip (settings): watch the others' moves at your own pace." in shown(app)
        app.table.desk.paced = True
        assert "Tip" not in fall_text(app.table.desk, INK).plain


def test_the_names_of_states_stand_apart_from_those_of_people(make_app: Make, make_match: Make) -> None:
    match = make_match(3)
    view = over(make_app(match, hand=(0,)), match, settled=True)
    states = ("constantinople", "carthage", "rome")
    view = replace(view, seats=tuple(replace(seat, name=states[seat.seat]) for seat in view.seats))
    text = end_text(view, INK).plain
    assert [state for state in states if f" {state.title()} " not in text] == []


@pytest.mark.parametrize(("keys", "said"), [(("enter",), ["6 to 1"]), (("escape",), [])])
async def test_the_card_waits_for_a_line_that_is_being_written(
    make_app: Make, make_match: Make, keys: tuple[str, ...], said: list[str]
) -> None:
    match = make_match(3)
    app = make_app(match, hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot, "t", *"6 to")
        await app.handle.put(over(app, match, settled=True))
        await settled(pilot, *" 1")
        assert app.screen is app.table, "no digit of a sentence answers the card"
        assert "Yellow wins" in shown(app)
        await settled(pilot, *keys)
        assert isinstance(app.screen, EndScreen)
        assert [call[1] for call in app.handle.calls if call[0] == "say"] == said


@pytest.mark.parametrize("key", ["o", "q"])
async def test_the_end_takes_a_question_of_the_game_away(make_app: Make, make_match: Make, key: str) -> None:
    match = make_match(3)
    app = make_app(match, hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot, key)
        asked = app.screen
        assert isinstance(asked, GameQuestion)
        await app.handle.put(over(app, match, settled=True))
        await settled(pilot)
        assert isinstance(app.screen, EndScreen)
        await settled(pilot, "escape")
        assert app.screen is app.table
        assert asked not in app.screen_stack


async def test_a_toast_tells_who_plays_on_that_a_move_was_gone_past(make_app: Make, make_match: Make) -> None:
    match = make_match(3)
    app = make_app(match, hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.handle.view
        went_on = replace(view, match=match.play("abandon red", Seat(0)), bypasses=(PASSED,))
        for _ in range(2):
            await app.handle.put(replace(went_on, missing=went_on.missing + 1))
            await pilot.pause()
        assert [one.message for one in app._notifications][1:] == [
            "The game went on without your last move Mc1-d1: all others were done waiting."
        ]


async def test_in_text_mode_it_is_a_note(make_app: Make, make_match: Make) -> None:
    match = make_match(3)
    app = make_app(match, hand=(0,))
    app.handle.view = over(app, match, settled=True, bypasses=(PASSED,))
    said: list[str] = []
    await TableDialogue(NamedTable(app.handle), Console(Script(["seats"]), said.append)).run()
    line = "NOTE The game went on without your last move; it ended so: Yellow wins: the last chief left.\n"
    assert said.count(line) == 1


async def test_after_the_end_every_key_of_a_move_says_that_the_game_is_over(make_app: Make, make_match: Make) -> None:
    match = make_match(3)
    app = make_app(match, hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.handle.put(over(app, match, settled=True))
        await pilot.pause()
        await pilot.press("escape")
        table = app.table
        for key in ("enter", "colon"):
            await pilot.press(key)
            await pilot.pause()
            assert [toast.message for toast in app._notifications][-1] == "The game is over."
        assert len(app._notifications) == 2
        assert not table.query_one(Prompt).typing
        assert status_text(table.desk, None, INK).plain.endswith("  o: what next")
        await click_on(pilot, "o: what next")
        assert isinstance(app.screen, EndScreen)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)


async def test_who_watches_at_their_own_pace_sees_the_last_moves_before_the_card(
    make_app: Make, make_match: Make
) -> None:
    match = make_match(4).play("Mc2-d3")
    app = make_app(match, hand=(0,))
    app.settings = Settings(watch="step")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for text in ("Mg2-f3", "Ng7-g6", "abandon green", "abandon blue", "abandon red"):
            match = match.play(text, *((Seat(match.names.index(text[8:])),) if text.startswith("abandon") else ()))
        await app.handle.put(replace(app.handle.view, match=match, phase=Phase.OVER))
        await pilot.pause()
        assert app.screen is app.table
        assert status_text(app.table.desk, None, INK).plain.startswith(" Move 1 of 2, ] goes on:")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)


async def test_what_became_of_promises_does_not_cover_the_card(make_app: Make, make_match: Make) -> None:
    match = make_match(3)
    app = make_app(match, hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        ended = over(app, match, settled=True)
        said = (line(1, 0, "propose", "truce", "green"), line(1, 1, "accept", "truce", "red"))
        await app.handle.put(replace(ended, talk=said))
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        assert "1 promise, " in app.screen._question.plain
        assert not app._notifications


async def test_a_long_card_leaves_its_answers_and_the_question_below_it_in_sight(
    make_app: Make, make_match: Make
) -> None:
    match = make_match(3)
    app = make_app(match, hand=(0,))
    view = over(app, match, settled=False, bypasses=(PASSED,) * 4)
    asked = OfferView("ab", OfferKind.REMATCH, Seat(1), (), (), (Seat(0),))
    async with app.run_test(size=(80, 24)) as pilot:
        app.table.retell = lambda: None
        await app.handle.put(replace(view, offers=(asked,)))
        await settled(pilot)
        card = app.screen
        assert isinstance(card, EndScreen)
        rows = [row.strip(" │▁▂▃▄▅▆▇█") for row in shown(app).splitlines()]
        for number, (_, words) in enumerate(card._answers, 1):
            told = "Agree to the rematch" if words == "Ask for a rematch" else words
            assert any(f"{number}  {told}" in row for row in rows)
        assert "▲ Green would play again  y: agree  n: decline" in rows


def test_the_points_stand_below_what_they_are(make_app: Make, make_match: Make) -> None:
    """They are no pieces that anybody could count on the board."""
    match = make_match(3)
    rows = end_text(over(make_app(match, hand=(0,)), match, settled=True), INK).plain.splitlines()
    at = next(at for at, row in enumerate(rows) if row.endswith("Points for the result"))
    assert len(rows[at]) == len(rows[at + 1])
    match = Match.new(find("megiddo"), {"target": "6"})
    for text in ("A1", "C1", "A2", "E3", "A3", "C5", "A4", "E1", "A5", "C3", "A6"):
        match = match.play(text)
    view = replace(make_app(match, hand=(0,)).handle.view, phase=Phase.OVER)
    assert "Points of the match\n" in end_text(view, INK).plain
