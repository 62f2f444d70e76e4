"""Megiddo on the screen: pictures as approved, a game by keys, words of the log, shapes of teams."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.game import Outcome, Seat
from core.games import find
from core.match.match import Match
from core.scene import Layout, Scene
from net.table.seating.seat_request import SITS
from net.table.view_builder import SAYS
from net.view.clock_view import ClockView, SeatClock
from net.view.table_view import Phase, SeatView, TableView, WaitView
from tests.tui.support.journey import click_on, settled, shown, toasts
from tests.tui.support.table_app import app_that_waits
from tui.i18n import translation
from tui.i18n.translation import Called, calling, seat_title, seat_word, speaking, tr, word
from tui.screens.table.table_status import status_text
from tui.settings import theme
from tui.table.losses_and_threats import losses
from tui.table.move_entry import MoveEntry
from tui.table.player_desk import PlayerDesk
from tui.table.seat_names import called, seat_appearances
from tui.table.seat_view import MatchHistory
from tui.table.sentences.claim_words import LASTED, LASTS
from tui.table.sentences.game_ends import whole_line
from tui.widgets import board_pane
from tui.widgets.drawing.board_frame import SIZES, Frame, Size, plan
from tui.widgets.drawing.layout_choice import draw_scene
from tui.widgets.drawing.scene_drawing import Drawing
from tui.widgets.drawing.sprite_picture import Marks, Picture
from tui.widgets.text_style import TextStyle
from tui.words.event_words import outcome_line, tell_note, told

GOLDENS = Path(__file__).parents[2] / "widgets" / "drawing" / "goldens"
GAME = find("megiddo")
MOVES = ["B3", "A5", "D1", "B4", "F6", "E5", "C6", "D3", "E3", "C4", "F5"]


def played(*moves: str, **options: str) -> Match:
    match = Match.new(GAME, options)
    for text in moves:
        match = match.play(text)
    return match


def table(match: Match) -> TableView:
    seats = tuple(SeatView(Seat(at), name, f"P{at}", "Ann", mine=True) for at, name in enumerate(match.names))
    return TableView("00", "T", "P0", Phase.PLAYING, "megiddo", match.header.options, (), seats, match)


@pytest.mark.parametrize("glyph_set", theme.GLYPH_SETS)
@pytest.mark.parametrize("size", SIZES[Layout.SQUARE])
def test_pictures_are_as_approved(size: Size, glyph_set: str) -> None:
    scene = played(*MOVES, players="3").state.scene()
    look = theme.load(theme.DEFAULT)
    picture = Picture(scene, Frame(plan(scene, 0), size), look.for_game("megiddo"), look, theme.glyphs(glyph_set))
    picture.mark(Marks("C5", None, frozenset(), frozenset({"A1", "C5"}), frozenset(), frozenset({"F5"})))
    golden = GOLDENS / f"megiddo-3-{size.width}x{size.height}-{glyph_set}.txt"
    assert "\n".join(line.rstrip() for line in picture.cells.lines()) + "\n" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", theme.names())
def test_every_empty_point_of_the_flat_board_is_seen(name: str) -> None:
    match, look = played("B3", "A5"), theme.load(name)
    scene = match.state.scene()
    frame = Frame(plan(scene, 0), SIZES[Layout.SQUARE][-1])
    lines = Picture(scene, frame, look.for_game("megiddo"), look, theme.glyphs("unicode")).cells.lines()
    taken = {piece.spot for piece in scene.pieces}
    signs = {spot: lines[y][x : x + 3].strip() for spot, (x, y) in frame.corners.items()}
    assert {spot for spot, sign in signs.items() if sign == "·"} == signs.keys() - taken


async def test_while_talk_is_closed_the_card_of_keys_promises_greetings_only(make_app: Callable[..., Any]) -> None:
    for talk, words in (("off", "Greetings: talk is closed"), ("on", "Diplomacy: truces, threats")):
        app = make_app(played("B3", players="4", team_talk=talk), hand=(0,))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            await pilot.press("question_mark")
            await pilot.pause()
            card = app.screen._text().plain
            assert words in card
            assert ("Diplomacy" in card, "Promises" in card) == (talk == "on",) * 2


@pytest.mark.parametrize(("players", "shapes"), [("2", "●■"), ("3", "●■▲"), ("4", "●■●■"), ("6", "●■▲●■▲")])
def test_partners_bear_one_shape(players: str, shapes: str) -> None:
    view = table(played(players=players))
    glyphs = theme.glyphs("unicode").wearing(seat_appearances(view))
    look = theme.load(theme.DEFAULT).wearing(seat_appearances(view))
    assert "".join(glyphs.seat(seat.name) for seat in view.seats) == shapes
    assert look.seat("1") == look.seat("blue")
    assert seat_appearances(replace(view, game="djambi", options=())) == {}


def test_captures_are_told_step_by_step() -> None:
    translation.use("en")
    match = played("A5", "A3", "D6", "A4", "F1", "B4", "E2", "C5", "A2", target="1")
    chronicle = MatchHistory()
    chronicle.follow(match)
    glyphs = theme.glyphs("unicode").wearing(seat_appearances(table(match)))
    assert told(chronicle.entries[-1].effects, glyphs) == "stone on A2, captures 2 (A3, A4), chain +2 (B4, C5)"
    assert told(chronicle.entries[-1].effects, glyphs, short=True) == "captures 2, chain +2"
    won = match.play("resign", Seat(1))
    assert won.state.outcome is not None
    assert outcome_line(won.state.outcome, won.names) == "Seat 0 wins: by resignation."
    team = played("A5", players="4", target="1").play("resign", Seat(1)).play("resign", Seat(3))
    assert team.state.outcome is not None
    assert outcome_line(team.state.outcome, team.names) == "Seat 0, Seat 2 win: by resignation."


def test_half_typed_points_are_completed_in_any_case() -> None:
    choice = MoveEntry(played("C4").state, Seat(1))
    assert choice.completions("c") == ("C1", "C2", "C3", "C5", "C6")
    assert choice.typed("c5")[0].text == "C5"
    assert "draw" in choice.completions("dr")
    with pytest.raises(ValueError, match="There is a stone on C4 already"):
        choice.point("C4")
    slid = MoveEntry(played("C4", "D1", slide="yes").state, Seat(0))
    assert slid.typed("c4-c")[1] == ("C1", "C2", "C3", "C5", "C6")


async def test_a_game_by_keys_and_by_text(make_app: Callable[..., Any]) -> None:
    app = make_app(played(target="1"), hand=(0, 1))
    app.handle.view = replace(app.handle.view, game="megiddo", options=app.handle.view.match.header.options)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.table.board.picture.frame.size == Size(7, 3)
        app.table.board.move_to("C4")
        await pilot.press("enter")
        await pilot.pause()
        assert [call for call in app.handle.calls if call[0] == "play"] == [("play", 0, "C4")]
        await pilot.press("right", "enter")
        await pilot.pause()
        assert app.handle.calls[-1] == ("play", 1, "D4")
        await pilot.press("colon", *"e4", "enter")
        await pilot.pause()
        assert app.handle.calls[-1][:2] == ("play", 0)
        assert [line.text for line in app.handle.view.match.log] == ["C4", "D4", "E4"]


async def test_a_stone_that_cannot_move_is_told_once_and_the_row_says_who_plays(make_app: Callable[..., Any]) -> None:
    app = make_app(played("C3", "D4"), hand=(0, 1))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.table.board.move_to("C3")
        await settled(pilot, "i")
        assert toasts(app) == ["C3 is taken; what stands there cannot move."]
        row = " ".join(shown(app).splitlines()[-2].split())
        assert row.startswith("Your turn ")
        assert "taken" not in row


def test_a_name_that_is_a_word_of_the_rules_stays_a_name() -> None:
    assert word("bonus") != "bonus"
    assert tell_note(SITS, [("nick", "bonus"), ("seat", "red")]) == "bonus takes seat red."


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ("2", ["red", "blue"]),
        ("3", ["red", "blue", "green"]),
        ("4", ["red 1", "blue 1", "red 2", "blue 2"]),
        ("6", ["red 1", "blue 1", "green 1", "red 2", "blue 2", "green 2"]),
    ],
)
def test_seats_are_called_by_their_colours(players: str, words: list[str]) -> None:
    names = [*map(str, range(int(players)))]
    with speaking("en"), calling(called("megiddo", (("players", players),))):
        assert [*map(seat_word, names)] == words
        assert tell_note(SITS, [("nick", "Ann"), ("seat", "0")]) == f"Ann takes seat {words[0]}."
    assert called("djambi", ()) == called("", ()) == Called()


@pytest.mark.parametrize(("language", "said"), [("en", "red says: Resign game 2. "), ("fr", "rouge dit\u00a0: ")])
def test_a_game_is_resigned_in_words(language: str, said: str) -> None:
    with speaking(language):
        told = tell_note(SAYS, [("seat", "red"), ("text", "resign 2")])
    assert told.startswith(said)
    assert "resign 2" not in told


GAME_WON = ("A1", "C1", "A2", "E3", "A3", "C5", "A4", "E1", "A5", "C3")
"""A game that Red wins by a megiddo with A6."""
WON = "Red wins game 1: a megiddo; the match 6 : 0."


async def test_the_end_of_a_game_stays_on_the_board_until_a_key(make_app: Callable[..., Any]) -> None:
    app = make_app(played(*GAME_WON), hand=(0, 1))
    with calling(called("megiddo", (("players", "2"),))):
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot, "colon", *"a6", "enter")
            stones = {piece.spot for piece in app.table.desk.scene.pieces}
            assert toasts(app) == [f"{WON} Game 2 begins; 36 points win the match."]
            assert " · match to 36 · " in shown(app)
            assert stones == {*GAME_WON, "A6"}
            assert f"{WON}  Your turn ■ Blue  Enter: game 2" in shown(app)
            await settled(pilot, "enter")
            assert not app.table.desk.scene.pieces
            assert not app.table.desk.past
            assert app.handle.calls[-1] == ("play", 0, "a6"), "the key plays nothing in the next game"
            assert not app.table.desk.pick().last
            assert not app.table.desk.pick().trail
            await settled(pilot, "left_square_bracket")
            assert {piece.spot for piece in app.table.desk.scene.pieces} == stones
            await settled(pilot, "left_square_bracket")
            assert {piece.spot for piece in app.table.desk.scene.pieces} == {*GAME_WON}
            await settled(pilot, "right_square_bracket")
            assert {piece.spot for piece in app.table.desk.scene.pieces} == stones
            await settled(pilot, "right_square_bracket")
            assert not app.table.desk.past


async def test_the_words_that_lead_to_the_next_game_do_so_and_the_keys_name_them(make_app: Callable[..., Any]) -> None:
    app = make_app(played(*GAME_WON), hand=(0, 1))
    with calling(called("megiddo", (("players", "2"),))):
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(pilot, "colon", *"a6", "enter")
            assert app.table.desk.between
            await settled(pilot, "question_mark")
            assert "The board shows how a game ended: Enter, or a click on it" in shown(app)
            await settled(pilot, "escape")
            await click_on(pilot, "Enter: game 2")
            await settled(pilot)
            assert not app.table.desk.past
            await settled(pilot, "question_mark")
            assert "how a game ended" not in shown(app)


START = 1_800_000_000_000
TURN = {
    ("en", 80): ("Red 1, Red 2 win game 1.  Your turn {seat}", "Game 1 is over.  Your turn · {lasts}"),
    ("fr", 80): ("Rouge 1, Rouge 2 gagnent la partie 1.  À vous {seat}", "Partie 1 finie.  À vous · {lasts}"),
    ("en", 120): (
        "Red 1, Red 2 win game 1: by resignation; the match 6 : 0.  Your turn {seat}",
        "Red 1, Red 2 win game 1: by resignation; the match 6 : 0.  Your turn · {lasts}",
    ),
    ("fr", 120): (
        "Rouge 1, Rouge 2 gagnent la partie 1\xa0: par abandon\xa0; match 6 : 0.  À vous {seat}",
        "Rouge 1, Rouge 2 gagnent la partie 1.  À vous {seat} · {lasts}",
    ),
}
"""What the end of a game says before the key that goes on: at first, and in the last minute of the others' wait."""


