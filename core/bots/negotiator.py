"""The negotiator: what a persona says to the table.

It says only typed acts, each true or a question. Faces put them into words. Partners are asked for an attack together,
where they may advise each other; opponents for whatever helps.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random

from core.bots.greedy import chance
from core.bots.greedy import standing as lead
from core.bots.level import evaluation_of
from core.bots.objection import Objection, Refusal, breach_of
from core.bots.persona import Persona
from core.bots.promise_keeper import PromiseKeeper
from core.chance import HasPartnerAdvice, HasPartners, HasRounds, HasSharedPieces, talk_of
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
LONG = 2
"""How many decisions a seat is expected to make in a round, where a turn is several decisions."""
EVEN = 0.55
"""The chance up to which one of two teams wants a truce with the other; the one that is ahead fights on."""
KING = "king"
"""The badge of the seat in power."""

Act = tuple[str, ...]
"""A verb with its arguments."""


class Negotiator:
    """What one seat has to say at one moment."""

    def __init__(self, conscience: PromiseKeeper, rng: Random) -> None:
        """Speak for a seat; the same moment and random state give the same words."""
        self._own, self._rng = conscience, rng
        self._match, self._seat, self._temper = conscience.match, conscience.seat, conscience.temper
        self._names = self._match.names
        self._panels: tuple[SeatPanel, ...] = tuple(
            panel for panel in self._match.state.scene(self._seat).seats if panel.standing is Standing.ACTIVE
        )
        own = self._side(self._seat)
        self._rivals = tuple(panel for panel in self._panels if panel.seat not in own)

    @property
    def may_talk(self) -> bool:
        """Whether the game goes on and its rules allow talk."""
        state = self._match.state
        return state.outcome is None and talk_of(state, self._seat) is Talk.OPEN

    def answers(self) -> tuple[Act, ...]:
        """Answer every open proposal to this seat: yes, or no and, unless it said so lately, why."""
        if not self.may_talk:
            return ()
        match = self._match
        found = standing(self._own.talk, self._names, [self._seat], match.ply, match.turns)
        return tuple(act for made in reversed(found) for act in self._answer(made))

    def _answer(self, made: Proposal) -> Iterator[Act]:
        refusal = self._refusal(made)
        yield made.answered(self._names, yes=refusal is None)
        if refusal is not None and not self._said_lately(why := refusal.act(self._names[made.seat])):
            yield why

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
        if self._rng.random() < self._temper.proposes and self._begun and self._rivals:
            yield from self._proposals()

    @property
    def _begun(self) -> bool:
        """Whether somebody can be struck already; while pieces are placed, nobody can."""
        state = self._match.state
        return not isinstance(state, HasRounds) or state.in_turn is not None

    def _proposals(self) -> Iterator[Act]:
        """Ask the seat in power to leave it, the most trusted for help against the strongest, others for a truce."""
        until = str(self._match.turn + 1 + self._rng.choice(ROUNDS) * self._round)
        trust = self._own.regards
        rivals = sorted(self._rivals, key=lambda panel: (-trust[panel.seat].trust, panel.seat))
        king = next((panel for panel in rivals if KING in panel.badges), None)
        if king is not None and self._many and not self._bound_to(Seat(king.seat), Term.LEAVE_POWER):
            yield PROPOSE, str(Term.LEAVE_POWER), king.name, until
        strongest = max(rivals, key=lambda panel: (panel.pieces, panel.score or 0, -panel.seat))
        friend = next(self._friends(rivals, Seat(strongest.seat)), None)
        free = not self._bound_to(Seat(strongest.seat), Term.TRUCE)
        if friend is not None and free and not self._bound_to(Seat(friend.seat), Term.JOINT_ATTACK):
            yield PROPOSE, str(Term.JOINT_ATTACK), friend.name, strongest.name
        self._rng.shuffle(rivals)
        for panel in rivals:
            other = Seat(panel.seat)
            if self._wants_peace and not self._bound_to(other, Term.TRUCE) and self._ally_against(other) is None:
                yield PROPOSE, str(Term.TRUCE), panel.name, until

    def _friends(self, rivals: list[SeatPanel], target: Seat) -> Iterator[SeatPanel]:
        """Give whom to ask for an attack on a target: partners, if there is a choice of targets; then other sides."""
        state = self._match.state
        shared = state.holders(target) if isinstance(state, HasSharedPieces) else (target,)
        advises = state.advice if isinstance(state, HasPartnerAdvice) else True
        if advises and any(panel.seat not in shared for panel in rivals):
            yield from (one for one in self._panels if one not in self._rivals and one.seat != self._seat)
        if self._many:
            foes = self._side(target)
            yield from (panel for panel in rivals if panel.seat not in foes)

    def _refusal(self, made: Proposal) -> Refusal | None:
        """Give the reason to say no, or None to say yes.

        A persona that always keeps its word promises only what it controls itself: no deed by a certain turn.
        """
        if self._temper.accepts == inf:
            return Refusal(Objection.DEAF)
        if not self._gains(made):
            return Refusal(Objection.NO_GAIN, (made.term,))
        if self._own.regards[made.seat].trust < self._temper.accepts:
            breach = breach_of(self._own.pacts, made.seat)
            if breach is not None:
                return Refusal(Objection.BETRAYED, (str(breach.term), str(breach.turn)))
            known = self._own.known.get(made.seat)
            return Refusal(Objection.REMEMBERED if known is not None and known.broken else Objection.DISTRUST)
        return self._attack_refusal(made) if made.term == Term.JOINT_ATTACK else self._peace_refusal(made)

    def _attack_refusal(self, made: Proposal) -> Refusal | None:
        target = made.target
        if target is not None and target in self._side(self._seat):
            return Refusal(Objection.PARTNER, (self._names[target],))
        if target is not None and self._bound_to(target, Term.TRUCE):
            return Refusal(Objection.PACT, (self._names[target],))
        if made.until is not None and self._own.persona is Persona.LOYAL:
            return Refusal(Objection.UNSURE, (made.term,))
        return None

    def _peace_refusal(self, made: Proposal) -> Refusal | None:
        if made.term == Term.LEAVE_POWER:
            return None
        ally = self._ally_against(made.seat)
        if ally is not None:
            return Refusal(Objection.SWORN, (self._names[ally],))
        if self._own.regards[made.seat].grudge >= self._temper.menaces:
            return Refusal(Objection.STRUCK)
        return Refusal(Objection.FIGHT) if self._own.fights(made.seat) else None

    def _gains(self, made: Proposal) -> bool:
        """Tell whether a proposal is of any use to this seat; to leave the power is, to who means to break the word."""
        if made.term == Term.LEAVE_POWER:
            reigns = any(panel.seat == self._seat and KING in panel.badges for panel in self._panels)
            return reigns and self._own.persona in {Persona.MACHIAVELLIAN, Persona.OPPORTUNIST}
        if made.term == Term.JOINT_ATTACK:
            return self._many or made.seat in self._side(self._seat)
        if made.term not in set(Term) or made.seat in self._side(self._seat):
            return False
        return self._many or (made.term == Term.TRUCE and self._wants_peace)

    @property
    def _many(self) -> bool:
        """Whether there are enough sides to ally against one."""
        return len({self._side(Seat(panel.seat)) for panel in self._rivals}) + 1 >= FEW

    @property
    def _wants_peace(self) -> bool:
        """Whether a truce is of use: among many sides always, among two teams to the one that is not ahead."""
        if self._many:
            return True
        if len(self._panels) < FEW:
            return False
        state = self._match.state.view(self._seat)
        return chance(lead(evaluation_of(self._match.header.game)(state), self._seat)) <= EVEN

    @property
    def _round(self) -> int:
        """How many decisions are made in a round, about."""
        return len(self._panels) * (LONG if isinstance(self._match.state, HasRounds) else 1)

    def _side(self, seat: Seat) -> tuple[Seat, ...]:
        state = self._match.state
        return state.partners(seat) if isinstance(state, HasPartners) else (seat,)

    def _bound_to(self, other: Seat, term: Term) -> bool:
        return any(
            pact.fate is Fate.RUNNING and pact.term is term and {self._seat, other} == set(pact.parties)
            for pact in self._own.pacts
        )

    def _ally_against(self, target: Seat) -> Seat | None:
        """Give somebody with whom this seat has agreed to attack a target; None if there is nobody."""
        found = (pact for pact in self._own.promised if pact.term is Term.JOINT_ATTACK and pact.target == target)
        return next((pact.parties[pact.proposer == self._seat] for pact in found), None)

    def _said_lately(self, act: Act) -> bool:
        """Tell whether this seat said the same to the same seat recently, whatever turn it named."""
        return self._said_since(self._match.ply - REPEAT_AFTER, act[:3])

    def _said_since(self, ply: int, act: Act) -> bool:
        return any(
            said.seat == self._seat and said.act is not None and said.ply >= ply and said.act[: len(act)] == act
            for said in self._own.talk
        )
