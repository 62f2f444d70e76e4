"""What one peer tells of a table, read back: the record of the game from nothing but its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from core.game import Seat
from core.games import find
from core.match import Match
from core.record import Record
from core.talk import Said

Event = Mapping[str, object]


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

    def record(self, game: str) -> Record:
        """Write the game down as this peer has told it; raise `Fault` where the rules refuse what it told."""
        started = self.first("started") or {}
        match = Match.new(find(game), cast("Mapping[str, str]", started.get("options", {})))
        for move in self.all("move"):
            match = match.play(str(move["text"]), Seat(cast("int", move["seat"])))
        seats = cast("Iterable[Event]", started.get("seats", ()))
        people = {str(seat["name"]): str(seat["nick"]) for seat in seats}
        return Record.of(match, map(_said, self.all("talk")), people=people)


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