@pytest.mark.parametrize(("tongue", "width"), TURN)
async def test_at_the_end_of_a_game_one_reads_that_it_is_one_s_turn_in_the_next_and_the_key_that_goes_on(
    make_app: Callable[..., Any], tongue: str, width: int
) -> None:
    match = played("B3", players="4").play("resign 1", Seat(1))
    ended = match.play("resign 1", Seat(3))
    (mover,) = ended.state.active
    app = make_app(match, hand=(mover,))
    with calling(called("megiddo", (("players", "4"),))), speaking(tongue):
        async with app.run_test(size=(width, 24)) as pilot:
            await settled(pilot)
            app.table.now = lambda: START
            wait = WaitView(mover, "move", START, START + 120_000)
            await app.handle.put(replace(app.handle.view, match=ended, waits=(wait,)))
            await settled(pilot)
            assert app.table.desk.between
            seat = f"{app.table.ink.glyphs.seat(ended.names[mover])} {seat_title(ended.names[mover])}"
            key, words = tr("{key[board.point]}: game {number}", number=2), tr("Next game")
            early, late = (one.format(seat=seat, lasts=tr(LASTS, left="0:19")) for one in TURN[tongue, width])
            assert f"{early}  {key}" in shown(app)
            app.table.now = lambda: START + 101_000
            app.table.tick()
            await pilot.pause()
            assert f"{late}  {key}" in shown(app)
            await app.handle.put(replace(app.handle.view, waits=(replace(wait, ripe=True),)))
            await settled(pilot)
            assert f" · {tr(LASTED)}  {key}" in shown(app)
            assert f"⏎ {words}" in " ".join(shown(app).split())
            await settled(pilot, "enter")
            assert not app.table.desk.past
            assert words not in shown(app)


