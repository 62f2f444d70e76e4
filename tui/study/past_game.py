"""A game that was played or goes on, as a person who looks back may know it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.fault import Fault, sentence
from core.game import Seat, State
from core.games import find
from core.match.match import Match
from core.match.record import Note, Record
from core.scene import Cards
from net.view.table_view import Phase, SeatView, TableView, TalkLine
from tui.records.archive import AUTHOR, NO, SETTLED, handovers
from tui.table.seat_names import named

if TYPE_CHECKING:
    from tui.study.analysis.game_analysis import GameAnalyst

COMMENT = "comment"
"""The kind of a note that a person added afterwards."""

TABLE, MINE, BOTS, VOID, BRANCH = "Table", "Mine", "Bots", "Void", "Branch"
"""Header keys of a record made from the journal: table's id, own seats, bots' seats, a void result, a branch.

The last one says from which decision of another game it was played on.
"""

GIVEN_UP = "GivenUp"
"""The header key of a game without an end that nobody plays on: its only person has left the table for good."""

NO_RECORD = sentence(
    "A comment is kept in the record of a game. This one has none yet: it goes on, or could still end otherwise."
)

GAMES, BRANCHED = "games", ".branch"
"""The folder of a profile's games, and the ending of the note that a table was branched off."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A record with its match. While the game goes on, `match` is masked to what `viewer` (None: nobody) may see."""

    record: Record
    match: Match
    viewer: Seat | None = None

    @property
    def over(self) -> bool:
        """Whether the game is over. Then everything that is known is shown."""
        return self.match.state.outcome is not None

    @property
    def given_up(self) -> bool:
        """Whether it has no end and nobody plays on."""
        return not self.over and GIVEN_UP in dict(self.record.extra)

    @property
    def given_up_by(self) -> tuple[str, ...]:
        """Whoever has given it up: the names of those who played by hand here, their seats' where none is known."""
        nicks, mine = dict(self.record.people), dict(self.record.extra).get(MINE, "").split()
        return tuple(dict.fromkeys(nicks.get(name, "") or name for name in mine)) if self.given_up else ()

    @property
    def closed(self) -> bool:
        """Whether it is over or given up: nothing that is told of it can help anybody in it any more."""
        return self.over or self.given_up

    @property
    def can_be_judged(self) -> bool:
        """Whether its decisions can be judged: it is closed, and no card is hidden."""
        return self.over or (self.given_up and not any(one.secret for one in self.match.game.options))

    @property
    def settled(self) -> bool:
        """Whether the record does not say that the game could still end otherwise."""
        return dict(self.record.extra).get(SETTLED) != NO

    @property
    def comments(self) -> dict[int, str]:
        """The comments by the ply after which they stand; several at one ply are one text."""
        found: dict[int, str] = {}
        for note in self.record.notes:
            if note.kind == COMMENT and note.words:
                found[note.ply] = " ".join(part for part in (found.get(note.ply, ""), *note.words) if part)
        return found

    @property
    def view(self) -> TableView:
        """The game as the panels of a table read it, bots told apart; no one sits there any more."""
        record, match = self.record, self.match
        nicks, vacant = dict(record.people), set(find(record.header.game).vacant(dict(record.header.options)))
        bots = bots_of(record)
        seats = tuple(
            SeatView(
                Seat(at),
                name,
                "" if Seat(at) in vacant else name,
                nicks.get(name, ""),
                bot=bots.get(name, ""),
                present=True,
                vacant=Seat(at) in vacant,
            )
            for at, name in enumerate(match.names)
        )
        view = TableView(
            tid="",
            title="",
            host="",
            phase=Phase.OVER if self.over else Phase.PLAYING,
            game=record.header.game,
            options=record.header.options,
            terms=record.terms,
            seats=seats,
            match=match,
            talk=tuple(self._talk(nicks, bots)),
            handovers=handovers(record),
        )
        return named(view)

    def _talk(self, nicks: dict[str, str], bots: dict[str, str]) -> Iterable[TalkLine]:
        former = dict(self.record.extra)
        for said in self.record.talk:
            name = self.match.names[said.seat] if said.seat is not None else ""
            nick = former.get(AUTHOR + said.author, "") or nicks.get(name, "") or name or said.author[:4]
            yield TalkLine(said.ply, said.seat, said.author, nick, said.text, said.act, 0, said.seq, bots.get(name, ""))


def bots_of(record: Record) -> dict[str, str]:
    """Give the bots' names by seat's name, as far as the record has them."""
    parts = (part.partition("=") for part in dict(record.extra).get(BOTS, "").split())
    return {seat: bot or seat for seat, _, bot in parts}


def past_game_of(record: Record, match: Match, viewer: Seat | None = None) -> PastGame:
    """Give the game of a record; while it goes on, no more than `viewer` may know."""
    return PastGame(record, match if match.state.outcome is not None else match.seen_by(viewer), viewer)


def commented(record: Record, ply: int, text: str) -> Record:
    """Give a record with `text` as the only comment after `ply` decisions; an empty text removes it."""
    words = " ".join(text.split())
    kept = [note for note in record.notes if not (note.kind == COMMENT and note.ply == ply)]
    if words:
        kept.append(Note(ply, COMMENT, (words,)))
    return replace(record, notes=tuple(sorted(kept, key=lambda note: note.ply)))


def cards_of(state: State[Any], viewer: Seat | None, *, over: bool) -> Cards | None:
    """Give the cards of a position: every hand as its owner saw it once the game is over, before that as `viewer` may.

    None in a game without cards.
    """
    cards = state.scene(viewer).cards
    if cards is None or not over:
        return cards
    return replace(cards, hands=tuple(_own(state, hand.seat) or hand for hand in cards.hands))


def _own(state: State[Any], seat: int) -> Any:  # noqa: ANN401 - a hand or nothing, as the scene tells
    cards = state.scene(Seat(seat)).cards
    return next((hand for hand in cards.hands if hand.seat == seat), None) if cards else None


def analyst_of(story: PastGame, level: str = "", seed: int = 0) -> GameAnalyst:
    """Prepare to analyse a game; raise `Fault` where its decisions cannot be judged, or for an unknown level."""
    from tui.study.analysis.game_analysis import HIDDEN, LEVEL, GameAnalyst

    if story.given_up and not story.can_be_judged:
        raise Fault(HIDDEN)
    return GameAnalyst(story.match, level or LEVEL, seed, given_up=story.given_up)
