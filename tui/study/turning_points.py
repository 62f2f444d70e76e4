"""The turning points of a replayed game: each before the decision that turned it, with the better one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.fault import sentence
from core.match.match import Match
from core.match.turn_count import TurnCount
from core.scene import Atlas
from core.study.reason import Reason
from core.study.turning_point import Judgement, reason_for_best
from tui.i18n.local_letters import spelled
from tui.i18n.translation import seat_title, tr
from tui.settings.theme import Glyphs
from tui.table.hint import BEST, choice_words, percent
from tui.table.move_entry import EntryChoice

TURN = sentence("{who} plays {played} ({chance}). Better: {choice}")
POINT = sentence("Turning point: {text}")
NONE = sentence("No turning point was found in this game.")
TURNED = sentence("TURN {turn} {text}")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point: the rating of the decision, the reasons for the better one, the map if there is one."""

    judgement: Judgement
    reason: Reason
    atlas: Atlas | None = None

    @property
    def ply(self) -> int:
        """The number of lines of the log before it: the next one turned the game."""
        return self.judgement.ply - 1

    def pick(self, last: Sequence[str] = ()) -> EntryChoice:
        """Mark the better action on the board, beside the `last` one."""
        return EntryChoice(targets=self.reason.struck, chosen=self.reason.path, last=tuple(last))


def turns(match: Match, found: Iterable[Judgement]) -> tuple[Turn, ...]:
    """Give turning points with the reasons for the better actions."""
    atlas = match.at(0).state.scene().atlas
    return tuple(Turn(one, reason_for_best(match, one), atlas) for one in found)


def turn_words(turn: Turn, names: Sequence[str], glyphs: Glyphs) -> str:
    """Describe a turning point: the next decision, the better one, and why."""
    return tr(POINT, text=bare_words(turn, names, glyphs))


def turn_line(turn: Turn, names: Sequence[str], glyphs: Glyphs, count: TurnCount) -> str:
    """Write a turning point on one line of text, beginning with a word that says what kind of line it is.

    `count` counts the turns of the match.
    """
    return tr(TURNED, turn=count.turn_at(turn.judgement.ply), text=bare_words(turn, names, glyphs))


def bare_words(turn: Turn, names: Sequence[str], glyphs: Glyphs) -> str:
    """Describe a turning point without a word about what it is."""
    one = turn.judgement
    better = choice_words(turn.reason, names, glyphs, turn.atlas, plain=BEST)
    who = seat_title(names[one.seat])
    return tr(TURN, who=who, played=spelled(one.played), chance=percent(one.chance), choice=better)
