"""Heard: what people had seen of each other when they decided, by the heads that their events name."""

from __future__ import annotations

from net.event import MARK_SIZE, Event, Kind, Signed


class Heard:
    """How far each author has seen the chains of the others, and how far he had when he moved last."""

    def __init__(self) -> None:
        """Begin with nothing seen by anybody."""
        self._seen: dict[bytes, dict[bytes, int]] = {}
        self._moved: dict[bytes, tuple[Event, dict[bytes, int]]] = {}

    def pass_by(self, event: Event) -> None:
        """Note what the author of any event names, each author's in the order of his chain."""
        seen = self._seen.setdefault(event.author, {})
        for dep in event.deps:
            if dep.seq > seen.get(dep.mark, -1):
                seen[dep.mark] = dep.seq
        if event.kind == Kind.MOVE:
            self._moved[event.author] = (event, dict(seen))

    def had_seen(self, author: bytes, ply: int, gprev: bytes, other: Signed) -> bool:
        """Tell whether the last move of an author is one at that place, and he had seen the other event before."""
        event, seen = self._moved.get(author, (None, {}))
        if event is None or (event.ply, event.gprev) != (ply, gprev):
            return False
        return other.event.seq <= seen.get(other.event.author[:MARK_SIZE], -1)
