"""A replay: step by step, running by itself, or by its lines; with comments, exports, and play from any position.

Child processes judge the decisions. Keys go to those with a mark, and the board shows the better ones.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import ActiveBinding, BindingType
from textual.timer import Timer

from core.bots import default_level
from core.fault import Fault, sentence
from core.game import Seat
from core.match.record import Record
from tui.i18n.translation import language, seat_title, tell, tr
from tui.screens.replay.replay_layout import ReplayLayout
from tui.screens.replay.timeline_panel import Slider, TimelineList
from tui.settings.keymap import REPLAY, bindings
from tui.study.analysis.turning_points import NO_MARK, lost_lines, turns
from tui.study.branch import movers, plan_from
from tui.study.past_game import NO_RECORD, PastGame, analyst_of, cards_of, commented
from tui.widgets.progress_bar import EXPORTING, ProgressScope

if TYPE_CHECKING:
    from tui.study.analysis.game_analysis import Analysis

GROUP = "analysis"
"""The group of the analysis: one at a time."""


class ReplayTurningPoints(ReplayLayout):
    """A replay with the marks of its decisions."""

    _looking = False
    _left: tuple[str, ...] = ()
    """What is said of decisions that had too little left for a mark."""

    def on_mount(self) -> None:
        """Show the marks that were found before."""
        super().on_mount()
        if self.told.story.can_be_judged:
            self.beside(self._recall, GROUP)

    async def _recall(self) -> None:
        """Show the marks found before, if the game was analysed."""
        found = analyst_of(self.told.story).kept()
        if found is not None:
            await self._judge(found)

    async def _judge(self, found: Analysis) -> None:
        """Show the marks of an analysis."""
        match = self.told.story.match
        self.told.judge(await asyncio.to_thread(turns, match, found.marked))
        self._left = tuple(lost_lines(found.judgements, self.told.names, self.told.chronicle.turns))
        self.show_all()

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys in force: while an analysis is running, the way out says that it ends that."""
        found = super().active_bindings
        if not self._looking:
            return found
        return {
            key: one._replace(binding=replace(one.binding, description=tr(END))) if one.binding.action == LEAVE else one
            for key, one in found.items()
        }

    @property
    def looking(self) -> bool:
        """Whether an analysis is running."""
        return self._looking

    def action_turning(self, step: int) -> None:
        """Go to the next marked decision (-1: to the previous one); look for them first if that was not done."""
        if self.told.turns is not None:
            self._go_turning(step)
        elif not self._looking:
            self.beside(self._look, GROUP)

    def _go_turning(self, step: int) -> None:
        plies = [turn.ply for turn in self.told.turns or ()]
        if not plies:
            self.toast(" ".join((tr(NO_MARK), *self._left)))
            return
        if plies == [self.ply]:
            self.toast(tr(ONLY))
        ahead = [ply for ply in plies if (ply > self.ply if step > 0 else ply < self.ply)]
        self.go((ahead or plies)[0 if step > 0 else -1])
        self.query_one(TimelineList).lead(self.ply)

    def desist(self) -> bool:
        """Stop the analysis; tell whether one was running."""
        looked = self._looking
        if looked:
            self._look_on(now=False)
            self.workers.cancel_group(self, GROUP)
            self.toast(tr(ENDED))
        return looked

    def _look_on(self, *, now: bool) -> None:
        self._looking = now
        self.refresh_bindings()

    async def _look(self) -> None:
        from tui.study.analysis.game_analysis import LOOKING

        self._look_on(now=True)
        try:
            analyst = analyst_of(self.told.story)
            async with ProgressScope(self.app, LOOKING, analyst.steps) as busy:
                found = await analyst.made(lambda done, _: busy.done(done))
        except Fault as fault:
            self.toast(tell(fault))
        else:
            await self._judge(found)
            if self._left and found.marked:
                self.toast(" ".join(self._left))
            self._go_turning(1)
        finally:
            self._look_on(now=False)


