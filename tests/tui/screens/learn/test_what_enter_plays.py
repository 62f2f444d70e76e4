"""What the line below the board names is what Enter plays: in lessons, puzzles, moments and at tables of all games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from core.game import Seat
from core.games import find, names
from core.match.match import Match
from tests.gallery.fixed_table import FixedTableApp
from tests.length import long_only, so_many
from tests.tui.study.test_own_moments import kept_entry
from tests.tui.support.journey import settled
from tui.i18n.local_letters import spelled
from tui.i18n.translation import tr
from tui.screens.learn.lesson_screen import LessonScreen
from tui.study.analysis.own_moments import OwnMoment, keep
from tui.study.lessons.daily_puzzle import calendar, riddle
from tui.study.lessons.tutor import Tutor
from tui.table.move_entry import MoveEntry
from tui.widgets.board_view import BoardView
from tui.widgets.hand_bar import HandBar
from tui.widgets.key_words import PLAYS
from tui.widgets.prompt import Prompt, StatusLine

Make = Callable[..., Any]

ROOM = (160, 50)
TRIES, STEPS = so_many(6, 3), 3
OPTIONS = {
    "djambi": {"players": "4"},
    "mediterranee": {"players": "4", "placement": "standard", "seed": "5"},
    "megiddo": {"players": "2"},
    "epaminondas": {},
}
WAYS = ("left", "right", "up", "down", "tab", "enter", "escape")


def said(pilot: Pilot[Any]) -> str:
    """Give what stands in the line below the board."""
    return pilot.app.screen.query_one(StatusLine).render().plain


def promised(pilot: Pilot[Any]) -> str:
    """Give what the line names before it says that Enter plays it; empty if it does not say so."""
    named, says, _ = said(pilot).partition(f" {tr(PLAYS)}")
    return named if says else ""


async def typed_and_left(pilot: Pilot[Any], text: str) -> None:
    """Type a text and leave the line without playing."""
    pilot.app.screen.query_one(Prompt).open()
    await pilot.press(*text)
    await pilot.pause()
    await pilot.press("escape")
    await pilot.pause()


def texts(choice: MoveEntry, chance: Random) -> Iterator[str]:
    """Give texts of legal actions, whole and cut."""
    legal = [str(action) for action in choice.state.legal(choice.seat)][:200]
    for text in chance.sample(legal, min(TRIES, len(legal))):
        yield text
        yield text[: chance.randrange(1, len(text) + 1)]


@pytest.fixture
def course(parley_home: Path) -> Callable[[str, str], LessonScreen]:
    """Make the screen of a lesson, of the puzzle of the day, or of a moment of one's own."""
    del parley_home

    def make(game: str, kind: str) -> LessonScreen:
        if kind == "moment":
            keep("default", kept_entry())
            return LessonScreen(game, 1, OwnMoment("default"))
        return LessonScreen(game, 1, riddle(game, calendar("")) if kind == "puzzle" else Tutor(game, 2))

    return make


CASES = [*((game, kind) for game in names() for kind in ("lesson", "puzzle")), ("megiddo", "moment")]
OFTEN = {("djambi", "lesson"), ("mediterranee", "puzzle"), ("epaminondas", "puzzle"), ("megiddo", "moment")}
"""Every game and every kind once."""


@pytest.mark.parametrize(
    ("game", "kind"), [pytest.param(*case, marks=() if case in OFTEN else long_only) for case in CASES]
)
async def test_a_task_plays_what_its_line_names(
    game: str, kind: str, course: Callable[[str, str], LessonScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, played, chance = course(game, kind), list[str](), Random(12)
    monkeypatch.setattr(type(screen.tutor), "play", lambda _, text: played.append(text))
    async with FixedTableApp(screen).run_test(size=ROOM) as pilot:
        await pilot.pause()
        first = screen.tutor.choice
        assert first is not None
        for text in texts(first, chance):
            await typed_and_left(pilot, text)
            assert screen.tutor.choice == first, "what was typed is forgotten"
            asked = screen.query_one(HandBar).holding.asked
            assert asked or said(pilot).startswith(f"{screen.query_one(BoardView).cursor} "), (
                "the cursor's place is named"
            )
            assert not promised(pilot)
            for key in chance.choices(WAYS, k=STEPS):
                named, before = promised(pilot) if key == "enter" else "", len(played)
                await pilot.press(key)
                await pilot.pause()
                if named:
                    assert len(played) == before + 1
                    assert named.startswith(spelled(played[-1]))
            screen.tutor.drop()


ALWAYS = {"djambi", "mediterranee"}
"""A game of places and one of towns."""


@pytest.mark.parametrize("game", [pytest.param(name, marks=() if name in ALWAYS else long_only) for name in names()])
async def test_a_table_plays_what_its_line_names(game: str, make_app: Make) -> None:
    match = Match.new(find(game), OPTIONS[game])
    if game == "mediterranee":
        match = match.deal().seen_by(Seat(0))
    app, played, chance = make_app(match, hand=(0,)), list[str](), Random(12)

    async def play(_seat: Seat, text: str) -> None:
        played.append(text)

    app.handle.play = play
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        desk = app.table.desk
        for text in texts(desk.picking, chance):
            await typed_and_left(pilot, text)
            assert not desk.picking.prefix, "what was typed is forgotten"
            assert not promised(pilot)
            for key in chance.choices(WAYS, k=STEPS):
                named, before = promised(pilot) if key == "enter" else "", len(played)
                await settled(pilot, key)
                if named:
                    assert len(played) == before + 1
                    assert named.startswith(spelled(played[-1]))
            desk.drop()


def lengthening(choice: MoveEntry) -> MoveEntry | None:
    """Give a choice that is an action and can still go on, if there is one of at most three spots."""
    grown = [choice]
    for _ in range(3):
        grown = [each.point(spot) for each in grown for spot in each.targets]
        found = next((longer for longer in grown if longer.text is not None and longer.targets), None)
        if found is not None:
            return found
    return None


async def test_enter_on_the_last_spot_plays_and_elsewhere_the_line_says_where(
    course: Callable[[str, str], LessonScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, played = course("mediterranee", "lesson"), list[str]()
    monkeypatch.setattr(type(screen.tutor), "play", lambda _, text: played.append(text))
    async with FixedTableApp(screen).run_test(size=ROOM) as pilot:
        await pilot.pause()
        assert screen.tutor.choice is not None
        choice, board = lengthening(screen.tutor.choice), screen.query_one(BoardView)
        assert choice is not None
        for spot in choice.prefix:
            board.move_to(spot)
            await pilot.press("enter")
            await pilot.pause()
        assert promised(pilot).startswith(choice.shown())
        board.move_to(choice.prefix[0])
        await pilot.pause()
        assert not promised(pilot)
        assert f"Enter on {choice.prefix[-1]} plays" in said(pilot)
        board.move_to(choice.prefix[-1])
        await pilot.press("enter")
        assert played == [choice.text]
