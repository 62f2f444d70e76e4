"""Lessons on the screen: a whole course by keys, hints, reasons, and what was done is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from core.study.lesson import lessons
from tests.gallery.fixed_table import FixedTableApp
from tui.app.app import ParleyApp
from tui.i18n import translation
from tui.i18n.local_letters import spelled
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.learn.lesson_screen import LessonScreen
from tui.screens.learn.rules_screen import RulesScreen
from tui.settings.settings import Settings, load, settings_path
from tui.study.lessons.tutor import Tutor, learnt, next_lesson, with_lesson
from tui.widgets.board_view import BoardView
from tui.widgets.drawing.map_frame import MapFrame
from tui.widgets.prompt import Line

SIZE = (80, 24)


def shown(pilot: Pilot[None]) -> str:
    """Give the characters on the screen, row by row."""
    rows = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in row) for row in rows)


def words(pilot: Pilot[None]) -> str:
    """Give what the lesson tells, without the breaks of its lines."""
    return flat(str(pilot.app.screen.query_one("#told").render()))


def flat(text: str) -> str:
    """Give a text with single blanks."""
    return " ".join(text.split())


async def pressed(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one, each after what the one before has brought about."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
        await pilot.pause()


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type an action."""
    await pressed(pilot, "colon")
    await pilot.press(*text)
    await pressed(pilot, "enter")


async def test_letters_typed_at_once_after_the_colon_are_all_in_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp(settings=Settings(nick="Ann", language="en"))
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(LessonScreen("djambi", 1))
        await pilot.pause()
        for letter in ":zut":
            app.post_message(events.Key("colon" if letter == ":" else letter, letter))
        await pressed(pilot, "x")
        assert app.screen.query_one(Line).value == "zutx"


async def test_a_kill_asks_where_the_body_goes() -> None:
    app = FixedTableApp(LessonScreen("djambi", 1))
    async with app.run_test(size=SIZE) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, LessonScreen)
        await pilot.pause()
        screen._board.move_to("c3")
        await pressed(pilot, "enter")
        assert "takes it back" not in shown(pilot)
        screen._board.move_to("c5")
        await pressed(pilot, "enter")
        assert "Mc3xc5 now the cell for what stood there, one of 7" in shown(pilot)
        assert "; Esc takes it back" in shown(pilot)


@pytest.mark.parametrize("tongue", ["en", "fr"])
async def test_the_words_of_a_lesson_that_go_back_do_so_when_they_are_clicked_on(tongue: str) -> None:
    words_of = {"en": "Esc takes it back", "fr": "Échap revient en arrière"}
    translation.use(tongue)
    async with FixedTableApp(LessonScreen("djambi", 1)).run_test(size=(160, 50)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, LessonScreen)
        await pilot.pause()
        screen._board.move_to("c3")
        await pressed(pilot, "enter")
        screen._board.move_to("c5")
        await pressed(pilot, "enter")
        choice = screen.tutor.choice
        assert choice is not None
        assert choice.unfinished
        row = next(at for at, line in enumerate(shown(pilot).splitlines()) if words_of[tongue] in line)
        column = shown(pilot).splitlines()[row].index(words_of[tongue])
        await clicked(pilot, 3, row)
        assert screen.tutor.choice == choice
        await clicked(pilot, column + 9, row)
        assert screen.tutor.choice is not None
        assert len(screen.tutor.choice.prefix) == len(choice.prefix) - 1


@pytest.mark.parametrize("game", ["djambi", "epaminondas", "megiddo", "mediterranee"])
async def test_a_lesson_says_how_to_point_while_nothing_is_chosen(game: str) -> None:
    app = FixedTableApp(LessonScreen(game, 1))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "← ↓ ↑ → point, Enter chooses, then plays; or click" in shown(pilot)
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        screen.tutor.play(lessons(game)[0].steps[0].solution)
        screen._tried()
        await pilot.pause()
        assert ("point, Enter" in shown(pilot)) is not screen.tutor.done


async def solved(pilot: Pilot[None], screen: LessonScreen, text: str, *, by_keys: bool) -> None:
    """Do a task: by keys, or as the end of typing does it."""
    if by_keys:
        await typed(pilot, text)
        return
    screen.tutor.play(text)
    screen._tried()
    await pilot.pause()


async def test_a_whole_course_its_ends_by_keys_is_kept() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pressed(pilot, "7")
        assert isinstance(app.screen, ChoiceScreen)
        assert "Djambi: lessons (0 of 12 done)" in shown(pilot)
        await pressed(pilot, "1")
        for at, one in enumerate(lessons("djambi"), 1):
            screen = app.screen
            assert isinstance(screen, LessonScreen)
            assert (screen.tutor.number, screen.tutor.title) == (at, one.titles["en"])
            for step in one.steps:
                assert step.tasks["en"] in words(pilot)
                await solved(pilot, screen, step.solution, by_keys=at in {1, 12})
                assert step.ends["en"] in words(pilot)
            assert screen.tutor.done
            await pressed(pilot, "right_square_bracket")
        assert [toast.message for toast in app._notifications] == ["That was the last lesson of Djambi."]
        await pressed(pilot, "q")
        assert "Djambi: lessons (12 of 12 done)" in shown(pilot)
        await pressed(pilot, "escape")
        assert isinstance(app.screen, HomeScreen)
    kept = load(settings_path())
    assert learnt(kept, "djambi") == {one.name for one in lessons("djambi")}
    assert next_lesson(kept, "djambi") == 1
    assert learnt(kept, "megiddo") == frozenset()


