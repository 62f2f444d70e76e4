"""A field of a form that takes any number counts by arrows and clicks, and jumps to its named values by the blank.

Enter keeps what stands in a field, whatever put it there, and goes on to the next one.
"""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from tui.widgets.form_field import Choice


class Form(App[None]):
    """One field that has a name for a number below its range."""

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield Choice({"3": "3", "0": "never"}, "3", numbers=(2, 5), id="times")
        yield Choice({"on": "on", "off": "off"}, "on", id="other")


async def test_arrows_and_clicks_count() -> None:
    app = Form()
    async with app.run_test(size=(40, 4)) as pilot:
        field = app.query_one("#times", Choice)
        field.focus()
        found = []
        for key in ("right", "right", "right", "left", "left", "left", "left", "left", "right"):
            await pilot.press(key)
            found.append(field.value)
        assert found == ["4", "5", "5", "4", "3", "2", "0", "0", "2"], "from the name below the range to its top"
        await pilot.click(field, offset=(4, 0))
        assert field.value == "3"
        await pilot.click(field, offset=(0, 0))
        await pilot.pause()
        assert field.value == "2"
        for named in ("3", "0", "3"):
            await pilot.press("space")
            assert field.value == named


async def test_a_number_that_was_typed_is_counted_from() -> None:
    app = Form()
    async with app.run_test(size=(40, 4)) as pilot:
        field = app.query_one("#times", Choice)
        field.focus()
        await pilot.press("5", "left")
        assert field.value == "4"


@pytest.mark.parametrize("keys", [("5",), ("right", "right"), ("space", "right", "right", "right", "right"), ()])
async def test_enter_keeps_what_stands_there_and_goes_on(keys: tuple[str, ...]) -> None:
    app = Form()
    async with app.run_test(size=(40, 4)) as pilot:
        field, other = app.query_one("#times", Choice), app.query_one("#other", Choice)
        field.focus()
        await pilot.press(*keys)
        chosen = field.value
        for _ in range(2):
            field.focus()
            await pilot.press("enter")
            assert (field.value, app.focused) == (chosen, other)
        await pilot.press("right", "enter")
        assert (other.value, app.focused) == ("off", field), "a row of words too, and the first follows on the last"


async def test_a_digit_begins_another_number_after_enter() -> None:
    app = Form()
    async with app.run_test(size=(40, 4)) as pilot:
        field = app.query_one("#times", Choice)
        field.focus()
        await pilot.press("5", "enter")
        field.focus()
        await pilot.press("4")
        assert field.value == "4"
        await pilot.press("space")
        assert (field.value, app.focused) == ("3", field)
