"""What is asked about first in a table's conversation: a move that would break one's own word, and giving up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from core.game import Seat
from net.view.table_view import Phase
from tui.i18n.translation import bare, listed, tr
from tui.session.connection_news import waits_here
from tui.table.departure import (
    GIVING_UP,
    NOBODY_LATE,
    declaration,
    end_after,
    final_words,
    game_number,
    jointly_words,
    overdue_seats,
    resignation_words,
    resigns_one_game,
    titles,
)
from tui.table.own_word import own_word
from tui.table.seat_names import NamedTable
from tui.table.sentences.claim_words import final_claim_words, waived_words
from tui.table.sentences.declaration_choice import NO_LEAVING
from tui.table.sentences.farewell import GAME_BY_GAME, farewells, may_give_match_up, resign
from tui.table.sentences.side_resignation import resigned_fault
from tui.text.shell.console import Console
from tui.text.shell.text_commands import Verb
from tui.text.table.table_votes import VoteDialogue, heir_meant

if TYPE_CHECKING:
    from core.match.match import Match
    from net.view.table_view import OfferView, TableView
    from tui.bots.seat_driver import Seated

ASKED = sentence("NOTE yes plays it all the same, no leaves it.")
LEFT = sentence("NOTE the move is not played.")
RESIGNS = sentence("NOTE If you resign, you lose the game. yes resigns, no plays on.")
RESIGNS_ONE = sentence("NOTE If you resign, you lose this game of the match. yes resigns, no plays on.")
LEAVES = sentence("NOTE If you leave the game, the others play on without you. yes leaves it, no plays on.")
WHOLE_MATCH = sentence("NOTE `resign match` gives the whole match up.")
RESIGNS_MATCH = sentence("NOTE The whole match is given up and not offered again. yes gives it up, no plays on.")
NO_MATCH = sentence("No match of several games is played here now: `resign` alone gives the game up.")
OTHER_GAME = sentence("Game {number} is not being played: `resign` alone gives up game {now}.")
BOTS_LEAVE = sentence("NOTE Your bots give this game up, for {who}. yes gives it up, no lets them play on.")
STAYS = sentence("NOTE you play on.")
WAITS_NO_LONGER = sentence("NOTE yes waits no longer, no waits on.")
WAITS_ON = sentence("NOTE you wait on.")
OFFERS_SEAT = sentence("NOTE yes offers the seat all the same, no leaves it.")
NO_HEIR = sentence("NOTE the seat is not offered.")
BOTS_STAY = sentence("NOTE your bots play on.")
MATCH = "match"
"""The last word behind `resign`, in either language, that gives a whole match up."""

SAYS = (Verb.PROPOSE, Verb.ACCEPT, Verb.REFUSE, Verb.THREATEN, Verb.ACCUSE, Verb.THANK)
"""The commands that say something by template."""

LOOKS = frozenset(
    {
        *(Verb.BOARD, Verb.HAND, Verb.ROW, Verb.COLUMN, Verb.NEIGHBOURS, Verb.REACH, Verb.MOVES, Verb.THREATS),
        *(Verb.TALK, Verb.PACTS, Verb.LOG, Verb.REPEAT, Verb.SEATS, Verb.CLOCK, Verb.OPTIONS, Verb.RULES, Verb.HELP),
    }
)
"""The commands that only look: the move goes on waiting."""


DOES = frozenset({None, Verb.PLAY, Verb.SAY, Verb.YES, *SAYS})
"""What waits here while the table is not reached; None is a move without a verb."""


@dataclass(frozen=True, slots=True)
class Withheld:
    """What waits for a yes, and what is told after a no; the `moment` after which it waits no longer.

    `asked` is the question, which is asked again after a mistake.
    """

    deed: Callable[[], Awaitable[object]]
    dropped: str
    moment: tuple[Match | None, tuple[OfferView, ...]]
    asked: str

    def stands(self, view: TableView) -> bool:
        """Tell whether it still waits at a table: no decision that it depends on, and no offer, has come meanwhile."""
        return self.moment in ((view.match, view.offers), (None, view.offers))


class WordDialogue(VoteDialogue):
    """A table at which one is asked before a move that breaks one's word, and before one gives up.

    `match_given_up` says that the whole match is given up: the table is to be left for good.
    """

    def __init__(self, handle: NamedTable, console: Console, seated: Seated | None = None) -> None:
        """Sit at the table of `handle`, with nothing that waits."""
        super().__init__(handle, console, seated)
        self._withheld: Withheld | None = None
        self.match_given_up = False

    async def _resign(self, rest: str) -> None:
        """Ask whether to give up the game, or the whole match; raise `Fault` if that cannot be."""
        *_, last = bare(rest).split() or [""]
        if last != MATCH:
            self._check_game(last)
            await self._declare(GIVING_UP)
            return
        view = self.handle.view
        if not may_give_match_up(view):
            raise Fault(GAME_BY_GAME if game_number(view) and view.phase is Phase.PLAYING else NO_MATCH)
        self._withheld = Withheld(self._give_match_up, STAYS, (None, view.offers), tr(RESIGNS_MATCH))
        self.console.say(tr(RESIGNS_MATCH))

    def _check_game(self, number: str) -> None:
        """Raise `Fault` if a game of a match is named that is not the running one."""
        now = game_number(self.handle.view)
        if number.isdecimal() and now and int(number) != now:
            raise Fault(OTHER_GAME, number=number, now=now)

    async def _give_match_up(self) -> None:
        """End the conversation: whoever leads it leaves the table for good."""
        self.match_given_up = True

    async def _decide(self, seat: Seat, text: str) -> None:
        """Play, or ask first if that breaks a word."""
        view, text = self.handle.view, self._coded(text)
        if view.match is not None:
            self.teller.chronicle.follow(view.match)
        word = own_word(view, self.teller.chronicle, seat, text)
        if word is None:
            await self.handle.play(seat, text)
            return
        deed = partial(self.handle.play, word.seat, word.text)
        self._withheld = Withheld(deed, LEFT, (view.match, view.offers), tr(ASKED))
        names = tuple(one.name for one in view.seats)
        lists = [f"{title}: {line}" for title, lines in word.parts(names) for line in lines]
        self.console.say(*(tr("PACT {text}", text=line) for line in (word.title(names), *lists)), tr(ASKED))

    async def _declare(self, beginnings: tuple[str, ...]) -> None:
        """Ask whether to give up or to leave, whatever the others play meanwhile; raise `Fault` if neither can be.

        Whoever has only bots at the table gives up for these.
        """
        view = self.handle.view
        said = () if self._hand or self._seated is None else farewells(view)
        if self._seated is not None and said:
            asked = tr(BOTS_LEAVE, who=listed(titles(view, dict(said))))
            self._withheld = Withheld(partial(resign, self._seated.handle), BOTS_STAY, (None, view.offers), asked)
            self.console.say(asked)
            return
        seat = self._voice()
        text = declaration(view, seat, beginnings)
        if not text:
            raise resigned_fault(view, seat) or Fault(NO_LEAVING)
        resigns = text.startswith(GIVING_UP[0])
        told = resignation_words(view, seat, text) if resigns else final_words(view, seat, text)
        resigns = resigns or bool(end_after(view, seat, text))
        asked = tr((RESIGNS_ONE if resigns_one_game(view) else RESIGNS) if resigns else LEAVES)
        self._withheld = Withheld(partial(self._say_so, seat, text), STAYS, (None, view.offers), asked)
        decides = [tr("NOTE {text}", text=told)] if told else []
        self.console.say(*decides, asked, *([tr(WHOLE_MATCH)] if resigns and may_give_match_up(view) else []))

    async def _substitute(self, rest: str) -> None:
        """Agree that somebody takes a seat over; ask first where the game then no longer counts for a club."""
        view = self.handle.view
        heir = heir_meant(view, rest, self._hand)
        deed = partial(self.handle.hand_over, heir.seat, heir.pid)
        told = self.teller.rated.warning(heir.pid, heir.nick)
        if told:
            self._withheld = Withheld(deed, NO_HEIR, (None, view.offers), tr(OFFERS_SEAT))
            self.console.say(tr("NOTE {text}", text=told), tr(OFFERS_SEAT))
        else:
            await deed()

    async def _claim(self, _: str) -> None:
        """Claim those who have not answered for long enough; ask first where nothing can be made good."""
        view = self.handle.view
        late = overdue_seats(view)
        if not late and (waived := waived_words(view)):
            self.console.say(tr("NOTE {text}", text=waived))
        elif not late:
            raise Fault(NOBODY_LATE)
        elif final := [told for seat in late if (told := final_claim_words(view, seat))]:
            deed = partial(self._wait_no_longer, late)
            self._withheld = Withheld(deed, WAITS_ON, (view.match, view.offers), tr(WAITS_NO_LONGER))
            self.console.say(*(tr("NOTE {text}", text=told) for told in final), tr(WAITS_NO_LONGER))
        else:
            await self._wait_no_longer(late)

    async def _wait_no_longer(self, late: tuple[Seat, ...]) -> None:
        for seat in late:
            await self.handle.claim(seat)

    async def _say_so(self, seat: Seat, text: str) -> None:
        """Declare it, and tell for whom of the partners it waits."""
        jointly = jointly_words(self.handle.view, seat) if text.startswith(GIVING_UP[0]) else ""
        await self.handle.declare(seat, text)
        if jointly:
            self.console.say(tr("NOTE {text}", text=jointly))

    def _turns_to(self, verb: Verb | None) -> Withheld | None:
        """Put aside what waits when something else is to be done, and give that."""
        if verb in LOOKS | {Verb.YES, Verb.NO}:
            return None
        aside, self._withheld = self._withheld, None
        return aside

    def _turn_back(self, aside: Withheld | None, verb: Verb | None, *, refused: bool) -> None:
        """Ask again what was put `aside` if what was to be done instead is `refused`; else say that it waits no longer.

        Whoever has played or is asked something else knows that.
        """
        if aside is None or self._withheld is not None:
            return
        if refused and aside.stands(self.handle.view):
            self._withheld = aside
            self.console.say(aside.asked)
        elif verb not in {None, Verb.PLAY}:
            self.console.say(tr(aside.dropped))

    def _waiting(self, verb: Verb | None) -> str:
        """Say that what was just done waits here until the table is reached; nothing if it does not."""
        return waits_here(self.handle.view) if verb in DOES and self._withheld is None else ""

    async def _answer(self, *, yes: bool) -> None:
        """Do or leave what waits; without it, answer the offers."""
        kept, self._withheld = self._withheld, None
        view = self.handle.view
        if kept is None or not kept.stands(view):
            await super()._answer(yes=yes)
        elif yes:
            await kept.deed()
        else:
            self.console.say(tr(kept.dropped))
