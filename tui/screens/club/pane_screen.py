"""A screen of pages, each a table of rows: the frame of a club and of a tournament. Pages turn by key and by mouse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import DataTable, Static

from core.fault import Fault, sentence
from tui.i18n.translation import tell, tr
from tui.records.club.club_book import Answer, Deed, check_member
from tui.records.club.club_view import ClubView
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.session.clubs import Clubs
from tui.settings.keymap import Key, cap
from tui.settings.theme import glyphs, look
from tui.widgets.chips import ChipBar, Chips
from tui.widgets.key_bar import KeyBar
from tui.widgets.key_words import key_sentence
from tui.widgets.progress_bar import ProgressScope
from tui.widgets.text_style import TextStyle, cut
from tui.words.club_rows import HEADS, ClubRow

WORKING = sentence("reading the club")
SURE_ALONE = sentence(
    "Shall your tournaments begin once all lots are open, and each round end once all its results are there? Parley "
    "signs that as long as this club is followed here."
)
BY_ITSELF = sentence("Your tournaments go on by themselves as long as this club is followed here.")
BY_HAND = sentence("You take the steps of your tournaments yourself again.")
LINES = 3
"""The lines of an answer that are said; the others repeat what the screen shows."""
CAP = 8
"""The columns of a key on the card of keys."""


class PaneScreen(LocalizedScreen[None]):
    """Title, pages, the rows of one page, a sentence on the row under the cursor, and keys.

    `PANES` are the pages by name with their titles, `EMPTY` says of each why it has no rows. `NOWHERE` says
    how the club comes to be followed. While the screen is open, the club is followed where it lies.
    """

    PANES: ClassVar[dict[str, str]] = {}
    EMPTY: ClassVar[dict[str, str]] = {}
    NOWHERE: ClassVar[str] = ""
    KEYS: ClassVar[tuple[Key, ...]] = ()

    def __init__(self, clubs: Clubs, view: ClubView) -> None:
        """Show `view`, and do what is asked for through `clubs`."""
        super().__init__()
        self.clubs, self.view = clubs, view
        self.pane = next(iter(self.PANES))
        self.shown: tuple[ClubRow, ...] = ()
        self._left = False
        self._called = clubs.called
        self._forget: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """Lay out title, pages, rows, the sentence below them, and keys."""
        yield Static(id="club-title", classes="title", markup=False)
        yield Static(id="followed", markup=False)
        yield ChipBar(id="panes")
        yield DataTable(id="rows", cursor_type="row")
        yield Static(id="none", markup=False)
        yield Static(id="told", markup=False)
        yield KeyBar(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the first page, and follow the club."""
        self.query_one(DataTable).focus()
        self.show_pane()
        if self._forget is None:
            self._forget = self.clubs.watch(self._hear)
            self.beside(partial(self.clubs.follow, self.view.cid), "follow")

    def on_unmount(self) -> None:
        """Be told of the club no longer."""
        if self._forget is not None:
            self._forget()

    def _hear(self, cid: bytes, said: tuple[str, ...]) -> None:
        """Tell what has happened in the club, and read it again."""
        if cid.hex() != self.view.cid or not self.stands:
            return
        self.tell_standing()
        if self is next(one for one in reversed(self.app.screen_stack) if isinstance(one, PaneScreen)):
            for line in said[-LINES:]:
                self.app.notify(line, markup=False, timeout=6)
        self.ask(self.reload, "read")

    def tell_standing(self) -> None:
        """Tell where the club is followed."""
        self.query_one("#followed", Static).update(self.standing_words())

    def standing_words(self) -> Text:
        """Give the words on where the club is followed."""
        standing = self.clubs.standing(self.view.cid)
        return Text(standing.words) if standing is not None else key_sentence(self.NOWHERE)

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        super().relabel()
        self.call_after_refresh(self.on_mount)

    def on_resize(self) -> None:
        """Fit the rows to another width."""
        self.call_after_refresh(self.show_pane)

    @property
    def ink(self) -> TextStyle:
        """How texts are written in the theme in force."""
        return TextStyle(look(self.app.theme), glyphs(self.glyph_set))

    def heading(self) -> str:
        """Give the title of the screen."""
        raise NotImplementedError

    def rows_of(self, pane: str) -> tuple[ClubRow, ...]:
        """Give the rows of a page."""
        raise NotImplementedError

    def note(self) -> str:
        """Give what is said of the whole page, below its rows or instead of them; nothing for most pages."""
        return ""

    def show_pane(self) -> None:
        """Show the page as the club is now; the cursor stays on its row."""
        if not self.stands:
            return
        table, ink = self.query_one(DataTable), self.ink
        before = self.chosen
        self.query_one("#club-title", Static).update(self.heading())
        self.tell_standing()
        chips = Chips()
        for name, title in self.PANES.items():
            style = ink.banner if name == self.pane else ink.style("muted")
            chips.add(f" {tr(title)} ", style, name).add(" ")
        self.query_one(ChipBar).put(chips)
        self.shown = self.rows_of(self.pane)
        fill(table, self.pane, self.shown, self.size.width)
        keys = [row.key for row in self.shown]
        table.move_cursor(row=keys.index(before.key) if before is not None and before.key in keys else 0)
        none = self.query_one("#none", Static)
        none.update(self.note() or key_sentence(self.EMPTY[self.pane]))
        table.display, none.display = bool(self.shown), not self.shown
        self.set_focus(table if self.shown else None)
        self.tell_row()
        self.refresh_bindings()

    @property
    def chosen(self) -> ClubRow | None:
        """The row under the cursor."""
        at = self.query_one(DataTable).cursor_row
        return self.shown[at] if 0 <= at < len(self.shown) else None

    def tell_row(self) -> None:
        """Tell more of the row under the cursor."""
        row = self.chosen
        said = "\n".join(filter(None, [row.says, self.note()])) if row is not None else ""
        self.query_one("#told", Static).update(said)

    def on_data_table_row_highlighted(self) -> None:
        """Tell more of the row under the cursor."""
        self.tell_row()

    @on(ChipBar.Pressed)
    def turn_to(self, event: ChipBar.Pressed) -> None:
        """Turn to the page that was pressed."""
        self.pane = event.key
        self.show_pane()

    def action_pane(self, step: int) -> None:
        """Turn to the next page or to the one before."""
        names = list(self.PANES)
        self.pane = names[(names.index(self.pane) + step) % len(names)]
        self.show_pane()

    def action_keys(self) -> None:
        """Show the keys."""
        from tui.screens.frame.dialog import TextDialog

        ink = self.ink
        rows = [ink.accent(cut(cap(key), CAP)) + ink.plain(tr(key.explained)) for key in self.KEYS]
        self.app.push_screen(TextDialog(rows))

    def on_screen_resume(self) -> None:
        """Read the club again when the person comes back from elsewhere, or by another name: a question stays one."""
        if self._left or self._called != self.clubs.called:
            self._left, self._called = False, self.clubs.called
            self.call_after_refresh(self.ask, self.reload, "read")

    def ask(self, way: Callable[[], Awaitable[None]], group: str = "dialog") -> None:
        """Run questions and deeds beside the keys. A refusal becomes one sentence on the screen."""
        self.beside(partial(attempt, self, way), group)

    def leave_for(self, screen: Screen[Any]) -> None:
        """Show another screen of the club; this one reads the club again afterwards."""
        self._left = True
        self.app.push_screen(screen)

    async def reload(self) -> None:
        """Read the club again and show it; raise `Fault`."""
        before, self.view = self.view, await self.clubs.view(self.view.cid)
        if self.view is not before:
            self.show_pane()

    async def do(self, deed: Deed, *words: str, quiet: bool = False, **options: object) -> Answer:
        """Do something with this club, say what came of it unless `quiet`, and show the club anew; raise `Fault`."""
        async with ProgressScope(self.app, WORKING):
            answer = await self.clubs.do(deed, (self.view.cid, *words), **options)
            await self.reload()
        if not quiet:
            self.say(answer)
        return answer

    def must_be_member(self) -> None:
        """Raise `Fault` unless the person is a member: what only members may do is refused before it is asked about."""
        check_member(self.view.state, self.view.me)

    def say(self, answer: Answer) -> None:
        """Say what came of a deed."""
        for line in answer.lines[:LINES]:
            self.app.notify(line, markup=False, timeout=6)

    def action_sync(self) -> None:
        """Bring the club up to date in a room."""
        from tui.records.club import visit_deeds
        from tui.screens.club.club_questions import WHICH_ROOM
        from tui.screens.frame.dialog import ask_until

        async def way() -> None:
            await ask_until(self.app, tr(WHICH_ROOM), synced, self.clubs.place(self.view.cid))

        async def synced(room: str) -> None:
            await self.do(visit_deeds.sync, room)

        self.ask(way)

    def action_organise(self) -> None:
        """Let own tournaments go on by themselves while the club is followed, after a question; or no more."""
        from tui.screens.club.club_questions import sure

        async def way() -> None:
            on = self.clubs.organises(self.view.cid)
            if on or await sure(self.app, self.ink, tr(SURE_ALONE)):
                self.clubs.organise(self.view.cid, on=not on)
                self.app.notify(tr(BY_HAND if on else BY_ITSELF))

        self.ask(way)

    def action_report(self) -> None:
        """Report the result of a table."""
        from tui.records.club import tournament_deeds
        from tui.screens.club.club_questions import ask_table

        async def way() -> None:
            self.must_be_member()
            table = await ask_table(self.app, self.ink, await self.clubs.reportable(self.view.cid))
            if table:
                await self.do(tournament_deeds.report, table)

        self.ask(way)


