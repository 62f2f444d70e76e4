"""Combats on the board: their order, who fights with how many cards, and what comes of them (§6.5, R17, R19, R23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.mediterranee import capital
from core.games.mediterranee.battle import Battle, Verdict
from core.games.mediterranee.faces import Faces
from core.games.mediterranee.phase import Clash, Phase
from core.games.mediterranee.piece import KINDS, STATE
from core.games.mediterranee.turn import end, plays, removed, standing
from core.variant import variant

if TYPE_CHECKING:
    from core.games.mediterranee.state import State


def go_on(state: State) -> State:
    """Give the state with the next open combat, the choice between two, or what follows the last one.

    Combats that treason has brought about come before one's own displacement (R17), unless they have cost the player
    his last piece (R19).
    """
    if state.outcome is not None:
        return state
    if len(state.clashes) > 1 and plays(state, state.seat):
        return variant(state, phase=Phase.ORDER)
    if state.clashes:
        return fought(state, state.clashes[0])
    if state.treason and plays(state, state.seat):
        return variant(state, phase=Phase.ACT, treason=False)
    return end(state)


def fought(state: State, clash: Clash) -> State:
    """Give the state with a combat begun; the others wait (§6.5)."""
    waiting = tuple(other for other in state.clashes if other != clash)
    rules = state.rules
    stand = standing(state)
    one, other = (rules.owner[STATE[piece]] for piece in (clash.attacker, clash.defender))
    sizes = (capital.limit(stand, rules.teams, rules.seats[one]), capital.limit(stand, rules.teams, rules.seats[other]))
    battle = Battle((one, other), (KINDS[clash.attacker], KINDS[clash.defender]), sizes)
    return settled(variant(state, phase=Phase.COMBAT, clashes=(clash, *waiting), battle=battle, stirred=True))


def laid(state: State, seat: int, faces: Faces) -> State:
    """Give the state after a fighter has put cards down."""
    assert state.battle is not None
    cards = state.cards.play(seat, faces)
    return settled(variant(state, cards=cards, battle=state.battle.lay(seat, faces)))


def said(state: State, seat: int, *, spy: bool) -> State:
    """Give the state after a fighter has said whether it declares a spy."""
    assert state.battle is not None
    return settled(variant(state, battle=state.battle.say(seat, spy=spy)))


def settled(state: State) -> State:
    """Give the state after absent fighters have played the default (§10), and after the combat if that ends it."""
    battle = state.battle
    while battle is not None and battle.verdict is None:
        left = next((seat for seat in battle.active if seat in state.absent), None)
        if left is None:
            break
        faces = battle.default(left)
        battle = battle.say(left, spy=False) if faces is None else battle.lay(left, faces)
    after = state if battle is state.battle else variant(state, battle=battle)
    return after if battle is None or battle.verdict is None else _resolved(after, battle.verdict)


def _resolved(state: State, verdict: Verdict) -> State:
    """Give the state after a combat: a piece is lost, or the attacker is back where it came from (§6.5, 4 and 6)."""
    clash = state.clashes[0]
    after = variant(state, clashes=state.clashes[1:], battle=None)
    if verdict is Verdict.PARTED:
        side = state.rules.teams[STATE[clash.attacker]]
        return go_on(variant(after, board=state.board.gone_to(clash.attacker, side, clash.start)))
    return go_on(removed(after, clash.defender if verdict is Verdict.ATTACKER else clash.attacker))
