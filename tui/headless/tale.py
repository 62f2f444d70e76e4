"""What one peer tells of a table, read back: the record of the game from nothing but its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from core.game import DEALER, Seat
from core.games import find
from core.match.match import Match
from core.match.record import Record
from core.match.record_value import Packs
from core.match.transcript import Said

Event = Mapping[str, object]
UNKNOWN = "?"
"""A face that is not known."""


@dataclass(slots=True)
class Tale:
    """The events of one peer, by name."""

    name: str
    events: list[Event] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        """Take the next event."""
        self.events.append(event)

    def all(self, event: str) -> tuple[Event, ...]:
        """Give every event of that word, in order."""
        return tuple(found for found in self.events if found.get("event") == event)

    def first(self, event: str) -> Event | None:
        """Give the first event of that word, or None."""
        return next(iter(self.all(event)), None)

    @property
    def over(self) -> Event | None:
        """How it ended for this peer, or None."""
        return self.first("over")

    @property
    def signed(self) -> frozenset[str] | None:
        """Who, by name, has signed in the eyes of this peer that the audit found nothing; None: nothing was hidden."""
        audit = cast("Mapping[str, object] | None", (self.over or {}).get("audit"))
        if audit is None:
            return None
        return frozenset(cast("list[str]", audit["signers"]) if audit["stage"] == "clean" else ())

    def record(self, game: str, others: Iterable[Tale] = ()) -> Record:
        """Write the game down as this peer has told it; raise `Fault` where the rules refuse what it told.

        Of one that is over, faces that this peer does not know are those that the `others` tell.
        """
        started = self.first("started") or {}
        match = Match.new(find(game), cast("Mapping[str, str]", started.get("options", {})))
        known = {} if self.over is None else _known(others)
        for move in self.all("move"):
            text = str(move["text"])
            told = known.get(move["ply"], text) if UNKNOWN in text.split() else text
            match = match.play(told, Seat(cast("int", move["seat"])))
        seats = cast("Iterable[Event]", started.get("seats", ()))
        people = {str(seat["name"]): str(seat["nick"]) for seat in seats}
        rest = cast("Packs | None", (self.over or {}).get("rest"))
        return Record.of(match, map(_said, self.all("talk")), people=people, rest=rest)


def _known(tales: Iterable[Tale]) -> dict[object, str]:
    """Give what the tales tell of the lines of chance, by their numbers."""
    moves = (move for tale in tales for move in tale.all("move") if move["seat"] == DEALER)
    texts = ((move["ply"], str(move["text"])) for move in moves)
    return {ply: text for ply, text in texts if UNKNOWN not in text.split()}


def _said(event: Event) -> Said:
    act = cast("list[str] | None", event["act"])
    return Said(
        seat=None if event["seat"] is None else Seat(cast("int", event["seat"])),
        author=str(event["pid"]),
        seq=cast("int", event["seq"]),
        ply=cast("int", event["ply"]),
        text=str(event["text"]),
        act=None if act is None else tuple(act),
    )
