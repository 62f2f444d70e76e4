"""Reasons: what speaks for an action by the rules alone: what it ends, strikes and averts, and what should follow."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from core.bots.bot import Thought
from core.chance import HasChance
from core.diplomacy.blow import Deed, spot_after
from core.game import Action, Effect, Outcome, Seat, State
from core.games import threat_finder
from core.match.match import Match
from core.study.difference import Difference, differences
from core.threat import Threat


@dataclass(frozen=True, slots=True)
class Reason:
    """One action of `seat` in a `game`, the facts in its favour; `text` is canonical, `path` are the spots to point at.

    `chance` is the seat's chance after it (0 to 1). `proved` says that this is not an estimate. `only` says that there
    is no other action. `outcome` is how the match ends by it. `effects` is what it brings about. `struck` is where it
    hits pieces of others. `averted` is what the others could have done and no longer can, the gravest first; `threats`
    are the grave ones that were there before and stand after it. `line` is what should follow, as canonical texts.
    `gains` are the features of the position that it improves, in a game without chance. `hidden` says that the seat
    does not see all there is.
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
    threats: tuple[Threat, ...] = ()
    line: tuple[str, ...] = ()
    gains: tuple[Difference, ...] = ()
    hidden: bool = False
    game: str = ""


def reason(match: Match, seat: Seat, thought: Thought, place: int = 0) -> Reason:
    """Give the reason for one of the looks of a thought (the best, unless `place` says which); pure.

    For a thought that looked at nothing, it is the reason for the action it chose.
    """
    state = match.state
    look = thought.looks[place] if thought.looks else None
    action = look.action if look else thought.action
    after, effects = state.play(seat, action), state.effects(seat, action)
    deed = Deed(match.ply + 1, seat, effects, state, after)
    hidden = isinstance(state, HasChance)
    lost = thought.chance == 0.0
    averted, standing = threat_changes(match.header.game, deed)
    return Reason(
        seat,
        str(action),
        tuple(action.path),
        look.chance if look else thought.chance,
        proved=thought.proved and (not place or lost),
        only=is_only(state, seat),
        outcome=after.outcome,
        effects=effects,
        struck=tuple(dict.fromkeys(blow.spot for blow in deed.blows if blow.by == seat)),
        averted=averted,
        threats=tuple(threat for threat in standing if threat.grave),
        line=look.line if look else (),
        gains=() if hidden else tuple(differences(match.header.game, seat, after, state)),
        hidden=hidden,
        game=match.header.game,
    )


def is_only(state: State[Any], seat: Seat) -> bool:
    """Tell whether a seat has exactly one legal action."""
    first: list[Action] = list(islice(state.legal(seat), 2))
    return len(first) == 1


def threat_changes(game: str, deed: Deed) -> tuple[tuple[Threat, ...], tuple[Threat, ...]]:
    """Give the threats to the deciding seat before a deed: those that it averts, and those that stand after it.

    Both have the gravest first. A piece that has moved into another threat of the same kind by the same seat has
    averted nothing. Both are empty after the end, and in a game that cannot tell threats.
    """
    told = threat_finder(game)
    if told is None or deed.after.outcome is not None:
        return (), ()
    left = {(threat.danger, threat.by, threat.spot) for threat in told(deed.after, deed.seat)}

    def stands(threat: Threat) -> bool:
        spots = {threat.spot, spot_after(threat.spot, deed)}
        return any((threat.danger, threat.by, spot) in left for spot in spots)

    before = told(deed.before, deed.seat)
    gone = tuple(threat for threat in before if not stands(threat))
    return gone, tuple(threat for threat in before if threat not in gone)
