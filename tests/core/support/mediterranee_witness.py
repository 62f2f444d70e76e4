"""What the cards put down so far say about the cards still hidden in Méditerranée.

The log is read once: who drew, which hidden cards were shown, and what each fighter put down or declined to do. An
imagined hand is then as likely as a sensible player with it would have done all that. A sensible player knows its own
hand, and of the other's what is public; the more a play is worth to it, the more often it makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import exp, log
from random import Random
from typing import cast

from core.bots.weights import weights_for
from core.chance import Draw
from core.game import DEALER
from core.games.mediterranee.board.piece import KINDS
from core.games.mediterranee.bot.belief import sample_hands
from core.games.mediterranee.bot.combat_play import Stake, Terms, price
from core.games.mediterranee.bot.weights import MediterraneeWeights
from core.games.mediterranee.cards.card_face import Faces, joined
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


Told = Deed | int | None
"""What happened to a seat's hidden cards: a decision in a combat, a card shown by its face, or None for one drawn."""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """What has happened up to a line of a log: the state, for each seat what is told of it, and the fighters' hopes."""

    state: State
    told: tuple[tuple[Told, ...], ...]
    front: Fighting | None = None

    def after(self, line: Line, at: int) -> Chronicle:
        """Read one more line, the one at a place of the log."""
        state = self.state
        action = state.parse(line.seat, line.text)
        told, front = list(self.told), self.front
        if line.seat == DEALER:
            if isinstance(state.owed, Draw) and action.word is Word.DRAW:
                told[state.owed.seat] = (*told[state.owed.seat], None)
        elif not action.declares:
            if action.word is Word.CARDS and state.battle is not None and state.battle.table == (None, None):
                front = _front(state, at)
            deed = None if state.battle is None else _deed(state, line.seat, action, front)
            shown = state.unproved(line.seat, action)
            told[line.seat] = (*told[line.seat], *([deed] if deed is not None else []), *shown)
        return Chronicle(state.play_unchecked(line.seat, action), tuple(told), front)


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
        return Chronicle(state, ((),) * state.rules.players)
    start = (len(log) - 1) // STEP * STEP
    found = _read(header, log[:start])
    for at, line in enumerate(log[start:], start):
        found = found.after(line, at)
    return found


def witnessed(match: Match) -> tuple[tuple[Told, ...], ...]:
    """Give, for each seat, what a match, as somebody sees it, tells of its hidden cards."""
    return _read(match.header, match.log).told


def likelihood(told: Sequence[Told], hidden: Faces, rng: Random) -> float:
    """Give the logarithm of how likely a seat's last decisions were, if its hidden cards are now these.

    Which of them it drew when is not known, so that is drawn: each order that agrees with the log is equally likely.
    """
    held, faces, drawn = list[int](), dict[int, int](), 0
    deeds: list[tuple[Deed, tuple[int, ...]]] = []
    for what in told:
        if what is None:
            held.append(drawn)
            drawn += 1
        elif isinstance(what, Deed):
            deeds.append((what, tuple(held)))
        elif held:
            faces[held.pop(rng.randrange(len(held)))] = what
    left = list(hidden)
    rng.shuffle(left)
    faces.update(zip(held, left, strict=False))
    now, found = set(held), 0.0
    for deed, then in deeds[-MEMORY:]:
        if not now.isdisjoint(then):
            found += log(deed.likelihood(joined(deed.known, [faces[each] for each in then if each in faces])))
    return found
