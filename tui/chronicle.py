"""The chronicle of a match: what each decision brought about and how the board stood after it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.game import Effect, Seat, Spot, State
from core.match.match import Match


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision: its number from 1, who decided, the canonical text, the spots named, what it brought about."""

    ply: int
    seat: Seat
    text: str
    path: tuple[Spot, ...]
    effects: tuple[Effect, ...]


class Chronicle:
    """The states and entries of a match, kept while it grows; nothing is folded twice."""

    def __init__(self) -> None:
        """Start empty."""
        self._match: Match | None = None
        self.states: list[State[Any]] = []
        self.entries: list[Entry] = []

    def follow(self, match: Match) -> None:
        """Take in what `match` has more than before; start anew if it is another one or its past differs."""
        known = self._match
        if known is None or known.header != match.header or match.log[: known.ply] != known.log:
            self.states, self.entries = [match.at(0).state], []
        for line in match.log[len(self.entries) :]:
            state = self.states[-1]
            action = state.parse(line.seat, line.text)
            entry = Entry(
                len(self.entries) + 1, line.seat, line.text, tuple(action.path), state.effects(line.seat, action)
            )
            self.entries.append(entry)
            self.states.append(state.play(line.seat, action))
        self._match = match

    def last(self, ply: int) -> tuple[Spot, ...]:
        """Give the spots of the latest action of a seat at `ply`: declarations have none, and chance does not count."""
        return next((entry.path for entry in reversed(self.entries[:ply]) if entry.path and entry.seat >= 0), ())
