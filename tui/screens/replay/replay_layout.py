"""The layout of a replay: board, seats, the events line by line, and the position in the game."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from core.fault import sentence
from core.scene import Layout
from tui.i18n.no_break_space import one_line
from tui.i18n.translation import ntr, tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.screens.replay.timeline_panel import Slider, TimelineList, timeline_entry_text
from tui.settings.theme import look
from tui.study.asciicast import title
from tui.study.game_summary import RESULTS, Result
from tui.study.past_game import PastGame
from tui.study.timeline import Kind, Timeline
from tui.table.seat_names import seat_appearances, table_glyphs
from tui.widgets.board_pane import BoardPane
from tui.widgets.drawing.layout_choice import suitable_view
from tui.widgets.key_bar import KeyBar
from tui.widgets.line_panel import hanging_indent
from tui.widgets.seats_panel import SeatsPanel
from tui.widgets.text_style import TextStyle

STACKED = 130
"""Below this terminal width a map takes all of it, and the timeline stands beneath."""

LONG = 48
"""From this width of the side panel on, the lines give all consequences."""

REMARK_ROWS = 5
"""The most rows of what is said below a map of a marked or commented decision: a mark has its reason there."""

SIGNS = {"unicode": ("▶", "‖"), "ascii": (">", "=")}
"""The signs of a running replay and of a paused one."""

REMARKS = (Kind.TURN, Kind.COMMENT)
"""What is said of a decision even where a map leaves little room."""

FIRST = (*REMARKS, Kind.END)
"""What is said first of a decision."""

RUNNING = sentence("goes on: only what may be known is shown")


class ReplayLayout(LocalizedScreen[Any]):
    """One game in replay. `replay_screen.ReplayScreen` adds what can be done with it."""

    DEFAULT_CSS = """
    ReplayLayout { layout: vertical; background: $background; }
    ReplayLayout #title { height: 1; padding: 0 1; background: $panel; color: $foreground; }
    ReplayLayout #body { height: 1fr; }
    ReplayLayout #board { width: 1fr; height: 1fr; }
    ReplayLayout #side { width: 29; height: 1fr; padding: 0 0 0 1; }
    ReplayLayout #seats { padding: 0; }
    ReplayLayout #chapters { border-top: solid $panel; border-title-color: $muted; }
    ReplayLayout #said { height: 1; padding: 0 1; background: $surface; }
    ReplayLayout.-normal #side { width: 36; }
    ReplayLayout.-wide #side { width: 56; padding: 0 1 0 2; }
    ReplayLayout.-middle #said { height: 2; }
    ReplayLayout.-high #said { height: 3; }
    ReplayLayout.-zen #side { display: none; }
    ReplayLayout.-stacked.-low #said { display: none; height: 2; }
    ReplayLayout.-stacked.-low.-remarked #said { display: block; }
    ReplayLayout.-stacked #body { layout: vertical; }
    ReplayLayout.-stacked #side { width: 100%; height: 5; padding: 0; }
    ReplayLayout.-stacked #seats { padding: 0 1; background: $surface; height: 1; }
    ReplayLayout.-stacked #chapters { border-top: none; padding: 0 1; }
    ReplayLayout.-stacked.-middle #side { height: 8; }
    ReplayLayout.-stacked.-high #side { height: 12; }
    ReplayLayout.-stacked.-three #said { height: 3; }
    ReplayLayout.-stacked.-three.-low #side { height: 4; }
    ReplayLayout.-stacked.-three.-middle #side { height: 7; }
    ReplayLayout.-stacked.-four #said { height: 4; }
    ReplayLayout.-stacked.-four.-low #side { height: 3; }
    ReplayLayout.-stacked.-four.-middle #side { height: 6; }
    ReplayLayout.-stacked.-four.-high #side { height: 11; }
    ReplayLayout.-stacked.-five #said { height: 5; }
    ReplayLayout.-stacked.-five.-low #side { height: 2; }
    ReplayLayout.-stacked.-five.-middle #side { height: 5; }
    ReplayLayout.-stacked.-five.-high #side { height: 10; }
    """

    def __init__(self, story: PastGame, ply: int) -> None:
        """Replay `story` from after `ply` lines on."""
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-normal"), (140, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-middle"), (40, "-high")]
        self.told = Timeline(story)
        self.told.desk.go(ply)
        self.pace, self.running = 1.0, False

    def compose(self) -> ComposeResult:
        """Lay out title, board, side, what is said of the decision, slider and keys."""
        yield Static(id="title", markup=False)
        with Horizontal(id="body"):
            yield BoardPane(glyph_set=self.glyph_set, id="board")
            with Vertical(id="side"):
                yield SeatsPanel(id="seats")
                yield TimelineList(self.go, id="chapters")
        yield Static(id="said", markup=False)
        yield Slider(id="slider")
        yield KeyBar(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the position."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.show_all())
        self.query_one(TimelineList).focus()
        self.show_all()

    def on_resize(self) -> None:
        """Write the rows anew at another width."""
        self.call_after_refresh(self.show_all)

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        self.told.take(self.told.story)
        super().relabel()
        self.call_after_refresh(self._relabelled)

    def _relabelled(self) -> None:
        self.query_one(TimelineList).focus()
        self.show_all()

    @property
    def ply(self) -> int:
        """How many lines of the log have been replayed."""
        return self.told.desk.ply

    @property
    def ink(self) -> TextStyle:
        """How texts are written in the theme in force."""
        colours = seat_appearances(self.told.view)
        return TextStyle(look(self.app.theme).wearing(colours), table_glyphs(self.glyph_set, self.told.view))

    @property
    def board(self) -> BoardPane:
        """The board."""
        return self.query_one("#board", BoardPane)

    def go(self, ply: int) -> None:
        """Go to the position after `ply` lines, or the nearest one."""
        there = min(max(ply, 0), self.told.plies)
        if there != self.ply:
            self.told.desk.go(there)
            self.show_position()

    def show_all(self) -> None:
        """Show the position and write every line again."""
        scene = self.told.desk.scene
        is_map = scene is not None and scene.layout is Layout.MAP
        self.set_class(is_map and self.size.width < STACKED, "-stacked")
        width = self.query_one("#side").size.width or 29
        chapters = self.query_one(TimelineList)
        chapters.border_title = tr("Log")
        chapters.show(self.told.tellings, self.told.names, self.ink, short=width < LONG)
        self.show_position()

    def show_position(self) -> None:
        """Show the position and what was decided there."""
        ink, desk = self.ink, self.told.desk
        side = self.query_one("#side")
        row = self.has_class("-stacked")
        width = self.size.width - 2 if row else max(20, (side.size.width or 29) - 1)
        self.query_one(SeatsPanel).show(desk, ink, width, row=row)
        self.query_one("#title", Static).update(self._title(ink))
        self.set_class(any(one.kind in REMARKS for one in self.told.at(self.ply)), "-remarked")
        self._show_said(ink)
        self.query_one(TimelineList).go(self.ply)
        self._show_board()
        self._show_slider()

    def _show_board(self) -> None:
        desk, room = self.told.desk, self.board.size
        if len(desk.drawings) > 1 and room.area:
            scenes = {name: scene for name in desk.drawings if (scene := desk.drawn(name)) is not None}
            desk.suggest(suitable_view(scenes, desk.drawing, room.width, room.height))
        if desk.scene is not None:
            self.board.show(desk.scene, desk.pick(), self.told.view.game)

    def _show_slider(self) -> None:
        signs = SIGNS.get(self.glyph_set, SIGNS["ascii"])
        head = f"{signs[0] if self.running else signs[1]} {self.pace:g}×"
        if self.glyph_set == "ascii":
            head = head.replace("×", "x")
        marked, turns = self.told.story.comments, self.told.desk.turns
        numbers = self.told.turn_of(self.ply), self.told.counted
        self.query_one(Slider).show(self.ply, self.told.plies, head, marked, self.ink, turns=turns, numbers=numbers)

    def _title(self, ink: TextStyle) -> Text:
        told = self.told
        name, _, rest = title(told).partition(" · ")
        text = Text(name, ink.style("foreground", bold=True), no_wrap=True, overflow="ellipsis")
        parts = [rest] if rest else []
        if told.story.given_up:
            parts.append(tr(RESULTS[Result.GIVEN_UP]))
        parts.append(ntr("{n} decision", "{n} decisions", told.counted) if told.story.closed else tr(RUNNING))
        return text.append("".join(f" {ink.glyphs.one['dot']} {part}" for part in parts), ink.style("foreground"))

    def _show_said(self, ink: TextStyle) -> None:
        """Show what is said of the decision in the rows there are; what a remark needs more a map's log gives up."""
        base = 3 if self.has_class("-high") else 2 if self.has_class("-middle") or self.has_class("-stacked") else 1
        yields = self.has_class("-stacked") and self.has_class("-remarked")
        width, room = max(1, self.size.width - 2), REMARK_ROWS if yields else base
        lines = hanging_indent(self._said(ink), self.app.console, width, "")
        for line in lines:
            line.rstrip()
        if len(lines) > room:
            lines[room - 1 :] = [Text(" ").join(lines[room - 1 :])]
            lines[-1].truncate(width, overflow="ellipsis")
        for rows, name in ((3, "-three"), (4, "-four"), (5, "-five")):
            self.set_class(yields and len(lines) == rows, name)
        self.query_one("#said", Static).update(Text("\n", no_wrap=True).join(lines))

    def _said(self, ink: TextStyle) -> Text:
        """Give the decision in all words, then the talk about it."""
        found = [one for one in self.told.at(self.ply) if one.kind in {Kind.BEGIN, Kind.MOVE, *FIRST}]
        found.sort(key=lambda one: FIRST.index(one.kind) if one.kind in FIRST else len(FIRST))
        lines = [timeline_entry_text(one, self.told.names, ink, short=False) for one in found]
        for line in lines:
            line.plain = one_line(line.plain) if not line.spans else line.plain
        return Text("  ").join(line[len(line.plain) - len(line.plain.lstrip()) :] for line in lines)

    def action_view(self) -> None:
        """Draw the game in another way."""
        self.told.desk.redraw()
        self.show_position()

    def action_turn(self) -> None:
        """Turn the board."""
        self.board.turn()

    def action_zen(self) -> None:
        """Show the board only, or everything again."""
        self.toggle_class("-zen")
