"""Somebody who sits at the real table screen and knows one way to use it: the keys, the typed notation or the mouse."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from typing import Any

from textual import events
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import OptionList

from core.game import Spot
from core.scene import Layout
from tui.screens.table.end_card import After
from tui.screens.table.table_screen import TableScreen
from tui.widgets.board_view import BoardView
from tui.widgets.chips import ChipBar
from tui.widgets.drawing.board_cursor import nearest, step_target
from tui.widgets.fight_bar import FightBar
from tui.widgets.hand_bar import LAY, PICK, WORD, HandBar, word_keys

ARROWS = {"n": "up", "s": "down", "w": "left", "e": "right", "nw": "y", "ne": "u", "sw": "b", "se": "n"}
CARD = "card:"
FACES = {"10": "t", "15": "k"}


class Player(ABC):
    """One person with one way to play; `path` is what the core says an action points at."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        """Sit down."""
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        """The table, which has to be in front."""
        screen = self.pilot.app.screen
        assert isinstance(screen, TableScreen), screen
        return screen

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.table.board

    async def decide(self, _text: str, path: Sequence[Spot]) -> None:
        """Make one decision; where it could still go on, by choosing its last spot once more."""
        desk = self.table.desk
        assert desk.choice is not None
        further = desk.choice.state.next_spots(desk.choice.seat, tuple(path))
        if path[0].startswith(CARD) or path[0] == "pay":
            await self.lay([spot.removeprefix(CARD) for spot in path if spot.startswith(CARD)], pay=path[0] == "pay")
            return
        for spot in path:
            if word_keys(spot):
                await self.say(spot)
            else:
                await self.point(spot)
        if further:
            await self.point(path[-1])

    async def settle(self) -> None:
        """Let everything that follows happen."""
        await self.pilot.pause()
        await self.pilot.pause()

    async def strike(self, *keys: str) -> None:
        """Press keys faster than the screen is painted."""
        for key in keys:
            self.pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await self.pilot.pause()

    @abstractmethod
    async def lift(self) -> None:
        """Take the screen that is passed on."""

    @abstractmethod
    async def point(self, spot: str) -> None:
        """Point at a place on the board."""

    @abstractmethod
    async def say(self, word: str) -> None:
        """Say a word of the cards."""

    @abstractmethod
    async def lay(self, faces: Sequence[str], *, pay: bool) -> None:
        """Pick cards and lay them down."""

    @abstractmethod
    async def answer(self, what: After) -> None:
        """Choose on the end card."""


class ByKeys(Player):
    """Arrows and their diagonals, Enter, and the letters of the cards."""

    async def lift(self) -> None:
        """Lift the curtain."""
        await self.pilot.press("enter")

    async def point(self, spot: str) -> None:
        """Point there."""
        assert self.table.focused is self.board, "the keys are not the board's"
        await self.strike(*_way(self.board, spot))
        assert self.board.cursor == spot
        await self.pilot.press("enter")

    async def say(self, word: str) -> None:
        """Say it."""
        await self.pilot.press(word_keys(word)[0])
        await self.settle()

    async def lay(self, faces: Sequence[str], *, pay: bool) -> None:
        """Lay them."""
        if pay:
            await self.say("pay")
        assert self.table.focused is self.table.query_one(HandBar), "the keys are not the hand's"
        await self.pilot.press(*(FACES.get(face, face) for face in faces), "enter")

    async def answer(self, what: After) -> None:
        """Choose it."""
        answers = self.pilot.app.screen.query_one(OptionList)
        await self.pilot.press(*["down"] * answers.get_option_index(what), "enter")


class ByWords(ByKeys):
    """The notation, typed behind a colon."""

    async def decide(self, text: str, _path: Sequence[Spot]) -> None:
        """Type it."""
        await self.pilot.press("colon")
        await self.strike(*text)
        await self.pilot.press("enter")


class ByMouse(Player):
    """Clicks, and nothing else."""

    async def lift(self) -> None:
        """Lift the curtain."""
        await self._click(self.pilot.app.screen.query_one("#press"), 1)

    async def point(self, spot: str) -> None:
        """Point there."""
        region = self.board.region_of(spot)
        await self._click(self.board, region.x + region.width // 2, region.y + region.height // 2)

    async def say(self, word: str) -> None:
        """Say it."""
        await self._press(FightBar if word in {"spy", "keep"} else HandBar, WORD + word)

    async def lay(self, faces: Sequence[str], *, pay: bool) -> None:
        """Lay them."""
        if pay:
            await self.say("pay")
        hand = self.table.query_one(HandBar)
        free = list(hand.holding.faces)
        for face in faces:
            at = free.index(int(face))
            free[at] = None
            await self._press(HandBar, f"{PICK}{at}")
        await self._press(HandBar if pay else FightBar, LAY)

    async def answer(self, what: After) -> None:
        """Choose it."""
        answers = self.pilot.app.screen.query_one(OptionList)
        await self._click(answers, 4, answers.get_option_index(what))

    async def _press(self, kind: type[ChipBar], key: str) -> None:
        bar = self.table.query_one(kind)
        places = ((x, y) for y, row in enumerate(bar.texts) for x in range(len(row)))
        x, y = next(place for place in places if bar._chips.key_at(*place) == key)
        await self._click(bar, x + 1, y)
        await self.settle()

    async def _click(self, widget: Widget, x: int = 0, y: int = 0) -> None:
        await self.pilot.click(widget, offset=(x, y))


def _way(board: BoardView, goal: str) -> tuple[str, ...]:
    """Give the keys by which the cursor comes to a spot: the fewest there are."""
    assert board.cursor is not None
    known: dict[str, tuple[str, ...]] = {board.cursor: ()}
    ahead = deque(known)
    while goal not in known:
        spot = ahead.popleft()
        for direction, key in ARROWS.items():
            there = _step(board, spot, direction)
            if there is not None and there not in known:
                known[there] = (*known[spot], key)
                ahead.append(there)
    return known[goal]


def _step(board: BoardView, spot: str, direction: str) -> str | None:
    scene, layout, picture = board._scene, board._plan, board.picture
    assert scene is not None
    assert layout is not None
    assert picture is not None
    if scene.layout is Layout.MAP:
        return nearest(picture.frame.corners, spot, direction)
    if direction in {"n", "s"} and direction not in dict(scene.compass):
        return None
    return step_target(layout, scene.compass, spot, direction, layout.places[spot][0])
