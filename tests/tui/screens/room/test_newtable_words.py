"""The form of a new table for somebody who has never seen it: words, a sentence for each field, few fields at first."""

from __future__ import annotations

from typing import cast

import pytest
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from core.bots import LEVELS
from core.games import find, names
from core.option import settle
from tests.length import long_only
from tui.app.app import ParleyApp
from tui.i18n import translation
from tui.screens.learn.rules_screen import RulesScreen
from tui.screens.room.new_table_screen import Kind, NewTableScreen
from tui.table.table_plan import Plan, defaults, talk_words
from tui.widgets.form_field import Choice, Fold
from tui.words.bot_words import character_purpose, characters, level_purpose

SIZES = ((80, 24), (160, 50))
MOST_STEPS = 60
"""More fields than any form has."""


async def show(pilot: Pilot[None], game: str, kind: Kind = Kind.ONLINE) -> tuple[NewTableScreen, list[Plan | None]]:
    """Show the form of a game; give it, with the list that its plan enters."""
    plans: list[Plan | None] = []
    form = NewTableScreen(kind, game)
    await pilot.app.push_screen(form, plans.append)
    await pilot.pause()
    await pilot.pause()
    return form, plans


async def walk(pilot: Pilot[None], form: NewTableScreen, name: str) -> Widget:
    """Go down to a field by the keys alone."""
    for _ in range(MOST_STEPS):
        if form.focused is not None and form.focused.id == name:
            await pilot.pause()
            return form.focused
        await pilot.press("down")
    raise AssertionError(name)


def seen(form: NewTableScreen) -> str:
    """Give what the screen shows."""
    return "\n".join("".join(part.text for part in strip) for strip in form._compositor.render_strips())


def rules(form: NewTableScreen) -> str:
    """Give what the form calls its rules."""
    return form.query_one("#preset", Choice).label


def told(form: NewTableScreen) -> str:
    """Give the sentence about the field under the cursor."""
    return str(form.query_one("#purpose", Static).content)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("mediterranee", SIZES[0]),
        *(pytest.param(name, SIZES[0], marks=long_only) for name in names() if name != "mediterranee"),
        pytest.param("mediterranee", SIZES[1], marks=long_only),
    ],
)
async def test_few_fields_at_first_and_all_of_them_by_the_keys(name: str, size: tuple[int, int]) -> None:
    app = ParleyApp()
    async with app.run_test(size=size) as pilot:
        form, _ = await show(pilot, name)
        shown = [row.id for row in form.query("#options > Row") if row.display]
        assert len(shown) <= 7
        for part in ("more-rules", "more-terms"):
            fold = await walk(pilot, form, part)
            await pilot.press("enter")
            assert cast("Fold", fold).unfolded
        reached, needed = set(), {row.id for row in form.query("#options > Row") if row.display} - {None}
        assert len(needed) > len(shown) - 2
        for _ in range(MOST_STEPS):
            await pilot.press("down")
            await pilot.pause()
            field = form.focused
            assert field is not None
            assert form.region.contains_region(field.region), f"{field.id} is scrolled into sight"
            assert field.region.height
            reached.add(f"row-{(field.id or '').removeprefix('option-')}")
            if needed <= reached:
                break
        assert needed <= reached
        app.exit()


@pytest.mark.parametrize(
    ("language", "size"),
    [
        pytest.param("en", SIZES[0], marks=long_only),  # the last one takes more room
        pytest.param("fr", SIZES[0], marks=long_only),
        (translation.PSEUDO, SIZES[0]),
        pytest.param("fr", SIZES[1], marks=long_only),
    ],
)
async def test_every_field_says_in_its_room_what_it_is_for(size: tuple[int, int], language: str) -> None:
    translation.use(language)
    app = ParleyApp()
    async with app.run_test(size=size) as pilot:
        for name in names():
            form, _ = await show(pilot, name)
            for fold in form.query(Fold):
                fold.action_turn(unfolded=True)
            line, seen_ = form.query_one("#purpose", Static), set()
            for field in [*form.query("Choice, Fold, Input, Button")]:
                if all(node.display for node in field.ancestors_with_self if isinstance(node, Widget)):
                    form.set_focus(field)
                    await pilot.pause()
                    room = line.content_size
                    assert told(form), field.id
                    assert line.get_content_height(room, room, room.width) <= room.height, (name, field.id, told(form))
                    seen_.add(told(form))
            assert len(seen_) > 15
            app.pop_screen()
            await pilot.pause()
        app.exit()


