"""One game in the list of past games, without replaying it, and the words of the list and its figures. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from core.fault import Fault, sentence
from core.games import find, names
from core.match.match import Match
from core.match.record import Record
from core.match.record_value import UNFINISHED
from core.match.turn_count import TurnCount
from core.tournament.pairing import sides
from tui.i18n.translation import calling, ntr, seat_title, tr, word
from tui.records.archive import NO, SETTLED
from tui.study.past_game import BRANCH, COMMENT, GIVEN_UP, MINE, TABLE, VOID, bots_of
from tui.table.seat_names import called
from tui.words.bot_words import bot_nick
from tui.words.event_words import REASONS


class Result(StrEnum):
    """How a game ended for the person: `OVER` if they held no seat or every seat.

    `UNSETTLED`: it has ended here, and could still end otherwise. `GIVEN_UP`: a match that nobody plays on.
    """

    WON = "won"
    SHARED = "shared"
    LOST = "lost"
    OVER = "over"
    RUNNING = "running"
    VOID = "void"
    UNSETTLED = "unsettled"
    GIVEN_UP = "given up"


TIES = frozenset({"partition", "all_encircled", "quiet", "blocked", "agreement"})
"""The reasons that make several winners a tie, not a shared win."""


RESIGNATION = "resignation"
UNSAID = {"forfeit": "forfeit", "abandon": "left"}
"""Why a game has ended that records count as resigned, by the first word of what ended it; a resignation has none."""

PATARA, SLIDES, SLIDE = "patara", "slides", "-"
"""A game that nobody wins, why it is one though the board is not full, and the sign of the move that ended it then."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game: where it is kept, its record's header, and who sat where.

    `people` are seat's name and person's name in seat order. `mine` are the names of the seats played by hand here,
    `bots` those of seats with a bot. `winners` are seat names. `digest` identifies copies of the same game. A `branch`
    was played on from another game. A game that is not `settled` could still end otherwise. One
    that is `given_up` is kept without an end. A `foreign` one is a record from elsewhere: it is
    nobody's own and does not count.
    """

    path: Path | None
    tid: bytes
    game: str
    date: str
    options: tuple[tuple[str, str], ...]
    people: tuple[tuple[str, str], ...]
    mine: frozenset[str]
    bots: frozenset[str]
    winners: frozenset[str]
    reason: str
    decisions: int
    comments: int
    digest: str
    void: bool = False
    branch: bool = False
    settled: bool = True
    given_up: bool = False
    foreign: bool = False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.reason)

    @property
    def against(self) -> bool:
        """Whether the person played it against others: they held some seats, and not all."""
        return bool(self.mine) and any(name not in self.mine for name, _ in self.people)

    @property
    def own(self) -> bool:
        """Whether they did so from its start: what was continued from a replay is practice and does not count."""
        return self.against and not self.branch

    @property
    def tied(self) -> bool:
        """Whether it is a tie: no winner at all, all seats, or several that tie."""
        several = len(self.winners) > 1 and self.reason in TIES
        return not self.winners or len(self.winners) == len(self.people) or several

    @property
    def result(self) -> Result:
        """How it ended for the person."""
        if self.void:
            return Result.VOID
        if not self.over:
            return Result.GIVEN_UP if self.given_up else Result.RUNNING
        if not self.settled:
            return Result.UNSETTLED
        return self._fared

    @property
    def _fared(self) -> Result:
        if not self.against:
            return Result.OVER
        if self.tied:
            return Result.SHARED if self.winners & self.mine or not self.winners else Result.LOST
        return Result.WON if self.winners & self.mine else Result.LOST

    @property
    def opponents(self) -> tuple[str, ...]:
        """The names of those who played for other sides, each once, in seat order."""
        others = self.mine | self._beside
        return tuple(dict.fromkeys(nick for name, nick in self.people if name not in others))

    @property
    def partners(self) -> tuple[str, ...]:
        """The names of those who played for the person's own side, each once, in seat order."""
        return tuple(dict.fromkeys(nick for name, nick in self.people if name in self._beside))

    @property
    def _beside(self) -> frozenset[str]:
        """The seats of the person's own side that others played; none where they played for several sides."""
        own = [side for side in _sides(self.game, self.options) if side & self.mine]
        return own[0] - self.mine if len(own) == 1 else frozenset()

    def person(self, seat: str) -> str:
        """Give the person on a seat."""
        return dict(self.people).get(seat, "")


