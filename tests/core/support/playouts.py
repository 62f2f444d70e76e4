"""Games of every setting played out at random, and what the laws look at in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from random import Random
from typing import Any, cast

import pytest

from core import games
from core.bots.bot import walk
from core.chance import HasChance
from core.fault import BadOption
from core.game import DEALER, Action, Game, Option, Seat, State
from core.match.match import Match
from core.option import Handicap, settle
from tests.length import LONG

POSITIONS = 5
"""How many positions of each game are looked at closely."""

ACTIONS = 12
"""How many actions of each position are tried one by one."""

READ = 5000
"""How many actions of a list are read at most."""

Options = tuple[tuple[str, str], ...]


def option_sets(game: Game) -> Iterator[dict[str, str]]:
    """Give the defaults with each number of players, and the presets and every other value with one or with each."""
    players = next((option.values for option in game.options if option.name == "players"), None)
    crowds = [{"players": value} for value in players] if players else [{}]
    yield from crowds
    for turn, special in enumerate(_specials(game)):
        fitting = [
            {**crowd, **special}
            for crowd in crowds
            if all(special.get(name, crowd[name]) == crowd[name] for name in crowd)
        ]
        playable = [options for options in fitting if fits(game, tuple(settle(game, options).items()))]
        # every value of every option is tried with every number of players in a long run, and with one of them usually
        yield from playable if LONG else playable[turn % max(1, len(playable)) :][:1]


def _specials(game: Game) -> Iterator[dict[str, str]]:
    yield from ({"preset": name} for name in game.presets)
    for option in game.options:
        if option.name != "players":
            yield from ({**dict(option.needs), option.name: value} for value in _others(option))
    if handicap := {option.name: option.example for option in game.options if isinstance(option, Handicap)}:
        yield handicap


def _others(option: Option) -> list[str]:
    numbers = [] if option.highest is None else [str(min(option.highest, max(option.lowest, 1) + 29))]
    return [value for value in (*option.values, *numbers) if value != option.default]


def settings() -> list[Any]:
    """Give every game and option set once, named by what differs from the defaults."""
    found: dict[str, Any] = {}
    for name in games.names():
        game = games.find(name)
        for asked in option_sets(game):
            settled = tuple(settle(game, asked).items())
            if not fits(game, settled):
                continue
            label = " ".join([name, *(f"{key}={value}" for key, value in asked.items())])
            found.setdefault(repr((name, settled)), pytest.param(name, settled, id=label))
    return list(found.values())


def fits(game: Game, options: Options) -> bool:
    """Tell whether a game can be played with these options together."""
    try:
        game.start(dict(options))
    except BadOption:
        return False
    return True


@dataclass(frozen=True)
class Playout:
    """One game played at random: its match and every state on the way."""

    match: Match
    states: tuple[State[Any], ...]

    @property
    def sample(self) -> tuple[State[Any], ...]:
        """Some of the states: the first, the last and a few between."""
        last = len(self.states) - 1
        return tuple(self.states[at] for at in sorted({last * step // POSITIONS for step in range(POSITIONS + 1)}))


@cache
def playout(name: str, options: Options, seed: int = 1, plies: int | None = None) -> Playout:
    """Play a game at random to its end or to its longest length, or so many plies of it."""
    game = games.find(name)
    rng = Random(seed)
    match = Match.new(game, dict(options))
    states = [match.state]
    for _ in range(game.max_plies(dict(options)) + 1 if plies is None else plies):
        if match.state.outcome is not None:
            break
        seat = match.state.active[rng.randrange(len(match.state.active))]
        action = dealt(match, rng) if seat == DEALER else walk(match.state, seat, rng)
        match = match.play(str(action), seat)
        states.append(match.state)
    return Playout(match, tuple(states))


def dealt(match: Match, rng: Random) -> Action:
    """Give what chance brings: by the match's own script or seed, else anything it may, with its face if it has one."""
    dealer = match.game.dealer(dict(match.header.options))
    if dealer is not None:
        return dealer.deal(match.state)
    actions: list[Action] = list(match.state.legal(DEALER))
    told = [action for action in actions if action != cast("HasChance[Any]", match.state).dealt(None)]
    return rng.choice(told or actions)


@lru_cache(maxsize=256)
def _listed(state: Any, seat: Seat) -> tuple[Action, ...]:  # noqa: ANN401 - a state is hashable, its protocol cannot say so
    return tuple(islice(state.legal(seat), READ))


def listed(state: State[Any], seat: Seat) -> tuple[Action, ...]:
    """List the legal actions of a seat, the first of them where there are more than `READ`; equal states once."""
    return _listed(cast("Any", state), seat)


def is_whole(actions: tuple[Action, ...]) -> bool:
    """Tell whether a list has all actions there are."""
    return len(actions) < READ


def some(state: State[Any], seat: Seat, seed: int = 7) -> list[Action]:
    """Choose some legal actions of a seat."""
    actions = listed(state, seat)
    return Random(seed).sample(actions, min(ACTIONS, len(actions)))


def seats(match: Match) -> list[Seat]:
    """Give all seats, the dealer's too."""
    return [DEALER, *map(Seat, range(len(match.names)))]
