"""Combats: their order, how many cards each fighter puts down, and what follows (§6.5, §6.6; R17, R19, R20-R29).

A `Battle` is a combat apart from the board. The board says who fights with what and with how many cards (R23). The
hands say which cards can be put down. The battle says what is owed next, and in the end who has won. Nothing moves on
the board during a combat, so the numbers of cards do not change.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from core.fast_dataclass import fast_replace
from core.game import Plain, Seat
from core.games.mediterranee.board.piece import KINDS, STATE
from core.games.mediterranee.cards.card_face import ZERO, Faces
from core.games.mediterranee.rules import turn
from core.games.mediterranee.rules.movement import Force, Legs
from core.games.mediterranee.rules.phase import Clash, Phase
from core.games.mediterranee.rules.turn import arrived, displaced, end, plays, removed, standing

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State


SPY = 2
"""The natural total of a spy (R28)."""

PAIR = 2
"""How many cards a fighter puts down unless a capital of theirs is occupied."""

Table = tuple[Faces | None, Faces | None]
"""What each side has put down that counts so far; None for nothing yet."""

ELEPHANT, CAVALRY, BOAT = "E", "C", "B"


class Stage(StrEnum):
    """What a combat waits for.

    `exchange`: cards of both fighters, in secret. `decision`: spy or keep, from each fighter who may choose, in secret
    if both may. `fresh`: the spy's new cards. `tie`: one card of each fighter, in secret. `over`: nothing.
    """

    EXCHANGE = "exchange"
    DECISION = "decision"
    FRESH = "fresh"
    TIE = "tie"
    OVER = "over"


class Verdict(StrEnum):
    """How a combat ends: one side's piece is lost, or the attacker goes back (zero against zero)."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    PARTED = "parted"


