"""The list of past games: filter it, replay a game, see statistics, import a record."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.binding import BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from core.fault import Fault, sentence
from tui.i18n.translation import bare, ntr, tell, tr
from tui.screens.frame.search_screen import SearchScreen
from tui.screens.replay.replay_screen import PlayOn, ReplayScreen
from tui.screens.replay.timeline_panel import SIGNS
from tui.settings.keymap import GAMES, bindings
from tui.settings.theme import glyphs, look
from tui.settings.visit import check_files
from tui.study.game_filter import GameFilter, set_field, sieve
from tui.study.game_library import HAD, Library, bring_in, digest_of, find_same, meant
from tui.study.game_summary import RESULTS, GameSummary, Result, ending, game_title, played_line, who
from tui.study.timeline import Kind
from tui.widgets.form_field import Menu
from tui.widgets.key_words import key_sentence
from tui.widgets.text_style import TextStyle, cut

NO_GAMES = sentence("No game is kept on this machine yet: play one, or bring a record in with {key[games.import]}.")
NONE_FITS = sentence("No game fits; {key[games.filter]}, then Esc, shows all again.")
HINT = sentence("game:… result:… opponent:… or any words")
WHICH_FILE = sentence("Which record? The path of its file.")
BROUGHT = sentence("Brought in: {path}")
READING = sentence("reading")
COLUMNS = (11, 14, 12)
"""Columns of the date, the game and the result; the opponents and the ending share the rest."""


class GamesScreen(SearchScreen[Any]):
    """The list of games. Return a wish to play a game on, or nothing."""

    HINT = HINT
    BINDINGS: ClassVar[list[BindingType]] = bindings(GAMES)

    def __init__(self, library: Library, query: str = "") -> None:
        """Show the games of `library` that fit `query`."""
        super().__init__()
        self.library = library
        self.words = query
        self._games: list[GameSummary] = []
        self._shown: tuple[GameSummary, ...] = ()
        self._reading = False
        self._brought = ""

    def on_mount(self) -> None:
        """Read the games while the list is already shown."""
        self.query_one(Menu).focus()
        self.read()

    def action_keys(self) -> None:
        """Show the keys."""
        from tui.screens.frame.key_sheet import key_sheet

        self.app.push_screen(key_sheet(GAMES, self.ink))

    def on_resize(self) -> None:
        """Write the rows anew at another width."""
        self.call_after_refresh(self._show)

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        self.words = self.query_one("#query", Input).value
        super().relabel()
        self.call_after_refresh(self._relabelled)

    def _relabelled(self) -> None:
        self.query_one(Menu).focus()
        self._show()

    @property
    def ink(self) -> TextStyle:
        """How texts are written in the theme in force."""
        return TextStyle(look(self.app.theme), glyphs(self.glyph_set))

    @property
    def sieve(self) -> GameFilter:
        """The filter for the games."""
        return sieve(self.query_one("#query", Input).value)

    def read(self) -> None:
        """Read all games again."""
        self.beside(self._read, "read")

    async def _read(self) -> None:
        self._reading, self._games = True, []
        self._show()
        try:
            for at, one in enumerate(self.library.steps(), 1):
                if one is not None:
                    self._games.append(one)
                if at % 8 == 0 or one is None:
                    self._tell()
                    await asyncio.sleep(0)
        except Fault as fault:
            self.notify(tell(fault), severity="error")
        self._games = self.library.newest(self._games)
        self._reading = False
        self._show()
        self._mark_brought()

    def _mark_brought(self) -> None:
        """Mark the game that was just imported or was there already, so that Enter replays it."""
        brought, self._brought = self._brought, ""
        found = [at for at, one in enumerate(self._shown) if one.digest == brought]
        if found:
            self.query_one(Menu).highlighted = found[0]

    def _show(self) -> None:
        self._shown = self.sieve.keep(self._games)
        menu, ink = self.query_one(Menu), self.ink
        at = menu.highlighted or 0
        menu.clear_options()
        menu.add_options([Option(self._row(one, ink)) for one in self._shown])
        if self._shown:
            menu.highlighted = min(at, len(self._shown) - 1)
        none = self.query_one("#none", Static)
        none.update(key_sentence(NONE_FITS if self._games else NO_GAMES))
        none.display = not self._shown and not self._reading
        self._let_menu_be(menu)
        self._tell()

    def _let_menu_be(self, menu: Menu) -> None:
        """Show the list while it has rows. Without it the focus goes nowhere: in the filter, keys would be letters."""
        if not self._shown and menu.has_focus:
            self.set_focus(None)
        menu.display = bool(self._shown)
        if self._shown and self.focused is None:
            menu.focus()

    def _tell(self) -> None:
        dot = f" {self.ink.glyphs.one['dot']} "
        count = ntr("{n} game", "{n} games", len(self._games))
        told = [tr("Games"), count if not self._narrowed else f"{len(self._shown)} / {count}"]
        if self._reading:
            told.append(tr(READING))
        self.query_one("#title", Static).update(Text(dot.join(told), self.ink.style("foreground", bold=True)))

    @property
    def _narrowed(self) -> bool:
        return self.sieve != GameFilter()

    def _row(self, one: GameSummary, ink: TextStyle) -> Text:
        day, game, result = COLUMNS
        room = max(20, self.size.width - 4 - sum(COLUMNS))
        others = room * 2 // 5
        row = Text(cut(one.date or "?", day), ink.style("muted"), no_wrap=True)
        row.append(cut(game_title(one.game), game - 1) + " ", ink.style("foreground", bold=True))
        style = {Result.WON: "success", Result.LOST: "error", Result.RUNNING: "accent"}.get(one.result, "muted")
        row.append(cut(tr(RESULTS[one.result]), result - 1) + " ", ink.style(style, bold=True))
        row.append(cut(who(one), others - 1) + " ", ink.style("foreground"))
        tail = f" {SIGNS[ink.glyphs.name].get(Kind.COMMENT, '*')}{one.comments}" if one.comments else ""
        row.append(cut(ending(one), room - others - len(tail)), ink.style("muted"))
        return row.append(tail, ink.style("accent"))

    @on(Input.Changed, "#query")
    def _narrow(self) -> None:
        self._show()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._open(event.option_index)

    def _open(self, at: int) -> None:
        if at < len(self._shown):
            self.beside(partial(self._tell_again, self._shown[at]))

    async def _tell_again(self, one: GameSummary) -> None:
        try:
            story, keep = self.library.told(one)
        except Fault as fault:
            self.notify(tell(fault), severity="error")
            return
        comments = len(story.comments)
        screen = ReplayScreen(story, keep)
        wish = await self.app.push_screen_wait(screen)
        if isinstance(wish, PlayOn):
            self.dismiss(wish)
        elif len(screen.told.story.comments) != comments:
            self.read()

    def action_open(self) -> None:
        """Replay the marked game."""
        self._open(self.query_one(Menu).highlighted or 0)

    def action_filter(self) -> None:
        """Type a filter."""
        self.query_one("#query", Input).focus()

    def action_cycle(self, field: str) -> None:
        """Go to the next game, result or opponent to filter by; after the last one to all."""
        line = self.query_one("#query", Input)
        now = getattr(self.sieve, field)
        values = sorted({value for one in self._games for value in _values(one, field)})
        after = values[values.index(now) + 1 :] if now in values else values if not now else []
        line.value = set_field(line.value, field, next(iter(after), ""))

    def action_figures(self) -> None:
        """Show statistics and ratings of the games shown."""
        from tui.screens.frame.dialog import TextDialog
        from tui.study.statistics_sheet import filtered, sheet

        among = filtered(self._shown, len(self._games), self.query_one("#query", Input).value)
        self.app.push_screen(TextDialog(sheet(self._shown, self.ink, among)))

    def action_bring_in(self) -> None:
        """Import a record from a file. A visitor has no business with the host's files."""
        try:
            check_files()
        except Fault as fault:
            self.notify(tell(fault), severity="warning")
            return
        self.beside(self._bring_in)

    async def _bring_in(self) -> None:
        from tui.screens.frame.dialog import ask_until

        async def way(source: str) -> None:
            path = meant(source)
            digest = digest_of(path)
            had = find_same(self.library.look() if self._reading else self._games, digest)
            told = tr(HAD, game=played_line(had)) if had is not None else ""
            self.notify(told or tr(BROUGHT, path=bring_in(path, self.library.folders[1])), markup=False)
            self._brought = digest
            if had is None:
                self.read()
            elif not self._reading:
                self._mark_brought()

        await ask_until(self.app, tr(WHICH_FILE), way)


def _values(one: GameSummary, field: str) -> tuple[str, ...]:
    """Give the values of a game in a field of the filter, as they are typed."""
    if field == "game":
        return (one.game,)
    if field == "result":
        return (bare(tr(RESULTS[one.result])).split()[-1],)
    return tuple(bare(name).split()[0] for name in one.opponents if name)