async def test_the_sentence_is_that_of_the_option_under_the_cursor() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        form, _ = await show(pilot, "mediterranee")
        assert told(form).startswith("Four states round one sea")
        await walk(pilot, form, "option-pairing")
        assert told(form) == "Which states fight side by side, and against which others."
        assert "which others." in seen(form)
        await pilot.click("#option-placement")
        assert told(form).startswith("Players place their pieces")
        label = form.query_one("#option-pairing").parent
        assert label is not None
        value = form.query_one("#option-pairing", Choice).value
        await pilot.click(label.query_one(".label"))
        assert told(form) == "Which states fight side by side, and against which others."
        assert form.query_one("#option-pairing", Choice).value == value
        app.exit()


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_level_and_the_character_under_the_cursor_are_explained(language: str) -> None:
    translation.use(language)
    app = ParleyApp()
    async with app.run_test(size=SIZES[0]) as pilot:
        form, _ = await show(pilot, "djambi", Kind.BOTS)
        line, said = form.query_one("#purpose", Static), set[str]()
        for name, values in (("seat-1", LEVELS), ("character", characters())):
            field = cast("Choice", await walk(pilot, form, name))
            for _ in field.values:
                await pilot.press("right")
                await pilot.pause()
                room = line.content_size
                assert line.get_content_height(room, room, room.width) <= room.height, told(form)
                said.add(told(form))
                if field.value in values:
                    assert told(form) == (level_purpose if name == "seat-1" else character_purpose)(field.value)
        assert len(said) == len(LEVELS) + 1 + len(characters())
        assert "" not in said
        app.exit()


async def test_help_opens_the_rules_of_the_game_that_is_chosen() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZES[0]) as pilot:
        form, _ = await show(pilot, "megiddo")
        assert "F1 Rules" in seen(form)
        for key in ("question_mark", "f1"):
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, RulesScreen)
            await pilot.press("escape")
        await walk(pilot, form, "table-title")
        await pilot.press("question_mark")
        await pilot.pause()
        assert form.is_current
        assert form.query_one("#table-title", Input).value == "?"
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        app.exit()


HUSH = "Talk: by these rules players in teams can only greet each other during a game; “{title}” changes it."


@pytest.mark.parametrize(
    ("game", "chosen", "title"),
    [
        ("megiddo", {"players": "4"}, "Talk during a game (teams)"),
        ("megiddo", {"players": "4", "team_talk": "on"}, ""),
        ("megiddo", {"players": "4", "talk": "off"}, ""),
        ("megiddo", {"players": "3"}, ""),
        ("mediterranee", {"players": "4", "partner_talk": "off"}, "Talk between partners"),
        ("mediterranee", {"players": "4"}, ""),
        ("djambi", {}, ""),
    ],
)
def test_where_the_rules_close_talk_the_form_says_so(game: str, chosen: dict[str, str], title: str) -> None:
    values = defaults(game) | {"talk": "on"} | chosen
    assert talk_words(find(game), values) == (HUSH.format(title=title) if title else "")


async def test_the_form_tells_it_as_soon_as_teams_are_chosen() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZES[0]) as pilot:
        form, _ = await show(pilot, "megiddo")
        words = form.query_one("#flag-words")
        assert not words.display
        players = form.query_one("#option-players", Choice)
        players.value = "4"
        await pilot.pause()
        words = form.query_one("#flag-words")
        assert words.display
        words.scroll_visible(animate=False)
        await pilot.pause()
        assert "can only greet" in " ".join(seen(form).split())
        app.exit()


