"""The rules of a game in the language in use, as they come with the game."""

from __future__ import annotations

from importlib.resources import files
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown

from core.fault import Fault, sentence
from core.games import find, names
from tui.speech import LANGUAGES, language, tr

NO_RULES = sentence("There are no rules of {game} to read here.")


def rules_text(game: str, tongue: str) -> str:
    """Give the rules of `game` in the language `tongue`, else in the first there is; raise `Fault` if none is there."""
    folder = files(f"core.games.{game}")
    for spoken in (tongue, *LANGUAGES):
        page = folder.joinpath(f"rules.{spoken}.md")
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise Fault(NO_RULES, game=game)


class RulesScreen(ModalScreen[None]):
    """The rules on a page that scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,r", "close", show=False),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
        Binding("tab,right", "turn(1)", show=False),
        Binding("shift+tab,left", "turn(-1)", show=False),
    ]
    DEFAULT_CSS = """
    RulesScreen { align: center middle; background: $background 60%; }
    RulesScreen > VerticalScroll { width: 90; max-width: 100%; height: 96%; padding: 0 2;
        background: $panel; border: round $muted; }
    """

    def __init__(self, game: str = "") -> None:
        """Show the rules of `game`, of every one in turn by default; raise `Fault` if there are none to read."""
        super().__init__()
        self._games = (game,) if game else names()
        self._at = 0
        self._text = rules_text(self._games[0], language())

    def compose(self) -> ComposeResult:
        """Put the page in a scroll."""
        with VerticalScroll():
            yield Markdown(self._text, open_links=False)

    def on_mount(self) -> None:
        """Let the keys scroll."""
        self.query_one(VerticalScroll).focus()
        self._tell_next()

    async def action_turn(self, step: int) -> None:
        """Show the rules of the next game or of the one before."""
        if len(self._games) > 1:
            self._at = (self._at + step) % len(self._games)
            await self.query_one(Markdown).update(rules_text(self._games[self._at], language()))
            self.query_one(VerticalScroll).scroll_home(animate=False)
            self._tell_next()

    def _tell_next(self) -> None:
        """Say on the border which game's rules come next."""
        if len(self._games) > 1:
            following = find(self._games[(self._at + 1) % len(self._games)])
            self.query_one(VerticalScroll).border_subtitle = f"Tab: {tr(following.title)}"

    def action_scroll(self, step: int) -> None:
        """Scroll a line."""
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)
