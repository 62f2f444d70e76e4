"""A negotiation phase on every face: the screen counts it down, text mode and JSON lines tell who is ready."""

from __future__ import annotations

from dataclasses import replace

from core.game import Seat
from net.view.table_view import NegotiationView, OfferKind, TableView
from tests.tui.support.journey import ROOM, Make, settled, shown
from tui.headless.event_report import Report
from tui.table.premove import Premove
from tui.text.table.event_teller import EventTeller
from tui.words.clock_words import negotiation_words, now_ms

MINUTE = 60_000


def phases(view: TableView) -> list[TableView]:
    """Give the view before a phase, in it, with one ready, and after it."""
    end = now_ms() + MINUTE
    talking = NegotiationView(end, (), (Seat(0), Seat(1)))
    ready = NegotiationView(end, (Seat(1),), (Seat(0),))
    return [view, *(replace(view, negotiation=phase) for phase in (talking, ready)), view]


async def test_the_screen_counts_down_and_the_key_says_that_one_is_ready(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "R")
        assert app.handle.calls == []
        assert [note.message for note in app._notifications] == ["There is no negotiation phase now."]
        assert "R Ready" not in shown(app)
        before, talking, ready, after = phases(app.handle.view)
        await app.handle.put(ready)
        await settled(pilot)
        assert "All talk, nobody moves: 1:00" in shown(app)
        assert "Blue ready; R when you are ready" in shown(app)
        assert "R Ready" in shown(app)
        await settled(pilot, "R")
        assert app.handle.calls == [("offer", OfferKind.READY, 0)]
        mine_is_said = NegotiationView(None, (Seat(0),), (Seat(1),))
        await app.handle.put(replace(talking, negotiation=mine_is_said))
        await settled(pilot)
        assert "R Ready" not in shown(app)
        await settled(pilot, "R")
        assert len(app.handle.calls) == 1
        assert [note.message for note in app._notifications][-1] == "You have said so: the others are still talking."
        await app.handle.put(after)
        await settled(pilot)
        assert "All talk" not in shown(app)
        assert before is after


def test_words_of_a_phase(make_app: Make) -> None:
    view = phases(make_app(hand=(0,)).handle.view)[2]
    assert view.negotiation is not None
    end = view.negotiation.ends
    assert end is not None
    assert negotiation_words(view, end - 90_000)[0] == "All talk, nobody moves: 1:30"
    assert negotiation_words(view, end + 5_000)[0] == "All talk, nobody moves: 0:00"
    assert negotiation_words(phases(view)[0], end) != ("", "")
    assert negotiation_words(replace(view, negotiation=None), end) == ("", "")


def test_a_premove_waits(make_app: Make) -> None:
    before, talking, *_ = phases(make_app(hand=(0,)).handle.view)
    premove = Premove(Seat(0), "Rd1-d2", ())
    assert premove.due(before)
    assert not premove.due(talking)


def test_text_mode_tells_who_is_ready_and_that_the_talk_is_over(make_app: Make) -> None:
    teller, views = EventTeller(plain=True), phases(make_app(hand=(0,)).handle.view)
    told = [[line for line in teller.news(view, turn=False) if line.startswith("NOTE")] for view in views]
    assert told == [[], [], ["NOTE s Blue is ready."], ["NOTE The talk before the round is over."]]


def test_a_json_line_tells_each_change(make_app: Make) -> None:
    lines: list[dict[str, object]] = []
    report = Report(lines.append)
    for view in phases(make_app(hand=(0,)).handle.view):
        report.take(view)
        report.take(view)
    assert [line for line in lines if line["event"] == "negotiation"] == [
        {"event": "negotiation", "ready": (), "talking": (0, 1)},
        {"event": "negotiation", "ready": (1,), "talking": (0,)},
        {"event": "negotiation", "ready": (), "talking": ()},
    ]
