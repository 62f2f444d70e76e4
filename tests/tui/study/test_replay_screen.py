"""A game told again on the screen: journeys by keys and mouse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.game import Seat
from core.match.record import Record
from core.study.decision import decisions
from core.study.turning_point import Judgement
from tests.gallery.fixed_table import FixedTableApp
from tests.tui.support.replay_front import ROOM, Tale, front, runs, settled, shown
from tui.app.command_palette import ParleyCommands
from tui.i18n import translation
from tui.screens.frame.dialog import TextDialog
from tui.screens.learn.rules_page import Page
from tui.screens.learn.rules_screen import HERE, RulesScreen
from tui.screens.replay.replay_screen import SPEEDS, PlayOn, ReplayScreen
from tui.screens.replay.timeline_panel import Slider, TimelineList, timeline_entry_text
from tui.settings.theme import DEFAULT, GLYPH_SETS, glyphs, load
from tui.study.analysis.turning_points import turn_words, turns
from tui.study.game_library import open_story
from tui.study.past_game import GIVEN_UP, PastGame, past_game_of
from tui.study.timeline import Kind, Timeline, TimelineEntry
from tui.widgets.text_style import TextStyle


@pytest.fixture
def tale(story: PastGame) -> Tale:
    return Tale(story)


@pytest.fixture
def four(djambi: Path) -> Tale:
    return Tale(open_story(str(djambi)))


async def test_a_whole_game_step_by_step(tale: Tale) -> None:
    async with tale.app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        told = tale.screen.told
        plies, counted = told.plies, told.counted
        assert tale.screen.ply == 0
        await settled(pilot, "right", "l", "right_square_bracket")
        assert tale.screen.ply == told.ply_of(3)
        tale.screen.go(plies // 2)
        assert tale.screen.ply == plies // 2
        tale.screen.action_step(1)
        assert tale.screen.ply == told.ply_of(told.turn_of(plies // 2) + 1)
        tale.screen.go(plies - 1)
        await settled(pilot, "right", "right")
        assert tale.screen.ply == plies
        assert f"{counted}/{counted}" in shown(tale.app)
        scene = tale.screen.told.story.match.state.scene(None, tale.screen.told.desk.shown)
        assert tale.screen.board.picture is not None
        assert tale.screen.board.picture.scene.pieces == scene.pieces
        await settled(pilot, "home")
        assert tale.screen.ply == 0
        await settled(pilot, "end", "left", "h", "left_square_bracket")
        assert tale.screen.ply == told.ply_of(counted - 3 + (told.ply_of(counted) < plies))


@pytest.mark.parametrize("step", [1, -1])
def test_a_step_never_stops_at_what_chance_does(tale: Tale, step: int) -> None:
    told = tale.screen.told
    ends, ply = {0, told.plies}, 0 if step > 0 else told.plies
    stops: list[int] = []
    while not stops or ply not in ends:
        ply = told.step(ply, step)
        stops.append(ply)
    assert len(stops) <= told.counted + 1
    assert all(told.chronicle.entries[stop - 1].seat >= 0 for stop in stops if stop not in ends)
    assert {told.turn_of(stop) for stop in stops} >= set(range(1, told.counted))


async def test_moving_through_the_lines_moves_through_the_game(four: Tale) -> None:
    async with four.app.run_test(size=ROOM) as pilot:
        await settled(pilot, "down", "down")
        assert four.screen.ply == 1
        await settled(pilot, "down", "down")
        assert four.screen.ply == 3
        chapters = four.screen.query_one(TimelineList)
        await settled(pilot, "right")
        assert chapters.highlighted is not None
        assert four.screen.told.tellings[chapters.highlighted].ply == 4
        await pilot.click(TimelineList, offset=(6, 3))
        await pilot.pause()
        await pilot.pause()
        assert four.screen.told.tellings[chapters.highlighted or 0].ply == four.screen.ply != 4


async def test_no_key_overtakes_another(four: Tale) -> None:
    async with four.app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        chapters = four.screen.query_one(TimelineList)
        chapters.action_last()
        four.screen.action_step(-1)
        assert four.screen.ply == 53
        chapters.action_first()
        four.screen.action_step(1)
        assert four.screen.ply == 1


async def test_talk_stands_in_its_place(four: Tale) -> None:
    async with four.app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        said = [one.said.text if one.said else one.ply for one in four.screen.told.tellings[:4]]
        assert said == [0, 1, "bonjour à tous", 2]
        assert "bonjour à" in shown(four.app)


async def test_the_slider_is_pulled(four: Tale) -> None:
    async with four.app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        slider = four.screen.query_one(Slider)
        start, width = slider.track
        await pilot.click(Slider, offset=(slider.gutter.left + start + width - 1, 0))
        await pilot.pause()
        assert four.screen.ply == 54
        await pilot.click(Slider, offset=(slider.gutter.left + start + slider.place(20), 0))
        await pilot.pause()
        assert abs(four.screen.ply - 20) <= 1
        assert slider.ply_at(0) == 0
        before = four.screen.ply
        for runs in (True, False):
            await pilot.click(Slider, offset=(slider.gutter.left + 1, 0))
            await pilot.pause()
            assert four.screen.running is runs, "the sign before the track runs and stops it"
        assert four.screen.ply == before
        assert all(abs(slider.ply_at(start + slider.place(ply)) - ply) <= 1 for ply in range(55))


async def test_a_game_tells_itself_until_its_end(four: Tale) -> None:
    async with four.app.run_test(size=ROOM) as pilot:
        await settled(pilot, "end", "left", "left", "plus", "plus", "plus", "plus", "plus")
        assert four.screen.pace == SPEEDS[-1]
        await settled(pilot, "minus", "plus", "space")
        assert runs(four)
        while runs(four):
            await pilot.pause(0.01)
        assert four.screen.ply == 54
        await settled(pilot, "space")
        assert runs(four)
        assert four.screen.ply < 54
        await settled(pilot, "left")
        assert not runs(four)


async def test_a_comment_is_kept_and_shown_and_taken_away(four: Tale) -> None:
    async with four.app.run_test(size=ROOM) as pilot:
        await settled(pilot, "right", "right", "c")
        assert front(four.app) == "InputDialog"
        await settled(pilot, *"Why?", "enter")
        assert [note.words for note in four.kept[-1].notes] == [("Why?",)]
        assert four.screen.ply == 2
        assert "Why?" in shown(four.app)
        await settled(pilot, "c", "escape")
        assert len(four.kept) == 1
        await settled(pilot, "c", *["backspace"] * 4, "enter")
        assert four.kept[-1].notes == ()
        assert "Why?" not in shown(four.app)


async def test_a_comment_is_seen_at_once_where_the_map_leaves_little_room(mediterranee: Path) -> None:
    tale = Tale(open_story(str(mediterranee)))
    async with tale.app.run_test(size=ROOM) as pilot:
        await settled(pilot, *["right"] * 12)
        here = tale.screen.ply
        assert not tale.screen.query_one("#said").display
        await settled(pilot, "c", *"Why?", "enter")
        assert "Why?" in shown(tale.app)
        await settled(pilot, "left")
        assert "Why?" not in shown(tale.app)
        await settled(pilot, "right")
        assert (tale.screen.ply, "Why?" in shown(tale.app)) == (here, True)
        await settled(pilot, "c", *["backspace"] * 4, "enter")
        assert not tale.screen.query_one("#said").display


async def test_the_keys_of_a_game_that_goes_on_say_why_they_do_nothing(four: Tale) -> None:
    story = four.screen.told.story
    match = story.match.at(6)
    screen = ReplayScreen(past_game_of(Record.of(match), match))
    app = FixedTableApp(screen)
    async with app.run_test(size=(140, 40)) as pilot:
        await settled(pilot, "t")
        await settled(pilot, "c")
        words = " ".join(one.message for one in app._notifications)
        assert "marks could help somebody in it" in words
        assert "This one has none yet" in words
        assert front(app) == "ReplayScreen"
        assert "goes on: only what may be known is shown" in shown(app)


async def test_the_title_of_a_game_that_was_given_up_says_so(four: Tale) -> None:
    match = four.screen.told.story.match.at(6)
    record = replace(Record.of(match), extra=((GIVEN_UP, "yes"),))
    app = FixedTableApp(ReplayScreen(past_game_of(record, match)))
    async with app.run_test(size=(140, 40)) as pilot:
        await settled(pilot)
        assert "given up" in shown(app)
        assert "goes on" not in shown(app)


async def test_every_form_is_exported_by_its_number(four: Tale, parley_home: Path) -> None:
    async with four.app.run_test(size=ROOM) as pilot:
        for number in "12346":
            await settled(pilot, "right", "e", number)
            await pilot.app.workers.wait_for_complete()
        names = sorted(path.name.partition("-djambi-")[2] for path in (parley_home / "exports").iterdir())
        assert names == ["2597ef62-3.svg", "2597ef62.cast", "2597ef62.html", "2597ef62.record", "2597ef62.txt"]


async def test_a_wish_to_play_on_names_the_seat(four: Tale) -> None:
    wishes: list[object] = []
    async with FixedTableApp(TextDialog([])).run_test(size=ROOM) as pilot:
        pilot.app.push_screen(four.screen, wishes.append)
        await settled(pilot, "right", "right", "b")
        assert "Yellow" in shown(pilot.app)
        await settled(pilot, "1")
        assert [type(wish) for wish in wishes] == [PlayOn]
        wish = wishes[0]
        assert isinstance(wish, PlayOn)
        assert (wish.ply, wish.seat) == (2, Seat(2))


async def test_at_the_end_there_is_nothing_to_play_on(four: Tale) -> None:
    async with four.app.run_test(size=ROOM) as pilot:
        await settled(pilot, "end", "b")
        assert four.app.screen is four.screen
        assert any("Here the game is over" in note.message for note in four.app._notifications)


async def test_cards_promises_and_keys_are_looked_at(tale: Tale) -> None:
    async with tale.app.run_test(size=ROOM) as pilot:
        await settled(pilot, "end", "D")
        assert front(tale.app) == "PactsScreen"
        await settled(pilot, "escape", "question_mark")
        assert front(tale.app) == "TextDialog"
        assert "Play on from here, at a table of your own" in shown(tale.app)
        await settled(pilot, "escape", "a")
        has_cards = tale.screen.told.view.game == "mediterranee"
        assert (front(tale.app) == "CardsScreen") is has_cards
        offered = {offer.name for offer in ParleyCommands(tale.screen)._keys()}
        assert "Faster" in offered
        assert ("Cards" in offered) is has_cards


async def test_f1_opens_the_rules_at_what_has_moved(four: Tale) -> None:
    async with four.app.run_test(size=ROOM) as pilot:
        await settled(pilot, "right", "f1")
        page = four.app.screen
        assert isinstance(page, RulesScreen)
        assert page.query_one(f"#{HERE}", Page).source.startswith("* **Militant**")
        await settled(pilot, "escape")
        assert four.app.screen is four.screen


async def test_the_language_changes_while_a_game_is_told(four: Tale) -> None:
    async with four.app.run_test(size=ROOM) as pilot:
        await settled(pilot, "right", "right")
        translation.use("fr")
        four.screen.relabel()
        await settled(pilot)
        assert "Journal" in shown(four.app)
        await settled(pilot, "right")
        assert four.screen.ply == 3
        assert "Jaune" in shown(four.app)


async def test_it_fits_every_room(tale: Tale) -> None:
    async with tale.app.run_test(size=(80, 24)) as pilot:
        await settled(pilot, "end", "left", "v", "f", "z", "z")
        hold_fitting(tale.screen)
        await pilot.resize_terminal(160, 50)
        await settled(pilot)
        hold_fitting(tale.screen)


def hold_fitting(screen: ReplayScreen) -> None:
    """Hold the drawing to the room of the board, which it fills in one direction or another."""
    picture, room = screen.board.picture, screen.board.size
    assert picture is not None
    assert picture.frame.width <= room.width
    assert picture.frame.height <= room.height
    assert picture.frame.width * 3 > room.width or picture.frame.height * 3 > room.height * 2


async def test_what_is_cut_in_one_row_says_so_and_an_only_mark_too(four: Tale) -> None:
    async with four.app.run_test(size=(80, 24)) as pilot:
        match = four.screen.told.story.match
        line = match.log[4]
        better = next(str(one) for one in match.at(4).state.legal(line.seat) if str(one) != line.text)
        judged = Judgement(5, line.seat, line.text, 0.1, better, 0.9, tuple(one.text for one in match.log[5:9]))
        four.screen.told.judge(turns(match, [judged]))
        four.screen.show_all()
        await settled(pilot, "t")
        row = next(row for row in shown(four.app).splitlines() if "Blunder:" in row and row.startswith(" ↯"))
        assert row.rstrip().endswith("…")
        await settled(pilot, "t")
        assert [note.message for note in four.app._notifications] == ["This is the only decision with a mark."]


@pytest.mark.parametrize("size", [(80, 24), (120, 30)])
async def test_the_whole_mark_that_a_key_leads_to_is_read_in_the_log(four: Tale, size: tuple[int, int]) -> None:
    match = four.screen.told.story.match
    plies = range(6, match.ply - 6, 9)
    found = []
    for ply in plies:
        line = match.log[ply - 1]
        better = next(str(one) for one in match.at(ply - 1).state.legal(line.seat) if str(one) != line.text)
        onward = tuple(one.text for one in match.log[ply : ply + 3])
        found.append(Judgement(ply, line.seat, line.text, 0.1, better, 0.9, onward))
    async with four.app.run_test(size=size) as pilot:
        four.screen.told.judge(turns(match, found))
        four.screen.show_all()
        chapters = four.screen.query_one(TimelineList)
        for ply in plies:
            await settled(pilot, "t")
            assert four.screen.ply == ply - 1
            area = chapters.scrollable_content_region  # without the scrollbar
            rows = [row[area.x : area.right] for row in shown(four.app).splitlines()[area.y : area.bottom]]
            told = " ".join(" ".join(rows).split())
            mark = next(one for one in four.screen.told.at(ply - 1) if one.turn is not None)
            said = timeline_entry_text(mark, four.screen.told.names, four.screen.ink, short=True).plain
            assert " ".join(said.split()) in told


@pytest.mark.parametrize("size", [(80, 24), (120, 24), (100, 32)])
async def test_the_mark_that_a_key_leads_to_is_seen_under_a_map_too(mediterranee: Path, size: tuple[int, int]) -> None:
    tale = Tale(open_story(str(mediterranee)))
    match = tale.screen.told.story.match
    one = next(one for one in decisions(match) if one.ply > 30 and str(one.action).startswith("move"))
    judgement = Judgement(one.ply, one.seat, str(one.action), 0.1, "pass", 0.5)
    async with tale.app.run_test(size=size) as pilot:
        await settled(pilot)
        tale.screen.told.judge(turns(match, [judgement]))
        tale.screen.show_all()
        await settled(pilot, "t")
        assert tale.screen.ply == one.ply - 1
        said = tale.screen.query_one("#said")
        assert said.display
        row = shown(tale.app).splitlines()[said.region.y]
        assert row.strip().startswith("↯ Blunder: "), row
        assert "Better: pass (50 %)" in " ".join(shown(tale.app).split())
        await settled(pilot, "right")
        assert said.display == (size[1] > 24), "without a mark the map has the room"


@pytest.mark.parametrize("size", [(80, 24), (80, 42)])
async def test_a_mark_is_told_to_its_reason_under_a_map(mediterranee: Path, size: tuple[int, int]) -> None:
    """What was better and why stands below the board; a comment beside it that is too long ends in an ellipsis."""
    tale = Tale(open_story(str(mediterranee.with_name("match-quiet.record"))))
    match, line = tale.screen.told.story.match, ("march cB1 CRL-ROM cF1 NOV-TAR",)
    marked = Judgement(22, Seat(3), "move cB1 CRL-ALE", 0.61, "pay 5", 0.79, line)
    async with tale.app.run_test(size=size) as pilot:
        await settled(pilot)
        rows = tale.screen.board.size.height
        tale.screen.told.judge(turns(match, [marked]))
        tale.screen.show_all()
        await settled(pilot, "t")
        said = tale.screen.query_one("#said")
        turn = next(entry.turn for entry in tale.screen.told.at(tale.screen.ply) if entry.turn is not None)
        whole = " ".join(turn_words(turn, tale.screen.told.names).split())
        low = said.region
        assert whole in " ".join(" ".join(shown(tale.app).splitlines()[low.y : low.bottom]).split())
        assert tale.screen.board.size.height >= rows - 2
        await settled(pilot, "c", *"word " * 70, "enter")
        low = said.region
        assert shown(tale.app).splitlines()[low.bottom - 1].rstrip().endswith("…")
        await settled(pilot, "right")
        assert not said.display or said.size.height == (2 if size[1] < 40 else 3)


async def test_the_keys_of_a_replay_have_room_in_french_too(mediterranee: Path) -> None:
    tale = Tale(open_story(str(mediterranee)))
    with translation.speaking("fr"):
        async with tale.app.run_test(size=ROOM) as pilot:
            await settled(pilot)
            foot = shown(tale.app).splitlines()[-1]
    caps, words = foot.split()[::2], foot.split()[1::2]
    assert "".join(caps) == "←→␣btce?q"
    assert words == ["Retour", "Suite", "Lancer", "Jouer", "Marques", "Noter", "Export", "Touches", "Partir"]


def test_the_end_stands_behind_the_sign_of_whoever_has_won_and_else_behind_that_of_no_seat() -> None:
    """Of two seats the loser must not be taken for the winner."""
    seats = ("red", "blue")
    for glyph_set in GLYPH_SETS:
        ink = TextStyle(load(DEFAULT), glyphs(glyph_set))
        won = TimelineEntry(9, Kind.END, words="Red wins: a megiddo.", winner=Seat(0))
        assert timeline_entry_text(won, seats, ink, short=True).plain == f"  {ink.glyphs.seat('red')} {won.words}"
        signs = set(ink.glyphs.seats.values())
        drawn = TimelineEntry(9, Kind.END, words="Nobody wins: all have agreed.")
        assert timeline_entry_text(drawn, seats, ink, short=True).plain.split()[0] not in signs


def test_the_end_of_a_game_names_its_winner(djambi: Path) -> None:
    told = Timeline(open_story(str(djambi)))
    outcome = told.story.match.state.outcome
    assert outcome is not None
    alone = outcome.winners[0] if len(outcome.winners) == 1 else None
    assert [one.winner for one in told.tellings if one.kind is Kind.END] == [alone]
