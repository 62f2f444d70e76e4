"""A move that breaks one's own word is held: one key plays it, one goes back; anything else is played at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from core.bots.bot import Look, Thought
from core.diplomacy.blow import deeds
from core.diplomacy.breach import breaches
from core.diplomacy.promise_ledger import ledger_of
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.transcript import Utterance
from core.study.reason import reason
from tests.tui.support.journey import settled
from tests.tui.table.test_pact_ledger import killing, line
from tui.i18n import translation
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.table.table_status import CONFIRM, HELD
from tui.settings.settings import Settings
from tui.settings.theme import glyphs
from tui.study.game_library import open_story
from tui.study.past_game import PastGame
from tui.table.hint import Hint, hint_words
from tui.table.own_word import own_word
from tui.table.player_desk import PlayerDesk
from tui.widgets.prompt import Prompt, StatusLine

Make = Callable[..., Any]
KILLS = "Mc3xc5>f6"
TRUCE = (line(0, 0, "propose", "truce", "blue", "20"), line(0, 1, "accept", "truce", "red"))
ASKS = (line(0, 0, "propose", "spare", "green", "c3"), line(0, 3, "accept", "spare", "red"))


def table(make_app: Make, talk: tuple[Any, ...]) -> Any:  # noqa: ANN401 - the app of the fixture
    """Give the app of a table where red can kill a piece of blue's, after some talk."""
    app = make_app(killing().undo(), hand=(0,))
    app.handle.view = replace(app.handle.view, talk=talk)
    return app


def row(app: Any) -> str:  # noqa: ANN401
    """Give the status row of the table."""
    return str(app.table.query_one(StatusLine).render().plain)


def remark(app: Any) -> str:  # noqa: ANN401
    """Give the remark on what is typed."""
    return str(app.table.query_one(Prompt)._remark.plain)


async def play(pilot: Any, app: Any, *, typed: bool) -> None:  # noqa: ANN401
    """Let red kill, by pointing or by typing."""
    if typed:
        await pilot.press("colon")
        app.focused.value = KILLS
        await pilot.press("enter")
    else:
        for spot in ("c3", "c5", "f6"):
            app.table.board.post_message(app.table.board.Pointed(spot))
            await pilot.pause()
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize("typed", [False, True])
async def test_it_says_which_promise_and_waits(make_app: Make, *, typed: bool) -> None:
    app = table(make_app, TRUCE + ASKS)
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, app, typed=typed)
        assert isinstance(app.screen, ChoiceScreen)
        told = " ".join(app.screen._question.plain.split())
        assert f"{KILLS} breaks your word to blue. You promised Red and blue: a truce until turn 20" in told
        assert "Promised to you Green to red: sparing the piece on c3." in told
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen_stack[-1:] == [app.table]
        assert app.handle.calls == []
        if typed:
            assert app.focused.value == KILLS
            await pilot.press("escape")
        else:
            assert app.table.desk.pick().chosen == ("c3", "c5")
            await pilot.press("escape", "escape")
        await play(pilot, app, typed=typed)
        await pilot.press("2")
        await pilot.pause()
        assert app.handle.calls == [("play", Seat(0), KILLS)]
        assert app.screen is app.table


async def test_the_row_below_names_no_key_that_means_something_else_on_the_card(make_app: Make) -> None:
    app = table(make_app, TRUCE)
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, app, typed=False)
        assert isinstance(app.screen, ChoiceScreen)
        assert row(app).startswith(KILLS)
        assert translation.tr(HELD) not in row(app)
        await pilot.press("enter")
        await settled(pilot)
        assert app.table.desk.pick().chosen == ("c3", "c5")


async def test_nor_below_any_other_card(make_app: Make) -> None:
    app, told = table(make_app, ()), "Enter plays"
    async with app.run_test(size=(120, 40)) as pilot:
        app.settings = Settings(confirm="on")
        await play(pilot, app, typed=False)
        assert told in row(app)
        await settled(pilot, "o")
        assert isinstance(app.screen, ChoiceScreen)
        assert told not in row(app)
        await settled(pilot, "escape")
        assert told in row(app)


