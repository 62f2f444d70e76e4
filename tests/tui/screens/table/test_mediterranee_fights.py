"""Combats of Méditerranée at the table, by keys, by mouse and by typing; spies."""

from __future__ import annotations

import pytest

from core.game import Seat
from tests.tui.support.campaign import LARGE, SMALL, go_to, played, press_chip, settled, status, table, text_of
from tests.tui.support.journey import click_on
from tui.i18n import translation
from tui.widgets.board_view import BoardView
from tui.widgets.fight_bar import FightBar
from tui.widgets.hand_bar import LAY, PICK, WORD, HandBar
from tui.widgets.talk_pane import TalkInput


async def test_a_combat_is_fought_by_keys() -> None:
    handle, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert not app.screen.query_one(FightBar).display
        await go_to(pilot, "TAR")
        await pilot.press("enter")
        await go_to(pilot, "NOV")
        await pilot.press("enter")
        assert status(app).startswith("move rI2 TAR-NOV")
        await pilot.press("enter")
        await settled(pilot)
        assert handle.match.state.sealed
        assert "Fight for New Carthage" in text_of(app, FightBar)
        assert "Lay 2 cards" in text_of(app, FightBar)
        assert app.screen.focused is app.screen.query_one("#hand")
        await pilot.press("8", "0")
        assert "8 + Jack or Queen (0)" in text_of(app, FightBar)
        await pilot.press("escape")
        assert app.screen.focused is app.screen.query_one("#board")
        await settled(pilot)
        assert "8 + Jack or Queen (0)  Lay them down  Enter answers" in text_of(app, FightBar)
        await pilot.press("t")
        assert app.screen.query_one(TalkInput).region.height == 1
        assert app.screen.focused is app.screen.query_one(TalkInput)
        await pilot.press("escape", "enter")
        assert app.screen.focused is app.screen.query_one("#hand")
        await pilot.press("enter")
        await settled(pilot)
        assert [line.seat for line in handle.match.sealed] == [0]
        assert status(app).startswith("■ Carthage to decide"), "only who has not laid is waited for"
        assert "● has laid 2 cards    ■ is thinking\nwaiting for ■" in text_of(app, FightBar)
        assert "8 + " not in text_of(app, FightBar)
        await handle.play(Seat(3), "cards 6+0")
        await settled(pilot)
        assert not app.screen.query_one(FightBar).display
        assert app.screen.focused is app.screen.query_one("#board")
        toast = "\n".join(note.message for note in app._notifications)
        assert "lays cards 8+0" in toast
        assert "in New Carthage the attack has 8, the defence 6" in toast
        assert "infantry cI1 is lost in New Carthage" in toast
        assert "NOV" not in toast
        app.screen.dismiss("keep")
        await pilot.pause()
        await pilot.pause()
        assert not app._notifications, "nothing of the table lies over what comes after it"
        scene = handle.match.state.scene(Seat(0))
        assert [(piece.colour, piece.letter) for piece in scene.pieces if piece.spot == "NOV"] == [("red", "F2")]


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_board_only_keeps_the_hand_while_cards_are_owed(size: tuple[int, int]) -> None:
    handle, app = table(played("move rI2 TAR-NOV"))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(HandBar)
        for _ in range(2):
            await pilot.press("z")
            await settled(pilot)
            assert hand.has_focus
            assert hand.region.height == 1
            assert "0-9, t: ten, k: King (15)" in text_of(app, FightBar)
        await pilot.press("z", "k", "8", "enter")
        await settled(pilot)
        assert [line.text for line in handle.match.sealed] == ["cards 15+8"]
        assert app.screen.query_one(BoardView).has_focus
        assert hand.region.height == 0, "nothing is owed any more"


async def test_a_fight_names_no_key_that_means_something_else_where_the_focus_is() -> None:
    _, app = table(played("move rI2 TAR-NOV"))
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        for key, back in (("t", "escape"), ("colon", "escape")):
            app.screen.query_one(BoardView).focus()
            await settled(pilot)
            assert "Enter answers" in text_of(app, FightBar)
            await pilot.press(key)
            await settled(pilot)
            told = text_of(app, FightBar)
            assert "0-9" not in told
            assert "Enter answers" not in told
            await pilot.press(back)


async def test_the_focus_goes_back_to_the_board_from_a_hand_that_is_hidden() -> None:
    _, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(HandBar)
        hand.focus()
        await settled(pilot)
        await pilot.press("z")
        await settled(pilot)
        assert hand.region.height == 0
        assert app.screen.query_one(BoardView).has_focus


