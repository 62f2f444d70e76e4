"""The form of a new table: built from the options there are, `needs` kept, a plan at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from textual import events
from textual.app import App
from textual.widgets import Input, Static

from core.games import find, names
from core.option import settle
from net.table.fold.table_terms import TERMS
from tests.length import long_only
from tui.app.app import ParleyApp
from tui.i18n import translation
from tui.screens.room.new_table_screen import Kind, NewTableScreen
from tui.table.table_plan import ME, OPEN, Plan
from tui.widgets.form_field import Choice, Fold, Row

DJAMBI = find("djambi")


class Ask(App[None]):
    """Shows the form and keeps what it gives."""

    CSS_PATH = None

    def __init__(self, kind: Kind) -> None:
        """Ask for a table of `kind`."""
        super().__init__()
        self.kind = kind
        self.plan: Plan | None = None

    def on_mount(self) -> None:
        """Show the form."""
        self.push_screen(NewTableScreen(self.kind), self.keep)

    def keep(self, plan: Plan | None) -> None:
        """Keep the plan."""
        self.plan = plan


async def test_every_option_of_the_game_and_every_open_term_has_a_row() -> None:
    app = Ask(Kind.ONLINE)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        shown = {field.id for field in app.screen.query("Choice, Input")}
    open_terms = [term for term in TERMS if term.form and (len(term.values) > 1 or term.highest is not None)]
    assert {f"option-{option.name}" for option in (*DJAMBI.options, *open_terms)} <= shown
    assert {"game", "preset", "seat-0", "seat-3"} <= shown


async def test_an_option_without_meaning_is_hidden_until_it_has_one() -> None:
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        assert not app.screen.query_one("#row-missing").display
        app.screen.query_one("#option-players", Choice).value = "5"
        await pilot.pause()
        assert app.screen.query_one("#row-missing").display
        seats = {choice.id for choice in app.screen.query("#seats Choice")}
    assert seats == {"seat-0", "seat-1", "seat-2", "seat-3", "seat-4"}


async def test_the_seats_follow_the_missing_colour() -> None:
    app = Ask(Kind.BOTS)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        app.screen.query_one("#option-players", Choice).value = "5"
        await pilot.pause()
        app.screen.query_one("#option-missing", Choice).value = "red"
        await pilot.pause()
        await pilot.press("f2")
        await pilot.pause()
    assert app.plan is not None
    assert app.plan.sitters == ("", ME, "2", "2", "2", "2")
    assert app.plan.options["missing"] == "red"


async def test_the_usual_table_is_the_game_with_its_defaults() -> None:
    app = Ask(Kind.ONLINE)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        await pilot.press("f2")
        await pilot.pause()
    assert app.plan is not None
    assert dict(app.plan.options) == settle(DJAMBI, {})
    assert app.plan.sitters == (ME, OPEN, OPEN, OPEN)
    assert app.plan.terms["talk"] == "on"


async def test_a_preset_fills_the_form() -> None:
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        app.screen.query_one("#preset", Choice).value = "bga"
        await pilot.pause()
        await pilot.press("f2")
        await pilot.pause()
    assert app.plan is not None
    assert dict(app.plan.options) == settle(DJAMBI, {"preset": "bga"})


async def test_numbers_are_typed() -> None:
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        app.screen.query_one("#option-quiet", Choice).focus()
        await pilot.press("2", "0", "1", "backspace", "0")
        await pilot.press("f2")
        await pilot.pause()
    assert app.plan is not None
    assert app.plan.options["quiet"] == "200"


async def test_enter_keeps_a_name_and_goes_to_the_next_field() -> None:
    app = Ask(Kind.ONLINE)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        name = app.screen.query_one("#table-title", Input)
        name.focus()
        await pilot.press("F", "r", "i", "enter")
        assert app.screen.focused is not name
        await pilot.press("f2")
        await pilot.pause()
    assert app.plan is not None
    assert app.plan.title == "Fri"


async def test_enter_keeps_a_typed_number_and_goes_to_the_next_field() -> None:
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        field = app.screen.query_one("#option-quiet", Choice)
        field.focus()
        await pilot.press("2", "0", "enter")
        assert app.screen.focused is not field
        await pilot.press("f2")
        await pilot.pause()
    assert app.plan is not None
    assert app.plan.options["quiet"] == "20"


async def test_a_handicap_that_the_board_refuses_is_told_by_its_title_and_its_example_fits_every_board() -> None:
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        app.screen.query_one("#game", Choice).value = "epaminondas"
        await pilot.pause()
        app.screen.query_one("#option-size", Choice).value = "8x8"
        field = app.screen.query_one("#option-extra", Input)
        field.value = "black:10.7"
        await pilot.press("f2")
        await pilot.pause()
        assert [notice.message for notice in app._notifications][-1] == (
            "Handicap: begins with more: the board has no square 10.7; write row.column, as in 1.1."
        )
        field.value = field.placeholder.removeprefix("none, or ")
        await pilot.press("f2")
        await pilot.pause()
    assert app.plan is not None
    assert app.plan.options["extra"] == "white:3.4"


async def test_the_first_digit_begins_another_number() -> None:
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        field = app.screen.query_one("#option-quiet", Choice)
        field.value = "120"
        field.focus()
        for keys, value in (("45", "45"), (("backspace",) * 3 + ("3", "0"), "30"), (("tab", "shift+tab", "7"), "7")):
            await pilot.press(*keys)
            await pilot.pause()
            assert field.value == value


async def test_a_handicap_is_written_and_refused_where_the_form_stands() -> None:
    """Half written it hinders no other field; what does not fit opens no table, what does is kept in its one text."""
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        field = app.screen.query_one("#option-without", Input)
        assert field.placeholder == "none, or red:M"
        app.screen.query_one("#more-rules", Fold).action_turn()
        field.focus()
        await pilot.press(*"red:c")
        app.screen.query_one("#option-players", Choice).value = "3"
        app.screen.query_one("#preset", Choice).value = "bga"
        await pilot.press("f2")
        await pilot.pause()
        assert isinstance(app.screen, NewTableScreen)
        field.value = "nonsense 9"
        await pilot.press("f2")
        await pilot.pause()
        assert [notice.message for notice in app._notifications][-1] == (
            "Handicap: begins without: “nonsense 9” cannot be read; write it like red:M,green:A, or leave it empty."
        )
        field.value = "red:m, yellow:A"
        await pilot.press("f2")
        await pilot.pause()
    assert app.plan is not None
    assert dict(app.plan.options) == settle(DJAMBI, {"players": "3", "preset": "bga", "without": "red:M,yellow:A"})


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Points that win the match: 0 is not possible; allowed: 1 to 999."),
        ("fr", "Points qui gagnent le match\u00a0: 0 n’est pas possible\u00a0; sont permis\u00a0: 1 à 999."),
    ],
)
async def test_a_number_that_cannot_be_is_refused_by_the_title_of_its_field(language: str, told: str) -> None:
    app = Ask(Kind.HOT_SEAT)
    with translation.speaking(language):
        async with app.run_test(size=(80, 40)) as pilot:
            await pilot.pause()
            app.screen.query_one("#game", Choice).value = "megiddo"
            await pilot.pause()
            await pilot.pause()
            app.screen.query_one("#option-target", Choice).focus()
            await pilot.press("0", "f2")
            await pilot.pause()
            assert [notice.message for notice in app._notifications] == [told]


async def test_in_french_a_handicap_names_the_sides_as_the_seats_beside_it_are_called() -> None:
    app = Ask(Kind.HOT_SEAT)
    with translation.speaking("fr"):
        async with app.run_test(size=(80, 40)) as pilot:
            await pilot.pause()
            app.screen.query_one("#game", Choice).value = "epaminondas"
            await pilot.pause()
            field = app.screen.query_one("#option-without", Input)
            assert field.placeholder == "aucun, ou blanc:2.7"
            field.value = "Blanc:2.7, black:11.7"
            await pilot.press("f2")
            await pilot.pause()
    assert app.plan is not None
    assert app.plan.options["without"] == "black:11.7,white:2.7"


def burst(app: App[None], *keys: str) -> None:
    """Press keys without waiting for what they do."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))