async def test_what_is_typed_at_the_end_of_a_game_is_meant_for_the_next_one(make_app: Callable[..., Any]) -> None:
    app = make_app(played(*GAME_WON), hand=(0, 1))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot, "colon", *"a6", "enter")
        await settled(pilot, "colon", *"b2", "enter")
        assert app.handle.calls[-1] == ("play", 1, "b2")
        assert [piece.spot for piece in app.table.desk.scene.pieces] == ["B2"]
        assert app.table.desk.pick().last == ("B2",)


def test_whose_own_clock_runs_is_not_kept_at_the_end_of_a_game() -> None:
    match, clocks = played(*GAME_WON), (ClockView(Seat(1), SeatClock(60_000), 0),)
    won = match.play("A6")
    desk = _desk(match, clocks, 0)
    desk.take(_view(won, clocks, 0))
    assert desk.between, "it is the turn of the other"
    desk.take(_view(won.play("B2"), clocks, 0))
    assert not desk.past
    desk = _desk(match, clocks, 1)
    desk.take(_view(won, clocks, 1))
    assert not desk.past


def test_the_end_of_a_game_gives_way_to_that_of_a_later_one_and_to_the_end_of_the_match() -> None:
    won = played(*GAME_WON, "A6", target="18")
    desk = _desk(played(*GAME_WON, target="18"), (), 0)
    desk.take(_view(won, (), 0))
    first = desk.ply
    second = won.play("resign 2", Seat(1))
    desk.take(_view(second, (), 0))
    assert desk.between
    assert desk.ply == second.ply > first
    assert "game 2" in _doing_now(desk)
    assert _doing_now(desk).endswith("Enter: game 3")
    over = second.play("resign 3", Seat(1))
    end = replace(_view(over, (), 0), phase=Phase.OVER)
    assert end.outcome is not None
    desk.take(end)
    assert not desk.past, "the end of the match is shown"
    desk.look(first - desk.ply)
    assert _doing_now(desk).endswith("wins game 1: a megiddo; the match 6 : 0.  ] ahead, Esc back to now")
    desk.take(end)
    assert desk.ply == first, "who looks back is left there"


