"""Chance at a table: who brings what it owes to the line."""

from __future__ import annotations

from typing import Protocol

from core.game import Seat
from core.match import Match
from net.claims import Owing
from net.kinds import Move, Reveal


class Bringer(Protocol):
    """Brings the lines of chance, the same in the same place at every peer, but for faces that are not known there."""

    def brought(self, match: Match) -> Match | None:
        """Give the match with what chance owes in it, or with the first part of that; None while it is not proved."""
        ...

    def owed(self, match: Match) -> tuple[tuple[Seat, Owing], ...]:
        """Give who is waited for while chance is owed, and for what."""
        ...

    def check(self, match: Match, seat: Seat, text: str, data: Move | Reveal) -> None:
        """Raise `Fault` where a decision plays hidden faces that it does not open as it should."""
        ...


class LocalDealer:
    """The dealer of one process, who knows the order of the cards: for tables whose seats all have one holder."""

    def brought(self, match: Match) -> Match | None:
        """Deal by the match's own script or seed."""
        dealt = match.deal()
        return dealt if dealt.ply > match.ply else None

    def owed(self, match: Match) -> tuple[tuple[Seat, Owing], ...]:
        """Wait for nobody."""
        del match
        return ()

    def check(self, match: Match, seat: Seat, text: str, data: Move | Reveal) -> None:
        """Take every decision: nothing is hidden from the one holder."""


LOCAL = LocalDealer()
"""The dealer of every local table."""
