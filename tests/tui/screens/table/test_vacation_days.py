"""Days of vacation on every face: the list of offers takes them, text mode takes and counts them."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import AsyncMock

from core.game import Seat
from net.view.table_view import OfferKind, VacationView
from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tests.tui.support.journey import ROOM, Make, settled, shown
from tui.i18n.translation import speaking
from tui.table.departure import vacation_texts, votes
from tui.table.seat_names import NamedTable
from tui.text.shell.console import Console, Script
from tui.text.table.table_dialogue import TableDialogue
from tui.words.declaration_words import declaration_words

LEFT = (VacationView(Seat(0), 4), VacationView(Seat(1), 7))


async def test_the_offers_of_the_screen_take_days_that_are_left(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await app.handle.put(replace(app.handle.view, vacations=LEFT))
        await settled(pilot, "o")
        assert "Take 1 day of vacation" in shown(app)
        assert "Take 3 days of vacation" in shown(app)
        assert "Take 7 days of vacation" not in shown(app)
        await settled(pilot, "escape")
        app.table.declare("vacation 3")
        await settled(pilot)
        assert app.handle.calls == [("offer", OfferKind.VACATION, 0)]


def test_days_are_offered_to_whom_a_decision_is_owed_from(make_app: Make) -> None:
    view = replace(make_app(hand=(0,)).handle.view, vacations=LEFT)
    assert vacation_texts(view, Seat(0)) == ("vacation 1", "vacation 3")
    assert vacation_texts(view, Seat(1)) == ()
    assert vacation_texts(replace(view, paused=True), Seat(0)) == ()
    assert "vacation 1" in votes(view, Seat(0))
    with speaking("fr"):
        assert declaration_words("vacation 3") == "Prendre 3 jours de vacances"


async def test_text_mode_takes_and_counts_them() -> None:
    said: list[str] = []
    table = FixedTable(view_of(match_of(2, 0, 1, "megiddo"), talk=False))
    table.offer = AsyncMock()  # type: ignore[method-assign]
    talk = TableDialogue(NamedTable(table), Console(Script([]), said.append))
    await talk.obey("vacation")
    table.view = replace(table.view, vacations=LEFT)
    for line in ("vacation", "vacances 3", "vacation x", "vacation 99999"):
        await talk.obey(line)
    told = [line.strip() for line in said if line.startswith(("VACATION", "ERROR"))]
    assert told[0] == "ERROR This table has no vacation days."
    counted = [line.partition(": ")[2] for line in told if line.startswith("VACATION")]
    assert counted == ["4 days left.", "7 days left."] * 2
    assert len([line for line in told if line.startswith("ERROR")]) == 3
    table.offer.assert_called_once_with(OfferKind.VACATION, Seat(0), 3)