async def attempt(screen: Screen[Any], way: Callable[[], Awaitable[None]]) -> None:
    """Go a way; a refusal becomes one sentence on the screen."""
    try:
        await way()
    except Fault as fault:
        screen.app.notify(tell(fault), severity="error", markup=False, timeout=8)


def fill(table: DataTable[Any], pane: str, rows: tuple[ClubRow, ...], width: int) -> None:
    """Write the rows of a page into a table; the widest column is cut where they would not fit in `width` columns."""
    heads = tuple(map(tr, HEADS[pane]))
    cells = [tuple(map(_shown, row.cells)) for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    over = sum(widths) + 2 * len(widths) - width
    while over > 0 and max(widths) > LEAST:
        at = widths.index(max(widths))
        second = max([LEAST, *(one for other, one in enumerate(widths) if other != at)])
        less = min(over, max(1, widths[at] - second))
        widths[at], over = widths[at] - less, over - less
    table.clear(columns=True)
    for head, room in zip(heads, widths, strict=True):
        table.add_column(head, width=room)  # a table that is filled twice at once does not measure the second filling
    for row, texts in zip(rows, cells, strict=True):
        fitted = (cut(text, room).rstrip() for text, room in zip(texts, widths, strict=True))
        table.add_row(*map(Text, fitted), key=row.key)


LEAST = 8
"""The least width that a column is cut to."""


def _shown(cell: str) -> str:
    return " ".join(cell.split())