def _doing_now(desk: PlayerDesk) -> str:
    return status_text(desk, None, TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))).plain


def _desk(match: Match, clocks: tuple[ClockView, ...], mine: int) -> PlayerDesk:
    desk = PlayerDesk()
    desk.take(_view(match, clocks, mine))
    return desk


def _view(match: Match, clocks: tuple[ClockView, ...], mine: int) -> TableView:
    """Give the table to somebody who plays one seat."""
    seen = table(match)
    return replace(seen, clocks=clocks, seats=tuple(replace(seat, mine=seat.seat == mine) for seat in seen.seats))


def test_what_was_lost_in_a_game_that_is_over_is_no_warning_in_the_next_one() -> None:
    """Blue takes two stones of Red with the move that wins."""
    before = ("B6", "A1", "C6", "A2", "E3", "A3", "F1", "A4", "D3", "A5", "E1", "D6", "C2")
    history = MatchHistory()
    history.follow(played(*before, "A6", target="20"))
    assert "capture" in {effect.key for effect in history.entries[-1].effects}
    assert history.ends
    assert not losses(history, Seat(0))
    history.follow(played(*before, "A6", target="1"))
    assert losses(history, Seat(0)), "where the match is over, they are told"


def test_a_replay_shows_the_last_position_of_each_game() -> None:
    history = MatchHistory()
    history.follow(played(*GAME_WON, "A6", "B2"))
    assert len(history.seen(11).scene(None, "").pieces) == 11
    assert outcome_line(history.seen(11).outcome or Outcome((), (), ""), ("0", "1")).endswith(" wins: a megiddo.")
    assert [piece.spot for piece in history.seen(12).scene(None, "").pieces] == ["B2"]
    assert whole_line(history, 11, ("0", "1")).endswith("the match 6 : 0. Game 2 begins; 36 points win the match.")
    history.follow(played(*GAME_WON))
    assert not history.ends


@pytest.mark.parametrize(("size", "layout"), [((120, 40), Layout.RING), ((80, 24), Layout.SQUARE)])
async def test_the_first_picture_after_waiting_is_drawn_as_it_stays(
    size: tuple[int, int], layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Layout] = []

    def noted(
        scene: Scene, frame: Frame, colours: Mapping[str, str], look: theme.Look, glyphs: theme.Glyphs
    ) -> Drawing:
        drawn.append(scene.layout)
        return draw_scene(scene, frame, colours, look, glyphs)

    monkeypatch.setattr(board_pane, "draw_scene", noted)
    app, playing = app_that_waits(), table(Match.new(GAME, {"players": "4"}))
    app.handle.view = replace(playing, match=None, phase=Phase.GATHERING)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await app.handle.put(playing)
        await settled(pilot)
        assert {*drawn} == {layout}, "without another picture in between"
        await settled(pilot, "v")
        assert drawn[-1] is not layout
