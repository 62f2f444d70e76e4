"""What the cards put down so far say about the cards still hidden in Méditerranée.

The log is read once: who drew, which hidden cards were shown, and what each fighter put down or declined to do. An
imagined hand is then as likely as a sensible player with it would have done all that. A sensible player knows its own
hand, and of the other's what is public; the more a play is worth to it, the more often it makes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import exp, log
from random import Random
from typing import NamedTuple, cast

from core.bots.weights import weights_for
from core.chance import Draw, Lot, Shuffle
from core.game import DEALER
from core.games.mediterranee.board.piece import KINDS
from core.games.mediterranee.bot.belief import sample_hands
from core.games.mediterranee.bot.combat_play import Stake, Terms, price
from core.games.mediterranee.bot.weights import MediterraneeWeights
from core.games.mediterranee.cards.card_face import Faces, joined, without
from core.games.mediterranee.cards.card_state import Cards
from core.games.mediterranee.rules.action import Action, Word
from core.games.mediterranee.rules.combat import Battle, Stage, total
from core.games.mediterranee.rules.state import State
from core.match.match import Header, Line, Match
from tests.core.support.mediterranee_odds import Fighting, Shares, fighting

STEP = 16
"""So many lines are read at a time; what was read is kept for the next decision."""

MEMORY = 10
"""How many of a seat's last decisions in combat count."""

CALM = 3.0
"""A play worth that many points less is made e times less often."""

SLIP = 0.05
"""How often a play is made for no reason."""

IMAGINED, ROUNDS = 6, 20
"""How many hands of each fighter are imagined for a past combat, and how many rounds they learn for."""


@dataclass(frozen=True, slots=True, eq=False)
class Deed:
    """What a fighter put down, or said: the cards known to all before it, the terms, and what each total then gains.

    `gains` has what each total was worth against what the other could be expected to show, or showed. `choice` are the
    cards; None for a spy that was declined, where `kept` is what the cards on the table were worth.
    """

    known: Faces
    kinds: tuple[str, str]
    size: int
    gains: tuple[float, ...]
    choice: Faces | None
    kept: float = 0.0

    def likelihood(self, hand: Faces) -> float:
        """Give how often a sensible player with this hand would have done it."""
        return _likelihood(self, hand)


@lru_cache(20_000)
def _likelihood(deed: Deed, hand: Faces) -> float:
    plays = set(combinations(hand, deed.size))
    worths = {
        faces: deed.gains[total(*deed.kinds, faces)] - price(faces, hand) for faces in plays if len(faces) == deed.size
    }
    if deed.choice is None:
        return _share([deed.kept], [max(worths.values(), default=0.0)])
    mine = worths.pop(deed.choice, None)
    return SLIP if mine is None else _share([mine], list(worths.values()))


def _share(chosen: list[float], others: list[float]) -> float:
    """Give how often the first is chosen, by what it and the others are worth."""
    best = max(chosen + others)
    likes = [exp((worth - best) / CALM) for worth in chosen + others]
    return SLIP / len(likes) + (1.0 - SLIP) * likes[0] / sum(likes)


Pool = tuple[int, int]
"""Which cards a drawn card can be: the talon, and under the match rule the side whose packet it was."""


class Made(NamedTuple):
    """A talon was made: for each pool that seats draw from, its name and its cards."""

    pools: tuple[tuple[Pool, Faces], ...]


class Drawn(NamedTuple):
    """A seat drew a card from a pool; None if its face was not seen."""

    seat: int
    pool: Pool
    face: int | None


Told = Made | Drawn | Deed | int
"""What a line tells: a talon, a card drawn, a decision in a combat, or by its face a hidden card that was shown."""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """What has happened up to a line of a log: the state before all, the state now, and what is told, by seats."""

    before: State
    state: State
    told: tuple[tuple[int, Told], ...] = ()
    front: Fighting | None = None

    def after(self, line: Line, at: int) -> Chronicle:
        """Read one more line, the one at a place of the log."""
        state, front = self.state, self.front
        action = state.parse(line.seat, line.text)
        after = state.play_unchecked(line.seat, action)
        if line.seat == DEALER:
            more = _dealt(state, after, action)
        elif action.declares:
            more = ()
        else:
            if action.word is Word.CARDS and state.battle is not None and state.battle.table == (None, None):
                front = _front(state, at)
            deed = None if state.battle is None else _deed(state, line.seat, action, front)
            more = (*(() if deed is None else (deed,)), *state.unproved(line.seat, action))
        return Chronicle(self.before, after, (*self.told, *[(line.seat, what) for what in more]), front)


