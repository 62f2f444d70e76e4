"""The form of a new table refuses what its game refuses, under the title of the field, and keeps what was entered."""

from __future__ import annotations

import ast
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest
from textual.app import App
from textual.widgets import Input

from core.fault import BadOption
from core.games import find, names
from core.match.match import Match
from core.option import Handicap
from tests.core.support.option_refusals import REFUSALS
from tui.i18n import translation
from tui.screens.room.new_table_screen import Kind, NewTableScreen
from tui.table.table_plan import Plan, defaults

ROOMS = ("core.option", *(f"core.games.{game}.rules.ruleset" for game in names()))
"""Where options are refused before a game begins."""

ELSEWHERE = frozenset({"UNRATED", "UNKNOWN", "NO_PRESET", "NO_PRESETS", "TOO_SMALL"})
"""Refusals that no field of the form leads to: of rated games, of names, and of a map of one's own."""


class Ask(App[None]):
    """Shows the form and keeps what it gives."""

    CSS_PATH = None

    def __init__(self, game: str, kind: Kind = Kind.HOT_SEAT) -> None:
        """Ask for a table of a game."""
        super().__init__()
        self.game, self.kind = game, kind
        self.plan: Plan | None = None

    def on_mount(self) -> None:
        """Show the form."""
        self.push_screen(NewTableScreen(self.kind, self.game), self.keep)

    def keep(self, plan: Plan | None) -> None:
        """Keep the plan."""
        self.plan = plan


def enter(screen: NewTableScreen, options: dict[str, str]) -> None:
    """Fill the form: handicaps as they are typed, other values as they are chosen."""
    screen.values |= defaults(screen.game.name) | options
    for option in screen.game.options:
        if isinstance(option, Handicap):
            screen.query_one(f"#option-{option.name}", Input).value = options.get(option.name, "")


async def said_of(game: str, language: str = "en") -> list[tuple[dict[str, str], str]]:
    """Give what the form says of each refusal of a game, in its words."""
    found, app = [], Ask(game)
    with translation.speaking(language):
        async with app.run_test(size=(80, 40)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, NewTableScreen)
            screen: NewTableScreen = app.screen
            for options in (options for name, options, _ in REFUSALS if name == game):
                enter(screen, options)
                await pilot.pause()
                await pilot.press("f2")
                await pilot.pause()
                assert app.screen is screen, options
                for option in screen.game.options:
                    if isinstance(option, Handicap):
                        assert screen.query_one(f"#option-{option.name}", Input).value == options.get(option.name, "")
                found.append((options, list(app._notifications)[-1].message))
    assert app.plan is None
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", names())
async def test_every_refusal_stands_under_the_title_of_its_field(game: str, language: str) -> None:
    fields = {option.name: option.title for option in find(game).options if option.form}
    with translation.speaking(language):
        titles = {name: translation.tr(title) for name, title in fields.items()}
    for options, said in await said_of(game, language):
        if "ranks" not in options:
            assert any(said.startswith(titles[name]) for name in options if name in titles), (options, said)
        assert "=" not in said.replace("target=1", ""), said


async def test_the_form_says_of_a_piece_a_colour_and_a_card_what_the_game_says() -> None:
    found = [*await said_of("djambi"), *await said_of("mediterranee")]
    said = {tuple(options.items()): told for options, told in found}
    assert said[("without", "red:Q"),] == "Handicap: begins without: there is no piece Q; write one of A, R, P, N, M."
    assert said[("without", "pink:M"),] == (
        "Handicap: begins without: there is no colour pink here; there are red, blue, yellow, green."
    )
    assert said[("extra", "r:10"),] == (
        "Handicap: begins with more: the first talon has no card 10 for Rome; its cards are 1 3 5 7 9."
    )
    assert said[("players", "3"), ("first", "k")] == (
        "State that opens: Constantinople cannot open; of three players one of the allies does: Alexandria, Carthage."
    )


async def test_vacation_days_beside_another_clock_are_refused_before_the_form_is_left() -> None:
    app = Ask("djambi", Kind.ONLINE)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, NewTableScreen)
        app.screen.values |= {"vacation": "7"}
        await pilot.press("f2")
        await pilot.pause()
        assert isinstance(app.screen, NewTableScreen)
        assert [notice.message for notice in app._notifications] == [
            "Vacation days: this is for a clock of days, like 1 day per decision."
        ]


def raised(room: str) -> dict[str, str]:
    """Give the sentences by which a room of the core refuses options, by the names that it gives them."""
    found = import_module(room)
    tree = ast.parse(Path(str(found.__file__)).read_text(encoding="utf-8"))
    calls = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)]
    refusals = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == BadOption.__name__]
    return {call.args[0].id: getattr(found, call.args[0].id) for call in refusals if isinstance(call.args[0], ast.Name)}


def test_every_sentence_that_refuses_an_option_is_tried() -> None:
    tried: dict[str, set[str]] = defaultdict(set)
    for game, options, _ in REFUSALS:
        with pytest.raises(BadOption) as caught:
            Match.new(find(game), options)
        tried[game].add(caught.value.template)
    everywhere = set().union(*tried.values())
    for room in ROOMS:
        known = everywhere if room == ROOMS[0] else tried[room.split(".")[2]]
        assert {name for name, told in raised(room).items() if told not in known} <= ELSEWHERE, room