@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[1], marks=long_only)])
async def test_the_rules_have_a_name_that_follows_every_change(size: tuple[int, int]) -> None:
    app = ParleyApp()
    async with app.run_test(size=size) as pilot:
        form, plans = await show(pilot, "djambi", Kind.HOT_SEAT)
        assert rules(form) == "Classic rules"
        await walk(pilot, form, "option-vassal_turns")
        await pilot.press("right")
        assert rules(form) == "Your own rules: 1 change"
        await walk(pilot, form, "option-quiet")
        await pilot.press("2", "0", "0")
        await pilot.pause()
        assert rules(form) == "Your own rules: 2 changes"
        await walk(pilot, form, "more-rules")
        await pilot.press("right")
        await walk(pilot, form, "option-own_kills")
        await pilot.press("right")
        assert form.query_one("#more-rules", Fold).label == "More rules (7, changed: 1)"
        await walk(pilot, form, "preset")
        await pilot.press("right")
        await pilot.pause()
        assert rules(form) == "Classic rules"
        await pilot.press("right")
        await pilot.pause()
        assert rules(form) == "Board Game Arena"
        await pilot.press("right")
        await pilot.pause()
        assert rules(form) == "Your own rules: 3 changes", "they are kept while the form is open"
        assert "Your own rules: 3" in seen(form)
        await pilot.press("f2")
        await pilot.pause()
        app.exit()
    assert plans[0] is not None
    own = {"vassal_turns": "merged", "quiet": "200", "own_kills": "yes"}
    assert dict(plans[0].options) == settle(find("djambi"), own)


async def test_another_game_forgets_rules_of_ones_own() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        form, _ = await show(pilot, "epaminondas")
        await walk(pilot, form, "option-symmetry")
        await pilot.press("right")
        assert rules(form) == "Your own rules: 1 change"
        await walk(pilot, form, "option-size")
        await pilot.press("right")
        assert rules(form) == "Your own rules: 2 changes"
        await walk(pilot, form, "game")
        await pilot.press("right")
        await pilot.pause()
        assert rules(form) == "Classic rules"
        assert "own" not in form.query_one("#preset", Choice).values
        app.exit()


async def test_the_mouse_folds_and_unfolds() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        form, _ = await show(pilot, "megiddo", Kind.BOTS)
        assert not form.query_one("#row-slide").display
        assert not form.query("#more-terms"), "alone there is nobody to agree with"
        await pilot.click("#more-rules")
        await pilot.pause()
        assert form.query_one("#row-slide").display
        assert not form.query_one("#row-slide_limit").display
        await pilot.click("#more-rules")
        await pilot.pause()
        assert not form.query_one("#row-slide").display
        app.exit()


async def test_a_handicap_is_told_with_the_rules() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        form, _ = await show(pilot, "djambi", Kind.HOT_SEAT)
        form.query_one("#option-without", Input).value = "red:M"
        await pilot.pause()
        assert rules(form) == "Classic rules, with a handicap"
        assert form.query_one("#more-rules", Fold).label == "More rules (7, changed: 1)"
        app.exit()


async def test_what_is_unfolded_stays_so_in_another_language() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        form, _ = await show(pilot, "mediterranee")
        await walk(pilot, form, "more-rules")
        await pilot.press("enter")
        translation.use("fr")
        await form.recompose()
        await pilot.pause()
        assert form.query_one("#row-first").display
        assert "‹ Rome et Constantinople" in seen(form)
        assert str(form.query_one("#open", Button).label) == "Ouvrir la table"
        app.exit()


@pytest.mark.parametrize("language", translation.LANGUAGES)
async def test_the_teams_are_told_by_their_states(language: str) -> None:
    translation.use(language)
    app = ParleyApp()
    async with app.run_test(size=(160, 50)) as pilot:
        form, _ = await show(pilot, "mediterranee")
        whole = {
            "en": "‹ Rome and Constantinople against Alexandria and Carthage ›",
            "fr": "‹ Rome et Constantinople contre Alexandrie et Carthage ›",
        }
        assert whole[language] in seen(form)
        app.exit()
