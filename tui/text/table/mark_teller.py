"""The marks of a finished game, line by line: in a replay, and at a table that is over."""

from __future__ import annotations

from core.fault import sentence
from core.tournament.pairing import sides
from tui.i18n.translation import tr
from tui.study.analysis.turning_points import NO_MARK, lost_lines, tally_line, turn_line, turns
from tui.study.timeline import Timeline
from tui.text.shell.console import Console
from tui.text.shell.stoppable_search import StoppableSearch

PAIR = 2
"""With more sides than this it needs saying what a loss is."""

SEVERAL = sentence(
    "The loss is that of one's share in the win, less what may be chance. With more than two sides a mistake that "
    "nobody has used before one's own next turn has cost nothing: 100% can be right."
)


async def tell_marks(told: Timeline, console: Console) -> None:
    """Judge the decisions of a finished game; list those with a mark, and each seat's figures. Raise `Fault`.

    Whoever types may stop that.
    """
    from tui.study.past_game import analyst_of

    analyst = analyst_of(told.story)
    found = await StoppableSearch(console, long=analyst.kept() is None).found(analyst.made)
    if found is None:
        return
    if told.turns is None:
        told.judge(turns(told.story.match, found.marked))
    lines = [turn_line(turn, told.names, told.chronicle.turns) for turn in told.turns or ()]
    figures = [tally_line(told.names[seat], one) for seat, one in found.tallies.items()]
    left = lost_lines(found.judgements, told.names, told.chronicle.turns)
    figures += [tr("NOTE {text}", text=line) for line in left]
    figures += [tr("NOTE {text}", text=tr(SEVERAL))] * (len(sides(told.story.match.at(0))) > PAIR)
    console.say(*(lines or [tr("NOTE {text}", text=tr(NO_MARK))]), *figures)
