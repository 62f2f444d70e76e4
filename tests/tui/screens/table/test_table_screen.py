"""Journeys at the table: by keys, by typing, by mouse; refusals, looking back, what fits."""

from __future__ import annotations

import pytest
from textual.geometry import Region, Size

from core.games import find
from core.match.match import Match
from tests.tui.support.journey import ROOM, Make, click_on, settled, shown, toasts
from tui.i18n import translation
from tui.screens.learn.key_card import CAP, LEFT
from tui.settings.keymap import BOARD
from tui.settings.settings import Settings
from tui.widgets.board_view import BoardView
from tui.widgets.line_panel import LinePanel
from tui.widgets.prompt import Prompt
from tui.widgets.seats_panel import SeatsPanel


async def test_a_move_by_keys(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)
        board.move_to("c1")
        await settled(pilot, "k", "enter", "u", "space")
        assert app.handle.calls == [("play", 0, "Mc2-d3")]
        assert "Mc2-d3" in shown(app)
        assert board.picture.scene.seats[0].name == "red"
        assert board.cursor == "d3"
        assert app.cursor_position == board.content_region.offset + board.region_of("d3").offset, "the terminal's own"


async def test_the_cursor_goes_straight_up_a_hexagon(make_app: Make, make_match: Make) -> None:
    app = make_app(make_match(6))
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)
        assert board.cursor == "g7"
        await settled(pilot, "up", "up", "up", "up")
        assert board.region_of("g7").x == board.region_of(board.cursor).x
        await settled(pilot, "down", "down", "down", "down")
        assert board.cursor == "g7"
        await settled(pilot, "l", "y", "n", "h")
        assert board.cursor == "g7"


async def test_targets_are_gone_through_and_labelled(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)
        board.move_to("c2")
        await settled(pilot, "enter", "tab")
        assert board.cursor in app.table.desk.choice.targets
        await settled(pilot, "semicolon", "a")
        assert len(app.handle.calls) == 1
        await settled(pilot, "escape", "escape")
        assert app.table.desk.pick().chosen == ()


async def test_a_move_by_typing_and_a_refusal(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "colon", "c", "2", "f", "5", "enter")
        assert app.handle.calls == [("play", 0, "c2f5")]
        assert app.handle.view.match.ply == 0
        assert any("too far" in text or "character" in text for text in toasts(app))
        prompt = app.table.query_one(Prompt)
        assert prompt.typing, "what was refused stays to be mended"
        await settled(pilot, "backspace", "backspace", "minus", "d", "tab")
        assert app.table.query_one("#line").value.startswith("Mc2-d")
        assert app.table.query_one(BoardView).picture.marks.selected == "c2"
        await settled(pilot, "enter")
        assert app.handle.view.match.ply == 1
        assert not prompt.typing


async def test_a_move_by_mouse(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "f")
        board = app.table.query_one(BoardView)
        for spot in ("c2", "d3"):
            region = board.region_of(spot)
            await pilot.click(BoardView, offset=(region.x + 2, region.y + 1))
        await settled(pilot)
        assert app.handle.calls == [("play", 0, "Mc2-d3")]
        await pilot.click(BoardView, offset=board.region_of("g2").offset)
        assert app.table.desk.pick().chosen == ("g2",)
        await pilot.click(BoardView, offset=(0, 0), button=3)
        assert app.table.desk.pick().chosen == ()


async def test_pointing_wrong_tells_the_rule(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        app.table.query_one(BoardView).move_to("i9")
        await settled(pilot, "enter")
        assert toasts(app) == ["The piece on i9 is not yours to move."]
        board = app.table.query_one(BoardView)
        fitting = board.picture.frame.width
        await settled(pilot, "Z")
        assert board.picture.frame.width > fitting
        at = board.region_of("i9")
        assert at in board.size.region, "a board that is larger than its room shows the cursor"
        assert board.spot_at(at.x, at.y) == "i9"
        await settled(pilot, "Z", "Z")
        assert board.picture.frame.width == fitting
        await settled(pilot, "z")
        assert not app.table.query_one("#side").display


async def test_looking_back_and_inspecting(make_app: Make, make_match: Make) -> None:
    app = make_app(make_match().play("Mc2-d3").play("Mg2-f3"))
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)
        await settled(pilot, "left_square_bracket")
        assert "Move 1 of 2 since yours:" in shown(app)
        board.move_to("g7")
        await settled(pilot, "enter")
        assert "This is the past" in toasts(app)[0]
        await settled(pilot, "colon", *"Mg7-e7", "enter", "escape")
        assert "This is the past" in toasts(app)[-1]
        assert not app.handle.calls
        await settled(pilot, "right_square_bracket")
        assert "since yours" not in shown(app)
        board.move_to("g3")
        await settled(pilot, "i")
        assert board.picture.marks.reach
        assert "g3 can go to" in shown(app)


@pytest.mark.parametrize("players", [3, 4, 6])
async def test_everything_fits_while_the_window_changes(make_app: Make, make_match: Make, players: int) -> None:
    app = make_app(make_match(players), hand=tuple(range(players)))
    async with app.run_test(size=(160, 50)) as pilot:
        wide = app.table.query_one(BoardView).picture.frame.size
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        picture = app.table.query_one(BoardView).picture
        assert picture.frame.size < wide
        board = app.table.query_one(BoardView).size
        assert picture.frame.width <= board.width
        assert picture.frame.height <= board.height
        text = shown(app)
        for name in ("Red", "Alice", "Next", "Log", "Talk to the table", "Your turn", "Leave"):
            assert name in text, name
        assert app.table.query_one("#log", LinePanel).size.height >= 3