async def test_pointing_does_the_task_and_wrong_moves_are_told_why() -> None:
    app = FixedTableApp(LessonScreen("djambi", 1))
    async with app.run_test(size=SIZE) as pilot:
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        for spot in ("c3", "c4"):
            screen._board.move_to(spot)
            await pressed(pilot, "enter")
        assert words(pilot).startswith("That is allowed, but it is not the task.")
        for spot in ("c3", "e4"):
            screen._board.move_to(spot)
            await pressed(pilot, "enter")
        assert words(pilot).startswith("There is no straight line from c3 to e4.")
        await pressed(pilot, "escape")
        for spot in ("c3", "c5", "h8"):
            screen._board.move_to(spot)
            await pressed(pilot, "enter")
        assert screen.tutor.done
        await pressed(pilot, "a")
        assert not screen.tutor.done


async def test_hints_come_one_by_one() -> None:
    app = FixedTableApp(LessonScreen("djambi", 1))
    async with app.run_test(size=SIZE) as pilot:
        first, second = lessons("djambi")[0].steps[0].hints["en"]
        assert first not in words(pilot)
        await pressed(pilot, "question_mark")
        assert first in words(pilot)
        assert second not in words(pilot)
        await pressed(pilot, "question_mark")
        assert second in words(pilot)
        assert not app._notifications
        await pressed(pilot, "question_mark")
        assert first in words(pilot)
        assert second in words(pilot)
        assert words(pilot).endswith("There is no further hint.")
        assert not app._notifications, "nothing lies over the line where one types"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_refusal_takes_no_room_from_the_task_and_the_hints(language: str) -> None:
    app = FixedTableApp(LessonScreen("mediterranee", 1))
    translation.use(language)
    async with app.run_test(size=SIZE) as pilot:
        for one in lessons("mediterranee"):
            screen = app.screen
            assert isinstance(screen, LessonScreen)
            for step in one.steps:
                for _ in step.hints[language]:
                    await pressed(pilot, "question_mark")
                screen.tutor.point("CRL")
                screen._tried()
                await pilot.pause()
                if not screen.tutor.right:
                    assert screen.tutor.said in str(screen.query_one("#told").render())
                    assert flat(step.tasks[language]) in words(pilot)
                    told = screen.query_one("#told").region
                    assert told.bottom <= screen.query_one("#side").region.bottom, one.name
                await pressed(pilot, "question_mark")
                assert flat(spelled(step.hints[language][-1])) in flat(shown(pilot)), one.name
                screen.tutor.play(step.solution)
                screen._tried()
                await pilot.pause()
            await pressed(pilot, "right_square_bracket")


@pytest.mark.parametrize(("game", "at", "named"), [("mediterranee", 2, "NEA"), ("djambi", 1, "c3")])
async def test_the_cell_under_a_cursor_that_moves_is_named(game: str, at: int, named: str) -> None:
    app = FixedTableApp(LessonScreen(game, at))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        screen._board.move_to(named)
        await pilot.pause()
        row = shown(pilot).splitlines()[-2]
        assert row.strip().startswith(named), row
        assert {"NEA": "Naples port infantry", "c3": "militant"}[named] in flat(row.replace("●", " ")), row


@pytest.mark.parametrize(
    ("game", "size"), [("epaminondas", (80, 24)), ("megiddo", (160, 50)), ("mediterranee", SIZE), ("djambi", (160, 50))]
)
async def test_every_task_is_read_in_both_languages(game: str, size: tuple[int, int]) -> None:
    """The words fit beside or under the board."""
    app = FixedTableApp(LessonScreen(game, 1))
    translation.use("fr" if size[0] > 80 else "en")
    async with app.run_test(size=size) as pilot:
        for one in lessons(game):
            screen = app.screen
            assert isinstance(screen, LessonScreen)
            for step in one.steps:
                assert flat(step.tasks[translation.language()]) in words(pilot)
                told = screen.query_one("#told").region
                assert told.bottom <= screen.query_one("#side").region.bottom, one.name
                screen.tutor.play(step.solution)
                screen._tried()
                await pilot.pause()
            assert screen.tutor.done
            await pressed(pilot, "right_square_bracket")


async def test_cards_are_picked_and_laid_by_keys() -> None:
    at = next(at for at, one in enumerate(lessons("mediterranee"), 1) if one.name == "cards")
    app = FixedTableApp(LessonScreen("mediterranee", at))
    async with app.run_test(size=(100, 30)) as pilot:
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        await pressed(pilot, "8", "4", "enter")
        assert screen.tutor.done


