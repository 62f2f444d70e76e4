"""Moments of one's own: found by children, kept in the profile, asked on the screen and line by line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.bots.bot import Thought
from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.study.reason import reason
from core.study.turning_point import Judgement
from net.view.table_view import Phase
from tests.gallery.fixed_table import FixedTableApp
from tests.tui.support.journey import settled, shown, toasts
from tui.screens.learn.lesson_screen import LessonScreen
from tui.screens.learn.moment_screen import MomentScreen
from tui.screens.table.end_card import EndScreen
from tui.session.rooms import Rooms
from tui.study.analysis import own_moments
from tui.study.analysis.own_moments import MOST, OwnMoment, found_moment, keep, moment_entry, moments, moments_path
from tui.table.hint import Hint
from tui.text.repl import converse
from tui.text.shell.console import Script

PLAYED = ("A1", "C3", "A2", "E5", "A3", "B6", "A4", "D1", "A5", "F6", "A6")
"""The second colour lets the first fill a radial: its last stone should have stood on A6."""


def lost() -> Match:
    match = Match.new(find("megiddo"), {"players": "2", "target": "1"})
    for text in PLAYED:
        match = match.play(text)
    return match


def kept_entry(name: str = "one", played: str = "F6") -> dict[str, Any]:
    """Give a moment as it is kept."""
    before = lost().at(9)
    texts = {"en": "Find better.", "fr": "Trouvez mieux."}
    step = {
        "goal": {"moves": ["A6"]},
        "solution": "A6",
        "task": texts,
        "hints": {"en": ["Why.", "The best: A6"], "fr": ["Pourquoi.", "Le mieux\u00a0: A6"]},
        "done": {"en": "Right.", "fr": "Juste."},
    }
    position = json.loads(json.dumps(before.state.to_json()))
    told = {"name": name, "title": texts, "position": position, "seat": "1", "step": [step]}
    return {**told, "game": "megiddo", "played": played}


async def test_the_worst_decision_of_a_seat_is_found_and_asked_again(parley_home: Path) -> None:
    steps: list[int] = []
    found = await found_moment(lost(), {Seat(1)}, lambda done, _: steps.append(done), "2")
    assert found is not None
    assert steps[-1] >= len(PLAYED)
    keep("default", found)
    tutor = OwnMoment("default")
    assert (tutor.game, tutor.number, tutor.last) == ("megiddo", 1, 1)
    assert tutor.title == "Decision 10: better than F6"
    assert tutor.task == "You played F6 (??, blunder). Find something better."
    assert not tutor.play("F6")
    assert tutor.said == "That is what you played."
    assert not tutor.play("F5")
    assert tutor.said == "F5 is allowed, but it gives away too much as well."
    assert tutor.hint()
    assert tutor.play("A6")
    assert tutor.said.startswith("Right. The best was A6")
    assert tutor.done
    assert parley_home / "moments.json" == moments_path()


async def test_who_followed_a_hint_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program has advised it does not reproach without a word; and it names words as the screen does."""

    async def misled(match: Match, seat: Seat, _bot: object) -> Hint:
        thought = Thought(match.state.parse(seat, "F6"), (), 1)
        return Hint(seat, match.log, (reason(match, seat, thought),))

    monkeypatch.setattr(own_moments, "ask_hint", misled)
    found = await found_moment(lost(), {Seat(1)}, level="2")
    assert found is not None
    assert found["step"][0]["task"]["en"] == (
        "You played F6 (??, blunder). A hint advises it here too: what judges it now is another search, and either may"
        " err. Find something better."
    )


def test_a_moment_names_a_word_of_the_notation() -> None:
    """`pay` alone says nothing to a reader who knows it as a forced march."""
    options = {"players": "2", "placement": "standard", "seed": "3"}
    match = Match.new(find("mediterranee"), options).deal()
    judgement = Judgement(match.ply + 1, Seat(0), "pass", 0.2, "pay 3", 0.67)
    told = moment_entry(match.play("pass"), judgement, ("pay 3",))["step"][0]
    assert told["hints"]["fr"][1] == "Le mieux\xa0: pay 3 («\xa0Marche forcée\xa0»)"
    assert told["done"]["en"].startswith("Right. The best was pay 3 (“Forced march”) (67 %).")


async def test_whoever_made_no_mistake_has_no_moment() -> None:
    assert await found_moment(lost(), {Seat(0)}, level="2") is None


def test_moments_are_bounded_and_the_oldest_go(parley_home: Path) -> None:
    for number in range(MOST + 3):
        keep("ann", kept_entry(f"m{number}"))
    keep("ann", kept_entry("m5"))
    names = [one.lesson.name for one in moments("ann")]
    assert names[:2] == ["m5", f"m{MOST + 2}"]
    assert (len(names), "m3" in names, "m2" in names) == (MOST, True, False)
    assert not moments("default")
    assert (parley_home / "moments-ann.json").exists()


def test_what_cannot_be_read_is_left_out(parley_home: Path) -> None:
    for text in ("", "{", "3", json.dumps([3, {"game": "chess"}, {**kept_entry(), "position": {"board": 3}}])):
        (parley_home / "moments.json").write_text(text, "utf-8")
        assert moments() == ()
    with pytest.raises(Fault, match="There are no moments of your own yet"):
        OwnMoment("default")
    keep("default", kept_entry())
    with pytest.raises(Fault, match="There is no moment 2; there are 1 to 1"):
        OwnMoment("default", 2)


