"""Marked decisions in words: who lost how much by which, what would have been better, and why. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.fault import sentence
from core.match.match import Match
from core.match.turn_count import TurnCount
from core.scene import Atlas
from core.study.comparison import Comparison, comparison
from core.study.lost_stretch import lost_stretches
from core.study.mark import INACCURATE, Mark, Tally
from core.study.reason import Reason
from core.study.turning_point import Judgement, positions_before, reason_for_best
from tui.i18n.local_letters import located
from tui.i18n.translation import listed, ntr, seat_title, tr
from tui.study.analysis.comparison_words import comparison_words
from tui.table.hint import FOLLOWING, action_words, percent, percent_estimated, reason_percent
from tui.table.move_entry import EntryChoice

TURN = sentence("{who} plays {played}{mark} ({chance}). Better: {choice}.")
CHOICE = sentence("{text} ({chance})")
CHOICE_THEN = sentence("{text} ({chance}); expected after it: {moves}")
MARKED = sentence("{kind}: {text}")
TURNED = sentence("MARK {turn} {text}")
NONE = sentence("No turning point was found in this game.")
LEFT = sentence(
    "Decisions {stretches}: {seat} had less than {percent} of the win left, too little to lose for any mark."
)
STRETCH = sentence("{first} to {last}")
NO_MARK = sentence("No decision was found that deserves a mark.")

KINDS = {
    Mark.INACCURACY: sentence("Inaccuracy"),
    Mark.MISTAKE: sentence("Mistake"),
    Mark.BLUNDER: sentence("Blunder"),
}
"""The marks by name."""

TALLY = sentence("FIGURES {seat}: accuracy {accuracy}, {marks}; average loss {loss} of the win.")


@dataclass(frozen=True, slots=True)
class Turn:
    """A marked decision of a `game`: its judgement, the reasons for the better one, what sets both apart, the map."""

    game: str
    judgement: Judgement
    reason: Reason
    compared: Comparison
    atlas: Atlas | None = None

    @property
    def ply(self) -> int:
        """The number of lines of the log before it: the next one is the decision."""
        return self.judgement.ply - 1

    @property
    def mark(self) -> str:
        """The mark, as it is written behind the move."""
        return str(self.judgement.mark or "")

    def pick(self, last: Sequence[str] = ()) -> EntryChoice:
        """Mark the better action on the board, beside the `last` one."""
        return EntryChoice(hinted=self.reason.path, struck=self.reason.struck, last=tuple(last))


def turns(match: Match, found: Iterable[Judgement]) -> tuple[Turn, ...]:
    """Give marked decisions with the reasons for the better actions; it takes a while for many of them."""
    judged = tuple(found)
    atlas, game = match.at(0).state.scene().atlas, match.header.game
    before = positions_before(match, {one.ply for one in judged})
    return tuple(
        Turn(game, one, reason_for_best(before[one.ply], one), comparison(before[one.ply], one), atlas)
        for one in judged
    )


def turn_words(turn: Turn, names: Sequence[str]) -> str:
    """Describe a marked decision: its kind, the decision, the better one, and why."""
    mark = turn.judgement.mark
    text = bare_words(turn, names)
    return tr(MARKED, kind=tr(KINDS[mark]), text=text) if mark is not None else text


def turn_line(turn: Turn, names: Sequence[str], count: TurnCount) -> str:
    """Write a marked decision on one line of text, beginning with a word that says what kind of line it is.

    `count` counts the turns of the match.
    """
    return tr(TURNED, turn=count.turn_at(turn.judgement.ply), text=turn_words(turn, names))


def bare_words(turn: Turn, names: Sequence[str]) -> str:
    """Describe a marked decision without the name of its mark."""
    one = turn.judgement
    played, chance = action_words(one.played), _played_percent(turn)
    who, choice = seat_title(names[one.seat]), better_words(turn)
    told = tr(TURN, who=who, played=played, mark=turn.mark, chance=chance, choice=choice)
    return " ".join(filter(None, (told, why_words(turn, names))))


def _played_percent(turn: Turn) -> str:
    """Write what was left of the win, as certain only where the answer to it ends the game."""
    if turn.compared.loses is not None:
        return percent(turn.judgement.chance)
    return percent_estimated(turn.judgement.chance, hidden=turn.reason.hidden)


def better_words(turn: Turn) -> str:
    """Name the better decision, its share of the win, and what should follow."""
    one = turn.judgement
    text, chance = action_words(one.best), reason_percent(turn.reason)
    if one.line and turn.compared.ends is None:
        moves = ", ".join(map(located, one.line[:FOLLOWING]))
        return tr(CHOICE_THEN, text=text, chance=chance, moves=moves)
    return tr(CHOICE, text=text, chance=chance)


def why_words(turn: Turn, names: Sequence[str], *, own: bool = False) -> str:
    """Say in one sentence why the better decision is better, nothing if there is nothing to say.

    Whose `own` decision it is reads of "you".
    """
    decider = None if own else turn.judgement.seat
    return comparison_words(turn.game, turn.compared, names, turn.atlas, decider)


def tally_line(name: str, one: Tally) -> str:
    """Write the figures of a seat on one line of text, beginning with a word that says what kind of line it is."""
    return tr(
        TALLY,
        seat=seat_title(name),
        accuracy=percent(one.accuracy / 100),
        marks=count_words(one),
        loss=percent(one.loss),
    )


def lost_lines(made: Iterable[Judgement], names: Sequence[str], count: TurnCount) -> list[str]:
    """Say for each seat at which decisions it had too little left for a mark; nothing of a seat without any."""
    found = lost_stretches(made)
    told = []
    for seat in dict.fromkeys(one.seat for one in found):
        rows = (one for one in found if one.seat == seat)
        stretches = [tr(STRETCH, first=count.turn_at(one.first), last=count.turn_at(one.last)) for one in rows]
        words = {"seat": seat_title(names[seat]), "percent": percent(INACCURATE), "stretches": listed(stretches)}
        told.append(tr(LEFT, **words))
    return told


def sealed_words(count: int) -> str:
    """Say how many decisions were not judged because they were sealed; nothing if none was."""
    if not count:
        return ""
    return ntr(
        "{n} decision that several made at once is not judged.",
        "{n} decisions that several made at once are not judged.",
        count,
    )


def count_words(one: Tally) -> str:
    """Say how many decisions of a seat have which mark."""
    return ", ".join(
        (
            ntr("{n} inaccuracy", "{n} inaccuracies", one.inaccuracies),
            ntr("{n} mistake", "{n} mistakes", one.mistakes),
            ntr("{n} blunder", "{n} blunders", one.blunders),
        )
    )
