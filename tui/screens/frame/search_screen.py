"""A screen with a list, and a line above it in which one types what the list is to show."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Static

from tui.i18n.translation import tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.widgets.form_field import FilterInput, Menu
from tui.widgets.key_bar import KeyBar

T = TypeVar("T")


class SearchScreen(LocalizedScreen[T]):
    """Title, filter, list and keys. `HINT` says in the empty filter what may be typed; `LIST` is the list's class.

    `words` are those that the filter has when the screen is laid out.
    """

    HINT: ClassVar[str] = ""
    LIST: ClassVar[type[Menu]] = Menu
    AUTO_FOCUS = "#list"
    DEFAULT_CSS = """
    SearchScreen #title { height: 1; padding: 0 1; background: $panel; }
    SearchScreen #query { height: 1; border: none; padding: 0 1; background: $surface; }
    SearchScreen #query:focus { border: none; background-tint: $foreground 5%; }
    SearchScreen #list { height: 1fr; border: none; padding: 0 1; background: $background;
        scrollbar-size-vertical: 1; }
    SearchScreen #list:focus { border: none; }
    SearchScreen #list > .option-list--option-highlighted { background: $highlight; color: $foreground; }
    SearchScreen #none { padding: 1 2; color: $muted; display: none; }
    """

    words = ""

    def compose(self) -> ComposeResult:
        """Lay out title, filter, list and keys."""
        yield Static(id="title", markup=False)
        yield FilterInput(self.words, placeholder=tr(self.HINT), id="query")
        yield self.LIST(id="list", markup=False)
        yield Static(id="none", markup=False)
        yield KeyBar(show_command_palette=False)

    @on(Input.Submitted, "#query")
    def to_list(self) -> None:
        """Go from the filter to the list."""
        self.query_one(Menu).focus()
