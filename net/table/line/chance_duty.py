"""Chance at a table: who brings to the line what chance owes."""

from __future__ import annotations

from core.chance import HasChance
from core.game import Action, Seat
from core.match.match import Match
from net.table.line.claim import Certificate, Claims, OwedKind
from net.table.line.match_history import MatchHistory
from net.wire.card_data import Message, Openings
from net.wire.event import Signed
from net.wire.event_data import Move, Reveal


class ChanceDealer:
    """Brings the lines of chance, the same at the same place for every peer, except for faces unknown there.

    The line tells it, in its own order, where the line stands, what has entered it and who has left; `begin` that it
    begins anew. This one knows the order of the cards: it is for tables whose seats all have one holder, and for games
    without chance. It proves nothing and waits for nobody.
    """

    def begin(self) -> None:
        """Return to the beginning of the line; what was received still counts."""

    def receive(self, signed: Signed) -> None:
        """Take in an event about hidden cards, at any time."""

    def stand(self, course: MatchHistory) -> None:
        """Move to a place in the line."""

    def ride(self, author: bytes, data: Move | Reveal) -> None:
        """Take in what comes with a decision that enters the line."""

    def leave(self, seat: Seat) -> bool:
        """Stop waiting for a seat's holder; tell whether that is news."""
        del seat
        return False

    def hand_over(self, course: MatchHistory, one: Certificate, claims: Claims) -> bool:
        """Let somebody else stand for a seat's holder and pass on the match as they know it; False if that fails.

        `claims` has the consents that brought it about.
        """
        del one, claims
        return not isinstance(course.match.state, HasChance)

    def brought(self, match: Match) -> Match | None:
        """Return the match with what chance owes, or with the first part of it; None while that is not proved."""
        dealt = match.deal()
        return dealt if dealt.ply > match.ply else None

    def owed(self, course: MatchHistory) -> tuple[tuple[Seat, OwedKind], ...]:
        """Return who is waited for while chance is owed, and for what."""
        del course
        return ()

    def check(self, match: Match, seat: Seat, action: Action, data: Move | Reveal) -> None:
        """Raise `Fault` if a decision plays hidden faces that it does not open as it should."""

    def openings(self, match: Match, seat: Seat, text: str) -> Openings:
        """Open the hidden faces that a decision of ours plays; raise `Fault` if we do not have them."""
        del match, seat, text
        return ()

    def riding(self) -> Openings:
        """Return what else comes with a move of ours."""
        return ()

    def duties(self) -> tuple[Message, ...]:
        """Return what we have to sign now."""
        return ()

    def origin(self, said: Message) -> bytes:
        """Return what we sign beside such a message as the `state` of its event: 16 bytes, or nothing."""
        del said
        return b""


LOCAL = ChanceDealer()
"""The dealer of every local table, and of games without chance."""
