"""A move that would break one's own word, in a table's conversation: it waits for a yes or a no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import sentence
from core.game import Seat
from tui.i18n.translation import tr
from tui.table.own_word import OwnWord, own_word
from tui.table.seat_names import NamedTable
from tui.text.shell.console import Console
from tui.text.shell.text_commands import Verb
from tui.text.table.table_votes import VoteDialogue

if TYPE_CHECKING:
    from core.match.match import Match
    from net.view.table_view import OfferView
    from tui.bots.seat_driver import Seated

ASKED = sentence("NOTE yes plays it all the same, no leaves it.")
LEFT = sentence("NOTE the move is not played.")

LOOKS = frozenset(
    {
        *(Verb.BOARD, Verb.HAND, Verb.ROW, Verb.NEIGHBOURS, Verb.MOVES, Verb.THREATS, Verb.TALK, Verb.PACTS, Verb.LOG),
        *(Verb.REPEAT, Verb.SEATS, Verb.CLOCK, Verb.OPTIONS, Verb.REACH, Verb.RULES, Verb.HELP),
    }
)
"""The commands that only look: the move goes on waiting."""


class WordDialogue(VoteDialogue):
    """A table at which a move that breaks a word of its player is asked about first."""

    def __init__(self, handle: NamedTable, console: Console, seated: Seated | None = None) -> None:
        """Sit at the table of `handle`, with no move that waits."""
        super().__init__(handle, console, seated)
        self._withheld: tuple[OwnWord, Match | None, tuple[OfferView, ...]] | None = None

    async def _decide(self, seat: Seat, text: str) -> None:
        """Play, or ask first if that breaks a word."""
        view = self.handle.view
        if view.match is not None:
            self.teller.chronicle.follow(view.match)
        word = own_word(view, self.teller.chronicle, seat, text)
        if word is None:
            await self.handle.play(seat, text)
            return
        self._withheld = word, view.match, view.offers
        names = tuple(one.name for one in view.seats)
        lists = [f"{title}: {line}" for title, lines in word.parts(names) for line in lines]
        self.console.say(*(tr("PACT {text}", text=line) for line in (word.title(names), *lists)), tr(ASKED))

    def _turns_to(self, verb: Verb | None) -> None:
        """Forget the move that waits when something else is done."""
        if verb not in LOOKS | {Verb.YES, Verb.NO}:
            self._withheld = None

    async def _answer(self, *, yes: bool) -> None:
        """Play or leave the move that waits; without one, answer the offers."""
        kept, self._withheld = self._withheld, None
        view = self.handle.view
        if kept is None or kept[1:] != (view.match, view.offers):
            await super()._answer(yes=yes)
        elif yes:
            await self.handle.play(kept[0].seat, kept[0].text)
        else:
            self.console.say(tr(LEFT))
