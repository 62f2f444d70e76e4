"""Turning points of a game that is told again: looked for by child processes, gone to by a key, marked on the board."""

from __future__ import annotations

from core.fault import Fault
from tui.busy import Busy
from tui.screens.replay_face import ReplayFace
from tui.speech import tell, tr
from tui.study.turns import NONE, turns

GROUP = "analysis"
"""The group of the work that looks at a game: it is looked at once at a time."""


class ReplayTurns(ReplayFace):
    """A game told again with the places where it turned."""

    _looking = False

    def on_mount(self) -> None:
        """Show the turning points that were found before."""
        super().on_mount()
        if self.told.story.over:
            self.beside(self._recall, GROUP)

    async def _recall(self) -> None:
        """Show what was found before, if the game was looked at."""
        from tui.study.analysis import Analyst

        found = Analyst(self.told.story.match).kept()
        if found is not None:
            self.told.judge(turns(self.told.story.match, found.points))
            self.show_all()

    @property
    def looking(self) -> bool:
        """Whether the game is being looked at."""
        return self._looking

    def action_turning(self, step: int) -> None:
        """Go to the next turning point (-1: to the one before); look for them first where nobody has yet."""
        if self.told.turns is not None:
            self._go_turning(step)
        elif not self._looking:
            self.beside(self._look, GROUP)

    def _go_turning(self, step: int) -> None:
        plies = [turn.ply for turn in self.told.turns or ()]
        if not plies:
            self.toast(tr(NONE))
            return
        ahead = [ply for ply in plies if (ply > self.ply if step > 0 else ply < self.ply)]
        self.go((ahead or plies)[0 if step > 0 else -1])

    def desist(self) -> bool:
        """Look at the game no longer; tell whether that was being done."""
        looked, self._looking = self._looking, False
        if looked:
            self.workers.cancel_group(self, GROUP)
        return looked

    async def _look(self) -> None:
        from tui.study.analysis import LOOKING, Analyst

        self._looking = True
        try:
            analyst = Analyst(self.told.story.match)
            async with Busy(self.app, LOOKING, analyst.steps) as busy:
                found = await analyst.made(lambda done, _: busy.done(done))
        except Fault as fault:
            self.toast(tell(fault))
        else:
            self.told.judge(turns(self.told.story.match, found.points))
            self.show_all()
            self._go_turning(1)
        finally:
            self._looking = False
