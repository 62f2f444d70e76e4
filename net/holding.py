"""Holding: who holds which seat at each ply of a game line."""

from __future__ import annotations

from collections.abc import Container, Mapping

from core.game import Seat
from net.claims import Certificate
from net.event import Event


class Holding:
    """The holders (public keys) of the seats, as they were from ply to ply, and who has taken one over."""

    def __init__(self, holders: Mapping[Seat, bytes], others: Container[bytes] = ()) -> None:
        """Begin with `holders`; `others` are known to take a seat over later."""
        self._first, self._others = dict(holders), others
        self.begin()

    def begin(self) -> None:
        """Stand at the beginning again."""
        self.now: Mapping[Seat, bytes] = self._first
        self.heirs: dict[Seat, Certificate] = {}
        self._ever = set(self._first.values())
        self._since: list[tuple[int, Mapping[Seat, bytes]]] = [(0, self.now)]

    def hand_over(self, one: Certificate, ply: int) -> None:
        """Let somebody hold a seat from `ply` on."""
        self.now = {**self.now, one.wait.seat: one.wait.heir}
        self.heirs[one.wait.seat] = one
        self._ever.add(one.wait.heir)
        self._since.append((ply, self.now))

    def at(self, ply: int) -> Mapping[Seat, bytes]:
        """Give the holders at a ply; the present ones at one to come."""
        if not self.heirs:
            return self._first
        return next(holders for since, holders in reversed(self._since) if since <= ply)

    def signs(self, event: Event) -> bool:
        """Tell whether an event is by the holder of its seat at its ply."""
        return event.seat is not None and self.at(max(0, event.ply)).get(Seat(event.seat)) == event.author

    def knows(self, author: bytes) -> bool:
        """Tell whether an author holds a seat, or has held or will hold one as far as is known."""
        return author in self._ever or author in self._others
