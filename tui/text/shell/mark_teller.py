"""The marks of a finished game, line by line: in a replay, and at a table that is over."""

from __future__ import annotations

from core.fault import sentence
from tui.i18n.translation import tr
from tui.study.analysis.turning_points import NO_MARK, tally_line, turn_line, turns
from tui.study.timeline import Timeline
from tui.text.shell.console import Console

TENTH = 10
"""How often progress of the search is reported."""

FAR = sentence("looking at every decision, {percent}%")


async def tell_marks(told: Timeline, console: Console) -> None:
    """Judge the decisions of a finished game; list those with a mark, and each seat's figures. Raise `Fault`."""
    from tui.study.analysis.game_analysis import GameAnalyst

    said = 0

    def step(done: int, every: int) -> None:
        nonlocal said
        if done * TENTH // every > said:
            said = done * TENTH // every
            console.say(tr("NOTE {text}", text=tr(FAR, percent=100 * done // every)))

    found = await GameAnalyst(told.story.match).made(step)
    if told.turns is None:
        told.judge(turns(told.story.match, found.marked))
    lines = [turn_line(turn, told.names, told.chronicle.turns) for turn in told.turns or ()]
    figures = [tally_line(told.names[seat], one) for seat, one in found.tallies.items()]
    console.say(*(lines or [tr("NOTE {text}", text=tr(NO_MARK))]), *figures)
