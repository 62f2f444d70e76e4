"""Promise keeping: which promises an action would break, and what a persona plays after it has given its word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from math import inf
from random import Random

from core.bots.bot import Look, Thought
from core.bots.greedy import candidates
from core.bots.persona import PERSONA_WEIGHTS, Persona
from core.bots.stance import Attitude, Stance, regards, stance
from core.diplomacy.blow import Deed, deeds
from core.diplomacy.pact import Fate, Pact
from core.diplomacy.promise_ledger import judge_pact, ledger_of
from core.game import Action, Seat
from core.match.match import Match
from core.match.transcript import Utterance

MOST_SEARCHED = 2_000
"""How many actions are searched for one that breaks no promise."""


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
    ) -> None:
        """Look back on the whole match and all its talk; `story` are the match's deeds if they are already known."""
        self.match, self.seat, self.persona, self.talk = match, seat, persona, tuple(talk)
        self.temper = PERSONA_WEIGHTS[persona]
        self.story: Sequence[Deed] = deeds(match) if story is None else story
        self.pacts = ledger_of(match.names, self.story, self.talk)
        self.regards: tuple[Attitude, ...] = regards(seat, len(match.names), self.temper.prior, self.story, self.pacts)
        self.stance: Stance = stance(seat, self.temper, self.regards, self.pacts, self.story)

    @property
    def promised(self) -> tuple[Pact, ...]:
        """This seat's promises that are in force."""
        return tuple(pact for pact in self.pacts if pact.fate is Fate.RUNNING and self.seat in pact.bound)

    def breaks(self, deed: Deed) -> tuple[Pact, ...]:
        """Give this seat's promises that a deed of its own would break."""
        promised = self.promised
        if not promised:
            return ()
        story = (*self.story, deed)
        found = (judge_pact(pact, self.match.names, story, self.match.turns) for pact in promised)
        return tuple(pact for pact in found if pact.fate is Fate.BROKEN and self.seat in pact.by)

    def choose(self, thought: Thought, rng: Random) -> Choice:
        """Choose among the looks of a thought: the best by the persona's own weights, the first among equals.

        If a faithful persona sees only breaches, it searches all other actions. If none of them helps either, the
        choice reports the breach.
        """
        if self.match.state.sealed:
            return Choice(thought.action)
        looks = thought.looks or (Look(thought.action, 0.5),)
        weighed = [self._weighed(look) for look in looks]
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
