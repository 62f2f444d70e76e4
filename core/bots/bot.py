"""What a bot is, how much it may think, and how it walks the staged choice that every game offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from core.bots.thought import Thought
from core.fault import IllegalAction, sentence
from core.game import Action, Seat, Spot, State
from core.match import Match

if TYPE_CHECKING:
    from core.bots.stance import Stance

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
