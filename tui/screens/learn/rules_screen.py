"""The rules of a game in the language in use, as they come with the game, with their diagrams drawn."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from itertools import groupby
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.markup import escape
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from core.fault import Fault, sentence
from core.games import find, names
from tui.i18n.translation import LANGUAGES, language, tr
from tui.screens.frame.screen_layout import SingleLayoutScreen
from tui.screens.learn.rules_page import Page, beside, figure
from tui.settings.theme import GLYPH_SETS, Glyphs, glyphs, look
from tui.study.lessons.rules_text import Diagram, parts, split_rules
from tui.widgets.key_words import key_sentence
from tui.widgets.text_style import TextStyle

NO_RULES = sentence("There are no rules of {game} to read here.")

CLOSES = sentence("Arrows scroll, Esc or a click beside closes")
FOLLOWING = sentence("Tab: {game}")
"""What the border says: how to leave the page, and which rules come next, by the key or a click on the border."""

HERE = "here"
"""The id of the text where the page opens."""

WIDEST, FRAMED = 90, 8
"""Columns of the page at most, and those that its frame, its margins and the bar at its side take."""


def rules_text(game: str, tongue: str) -> str:
    """Give the rules of `game` in the language `tongue`, else in the first there is; raise `Fault` without any."""
    folder = files(f"core.games.{game}") / "texts"
    for spoken in (tongue, *LANGUAGES):
        page = folder.joinpath(f"rules.{spoken}.md")
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise Fault(NO_RULES, game=game)


class RulesScreen(SingleLayoutScreen[None], ModalScreen[None]):
    """The rules on a page that scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,r", "close", show=False),
        Binding("space", "leaf", show=False),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
        Binding("tab,right", "turn(1)", show=False),
        Binding("shift+tab,left", "turn(-1)", show=False),
    ]
    DEFAULT_CSS = """
    RulesScreen { align: center middle; background: $background 60%; }
    RulesScreen > VerticalScroll { width: 90; max-width: 100%; height: 96%; padding: 0 2;
        background: $panel; border: round $muted;
        scrollbar-size-vertical: 1; }
    RulesScreen .figure { width: auto; margin: 0 0 1 1; }
    """

    def __init__(self, game: str = "", begins: str = "") -> None:
        """Show the rules of `game`, of every one in turn by default; raise `Fault` if there are none to read.

        The page opens at the first line that `begins` so, if there is one (`tui.study.lessons.rules_text.opening`).
        """
        super().__init__()
        self._games = (game,) if game else names()
        self._at = 0
        self._begins = begins
        self._parts = parts(self._games[0], rules_text(self._games[0], language()))

    def compose(self) -> ComposeResult:
        """Put the page in a scroll."""
        with VerticalScroll():
            yield from self._page()

    def _page(self) -> Iterable[Widget]:
        """Give the texts and, between them, the diagrams that follow one another side by side."""
        for drawn, group in groupby(self._parts, lambda part: isinstance(part, Diagram)):
            if drawn:
                diagrams = [part for part in group if isinstance(part, Diagram)]
                yield from self._figures(diagrams)
            else:
                for part in (part for part in group if isinstance(part, str)):
                    yield from self._texts(part)

    def _texts(self, part: str) -> Iterable[Widget]:
        """Give a text, in two parts if the page opens within it."""
        before, here = split_rules(part, self._begins)
        ink = TextStyle(look(self.app.theme), self._glyphs)
        yield Page(before, ink)
        if here:
            self._begins = ""
            yield Page(here, ink, id=HERE)

    def _figures(self, diagrams: list[Diagram]) -> Iterable[Widget]:
        width = min(WIDEST, self.app.size.width) - FRAMED
        drawn = [figure(diagram, look(self.app.theme), self._glyphs, width) for diagram in diagrams]
        for rows in beside(drawn, width):
            yield Static(rows, markup=False, classes="figure")

    @property
    def _glyphs(self) -> Glyphs:
        chosen = str(getattr(self.app, "glyph_set", GLYPH_SETS[0]))
        return glyphs(chosen if chosen in GLYPH_SETS else GLYPH_SETS[0])

    def on_mount(self) -> None:
        """Focus the scroll, and go to the opening line once everything is laid out."""
        for page in self.query(VerticalScroll):  # none where the screen is left as it opens
            page.focus()
            for here in self.query(f"#{HERE}"):
                self.call_after_refresh(page.scroll_to_widget, here, top=True, animate=False)
            self._tell_next()

    async def action_turn(self, step: int) -> None:
        """Show the rules of the next game or of the previous one."""
        await self.action_read(self._at + step)

    async def action_read(self, which: int) -> None:
        """Show the rules of a game by its number among those there are."""
        if len(self._games) > 1:
            self._at = which % len(self._games)
            await self._put()

    def relabel(self) -> None:
        """Show the page in the language in use, at about the same place."""
        scroll = self.query_one(VerticalScroll)
        self.run_worker(self._put(scroll.scroll_y / max(1, scroll.max_scroll_y)), group="page", exclusive=True)

    async def _put(self, share: float = 0.0) -> None:
        """Put another page into the scroll, at the same `share` of its height."""
        self._parts = parts(self._games[self._at], rules_text(self._games[self._at], language()))
        scroll = self.query_one(VerticalScroll)
        await scroll.remove_children()
        await scroll.mount_all(self._page())
        self.call_after_refresh(lambda: scroll.scroll_to(y=share * scroll.max_scroll_y, animate=False))
        self._tell_next()

    def _tell_next(self) -> None:
        """Name the games above the page; say below how it is left, and which game's rules come next."""
        told, page = key_sentence(CLOSES), self.query_one(VerticalScroll)
        if len(self._games) > 1:
            following = find(self._games[(self._at + 1) % len(self._games)])
            told += Text(f" {self._glyphs.one['dot']} {tr(FOLLOWING, game=tr(following.title))}")
            page.border_title = "  ".join(self._tab(which) for which in range(len(self._games)))
        page.border_subtitle = told

    def _tab(self, which: int) -> str:
        """Give a game's name in markup: the one that is read stands out, a click on another shows its rules."""
        name = escape(tr(find(self._games[which]).title))
        return f"[reverse] {name} [/]" if which == self._at else f"[@click=screen.read({which})]{name}[/]"

    async def on_click(self, event: events.Click) -> None:
        """Close at a click beside the page, and show the next game's rules at one on the border that names it."""
        if event.widget is self:
            self.action_close()
        elif event.screen_y == self.query_one(VerticalScroll).region.bottom - 1:
            await self.action_turn(1)

    def action_scroll(self, step: int) -> None:
        """Scroll a line."""
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)

    def action_leaf(self) -> None:
        """Scroll a page."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)
