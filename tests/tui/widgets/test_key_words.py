"""The words of a sentence that name a key do what the key does when they are clicked on, whichever sentence it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import ClassVar

import pytest
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from tests.catalogue import ROOT, marked
from tests.gallery.fixed_table import FixedTableApp
from tui.i18n import translation
from tui.screens.frame.screen_layout import SingleLayoutScreen
from tui.settings.keymap import BOARD, NAMES, bindings
from tui.widgets.key_words import key_sentence, places

FIXED = re.compile(rf"\b(?:{'|'.join(NAMES.values())})\b")
"""The names of keys that nobody may change, in a sentence."""

LEAVING = {"enter", "escape", "board.point", "board.back"}
"""The keys that play or go back: Enter and Esc, under the names that sentences give them."""

TOAST = "a toast is closed by a click"
PLACEHOLDER = "the placeholder of a line of text: a click goes to the line"
FIELD = "the note on a field or an entry, which a click opens or changes"
WHOLE = "a chip, a button or a row that does it wherever it is clicked on"
LINES = "the text mode, or printed for the shell"
READ = "a page to read, which tells keys that do something elsewhere"

PLAIN = {
    "tui/screens/table/table_unread.py": TOAST,
    "tui/screens/table/table_negotiation.py": TOAST,
    "tui/screens/table/table_seats.py": TOAST,
    "tui/screens/frame/hand_screen.py": TOAST,
    "tui/screens/table/table_moves.py": TOAST,
    "tui/screens/table/table_screen.py": TOAST,
    "tui/table/sentences/seat_handover.py": TOAST,
    "tui/table/sentences/out_words.py": TOAST,
    "tui/screens/club/club_screen.py": TOAST,
    "tui/table/sentences/declaration_choice.py": FIELD,
    "tui/words/club_rows.py": FIELD,
    "tui/screens/room/field_words.py": FIELD,
    "tui/widgets/talk_pane.py": PLACEHOLDER,
    "tui/widgets/hand_bar.py": WHOLE,
    "tui/widgets/fight_bar.py": WHOLE,
    "tui/screens/table/curtain_screen.py": WHOLE,
    "tui/screens/table/table_status.py": WHOLE,
    "tui/screens/learn/key_card.py": READ,
    "tui/app/table_actions.py": READ,
    "tui/app/navigation.py": TOAST,
    "tui/text": LINES,
}
"""Where sentences name a key whose words cannot be clicked on, and why."""


class Probe(Widget, can_focus=True):
    """A board that only says what its keys did."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(BOARD)
    DEFAULT_CSS = "Probe { height: 3; }"
    done: ClassVar[list[str]] = []

    def action_point(self) -> None:
        """Tell of Enter."""
        self.done.append("board.point")

    def action_back(self) -> None:
        """Tell of Esc."""
        self.done.append("board.back")


class ProbeScreen(SingleLayoutScreen[None]):
    """A line, a board, and another widget that has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "say('enter')", priority=True),
        Binding("escape", "say('escape')", priority=True),
    ]

    def compose(self) -> ComposeResult:
        """Put the line on top."""
        yield Static(id="line", markup=False)
        yield Probe()

    def action_say(self, key: str) -> None:
        """Tell of a key that was pressed."""
        Probe.done.append(key)


def naming() -> Iterator[tuple[str, set[str]]]:
    """Give the sentences that name a key, in their first form, and the files they stand in."""
    for message, files in marked().items():
        template = message if isinstance(message, str) else message[0]
        if "{key[" in template or FIXED.search(template):
            yield template, files


def filled(template: str) -> dict[str, str]:
    """Give something for every other field of a sentence."""
    fields = {part.split("}")[0] for part in template.split("{")[1:]}
    return {name: "x1" for name in fields if not name.startswith("key[")}


@pytest.mark.parametrize("tongue", ["en", "fr"])
async def test_the_words_of_every_sentence_that_names_enter_or_esc_do_what_the_key_does(tongue: str) -> None:
    app, count = FixedTableApp(ProbeScreen()), 0
    with translation.speaking(tongue):
        async with app.run_test(size=(400, 12)) as pilot:
            await pilot.pause()
            line = app.screen.query_one("#line", Static)
            for template, files in naming():
                if any(file.startswith(("tui/text", "tui/cli")) for file in files):
                    continue
                told = key_sentence(template, **filled(template))
                line.update(told)
                await pilot.pause()
                for begin, end, key in places(told.plain, template):
                    if key in LEAVING:
                        for at in {begin, end - 1}:
                            Probe.done.clear()
                            await pilot.click(offset=(at, 0))
                            await pilot.pause()
                            assert Probe.done == [key], (told.plain[begin:end], template)
                        count += 1
    assert count > 25


def test_what_names_no_key_has_no_action() -> None:
    told = (
        Text("c3 ") + key_sentence("{key[board.point]} plays, {key[board.back]} takes it back.") + Text(" stone at c3")
    )
    idle = [at for at in range(len(told)) if not any(span.start <= at < span.end for span in told.spans if span.style)]
    assert "".join(told.plain[at] for at in idle) == "c3 ,  stone at c3"


def clickable() -> set[str]:
    """Give the sentences that `key_sentence` or `key_words` tell: there, or by the names given to them."""
    names, told, constants = set[str](), set[str](), list[tuple[str, set[str], set[str]]]()
    for path in sorted((ROOT / "tui").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and str(getattr(node.func, "id", "")) in {"key_sentence", "key_words", "map"}:
                for arg in node.args:
                    names |= _names(arg)
                    told |= _texts(arg)
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    values = (
                        zip(target.elts, node.value.elts, strict=True)
                        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                        else [(target, node.value)]
                    )
                    constants += [(name, _names(value), _texts(value)) for one, value in values for name in _names(one)]
    while grown := {name for own, others, _ in constants if own in names for name in others} - names:
        names |= grown
    return told.union(*(texts for own, _, texts in constants if own in names))


def _names(node: ast.AST) -> set[str]:
    return {str(getattr(part, "id", getattr(part, "attr", ""))) for part in ast.walk(node)} - {""}


def _texts(node: ast.AST) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def test_every_sentence_that_names_a_key_can_be_clicked_on_or_it_is_said_why_not() -> None:
    told, used = clickable(), set[str]()
    for template, files in naming():
        excused = {place for place in PLAIN for file in files if file.startswith(place)}
        assert template in told or excused, (template, files)
        used |= excused if template not in told else set()
    assert used == PLAIN.keys()
