"""A hint: what a bot of the fourth level would do in a seat's place, asked of a child process, and where one may ask.

The child is told what the seat may know and nothing else (`tui.bot_process`). Whoever plays against other people asks
nobody.
"""

from __future__ import annotations

from dataclasses import dataclass

from core import bots
from core.fault import Fault, sentence
from core.game import Seat
from core.match.match import Line
from core.study.reason import Reason
from net.view.table_view import Phase, TableView
from tui.controller import is_alone
from tui.eyes import owing

LEVEL = "4"
"""Who is asked, where a game has a thinker of its own."""

ASKED = 3
"""How many actions a hint tells of, the best first."""

THINKING = sentence("looking for a hint")
AGAINST_PEOPLE = sentence("There are no hints where others play: only at a table of this machine alone.")
NOT_NOW = sentence("A hint is for your own turn, in the present.")


@dataclass(frozen=True, slots=True)
class Hint:
    """What was found for `seat` behind the decisions of `log`: actions with what speaks for each, the best first."""

    seat: Seat
    log: tuple[Line, ...]
    reasons: tuple[Reason, ...]

    def holds(self, view: TableView, seat: Seat | None) -> bool:
        """Tell whether this is still what `seat` is to do at a table, and nobody else's business."""
        return seat == self.seat and view.match is not None and view.match.log == self.log

    @property
    def best(self) -> Reason:
        """The best action."""
        return self.reasons[0]


def thinker(game: str) -> str:
    """Give the name of the bot that is asked about a game."""
    return LEVEL if LEVEL in bots.of(game) else bots.USUAL


def objection(view: TableView, invitation: str) -> Fault | None:
    """Give why nobody may ask for a hint at a table now; None where one may."""
    holders = {seat.pid for seat in view.seats if seat.pid}
    own = [seat for seat in view.seats if seat.mine and not seat.bot]
    if not is_alone(invitation) or len(holders) > 1:
        return Fault(AGAINST_PEOPLE)
    if view.match is None or view.phase is not Phase.PLAYING or not own:
        return Fault(NOT_NOW)
    return None if asking(view) is not None else Fault(NOT_NOW)


def asking(view: TableView) -> Seat | None:
    """Give the seat played here by hand that is to decide now; None where there is none."""
    own = {seat.seat for seat in view.seats if seat.mine and not seat.bot}
    return next((seat for seat in owing(view) if seat in own), None)
