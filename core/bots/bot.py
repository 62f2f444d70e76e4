"""What a bot is, how much it may think, and how it walks the staged choice that every game offers.

What a searcher has come to: what it would play, how it stands, and what else it looked at.
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


@dataclass(frozen=True, slots=True)
class Look:
    """One action that was looked at, and the chance of its seat after it: 0 lost, 1 won."""

    action: Action
    chance: float
    line: tuple[str, ...] = ()
    """What is expected to follow, as canonical texts."""
    leaning: float = 0.0
    """What the others' chances add, and later blows and broken promises, for a seat that heeds them."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The action chosen; `looks` are those looked at, best first, the chosen one among them.

    `proved` says that the chance of the best is no estimate: 0 or 1, or 0.5 for a sure draw. `nodes` is what it cost:
    positions or simulations, the same for the same seed.
    """

    action: Action
    looks: tuple[Look, ...]
    nodes: int
    proved: bool = False

    @property
    def chance(self) -> float:
        """The chance of the seat if it plays the best action that was found."""
        return self.looks[0].chance if self.looks else 0.5


NOTHING = sentence("{seat} has nothing to decide now.")


LOOKS = 12
"""How many actions a thought tells of where nobody asks for more."""


def never() -> bool:
    """Never stop: the budget of a bot that is only held by its nodes."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: at most `nodes` positions (None: what is its own measure), and not once `stop` says so.

    The caller has the clock. `looks` is how many actions its thought tells of, where telling one costs something.
    `stance` is how its seat stands with the others; not every bot heeds it.
    """

    nodes: int | None = None
    stop: Callable[[], bool] = never
    looks: int = LOOKS
    stance: Stance | None = None


class Bot(Protocol):
    """One way to choose an action; it knows only the match it is shown."""

    @property
    def name(self) -> str:
        """The word for commands."""
        ...

    def choose(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Action:
        """Give a legal action of `seat`; the same match, seat and random state give the same action.

        Raises `IllegalAction` where the seat has nothing to decide.
        """
        ...

    def think(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Thought:
        """Give that action with what else was looked at, which may be nothing."""
        ...


def walk(state: State[Any], seat: Seat, rng: Random, prefix: tuple[Spot, ...] = ()) -> Action:
    """Choose at random spot by spot from `prefix` to a legal action, without the list of all actions.

    Raises `IllegalAction` where no action of `seat` begins with `prefix`.
    """
    while True:
        spots = state.next_spots(seat, prefix)
        whole: Action | None = state.complete(seat, prefix) if prefix else None
        if whole is not None and rng.randrange(len(spots) + 1) == 0:
            return whole
        if not spots:
            raise IllegalAction(NOTHING, seat=seat)
        prefix = (*prefix, spots[rng.randrange(len(spots))])
