"""The marks of a finished game, line by line: in a replay, and at a table that is over."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from core.fault import sentence
from core.tournament.pairing import sides
from tui.i18n.translation import bare, tr
from tui.study.analysis.turning_points import NO_MARK, lost_lines, tally_line, turn_line, turns
from tui.study.timeline import Timeline
from tui.terminal.interrupt_watch import watch_interrupt
from tui.text.shell.console import Console
from tui.text.shell.text_commands import Verb

if TYPE_CHECKING:
    from tui.study.analysis.game_analysis import Analysis

TENTH = 10
"""How often progress of the search is reported."""

PAIR = 2
"""With more sides than this it needs saying what a loss is."""

FAR = sentence("looking at every decision, {percent}%")
STOPS = sentence("Every decision is looked at: `quit` or Ctrl-C stops the search.")
HEARD = sentence("{text} is heard and done after the search: `quit` stops the search.")
STOPPED = sentence("The search is stopped.")
SEVERAL = sentence(
    "The loss is that of one's share in the win, less what may be chance. With more than two sides a mistake that "
    "nobody has used before one's own next turn has cost nothing: 100% can be right."
)


async def tell_marks(told: Timeline, console: Console) -> None:
    """Judge the decisions of a finished game; list those with a mark, and each seat's figures. Raise `Fault`.

    Whoever types may stop that.
    """
    from tui.study.past_game import analyst_of

    said, analyst = 0, analyst_of(told.story)

    def step(done: int, every: int) -> None:
        nonlocal said
        if done * TENTH // every > said:
            said = done * TENTH // every
            console.say(tr("NOTE {text}", text=tr(FAR, percent=100 * done // every)))

    if console.live and analyst.kept() is None:
        console.say(tr("NOTE {text}", text=tr(STOPS)))
    found = await _unless_stopped(analyst.made(step), console)
    if found is None:
        console.say(tr("NOTE {text}", text=tr(STOPPED)))
        return
    if told.turns is None:
        told.judge(turns(told.story.match, found.marked))
    lines = [turn_line(turn, told.names, told.chronicle.turns) for turn in told.turns or ()]
    figures = [tally_line(told.names[seat], one) for seat, one in found.tallies.items()]
    left = lost_lines(found.judgements, told.names, told.chronicle.turns)
    figures += [tr("NOTE {text}", text=line) for line in left]
    figures += [tr("NOTE {text}", text=tr(SEVERAL))] * (len(sides(told.story.match.at(0))) > PAIR)
    console.say(*(lines or [tr("NOTE {text}", text=tr(NO_MARK))]), *figures)


async def _unless_stopped(search: Coroutine[Any, Any, Analysis], console: Console) -> Analysis | None:
    """Give what a search finds, None if the person stops it; another line that is typed meanwhile waits for its end."""
    found = asyncio.ensure_future(search)
    if not console.live:
        return await found
    with watch_interrupt(found.cancel):
        return await _typed_beside(found, console)


async def _typed_beside(found: asyncio.Future[Analysis], console: Console) -> Analysis | None:
    try:
        while not found.done():
            typed = asyncio.ensure_future(console.typed())
            both: set[asyncio.Future[Any]] = {found, typed}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not typed.done():
                typed.cancel()
                break
            line = typed.result()
            if line is None or bare(line) in {*Verb.QUIT.words, *Verb.STOP.words}:
                return None
            console.put_off(line)
            console.say(tr("NOTE {text}", text=tr(HEARD, text=line)))
        await asyncio.wait({found})
        return None if found.cancelled() else found.result()
    finally:
        found.cancel()
        await asyncio.wait({found})