async def test_the_typed_line_names_none_either(make_app: Make) -> None:
    app = table(make_app, TRUCE)
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings = Settings(confirm="on")
        await play(pilot, app, typed=True)
        assert translation.tr(CONFIRM) in remark(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ChoiceScreen)
        assert remark(app) == ""


async def test_a_premove_that_breaks_a_word_waits_when_its_turn_comes(make_app: Make) -> None:
    living = {"a1": "red C", "i1": "blue C", "i9": "yellow C", "a9": "green C", "c3": "red M", "c5": "blue A"}
    match = Match.at_position(find("djambi"), {"options": {"players": "4"}, "turn": "green", "living": living})
    app = make_app(match, hand=(0,))
    app.handle.view = replace(app.handle.view, talk=TRUCE)
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, app, typed=True)
        assert app.table.desk.premove is not None
        await app.handle.play(Seat(3), "Ca9-a8")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, ChoiceScreen)
        assert [call for call in app.handle.calls if call[1] == Seat(0)] == []
        await pilot.press("2")
        await pilot.pause()
        assert [call for call in app.handle.calls if call[1] == Seat(0)] == [("play", Seat(0), KILLS)]


async def test_without_a_promise_it_is_played_at_once(make_app: Make) -> None:
    for talk in ((), ASKS, TRUCE[:1]):
        app = table(make_app, talk)
        async with app.run_test(size=(80, 24)) as pilot:
            await play(pilot, app, typed=False)
            assert app.handle.calls == [("play", Seat(0), KILLS)]


def test_what_the_rules_refuse_breaks_nothing(make_app: Make) -> None:
    desk = PlayerDesk()
    view = table(make_app, TRUCE + ASKS).handle.view
    desk.take(view)
    assert own_word(view, desk.chronicle, Seat(0), "Mc3-c9") is None
    word = own_word(view, desk.chronicle, Seat(0), KILLS)
    assert word is not None
    with translation.speaking("fr"):
        assert word.title(desk.names) == "Mc3xc5>f6 rompt votre parole envers bleu."
    assert [title for title, _ in word.parts(desk.names)] == ["You promised", "Promised to you"]


@pytest.mark.parametrize(
    "name", ["djambi/golden/four", "epaminondas/golden", "megiddo/golden", "mediterranee/golden/three"]
)
def test_whole_games_break_what_was_foretold(name: str) -> None:
    """With a truce between all from the start, each decision breaks what it was said to break before it was made."""
    match = first_story(name).match
    pairs = list(permutations(range(len(match.names)), 2))
    talk = [
        Utterance(Seat(one), f"P{one}", at + 99 * (verb == "accept"), 0, "", (verb, "truce", match.names[other]))
        for verb in ("propose", "accept")
        for at, (one, other) in enumerate(pairs)
    ]
    story, broken = deeds(match)[:60], 0
    for at, deed in enumerate(story):
        before = ledger_of(match.names, story[:at], talk)
        after = ledger_of(match.names, story[: at + 1], talk)
        ends = zip(before, after, strict=True)
        newly = [pact for pact, now in ends if pact.fate is not now.fate and deed.seat in now.by]
        assert list(breaches(before, match.names, story[:at], deed)) == newly
        broken += len(newly)
    assert broken


def first_story(name: str) -> PastGame:
    """Give the game of that name, or the first one in that folder."""
    path = Path(__file__).parents[3] / "core" / "games" / f"{name}.record"
    return open_story(str(path if path.is_file() else min(path.with_suffix("").glob("*.record"))))


async def test_a_hint_says_whose_trust_it_breaks(make_app: Make) -> None:
    app = table(make_app, TRUCE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        match = app.handle.view.match
        look = Look(match.state.parse(Seat(0), KILLS), 0.5, ())
        advice = reason(match, Seat(0), Thought(look.action, (look,), 1), 0)
        app.table._show_hint(Hint(Seat(0), match.log, (advice,)))
        told = hint_words(app.table.desk.hint, match.names, glyphs("unicode"))
        assert told.startswith(f"Hint, but it breaks your word to blue: {KILLS} (50 % to win)")
