"""Stand-ins: the bots that play on for people who have left a running game, as these people's programs say.

Such a word is a `talk` of a seat without text whose tail is `["stand-in", BOT]`, with an empty name once it
plays no more. It changes nothing about who holds the seat. Programs that do not know it show nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.game import Seat
from net.wire.event import Event
from net.wire.event_data import Talk, readable
from net.wire.sanitizer import clean_name

VERB = "stand-in"
"""The verb of a talk's tail by which its author says who plays a seat of theirs."""
CHANGES_LIMIT = 64
"""Changes of one author that count at a table."""


@dataclass(frozen=True, slots=True, order=True)
class StandIn:
    """From event `seq` of `author` on, at `ply`, `bot` plays on their `seat`; none does if it is empty."""

    ply: int
    author: bytes
    seq: int
    seat: Seat
    bot: str


def standing_in(bot: str) -> Talk:
    """Return the talk by which its author says that `bot` plays on a seat of theirs; empty: none does."""
    return Talk("", (VERB, clean_name(bot)))


class StandIns:
    """All that was said at one table about who plays for whom."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._said: dict[bytes, dict[int, StandIn]] = {}

    def hear(self, event: Event) -> None:
        """Note who plays from now on, if the event says so."""
        act = event.data[1] if len(event.data) > 1 else None
        if event.seat is None or not isinstance(act, list | tuple) or act[:1] not in ([VERB], (VERB,)):
            return
        said, data = self._said.setdefault(event.author, {}), readable(event)
        if isinstance(data, Talk) and data.act and not data.text and len(data.act) == 2 and len(said) < CHANGES_LIMIT:  # noqa: PLR2004 verb and bot
            bot = clean_name(data.act[1])
            said[event.seq] = StandIn(event.ply, event.author, event.seq, Seat(event.seat), bot)

    def of(self, author: bytes, seat: Seat) -> str:
        """Return the bot that plays a seat for its holder, empty if none does."""
        found = [one for _, one in sorted(self._said.get(author, {}).items()) if one.seat == seat]
        return found[-1].bot if found else ""

    def changes(self) -> Iterator[StandIn]:
        """Give each change of who plays a seat, in the order of the game."""
        last = dict[tuple[bytes, Seat], str]()
        for one in sorted(one for said in self._said.values() for one in said.values()):
            if last.get((one.author, one.seat), "") != one.bot:
                last[one.author, one.seat] = one.bot
                yield one
