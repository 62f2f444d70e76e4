"""A tournament of personas: who profits from trust. Every game is played twice, with talk and without a word.

The mixes of personas take turns, and the seed of a game draws who sits where. A point is shared by the winners, or by
those who are still in the game after so many plies. Game and seed give the same figures on any machine, whatever the
number of jobs. Each game is a line of a file; the same command goes on where it was ended.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

from core.bots.persona import Persona
from core.diplomacy.pact import Fate
from core.scene import Standing
from tests.core.support.parlour import Parlour, Table

TABLES: Mapping[str, Table] = {
    "djambi": ("djambi", {"players": "4"}),
    "megiddo": ("megiddo", {"players": "3", "target": "1"}),
    "mediterranee": ("mediterranee", {"placement": "standard", "partner_talk": "on"}),
}
SEATS = {"djambi": 4, "megiddo": 3, "mediterranee": 4}
FAITHLESS = frozenset({Persona.MACHIAVELLIAN, Persona.OPPORTUNIST})
"""Those whose word is cheap; a mix is how many of them sit among the others."""
SURE = 1.96
"""How many standard errors make an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: the first line of a file of results."""

    game: str
    plies: int
    level: str
    seed: int


@dataclass(frozen=True, slots=True)
class Seated:
    """What one persona got out of one game: points, and promises given, kept, broken, and broken by others."""

    persona: Persona
    points: float
    alone: float
    """The points in the same game without a word."""
    given: int
    kept: int
    broken: int
    suffered: int


@dataclass(frozen=True, slots=True)
class Result:
    """One game: its number, and what each seat got."""

    number: int
    seats: tuple[Seated, ...]


def seating(contest: Contest, number: int) -> tuple[Persona, ...]:
    """Give who sits where in a game: each mix in its turn, in an order drawn by the seed."""
    mixes = tuple(combinations(Persona, SEATS[contest.game]))
    mix = mixes[number % len(mixes)]
    return tuple(Random(f"{contest.seed} {number}").sample(mix, len(mix)))


def played(contest: Contest, number: int) -> Result:
    """Play one game, with talk and without."""
    personas = seating(contest, number)
    talking, mute = (_evening(contest, number, personas, talks=talks) for talks in (True, False))
    won, alone = points(talking), points(mute)
    pacts = talking.pacts
    found = []
    for seat, persona in enumerate(personas):
        bound = [pact for pact in pacts if seat in pact.bound]
        broken = [pact for pact in pacts if pact.fate is Fate.BROKEN]
        mine = sum(seat in pact.by for pact in broken)
        ended = sum(pact.fate in {Fate.KEPT, Fate.BROKEN} for pact in bound)
        suffered = sum(seat in pact.parties and bool(set(pact.by) - {seat}) for pact in broken)
        found.append(Seated(persona, won[seat], alone[seat], len(bound), ended - mine, mine, suffered))
    return Result(number, tuple(found))


def _evening(contest: Contest, number: int, personas: tuple[Persona, ...], *, talks: bool) -> Parlour:
    seed = contest.seed * 1_000_000 + number
    parlour = Parlour(personas, seed, TABLES[contest.game], contest.level, None, talks=talks)
    parlour.play(contest.plies)
    return parlour


def points(parlour: Parlour) -> tuple[float, ...]:
    """Share one point among the winners, or among those who are still in the game."""
    state = parlour.match.state
    count = len(parlour.personas)
    if state.outcome is not None and state.outcome.winners:
        winners = {int(seat) for seat in state.outcome.winners}
    elif state.outcome is not None:
        winners = set(range(count))
    else:
        winners = {panel.seat for panel in state.scene().seats if panel.standing is Standing.ACTIVE}
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(count))


class OtherContest(Exception):
    """The file holds the results of another contest."""


def kept_results(contest: Contest, path: Path) -> list[Result]:
    """Read the games of a contest that a file has; begin the file if there is none. Cuts an unfinished last line."""
    if not path.exists() or not path.read_bytes():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(contest)) + "\n", encoding="utf-8")
        return []
    text = path.read_text(encoding="utf-8")
    if not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
        path.write_text(text, encoding="utf-8")
    first, *lines = text.splitlines()
    if json.loads(first) != asdict(contest):
        raise OtherContest(first)
    return [_result(json.loads(line)) for line in lines]


def _result(told: Mapping[str, object]) -> Result:
    seats = told["seats"]
    assert isinstance(seats, list)
    found = tuple(Seated(**{**seat, "persona": Persona(seat["persona"])}) for seat in seats)
    return Result(int(str(told["number"])), found)


def tournament(contest: Contest, games: int, jobs: int, path: Path, progress: Callable[[int], None]) -> list[Result]:
    """Play what a file lacks of so many games, and give all of them in the order of their numbers."""
    found = kept_results(contest, path)
    there = {one.number for one in found}
    missing = [number for number in range(games) if number not in there]
    with path.open("a", encoding="utf-8") as out, ProcessPoolExecutor(jobs) as pool:
        for result in pool.map(partial(played, contest), missing):
            out.write(json.dumps(asdict(result)) + "\n")
            out.flush()
            found.append(result)
            progress(len(found))
    return sorted((one for one in found if one.number < games), key=lambda one: one.number)


@dataclass(frozen=True, slots=True)
class Share:
    """A mean and half of its interval of 95 %."""

    mean: float
    spread: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Share:
        """Measure values; a single one has no interval."""
        return cls(mean(values), SURE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0)

    def __str__(self) -> str:
        """Write both."""
        return f"{self.mean:.3f} ± {self.spread:.3f}"

    @property
    def signed(self) -> str:
        """Write both, with a sign before the mean."""
        return f"{self.mean:+.3f} ± {self.spread:.3f}"


def by_persona(results: Sequence[Result]) -> dict[Persona, list[Seated]]:
    """Sort what was got by persona."""
    found: dict[Persona, list[Seated]] = {persona: [] for persona in Persona}
    for result in results:
        for seated in result.seats:
            found[seated.persona].append(seated)
    return found


def by_mix(results: Sequence[Result]) -> dict[tuple[Persona, int], list[Seated]]:
    """Sort what was got by persona and by how many of the others break their word lightly."""
    found: defaultdict[tuple[Persona, int], list[Seated]] = defaultdict(list)
    for result in results:
        for seated in result.seats:
            others = FAITHLESS & {one.persona for one in result.seats} - {seated.persona}
            found[seated.persona, len(others)].append(seated)
    return dict(found)


def table(results: Sequence[Result]) -> Iterator[str]:
    """Give the figures as lines of a table in Markdown."""
    yield "| persona | points a game | without a word | difference | given | kept | broken | broken by others |"
    yield "|---|---|---|---|---|---|---|---|"
    for persona, found in by_persona(results).items():
        won, alone = Share.of([one.points for one in found]), Share.of([one.alone for one in found])
        gain = Share.of([one.points - one.alone for one in found])
        told = (sum(getattr(one, name) for one in found) for name in ("given", "kept", "broken", "suffered"))
        yield f"| `{persona}` | {won} | {alone} | {gain.signed} | " + " | ".join(map(str, told)) + " |"
    yield ""
    yield "| persona | 0 faithless | 1 faithless | 2 faithless |"
    yield "|---|---|---|---|"
    mixes = by_mix(results)
    for persona in Persona:
        cells = (mixes.get((persona, count)) for count in range(3))
        told = (f"{Share.of([one.points for one in cell])} of {len(cell)}" if cell else "–" for cell in cells)
        yield f"| `{persona}` | " + " | ".join(told) + " |"


def bars(results: Sequence[Result]) -> tuple[tuple[str, tuple[tuple[float, float], ...]], ...]:
    """Give for each persona its points with talk and without a word, each with half of its interval."""
    return tuple(
        (
            str(persona),
            tuple(
                (share.mean, share.spread)
                for share in (Share.of([one.points for one in found]), Share.of([one.alone for one in found]))
            ),
        )
        for persona, found in by_persona(results).items()
        if found
    )