async def test_the_rules_are_a_key_away() -> None:
    app = FixedTableApp(LessonScreen("megiddo", 2))
    async with app.run_test(size=SIZE) as pilot:
        await pressed(pilot, "f1")
        assert isinstance(app.screen, RulesScreen)
        await pressed(pilot, "escape", "v", "left_square_bracket")
        assert isinstance(app.screen, LessonScreen)
        assert app.screen.tutor.number == 1


def test_what_was_done_is_kept_once() -> None:
    tutor = Tutor("djambi", 2)
    assert with_lesson(Settings(), tutor).lessons == "djambi.chief"
    again = with_lesson(with_lesson(Settings(), tutor), tutor)
    assert again.lessons == "djambi.chief"
    assert next_lesson(again, "djambi") == 1
    assert next_lesson(with_lesson(again, Tutor("djambi", 1)), "djambi") == 3


@pytest.mark.parametrize(("game", "drawings"), [("djambi", 1), ("megiddo", 2)])
async def test_the_key_of_another_drawing_stands_where_there_is_one(game: str, drawings: int) -> None:
    app = FixedTableApp(LessonScreen(game, 1))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert ("v View" in shown(pilot)) == (drawings > 1)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_where_a_task_begins_on_a_map_is_in_view(size: tuple[int, int]) -> None:
    app = FixedTableApp(LessonScreen("mediterranee", 1))
    async with app.run_test(size=size) as pilot:
        for _ in range(6):
            for _ in range(4):
                await pilot.pause()
            screen = app.screen
            assert isinstance(screen, LessonScreen)
            board = screen.query_one(BoardView)
            assert board.picture is not None
            if screen.tutor.start in board.picture.frame.corners:  # else it is a card
                assert board.size.region.contains_region(board.region_of(screen.tutor.start))
            screen.action_go(1)


async def clicked(pilot: Pilot[None], column: int, row: int) -> None:
    """Click on a cell of the screen."""
    await pilot.click(offset=(column, row))
    await pilot.pause()
    await pilot.pause()


async def test_a_move_that_could_go_on_says_that_it_waits_and_is_played_by_a_click() -> None:
    translation.use("fr")
    async with FixedTableApp(LessonScreen("mediterranee", 4)).run_test(size=(160, 50)) as pilot:
        await pressed(pilot)
        board = pilot.app.screen.query_one(BoardView)
        for spot in ("TAR", "NOV"):
            at = board.region_of(spot)
            await clicked(pilot, board.content_region.x + at.x + 1, board.content_region.y + at.y)
        row = next(at for at, line in enumerate(shown(pilot).splitlines()) if "move rF1 TAR-NOV" in line)
        line = shown(pilot).splitlines()[row]
        assert re.search(r"TAR-NOV \d+ villes? Entrée joue", line)
        await clicked(pilot, line.index("Entrée joue") + 2, row)
        assert "Jusqu’à la décision" in words(pilot)


@pytest.mark.parametrize("size", [(160, 50), (130, 40), (80, 24)])
async def test_a_click_on_any_letter_of_a_town_s_name_points_at_it(size: tuple[int, int]) -> None:
    translation.use("fr")
    async with FixedTableApp(LessonScreen("mediterranee", 1)).run_test(size=size) as pilot:
        await pressed(pilot)
        board = pilot.app.screen.query_one(BoardView)
        rows, seen = shown(pilot).splitlines(), 0
        assert board._picture is not None
        frame = board._picture.frame
        assert isinstance(frame, MapFrame)
        for spot, name in frame.names.items():
            for column, row in name.cells():
                x, y = column + board._corner.x, row + board._corner.y
                if 0 <= x < board.content_region.width and 0 <= y < board.content_region.height:
                    letter = name.text[column - name.column]
                    assert rows[y + board.content_region.y][x + board.content_region.x] == letter
                    assert board.spot_at(x, y) == spot
                    seen += 1
        assert seen > 50


async def test_a_move_is_played_by_clicks_on_the_names_of_towns() -> None:
    translation.use("fr")
    async with FixedTableApp(LessonScreen("mediterranee", 1)).run_test(size=(160, 50)) as pilot:
        await pressed(pilot)
        await pressed(pilot)
        board = pilot.app.screen.query_one(BoardView)
        sea = next((x, 30) for x in range(40, 90) if board.spot_at(x, 30) is None)
        for name in ("Milan", "Massalia"):
            rows = [line[:100] for line in shown(pilot).splitlines()]
            row = next(at for at, line in enumerate(rows) if name in line)
            await clicked(pilot, rows[row].index(name) + len(name) // 2, row)
            if name == "Milan":
                await clicked(pilot, sea[0] + board.content_region.x, sea[1] + board.content_region.y)
                assert any("Aucune ville ici" in one.message for one in pilot.app._notifications)
        assert "c’eût été un combat" in words(pilot)
