"""Méditerranée at the table: a march, treason, the set-up, what an enemy reaches, all cards, sizes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import DEALER, Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import WaitView
from tests.tui.support.campaign import LARGE, SMALL, STORY, go_to, played, press_chip, settled, status, table, text_of
from tests.tui.support.journey import click_on, toasts
from tui.i18n import translation
from tui.screens.learn.key_card import KeysScreen
from tui.screens.table.known_cards_screen import CardsScreen
from tui.screens.table.table_screen import TableScreen
from tui.settings import theme
from tui.settings.settings import Settings
from tui.widgets.board_view import BoardView
from tui.widgets.fight_bar import FightBar
from tui.widgets.hand_bar import LAY, PICK, WORD, HandBar
from tui.widgets.line_panel import LinePanel
from tui.widgets.seats_panel import SeatsPanel


async def test_a_march_is_paid_for_and_made() -> None:
    handle, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("plus")
        await settled(pilot)
        assert "Forced march" in status(app)
        assert "makes" not in status(app)
        await pilot.press("2", "enter")
        await settled(pilot)
        assert handle.match.log[-1].text.startswith("draw")
        await pilot.press("2", "4", "enter")
        await settled(pilot)
        assert handle.match.log[-1].text == "pay 4"
        assert status(app).startswith("Your turn ● Rome makes the forced march that is paid for")
        await go_to(pilot, "ROM")
        await pilot.press("enter")
        await go_to(pilot, "MED")
        await pilot.press("enter", "enter")
        await settled(pilot)
        assert "march rE ROM-MED" in {line.text for line in handle.match.log}


async def test_a_march_may_cost_more_than_it_must() -> None:
    """Three are reached by the first card; still nothing is paid before Enter, or before its chip is pressed."""
    handle, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("plus")
        await settled(pilot)
        assert "cards worth 3 or more together: digits, Space; Enter pays" in status(app)
        await pilot.press("right", "enter")
        await settled(pilot)
        assert toasts(app)[-1] == "Pick cards worth 3 or more together first, by their digits or with Space."
        await pilot.press("4", "k", "2")
        await settled(pilot)
        assert handle.match.log[-1].text.startswith("draw")
        await pilot.press("k", "enter")
        await settled(pilot)
        assert handle.match.log[-1].text == "pay 4+2"


async def test_the_words_of_the_hand_stay_while_a_piece_is_picked() -> None:
    """Whoever follows a hint to a forced march has often picked a piece before: the chip must still be there."""
    _, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("tab", "enter")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.desk.picking is not None
        assert len(app.screen.desk.picking.prefix) == 1
        await press_chip(pilot, HandBar, WORD + "pay")
        await settled(pilot)
        assert app.screen.desk.picking is not None
        assert app.screen.desk.picking.prefix == ("pay",)


async def test_cards_to_spare_are_paid_by_mouse() -> None:
    handle, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press_chip(pilot, HandBar, WORD + "pay")
        await settled(pilot)
        faces = app.screen.query_one(HandBar).holding.faces
        for face in (10, 1):
            await press_chip(pilot, HandBar, f"{PICK}{faces.index(face)}")
        await settled(pilot)
        assert handle.match.log[-1].text.startswith("draw")
        await press_chip(pilot, HandBar, LAY)
        await settled(pilot)
        assert handle.match.log[-1].text == "pay 10+1"


async def test_by_option_a_card_to_spare_is_refused() -> None:
    handle, app = table(played(payment="exact"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("plus")
        await settled(pilot)
        assert "none to spare: digits, Space; Enter pays" in status(app)
        await pilot.press("4", "2", "enter")
        await settled(pilot)
        assert handle.match.log[-1].text.startswith("draw")
        await pilot.press("2", "enter")
        await settled(pilot)
        assert handle.match.log[-1].text == "pay 4"


async def test_a_march_of_two_pieces_asks_for_the_second() -> None:
    handle, app = table(played("move rC ARR-GEN", "pass", "pass", "pass", "pay 4"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert status(app).startswith("Your turn ● Rome makes the forced march that is paid for")
        await go_to(pilot, "NEA")
        await pilot.press("enter")
        await go_to(pilot, "BRU")
        await pilot.press("enter")
        assert "now another piece of yours that goes too" in status(app)
        assert handle.match.log[-1].text == "pay 4"


async def test_a_special_card_is_put_back_by_a_second_click_and_by_the_words_for_it() -> None:
    _, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press_chip(pilot, HandBar, WORD + "treason")
        await settled(pilot)
        assert "towns; Esc takes it back" in status(app)
        await press_chip(pilot, HandBar, WORD + "treason")
        await settled(pilot)
        assert status(app).startswith("Your turn")
        assert "p Pass  + March  T Treason" in text_of(app, HandBar)
        await pilot.press("T")
        await settled(pilot)
        await click_on(pilot, "Esc takes it back")
        assert status(app).startswith("Your turn")
        for _ in range(2):
            await pilot.press("plus")
            await settled(pilot)
        assert status(app).startswith("Your turn"), "a forced march too"


async def test_treason_moves_an_enemy() -> None:
    handle, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("T")
        await settled(pilot)
        assert status(app).startswith("Treason by a general")
        await go_to(pilot, "CRL")
        await pilot.press("enter")
        await pilot.press("escape", "escape")
        await settled(pilot)
        assert app.screen.query_one(BoardView).cursor == "CRL"
        await press_chip(pilot, HandBar, WORD + "treason")
        await settled(pilot)
        app.screen.query_one(HandBar).focus()
        await settled(pilot)
        told = {active.binding.action for active in app.screen.active_bindings.values() if active.enabled}
        assert "to_board" in told
        assert "lay" not in told, "no card is asked for"
        app.screen.query_one(BoardView).focus()
        await pilot.press("enter")
        await go_to(pilot, "PAL")
        await pilot.press("enter", "enter")
        await settled(pilot)
        assert handle.match.log[-1].text == "treason cB1 CRL-PAL"


async def test_words_that_cannot_be_said_are_refused_and_passing_is_possible() -> None:
    handle, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.check_action("say_word", ("pay",))
        assert not screen.check_action("say_word", ("sedition",))
        assert not screen.check_action("turn", ())
        await pilot.press("S")
        assert toasts(app)[-1] == "You do not have the card sedition."
        await pilot.press("p")
        await settled(pilot)
        assert handle.match.log[-2].text == "pass"


async def test_a_card_that_cannot_be_played_says_why_by_key_and_by_mouse() -> None:
    _, app = table(played("pass"), (0,))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        for press in ("T", "S", "plus", "p"):
            app.clear_notifications()
            await pilot.press(press)
            assert toasts(app)[-1] == "It is not your turn: Constantinople decides now.", press
        app.clear_notifications()
        await press_chip(pilot, HandBar, WORD + "treason")
        await settled(pilot)
        assert "It is not your turn" in toasts(app)[-1]


async def test_the_set_up_is_chosen_and_placed() -> None:
    handle, app = table(played(placement="none"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert "Rome takes a special card: T for Treason, S for Sedition" in status(app)
        assert "Take one: T Treason  S Sedition" in text_of(app, HandBar)
        await pilot.press("enter")
        await settled(pilot)
        assert toasts(app)[-1] == "First take a special card, Treason or Sedition."
        await press_chip(pilot, HandBar, WORD + "sedition")
        await settled(pilot)
        assert handle.match.log[-1].text == "take sedition"
        await handle.play(Seat(2), "take treason")
        await settled(pilot)
        assert "Rome places boat rB1" in status(app)
        await go_to(pilot, "GEN")
        await pilot.press("enter")
        await settled(pilot)
        assert handle.match.log[-1].text == "place rB1 GEN"
        await pilot.press("i")
        await settled(pilot)
        assert status(app).startswith("Your turn ● Rome places boat rB2 · GEN "), "what is asked stays told"


async def test_what_an_enemy_reaches_is_shown() -> None:
    _, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.board.move_to("CRL")
        await pilot.press("i")
        await settled(pilot)
        assert status(app).startswith("Your turn ● Rome · CRL can go to 3 towns")
        picture = screen.board.picture
        assert picture is not None
        assert picture.marks.reach == {"PAL", "ALE", "ROM"}
        assert picture.marks.selected == "CRL"


async def test_all_known_cards_are_shown() -> None:
    _, app = table(played("pass"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("e")
        await settled(pilot)
        cards = app.screen
        assert isinstance(cards, CardsScreen)
        shown = "\n".join(row.plain for row in cards._rows)
        assert shown.count(" ? ") == 1
        assert "Rome" in shown
        assert "18 cards" in shown
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
async def test_the_table_follows_its_size_in_a_fight(glyph_set: str) -> None:
    _, app = table(played("move rF2 TAR-NOV"), glyph_set=glyph_set)
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        board, side = app.screen.query_one(BoardView), app.screen.query_one("#side")
        assert board.size.width == LARGE[0] - 34
        for size, rows in ((SMALL, 16), ((100, 30), 20), ((129, 40), 24)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert board.size.width == size[0]
            assert board.size.height >= rows
            assert side.region.y >= board.region.bottom
            for kind in (FightBar, HandBar, SeatsPanel):
                region = app.screen.query_one(kind).region
                assert region.bottom < size[1] - 1
                assert region.right <= size[0]
            assert app.screen.query_one("#log", LinePanel).display is (size != SMALL)


async def test_a_step_and_another_language_leave_the_map_whole() -> None:
    _, app = table(played())
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        board = app.screen.query_one(BoardView)
        board.move_to("ROM")
        await pilot.press("down")
        assert board.cursor != "ROM"
        assert f"{board.cursor} " in status(app)
        translation.use("fr")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.relabel()
        await settled(pilot)
        picture = screen.board.picture
        assert picture is not None
        assert any("Carthagène" in row for row in picture.cells.lines())
        assert text_of(app, HandBar).startswith(translation.tr("Hand"))
        translation.use("en")


@pytest.mark.parametrize(("what", "told"), [("", ""), ("share", " · away: Dan · o: wait no longer")])
async def test_while_a_card_is_dealt_the_row_says_so_and_who_is_away(what: str, told: str) -> None:
    handle, app = table(Match.new(find("mediterranee"), {"placement": "standard", "talon": STORY}))
    assert handle.match.state.active == (DEALER,)
    seats = tuple(replace(seat, pid=f"P{seat.seat}", nick="Dan", present=False) for seat in handle.view.seats)
    waits = (WaitView(Seat(1), what, 0, 1000, ripe=True),) if what else ()
    handle.view = replace(handle.view, seats=seats, waits=waits)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        row, _, _ = status(app).partition("  ")
        assert row == f"a card is being dealt{told}"


async def test_the_card_of_keys_says_what_an_own_piece_between_the_marks_means() -> None:
    _, app = table(played())
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        await settled(pilot)
        card = app.screen
        assert isinstance(card, KeysScreen)
        assert "A piece of your own between › ‹ may go in the same turn" in card._text().plain


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
@pytest.mark.parametrize("by", ["mouse", "key"])
async def test_the_special_card_that_is_chosen_stays_in_its_line_and_a_second_click_plays_it(
    by: str, size: tuple[int, int]
) -> None:
    handle, app = table(played(placement="none"))
    app.settings = Settings(confirm="on")

    async def say(word: str) -> None:
        await (press_chip(pilot, HandBar, WORD + word) if by == "mouse" else pilot.press(word[0].upper()))
        await settled(pilot)

    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        offered = text_of(app, HandBar)
        began = len(handle.match.log)
        await say("treason")
        told = text_of(app, HandBar)
        assert "[T Treason" in told
        assert told.replace("[T", " T").replace("]", " ") == offered, "nothing moves, and no card of the hand is marked"
        await say("sedition")
        told = text_of(app, HandBar)
        assert "[S " in told
        assert told.count("[") == 1
        assert "<" not in told
        await pilot.press("escape")
        await settled(pilot)
        assert text_of(app, HandBar) == offered
        assert len(handle.match.log) == began
        await say("treason")
        await say("treason")
        assert handle.match.log[-1].text == "take treason"
        assert "[" not in text_of(app, HandBar)


async def test_a_pass_that_waits_to_be_confirmed_stays_in_its_line() -> None:
    handle, app = table(played())
    app.settings = Settings(confirm="on")
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press_chip(pilot, HandBar, WORD + "pass")
        await settled(pilot)
        assert "[p Pass] + March  T Treason" in text_of(app, HandBar)
        await press_chip(pilot, HandBar, WORD + "pass")
        await settled(pilot)
        assert handle.match.log[-2].text == "pass"
