"""Reasons: what speaks for an action by the rules alone: what it ends, strikes, averts, and what should follow it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from core.bots.bot import Thought
from core.diplomacy.blow import Deed, spot_after
from core.game import Action, Effect, Outcome, Seat, State
from core.games import threat_finder
from core.match.match import Match
from core.threat import Threat


@dataclass(frozen=True, slots=True)
class Reason:
    """One action of `seat` and the facts that speak for it; `text` is canonical, `path` what to point at.

    `chance` is that of the seat after it (0 to 1), `proved` that it is no estimate, `only` that there is no other
    action. `outcome` is how the match ends by it, `effects` what it brings about, `struck` where it hits pieces of
    others, `averted_threats` what the others could have done and can do no more, the gravest first. `line` is what
    should follow, as canonical texts.
    """

    seat: Seat
    text: str
    path: tuple[str, ...]
    chance: float
    proved: bool = False
    only: bool = False
    outcome: Outcome | None = None
    effects: tuple[Effect, ...] = ()
    struck: tuple[str, ...] = ()
    averted: tuple[Threat, ...] = ()
    line: tuple[str, ...] = ()


def reason(match: Match, seat: Seat, thought: Thought, place: int = 0) -> Reason:
    """Give what speaks for one of the looks of a thought (the best, unless `place` says which); pure.

    A thought that looked at nothing speaks for the action it chose.
    """
    state = match.state
    look = thought.looks[place] if thought.looks else None
    action = look.action if look else thought.action
    after, effects = state.play(seat, action), state.effects(seat, action)
    deed = Deed(match.ply + 1, seat, effects, state, after)
    return Reason(
        seat,
        str(action),
        tuple(action.path),
        look.chance if look else thought.chance,
        proved=thought.proved and not place,
        only=is_only(state, seat),
        outcome=after.outcome,
        effects=effects,
        struck=tuple(dict.fromkeys(blow.spot for blow in deed.blows if blow.by == seat)),
        averted=averted_threats(match.header.game, deed),
        line=look.line if look else (),
    )


def is_only(state: State[Any], seat: Seat) -> bool:
    """Tell whether a seat has one legal action and no more."""
    first: list[Action] = list(islice(state.legal(seat), 2))
    return len(first) == 1


def averted_threats(game: str, deed: Deed) -> tuple[Threat, ...]:
    """Give the threats to whoever decided that stood before a deed and do not stand after it, the gravest first.

    A piece that has moved into another threat of the same kind by the same seat has averted nothing. None are told
    after the end, and in a game that tells no threats.
    """
    told = threat_finder(game)
    if told is None or deed.after.outcome is not None:
        return ()
    left = {(threat.danger, threat.by, threat.spot) for threat in told(deed.after, deed.seat)}

    def stands(threat: Threat) -> bool:
        spots = {threat.spot, spot_after(threat.spot, deed)}
        return any((threat.danger, threat.by, spot) in left for spot in spots)

    return tuple(threat for threat in told(deed.before, deed.seat) if not stands(threat))
