"""Who decides a time-out: chosen in the form of a new table, in honour or a witness from the room."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.app import App
from textual.widgets import Static

from core.fault import Fault
from net.table.fold.table_terms import settle_terms, witness_of
from net.view.room_view import LobbyView, PersonView
from tui.i18n import translation
from tui.screens.room.new_table_screen import Kind, NewTableScreen
from tui.table.table_plan import ME, OPEN, Plan, candidates, check_witness, flag_labels, flag_words
from tui.widgets.form_field import Choice

MINE, DORAS = "0123456789ABCDEF", "A123456789ABCDEF"
ROOM = LobbyView(
    "room",
    online=True,
    people=(
        PersonView(MINE, "Ann", "", "", present=True),
        PersonView(DORAS, "Dora the long-winded lady", "", "", present=True),
        PersonView("B123456789ABCDEF", "Gone", "", "", present=False),
    ),
)
PEOPLE = candidates(ROOM, MINE)


class Ask(App[None]):
    """Shows the form and keeps what it gives."""

    CSS_PATH = None

    def __init__(self) -> None:
        """Keep nothing yet."""
        super().__init__()
        self.plans: list[Plan] = []

    def on_mount(self) -> None:
        """Show the form."""
        self.push_screen(NewTableScreen(Kind.ONLINE, people=PEOPLE), self.keep)

    def keep(self, plan: Plan | None) -> None:
        """Keep the plan."""
        if plan is not None:
            self.plans.append(plan)

    def kept(self) -> Plan:
        """Give the one plan that was made."""
        (plan,) = self.plans
        return plan


def test_those_who_are_there_may_be_named_and_oneself() -> None:
    assert {f"witness:{MINE}": "", f"witness:{DORAS}": "Dora the long-winded lady"} == PEOPLE
    assert candidates(None, MINE) == {}
    for value in PEOPLE:
        assert witness_of(settle_terms({"flag": value})) in {MINE, DORAS}


@pytest.mark.parametrize("language", translation.LANGUAGES)
def test_every_choice_has_room_and_a_sentence(language: str) -> None:
    translation.use(language)
    assert all(cell_len(label) <= 24 for label in flag_labels(PEOPLE).values())
    told = {flag_words("300+5", flag, PEOPLE) for flag in ("honour", *PEOPLE)}
    assert len(told) == 3
    assert "" not in told
    assert flag_words("none", "honour", PEOPLE) == ""


def test_a_witness_holds_no_seat() -> None:
    with pytest.raises(Fault, match="holds no seat"):
        check_witness(f"witness:{MINE}", PEOPLE, (ME, OPEN))
    check_witness(f"witness:{MINE}", PEOPLE, (OPEN, OPEN))
    check_witness(f"witness:{DORAS}", PEOPLE, (ME, OPEN))
    check_witness("honour", PEOPLE, (ME, OPEN))


async def test_the_form_asks_for_a_witness_where_there_is_a_clock() -> None:
    app = Ask()
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        row, words = app.screen.query_one("#row-flag"), app.screen.query_one("#flag-words", Static)
        assert [row.display, words.display] == [False, False]
        app.screen.query_one("#option-clock", Choice).value = "300+5"
        await pilot.pause()
        assert [row.display, words.display] == [True, True]
        assert "No witness is named" in str(words.content)
        flag = app.screen.query_one("#option-flag", Choice)
        flag.focus()
        await pilot.press("right")
        await pilot.pause()
        assert flag.value == f"witness:{MINE}"
        await pilot.press("f2")
        await pilot.pause()
        assert app.plans == []
        assert "holds no seat" in str([notice.message for notice in app._notifications])
        await pilot.press("right")
        await pilot.pause()
        assert "Dora" in str(words.content)
        await pilot.press("f2")
        await pilot.pause()
    terms = app.kept().terms
    assert (terms["flag"], terms["clock"]) == (f"witness:{DORAS}", "300+5")


async def test_without_a_clock_nobody_is_named() -> None:
    app = Ask()
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        app.screen.query_one("#option-clock", Choice).value = "300+5"
        app.screen.query_one("#option-flag", Choice).value = f"witness:{DORAS}"
        await pilot.pause()
        app.screen.query_one("#option-clock", Choice).value = "none"
        await pilot.pause()
        await pilot.press("f2")
        await pilot.pause()
    assert app.kept().terms["flag"] == "honour"
