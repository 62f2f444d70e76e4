"""A contest: the game with its options, the bots, and the seed from which every game of it follows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from core import bots
from core.bots.bot import walk
from core.fault import Fault, sentence
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.option import refuse_rated_handicap, settle
from core.tournament import pairing
from tui.settings.map_file import learnt, path_of

NO_LEVEL = sentence("Nobody plays {game} at level {name} yet; there are {allowed}.")
OPTION = re.compile(r"[a-z_]+=\S*")
SEED, MAP = "seed", "map"
"""The options that every game with chance, and every game with a map, has."""

MOST_PLIES = 5000
"""The default limit: after this many plies a game is a draw."""

PAIR = 2
ATTEMPTS = 20
"""How many openings that end the game are drawn before the game begins without one."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What determines every game: equal contests play equal games, on any machine and over any number of sittings.

    `options` are those in force, without what the seed deals. `cast` names a bot for each side. `opening` is the number
    of random decisions before the bots begin. After `most_plies` a game is a draw.
    """

    game: str
    version: int
    options: tuple[tuple[str, str], ...]
    cast: tuple[str, ...]
    seed: int
    opening: int
    most_plies: int
    sides: tuple[pairing.Side, ...] = field(compare=False)
    ways: tuple[pairing.Seating, ...] = field(compare=False)

    @classmethod
    def of(
        cls, name: str, given: Mapping[str, str], named: Sequence[str], *, seed: int, opening: int, most_plies: int
    ) -> Contest:
        """Settle the options (`opening` below 0: a decision a side; `most_plies` 0: the default).

        Raises `Fault` for a game, an option, a level or a number of bots that does not exist, and for a handicap: a
        contest measures.
        """
        game = find(name)
        options = settle(game, learnt(game, dict(given)))
        refuse_rated_handicap(game, options)
        match = Match.new(game, options)
        sides = pairing.sides(match)
        cast = pairing.cast(named, len(sides))
        known = bots.of(name)
        for bot in cast:
            if bot in bots.LEVELS and bot not in known:
                raise Fault(NO_LEVEL, game=game.title, name=bot, allowed=", ".join(known))
        return cls(
            name,
            game.version,
            tuple(options.items()),
            cast,
            seed,
            len(sides) if opening < 0 else opening,
            most_plies or min(MOST_PLIES, game.max_plies(options)),
            sides,
            pairing.seatings(cast),
        )

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots, each once, as seatings number them."""
        return tuple(dict.fromkeys(self.cast))

    @property
    def paired(self) -> bool:
        """Whether two bots play on two sides, so that Elo compares them."""
        return len(self.sides) == len(self.bots) == PAIR

    @property
    def changed(self) -> tuple[tuple[str, str], ...]:
        """The options that are not at their defaults."""
        usual = {option.name: option.default for option in find(self.game).options}
        return tuple((name, value) for name, value in self.options if usual.get(name) != value)

    def bout(self, number: int) -> pairing.ScheduledGame:
        """Give the game of that number, from 0."""
        return pairing.ScheduledGame.of(number, self.ways)

    def begin(self, group: int) -> Match:
        """Give the match with which every game of a group begins: the same cards, the same random opening."""
        for attempt in range(ATTEMPTS):
            match = self._dealt(group)
            rng = draw(self.seed, group, "opening", attempt)
            for _ in range(self.opening):
                owing = owed(match)
                if owing:
                    match = match.seal(str(walk(match.state, owing[0], rng)), owing[0]).deal()
            if match.state.outcome is None:
                return match
        return self._dealt(group)

    def _dealt(self, group: int) -> Match:
        game = find(self.game)
        options = dict(self.options)
        dealt = next((option for option in game.options if option.name == SEED and option.secret), None)
        secret = [option for option in game.options if option.secret]
        if dealt is not None and all(options[option.name] == option.default for option in secret):
            options[SEED] = str(draw(self.seed, group, "cards").randrange((dealt.highest or 0) + 1))
        return Match.new(game, options).deal()

    def told(self) -> dict[str, object]:
        """Give the contest as plain values; `of_told` reads them, also in another process."""
        return {
            "game": self.game,
            "rules": self.version,
            "options": dict(self.options),
            "bots": list(self.cast),
            "seed": self.seed,
            "opening": self.opening,
            "max_plies": self.most_plies,
        }

    def told_to_process(self) -> dict[str, object]:
        """Give the contest as `told`, with the path of a custom map for a process that does not know it yet."""
        options = {name: path_of(value) if name == MAP else value for name, value in self.options}
        return {**self.told(), "options": options}


def owed(match: Match) -> tuple[Seat, ...]:
    """Give the seats that still owe a decision, except those whose sealed one waits for the others'."""
    decided = {line.seat for line in match.sealed}
    return tuple(seat for seat in match.state.active if seat not in decided)


def draw(*words: object) -> Random:
    """Give the random generator of those words (a seed, a group, a ply), the same on every machine."""
    return Random("/".join(map(str, words)))  # noqa: S311 -- play, not secrets


def sorted_words(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Part the words of a command line: bots, and options of the game (`players=3`).

    >>> sorted_words(["3", "./bot --depth=4", "target=1"])
    (['3', './bot --depth=4'], {'target': '1'})
    """
    options = [word for word in words if OPTION.fullmatch(word)]
    return [word for word in words if word not in options], dict(_pair(word) for word in options)


def _pair(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, value