async def test_towns_are_told_as_the_map_names_them_in_french_too() -> None:
    handle, app = table(played("move rF2 TAR-NOV").seal("cards 8+0", Seat(0)))
    with translation.speaking("fr"):
        async with app.run_test(size=SMALL) as pilot:
            await settled(pilot)
            await handle.play(Seat(3), "cards 6+0")
            await settled(pilot)
            toast = "\n".join(note.message for note in app._notifications)
    assert "à Carthagène, l’attaque fait 8 et la défense 6, fantassin cF1 est perdu à Carthagène" in toast


async def test_a_combat_is_fought_by_mouse() -> None:
    handle, app = table(played())
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        board = app.screen.query_one(BoardView)
        for spot in ("TAR", "NOV", "NOV"):
            region = board.region_of(spot)
            await pilot.click(BoardView, offset=(region.x + 2, region.y))
        await settled(pilot)
        assert handle.match.state.sealed
        await press_chip(pilot, HandBar, f"{PICK}6")
        await press_chip(pilot, HandBar, f"{PICK}8")
        assert app.screen.query_one(HandBar).holding.chosen == (15, 8)
        await press_chip(pilot, FightBar, LAY)
        await settled(pilot)
        assert [line.text for line in handle.match.sealed] == ["cards 15+8"]
        await handle.play(Seat(3), "cards 15+8")
        await settled(pilot)
        assert "lays cards 15+8, equal: one more card each" in "\n".join(note.message for note in app._notifications)
        assert "A tie: lay one card more" in text_of(app, FightBar)


async def test_a_combat_is_fought_by_typing() -> None:
    handle, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("colon", *"move rF2 TAR-NOV".replace(" ", "_"), "escape")
        for text in ("move rF2 TAR-NOV", "cards 8+0"):
            await pilot.press("colon", *("space" if letter == " " else letter for letter in text), "enter")
            await settled(pilot)
        assert [line.text for line in handle.match.sealed] == ["cards 8+0"]


@pytest.mark.parametrize(("word", "chosen"), [("spy", "mouse"), ("keep", "k"), ("spy", "s")])
async def test_a_spy_is_declared_or_kept_back(word: str, chosen: str) -> None:
    match = played("move rF2 TAR-NOV").seal("cards 2+0", Seat(0)).seal("cards 10+4", Seat(3))
    handle, app = table(match)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert "2+0" in text_of(app, FightBar)
        assert "Two points: is it a spy?" in text_of(app, FightBar)
        if chosen == "mouse":
            await press_chip(pilot, FightBar, WORD + word)
        else:
            await pilot.press(chosen)
        await settled(pilot)
        assert next(line.text for line in reversed(handle.match.log) if line.seat == 0) == word
        if word == "spy":
            assert "Spy: lay 2 cards openly" in text_of(app, FightBar)
            await pilot.press("t", "6", "enter")
            await settled(pilot)
            assert not app.screen.query_one(FightBar).display


async def test_what_a_spy_does_is_asked_by_its_own_keys_and_by_no_others() -> None:
    """Esc leaves the question for the board, whose keys are no answers: none is shown that is not one."""
    handle, app = table(played("move rF2 TAR-NOV").seal("cards 2+0", Seat(0)).seal("cards 10+4", Seat(3)))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert "s  Spy    k  Keep the cards" in text_of(app, FightBar)
        await pilot.press("escape")
        await settled(pilot)
        assert app.screen.focused is app.screen.query_one("#board")
        assert "spy?   Spy   Keep the cards  Enter answers" in text_of(app, FightBar)
        before, board = handle.match.ply, app.screen.query_one(BoardView)
        board.move_to("ROM")
        await pilot.press("s", "down", "k", "i")
        await settled(pilot)
        assert [note.message for note in app._notifications] == [
            "The fight waits for your answer: Enter leads back to it."
        ]
        assert handle.match.ply == before
        assert board.has_focus, "looking round goes on"
        await pilot.press("enter")
        await settled(pilot)
        assert app.screen.query_one(HandBar).has_focus
        assert "s  Spy    k  Keep the cards" in text_of(app, FightBar)
        await pilot.press("s")
        await settled(pilot)
        assert next(line.text for line in reversed(handle.match.log) if line.seat == 0) == "spy"


async def test_a_click_on_what_enter_does_plays() -> None:
    handle, app = table(played())
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        board = app.screen.query_one(BoardView)
        for spot in ("TAR", "NOV"):
            region = board.region_of(spot)
            await pilot.click(BoardView, offset=(region.x + 2, region.y))
        assert "Enter plays" in status(app)
        assert not handle.match.state.sealed
        await click_on(pilot, "Enter plays")
        await settled(pilot)
        assert handle.match.log[-1].text == "move rF2 TAR-NOV"