LEAVE = "leave"
END = sentence("End the search")
ENDED = sentence("The search for turning points is ended; {key[replay.leave]} leaves.")
"""What the key that leaves does during an analysis, and what is said of it then."""
ONLY = sentence("This is the only decision with a mark.")

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Decisions a second in a running replay."""

COMMENT_AT = sentence("Your comment at decision {turn}; an empty line takes it away.")
BRANCH_AT = sentence("You play on from decision {turn}. As whom?")
EVERYBODY = sentence("Everybody, at one keyboard")
EXPORT_AS = sentence("In which form?")
NO_CARDS = sentence("There are no cards in this game.")


@dataclass(frozen=True, slots=True)
class PlayOn:
    """A wish to play a game on after `ply` lines, with `seat` played by hand (None: every seat)."""

    story: PastGame
    ply: int
    seat: Seat | None


class ReplayScreen(ReplayTurningPoints):
    """One game in replay. Return a wish to play it on, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(REPLAY)

    def __init__(
        self, story: PastGame, keep: Callable[[Record], None] | None = None, *, ply: int | None = None
    ) -> None:
        """Replay `story` from after `ply` lines (None: from the beginning); `keep` stores another comment."""
        super().__init__(story, ply or 0)
        self._keep = keep
        self._timer: Timer | None = None

    @on(Slider.Switched)
    def _switched(self) -> None:
        self.action_run()

    @on(Slider.Slid)
    def _slid(self, event: Slider.Slid) -> None:
        self.halt()
        self.go(event.ply)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what this game has."""
        del parameters
        if action == "cards":
            return self.told.scene(0).cards is not None
        if action == "view":
            return len(self.told.desk.drawings) > 1
        return True

    def action_turning(self, step: int) -> None:
        """Go to the next marked decision, or (-1) to the previous one."""
        self.halt()
        super().action_turning(step)

    def action_step(self, step: int) -> None:
        """Go one decision on or back."""
        self.halt()
        self.go(self.told.step(self.ply, step))

    def action_go(self, ply: int) -> None:
        """Go to the beginning, or (-1) to the end."""
        self.halt()
        self.go(self.told.plies if ply < 0 else ply)

    def action_run(self) -> None:
        """Start the replay or stop it; from its end it starts again."""
        if self._timer is not None:
            self.halt()
            return
        if self.ply == self.told.plies:
            self.go(0)
        self._start()

    def action_speed(self, step: int) -> None:
        """Replay faster or slower."""
        at = SPEEDS.index(self.pace) + step
        self.pace = SPEEDS[min(max(at, 0), len(SPEEDS) - 1)]
        if self._timer is not None:
            self._start()
        self._show_slider()

    def _start(self) -> None:
        self._stop()
        self._timer = self.set_interval(1 / self.pace, self._tick)
        self.running = True
        self._show_slider()

    def _tick(self) -> None:
        self.go(self.told.step(self.ply, 1))
        if self.ply == self.told.plies:
            self.halt()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def halt(self) -> None:
        """Stop the running replay."""
        if self._timer is not None:
            self._stop()
            self.running = False
            self._show_slider()

    @property
    def keeps_comments(self) -> bool:
        """Whether the game has a record that keeps comments."""
        return self._keep is not None

    def action_comment(self) -> None:
        """Write a comment here, or say why that cannot be."""
        self.halt()
        if self._keep is None:
            self.toast(tr(NO_RECORD))
        else:
            self.beside(self._comment)

    async def _comment(self) -> None:
        from tui.screens.frame.dialog import ask_until

        ply, story = self.ply, self.told.story
        asked = tr(COMMENT_AT, turn=self.told.turn_of(ply))

        async def way(text: str) -> None:
            if self._keep is not None:
                record = commented(story.record, ply, text)
                self._keep(record)
                self.told.take(replace(story, record=record))
                self.show_all()

        await ask_until(self.app, asked, way, story.comments.get(ply, ""), empty=True)

    def action_branch(self) -> None:
        """Play on from here, at a table of one's own."""
        self.halt()
        self.beside(self._branch)

    async def _branch(self) -> None:
        from tui.screens.frame.dialog import ChoiceScreen

        story, ply, names = self.told.story, self.ply, self.told.names
        try:
            plan_from(story, ply, None, default_level(story.match.header.game))
        except Fault as fault:
            self.toast(tell(fault))
            return
        answers = [(str(int(seat)), seat_title(names[seat])) for seat in movers(story, ply)]
        answers.append(("all", tr(EVERYBODY)))
        asked = self.ink.accent(tr(BRANCH_AT, turn=self.told.turn_of(ply)))
        chosen = await self.app.push_screen_wait(ChoiceScreen(asked, answers))
        if chosen:
            self.dismiss(PlayOn(story, ply, None if chosen == "all" else Seat(int(chosen))))

    def action_export(self) -> None:
        """Export the game."""
        self.halt()
        self.beside(self._export)

    async def _export(self) -> None:
        from tui.screens.frame.dialog import ChoiceScreen
        from tui.study.game_export import EXPORTED, WORDS, export, form_of

        answers = [(str(form), tr(words)) for form, words in WORDS.items()]
        chosen = await self.app.push_screen_wait(ChoiceScreen(self.ink.accent(tr(EXPORT_AS)), answers))
        if not chosen:
            return
        try:
            theme, glyph_set, form = self.app.theme, self.glyph_set, form_of(chosen)
            work = partial(export, self.told, form, self.ply, theme=theme, glyph_set=glyph_set)
            async with ProgressScope(self.app, EXPORTING):
                path = await asyncio.to_thread(work)
        except Fault as fault:
            self.toast(tell(fault))
        else:
            self.notify(tr(EXPORTED, path=path), markup=False)

    def action_cards(self) -> None:
        """Show the cards, as far as they may be seen."""
        from tui.screens.table.known_cards_screen import CardsScreen

        story = self.told.story
        cards = cards_of(self.told.chronicle.states[self.ply], story.viewer, over=story.over)
        if cards is None:
            self.toast(tr(NO_CARDS))
        else:
            self.app.push_screen(CardsScreen(cards, self.told.names, self.ink))

    def action_pacts(self) -> None:
        """Show who promised what, and what became of it."""
        from tui.screens.table.pact_screen import PactsScreen
        from tui.table.diplomacy import pacts_of

        told = self.told
        pacts = pacts_of(told.view, told.chronicle)
        self.app.push_screen(PactsScreen(pacts, told.names, self.ink, told.chronicle.turns))

    def action_rules(self) -> None:
        """Show the rules, at what the latest decision moved."""
        from tui.screens.learn.rules_screen import RulesScreen
        from tui.study.lessons.rules_text import opening

        game, last = self.told.view.game, self.told.last(self.ply)
        scene = self.told.scene(self.ply)
        standing = {piece.spot for piece in scene.pieces}
        spot = next((spot for spot in reversed(last) if spot in standing), None)
        self.app.push_screen(RulesScreen(game, opening(game, scene, spot, language())))

    def action_keys(self) -> None:
        """Show the keys."""
        from tui.screens.frame.key_sheet import key_sheet

        keys = [key for key in REPLAY if self.check_action(key.action.partition("(")[0], ())]
        self.app.push_screen(key_sheet(keys, self.ink))

    def action_leave(self) -> None:
        """Go back to the list; during an analysis only stop that."""
        self.halt()
        if not self.desist():
            self.dismiss(None)