async def test_a_seat_takes_one_row_before_it_is_written_anew(make_app: Make, make_match: Make) -> None:
    app = make_app(make_match(6), hand=())
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        panel = app.table.query_one(SeatsPanel)
        assert panel.get_content_height(Size(28, 21), Size(80, 24), 28) == panel.size.height == 7


async def test_zen_leaves_the_board_alone(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=(100, 36)) as pilot:
        small = app.table.query_one(BoardView).size.width
        await settled(pilot, "z")
        assert app.table.query_one(BoardView).size.width > small
        assert not app.table.query_one("#side").display
        await settled(pilot, "z")
        assert app.table.query_one("#side").display


async def test_keys_and_rules_are_at_hand(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "Label the targets" in shown(app)
        await pilot.press("escape", "f1")
        await pilot.pause()
        await pilot.pause()
        assert "A chief who stands on power" in shown(app)


async def test_the_other_theme_and_ascii_dress_the_same_table(make_app: Make) -> None:
    app = make_app(glyph_set="ascii", theme_name="parley-light")
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        board = app.table.query_one(BoardView)
        assert "C d" in "\n".join(board.picture.cells.lines())
        assert board.picture._colours["first"] == "#e9e3d3"
        app.theme = "parley-dark"
        await pilot.pause()
        assert board.picture._colours["first"] == "#2a313d"


async def test_a_kill_is_chosen_in_three_steps(make_app: Make, make_match: Make) -> None:
    position = make_match(4).state.to_json()
    living = position["living"]
    living["c4"] = living.pop("g3")
    app = make_app(Match.at_position(find("djambi"), position))
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)
        for spot in ("b3", "d4"):
            board.move_to(spot)
            await settled(pilot, "enter")
        assert toasts(app) == ["There is no straight line from b3 to d4."]
        for spot in ("c4", "f6"):
            assert not app.handle.calls
            board.move_to(spot)
            await settled(pilot, "enter")
        assert app.handle.calls == [("play", 0, "Mb3xc4>f6")]
        assert board.picture.scene.seats[1].pieces == 8


async def test_a_cursor_step_paints_two_cells_and_no_more(make_app: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        painted: list[int] = []
        before = BoardView.refresh

        def count(board: BoardView, *regions: Region, **how: bool) -> BoardView:
            painted.append(sum(region.area for region in regions) if regions else board.size.area)
            return before(board, *regions, **how)

        monkeypatch.setattr(BoardView, "refresh", count)
        app.table.query_one(BoardView).action_step("e")
        assert sum(painted) == 2 * 5 * 2


async def test_the_keys_fit_in_french_too(make_app: Make) -> None:
    translation.use("fr")
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert "q Partir" in shown(app)
        assert "Rouge" in shown(app)


async def test_the_moves_of_the_others_wait_for_a_key(make_app: Make, make_match: Make) -> None:
    app = make_app(make_match(), hand=(0,))
    app.settings = Settings(watch="step")
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        for seat, text in enumerate(("Mc2-d3", "Mg2-f3", "Ng7-g6", "Nc7-c6")):
            await app.handle.play(seat, text)
            await settled(pilot)
        assert "Move 1 of 3, ] goes on:" in shown(app)
        await settled(pilot, "enter")
        assert "Move 2 of 3, ] goes on:" in shown(app)
        await settled(pilot, "colon")
        assert not app.table.desk.past
        await settled(pilot, *"Md3-d4", "enter")
        assert app.handle.view.match.log[-1].text == "Md3-d4"


async def test_an_empty_cell_the_targets_and_the_past_say_what_they_are(make_app: Make, make_match: Make) -> None:
    app = make_app(make_match(4).play("Mc2-d3").play("Mg2-f3"), hand=(2,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        app.table.board.move_to("e5")
        await settled(pilot, "i", "g", "g")
        assert [toast.message for toast in app._notifications] == [
            "No piece stands on e5: i says what a piece under the cursor can do.",
            "The targets of what you choose are hidden: g shows them again.",
            "The targets of what you choose are shown again.",
        ]
        assert "turn 3" in shown(app).splitlines()[0]
        await settled(pilot, "left_square_bracket")
        assert "turn 2" in shown(app).splitlines()[0]


@pytest.mark.parametrize("tongue", translation.LANGUAGES)
async def test_a_blank_parts_the_columns_of_the_card_of_keys(make_app: Make, tongue: str) -> None:
    translation.use(tongue)
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "question_mark")
        rows = app.screen._text().plain.splitlines()[: (len(BOARD) + len(app.screen._table) + 1) // 2]
        assert {row[CAP + LEFT - 1 : CAP + LEFT] for row in rows} == {" "}


async def test_the_mouse_goes_on_from_a_look_back(make_app: Make, make_match: Make) -> None:
    """By the words of the status that name the key, and by the key's own place in the last row, there only then."""
    app = make_app(make_match().play("Mc2-d3").play("Mg2-f3"))
    async with app.run_test(size=(100, 30)) as pilot:
        assert "Look ahead" not in shown(app)
        for words in ("] ahead", "] Look ahead", "Move 1 of 2"):
            await settled(pilot, "left_square_bracket")
            rows = shown(app).splitlines()
            assert app.table.desk.past
            x, y = next((row.index(words), y) for y, row in enumerate(rows) if words in row)
            await pilot.click(offset=(x + 2, y))
            await settled(pilot)
            assert not app.table.desk.past, words
        await settled(pilot, "left_square_bracket", "left_square_bracket")
        await click_on(pilot, "] ahead")
        assert app.table.desk.past
        await settled(pilot, "left_square_bracket")
        await click_on(pilot, "Esc back to now")
        assert not app.table.desk.past
