"""The turning points of a game, line by line: looked for where nobody has yet, then told."""

from __future__ import annotations

from core.fault import sentence
from tui.speech import tr
from tui.study.telling import Retelling
from tui.study.turns import NONE, turn_line, turns
from tui.text.console import Console
from tui.theme import Glyphs

TENTH = 10
"""How often it is said how far the search is."""

FAR = sentence("looking at every decision, {done} of {all}")


async def tell_turns(told: Retelling, console: Console, glyphs: Glyphs) -> None:
    """Look for the turning points of a game that is over and tell them; raise `Fault`."""
    from tui.study.analysis import Analyst

    if told.turns is None:
        analyst = Analyst(told.story.match)
        said = 0

        def step(done: int, every: int) -> None:
            nonlocal said
            if done * TENTH // every > said:
                said = done * TENTH // every
                console.say(tr("NOTE {text}", text=tr(FAR, done=done, all=every)))

        told.judge(turns(told.story.match, (await analyst.made(step)).points))
    found = told.turns or ()
    console.say(*([turn_line(turn, told.names, glyphs) for turn in found] or [tr("NOTE {text}", text=tr(NONE))]))
