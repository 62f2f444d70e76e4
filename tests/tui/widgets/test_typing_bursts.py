"""What is typed is what stands in a line, in whatever rhythm: letters overtake neither Backspace nor Tab nor Enter."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.containers import Container
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Input

import tui
from tui.screens.room.join_screen import InvitationInput, NameInput
from tui.screens.room.lobby_screen import RoomTalkInput
from tui.widgets.form_field import FilterInput, OrderedInput
from tui.widgets.prompt import Line, Prompt
from tui.widgets.talk_pane import TalkInput

MOVES = ("Mg7-g6", "Mg8-f7", "Mg8-f8")
ERASED = 6
"""The letters of a move."""


class Typing(App[None]):
    """A prompt deep within other widgets, or a line of another kind."""

    def __init__(self, line: Input | None = None) -> None:
        """Show `line`; without one, the prompt."""
        super().__init__()
        self.line, self.told = line, list[str]()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the colour that Parley's themes add."""
        return {"muted": "gray"}

    def compose(self) -> ComposeResult:
        """Put the line into boxes: a key that is not the line's own passes them all."""
        with Container(), Container():
            yield self.line or Prompt(lambda text: tuple(one for one in MOVES if one.startswith(text)), lambda _: "")

    @on(Prompt.Entered)
    def _entered(self, event: Prompt.Entered) -> None:
        self.told.append(event.text)

    @on(TalkInput.Said)
    def _said(self, event: TalkInput.Said) -> None:
        self.told.append(event.text)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.told.append(event.value)


async def burst(app: App[Any], pilot: Pilot[Any], keys: Sequence[str]) -> None:
    """Press keys as a terminal hands them over that comes late: all at once."""
    for key in keys:
        name = key if len(key) > 1 else _character_to_key(key)
        app.post_message(events.Key(name, key if len(key) == 1 else None))
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize(
    ("keys", "line", "entered"),
    [
        (["tab", *["backspace"] * ERASED, *"Mg8-f8", "enter"], "Mg8-f8", ["Mg8-f8"]),
        ([*"Mg4", *["backspace"] * 3, *"Mg2-"], "Mg2-", []),
        ([*"Mg8-f8", *["backspace"] * 2, *"f7", "enter"], "Mg8-f7", ["Mg8-f7"]),
        ([*"Mg8", "enter", *"-f8", "enter"], "Mg8-f8", ["Mg8", "Mg8-f8"]),
        ([*"Mg8-8", "left", "f", "end", "x", "backspace", "enter"], "Mg8-f8", ["Mg8-f8"]),
        ([*"Mg8", "tab", "tab"], "Mg8-f8", []),
        ([*"Mg8", "tab", "backspace", "8"], "Mg8-f8", []),
    ],
)
async def test_a_move_typed_in_a_burst_stands_as_it_was_typed(keys: list[str], line: str, entered: list[str]) -> None:
    app = Typing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.query_one(Prompt).open()
        await burst(app, pilot, keys)
        assert app.query_one(Line).value == line
        assert app.told == entered


async def test_a_proposal_fills_only_the_text_that_it_completes() -> None:
    app = Typing()
    async with app.run_test(size=(80, 24)) as pilot:
        prompt = app.query_one(Prompt)
        prompt.open()
        await burst(app, pilot, [*"Mg8", "enter", *"-f8"])
        prompt.fill("Mg8", "Mg8-f7", Text("filled in"))
        assert app.query_one(Line).value == "Mg8-f8", "typed on since"
        await burst(app, pilot, ["backspace"] * 3)
        prompt.fill("Mg8", "Mg8-f7", Text("filled in"))
        assert app.query_one(Line).value == "Mg8-f7"


@pytest.mark.parametrize("kind", [OrderedInput, FilterInput, TalkInput, RoomTalkInput, NameInput, InvitationInput])
async def test_every_other_line_keeps_the_order_of_its_keys(kind: type[Input]) -> None:
    app = Typing(line := kind())
    async with app.run_test(size=(80, 24)) as pilot:
        line.focus()
        await burst(app, pilot, [*"ab", "backspace", *"cd", "home", "x", "enter", "y"])
        assert app.told == ["xacd"]
        assert line.value == ("y" if kind is TalkInput else "xyacd")


def test_no_line_of_parley_is_one_that_loses_the_order() -> None:
    for path in Path(tui.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            bases = node.bases if isinstance(node, ast.ClassDef) and node.name != OrderedInput.__name__ else []
            used = [node.func] if isinstance(node, ast.Call) else bases
            plain = any(isinstance(one, ast.Name) and one.id == "Input" for one in used)
            assert not plain, f"{path.name}: an Input that is no OrderedInput"
