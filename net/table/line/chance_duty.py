"""Chance at a table: who brings what it owes to the line."""

from __future__ import annotations

from typing import Protocol

from core.chance import HasChance
from core.game import Action, Seat
from core.match.match import Match
from net.table.line.claim import Certificate, Claims, OwedKind
from net.table.line.match_history import MatchHistory
from net.wire.card_data import Message, Openings
from net.wire.event import Signed
from net.wire.event_data import Move, Reveal


class ChanceDealer(Protocol):
    """Brings the lines of chance, the same in the same place at every peer, but for faces that are not known there.

    The line says in its own order where it stands, what has entered it and who is gone; `begin` that it begins anew.
    """

    def begin(self) -> None:
        """Stand before the line; what was received counts as before."""
        ...

    def receive(self, signed: Signed) -> None:
        """Take in an event about hidden cards, at any time."""
        ...

    def stand(self, course: MatchHistory) -> None:
        """Stand somewhere in the line."""
        ...

    def ride(self, author: bytes, data: Move | Reveal) -> None:
        """Take in what rides on a decision that enters the line."""
        ...

    def leave(self, seat: Seat) -> bool:
        """Wait for a seat's holder no longer; tell whether that is news."""
        ...

    def hand_over(self, course: MatchHistory, one: Certificate, claims: Claims) -> bool:
        """Let somebody else stand for a seat's holder, and tell the match as he knows it; False where that cannot be.

        `claims` has the consents that brought it about.
        """
        ...

    def brought(self, match: Match) -> Match | None:
        """Give the match with what chance owes in it, or with the first part of that; None while it is not proved."""
        ...

    def owed(self, course: MatchHistory) -> tuple[tuple[Seat, OwedKind], ...]:
        """Give who is waited for while chance is owed, and for what."""
        ...

    def check(self, match: Match, seat: Seat, action: Action, data: Move | Reveal) -> None:
        """Raise `Fault` where a decision plays hidden faces that it does not open as it should."""
        ...

    def openings(self, match: Match, seat: Seat, text: str) -> Openings:
        """Open the hidden faces that a decision of ours plays; raise `Fault` where we do not have them."""
        ...

    def riding(self) -> Openings:
        """Give what else rides on a move of ours."""
        ...

    def duties(self) -> tuple[Message, ...]:
        """Give what we have to sign now."""
        ...


class LocalChanceDealer:
    """The dealer of one process, who knows the order of the cards: for tables whose seats all have one holder."""

    def begin(self) -> None:
        """Need nothing."""

    def receive(self, signed: Signed) -> None:
        """Take no notice: nothing is proved here."""

    def stand(self, course: MatchHistory) -> None:
        """Know without being told."""

    def ride(self, author: bytes, data: Move | Reveal) -> None:
        """Take no notice."""

    def leave(self, seat: Seat) -> bool:
        """Wait for nobody."""
        del seat
        return False

    def hand_over(self, course: MatchHistory, one: Certificate, claims: Claims) -> bool:
        """Let anybody play for anybody where nothing is hidden."""
        del one, claims
        return not isinstance(course.match.state, HasChance)

    def brought(self, match: Match) -> Match | None:
        """Deal by the match's own script or seed."""
        dealt = match.deal()
        return dealt if dealt.ply > match.ply else None

    def owed(self, course: MatchHistory) -> tuple[tuple[Seat, OwedKind], ...]:
        """Wait for nobody."""
        del course
        return ()

    def check(self, match: Match, seat: Seat, action: Action, data: Move | Reveal) -> None:
        """Take every decision: nothing is hidden from the one holder."""

    def openings(self, match: Match, seat: Seat, text: str) -> Openings:
        """Open nothing."""
        del match, seat, text
        return ()

    def riding(self) -> Openings:
        """Give nothing."""
        return ()

    def duties(self) -> tuple[Message, ...]:
        """Owe nothing."""
        return ()


LOCAL = LocalChanceDealer()
"""The dealer of every local table, and of games without chance."""
