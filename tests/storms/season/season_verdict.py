"""What was promised of a season, held against what all members and a stranger compute, and against what was played."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from tests.storms.program import Event
from tests.storms.season.course import Course
from tests.storms.season.pairing_table import Played

FORFEIT = "forfeit"
"""The kind of a result to which somebody did not come."""


def digest_of(value: object) -> str:
    """Give a short digest of plain values."""
    return blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class Account:
    """What one member's program tells in the end: the club, the tournament with rounds and standings, the ladders."""

    name: str
    club: Event
    standings: Event
    ladder: Event

    @property
    def digests(self) -> dict[str, str]:
        """The digest of each part."""
        parts = {"club": self.club, "standings": self.standings, "ladder": self.ladder}
        return {name: digest_of(value) for name, value in parts.items()}


def differing(accounts: Sequence[Account]) -> Iterator[str]:
    """Compare all accounts with the first."""
    for one in accounts[1:]:
        for part, value in one.digests.items():
            if value != accounts[0].digests[part]:
                yield f"{one.name} tells another {part} than {accounts[0].name}"


@dataclass(frozen=True, slots=True)
class Happened:
    """What has really happened: the course, each member's pid, and what was played by round (from 0) and table."""

    course: Course
    pids: Mapping[str, str]
    games: Mapping[tuple[int, int], Played]
    late: frozenset[tuple[int, int]]
    """The places whose results came after the end of the round."""

    def entrants(self, number: int) -> set[str]:
        """Give the pids that a round pairs."""
        return {self.pids[name] for name in self.course.entrants(number)}


def untrue(happened: Happened, told: Event) -> Iterator[str]:
    """Hold the rounds of a tournament (`standings --json`) against what has happened."""
    rounds: Sequence[Any] = told.get("rounds", [])  # type: ignore[assignment]
    if len(rounds) != happened.course.rounds or told.get("over") is not True:
        yield f"there are {len(rounds)} rounds of {happened.course.rounds}, over: {told.get('over')}"
    met: set[frozenset[str]] = set()
    for number, one in enumerate(rounds):
        paired = [pid for table in one["tables"] for pid in table["players"]] + one["byes"]
        if sorted(paired) != sorted(happened.entrants(number)):
            yield f"round {number + 1} pairs {len(paired)}, not the {len(happened.entrants(number))} who take part"
        if len(one["byes"]) != len(paired) % 2:
            yield f"round {number + 1} has {len(one['byes'])} byes for {len(paired)} entrants"
        for at, table in enumerate(one["tables"]):
            pair = frozenset(table["players"])
            if pair in met:
                yield f"round {number + 1} table {at + 1}: two meet again"
            if table["result"] is None or table["result"]["kind"] != FORFEIT:
                met.add(pair)  # who have not played against each other may be paired again
            yield from _misread(happened, (number, at), table)


def _misread(happened: Happened, place: tuple[int, int], table: Mapping[str, Any]) -> Iterator[str]:
    """Hold the result of one table against the game that was played there."""
    where, result = f"round {place[0] + 1} table {place[1] + 1}", table["result"]
    game = happened.games.get(place)
    if result is None:
        yield f"{where} has no result"
    elif (game is None or place in happened.late) != (result["kind"] == FORFEIT):
        yield f"{where}: {result['kind']}, where {'a' if game else 'no'} game was played"
    elif game is not None and place not in happened.late:
        scores = dict(zip(result["players"], result["scores"], strict=True))
        won = {pid for pid, score in scores.items() if score == "1"}
        if len(game.winners) == 1 and won != game.winners:
            yield f"{where} has the scores {scores}, but {set(game.winners)} has won"
    elif game is None:
        absent = happened.pids[happened.course.absent]
        scores = dict(zip(result["players"], result["scores"], strict=True))
        if scores.get(absent) != "0":
            yield f"{where}: who did not come has {scores.get(absent)}"


def uncounted(happened: Happened, account: Account) -> Iterator[str]:
    """Hold results and ladder of a club against the games that were played; a late one counts there too."""
    played, told = len(happened.games), account.club.get("results")
    if told != played:
        yield f"{told} results count, but {played} games were played"
    rows: list[Any] = [row for ladder in account.ladder.values() for row in ladder]  # type: ignore[attr-defined]
    counted = {row["pid"]: row["games"] for row in rows}
    for pid in happened.pids.values():
        games = sum(pid in game.players for game in happened.games.values())
        if counted.get(pid, 0) != games:
            yield f"the ladder counts {counted.get(pid, 0)} games of {pid}, who has played {games}"


def unread(text: str, *parts: str) -> Iterator[str]:
    """Tell which parts of what members print a stranger's check does not print."""
    for part in parts:
        if part.strip() not in text:
            yield f"the stranger's check lacks: {part.strip().splitlines()[0]} ..."
    if "no chain has a gap" not in text:
        yield f"the stranger's check says: {text.strip().splitlines()[-1] if text.strip() else 'nothing'}"