def _dealt(state: State, after: State, action: Action) -> tuple[Told, ...]:
    """Tell of what chance did: a talon whose packets are allotted, or a card drawn."""
    talon, owed = after.cards.talon, state.owed
    if isinstance(owed, Draw) and action.word is Word.DRAW:
        face = action.faces[0] if action.faces else None
        return (Drawn(owed.seat, _pool(state.cards, owed.seat), face),)
    if isinstance(owed, Lot):
        return (Made(tuple([((talon.epoch, side), state.cards.talon.waiting[talon.pack(side)]) for side in (0, 1)])),)
    if isinstance(owed, Shuffle) and not talon.waiting:
        return (Made((((talon.epoch, 0), owed.packs[0]),)),)
    return ()


def _pool(cards: Cards, seat: int) -> Pool:
    """Give the pool from which a seat draws now."""
    return cards.talon.epoch, cards.sides[seat] if cards.talon.match else 0


def _front(state: State, at: int) -> Fighting:
    """Let both fighters of a combat learn from what was public before it."""
    battle = state.battle
    assert battle is not None
    rng, public = Random(at), state.cards.view(None)
    deals = [sample_hands(public, rng) for _ in range(IMAGINED)]
    first, second = [Shares.of(deal[seat] for deal in deals) for seat in battle.seats]
    tie = battle.stage is Stage.TIE
    return fighting(Terms(battle.kinds, (1, 1) if tie else battle.sizes, not tie), _stake(state), first, second, ROUNDS)


def _stake(state: State) -> Stake:
    """Give what the pieces of a combat, and the capital if there is one, are worth to the attacker."""
    clash, weights = state.clashes[0], weights_for(MediterraneeWeights, None)
    prey = weights.pieces[KINDS[clash.defender]]
    prize = weights.capital if clash.city in state.rules.chart.capitals else 0.0
    return Stake((prey + prize) / THRIFT, -weights.pieces[KINDS[clash.attacker]] / THRIFT)


THRIFT = 2.2
"""What a point of cards is worth in points of the board: that of level 5."""


def _deed(state: State, seat: int, action: Action, front: Fighting | None) -> Deed | None:
    """Give what a line says of a fighter's hand; None if all its cards are known, or if it spoke in secret."""
    battle, hand = state.battle, state.cards.hands[seat]
    assert battle is not None
    if not hand.hidden or seat not in battle.seats:
        return None
    at = battle.seats.index(seat)
    kinds = battle.kinds if at == 0 else (battle.kinds[1], battle.kinds[0])
    if battle.stage in {Stage.EXCHANGE, Stage.TIE} and front is not None:
        return Deed(hand.known, kinds, len(action.path), front.gains(at), action.faces)
    rival = battle.table[1 - at]
    if rival is None or battle.sealed or action.word is Word.SPY:
        return None
    gains = _open(state, battle, at, rival)
    if battle.stage is Stage.FRESH:
        return Deed(hand.known, kinds, len(action.path), gains, action.faces)
    mine = battle.table[at]
    return None if mine is None else Deed(hand.known, kinds, battle.sizes[at], gains, None, gains[total(*kinds, mine)])


def _open(state: State, battle: Battle, at: int, rival: Faces) -> tuple[float, ...]:
    """Give what each total gains for a fighter against cards that lie open."""
    stake = _stake(state) if at == 0 else _stake(state).other
    theirs = total(battle.kinds[1 - at], battle.kinds[at], rival)
    return tuple([stake.of(mine, theirs) for mine in range(TOTALS)])


TOTALS = 46
"""One more than the highest total."""


@lru_cache(256)
def _read(header: Header, log: tuple[Line, ...]) -> Chronicle:
    """Read a log, a part of it at a time."""
    if not log:
        state = cast("State", Match.fold(header, ()).state)
        return Chronicle(state, state)
    start = (len(log) - 1) // STEP * STEP
    found = _read(header, log[:start])
    for at, line in enumerate(log[start:], start):
        found = found.after(line, at)
    return found


