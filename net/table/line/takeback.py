"""What taking a motion brings about: a line of the log, a takeback or a pause."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.fault import IllegalAction, sentence
from core.game import Seat
from core.match.match import Line, Match
from net.table.line.match_history import Cut, MatchHistory
from net.view.table_view import OfferKind

FREELY = "ask"
"""The value of the term `takebacks` without a limit; `none` allows none, a number allows so many for each seat."""
BACK = frozenset({OfferKind.TAKEBACK, OfferKind.REWIND})
"""Offers that cut the log: for a rewind, after positions have diverged, the table's terms do not matter."""
STILL = frozenset({OfferKind.PAUSE, OfferKind.SPECTATORS})
"""Offers that change nothing of the match."""
PLAIN = frozenset({*BACK, *STILL})
"""Offers about the table rather than the game: bots and further seats of the asking player have no say in them."""
PLACED = frozenset({OfferKind.DRAW, *PLAIN})
"""Offers that stand at one place of the line only."""

NO_TAKEBACKS = sentence("This table has no takebacks: whoever opens a table allows them or not.")
NOTHING_BACK = sentence("There is no decision of yours to take back.")
NOT_THERE = sentence("Nothing was decided after decision {turn} that could be taken back.")
REVEALED = sentence("Something hidden was shown or settled for good since then: you cannot take back that far.")
COUNTED = sentence(
    "Somebody has left or lost the game, returned or agreed to a draw since then: you cannot take back that far."
)
USED_UP = sentence("{seat} has taken back as often as this table allows.")
NOT_NOW = sentence("That can only be settled while a single seat has to move.")
SECRET = sentence("Several seats decide in secret here: ask for that again once all of them have decided.")
PAUSED = sentence("The game is paused already.")
UNWATCHED = sentence("The players go on without spectators: only those who hold or held a seat follow this table.")
SETTLED = sentence("This table is set that way already.")

_TAKEBACK = re.compile(r"takeback (0|[1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Taken:
    """What is taken into the line for `seat`: `text` is a declaration of the game unless `kind` is in `PLAIN`.

    `motion` is the id of what was said, `agreed` are the seats whose consent was needed.
    """

    seat: Seat
    text: str
    kind: OfferKind | None
    motion: bytes = b""
    agreed: tuple[Seat, ...] = ()

    @property
    def line(self) -> Line:
        """The line that is shown for it: who, and what."""
        return Line(self.seat, self.text)

    def cut(self, match: Match) -> Cut:
        """Give the takeback that leads to a match."""
        place = (match.ply, match.ply, match.turn)
        return Cut(self.seat, *place, self.motion, self.agreed, rewind=self.kind is OfferKind.REWIND)

    def after(self, match: Match) -> Match:
        """Give the match after it; raise `IllegalAction`."""
        if self.kind in STILL:
            return match
        if self.kind in BACK:
            to = target(self.text)
            if to is None or to >= match.ply:
                raise IllegalAction(NOTHING_BACK)
            return match.at(to)
        return match.play(self.text, self.seat)


def takeback(to: int) -> str:
    """Return the text of a takeback to a length of the log."""
    return f"{OfferKind.TAKEBACK.value} {to}"


def target(text: str) -> int | None:
    """Read the text of a takeback; None if it is none."""
    found = _TAKEBACK.fullmatch(text)
    return int(found[1]) if found else None


def check_takeback(course: MatchHistory, seat: Seat, text: str, limit: str, *, alone: bool) -> str:
    """Return the text of a takeback that a seat may ask for now; raise `IllegalAction`.

    `limit` is the table's term; at a table that one profile plays `alone` everything may be taken back.
    """
    to = target(text)
    if not alone and limit != FREELY:
        check_limit(course, seat, limit)
    if to is None or to not in course.starts:
        raise IllegalAction(NOT_THERE, turn="?" if to is None else course.match.turns.turn_of(to))
    if to < course.shut and not alone:
        secret = any(option.secret for option in course.match.game.options)
        raise IllegalAction(REVEALED if secret else COUNTED)
    return text


def check_limit(course: MatchHistory, seat: Seat, limit: str) -> None:
    """Raise `IllegalAction` if a seat may take nothing back, or nothing more."""
    if not limit.isdigit():
        raise IllegalAction(NO_TAKEBACKS)
    if sum(cut.seat == seat for cut in course.cuts) >= int(limit):
        raise IllegalAction(USED_UP, seat=course.match.names[seat])


def spectators(*, watched: bool) -> str:
    """Return the text of an agreement that spectators are admitted from then on, or not."""
    return f"{OfferKind.SPECTATORS.value} {'on' if watched else 'off'}"


def check_still(course: MatchHistory, kind: OfferKind, text: str) -> str:
    """Return the text of an offer that changes nothing of the match; raise `IllegalAction` if it is so already."""
    if kind is OfferKind.SPECTATORS:
        if text != spectators(watched=not course.watched):
            raise IllegalAction(SETTLED)
        return text
    if course.paused:
        raise IllegalAction(PAUSED)
    return OfferKind.PAUSE.value


def last_of(course: MatchHistory, seats: frozenset[Seat]) -> int:
    """Return the length of the log before the last decision of one of `seats`; raise `IllegalAction`."""
    log = course.match.log
    for start, end in zip(reversed(course.starts), reversed([*course.starts[1:], len(log)]), strict=False):
        if any(line.seat in seats for line in log[start:end]):
            return start
    raise IllegalAction(NOTHING_BACK)
