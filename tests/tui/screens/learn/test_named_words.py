"""What the lines of a task name does something: the words and cards of a hand, and the keys of every game's task."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core.games import names
from core.study.lesson import lessons
from tests.gallery.fixed_table import FixedTableApp
from tests.length import LONG, long_only
from tests.tui.study.test_own_moments import kept_entry
from tests.tui.support.journey import shown
from tui.screens.learn.lesson_screen import LessonScreen
from tui.settings.keymap import LESSON, pressed
from tui.study.analysis.own_moments import OwnMoment, keep
from tui.study.lessons.daily_puzzle import DailyPuzzle
from tui.study.lessons.tutor import Tutor
from tui.widgets.chips import ChipBar
from tui.widgets.fight_bar import FightBar
from tui.widgets.hand_bar import LAY, PICK, WORD, HandBar, word_keys

ROOM = (160, 50)
GAME = "mediterranee"


def moment_of(told: Tutor) -> OwnMoment:
    """Give a moment of one's own with the task of a lesson."""
    step = {
        "goal": {"moves": [told.attempt.step.solution]},
        "solution": told.attempt.step.solution,
        "task": {"en": "Find better."},
        "hints": {"en": ["Why."]},
        "done": {"en": "Right."},
    }
    position = json.loads(json.dumps(told.state.to_json()))
    entry = {name: part for name, part in kept_entry().items() if name != "seat"}
    keep("default", {**entry, "game": GAME, "played": "pass", "position": position, "step": [step]})
    return OwnMoment("default")


def named(screen: LessonScreen) -> list[str]:
    """Give the chips of the hand and of the fight, as they are pressed."""
    bars = (screen.query_one(HandBar), screen.query_one(FightBar))
    spans = [key for bar in bars if bar.display for *_, key in bar._chips._spans]
    return list(dict.fromkeys(spans))


def keys(chip: str, hand: HandBar) -> tuple[str, ...]:
    """Give the keys that do what a chip does while the hand is shown."""
    if chip.startswith(WORD):
        word = chip.removeprefix(WORD)
        return word_keys(word) if word in hand._words else ()
    face = hand.holding.faces[int(chip.removeprefix(PICK))] if chip.startswith(PICK) else None
    return (str(face),) if hand.holding.asked and face is not None and face < len("0123456789") else ()


def state_of(pilot: Pilot[Any], screen: LessonScreen) -> tuple[object, ...]:
    """Give all that a key may change."""
    tutor, hand = screen.tutor, screen.query_one(HandBar)
    notes = [note.message for note in pilot.app._notifications]
    return tutor.attempt, tutor.choice, tutor.said, tutor.hints, hand.holding, notes


async def acts(pilot: Pilot[Any], screen: LessonScreen, *, chip: str = "", key: str = "") -> bool:
    """Tell whether a chip or a key does something; begin the position again afterwards."""
    tutor, hand = screen.tutor, screen.query_one(HandBar)
    kept = (tutor.attempt, tutor._choice, tutor.said)
    pilot.app.clear_notifications()
    await pilot.pause()
    before = state_of(pilot, screen)
    if key:
        await pilot.press(key)
    else:
        hand.post_message(ChipBar.Pressed(chip))
    await pilot.pause()
    acted = state_of(pilot, screen) != before
    tutor.attempt, tutor._choice, tutor.said = kept
    hand.holding = type(hand.holding)()
    screen._show()
    await pilot.pause()
    return acted


WORDED = (1, 8, 9, 10, 11)
"""Lessons whose hands name all the words there are."""


def tutors() -> Iterator[Tutor]:
    """Give the lessons, a puzzle, and a moment of one's own."""
    for number in range(1, len(lessons(GAME)) + 1) if LONG else WORDED:
        yield Tutor(GAME, number)
    yield DailyPuzzle(GAME, 1)
    yield moment_of(Tutor(GAME, 9))


async def test_every_word_and_card_that_a_hand_names_acts(parley_home: Path) -> None:
    del parley_home
    seen = set[str]()
    for tutor in tutors():
        screen = LessonScreen(GAME, 1, tutor)
        async with FixedTableApp(screen).run_test(size=ROOM) as pilot:
            while not tutor.done:
                await pilot.pause()
                hand = screen.query_one(HandBar)
                for chip in named(screen):
                    where = f"{tutor.title}: {chip}"
                    seen.add(chip)
                    assert await acts(pilot, screen, chip=chip), where
                    for key in keys(chip, hand):
                        assert await acts(pilot, screen, key=key), f"{where}, {key}"
                assert tutor.play(tutor.attempt.step.solution)
                screen._show()
    words = {chip.removeprefix(WORD) for chip in seen if chip.startswith(WORD)}
    assert words >= {"pass", "pay", "treason", "sedition", "spy", "keep"}
    assert any(chip.startswith(PICK) for chip in seen)


async def test_a_forced_march_is_paid_by_its_keys_in_a_lesson(parley_home: Path) -> None:
    del parley_home
    for tutor in (Tutor(GAME, 9), moment_of(Tutor(GAME, 9))):
        screen = LessonScreen(GAME, 1, tutor)
        async with FixedTableApp(screen).run_test(size=ROOM) as pilot:
            await pilot.pause()
            await pilot.press("plus")
            await pilot.pause()
            assert screen.query_one(HandBar).has_focus
            await pilot.press("enter")
            await pilot.pause()
            assert tutor.said.startswith("Pick cards worth 3 or more together first"), "Enter says what is missing"
            await pilot.press("4")
            await pilot.pause()
            assert LAY in named(screen)
            await pilot.press("enter")
            await pilot.pause()
            assert tutor.right
            assert tutor.attempt.at == 1


def bar_keys(screen: LessonScreen) -> list[str]:
    """Give the keys that the bar below names, but for those that leave or open what lies over the task."""
    here = [key for key in LESSON if key.bar and key.id in {one.binding.id for one in screen.active_bindings.values()}]
    return [pressed(key.id)[0] for key in here if key.id not in {"lesson.leave", "lesson.rules", "lesson.type"}]


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        pytest.param(game, kind, marks=() if (game in {"djambi", "megiddo"}) is (kind is Tutor) else long_only)
        for game in names()
        for kind in (Tutor, DailyPuzzle)
    ],
)
async def test_every_key_that_a_task_names_acts(game: str, kind: type[Tutor], parley_home: Path) -> None:
    del parley_home
    for number in {1, kind(game, 1).last}:
        screen = LessonScreen(game, 1, kind(game, number))
        async with FixedTableApp(screen).run_test(size=ROOM) as pilot:
            await pilot.pause()
            for key in sorted(bar_keys(screen)):
                screen.tutor = kind(game, number)
                screen.tutor.hint()
                screen._show()
                pilot.app.clear_notifications()
                await pilot.pause()
                before = (shown(pilot.app), state_of(pilot, screen))
                await pilot.press(key)
                await pilot.pause()
                assert (shown(pilot.app), state_of(pilot, screen)) != before, f"{number}: {key}"