async def test_keys_pressed_while_the_form_is_laid_out_anew_find_their_fields() -> None:
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        burst(app, "right", "down", "right", "down", "right", *["up"] * 6, *"Field", "f2")
        await pilot.pause()
    assert app.plan is not None
    assert app.plan.game == "epaminondas"
    assert dict(app.plan.options) == settle(find("epaminondas"), {"size": "14x12"})
    assert app.plan.title == "Field"


async def test_keys_pressed_while_the_seats_change_find_their_fields() -> None:
    """Another game and back again; five players, which is why one is missing, and a number."""
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        burst(app, "right", "left", "tab", "tab", "right", "down", "right", *["down"] * 2, *"201", "f2")
        await pilot.pause()
    assert app.plan is not None
    assert dict(app.plan.options) == settle(DJAMBI, {"players": "5", "missing": "red", "quiet": "201"})
    assert app.plan.sitters == ("", ME, ME, ME, ME, ME)


async def test_another_language_leaves_the_form_as_it_is_filled_in() -> None:
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        await pilot.press("down", "down", "left")
        with translation.speaking("fr"):
            await cast("NewTableScreen", app.screen).recompose()
            await pilot.press("right", "right")
            assert {choice.id for choice in app.screen.query("#seats Choice")} == {f"seat-{at}" for at in range(5)}
            assert not app.screen.query_one("#row-character").display
        await pilot.press("f2")
        await pilot.pause()
    assert app.plan is not None
    assert app.plan.options["players"] == "5"


