"""A stance: how a seat stands with the others, in units of winning chance, for a search that takes it into account.

Trust and grudge say what a seat thinks of the others. Both follow from the public log and the public talk alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.bots.persona import PersonaWeights
from core.diplomacy.blow import Deed, spot_after
from core.diplomacy.pact import Fate, Pact, Term
from core.diplomacy.reputation import Reputation
from core.game import Seat
from core.match.turn_count import TurnCount

KEPT, SEEN_KEPT = 0.3, 0.1
"""How far a kept promise moves trust towards full trust: one made to us, and one made to somebody else."""
BROKEN, SEEN_BROKEN = 0.3, 0.6
"""The part of the trust that is left in a seat that breaks a promise, to us or to somebody else."""
BETRAYED = 2.0
"""The grudge for a broken promise to us; a lost piece counts 1."""
FORGETS = 0.98
"""The part of a grudge that is left after each line of the log."""
FADES = 0.005
"""How far each line moves trust back towards what it was at the beginning."""


@dataclass(frozen=True, slots=True)
class Attitude:
    """The trust in one seat, 0 to 1, and the grudge against it, 0 or more."""

    trust: float
    grudge: float


def first_trust(prior: float, known: Reputation) -> float:
    """Give the trust at the beginning of a game; `prior` is that in a stranger.

    >>> [round(first_trust(0.5, Reputation(*word)), 2) for word in ((0, 0), (3, 0), (0, 1), (3, 1))]
    [0.5, 0.64, 0.3, 0.38]
    """
    return (1 - (1 - prior) * (1 - SEEN_KEPT) ** known.kept) * SEEN_BROKEN**known.broken


def regards(seat: Seat, priors: Sequence[float], story: Sequence[Deed], pacts: Sequence[Pact]) -> tuple[Attitude, ...]:
    """Give what `seat` thinks of each seat after a story; `priors` are its trust in each at the beginning."""
    count = len(priors)
    trust, grudge = list(priors), [0.0] * count
    ended: dict[int, list[Pact]] = {}
    for pact in pacts:
        if pact.line is not None:
            ended.setdefault(pact.line, []).append(pact)
    for deed in story:
        for other in range(count):
            grudge[other] *= FORGETS
            trust[other] += (priors[other] - trust[other]) * FADES
        for blow in deed.blows:
            if seat in blow.victims and blow.deadly and blow.by < count:
                grudge[blow.by] += 1
        for pact in ended.get(deed.number, ()):
            _learn(seat, pact, trust, grudge)
    return tuple(Attitude(*both) for both in zip(trust, grudge, strict=True))


def _learn(seat: Seat, pact: Pact, trust: list[float], grudge: list[float]) -> None:
    ours = seat in pact.parties
    if pact.fate is Fate.BROKEN:
        for culprit in pact.by:
            trust[culprit] *= BROKEN if ours else SEEN_BROKEN
            grudge[culprit] += BETRAYED if ours else 0
    elif pact.fate is Fate.KEPT:
        for other in pact.bound:
            trust[other] += (1 - trust[other]) * (KEPT if ours else SEEN_KEPT)


BLOWS_PER_CHANCE = 2.0
"""How many blows are worth a seat's whole chance."""

FULL = 1.0
"""The most that another's chance can weigh: as much as one's own."""

TRUST_PRICE = 0.5
"""The gain for which a fully trusted seat is expected to break its word."""

PROMISED_BLOW = 0.05
"""What a blow is worth to a seat that has promised it, unless its word is worth less."""

PLAIN = 1.5
"""The malice expected of a seat that is not trusted at all; trust lowers it, a grudge raises it."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise of `by` not to strike any piece of `victim`, or with a `spot` only not the piece that stands there.

    It is expected to be broken for a gain of `price`. `lines` is how many lines of the log it still binds, counting the
    next one; None is without end.
    """

    by: Seat
    victim: Seat
    price: float
    spot: str = ""
    lines: int | None = None


@dataclass(frozen=True, slots=True)
class Stance:
    """What a seat feels, and what it expects the others to feel.

    `weights` say how much each seat's chance counts for it: its own 1, a friend's more than 0, a foe's less. `malice`
    says how hostile each seat is expected to be; 1 is the usual. `strikes[by][victim]` is what a blow is worth to the
    striker, beyond its effect on the chances. `vows` are the promises in force.
    """

    weights: tuple[float, ...]
    malice: tuple[float, ...]
    strikes: tuple[tuple[float, ...], ...]
    vows: tuple[Promise, ...] = ()


def stance(
    seat: Seat, temper: PersonaWeights, regards: Sequence[Attitude], pacts: Sequence[Pact], story: Sequence[Deed]
) -> Stance:
    """Give the stance of a seat after a story, from what it thinks of the others and what was promised."""
    running = [pact for pact in pacts if pact.fate is Fate.RUNNING]
    own = [temper.revenge * one.grudge - temper.kindness * one.trust for one in regards]
    weights = [max(-FULL, -BLOWS_PER_CHANCE * worth) for worth in own]
    weights[seat] = FULL
    strikes = [[0.0] * len(regards) for _ in regards]
    strikes[seat] = own
    word = [TRUST_PRICE * one.trust for one in regards]
    word[seat] = temper.price
    turns = TurnCount.of(deed.seat for deed in story)
    for pact in running:
        for by in _owing(pact, story):
            assert pact.target is not None
            strikes[by][pact.target] += min(PROMISED_BLOW, word[by])
    return Stance(
        tuple(weights),
        tuple(PLAIN - one.trust + one.grudge / (1 + one.grudge) for one in regards),
        tuple(tuple(row) for row in strikes),
        tuple(vow for pact in running for vow in _vows(pact, word, story, turns)),
    )


def _owing(pact: Pact, story: Sequence[Deed]) -> list[Seat]:
    """List the seats that have promised to attack another and have not struck it since."""
    if pact.term is not Term.JOINT_ATTACK:
        return []
    struck = {blow.by for deed in story[pact.since :] for blow in deed.blows if pact.target in blow.victims}
    return [by for by in pact.parties if by not in struck]


def _vows(pact: Pact, word: Sequence[float], story: Sequence[Deed], turns: TurnCount) -> Iterator[Promise]:
    """Give what a pact forbids to each seat that it binds."""
    lines = None if pact.until is None else turns.ply_of(pact.until - 1) - len(story)
    one, other = pact.parties
    if pact.term is Term.TRUCE:
        yield Promise(one, other, word[one], lines=lines)
        yield Promise(other, one, word[other], lines=lines)
    elif pact.term is Term.SPARE:
        yield Promise(other, one, word[other], spared_spot(pact, story), lines)


def spared_spot(pact: Pact, story: Sequence[Deed]) -> str:
    """Give where the piece that a pact spares stands now."""
    spot = pact.spot
    for deed in story[pact.proposed :]:
        spot = spot_after(spot, deed)
    return spot
