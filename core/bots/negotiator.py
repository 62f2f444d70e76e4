"""The negotiator: what a persona says to the table.

It says only typed acts, each true or a question. Faces put them into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from core.bots.persona import Persona
from core.bots.promise_keeper import PromiseKeeper
from core.chance import HasPartners, talk_of
from core.diplomacy.pact import PROPOSE, REFUSE, Fate, Pact, Proposal, Term, standing
from core.game import Seat, Talk
from core.scene import SeatPanel, Standing

ACCUSE, THANK, THREATEN = "accuse", "thank", "threaten"
REPEAT_AFTER = 16
"""For how many lines of the log the same thing is not repeated to the same seat."""
ROUNDS = (2, 3)
"""For how many rounds it asks for a truce."""
FEW = 3
"""With fewer sides than this left, there is nobody to ally against."""

Act = tuple[str, ...]
"""A verb with its arguments."""


class Negotiator:
    """What one seat has to say at one moment."""

    def __init__(self, conscience: PromiseKeeper, rng: Random) -> None:
        """Speak for a seat; the same moment and random state give the same words."""
        self._own, self._rng = conscience, rng
        self._match, self._seat, self._temper = conscience.match, conscience.seat, conscience.temper
        self._names = self._match.names
        state = self._match.state
        own = state.partners(self._seat) if isinstance(state, HasPartners) else (self._seat,)
        self._rivals: tuple[SeatPanel, ...] = tuple(
            panel
            for panel in state.scene(self._seat).seats
            if panel.standing is Standing.ACTIVE and panel.seat not in own
        )

    @property
    def may_talk(self) -> bool:
        """Whether the game goes on and its rules allow talk."""
        state = self._match.state
        return state.outcome is None and talk_of(state, self._seat) is Talk.OPEN

    def answers(self) -> tuple[Act, ...]:
        """Answer yes or no to every open proposal to this seat."""
        if not self.may_talk:
            return ()
        match = self._match
        found = standing(self._own.talk, self._names, [self._seat], match.ply, match.turns)
        return tuple(made.answered(self._names, yes=self._agrees(made)) for made in reversed(found))

    def remark(self) -> Act | None:
        """Give one thing to say on its own turn: an accusation, thanks, a threat, a proposal, or nothing."""
        if not self.may_talk:
            return None
        for act in self._remarks():
            if not self._said_lately(act):
                return act
        return None

    def withdrawal(self, pact: Pact) -> Act:
        """Give the act that takes back a promise in public."""
        other = pact.parties[pact.proposer == self._seat]
        return REFUSE, str(pact.term), self._names[other]

    def _remarks(self) -> Iterator[Act]:
        for pact in self._own.pacts:
            if pact.fate is Fate.BROKEN and self._seat in pact.parties and pact.line is not None:
                for culprit in pact.by:
                    if culprit != self._seat and not self._said_since(pact.line, (ACCUSE, self._names[culprit])):
                        yield ACCUSE, self._names[culprit]
            elif pact.fate is Fate.KEPT and self._seat in pact.parties and pact.line is not None:
                thanks = (THANK, self._names[pact.parties[pact.proposer == self._seat]])
                if pact.bound != (self._seat,) and not self._said_since(pact.line, thanks):
                    yield thanks
        for panel in self._rivals:
            if self._own.regards[panel.seat].grudge >= self._temper.menaces:
                yield THREATEN, panel.name
        if self._rng.random() < self._temper.proposes and len(self._rivals) + 1 >= FEW:
            yield from self._proposals()

    def _proposals(self) -> Iterator[Act]:
        """Ask the seat in power to leave it, the most trusted for help against the strongest, others for a truce."""
        turn, rounds = self._match.turn + 1, self._rng.choice(ROUNDS)
        until = str(turn + rounds * (len(self._rivals) + 1))
        trust = self._own.regards
        rivals = sorted(self._rivals, key=lambda panel: (-trust[panel.seat].trust, panel.seat))
        king = next((panel for panel in rivals if "king" in panel.badges), None)
        if king is not None and not self._bound_to(Seat(king.seat), Term.LEAVE_POWER):
            yield PROPOSE, str(Term.LEAVE_POWER), king.name, until
        strongest = max(rivals, key=lambda panel: (panel.pieces, panel.score or 0, -panel.seat))
        friend = next((panel for panel in rivals if panel is not strongest), None)
        free = not self._bound_to(Seat(strongest.seat), Term.TRUCE)
        if friend is not None and free and not self._bound_to(Seat(friend.seat), Term.JOINT_ATTACK):
            yield PROPOSE, str(Term.JOINT_ATTACK), friend.name, strongest.name
        self._rng.shuffle(rivals)
        for panel in rivals:
            if not self._bound_to(Seat(panel.seat), Term.TRUCE):
                yield PROPOSE, str(Term.TRUCE), panel.name, until

    def _agrees(self, made: Proposal) -> bool:
        """Tell whether to say yes.

        A persona that always keeps its word promises only what it controls itself: no deed by a certain turn.
        """
        regard, persona = self._own.regards[made.seat], self._own.persona
        if made.term not in set(Term) or len(self._rivals) + 1 < FEW or regard.trust < self._temper.accepts:
            return False
        if made.term == Term.LEAVE_POWER:
            return persona in {Persona.MACHIAVELLIAN, Persona.OPPORTUNIST}
        if made.term == Term.JOINT_ATTACK:
            friend = made.target is None or self._bound_to(made.target, Term.TRUCE)
            return not friend and (made.until is None or persona is not Persona.LOYAL)
        return regard.grudge < self._temper.menaces

    def _bound_to(self, other: Seat, term: Term) -> bool:
        return any(
            pact.fate is Fate.RUNNING and pact.term is term and {self._seat, other} == set(pact.parties)
            for pact in self._own.pacts
        )

    def _said_lately(self, act: Act) -> bool:
        """Tell whether this seat said the same to the same seat recently, whatever turn it named."""
        return self._said_since(self._match.ply - REPEAT_AFTER, act[:3])

    def _said_since(self, ply: int, act: Act) -> bool:
        return any(
            said.seat == self._seat and said.act is not None and said.ply >= ply and said.act[: len(act)] == act
            for said in self._own.talk
        )
