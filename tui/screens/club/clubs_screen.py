"""The list of clubs: what waits in each; found one, or join one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import DataTable, Static

from core.fault import Fault, sentence
from tui.i18n.translation import tell, tr
from tui.records.club import member_deeds, visit_deeds
from tui.records.club.club_book import Deed
from tui.records.club.club_view import ClubView
from tui.screens.club import club_questions
from tui.screens.club.club_screen import ClubScreen
from tui.screens.club.pane_screen import WORKING, attempt
from tui.screens.frame.dialog import ask_until
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.session.clubs import Clubs
from tui.settings.keymap import CLUBS, bindings
from tui.settings.theme import glyphs, look
from tui.widgets.key_bar import KeyBar
from tui.widgets.key_words import key_sentence
from tui.widgets.progress_bar import ProgressScope
from tui.widgets.text_style import TextStyle, cut
from tui.words.club_rows import FOUNDER, MEMBER, count_words

EMPTY = sentence(
    "You are in no club yet. {key[clubs.found]} founds one; {key[clubs.join]} asks to join one, by its invitation or "
    "its file."
)
CALM = sentence("Nothing waits for you in {name}.")
UNKNOWN = sentence("nothing is known of it yet")
ASKED, OUT = sentence("asked to come in"), sentence("not a member")
COLUMNS = sentence("Club"), sentence("Members"), sentence("You"), sentence("What waits")
LONGEST = 24
"""The columns of a club's name."""


class ClubsScreen(LocalizedScreen[None]):
    """The clubs in the journal, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(CLUBS)

    def __init__(self, clubs: Clubs) -> None:
        """Show the clubs of a profile; they are read once the screen is painted."""
        super().__init__()
        self.clubs = clubs
        self._shown: tuple[ClubView, ...] = ()
        self._read = False

    def compose(self) -> ComposeResult:
        """Lay out the list, and what waits in the club under the cursor."""
        yield Static(tr("Clubs"), classes="title")
        yield DataTable(id="clubs", cursor_type="row")
        yield Static(id="none", markup=False)
        yield Static(id="told", markup=False)
        yield KeyBar(show_command_palette=False)

    def on_mount(self) -> None:
        """Show what is known."""
        self.query_one(DataTable).focus()
        self.show_clubs()

    def on_screen_resume(self) -> None:
        """Read the clubs, again whenever the person comes back."""
        self.call_after_refresh(self.beside, self._load, "read")

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        super().relabel()
        self.call_after_refresh(self.on_mount)

    def on_resize(self) -> None:
        """Fit the rows to another width."""
        self.call_after_refresh(self.show_clubs)

    async def _load(self) -> None:
        try:
            self._shown = await self.clubs.every()
        except Fault as fault:
            self.app.notify(tell(fault), severity="error", markup=False)
        self._read = True
        self.show_clubs()

    def show_clubs(self) -> None:
        """List the clubs as they were read last."""
        if not self.stands:
            return
        table, none = self.query_one(DataTable), self.query_one("#none", Static)
        at = table.cursor_row
        table.clear(columns=True)
        for label in COLUMNS:
            table.add_column(tr(label))
        names = max([0, *(min(LONGEST, len(view.state.name)) for view in self._shown)])
        for view in self._shown:
            table.add_row(*map(Text, self._cells(view, names)), key=view.cid)
        table.move_cursor(row=min(max(at, 0), max(len(self._shown) - 1, 0)))
        none.update(key_sentence(EMPTY) if self._read else "")
        table.display, none.display = bool(self._shown), not self._shown
        self._tell()

    def _cells(self, view: ClubView, names: int) -> tuple[str, ...]:
        if view.state.rules is None:
            return view.cid[:8], "", "", tr(UNKNOWN)
        asked = view.me in view.state.membership.candidates
        of_founders = view.me in view.state.founders
        who = FOUNDER if of_founders else MEMBER if view.is_member else ASKED if asked else OUT
        name, count, mine = cut(view.state.name, names), count_words(view.state), tr(who)
        room = max(12, self.size.width - names - len(count) - max(len(mine), len(tr(COLUMNS[2]))) - 10)
        return name, count, mine, cut(", ".join(view.waits), room).rstrip()

    @property
    def chosen(self) -> ClubView | None:
        """The club under the cursor."""
        at = self.query_one(DataTable).cursor_row
        return self._shown[at] if 0 <= at < len(self._shown) else None

    def on_data_table_row_highlighted(self) -> None:
        """Tell what waits in the club under the cursor."""
        self._tell()

    def _tell(self) -> None:
        view = self.chosen
        waits = ", ".join(view.waits) if view is not None else ""
        calm = tr(CALM, name=view.state.name) if view is not None else ""
        self.query_one("#told", Static).update(waits or calm)

    def on_data_table_row_selected(self) -> None:
        """Show the club under the cursor."""
        self.action_open()

    def action_open(self) -> None:
        """Show the club under the cursor."""
        view = self.chosen
        if view is not None:
            self._ask(lambda: self._open(view.cid))

    async def _open(self, cid: str) -> None:
        async with ProgressScope(self.app, WORKING):
            view = await self.clubs.view(cid)
        self.app.push_screen(ClubScreen(self.clubs, view))

    def action_found(self) -> None:
        """Found a club."""

        async def way() -> None:
            ink = TextStyle(look(self.app.theme), glyphs(self.glyph_set))
            given = await club_questions.ask_founding(self.app, ink)
            if given is not None:
                name, admission, expulsion = given
                await self._enter(member_deeds.new, name, admission=admission, expulsion=expulsion)

        self._ask(way)

    def action_join(self) -> None:
        """Ask to join a club, by its invitation or its file."""

        async def way() -> None:
            await ask_until(self.app, tr(club_questions.WHICH_CLUB), self._join)

        self._ask(way)

    def follow_pasted(self, text: str) -> None:
        """Ask whether to join by an invitation that was pasted here: it stands in the field."""

        async def way() -> None:
            await ask_until(self.app, tr(club_questions.WHICH_CLUB), self._join, text)

        self._ask(way)

    async def _join(self, source: str) -> None:
        if "://" not in source and self.app.is_web:
            raise Fault(club_questions.ELSEWHERE)
        await self._enter(visit_deeds.join, source if "://" in source else club_questions.file_of(source))

    async def _enter(self, deed: Deed, word: str, **options: object) -> None:
        async with ProgressScope(self.app, WORKING):
            answer = await self.clubs.do(deed, (word,), **options)
        for line in answer.lines:
            self.app.notify(line, markup=False, timeout=8)
        await self._open(str(answer.value["club"]))

    def _ask(self, way: Callable[[], Awaitable[None]]) -> None:
        self.beside(partial(attempt, self, way))
