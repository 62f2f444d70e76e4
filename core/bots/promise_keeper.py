"""Promise keeping: which promises an action would break, and what a persona plays after it has given its word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from math import inf
from random import Random
from types import MappingProxyType

from core.bots.bot import Look, Thought
from core.bots.greedy import candidates
from core.bots.persona import PERSONA_WEIGHTS, Persona
from core.bots.stance import Attitude, Stance, first_trust, regards, spared_spot, stance
from core.diplomacy.blow import Deed, deeds
from core.diplomacy.pact import Fate, Pact, Term
from core.diplomacy.promise_ledger import judge_pact, ledger_of
from core.diplomacy.reputation import Reputation
from core.game import Action, Seat
from core.match.match import Match
from core.match.transcript import Utterance
from core.scene import Piece

MOST_SEARCHED = 2_000
"""How many actions are searched for one that breaks no promise."""


STRANGER = Reputation()
UNKNOWN: Mapping[Seat, Reputation] = MappingProxyType({})
"""Nobody is known from earlier games."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The action played, and the promises it breaks."""

    action: Action
    breaks: tuple[Pact, ...] = ()


class PromiseKeeper:
    """What one seat knows of its own promises and of the others, at one moment of a match."""

    def __init__(
        self,
        match: Match,
        talk: Iterable[Utterance],
        seat: Seat,
        persona: Persona,
        story: Sequence[Deed] | None = None,
        *,
        known: Mapping[Seat, Reputation] = UNKNOWN,
    ) -> None:
        """Look back on the whole match and all its talk.

        `story` are the match's deeds if they have been read before; `known` is what earlier games have shown of the
        others.
        """
        self.match, self.seat, self.persona, self.talk = match, seat, persona, tuple(talk)
        self.temper = PERSONA_WEIGHTS[persona]
        self.story: Sequence[Deed] = deeds(match) if story is None else story
        self.pacts = ledger_of(match.names, self.story, self.talk)
        self.known = known
        priors = [first_trust(self.temper.prior, known.get(Seat(one), STRANGER)) for one in range(len(match.names))]
        self.regards: tuple[Attitude, ...] = regards(seat, priors, self.story, self.pacts)
        self.stance: Stance = stance(seat, self.temper, self.regards, self.pacts, self.story)

    @property
    def promised(self) -> tuple[Pact, ...]:
        """This seat's promises that are in force."""
        return tuple(pact for pact in self.pacts if pact.fate is Fate.RUNNING and self.seat in pact.bound)

    def breaks(self, deed: Deed) -> tuple[Pact, ...]:
        """Give this seat's promises that a deed of its own would break, at once or in the fight that has to follow."""
        promised = self.promised
        if not promised:
            return ()
        story = (*self.story, deed)
        judged = (judge_pact(pact, self.match.names, story, self.match.turns) for pact in promised)
        attacked = self._attacked(deed)
        return tuple(
            pact
            for pact, fate in zip(promised, judged, strict=True)
            if (fate.fate is Fate.BROKEN and self.seat in fate.by) or self._protects(pact, attacked)
        )

    def _attacked(self, deed: Deed) -> tuple[Piece, ...]:
        """Give the pieces of others on spots to which a deed brings a piece of this seat."""
        before = {piece.spot for piece in deed.before.scene().pieces if piece.commander == self.seat}
        pieces = deed.after.scene().pieces
        here = {piece.spot for piece in pieces if piece.commander == self.seat} - before
        return tuple(piece for piece in pieces if piece.spot in here and piece.commander not in {None, self.seat})

    def _protects(self, pact: Pact, attacked: Sequence[Piece]) -> bool:
        """Tell whether a promise of this seat protects one of the pieces."""
        if not attacked or pact.term not in {Term.TRUCE, Term.SPARE}:
            return False
        other = pact.parties[pact.proposer == self.seat]
        theirs = [piece.spot for piece in attacked if piece.commander == other]
        return bool(theirs) if pact.term is Term.TRUCE else spared_spot(pact, self.story) in theirs

    def fights(self, other: Seat) -> bool:
        """Tell whether this seat and another have pieces on one spot: they fight, or will."""
        pieces = self.match.state.scene().pieces
        theirs = {piece.spot for piece in pieces if piece.commander == other}
        return any(piece.commander == self.seat and piece.spot in theirs for piece in pieces)

    def choose(self, thought: Thought, rng: Random) -> Choice:
        """Choose among the looks of a thought: the best by the persona's own weights, the first among equals.

        Where neither promises nor feelings have a say, the thought's own action stands: a level may play what it thinks
        nearly as good as the best.

        If a faithful persona sees only breaches, it searches all other actions. If none of them helps either, the
        choice reports the breach.
        """
        if self.match.state.sealed:
            return Choice(thought.action)
        looks = thought.looks or (Look(thought.action, 0.5),)
        weighed = [self._weighed(look) for look in looks]
        if all(worth == look.chance and not one.breaks for look, (worth, one) in zip(looks, weighed, strict=True)):
            return Choice(thought.action)
        worth, best = max(weighed, key=lambda one: one[0])
        if worth > -inf:
            return best
        others = islice(
            chain(candidates(self.match.state, self.seat, rng), self.match.state.legal(self.seat)), MOST_SEARCHED
        )
        found = next((one for one in others if not self.breaks(self.deed(one))), None)
        return best if found is None else Choice(found)

    def _weighed(self, look: Look) -> tuple[float, Choice]:
        """Weigh a look: its chances, less the cost of a broken word, and how the seat stands with those it strikes."""
        deed = self.deed(look.action)
        broken = self.breaks(deed)
        worth = look.chance + look.leaning - (self.temper.price if broken else 0)
        for blow in deed.blows:
            if blow.by == self.seat:
                worth += sum(self.stance.strikes[self.seat][victim] for victim in sorted(blow.victims))
        return worth, Choice(look.action, broken)

    def deed(self, action: Action) -> Deed:
        """Give what an action of this seat would bring about."""
        state = self.match.state
        after = state.play(self.seat, action)
        return Deed(len(self.story) + 1, self.seat, state.effects(self.seat, action), state, after)