async def test_the_end_card_leads_to_it_by_one_key(
    make_app: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(_match: Match, _seats: object, _step: object) -> dict[str, Any] | None:
        return kept_entry()

    monkeypatch.setattr(own_moments, "found_moment", at_once)
    app = make_app(lost().at(10), hand=(1,))
    view = replace(app.handle.view, match=lost(), phase=Phase.OVER)
    bots = tuple(seat if seat.seat == 1 else replace(seat, mine=True, bot="greedy", pid="P1/0") for seat in view.seats)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.handle.put(replace(view, seats=bots, host="P1"))
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        assert "Look at your worst moment" in shown(app)
        await settled(pilot, "w")
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        await settled(pilot, "q")
        assert isinstance(app.screen, EndScreen), "the card comes back"


async def test_the_end_card_keeps_the_answer_that_there_is_none(
    make_app: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(_match: Match, _seats: object, _step: object) -> dict[str, Any] | None:
        return None

    async def failing(_match: Match, _seats: object, _step: object) -> dict[str, Any] | None:
        raise Fault(own_moments.NO_MOMENTS)

    app = make_app(lost().at(10), hand=(1,))
    view = replace(app.handle.view, match=lost(), phase=Phase.OVER)
    bots = tuple(seat if seat.seat == 1 else replace(seat, mine=True, bot="greedy", pid="P1/0") for seat in view.seats)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.handle.put(replace(view, seats=bots, host="P1"))
        await pilot.pause()
        for search, told in ((nothing, "No decision of yours was found"), (failing, "There are no moments")):
            monkeypatch.setattr(own_moments, "found_moment", search)
            await settled(pilot, "w")
            await pilot.pause()
            assert isinstance(app.screen, EndScreen)
            assert told in shown(app)
            assert toasts(app) == []
        await settled(pilot, "1")
        await settled(pilot, "o")
        assert isinstance(app.screen, EndScreen)
        assert "There are no moments" in shown(app), "also when the card comes again"


async def test_the_search_can_be_left_and_may_find_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    async def endless(_match: Match, seats: object, step: Callable[[int, int], None]) -> dict[str, Any] | None:
        assert seats == (1,)
        step(3, 13)
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("stopped")
        return None

    async def at_once(_match: Match, _seats: object, _step: object) -> dict[str, Any] | None:
        return kept_entry()

    async def nothing(_match: Match, _seats: object, _step: object) -> dict[str, Any] | None:
        return None

    for search in (endless, nothing, at_once):
        monkeypatch.setattr(own_moments, "found_moment", search)
        screen = MomentScreen(lost(), (Seat(1),), "default")
        app = FixedTableApp(screen)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            if search is endless:
                assert "Looking at every decision: 23%" in shown(app)
                await settled(pilot, "escape")
                assert ended == ["stopped"]
            assert not isinstance(app.screen, MomentScreen)
    assert [one.lesson.name for one in moments()] == ["one"]


async def test_a_moment_is_played_on_the_screen() -> None:
    keep("default", kept_entry())
    tutor = OwnMoment("default")
    app = FixedTableApp(LessonScreen(tutor.game, tutor=tutor))
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot, "question_mark")
        assert "Find better." in shown(app)
        assert "Why." in shown(app)
        assert "? gives a hint." in shown(app)
        await settled(pilot, "question_mark")
        assert "The best: A6" in shown(app)
        assert "? gives a hint." not in shown(app), "there is none any more"
        await settled(pilot, "colon", *"F6", "enter")
        assert "That is what you played." in shown(app)
        await settled(pilot, "escape", "colon", *"A6", "enter")
        assert "Right." in shown(app)


async def test_moments_are_asked_line_by_line(parley_home: Path) -> None:
    said: list[str] = []
    keep("tester", kept_entry())
    lines = ("moment", "F6", "hint", "A6", "next", "quit", "moment 4", "moment x", "9")
    await converse(Script(lines), said.append, Rooms(parley_home, "tester"), seed=5)
    told = "".join(said)
    assert "MOMENT 1/1 Find better." in told
    assert "WRONG That is what you played." in told
    assert "HINT Why." in told
    assert "RIGHT Right." in told
    assert "That was the oldest of your moments." in told
    assert "ERROR There is no moment 4; there are 1 to 1." in told
    assert "ERROR Say which moment by its number" in told


async def test_a_game_without_a_mark_is_no_error_in_text_mode(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(own_moments, "found_moment", nothing)
    said: list[str] = []
    script = Script(["2", "megiddo players=2 target=1", *PLAYED, "moment", "quit", "9"])
    await converse(script, said.append, Rooms(parley_home, "default"), seed=5)
    over = next(at for at, line in enumerate(said) if line.startswith("OVER"))
    told = [line.rstrip("\n") for line in said[over:] if line.startswith(("NOTE No decision", "ERROR"))]
    assert told == ["NOTE No decision of yours was found that deserves a mark."]