def witnessed(match: Match) -> Chronicle:
    """Give what a match, as somebody sees it, tells of the hidden cards."""
    return _read(match.header, match.log)


class Deal(NamedTuple):
    """Hidden cards as they may be: those of each seat, and the logarithm of how well they explain what was done."""

    hidden: tuple[Faces, ...]
    likely: float


class Imagination:
    """Draws where the hidden cards are, as the player of a seat may imagine it, or somebody who only watches.

    It goes through what is told. Each card was drawn from one talon, whose cards are known; a shown one was any of the
    hidden ones that it can have been, the more likely the more cards like it were left of that talon.
    """

    def __init__(self, chronicle: Chronicle, viewer: int | None, rng: Random) -> None:
        """Begin before the first line."""
        self._viewer, self._rng, self.likely = viewer, rng, 0.0
        cards = chronicle.before.cards.view(viewer)
        self._own = [
            what
            for _, what in chronicle.told
            if isinstance(what, Drawn) and what.seat == viewer and what.face is not None
        ]
        self._pools: dict[Pool, list[int]] = {}
        for at, pool in enumerate(cards.talon.unseen):
            self._make((cards.talon.epoch, at), pool)
        self._from: list[Pool] = []
        self._faces: dict[int, int] = {}
        self._held: list[list[int]] = [[] for _ in cards.hands]
        for seat, hand in enumerate(cards.hands):
            for _ in range(hand.unknown):
                self._draw(seat, _pool(cards, seat))
        self._deeds: list[tuple[int, Deed, tuple[int, ...]]] = []
        for seat, what in chronicle.told:
            self._take(seat, what)

    def deal(self, *, weighs: bool) -> Deal:
        """Give the hidden cards of all seats but the viewer's, and how likely they make what was done, if asked."""
        for each in self._rng.sample(range(len(self._from)), len(self._from)):
            if each not in self._faces:
                pool = self._pools[self._from[each]]
                self._faces[each] = pool.pop(self._rng.randrange(len(pool)))
        hidden = tuple([tuple(sorted(self._faces[each] for each in held)) for held in self._held])
        return Deal(hidden, self.likely + (self._explained() if weighs else 0.0))

    def _take(self, seat: int, what: Told) -> None:
        if isinstance(what, Drawn):
            if what.seat != self._viewer:
                self._draw(what.seat, what.pool)
        elif isinstance(what, Made):
            for pool, faces in what.pools:
                self._make(pool, faces)
        elif seat != self._viewer:
            if isinstance(what, Deed):
                self._deeds.append((seat, what, tuple(self._held[seat])))
            else:
                self._show(seat, what)

    def _make(self, pool: Pool, faces: Faces) -> None:
        """Make a pool, without what the viewer will draw from it."""
        self._pools[pool] = list(
            without(faces, [own.face for own in self._own if own.pool == pool and own.face is not None])
        )

    def _draw(self, seat: int, pool: Pool) -> None:
        self._held[seat].append(len(self._from))
        self._from.append(pool)

    def _show(self, seat: int, face: int) -> None:
        """Let a seat show a card; raise `Impossible` if none of its hidden ones can be that."""
        held = self._held[seat]
        chances = [self._pools[self._from[each]].count(face) / len(self._pools[self._from[each]]) for each in held]
        whole = sum(chances)
        if whole == 0.0:
            raise Impossible
        self.likely += log(whole)
        shown = held.pop(self._rng.choices(range(len(held)), chances)[0])
        self._faces[shown] = face
        self._pools[self._from[shown]].remove(face)

    def _explained(self) -> float:
        """Give the logarithm of how likely each seat's last decisions were."""
        found, counts = 0.0, [0] * len(self._held)
        now = {each for held in self._held for each in held}
        for seat, deed, then in reversed(self._deeds):
            if counts[seat] < MEMORY and not now.isdisjoint(then):
                counts[seat] += 1
                found += log(deed.likelihood(joined(deed.known, [self._faces[each] for each in then])))
        return found


class Impossible(Exception):
    """What was imagined does not agree with a card that was shown."""


def imagined(chronicle: Chronicle, viewer: int | None, rng: Random, *, weighs: bool) -> Deal | None:
    """Imagine where the hidden cards are; None if it came to nothing."""
    try:
        return Imagination(chronicle, viewer, rng).deal(weighs=weighs)
    except Impossible:
        return None