class Battle(NamedTuple):
    """A combat. In pairs, the attacker's entry is first and the defender's second.

    `seats` fight with pieces of `kinds` (E, C, F, B). `sizes` says how many cards each puts down at a time (1 while a
    capital of the seat is occupied, R23, R25). `table` has the cards that count so far, or None. `said` has whether
    each declared a spy; None for a fighter who has not spoken or may not. `verdict` is set once the combat is over.
    """

    seats: tuple[int, int]
    kinds: tuple[str, str]
    sizes: tuple[int, int]
    stage: Stage = Stage.EXCHANGE
    table: Table = (None, None)
    said: tuple[bool | None, bool | None] = (None, None)
    verdict: Verdict | None = None

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that owe cards or a word, the attacker first."""
        return tuple([Seat(seat) for at, seat in enumerate(self.seats) if self._owes(at)])

    @property
    def sealed(self) -> bool:
        """Whether what is owed stays secret until both have decided (R27; the spy's new cards are open)."""
        if self.stage is Stage.DECISION:
            return self.spies == (True, True)
        return self.stage in {Stage.EXCHANGE, Stage.TIE}

    @property
    def spies(self) -> tuple[bool, bool]:
        """Which sides have put down a natural total of two (R28)."""
        first, second = (faces is not None and sum(faces) == SPY for faces in self.table)
        return first, second

    @property
    def totals(self) -> tuple[int, int] | None:
        """What the cards on the table are worth with doubling; None while some are missing."""
        mine, theirs = self.table
        if mine is None or theirs is None:
            return None
        one, other = self.kinds
        return total(one, other, mine), total(other, one, theirs)

    def lays(self, seat: int) -> int:
        """Give how many cards a seat has to put down now, or 0."""
        at = self._at(seat)
        if at is None or not self._owes(at) or self.stage is Stage.DECISION:
            return 0
        return 1 if self.stage is Stage.TIE else self.sizes[at]

    def speaks(self, seat: int) -> bool:
        """Tell whether a seat must now say whether it declares a spy."""
        at = self._at(seat)
        return at is not None and self.stage is Stage.DECISION and self._owes(at)

    def default(self, seat: int) -> Faces | None:
        """Give the cards of a seat's default play, zeros only (§10); None if it owes no cards (then `keep`)."""
        return (ZERO,) * self.lays(seat) or None

    def lay(self, seat: int, faces: Faces) -> Battle:
        """Give the combat after a seat has put down the cards that it owes."""
        after = self._replace(table=_put(self.table, self.seats.index(seat), faces))
        if after.totals is None:
            return after
        if self.stage is Stage.EXCHANGE and any(after.spies):
            return after._replace(stage=Stage.DECISION)
        return _compared(after)

    def say(self, seat: int, *, spy: bool) -> Battle:
        """Give the combat after a seat has said whether it declares a spy."""
        at = self.seats.index(seat)
        said = (spy, self.said[1]) if at == 0 else (self.said[0], spy)
        after = self._replace(said=said)
        if after.active:
            return after
        if said == (True, True):
            return self._replace(stage=Stage.EXCHANGE, table=(None, None), said=(None, None))
        if True in said:
            table = _put(self.table, said.index(True), None)
            return self._replace(stage=Stage.FRESH, table=table, said=(None, None))
        return _compared(after)

    def encode(self) -> tuple[Plain, ...]:
        """Give plain values that are equal exactly if the combats are."""
        said = tuple(None if word is None else int(word) for word in self.said)
        ended = self.verdict and self.verdict.value
        return self.seats, self.kinds, self.sizes, self.stage.value, self.table, said, ended

    def _owes(self, at: int) -> bool:
        if self.stage is Stage.OVER:
            return False
        if self.stage is Stage.DECISION:
            return self.spies[at] and self.said[at] is None
        return self.table[at] is None

    def _at(self, seat: int) -> int | None:
        return self.seats.index(seat) if seat in self.seats else None


def total(kind: str, against: str, faces: Faces) -> int:
    """Give what cards are worth for one kind of piece against another (§6.5, 3; R21, R24).

    An elephant's highest card counts double against a land piece. A cavalry's lowest card of two counts double.

    >>> total("E", "F", (4, 10)), total("E", "B", (4, 10)), total("C", "B", (4, 10)), total("C", "F", (7,))
    (24, 14, 18, 7)
    """
    worth = sum(faces)
    if kind == ELEPHANT and against != BOAT:
        return worth + max(faces)
    if kind == CAVALRY and len(faces) == PAIR:
        return worth + min(faces)
    return worth


def _put(table: Table, at: int, faces: Faces | None) -> Table:
    return (faces, table[1]) if at == 0 else (table[0], faces)


def _compared(battle: Battle) -> Battle:
    """End a combat, or ask each fighter for one more card (§6.5, 4 to 6)."""
    mine, theirs = battle.totals or (0, 0)
    if mine == theirs and mine:
        return battle._replace(stage=Stage.TIE, table=(None, None), said=(None, None))
    won = Verdict.ATTACKER if mine > theirs else Verdict.DEFENDER
    return battle._replace(stage=Stage.OVER, verdict=won if mine != theirs else Verdict.PARTED)


def go_on(state: State) -> State:
    """Give the state with the next open combat, the choice of a combat, or what follows the last one.

    Combats brought about by treason come before the player's own displacement (R17). If they cost the player their last
    piece, the turn ends (R19).
    """
    if state.outcome is not None:
        return state
    if len(state.clashes) > 1 and plays(state, state.seat):
        return fast_replace(state, phase=Phase.ORDER)
    if state.clashes:
        return fought(state, state.clashes[0])
    if state.treason and plays(state, state.seat):
        return fast_replace(state, phase=Phase.ACT, treason=False)
    return end(state, state.board)


def displace(state: State, moved: Force, legs: Legs) -> State:
    """Give the state after a displacement and what follows it: combats, or what comes after them (§6)."""
    if state.treason or any(moved.foe >> to & 1 for _, _, to in legs):
        return go_on(displaced(state, moved, legs))
    return end(state, arrived(moved, legs))


def fought(state: State, clash: Clash) -> State:
    """Give the state with a combat begun; the others wait (§6.5)."""
    waiting = tuple(other for other in state.clashes if other != clash)
    rules = state.rules
    stand = standing(state)
    one, other = (rules.owner[STATE[piece]] for piece in (clash.attacker, clash.defender))
    sizes = (turn.limit(stand, rules.teams, rules.seats[one]), turn.limit(stand, rules.teams, rules.seats[other]))
    battle = Battle((one, other), (KINDS[clash.attacker], KINDS[clash.defender]), sizes)
    return settled(fast_replace(state, phase=Phase.COMBAT, clashes=(clash, *waiting), battle=battle, stirred=True))


def laid(state: State, seat: int, faces: Faces) -> State:
    """Give the state after a fighter has put cards down."""
    assert state.battle is not None
    cards = state.cards.play(seat, faces)
    return settled(fast_replace(state, cards=cards, battle=state.battle.lay(seat, faces)))


def said(state: State, seat: int, *, spy: bool) -> State:
    """Give the state after a fighter has said whether it declares a spy."""
    assert state.battle is not None
    return settled(fast_replace(state, battle=state.battle.say(seat, spy=spy)))


def settled(state: State) -> State:
    """Give the state after absent fighters have played the default (§10), and the outcome if that ends the combat."""
    battle = state.battle
    while battle is not None and battle.verdict is None:
        left = next((seat for seat in battle.active if seat in state.absent), None)
        if left is None:
            break
        faces = battle.default(left)
        battle = battle.say(left, spy=False) if faces is None else battle.lay(left, faces)
    after = state if battle is state.battle else fast_replace(state, battle=battle)
    return after if battle is None or battle.verdict is None else _resolved(after, battle.verdict)


def _resolved(state: State, verdict: Verdict) -> State:
    """Give the state after a combat: a piece is lost, or the attacker is back where it came from (§6.5, 4 and 6)."""
    clash = state.clashes[0]
    after = fast_replace(state, clashes=state.clashes[1:], battle=None)
    if verdict is Verdict.PARTED:
        side = state.rules.teams[STATE[clash.attacker]]
        return go_on(fast_replace(after, board=state.board.gone_to(clash.attacker, side, clash.start)))
    return go_on(removed(after, clash.defender if verdict is Verdict.ATTACKER else clash.attacker))
