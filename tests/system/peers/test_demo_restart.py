"""Peers in processes of their own, killed without warning and started again; brokers killed and started again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.length import long_only

ROOT = Path(__file__).resolve().parent.parent.parent.parent
PARLEY = (sys.executable, "-P", "-m", "tui")
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
NO_MOSQUITTO = pytest.mark.skipif(MOSQUITTO is None, reason="no mosquitto")
PAUSE = "0.05"

Event = dict[str, object]


class Program:
    """One `parley` process that prints events; every line that it prints is kept."""

    def __init__(self, folder: Path, *words: str, stdin: int = subprocess.DEVNULL) -> None:
        """Start it, as somebody whose home is `folder`; with a pipe for `stdin` it can be told lines."""
        environ = os.environ | {"HOME": str(folder), "PARLEY_HOME": str(folder), "PYTHONPATH": str(ROOT)}
        self.words = words
        self.folder = folder
        self.events: list[Event] = []
        self.process = subprocess.Popen(
            [*PARLEY, *words],
            env=environ,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def tell(self, line: str) -> None:
        """Say a line to it."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def read(self) -> Iterator[Event]:
        """Give the events to come; the test's own deadline is the only one."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            event: Event = json.loads(line)
            assert next(iter(event)) == "event"
            self.events.append(event)
            yield event

    def until(self, name: str, **fields: object) -> Event:
        """Read up to the event of that name and those fields."""
        for event in self.read():
            assert event["event"] != "error", event
            if event["event"] == name and fields.items() <= event.items():
                return event
        raise AssertionError(f"{self.words}: ended without {name} {fields}: {self.events[-3:]}")

    def kill(self) -> None:
        """End it without warning, and read what it had printed."""
        self.process.kill()
        self.process.wait()
        for _ in self.read():
            pass

    def again(self) -> Program:
        """Start it again as it was started."""
        return Program(self.folder, *self.words)

    def close(self) -> None:
        """End it, and hold it to a clean end unless it was killed or has told an error."""
        self.process.terminate()
        for stream in filter(None, (self.process.stdin, self.process.stdout)):
            stream.close()
        told = any(event["event"] == "error" for event in self.events)
        assert self.process.wait(20) in ({2} if told else {0, -9, 141}), self.words


@pytest.fixture
def evening() -> Iterator[ExitStack]:
    """End every program of an evening when the test ends."""
    with ExitStack() as stack:
        yield stack


def start(evening: ExitStack, folder: Path, *words: str, stdin: int = subprocess.DEVNULL) -> Program:
    """Start a program that ends with the evening."""
    program = Program(folder, *words, stdin=stdin)
    evening.callback(program.close)
    return program


def gather(evening: ExitStack, folder: Path, host: Program) -> list[Program]:
    """Open a table for four and seat four bots, each a process of its own."""
    url = str(host.until("hosting")["url"])
    slow = ("--pause", PAUSE)
    first = start(evening, folder, "open", url, "--option", "quiet=12", "--sit", "random", "--profile", "p0", *slow)
    invitation = str(first.until("opened")["invitation"])
    seated = ("sit", invitation, "--bot", "random", *slow, "--profile")
    programs = [first, *(start(evening, folder, *seated, f"p{number}") for number in (1, 2, 3))]
    for program in programs:
        program.until("started")
    return programs


def finish(programs: list[Program]) -> None:
    """Read everybody to the end and hold all to the same digests."""
    ends = [program.until("over") for program in programs]
    for name in ("digest", "talk_digest", "plies"):
        assert len({str(end[name]) for end in ends}) == 1, ends
    assert all(end["outcome"] for end in ends)


def test_who_is_killed_goes_on_and_who_comes_late_sees_everything(tmp_path: Path, evening: ExitStack) -> None:
    """The host of the table opens no second one, another peer is where it was, and somebody looks on late."""
    host = start(evening, tmp_path, "host", "--broker", "amqtt", "--json")
    programs = gather(evening, tmp_path, host)
    opened = programs[0].events[0]
    programs[0].until("move", ply=3)
    programs[0].kill()
    programs[0] = start(evening, tmp_path, *programs[0].words)
    assert programs[0].until("opened") == opened
    assert int(str(programs[0].until("resumed")["ply"])) >= 3
    programs[2].until("move", ply=5)
    programs[2].kill()
    last = plies(programs[2])[-1]
    late = start(evening, tmp_path, "watch", str(opened["invitation"]), "--profile", "late")
    late.until("started")
    programs[2] = start(evening, tmp_path, *programs[2].words)
    resumed = int(str(programs[2].until("resumed")["ply"]))
    assert resumed >= last
    finish([*programs, late])
    told, seen = plies(programs[2]), plies(late)
    assert told == list(range(resumed + 1, resumed + 1 + len(told)))
    assert seen == list(range(1, len(seen) + 1))
    assert not [event for event in late.events if event["event"] == "resumed"]


def plies(program: Program) -> list[int]:
    """Give the plies that a program told, in its order."""
    return [int(str(event["ply"])) for event in program.events if event["event"] == "move"]


@long_only
@pytest.mark.parametrize("broker", ["amqtt", pytest.param("mosquitto", marks=NO_MOSQUITTO)])
def test_a_broker_that_forgets_everything_stops_nobody(tmp_path: Path, evening: ExitStack, broker: str) -> None:
    with start(evening, tmp_path, "host", "--broker", broker, "--json", "--port", "0").process as probe:
        assert probe.stdout is not None
        port = json.loads(probe.stdout.readline())["url"].split(":")[2].partition("/")[0]
        probe.terminate()
    host = start(evening, tmp_path, "host", "--broker", broker, "--json", "--port", port)
    programs = gather(evening, tmp_path, host)
    programs[1].until("move", ply=4)
    url = host.events[0]["url"]
    host.kill()
    host = start(evening, tmp_path, *host.words)
    assert host.until("hosting")["url"] == url
    finish(programs)


def test_a_taken_seat_is_refused_in_a_sentence(tmp_path: Path, evening: ExitStack) -> None:
    host = start(evening, tmp_path, "host", "--broker", "amqtt", "--json")
    table = start(evening, tmp_path, "open", str(host.until("hosting")["url"]), "--sit", "random", "--profile", "p0")
    invitation = str(table.until("opened")["invitation"])
    table.until("joined", seat=0)
    done = subprocess.run(
        [*PARLEY, "sit", invitation, "--seat", "0", "--bot", "random", "--profile", "p1"],
        env=os.environ | {"PARLEY_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PARLEY_LANG": "en"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert json.loads(done.stdout.splitlines()[-1])["event"] == "error"
    assert done.stderr.strip().endswith("taken.")


def test_a_profile_in_use_is_refused_in_a_sentence(tmp_path: Path, evening: ExitStack) -> None:
    host = start(evening, tmp_path, "host", "--broker", "amqtt", "--json")
    url = str(host.until("hosting")["url"])
    table = start(evening, tmp_path, "open", url, "--profile", "same")
    table.until("opened")
    second = start(evening, tmp_path, "open", url, "--profile", "same")
    (error,) = list(second.read())
    assert error["event"] == "error"
    assert "--profile" in str(error["error"])
    assert second.process.wait(20) == 2
