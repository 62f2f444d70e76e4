"""A hand of any size fits in its row: cards stand closer, then those round the cursor are shown; so do seats."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text
from textual.app import App

from core.game import Seat
from core.scene import Cards, Hand
from net.view.table_view import SeatView
from tui.i18n import translation
from tui.settings import theme
from tui.widgets.hand_bar import HandBar, heaps, spread, widths, window
from tui.widgets.hand_selection import PAY, HandSelection
from tui.widgets.seats_panel import seat_line
from tui.widgets.text_style import TextStyle

FACES = st.lists(st.integers(0, 15).map(str), min_size=1, max_size=60)
INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))


@given(FACES, st.integers(20, 90), st.data())
def test_what_is_shown_of_a_hand_fits(faces: list[str], room: int, data: Any) -> None:  # noqa: ANN401 - hypothesis's own
    at = data.draw(st.integers(0, len(faces) - 1))
    loud = frozenset({at, *data.draw(st.sets(st.integers(0, len(faces) - 1), max_size=3))})
    gap = spread(faces, loud, room)
    if gap:
        assert sum(widths(faces, loud, gap)) <= room
        return
    shown = window(faces, loud, at, room)
    assert at in shown
    assert sum(widths(faces, loud, 1)[place] for place in shown) <= room
    assert len(shown) < len(faces)


class Bar(App[None]):
    """An app of one hand."""

    def compose(self) -> Any:  # noqa: ANN401 - Textual's own
        """Show the hand."""
        yield HandBar(id="hand")


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_row_of_a_hand_is_as_wide_as_the_screen_however_many_cards(size: tuple[int, int]) -> None:
    app = Bar()
    async with app.run_test(size=size) as pilot:
        bar = app.query_one(HandBar)
        for count in (0, 1, 8, 20, 30, 34, 45, 70):
            faces = tuple(at % 16 for at in range(count))
            cards = Cards((Hand(0, faces, ("treason", "sedition")),), (99,), faces)
            bar.show(cards, Seat(0), HandSelection(faces, wanted=2), ("pass", "pay"), INK)
            assert {len(text) for text in bar.texts} == {size[0] - 2}
            bar.focus()
            await pilot.press("end", *("left",) * 2, "8", "5")
            await pilot.pause()
            assert {len(text) for text in bar.texts} == {size[0] - 2}
            if count > 8:
                assert bar.texts[0].count("[") == 2


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Hand 0×2 1×2 2 3 4×2 5 6 7 8 9 10 15×2 "), ("fr", "0 0 1 1 2 3 4 4 5 6 7 8 9 10 15 15 ")],
)
async def test_every_value_of_a_full_hand_stands_in_eighty_columns(language: str, told: str) -> None:
    faces = (0, 0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 15, 15)
    cards = Cards((Hand(0, faces, ("sedition",)),), (12, 9), faces)
    app = Bar()
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.query_one(HandBar)
        app.set_focus(None)
        await pilot.pause()
        with translation.speaking(language):
            bar.show(cards, Seat(0), HandSelection(faces), ("pass", "pay", "treason"), INK)
            await pilot.pause()
            assert bar.texts[0].startswith(told)
            assert translation.tr("Treason") in bar.texts[0]


async def test_cards_without_room_are_told_in_words_and_the_best_are_shown() -> None:
    faces = tuple(sorted((*range(11), 15) * 2))
    cards = Cards((Hand(0, faces, ()),), (12, 9), faces)
    app = Bar()
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.query_one(HandBar)
        app.set_focus(None)
        await pilot.pause()
        with translation.speaking("en"):
            bar.show(cards, Seat(0), HandSelection(faces), ("pass", "pay", "treason", "sedition"), INK)
            await pilot.pause()
            assert "9×2 10×2 15×2  and 12 more " in bar.texts[0]


@given(FACES, st.data())
def test_heaps_hold_every_card_once_and_a_marked_one_alone(faces: list[str], data: Any) -> None:  # noqa: ANN401 - hypothesis's own
    loud = data.draw(st.sets(st.integers(0, len(faces) - 1), max_size=3))
    parts = heaps(faces, loud)
    assert [at for part in parts for at in part] == list(range(len(faces)))
    assert all(len({faces[at] for at in part}) == 1 for part in parts)
    assert all(len(part) == 1 for part in parts if loud & set(part))


@pytest.mark.parametrize("state", ["", "vassal X", "10p 11c", "36 pts 12×"])
@pytest.mark.parametrize("width", [20, 22, 29, 46])
def test_the_line_of_a_seat_never_breaks(width: int, state: str) -> None:
    with translation.speaking("en"):
        for name, nick in (("red", "Alice"), ("red", "Red"), ("k", "Aristophanes of Byzantium"), ("ac", "Bo")):
            for column in (6, 14):
                line = seat_line(SeatView(Seat(0), name, "P", nick), Text(state), INK, width, column, turn=True)
                assert line.cell_len == width
                assert line.plain.endswith(f"{state} ◀")
                assert line.plain.count("Red") <= 1


def test_enter_is_said_to_lay_or_to_pay_as_the_cards_are_asked_for() -> None:
    bar = HandBar()
    asked = {
        "": HandSelection((7,), wanted=2),
        PAY: HandSelection((7,), wanted=None, word=PAY),
        "none": HandSelection((7,)),
    }
    offered = {}
    for name, bar.holding in asked.items():
        offered[name] = [action for action in ("lay", "pay") if bar.check_action(action, ())]
    assert offered == {"": ["lay"], PAY: ["pay"], "none": []}
