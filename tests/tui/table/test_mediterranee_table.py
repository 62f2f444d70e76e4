"""Méditerranée at the table: a combat by keys, by mouse and by typing; spies, a march, treason, the set-up, sizes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from core.game import Seat
from core.games import find
from core.match import Match
from net.view import Phase
from tui import speech, theme
from tui.screens.cards import CardsScreen
from tui.screens.table import TableScreen
from tui.still import StillApp, StillTable, view_of
from tui.widgets.board import BoardView
from tui.widgets.chips import ChipBar
from tui.widgets.fight import FightBar
from tui.widgets.hand import LAY, PICK, WORD, HandBar
from tui.widgets.lines import Lines
from tui.widgets.prompt import Prompt
from tui.widgets.seats import SeatsPanel
from tui.widgets.talk import TalkInput

SMALL, LARGE = (80, 24), (160, 50)
STORY = "1,3,5,7,9," * 3 + "1,3,5,7,9"


class LocalTable(StillTable):
    """A controller of a match that deals itself; the seats of `hand` are played here."""

    def __init__(self, match: Match, hand: tuple[int, ...]) -> None:
        """Begin at the state of a match."""
        view = view_of(match, talk=False)
        seats = tuple(replace(seat, mine=seat.seat in hand) for seat in view.seats)
        super().__init__(replace(view, seats=seats))
        self._version = 0
        self._news = asyncio.Condition()

    @property
    def match(self) -> Match:
        """The match as it stands."""
        assert self.view.match is not None
        return self.view.match

    async def changed(self, version: int) -> int:
        """Wait for another version."""
        async with self._news:
            await self._news.wait_for(lambda: self._version != version)
            return self._version

    async def play(self, seat: Seat, text: str) -> None:
        """Play or seal, then deal."""
        match = self.match.seal(text, seat).deal()
        async with self._news:
            self.view = replace(self.view, match=match, phase=Phase.OVER if match.state.outcome else Phase.PLAYING)
            self._version += 1
            self._news.notify_all()


def played(*moves: str, **options: str) -> Match:
    match = Match.new(find("mediterranee"), {"placement": "standard", "talon": STORY, **options}).deal()
    for text in moves:
        match = match.play(text).deal()
    return match


def table(match: Match, hand: tuple[int, ...] = (0,), **how: str) -> tuple[LocalTable, StillApp]:
    speech.use("en")
    handle = LocalTable(match, hand)
    return handle, StillApp(TableScreen(handle), **how)


async def settled(pilot: Pilot[Any]) -> None:
    for _ in range(3):
        await pilot.pause()


async def go_to(pilot: Pilot[Any], spot: str) -> None:
    """Press Tab until the cursor stands there."""
    board = pilot.app.screen.query_one(BoardView)
    for _ in range(40):
        if board.cursor == spot:
            return
        await pilot.press("tab")
    raise AssertionError(spot)


async def press_chip(pilot: Pilot[Any], bar: type[ChipBar], key: str) -> None:
    found = pilot.app.screen.query_one(bar)
    y, x = next(
        (y, x) for y, row in enumerate(found.texts) for x in range(len(row)) if found._chips.key_at(x, y) == key
    )
    await pilot.click(bar, offset=(x + 1, y))


def text_of(app: StillApp, bar: type[ChipBar]) -> str:
    return "\n".join(app.screen.query_one(bar).texts)


def status(app: StillApp) -> str:
    return str(app.screen.query_one(Prompt).query_one("#status").render())


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
        await pilot.press("t")
        assert app.screen.query_one(TalkInput).region.height == 1
        assert app.screen.focused is app.screen.query_one(TalkInput)
        await pilot.press("escape", "enter")
        assert app.screen.focused is app.screen.query_one("#hand")
        await pilot.press("enter")
        await settled(pilot)
        assert [line.seat for line in handle.match.sealed] == [0]
        assert "● has laid 2 cards    ■ is thinking\nwaiting for ■" in text_of(app, FightBar)
        assert "8 + " not in text_of(app, FightBar)
        await handle.play(Seat(3), "cards 6+0")
        await settled(pilot)
        assert not app.screen.query_one(FightBar).display
        assert app.screen.focused is app.screen.query_one("#board")
        toast = "\n".join(note.message for note in app._notifications)
        assert "lays 8+0" in toast
        assert "in NOV 8 against 6" in toast
        assert "infantry cI1 is lost in NOV" in toast
        scene = handle.match.state.scene(Seat(0))
        assert [(piece.colour, piece.letter) for piece in scene.pieces if piece.spot == "NOV"] == [("red", "F2")]


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


async def test_a_march_is_paid_for_and_made() -> None:
    handle, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("plus")
        await settled(pilot)
        assert "Forced march" in status(app)
        await pilot.press("2", "enter")
        await settled(pilot)
        assert handle.match.log[-1].text.startswith("draw")
        await pilot.press("2", "4", "enter")
        await settled(pilot)
        assert handle.match.log[-1].text == "pay 4"
        await go_to(pilot, "ROM")
        await pilot.press("enter")
        await go_to(pilot, "MED")
        await pilot.press("enter", "enter")
        await settled(pilot)
        assert "march rE ROM-MED" in {line.text for line in handle.match.log}


async def test_treason_moves_an_enemy() -> None:
    handle, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await pilot.press("T")
        await settled(pilot)
        assert status(app).startswith("Treason of General")
        await go_to(pilot, "CRL")
        await pilot.press("enter")
        await pilot.press("escape", "escape")
        await settled(pilot)
        assert app.screen.query_one(BoardView).cursor == "CRL"
        await press_chip(pilot, HandBar, WORD + "treason")
        await settled(pilot)
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
        screen.action_say_word("sedition")
        await pilot.press("p")
        await settled(pilot)
        assert handle.match.log[-2].text == "pass"


async def test_the_set_up_is_chosen_and_placed() -> None:
    handle, app = table(played(placement="none"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert "Rome takes a special card" in status(app)
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


async def test_what_an_enemy_reaches_is_shown() -> None:
    _, app = table(played())
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.board.move_to("CRL")
        await pilot.press("i")
        await settled(pilot)
        assert status(app).startswith("CRL can go to 3 towns")
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
            assert app.screen.query_one("#log", Lines).display is (size != SMALL)


async def test_a_step_and_another_language_leave_the_map_whole() -> None:
    _, app = table(played())
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        board = app.screen.query_one(BoardView)
        board.move_to("ROM")
        await pilot.press("down")
        assert board.cursor != "ROM"
        assert f"{board.cursor} " in status(app)
        speech.use("fr")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.relabel()
        await settled(pilot)
        picture = screen.board.picture
        assert picture is not None
        assert any("Carthagène" in row for row in picture.cells.lines())
        assert text_of(app, HandBar).startswith(speech.tr("Hand"))
        speech.use("en")
