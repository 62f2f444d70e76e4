"""A position of Méditerranée as far as it is known: board, cards, whose turn it is, what is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from core.chance import Chance
from core.fast_dataclass import fast_replace
from core.game import DEALER, Outcome, Seat, Spot, Talk
from core.game import State as GameState
from core.games.mediterranee.board.piece import INDEX, STATE
from core.games.mediterranee.cards.card_state import Cards
from core.games.mediterranee.rules import (
    combat,
    dealer_action,
    declaration,
    effect,
    notation,
    placement_phase,
    position,
    refusal,
    scene_builder,
    staged_choice,
    turn,
)
from core.games.mediterranee.rules.action import Action, Word, cards, drawn, lone
from core.games.mediterranee.rules.combat import Battle
from core.games.mediterranee.rules.movement import Board
from core.games.mediterranee.rules.phase import SPECIALS, Clash, Phase
from core.games.mediterranee.rules.ruleset import Rules
from core.games.mediterranee.rules.turn import NO_SIEGE, Siege
from core.scene import Scene


@dataclass(frozen=True, slots=True, eq=False)
class State(GameState[Action]):
    """A position.

    `seat` has the turn in `phase`. Before that, chance owes `owed`, with `draws` cards for the seat. `specials` has the
    special cards of each seat as bits. `special_used` says whether one was played in this turn. `clashes` are the open
    combats; if one is being fought (`battle`), it is the first. `treason` says that treason brought them about.
    `stirred` says that there was a combat or a loss in this turn; `quiet` counts the turns without one (R35). `siege`
    is how long capitals have been held (R34). `absent` are the seats that have left, `resigning` those that would
    resign.
    """

    rules: Rules
    board: Board
    cards: Cards
    specials: tuple[int, ...]
    seat: int = 0
    phase: Phase = Phase.ACT
    draws: int = 0
    owed: Chance | None = None
    special_used: bool = False
    treason: bool = False
    stirred: bool = False
    clashes: tuple[Clash, ...] = ()
    battle: Battle | None = None
    siege: Siege = NO_SIEGE
    quiet: int = 0
    absent: tuple[int, ...] = ()
    resigning: tuple[int, ...] = ()
    outcome: Outcome | None = None

    dealt = dealer_action.action
    shut = dealer_action.shut
    coming = dealer_action.coming
    unproved = dealer_action.unproved
    declarations = declaration.allowed
    unsaid = refusal.unsaid
    parse = notation.parse
    effects = effect.effects
    upcoming = dealer_action.upcoming
    encode = position.encode
    to_json = position.write

    @classmethod
    def opening(cls, rules: Rules) -> State:
        """Give the opening of a match: the first talon is owed (§4, §13)."""
        return placement_phase.begun(
            cls(rules, placement_phase.empty(), placement_phase.cards(rules), placement_phase.specials(rules))
        )

    @property
    def active(self) -> tuple[Seat, ...]:
        """The dealer while chance owes something, the fighters who owe cards or a word, or the seat in turn."""
        if self.outcome is not None:
            return ()
        if self.owed is not None:
            return (DEALER,)
        return (Seat(self.seat),) if self.battle is None else self.battle.active

    @property
    def sealed(self) -> bool:
        """Whether the fighters decide in secret (§10)."""
        return self.battle is not None and self.battle.sealed

    @property
    def in_turn(self) -> Seat | None:
        """The seat whose turn it is, also while others fight or chance owes something; None during placement (§4)."""
        return None if self.phase in {Phase.SPECIAL, Phase.PLACE} else Seat(self.seat)

    @property
    def begins_turn(self) -> bool:
        """Whether the seat in turn has its cards and has done nothing yet; placing pieces is no turn."""
        busy = self.special_used or self.battle is not None or bool(self.clashes)
        return self.phase is Phase.ACT and self.owed is None and not busy

    @property
    def talk(self) -> Talk:
        """Partners may talk during a game, unless the table forbids it (§8)."""
        return Talk.ETIQUETTE if self.rules.hush and self.outcome is None else Talk.OPEN

    def hushes(self, seat: Seat) -> bool:
        """Tell whether a seat has a partner whom it may not advise (`core.chance.HasQuietSeats`, §8)."""
        return len(self.partners(seat)) > 1

    @property
    def advice(self) -> bool:
        """Whether partners may advise each other (`core.chance.HasPartnerAdvice`, §8)."""
        return self.rules.advice

    @property
    def chance(self) -> Chance | None:
        """What chance owes."""
        return self.owed

    def default(self, seat: Seat) -> Action | None:
        """Give the default play for a fighter who does not decide in time (`core.chance.HasDefaults`, §10)."""
        if self.battle is None or seat not in self.active:
            return None
        faces = self.battle.default(seat)
        return lone(Word.KEEP) if faces is None else cards(faces)

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """Give the seats of a seat's team, including itself (`core.chance.HasPartners`)."""
        return tuple(map(Seat, self.rules.partners(seat)))

    def unresigned(self, seat: Seat) -> tuple[Seat, ...]:
        """Give the partners who still play and have not resigned (`core.chance.HasJointResignation`, §8)."""
        if self.outcome is not None:
            return ()
        partners = [one for one in self.partners(seat) if one != seat and turn.plays(self, one)]
        return tuple([one for one in partners if one not in self.resigning])

    def manned(self) -> tuple[Seat, ...]:
        """Give the seats that still play (`core.chance.HasPlayingSeats`)."""
        return tuple([Seat(seat) for seat in range(self.rules.players) if turn.plays(self, seat)])

    def legal(self, seat: Seat) -> Iterator[Action]:
        """Give the legal actions of a seat in plain order of their texts, payments with a card to spare after them."""
        return staged_choice.every(self, seat)

    def next_spots(self, seat: Seat, prefix: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Give the spots that continue a prefix to a legal action of a seat."""
        return staged_choice.spots(self, seat, prefix)

    def complete(self, seat: Seat, prefix: tuple[Spot, ...]) -> Action | None:
        """Give the legal action of a seat whose path is the prefix, or None."""
        return staged_choice.whole(self, seat, prefix)

    def reach(self, spot: Spot) -> tuple[Spot, ...]:
        """Give where the piece in a city could go by an ordinary displacement if it were its turn."""
        return staged_choice.reach(self, spot)

    def as_if(self, seat: Seat) -> State | None:
        """Give the state as if the turn of a seat had begun; None during placement or while a combat is open."""
        return turn.as_if(self, seat)

    def is_legal(self, seat: Seat, action: Action) -> bool:
        """Tell whether `play` would accept the action."""
        if action.declares:
            return action in self.declarations(seat)
        return staged_choice.whole(self, seat, action.path) == action

    def play(self, seat: Seat, action: Action) -> State:
        """Give the state after the action; raise `IllegalAction` with the reason in a sentence."""
        if not self.is_legal(seat, action):
            raise refusal.refuse(self, seat, action)
        return self.play_unchecked(seat, action)

    def play_unchecked(self, seat: Seat, action: Action) -> State:
        """Give the state after an action known to be legal here."""
        return declaration.apply(self, seat, action) if action.declares else _DEEDS[action.word](self, seat, action)

    def wander(self, rng: Random) -> Action:
        """Give a random legal action of the first seat that owes one: that of `core.bots.bot.walk`, but faster."""
        return staged_choice.wander(self, self.active[0], rng)

    def view(self, viewer: Seat | None) -> State:
        """Give what a seat or a spectator may know: cards drawn by others are unknown (§10)."""
        seen = self.cards.view(viewer)
        return self if seen is self.cards else replace(self, cards=seen)

    def mask(self, seat: Seat, action: Action, viewer: Seat | None) -> Action:
        """Give the action as a viewer may see it: a card drawn by another seat has no face."""
        if seat != DEALER or action.word is not Word.DRAW:
            return action
        name = action.told[0]
        if viewer is not None and 0 <= viewer < self.rules.players and self.rules.names[viewer] == name:
            return action
        return drawn(name, None)

    def scene(self, viewer: Seat | None = None, name: str = "") -> Scene:
        """Give the map with its pieces, the seats and the cards."""
        del name
        return scene_builder.scene(self, viewer)


def _take(state: State, seat: int, action: Action) -> State:
    return placement_phase.go_on(placement_phase.took(state, seat, SPECIALS[action.path[0]]))


def _place(state: State, seat: int, action: Action) -> State:
    del seat
    piece, city = INDEX[action.told[0]], state.rules.chart.index[action.path[0]]
    return placement_phase.go_on(placement_phase.put(state, piece, city))


def _skip(state: State, seat: int, action: Action) -> State:
    del seat, action
    return turn.end(state, state.board)


def _displace(state: State, seat: int, action: Action) -> State:
    """Displace pieces; combats follow, then the turn is over (§6)."""
    force = turn.force(state, seat)
    return combat.displace(state, force, staged_choice.legs(state, force, action.path))


def _treason(state: State, seat: int, action: Action) -> State:
    """Displace an opponent's pieces; they are the attackers in the combats that follow at once (§6.3, R17)."""
    del seat
    owner = state.rules.owner[STATE[INDEX[action.told[0]]]]
    force = turn.force(state, owner)
    legs = staged_choice.legs(state, force, action.path[1:])
    return combat.displace(turn.spent_special(state, SPECIALS["treason"]), force, legs)


def _sedition(state: State, seat: int, action: Action) -> State:
    """Destroy the piece that occupies one's capital (§6.4); the turn goes on."""
    del seat
    piece = turn.occupier(state, state.rules.chart.index[action.path[1]])
    return turn.removed(turn.spent_special(state, SPECIALS["sedition"]), piece)


def _pay(state: State, seat: int, action: Action) -> State:
    return fast_replace(state, cards=state.cards.play(seat, action.faces), phase=Phase.MARCH)


def _fight(state: State, seat: int, action: Action) -> State:
    del seat
    city = state.rules.chart.index[action.path[0]]
    return combat.fought(state, next(clash for clash in state.clashes if clash.city == city))


def _cards(state: State, seat: int, action: Action) -> State:
    return combat.laid(state, seat, action.faces)


def _say(state: State, seat: int, action: Action) -> State:
    return combat.said(state, seat, spy=action.word is Word.SPY)


def _deal(state: State, seat: int, action: Action) -> State:
    del seat
    return turn.dealt(state, action)


_DEEDS = {
    Word.TAKE: _take,
    Word.PLACE: _place,
    Word.SKIP: _skip,
    Word.MOVE: _displace,
    Word.MARCH: _displace,
    Word.TREASON: _treason,
    Word.SEDITION: _sedition,
    Word.PAY: _pay,
    Word.FIGHT: _fight,
    Word.CARDS: _cards,
    Word.SPY: _say,
    Word.KEEP: _say,
    Word.TALON: _deal,
    Word.PACKS: _deal,
    Word.DRAW: _deal,
}
