"""The layout of the table: board, seats, log, talk and prompt, showing a `TableView`."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widgets import Static

from core.diplomacy.pact import Pact
from core.fault import Fault
from core.game import Spot
from core.scene import Layout, Scene
from net.view.table_view import Phase, TableView
from tui.i18n.translation import language, tell, tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.screens.table.connection_words import title_text
from tui.screens.table.table_alerts import TableAlerts
from tui.screens.table.table_status import premove_text, status_text, upcoming_game
from tui.screens.table.waiting_view import WaitingView
from tui.settings.settings import WATCH, Settings
from tui.settings.theme import look
from tui.table.controller import Controller
from tui.table.diplomacy import PactLog
from tui.table.piece_legend import figures_told, legend
from tui.table.player_desk import PlayerDesk
from tui.table.seat_names import seat_appearances, table_glyphs
from tui.table.seat_view import may_be_ready, own_seats
from tui.table.sentences.claim_words import claim_words, counts_down
from tui.table.sentences.game_ends import GameEnds
from tui.widgets.board_view import BoardView
from tui.widgets.drawing.layout_choice import suitable_view
from tui.widgets.fight_bar import FightBar
from tui.widgets.hand_bar import HandBar
from tui.widgets.key_bar import KeyBar
from tui.widgets.line_panel import LinePanel
from tui.widgets.log_lines import OfferLog, log_lines
from tui.widgets.offers_bar import OffersBar
from tui.widgets.progress_bar import Progress
from tui.widgets.prompt import Prompt
from tui.widgets.seats_panel import SeatsPanel
from tui.widgets.talk_pane import TO_ALL, TalkInput, gallery_lines, talk_lines, talk_title
from tui.widgets.text_style import TextStyle
from tui.words.clock_words import now_ms
from tui.words.declaration_words import begins_declaration

READING = 15.0
"""How long the end of a game of a match stands in a notice, in seconds."""

SHORT_LOG = 48
"""Below this width of the side panel the log gives consequences only."""


MAP_SIDE = 130
"""Below this terminal width a map takes all of it, and the side panel lies under the map."""


class TableLayout(LocalizedScreen[str]):
    """One table as one profile sees it. `table_screen.TableScreen` adds what can be done at it."""

    CSS_PATH = "table.tcss"

    def __init__(self, controller: Controller) -> None:
        """Show the table of `controller`."""
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-normal"), (140, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-middle"), (40, "-high")]
        self.controller = controller
        self.desk = PlayerDesk()
        self.now = now_ms
        self._ended = False
        self._stepped = False
        self._calls = TableAlerts(self)
        self._offers = OfferLog()
        self._ends = GameEnds()
        self._pacts = PactLog()
        self._promised: list[tuple[Pact, str]] = []
        self._phase: Phase | None = None
        self._offered = False, False
        self._looking_back = (False, 0)
        self._claims: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out title, board, side, offers, prompt and keys."""
        yield Static(id="title", markup=False)
        yield Progress(id="progress")
        with Horizontal(id="body"):
            yield WaitingView(id="waiting")
            yield BoardView(
                glyph_set=self.glyph_set,
                stepped=self._step,
                reach=self._reach,
                scene_for=self._scene_for,
                id="board",
            )
            with Vertical(id="side"):
                yield SeatsPanel(id="seats")
                yield LinePanel(id="log")
                yield LinePanel(id="talk")
                yield LinePanel(id="gallery")
                yield Static(id="legend", markup=False)
                yield TalkInput(placeholder=tr(TO_ALL), id="say", max_length=500)
        yield FightBar(id="fight")
        yield HandBar(id="hand")
        yield OffersBar(id="offers")
        yield Prompt(self._complete, self._objection, id="prompt")
        yield KeyBar(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the current view and follow its changes."""
        self.query_one("#log", LinePanel).border_title = tr("Log")
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())
        self.take(self.controller.view)
        self.beside(self._follow, "follow")
        self.set_interval(1.0, self.tick)

    def on_unmount(self) -> None:
        """Stop calling to a table that is left."""
        self._calls.end()

    def tick(self) -> None:
        """Update the clocks once a second: a few cells, nothing else."""
        if self.anew or self._phase is not Phase.PLAYING:
            return
        view, now = self.desk.view, self.now()
        if not self.query_one(SeatsPanel).tick(self.desk, self.ink, now):
            self._show()
        elif view and counts_down(view, now):
            self._tell()

    def on_resize(self) -> None:
        """Write the rows again at another width."""
        self.call_after_refresh(self._show)

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        super().relabel()
        self.call_after_refresh(self._relabelled)

    def _relabelled(self) -> None:
        self.query_one("#log", LinePanel).border_title = tr("Log")
        self._phase = None
        self.take(self.controller.view)

    @property
    def ink(self) -> TextStyle:
        """How texts are written in the theme in force."""
        colours = seat_appearances(self.desk.view)
        return TextStyle(look(self.app.theme).wearing(colours), table_glyphs(self.glyph_set, self.desk.view))

    def _reach(self, spot: str) -> tuple[str, ...]:
        """Give where the piece on a spot of the position shown could go."""
        return () if self.desk.state is None else self.desk.state.reach(Spot(spot))

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one(BoardView)

    @property
    def page(self) -> BoardView | WaitingView:
        """What the keys lead about on while nothing is typed: the board, or the page that waits for players."""
        return self.board if self.board.display else self.query_one(WaitingView)

    @property
    def question_rows(self) -> int:
        """The rows in which the table asks for an answer."""
        return next((bar.rows for bar in self.query(OffersBar)), 0)

    @on(events.DescendantBlur)
    def _lead_back(self) -> None:
        """Give the keys back to the board or the page where what had them is not shown any more."""
        if self.focused is None and self.app.app_focus and self.stands:
            self.set_focus(self.page)

    async def _follow(self) -> None:
        version = -1
        while True:
            version = await self.controller.changed(version)
            if self.stands and self.controller.view is not self.desk.view:
                self.take(self.controller.view)

    def take(self, view: TableView) -> None:
        """Show a newer view of the table."""
        self.desk.paced = self._settings.watch != WATCH[0]
        before = self.desk.ply
        self.desk.take(view)
        self._stepped = self._stepped and before == self.desk.ply
        self._offers.follow(view)
        self._promised = self._pacts.news(view, self.desk.chronicle)
        playing = view.match is not None
        self._refresh_ready(view)
        if view.phase != self._phase:
            self._phase = view.phase
            self.board.display = playing
            self.query_one(WaitingView).set_class(not playing, "-open")
            self.refresh_bindings()
            if self.focused in {None, self.query_one(WaitingView)}:
                self.set_focus(self.page)
        self._show()
        self._announce(view)

    def _refresh_past(self) -> None:
        """Show the keys that lead on from a look back while there is one."""
        if (here := (self.desk.past, upcoming_game(self.desk))) != self._looking_back:
            self._looking_back = here
            self.refresh_bindings()

    def _refresh_ready(self, view: TableView) -> None:
        """Show the key that says that one is ready while it means something, and that of moves to seat holders."""
        offered = may_be_ready(view), bool(own_seats(view))
        if offered != self._offered:
            self._offered = offered
            self.refresh_bindings()

    def _show(self) -> None:
        view = self.desk.view
        if view is None:
            return
        ink, desk = self.ink, self.desk
        stacked = desk.scene is not None and desk.scene.layout is Layout.MAP and self.size.width < MAP_SIDE
        self.set_class(stacked, "-stacked")
        self.set_class(desk.scene is not None and desk.scene.layout is Layout.MAP, "-map")
        side = self.query_one("#side")
        width = side.size.width or 29
        self.query_one(Progress).show(view, ink)
        self.query_one("#title", Static).update(title_text(desk, ink, max(10, self.size.width - 2)))
        if view.match is None:
            self.query_one(WaitingView).show(view, self.controller.invitation, ink, desk.rated, desk.expected)
        room = self.size.width - 2 if stacked else max(20, width - 1)
        self.query_one(SeatsPanel).show(desk, ink, room, now=self.now(), row=stacked)
        self.query_one("#log", LinePanel).show(
            log_lines(
                view,
                desk.chronicle,
                ink,
                short=width // (2 if stacked else 1) < SHORT_LOG,
                offers=self._offers,
                pacts=self._pacts.lines(desk.names),
            )
        )
        self._show_talk(view, ink, stacked=stacked)
        self._show_legend(view.game, ink)
        self._refresh_past()
        self.query_one(OffersBar).show(desk, ink)
        self._draw_board(view.game)
        self._tell()

    def _show_talk(self, view: TableView, ink: TextStyle, *, stacked: bool) -> None:
        """Show the talk at the table and beside it. Under a map, with little room, both share one panel."""
        muted = self.desk.muted
        talk, gallery = self.query_one("#talk", LinePanel), self.query_one("#gallery", LinePanel)
        said, beside = talk_lines(view, ink, muted), gallery_lines(view, ink, muted)
        gallery.display = bool(beside or view.beside) and not stacked
        talk.border_title = talk_title(view, muted)
        gallery.border_title = tr("Spectators")
        mark = ink.muted(tr("[watching]") + " ")
        talk.show([*said, *(mark + line for line in beside)] if stacked else said)
        gallery.show([] if stacked else beside)
        self.query_one(TalkInput).lead(view)

    def _show_legend(self, game: str, ink: TextStyle) -> None:
        """Show what each kind of piece does and what marks mean where the screen has room for it (`table.tcss`)."""
        panel = self.query_one("#legend", Static)
        if not self.has_class("-wide") or not self.has_class("-high"):
            return
        kinds, figures = legend(game, language()), figures_told(self.desk.scene)
        panel.set_class(bool(kinds or figures), "-told")
        panel.border_title = tr("Pieces") if kinds else tr("Signs")
        dot = ink.muted(f" {ink.glyphs.one['dot']} ")
        lines = [ink.plain(name) + ink.muted("  ") + dot.join(map(ink.muted, does)) for name, does in kinds]
        panel.update(Text("\n").join([*lines, *([ink.muted(figures)] if figures else [])]))

    def _draw_board(self, game: str) -> None:
        """Show the board, which may not know its room yet."""
        scene = self._scene_for(self.board.size)
        if scene is not None:
            self.board.show(scene, self.desk.pick(), game)

    def _scene_for(self, room: Size) -> Scene | None:
        """Give the scene in the way that was chosen or that suits the room."""
        desk = self.desk
        if len(desk.drawings) > 1 and room.area:
            scenes = {name: scene for name in desk.drawings if (scene := desk.drawn(name)) is not None}
            desk.suggest(suitable_view(scenes, desk.drawing or self._liked, room.width, room.height))
        return desk.scene

    @property
    def _liked(self) -> str:
        """The way of drawing that was chosen at a table before."""
        return self._settings.drawing

    @property
    def _settings(self) -> Settings:
        found = getattr(self.app, "settings", None)
        return found if isinstance(found, Settings) else Settings()

    def _like(self, drawing: str) -> None:
        """Keep the way of drawing for other tables."""
        app: Any = self.app
        settings = getattr(app, "settings", None)
        if isinstance(settings, Settings):
            app.keep(replace(settings, drawing=drawing))

    def _mark(self) -> None:
        """Show the choice and what it means."""
        self.board.mark(self.desk.pick())
        self._tell()

    def _tell(self) -> None:
        prompt = self.query_one(Prompt)
        ink = self.ink
        prompt.say(self._status(ink))
        prompt.keep(premove_text(self.desk, ink))

    def _status(self, ink: TextStyle) -> Text:
        """Give the status row. If not all of it fits, a warning comes first until the cursor moves."""
        width = self.size.width - 2
        plain = status_text(self.desk, self.board.cursor, ink, now=self.now(), width=width)
        room = width - plain.cell_len
        alarm = self._calls.alarm(self.desk, ink, room)
        if alarm.cell_len <= room or self._stepped:
            return plain + alarm
        return status_text(self.desk, self.board.cursor, ink, alarm, now=self.now(), width=width)

    def _step(self) -> None:
        """Tell what stands under the cursor that has moved."""
        self._stepped = True
        self._tell()

    def catch_up(self) -> bool:
        """Show the present if the last round is being watched, or the end of a game: what is done next is meant for it.

        Tell whether the end of a game was shown: what is pointed at there is not meant for the next one.
        """
        between = self.desk.between
        if self.desk.catch_up():
            self._show()
            self._show_end()
        return between

    def _announce(self, view: TableView) -> None:
        """Call the player who has the turn; show the end."""
        self._calls.call(view, self.desk, self.ink.glyphs)
        for told in self._ends.news(self.desk.chronicle, self.desk.names):
            self.notify(told, timeout=READING, markup=False)
        before, self._claims = self._claims, claim_words(view)
        for told in self._claims:
            if told not in before:
                self.notify(told, severity="warning", markup=False)
        if view.onward and self.desk.again:
            self.desk.again = False
            self.dismiss("onward")
            return
        if self._ended:
            self._amend()
        else:
            self._show_end()

    def _show_end(self) -> None:
        """Show the end once; to a player who watches the last moves one after the other, when they have seen them."""
        view, desk = self.desk.view, self.desk
        if view is not None and view.phase is Phase.OVER and not self._ended and not (desk.paced and desk.past):
            self._ended = True
            self._finish()

    def _amend(self) -> None:
        """Write the end again."""

    def _finish(self) -> None:
        """Say that it is over."""

    def notify(self, message: str, **how: Any) -> None:  # noqa: ANN401 - Textual's own
        """Show a toast that goes with the table: its keys mean nothing elsewhere. What stays is told by the app."""
        self._calls.said.add(message)
        super().notify(message, **how)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that may be refused, and show the reason."""
        self.run_worker(self._try(work), group="do")

    async def _try(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Fault as fault:
            self.toast(tell(fault))

    def _complete(self, text: str) -> tuple[str, ...]:
        choice = self.desk.picking
        return choice.completions(text) if choice else ()

    def _objection(self, text: str) -> str:
        fault = None if begins_declaration(text) else self.desk.objection(text)
        return tell(fault) if fault else ""
