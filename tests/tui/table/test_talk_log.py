"""The whole talk of a table: searched by words, kept by person or by promise, quoted; and cells named in talk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from core.game import Seat
from net.view.table_view import TalkLine
from tests.tui.table.test_pact_ledger import TALK, killing, shown
from tui.i18n import translation
from tui.screens.table.talk_log_screen import TalkLogScreen
from tui.table.talk_log import QUOTED, TalkFilter, people_in, talk_entries, treaties_in
from tui.widgets.talk_pane import TalkInput

Make = Callable[..., Any]
DAY = 86_400_000
LONG = "I would not trust anybody here who kills assassins first thing in the morning."


def free(seat: int, text: str, seq: int, ts: int = 0) -> TalkLine:
    """Give a line of one's own words."""
    return TalkLine(1, Seat(seat), f"P{seat}", ("Alice", "Benoît", "Chloé", "David")[seat], text, None, ts, seq)


SAID = (*TALK, free(1, "Épargnons c5.", 7, DAY), free(2, LONG, 8, DAY), free(3, "And c5 looks weak.", 9, DAY + 60_000))


def test_what_was_said_is_found(make_app: Make) -> None:
    entries = talk_entries(replace(make_app(killing()).handle.view, talk=SAID))

    def found(**wanted: Any) -> list[int]:  # noqa: ANN401 - a field of the filter
        return [entries.index(entry) for entry in TalkFilter(**wanted).keep(entries)]

    assert found(words="c5") == [6, 8]
    assert found(words="EPARGNONS") == [6]
    assert found(words="green c5") == [8]
    assert found(words="benoit c5") == [6]
    assert found(person="P1") == [1, 2, 6]
    assert found(person="P1", words="truce") == [1]
    treaties = treaties_in(entries)
    assert [treaty.words(("red", "blue", "yellow", "green")) for treaty in treaties] == [
        "a joint attack: red, blue",
        "sparing a piece: yellow, green",
        "a truce: red, blue",
    ]
    assert found(treaty=treaties[0]) == [2, 3]
    assert found(treaty=treaties[1]) == [4, 5]
    assert found(treaty=treaties[2]) == [0, 1, 3]
    assert people_in(entries) == (("P0", "Somebody"), ("P1", "Benoît"), ("P3", "David"), ("P2", "Chloé"))
    assert [entry.turn for entry in entries[:4]] == [1, 1, 1, 2]


def test_the_day_stands_where_there_are_several_and_the_muted_are_left_out(make_app: Make) -> None:
    view = make_app(killing()).handle.view
    one = talk_entries(replace(view, talk=SAID))
    assert {len(entry.when) for entry in one} == {0, len("12:00")}
    two = talk_entries(replace(view, talk=(*SAID, free(0, "Good morning.", 10, 2 * DAY))))
    assert {len(entry.when) for entry in two} == {0, len("1970-01-02 12:00")}
    assert {entry.line.pid for entry in talk_entries(replace(view, talk=SAID), frozenset({"P1"}))} == {"P0", "P2", "P3"}


def test_a_quotation_is_short(make_app: Make) -> None:
    entries = talk_entries(replace(make_app(killing()).handle.view, talk=SAID))
    assert entries[8].quote == "> Green: And c5 looks weak."
    assert entries[7].quote.startswith("> Yellow: I would not trust anybody")
    assert entries[7].quote.endswith("…")
    assert len(entries[7].quote) <= QUOTED
    assert entries[0].quote == "> Red: Blue, a truce until turn 20?"


async def test_the_talk_is_searched_and_quoted_by_keys_alone(make_app: Make) -> None:
    app = make_app(killing(), hand=(0,))
    app.handle.view = replace(app.handle.view, talk=SAID)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash")
        await pilot.pause()
        assert isinstance(app.screen, TalkLogScreen)
        assert "Talk · 9 lines" in shown(app)
        await pilot.press(*"c5")
        await pilot.pause()
        assert "Talk · 2 / 9 lines" in shown(app)
        assert "To the list" in shown(app)
        await pilot.press("escape", "p", "p")
        await pilot.pause()
        assert "Talk · 3 / 9 lines · Benoît" in shown(app)
        await pilot.press("p", "p", "p", "a")
        await pilot.pause()
        assert "Talk · 2 / 9 lines · a joint attack: red, blue" in shown(app)
        await pilot.press("slash", "x", "enter")
        await pilot.pause()
        assert "No line of talk fits." in shown(app)
        await pilot.press("slash", "escape", "slash", "c", "5", "enter")
        await pilot.pause()
        assert "Talk · 2 / 9 lines" in shown(app)
        await app.handle.put(replace(app.handle.view, talk=(*SAID, free(2, "c5 is mine.", 10, DAY))))
        await pilot.pause()
        assert "Talk · 3 / 10 lines" in shown(app)
        await pilot.press("up", "enter")
        await pilot.pause()
        assert app.screen_stack[-1:] == [app.table]
        say = app.table.query_one(TalkInput)
        assert app.focused is say
        assert say.value == "> Green: And c5 looks weak. "
        await pilot.press("N", "o")
        await pilot.press("tab", "enter")
        await pilot.pause()
        cell = app.table.board.cursor
        assert app.handle.calls == [("say", f"> Green: And c5 looks weak. No {cell}", Seat(0))]


async def test_leaving_the_talk_quotes_nothing(make_app: Make) -> None:
    app = make_app(killing(), hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        with translation.speaking("fr"):
            await pilot.press("slash")
            await pilot.pause()
            assert "Rien n’a encore été dit à cette table." in shown(app)
        await pilot.press("down", "q")
        await pilot.pause()
        assert app.screen is app.table
        await pilot.press("slash", "escape")
        await pilot.pause()
        assert app.screen is app.table
        assert app.table.query_one(TalkInput).value == ""