async def test_escape_gives_no_plan() -> None:
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert app.plan is None
        assert not isinstance(app.screen, NewTableScreen)


def cut_values(form: NewTableScreen) -> Iterator[tuple[str | None, str]]:
    """Give every value, chosen or not, that has no room in its line, or in the lines that its words need."""
    for choice in form.query(Choice):
        for label in choice.values.values():
            parts = label.split() if choice.wraps else [label]
            if choice.display and choice.size.width and any(len(f"‹ {each} ›") > choice.size.width for each in parts):
                yield choice.id, label


def cut_labels(form: NewTableScreen) -> Iterator[tuple[str | None, str]]:
    """Give every row whose name has no room."""
    for row in form.query(Row):
        label = row.query_one(".label", Static)
        if row.size.width and (
            any(len(each) > label.content_size.width for each in row.label.split())
            or label.get_content_height(row.size, row.size, label.content_size.width) > row.size.height
        ):
            yield row.id, row.label


@pytest.mark.parametrize(
    ("key", "language"),
    [
        *((key, "fr") for key in "4n"),
        pytest.param("3", "fr", marks=long_only),
        *(pytest.param(key, "en", marks=long_only) for key in "34n"),  # it takes less room
    ],
)
async def test_every_value_fits_into_the_smallest_terminal(language: str, key: str) -> None:
    translation.use(language)
    app, seen = ParleyApp(), set()
    async with app.run_test(size=(80, 24)) as pilot:
        if key == "n":
            app.go(lambda: app.plan_table("online"))
        else:
            await pilot.press(key)
        while not isinstance(app.screen, NewTableScreen):
            await pilot.pause()
        await pilot.pause()
        app.screen.query_one("#game", Choice).focus()
        for _ in names():
            seen.add(app.screen.game.name)
            for fold in app.screen.query(Fold):
                fold.action_turn(unfolded=True)
            await pilot.pause()
            assert [*cut_values(app.screen), *cut_labels(app.screen)] == [], app.screen.game.name
            await pilot.press("right")
            await pilot.pause()
            await pilot.pause()
        await app.action_quit()
    assert seen == set(names())


async def test_options_that_contradict_each_other_yet_leave_the_form_whole() -> None:
    app = App[None]()
    async with app.run_test(size=(100, 40)) as pilot:
        await app.push_screen(form := NewTableScreen(Kind.BOTS, "mediterranee"))
        form.values |= {"players": "3", "first": "r"}
        await form.query_one("#option-players", Choice).action_step(1)
        form.values |= {"players": "3", "first": "r"}
        form._settle_sitters()
        await form.recompose()
        await pilot.pause()
        form.action_open_table()
        await pilot.pause()
        assert app.screen is form, "it tells what cannot stand together"


def test_a_choice_without_another_value_has_no_arrows() -> None:
    assert Choice({"a": "One", "b": "Two"}, "a", id="two").render().plain == "‹ One ›"
    assert Choice({"a": "One"}, "a", id="one").render().plain == "  One  "
    assert Choice({"1": "1"}, "1", numbers=(1, 9), id="number").render().plain == "‹ 1 ›"


async def test_the_form_of_a_rated_table_says_so_and_for_which_club() -> None:
    app = Ask(Kind.ONLINE)
    async with app.run_test(size=(80, 40)) as pilot:
        await app.push_screen(form := NewTableScreen(Kind.ONLINE, rated="Friday"))
        await pilot.pause()
        assert str(form.query_one(".title", Static).render()) == "New table, rated for Friday"


async def test_only_seats_of_the_table_are_offered_to_start() -> None:
    app = Ask(Kind.HOT_SEAT)
    async with app.run_test(size=(80, 40)) as pilot:
        await app.push_screen(form := NewTableScreen(Kind.HOT_SEAT, "megiddo"))
        await pilot.pause()
        starter, players = form.query_one("#option-starter", Choice), form.query_one("#option-players", Choice)
        assert list(starter.values) == ["0", "1"]
        assert starter.numbers == (0, 1)
        for field, value in ((players, "6"), (starter, "5")):
            field.value = value
            await form.follow(field)
        assert (starter.numbers, form.values["starter"]) == ((0, 5), "5")
        players.value = "3"
        await form.follow(players)
        assert (list(starter.values), starter.value, form.values["starter"]) == (["0", "1", "2"], "0", "0")
