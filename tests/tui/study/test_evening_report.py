"""The report of the evening: the result, every promise with its fate, each player's count, the turning points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.game import Seat
from net.view.table_view import Phase, TableView
from tests.tui.support.journey import click_on, settled
from tests.tui.table.test_pact_ledger import TALK, killing, line, shown
from tui.i18n import translation
from tui.screens.table.end_card import EndScreen
from tui.screens.table.report_screen import ReportScreen
from tui.study.analysis.game_analysis import GameAnalyst
from tui.study.evening_report import promised, report_text
from tui.study.game_export import report_of

Make = Callable[..., Any]
LATER = (line(1, 2, "propose", "truce", "red"), line(1, 0, "accept", "truce", "yellow"))


def over(make_app: Make) -> TableView:
    """Give a table where red killed a piece of blue's, and everybody else left."""
    match = killing()
    for seat, name in ((1, "blue"), (2, "yellow"), (3, "green")):
        match = match.play(f"abandon {name}", Seat(seat))
    view: TableView = make_app(match, hand=(0,)).handle.view
    return replace(view, talk=(*TALK, *LATER), phase=Phase.OVER)


def test_it_tells_the_evening(make_app: Make) -> None:
    told = report_text(over(make_app), "2026-11-24", None)
    assert told.startswith("Djambi, Florence, 2026-11-24\nRed wins: ")
    parts = told.split("\n\n")
    assert parts[1].splitlines() == [
        "Promises",
        "  Turn 1: Red and blue: a truce until turn 20. Broken by red in turn 1.",
        "  Turn 2: Blue and red: an attack on green together before turn 9. Without object since turn 4.",
        "  Turn 2: Yellow and red: a truce. Kept.",
        "  Turn 2: Yellow to green: sparing the piece on a9. Kept.",
    ]
    assert parts[2].splitlines() == [
        "How each kept their word",
        "  Red: 1 kept, 1 broken, 0 taken back",
        "  Blue: 0 kept, 0 broken, 0 taken back",
        "  Yellow: 2 kept, 0 broken, 0 taken back",
    ]
    assert parts[3] == "Turning points\n  Nobody has looked for them yet.\n"
    assert "No turning point was found" in report_text(over(make_app), "", ())
    with translation.speaking("fr"):
        assert "Rouge\u00a0: tenues 1, rompues 1, reprises 0" in report_text(over(make_app), "", None)


def test_a_promise_leads_to_where_it_was_made_or_broken(make_app: Make) -> None:
    broken, *others = promised(over(make_app))
    assert broken == ("Turn 1: Red and blue: a truce until turn 20. Broken by red in turn 1.", 1, True)
    assert [(ply, bad) for _, ply, bad in others] == [(1, False)] * 3


def test_while_the_game_goes_on_it_tells_so(make_app: Make) -> None:
    view = replace(make_app(killing()).handle.view, talk=())
    told = report_of(view)
    assert "The game goes on." in told
    assert "Nobody has promised anybody anything here." in told
    assert "Turning points" not in told


async def test_the_end_card_leads_to_it_by_one_key(
    make_app: Make, monkeypatch: pytest.MonkeyPatch, parley_home: Path
) -> None:
    steps: list[int] = []

    async def made(self: GameAnalyst, step: Callable[[int, int], None]) -> Any:  # noqa: ANN401
        for done in (1, 2):
            steps.append(done)
            step(done, self.steps)
        return type("Found", (), {"points": ()})

    monkeypatch.setattr(GameAnalyst, "made", made)
    app = make_app(killing(), hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.handle.put(over(make_app))
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, ReportScreen)
        await pilot.pause()
        assert "Nobody has looked for them yet." in app.screen.text
        assert "t: turning points" in shown(app)
        assert "Red wins" in shown(app)
        await pilot.press("t")
        await pilot.pause()
        await pilot.pause()
        assert steps == [1, 2]
        assert "No turning point was found in this game." in app.screen.text
        assert "t: turning points" not in shown(app), "they are there"
        await pilot.press("c", "s")
        await pilot.pause()
        (path,) = (parley_home / "exports").iterdir()
        assert path.name.endswith("-djambi-00-report.txt")
        assert app.copied == [path.read_text("utf-8")] == [app.screen.text]
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)


async def test_a_click_on_a_key_presses_it_and_one_in_the_text_does_nothing(make_app: Make, parley_home: Path) -> None:
    app = make_app(killing(), hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.handle.put(over(make_app))
        await settled(pilot, "r")
        report = app.screen
        assert isinstance(report, ReportScreen)

        await click_on(pilot, "Red wins")
        await click_on(pilot, "c: copy", -4)  # the border beside the keys
        assert (app.screen, app.copied) == (report, [])
        await click_on(pilot, "c: copy")
        assert (app.screen, app.copied) == (report, [report.text])
        await click_on(pilot, "s: save")
        assert app.screen is report
        assert len(list((parley_home / "exports").iterdir())) == 1
        await click_on(pilot, "Esc: back")
        assert isinstance(app.screen, EndScreen)


def test_it_names_whoever_spoke_for_a_seat_before(make_app: Make) -> None:
    view = over(make_app)
    assert "before that" not in report_text(view, "", None)
    former = replace(TALK[1], pid="P9", nick="Cy")
    told = report_text(replace(view, talk=(former, *view.talk)), "", None)
    assert f"Blue, {view.seats[1].nick}, before that Cy: 0 points" in told
