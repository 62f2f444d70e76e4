"""What a bot is, how much it may think, and how it picks an action spot by spot, as every game offers it.

A `Thought` is the result of a search: what the bot would play, how it stands, and what else it looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from core.fault import IllegalAction, sentence
from core.game import Action, Seat, Spot, State
from core.match.match import Match

if TYPE_CHECKING:
    from core.bots.stance import Stance
    from core.bots.weights import Weights


@dataclass(frozen=True, slots=True)
class Look:
    """One action that was looked at, and its seat's chance after it: 0 lost, 1 won."""

    action: Action
    chance: float
    line: tuple[str, ...] = ()
    """The expected continuation, as canonical texts."""
    leaning: float = 0.0
    """What the others' chances, later blows and broken promises add, for a seat that takes them into account."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The chosen action; `looks` are the actions that were looked at, best first, including the chosen one.

    `proved` says that the best chance is not an estimate: it is 0, 1, or 0.5 for a certain draw. `nodes` is the cost in
    positions or simulations; the same seed always gives the same number.
    """

    action: Action
    looks: tuple[Look, ...]
    nodes: int
    proved: bool = False

    @property
    def chance(self) -> float:
        """The seat's chance if it plays the best action found."""
        return self.looks[0].chance if self.looks else 0.5


NOTHING = sentence("{seat} has nothing to decide now.")


LOOKS = 12
"""How many actions a thought reports unless the caller asks for more."""


def never() -> bool:
    """Never stop: the stop of a budget that only counts nodes."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: at most `nodes` positions (None: its own measure), and not after `stop` says so.

    The caller has the clock. `looks` is how many actions its thought reports, if a report costs something. `stance` is
    how its seat stands with the others; not every bot uses it. `weights`, if they are of the game's kind, replace those
    that its levels judge with.
    """

    nodes: int | None = None
    stop: Callable[[], bool] = never
    looks: int = LOOKS
    stance: Stance | None = None
    weights: Weights | None = None


class Bot(Protocol):
    """A way to choose an action; it knows only the match it is shown."""

    @property
    def name(self) -> str:
        """The word for commands."""
        ...

    def choose(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Action:
        """Give a legal action of `seat`; the same match, seat and random state give the same action.

        Raises `IllegalAction` if the seat has nothing to decide.
        """
        ...

    def think(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Thought:
        """Give the same action together with what else was looked at, which may be nothing."""
        ...


def walk(state: State[Any], seat: Seat, rng: Random, prefix: tuple[Spot, ...] = ()) -> Action:
    """Pick random spots after `prefix` until they form a legal action, without building the list of all actions.

    Raises `IllegalAction` if no action of `seat` begins with `prefix`.
    """
    while True:
        spots = state.next_spots(seat, prefix)
        whole: Action | None = state.complete(seat, prefix) if prefix else None
        if whole is not None and rng.randrange(len(spots) + 1) == 0:
            return whole
        if not spots:
            raise IllegalAction(NOTHING, seat=seat)
        prefix = (*prefix, spots[rng.randrange(len(spots))])
