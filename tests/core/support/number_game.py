"""A tiny game of simultaneous decisions: two seats name a number from 1 to 3 in secret, the greater one wins.

It has just what `core.match.match.Match` asks for; `resign` may be said at any time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.fault import BadNotation, IllegalAction
from core.game import Outcome, Seat, Spot

PLAYERS = 2
WORDS = ("1", "2", "3", "resign")
NO_BID = "{text} is no bid."
NOT_OWED = "Seat {seat} has no bid to make."
NOT_FIRST = "The first bid is not {text}."


@dataclass(frozen=True, slots=True)
class Bid:
    """A number, or `resign`."""

    text: str

    def __str__(self) -> str:
        """Give the text."""
        return self.text

    @property
    def path(self) -> tuple[Spot, ...]:
        """Give the number as the only spot."""
        return (Spot(self.text),)


@dataclass(frozen=True, slots=True)
class Bids:
    """What is known of the two bids, and who has resigned."""

    known: tuple[str, str] = ("", "")
    gone: Seat | None = None

    @property
    def active(self) -> tuple[Seat, ...]:
        """Both, until both have bid."""
        return () if self.outcome else tuple(Seat(seat) for seat in range(PLAYERS) if not self.known[seat])

    @property
    def begins_turn(self) -> bool:
        """Every decision is a turn."""
        return True

    @property
    def sealed(self) -> bool:
        """Bids are secret."""
        return True

    @property
    def outcome(self) -> Outcome | None:
        """Tell who bid more, or stayed."""
        if self.gone is not None:
            return Outcome((Seat(1 - self.gone),), (0, 0), "resignation")
        if not all(self.known):
            return None
        best = max(self.known)
        return Outcome(tuple(Seat(s) for s in range(PLAYERS) if self.known[s] == best), (0, 0), "bids")

    def declarations(self, seat: Seat) -> tuple[Bid, ...]:
        """Give up at any time."""
        del seat
        return () if self.outcome else (Bid("resign"),)

    def parse(self, seat: Seat, text: str) -> Bid:
        """Read a bid."""
        del seat
        if text.strip() not in WORDS:
            raise BadNotation(NO_BID, text=text)
        return Bid(text.strip())

    def play(self, seat: Seat, bid: Bid) -> Bids:
        """Put a bid down."""
        if bid.text == "resign":
            return replace(self, gone=seat)
        if seat not in self.active:
            raise IllegalAction(NOT_OWED, seat=seat)
        if bid.text == "2" and self.known == ("", ""):
            raise IllegalAction(NOT_FIRST, text=bid.text)
        red, blue = self.known
        return replace(self, known=(red, bid.text) if seat else (bid.text, blue))

    def mask(self, seat: Seat, bid: Bid, viewer: Seat | None) -> Bid:
        """Hide nothing: once all have bid, bids are open."""
        del seat, viewer
        return bid