def played(record: Record, path: Path | None = None, *, tid: bytes = b"", foreign: bool = False) -> GameSummary:
    """Summarise a record. Whose seats were one's own a record from elsewhere cannot say: it is `foreign`."""
    extra = dict(record.extra)
    mine = "" if foreign else extra.get(MINE, "")
    winners, _, reason = record.result.partition(" ")
    bots = bots_of(record)
    return GameSummary(
        path=path,
        tid=tid or _tid(extra.get(TABLE, "")),
        game=record.header.game,
        date=record.date,
        options=record.header.options,
        people=tuple((seat, bot_nick(bots[seat]) if seat in bots else nick) for seat, nick in record.people),
        mine=frozenset(mine.split()),
        bots=frozenset(bots),
        winners=frozenset(winners.split("+")) - {"-"} if record.result != UNFINISHED else frozenset(),
        reason=_why(record, reason) if record.result != UNFINISHED else "",
        decisions=TurnCount.of(line.seat for line in record.log).turn_of(len(record.log)),
        comments=sum(note.kind == COMMENT for note in record.notes),
        digest=record.digest or " ".join((record.header.game, *(line.text for line in record.log))),
        void=VOID in extra,
        branch=BRANCH in extra,
        settled=extra.get(SETTLED) != NO,
        given_up=GIVEN_UP in extra and record.result == UNFINISHED,
        foreign=foreign,
    )


@cache
def _sides(game: str, options: tuple[tuple[str, str], ...]) -> tuple[frozenset[str], ...]:
    """Give who plays with whom, by the names of seats; nothing for a game that this program does not know so."""
    if game not in names():
        return ()
    try:
        match = Match.new(find(game), dict(options))
    except Fault:
        return ()
    return tuple(frozenset(match.names[seat] for seat in side) for side in sides(match))


def _why(record: Record, reason: str) -> str:
    """Give the reason of the end as the last line of the log tells it: where nobody has resigned, where stones slid.

    A slide fills no point, so the board is not full where one has ended the game.
    """
    last = record.log[-1].text.partition(" ")[0] if record.log else ""
    if reason == PATARA and SLIDE in last:
        return SLIDES
    return UNSAID.get(last, reason) if reason == RESIGNATION else reason


def _tid(text: str) -> bytes:
    """Read a table's id; empty if it is not one."""
    with suppress(ValueError):
        return bytes.fromhex(text)
    return b""


RESULTS = {
    Result.WON: sentence("won"),
    Result.SHARED: sentence("shared"),
    Result.LOST: sentence("lost"),
    Result.OVER: sentence("finished"),
    Result.RUNNING: sentence("in progress"),
    Result.VOID: sentence("void"),
    Result.UNSETTLED: sentence("not settled"),
    Result.GIVEN_UP: sentence("given up"),
}
"""How a game ended, in a word."""

PRACTICE = sentence("practice, from a replay")
NAMELESS = sentence("somebody")
AGAINST_WITH = sentence("{others}, with {partners}")
WHOSE = sentence("{nick}:")
"""The owner's name before something of theirs."""


def game_title(name: str) -> str:
    """Give the title of a game; its name if it is unknown here."""
    return tr(find(name).title) if name in names() else name


def who(one: GameSummary) -> str:
    """Name the opponents, then the partners; everyone if no seat was one's own."""
    others = one.opponents if one.against else tuple(dict.fromkeys(nick for _, nick in one.people))
    partners = _named(one.partners) if one.against else ""
    return tr(AGAINST_WITH, others=_named(others), partners=partners) if partners else _named(others)


def _named(nicks: Iterable[str]) -> str:
    return ", ".join(nick or tr(NAMELESS) for nick in nicks)


def ending(one: GameSummary) -> str:
    """Say who won and why, or that the game goes on; before that, whether it was continued from a replay."""
    return " · ".join([tr(PRACTICE), _ending(one)]) if one.branch else _ending(one)


def _ending(one: GameSummary) -> str:
    if not one.over:
        return tr(RESULTS[Result.GIVEN_UP if one.given_up else Result.RUNNING])
    with calling(called(one.game, one.options)):
        winners = " + ".join(seat_title(seat) for seat, _ in one.people if seat in one.winners)
    reason = tr(REASONS[one.reason]) if one.reason in REASONS else word(one.reason)
    return f"{tr(WHOSE, nick=winners)} {reason}" if winners else reason


def played_line(one: GameSummary) -> str:
    """Describe a game on one line, without marks."""
    parts = [one.date or "?", game_title(one.game), tr(RESULTS[one.result]), who(one), ending(one)]
    parts.append(ntr("{n} decision", "{n} decisions", one.decisions))
    if one.comments:
        parts.append(ntr("{n} comment", "{n} comments", one.comments))
    return " · ".join(part for part in parts if part)
