"""Journeys at the table: premoves, moves that are confirmed, boards larger than their room, marks where one rests."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from core.fault import IllegalAction
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.table.clocks.time_control import read_time_control
from net.view.clock_view import ClockView
from tests.tui.support.journey import ROOM, Make, click_on, settled, shown, toasts
from tui.i18n import translation
from tui.screens.learn.key_card import KeysScreen
from tui.screens.table.table_screen import TableScreen
from tui.screens.table.table_status import CONFIRM, HELD
from tui.settings.settings import Settings
from tui.table.player_desk import confirmed
from tui.widgets.board_view import BoardView
from tui.widgets.chips import ChipBar
from tui.widgets.prompt import AHEAD, Prompt


def kept(table: TableScreen) -> str:
    """Give the text of the premove, empty where there is none."""
    premove = table.desk.premove
    return "" if premove is None else str(premove.text)


async def test_a_premove_waits_is_played_or_dropped(make_app: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(hand=(1,))
    rings: list[str] = []
    monkeypatch.setattr(app, "bell", lambda: rings.append("ding"))
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)
        board.move_to("g2")
        await settled(pilot, "x", "enter")
        assert "There is no premove" in toasts(app)[0]
        assert "For your turn: Mg2" in shown(app)
        assert "f3" in board.picture.marks.targets
        board.move_to("f3")
        await settled(pilot, "enter")
        assert not app.handle.calls
        assert "«Mg2-f3» x clears" in shown(app)
        assert "«M ■»" in "\n".join(board.picture.cells.lines())
        assert board.picture.marks.staged == {"g2", "f3"}
        await settled(pilot, "x")
        assert "«" not in shown(app)
        await settled(pilot, "colon", *"g2f3", "enter")
        await pilot.click(app.table.query_one(Prompt).query_one(f"#{AHEAD}", ChipBar), offset=(2, 0))
        assert not kept(app.table)
        await settled(pilot, "colon", *"Mg2-", "tab", "enter")
        meant = kept(app.table)
        await app.handle.put(replace(app.handle.view, match=app.handle.view.match.play("Mc2-d3")))
        await settled(pilot)
        assert app.handle.calls == [("play", 1, meant)]
        assert not kept(app.table)
        app.table.desk.intend("h3-h9")
        match = app.handle.view.match.play("Mg8-f7").play("Mc8-d7")
        await app.handle.put(replace(app.handle.view, match=match))
        rings.clear()
        await app.handle.put(replace(app.handle.view, match=match.play("Md3-e4")))
        await settled(pilot)
        assert len(app.handle.calls) == 1
        assert "Your premove Mh3-h9 is dropped. A militant moves one or two cells" in toasts(app)[-1]
        assert rings
        assert app.table.desk.seat == 1


async def test_a_premove_of_the_game_before_is_not_played_and_that_is_told(make_app: Make) -> None:
    match = Match.new(find("megiddo"), {"players": "2"})
    app = make_app(match, hand=(1,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "colon", *"C4", "enter")
        assert kept(app.table) == "C4"
        await app.handle.put(replace(app.handle.view, match=match.play("resign 1", Seat(0))))
        await settled(pilot)
        assert not kept(app.table)
        assert not app.handle.calls
        assert "Your premove C4 is dropped: the game that it was for is over." in toasts(app)


async def test_what_follows_ones_own_move_at_once_is_a_premove(make_app: Make) -> None:
    """Pointed out, taken back or typed before anybody has seen the move: it is meant for the turn after."""
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        for spot in ("c2", "d3", "b3", "c4"):
            app.table.board.post_message(BoardView.Pointed(spot))
        await settled(pilot)
        assert app.handle.calls == [("play", 0, "Mc2-d3")]
        assert kept(app.table) == "Mb3-c4"
        assert not toasts(app)
        match = app.handle.view.match.play("Mg2-f3").play("Mg8-f7").play("Mc8-d7")
        await app.handle.put(replace(app.handle.view, match=match))
        await settled(pilot)
        assert app.handle.calls[1:] == [("play", 0, "Mb3-c4")]
        match = app.handle.view.match.play("Mf3-g4").play("Mf7-e7").play("Md7-d6")
        await app.handle.put(replace(app.handle.view, match=match))
        await settled(pilot)
        prompt = app.table.query_one(Prompt)
        for text in ("Mc4-c5", "Mc5-c6"):
            prompt.post_message(Prompt.Entered(text))
        await settled(pilot)
        assert app.handle.calls[2:] == [("play", 0, "Mc4-c5")]
        assert kept(app.table) == "Mc5-c6"
        assert not toasts(app)


async def test_what_is_typed_while_a_move_is_on_its_way_is_a_line_of_its_own(
    make_app: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, arrived = make_app(hand=(0,)), asyncio.Event()
    play = app.handle.play

    async def slow(seat: Seat, text: str) -> None:
        await arrived.wait()
        await play(seat, text)

    monkeypatch.setattr(app.handle, "play", slow)
    async with app.run_test(size=ROOM) as pilot:
        await pilot.press("colon", *"Mc2-d3", "enter")
        await pilot.press("colon", *"Mb3-c4", "enter")
        assert not app.handle.calls
        arrived.set()
        await settled(pilot)
        assert app.handle.calls == [("play", 0, "Mc2-d3")]
        assert kept(app.table) == "Mb3-c4"
        assert not toasts(app)
        assert app.table.board.has_focus


async def test_what_follows_a_refused_move_at_once_is_a_move(make_app: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(hand=(0,))
    refused = app.handle.play

    async def play(_seat: Seat, text: str) -> None:
        monkeypatch.setattr(app.handle, "play", refused)
        raise IllegalAction(text)

    monkeypatch.setattr(app.handle, "play", play)
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        for spot in ("c2", "d3", "b3", "b4"):
            app.table.board.post_message(BoardView.Pointed(spot))
        await settled(pilot)
        assert toasts(app) == ["Mc2-d3"]
        assert app.handle.calls == [("play", 0, "Mb3-b4")]


async def test_a_move_is_confirmed_by_keys_by_mouse_and_typed(make_app: Make) -> None:
    translation.use("fr")
    app = make_app()
    app.settings = Settings(confirm="on")
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)

        async def click(spot: str, button: int = 1) -> None:
            region = board.region_of(spot)
            await pilot.click(BoardView, offset=(region.x + 2, region.y + 1), button=button)
            await settled(pilot)

        board.move_to("c2")
        await settled(pilot, "enter")
        board.move_to("d3")
        await settled(pilot, "enter")
        assert "Mc2-d3" in shown(app)
        assert translation.tr(HELD) in shown(app)
        await settled(pilot, "escape")
        assert app.table.desk.pick().chosen == ("c2",)
        await settled(pilot, "enter", "h", "enter")
        assert app.handle.calls == [("play", 0, "Mc2-d3")], "the second Enter plays what is shown"
        await click("g2")
        await click("f3")
        await click("f3", button=3)
        assert app.table.desk.pick().chosen == ("g2",)
        await click("f3")
        await click("f2")
        assert app.table.desk.held == "Mg2-f2", "another target instead"
        await click("f2")
        assert app.handle.calls[1:] == [("play", 1, "Mg2-f2")]
        await settled(pilot, "colon", *"g8f7", "enter")
        assert len(app.handle.calls) == 2
        assert translation.tr(CONFIRM)[:20] in shown(app)
        await settled(pilot, "enter")
        assert app.handle.calls[2:] == [("play", 2, "Mg8-f7")]
        await click("c8")
        await click("d7")
        await pilot.click(Prompt, offset=(3, 0))
        await click_on(pilot, "militant c8")
        assert app.table.desk.held == "Mc8-d7", "what names no key does nothing"
        await click_on(pilot, "Entrée joue", button=3)
        assert app.table.desk.pick().chosen == ("c8",), "the right button steps back there too"
        await click("d7")
        await click_on(pilot, "Échap reprend")
        assert app.table.desk.pick().chosen == ("c8",)
        assert len(app.handle.calls) == 3
        await click("d7")
        board.move_to("c8")
        await click_on(pilot, "Entrée joue")
        assert app.handle.calls[3:] == [("play", 3, "Mc8-d7")], "wherever the cursor has gone since"


async def test_the_words_after_a_typed_move_play_it_or_take_it_back(make_app: Make) -> None:
    app = make_app()
    app.settings = Settings(confirm="on")
    async with app.run_test(size=ROOM) as pilot:
        for words, calls in (("Esc takes it back", []), ("Enter plays", [("play", 0, "Mc2-d3")])):
            await settled(pilot, "colon", *"c2d3", "enter")
            await click_on(pilot, words)
            assert app.handle.calls == calls
            assert not app.table.query_one(Prompt).typing
            assert not app.table.desk.held


def test_the_clock_says_whether_there_is_time_to_confirm(make_app: Make) -> None:
    app = make_app()
    view = app.handle.view
    pace = read_time_control("90")
    assert pace is not None
    clock = ClockView(Seat(0), pace.start, since=0)
    timed = replace(view, clocks=(clock,))
    assert not confirmed("off", timed, Seat(0), 0)
    assert confirmed("on", timed, Seat(0), 89_000)
    assert confirmed("clock", timed, Seat(0), 29_000)
    assert not confirmed("clock", timed, Seat(0), 31_000)
    assert confirmed("clock", view, Seat(0), 31_000)


async def test_a_board_is_drawn_larger_than_its_room_and_follows_the_cursor(make_app: Make, make_match: Make) -> None:
    app = make_app(make_match(6))
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)
        small = board.picture.frame.size
        await settled(pilot, "Z")
        assert board.picture.frame.size > small
        room = board.size.region
        for way in ["w"] * 9 + ["nw"] * 6 + ["se"] * 9 + ["e"] * 8:
            board.action_step(way)
            assert board.region_of(board.cursor) in room
            assert board.spot_at(*board.region_of(board.cursor).offset) == board.cursor
        await settled(pilot, "Z", "Z")
        assert board.picture.frame.size == small


async def test_the_phalanxes_under_the_cursor_and_their_reach_are_shown_where_it_rests(make_app: Make) -> None:
    app = make_app(Match.new(find("epaminondas"), {}), hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)
        board.move_to("1.7")
        board.rest()
        await pilot.pause()
        assert {"3.7", "4.7", "2.6"} & board.picture.marks.reach == {"3.7", "4.7"}
        assert {f"1.{column}" for column in range(1, 15)} | {"2.7", "2.6", "2.8"} == board.picture.trailed
        row = "".join(board.picture.cells.lines()[board.picture.frame.corners["2.7"][1]])
        assert "·●··●··●·" in row
        await settled(pilot, "g")
        board.rest()
        assert not board.picture.trailed
        assert not board.picture.marks.reach
        await settled(pilot, "g")
        told = toasts(app)
        board.move_to("12.5")
        await settled(pilot, "enter")
        assert app.table.desk.inspected == "12.5"
        assert "12.5 can go to" in shown(app)
        assert toasts(app) == told, "that it is not his to move he need not be told"
        assert "10.5" in board.picture.marks.reach, "what an enemy can do is shown where one points at it"
        await settled(pilot, "escape", "semicolon")
        assert set(map(len, board.picture.marks.jumps.values())) == {2}, "more targets than letters"
        await settled(pilot, "b")
        assert sorted(board.picture.marks.jumps.values()) == ["a", "b"]
        await settled(pilot, "b")
        assert app.table.desk.pick().chosen == (board.cursor,) == ("1.14",)


async def test_the_ways_from_a_town_stand_out_where_the_cursor_rests(make_app: Make) -> None:
    match = Match.new(find("mediterranee"), {"players": "4", "placement": "standard", "seed": "5"}).deal()
    app = make_app(match.seen_by(Seat(0)), hand=(0,))
    async with app.run_test(size=(130, 40)) as pilot:
        await settled(pilot)
        board = app.table.query_one(BoardView)
        board.focus()
        board.move_to("SYR")
        board.rest()
        lit = set(board.picture._lit)
        links = [link for link in board.picture.frame.links if "SYR" in {link.start, link.end}]
        assert lit
        assert {link.way.value for link in links} >= {"route"}
        board.move_to("CAE")
        board.rest()
        assert set(board.picture._lit).isdisjoint(lit)
        app.settings = Settings(confirm="on")
        await settled(pilot, "p")
        assert not app.handle.calls
        assert "Pass Enter plays, Esc takes it back." in shown(app)
        await settled(pilot, "p")
        assert app.handle.calls == [("play", 0, "pass")]


async def test_a_click_where_the_chosen_piece_cannot_go_is_refused_with_its_reason(make_app: Make) -> None:
    app = make_app(Match.new(find("epaminondas"), {}), hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        board = app.table.query_one(BoardView)
        for spot in ("2.13", "4.11"):
            board.post_message(BoardView.Pointed(spot, clicked=True))
            await settled(pilot)
        assert any("A part of 2, from its rear piece on 1.14, can (type 1.14-" in told for told in toasts(app))


@pytest.mark.parametrize("game", ["epaminondas", "megiddo"])
async def test_the_card_of_keys_says_that_a_typed_move_names_the_leading_piece(make_app: Make, game: str) -> None:
    app = make_app(Match.new(find(game), {}), hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "question_mark")
        assert isinstance(app.screen, KeysScreen)
        told = app.screen._text().plain
        assert ("names its leading piece: 2.2.2NE2 is led by the one on 2.2." in told) == (game == "epaminondas")
