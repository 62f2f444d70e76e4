"""Journeys at the table: by keys, by typing, by mouse; refusals, talk, looking back, leaving."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from textual.app import App
from textual.geometry import Region
from textual.pilot import Pilot

from core.game import Seat
from core.games import find
from core.match import Match
from net.view import NoteLine, OfferKind, Phase, TalkLine, VoidLine
from tui import speech
from tui.screens.choice import ChoiceScreen
from tui.widgets.band import Band
from tui.widgets.board import BoardView
from tui.widgets.lines import Lines
from tui.widgets.offers import OffersBar
from tui.widgets.prompt import Prompt

Make = Callable[..., Any]
ROOM = (80, 24)


async def settled(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, then let everything that follows happen."""
    await pilot.press(*keys)
    await pilot.pause()
    for worker in list(pilot.app.workers):
        if worker.group == "do":
            await worker.wait()
    await pilot.pause()
    await pilot.pause()


def shown(app: App[None]) -> str:
    """Give the text on the screen."""
    return "\n".join("".join(part.text for part in strip) for strip in app.screen._compositor.render_strips())


def toasts(app: App[None]) -> list[str]:
    return [notification.message for notification in app._notifications]


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
        assert any("too far" in text or "column" in text for text in toasts(app))
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
        assert toasts(app) == ["There is nothing of yours to move on i9."]


async def test_talk_is_said_and_never_read_as_markup(make_app: Make) -> None:
    app = make_app()
    evil = "[red]x[/red] [@click=app.quit]q[/] [/nope]"
    seats = tuple(replace(seat, nick="[b]Eve[/]" if seat.seat else seat.nick) for seat in app.handle.view.seats)
    line = TalkLine(0, Seat(1), "P1", "[b]Eve[/]", evil, ("propose", "truce", "red", "9"), 0)
    notes = (NoteLine(0, "{nick} watches.", (("nick", "[b]Zoé[/]"),)),)
    voids = (VoidLine(0, Seat(1), "P1", "[b]Eve[/]", "[i]a1[/]", "There is no piece on {cell}.", (("cell", "a1"),)),)
    app.handle.view = replace(app.handle.view, talk=(line,), seats=seats, notes=notes, voids=voids, title="[b]T[/]")
    async with app.run_test(size=(160, 40)) as pilot:
        await settled(pilot, "t", "h", "i", "q", "enter")
        assert app.handle.calls == [("say", "hiq", 0)]
        text = shown(app)
        said = app.table.query_one("#talk", Lines).lines
        assert evil in " ".join(strip.text.strip() for strip in said)
        for raw in ("[b]Eve[/]", "[b]Zoé[/] watches.", "[i]a1[/]", "[b]T[/]", "hiq"):
            assert raw in text, raw
        await settled(pilot, "escape")
        assert app.table.focused is app.table.query_one(BoardView)


async def test_looking_back_and_inspecting(make_app: Make, make_match: Make) -> None:
    app = make_app(make_match().play("Mc2-d3").play("Mg2-f3"))
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)
        await settled(pilot, "left_square_bracket")
        assert "Past: decision 1 of 2" in shown(app)
        board.move_to("g7")
        await settled(pilot, "enter")
        assert "This is the past" in toasts(app)[0]
        await settled(pilot, "colon", *"Mg7-e7", "enter", "escape")
        assert "This is the past" in toasts(app)[-1]
        assert not app.handle.calls
        await settled(pilot, "right_square_bracket")
        assert "Past" not in shown(app)
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
        assert app.table.query_one("#log", Lines).size.height >= 3


async def test_zen_leaves_the_board_alone(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=(100, 36)) as pilot:
        small = app.table.query_one(BoardView).size.width
        await settled(pilot, "z")
        assert app.table.query_one(BoardView).size.width > small
        assert not app.table.query_one("#side").display
        await settled(pilot, "z")
        assert app.table.query_one("#side").display


