"""Whole games of headless peers who are killed, stopped and robbed of their broker's memory all the time."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from core.game import DEALER
from net.broker import broker_process
from net.broker.broker_process import BrokerFault, RunningBroker, start_broker
from net.transport.transport import ROOM_USER
from tests.net.support.party import ROOM
from tests.storms.program import Cast, Event, Program, Stuck

GOAL_SECONDS = 4.0
"""Within which one who was killed is to play on, on loopback."""
PAUSE = 0.4
"""Seconds before each decision, so that a game is long enough for all that befalls it."""
BREATH = 0.5
"""Seconds after which a broker is started again that could not be."""
NAMES = ("p0", "p1", "p2", "p3")
HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class Weather:
    """What one game has to go through."""

    game: str
    broker: str
    kills: int
    stops: int
    restarts: int
    longest: float = 20.0
    options: tuple[str, ...] = ()
    pause: float = PAUSE


@dataclass(slots=True)
class Result:
    """How one game went: the seconds from each start after a kill to `resumed`, and to a move all had waited for."""

    seed: int
    weather: Weather
    plies: int = 0
    kills: int = 0
    stops: int = 0
    restarts: int = 0
    seconds: float = 0.0
    resumed: list[float] = field(default_factory=list)
    played: list[float] = field(default_factory=list)
    broken: str = ""

    def __str__(self) -> str:
        """Give its line."""
        done = f"{self.plies:4} plies, {self.kills} kills, {self.stops} stops, {self.restarts} broker restarts"
        return (
            f"{self.seed:4} {self.weather.game:13} {self.weather.broker:9} {done}, {self.seconds:.0f} s {self.broken}"
        )


@dataclass(frozen=True, slots=True)
class Killed:
    """One start after a kill: of whom, which life, when, and the last ply that anybody had told before."""

    program: Program
    life: int
    began: float
    ply: int


class Evening:
    """One game from its first seat to its end, in one weather."""

    def __init__(self, seed: int, weather: Weather, folder: Path) -> None:
        """Prepare; nothing runs yet."""
        self.rng = Random(seed)
        self.weather = weather
        self.result = Result(seed, weather)
        self.cast = Cast(folder)
        self.players: list[Program] = []
        self.broker: RunningBroker | None = None
        self.killed: list[Killed] = []
        self._pausing: set[asyncio.Task[None]] = set()

    async def spend(self) -> Result:
        """Play the game to its end and hold everybody to it; what is broken stands in the result."""
        began = time.monotonic()
        try:
            await self._gather()
            await self._storm()
            await self._finish()
        except (Stuck, AssertionError) as error:
            self.result.broken = f"BROKEN: {error!r}"
        finally:
            for task in self._pausing:
                task.cancel()
            await self.cast.close()
            if self.broker is not None:
                await self.broker.stop()
        self.result.seconds = time.monotonic() - began
        return self.result

    async def _gather(self) -> None:
        """Open a table, seat four bots, and let somebody look on whom nothing happens to."""
        self.broker = await start_broker(self.weather.broker, user=ROOM_USER, password=ROOM.broker_password)
        room = str(replace(ROOM, host=self.broker.host, port=self.broker.port))
        bot = ("--seed", str(self.result.seed), "--pause", str(self.weather.pause))
        options = [word for option in self.weather.options for word in ("--option", option)]
        host = await self.cast.start("p0", "open", room, "--game", self.weather.game, *options, "--sit", "random", *bot)
        self.players.append(host)
        await self.cast.until(lambda: bool(host.all("opened")))
        table = str(host.all("opened")[0].event["invitation"])
        await self.cast.start("watcher", "watch", table)
        for name in NAMES[1:]:
            self.players.append(await self.cast.start(name, "sit", table, "--bot", "random", *bot))
        await self.cast.until(lambda: all(program.all("started") for program in self.cast.programs))

    async def _storm(self) -> None:
        """Kill somebody every few plies; now and then stop somebody, or take the broker's memory."""
        weather, rng = self.weather, self.rng
        deeds = ["kill"] * weather.kills + ["stop"] * weather.stops + ["restart"] * weather.restarts
        rng.shuffle(deeds)
        for deed in deeds:
            wanted = self._ply() + rng.randint(0, 2)
            await self.cast.until(lambda wanted=wanted: self._ply() >= wanted or self._over())  # type: ignore[misc]
            if self._over():
                return
            if deed == "kill":
                await self._kill(rng.choice(self.players))
            elif deed == "stop":
                self._pausing.add(asyncio.create_task(self._stop(rng.choice(self.players))))
            else:
                await self._restart()

    async def _kill(self, program: Program) -> None:
        await program.kill()
        await program.start()
        self.result.kills += 1
        self.killed.append(Killed(program, program.life, program.began, self._ply()))
        await self.cast.until(lambda: bool(program.all("resumed", program.life)) or self._over())

    async def _stop(self, program: Program) -> None:
        program.pause()
        self.result.stops += 1
        await asyncio.sleep(self.rng.uniform(1, self.weather.longest))
        program.go_on()

    async def _restart(self) -> None:
        assert self.broker is not None
        kind, port = self.broker.kind.value, self.broker.port
        await self.broker.kill()
        self.broker = None
        while self.broker is None:
            with suppress(BrokerFault):  # a call of some other program has the port for a while
                self.broker = await start_broker(kind, port=port, user=ROOM_USER, password=ROOM.broker_password)
            await asyncio.sleep(0 if self.broker else BREATH)
        self.result.restarts += 1

    async def _finish(self) -> None:
        """Wait for everybody's end and compare all that was ever told."""
        await self.cast.until(lambda: all(program.all("over") for program in self.cast.programs))
        ends = [program.all("over")[-1].event for program in self.cast.programs]
        for name in ("digest", "talk_digest", "plies", "outcome"):
            assert len({str(end[name]) for end in ends}) == 1, (name, ends)
        assert ends[0]["outcome"], ends[0]
        self.result.plies = int(str(ends[0]["plies"]))
        watcher = next(program for program in self.cast.programs if program.name == "watcher")
        moves = {told.event["ply"]: told.event for told in watcher.all("move")}
        talk = [_spoken(told.event) for told in watcher.all("talk")]
        assert list(moves) == list(range(1, self.result.plies + 1)), "the watcher has not seen every line once"
        assert len(set(talk)) == len(talk), "a line of talk was told twice"
        seats = _seats(watcher)
        for program in self.players:
            for told in program.all("move"):
                assert _agree(told.event, moves[told.event["ply"]]), (program.name, told, moves[told.event["ply"]])
            assert {_spoken(told.event) for told in program.all("talk")} <= set(talk), program.name
            assert not program.all("void"), program.all("void")
        self.measure(seats, [move for move in moves.values() if move["seat"] != DEALER])

    def measure(self, seats: dict[object, object], decided: list[Event]) -> None:
        """Take the times from each start after a kill; how soon one plays on who was stopped then tells nothing."""
        for one in self.killed:
            self.result.resumed += [told.at - one.began for told in one.program.all("resumed", one.life)[:1]]
            if one.life in one.program.paused:
                continue
            next_one = next((move for move in decided if int(str(move["ply"])) > one.ply), None)
            if next_one is not None and next_one["seat"] == seats[one.program.name]:
                moves = one.program.all("move", one.life)
                self.result.played += [told.at - one.began for told in moves if told.event["ply"] == next_one["ply"]]

    def _ply(self) -> int:
        return max((int(str(told.event["ply"])) for one in self.cast.programs for told in one.all("move")), default=0)

    def _over(self) -> bool:
        return any(program.all("over") for program in self.cast.programs)


