"""What the witness of a table signs by himself: receipts, by his own clock (`net.umpire` tells what they are worth).

For a decision when it comes; for a place when somebody can decide there, as far as no receipt tells that already; for a
claim as long as what it claims has not come. Of what came while he was away he says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from net.annals import Annals
from net.event import Draft, Kind
from net.kinds import Seen, data_of
from net.line import GameLine
from net.umpire import THINKING


class Watch:
    """What one witness has been there for."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._read: int | None = None
        self._told = b""

    def interrupted(self) -> None:
        """Notice that the connection is gone."""
        self._read = None

    def receipts(self, annals: Annals, me: bytes, now: int | None) -> Iterator[Draft]:
        """Give the receipts that the owner of the key `me` owes at the time `now`, if he is the witness."""
        line = annals.line
        if now is None or line is None or not annals.is_witness(me) or me in (*annals.seated, *annals.guilty):
            return
        decided, place, claims = self._decisions(line), *_open(annals, line)
        if place in {event[:16] for event in decided}:
            self._told = place
        for seen in (*decided, *([place] if place and place != self._told else []), *claims):
            if not annals.claims.has_seen(seen):
                yield Draft(Kind.SEEN, data_of(Seen(seen, now)))

    def _decisions(self, line: GameLine) -> list[bytes]:
        first, self._read = self._read, len(line.register.steps)
        return [] if first is None else [step.id for step in line.register.steps[first:] if step.kind is Kind.MOVE]


def _open(annals: Annals, line: GameLine) -> tuple[bytes, list[bytes]]:
    """Give the place where somebody is to decide, empty where nobody is, and the claims about it."""
    waits = [wait for wait in line.waits() if wait.what in THINKING]
    return line.course.gprev if waits else b"", [claim for wait in waits for claim in annals.claims.claim_ids(wait)]