async def test_nobody_is_invited_to_a_table_of_this_machine_alone(open_table: Make) -> None:
    app = open_table()
    app.handle.invitation = "parley://memory/solo/T#K"
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "c")
        assert app.copied == []
        assert toasts(app) == ["This table is on this machine alone: nobody else can come to it."]


async def test_waiting_sitting_and_handing_the_invitation_on(open_table: Make) -> None:
    app = open_table()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        text = shown(app)
        assert app.handle.invitation[:40] in text
        assert "3 seats are open." in text
        await settled(pilot, "s", "a", "c")
        assert app.handle.calls == [("sit", None, ""), ("sit", 2, "greedy")]
        assert app.copied == [app.handle.invitation]
        assert "1 seat is open." in shown(app)
        await settled(pilot, "x")
        assert app.handle.calls[-1][0] == "leave"


async def test_offers_are_made_and_answered(make_app: Make) -> None:
    app = make_app(hand=(0, 1))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "o")
        assert isinstance(app.screen, ChoiceScreen)
        number = next(at for at, (key, _) in enumerate(app.screen._answers, 1) if key == "draw")
        await settled(pilot, str(number))
        assert app.handle.calls == [("offer", OfferKind.DRAW, 0)]
        assert "Red offers a draw" in shown(app)
        assert app.table.query_one(OffersBar).owed
        await settled(pilot, "o", "y")
        assert app.handle.calls[-1] == ("answer", "ab", 1, True)
        assert "offers a draw" not in shown(app)


async def test_the_end_is_told_with_everybody_s_points(make_app: Make, make_match: Make) -> None:
    match = make_match(3)
    app = make_app(match)
    async with app.run_test(size=ROOM) as pilot:
        for seat, name in ((0, "red"), (1, "green")):
            await app.handle.play(Seat(seat), f"abandon {name}")
        await pilot.pause()
        await pilot.pause()
        text = shown(app)
        assert "Yellow wins: the last chief in the lists." in text
        assert app.handle.view.match.digest()[:16] in text
        await pilot.press("3")
        await pilot.pause()
        assert app.left == ["over"]


@pytest.mark.parametrize(("answer", "left"), [("2", "bot"), ("4", None)])
async def test_leaving_asks_what_becomes_of_the_seat(make_app: Make, answer: str, left: str | None) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert "What becomes of your seat?" in shown(app)
        await pilot.press(answer)
        await pilot.pause()
        await pilot.pause()
        assert app.left == ([left] if left else [])


async def test_keys_and_rules_are_at_hand(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "Label the targets" in shown(app)
        await pilot.press("escape", "f1")
        await pilot.pause()
        assert "Djambi" in shown(app)


async def test_one_who_watches_sees_and_decides_nothing(make_app: Make) -> None:
    app = make_app(hand=())
    async with app.run_test(size=ROOM) as pilot:
        app.table.query_one(BoardView).move_to("c2")
        await settled(pilot, "enter")
        assert app.table.query_one(BoardView).picture.marks.reach
        await settled(pilot, "escape", "colon", "c", "2", "d", "3", "enter")
        assert app.handle.calls == []
        assert "You are watching" in toasts(app)[0]
        await settled(pilot, "escape", "q")
        assert app.left == ["keep"]


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


async def test_a_table_that_stands_still_says_why(make_app: Make) -> None:
    app = make_app()
    app.handle.view = replace(app.handle.view, phase=Phase.FROZEN, online=False)
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        text = shown(app)
        assert "This table is" in text
        assert "offline" in text


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
        before = Band.refresh

        def count(band: Band, *regions: Region, **how: bool) -> Band:
            painted.append(sum(region.area for region in regions) if regions else band.size.area)
            return before(band, *regions, **how)

        monkeypatch.setattr(Band, "refresh", count)
        app.table.query_one(BoardView).action_step("e")
        assert sum(painted) == 2 * 5 * 2


async def test_the_keys_fit_in_french_too(make_app: Make) -> None:
    speech.use("fr")
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert "q Partir" in shown(app)
        assert "Rouge" in shown(app)