def _seats(program: Program) -> dict[object, object]:
    """Give the seat of each profile, as a program was told."""
    seats = program.all("started")[0].event["seats"]
    assert isinstance(seats, list)
    return {seat["nick"]: seat["seat"] for seat in seats}


def _agree(one: Event, other: Event) -> bool:
    """Tell whether two tell the same line: the same words but for faces that one of them does not know."""
    words = zip(str(one["text"]).split(), str(other["text"]).split(), strict=True)
    same = all(HIDDEN in pair or len(set(pair)) == 1 for pair in words)
    return same and all(one[name] == other[name] for name in ("ply", "seat", "state"))


def _spoken(event: Event) -> tuple[object, ...]:
    return event["pid"], event["seq"], event["seat"], event["text"]


def figures(name: str, taken: list[float], goal: float | None = None) -> str:
    """Give a line with median and worst of some seconds, beside a goal."""
    if not taken:
        return f"{name}: never"
    beside = "" if goal is None else f" (goal {goal:g} s: {'met' if max(taken) <= goal else 'missed'})"
    late = "" if goal is None else f", {sum(one > goal for one in taken)} later than the goal"
    return (
        f"{name}: {len(taken)} times, median {statistics.median(taken):.2f} s, worst {max(taken):.2f} s{beside}{late}"
    )


async def games(seeds: Sequence[int], weathers: Sequence[Weather], at_once: int, minutes: float) -> list[Result]:
    """Spend the evenings of seeds, the weathers taken in turn, several at once; none begins after so many minutes."""
    waiting, results, last = list(seeds), list[Result](), time.monotonic() + 60 * minutes

    async def walk(folder: Path) -> None:
        while waiting and time.monotonic() < last:
            seed = waiting.pop(0)
            (home := folder / str(seed)).mkdir()
            results.append(await Evening(seed, weathers[seed % len(weathers)], home).spend())
            print(results[-1], flush=True)

    with tempfile.TemporaryDirectory() as folder:
        await asyncio.gather(*(walk(Path(folder)) for _ in range(at_once)))
    return results


def main(words: Sequence[str]) -> int:
    """Play the games and print how they went; give 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="run.py storm kill", description=(__doc__ or "").splitlines()[0])
    for name, value in (("games", 1), ("kills", 50), ("stops", 2), ("restarts", 2), ("seed", 1), ("at-once", 2)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--game", action="append")
    parser.add_argument("--broker", choices=("amqtt", "mosquitto"), action="append")
    parser.add_argument("--longest", type=float, default=20.0, help="seconds that somebody is stopped at most")
    parser.add_argument("--minutes", type=float, default=60.0, help="after which no game begins")
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds before each decision")
    asked = parser.parse_args(words)
    brokers = asked.broker or ["amqtt", *(["mosquitto"] if broker_process.available() else [])]
    weathers = [
        Weather(game, broker, asked.kills, asked.stops, asked.restarts, asked.longest, pause=asked.pause)
        for game in asked.game or ["djambi"]
        for broker in brokers
    ]
    seeds = range(asked.seed, asked.seed + asked.games)
    results = asyncio.run(games(seeds, weathers, asked.at_once, asked.minutes))
    broken = [result for result in results if result.broken]
    print(figures("resumed after", [taken for result in results for taken in result.resumed]))
    print(figures("plays on after", [taken for result in results for taken in result.played], GOAL_SECONDS))
    print(f"{len(results)} games, {sum(result.kills for result in results)} kills, {len(broken)} broken promises")
    return 1 if broken else 0
