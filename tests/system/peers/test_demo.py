"""A whole game between peers, over every broker: all of them end with the same digests, of moves and of talk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.match.record import check, read
from tests.length import long_only

ROOT = Path(__file__).resolve().parent.parent.parent.parent
KEYS = ["game", "players", "broker", "plies", "talk", "outcome", "digests", "talk_digests", "seconds"]
SHORT = ("--option", "quiet=12")


def demo(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a demonstration to its end."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "tui", "demo", *words],
        env=os.environ | {"HOME": str(folder), "PYTHONPATH": str(ROOT), "PARLEY_LANG": "en"},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )


def summary(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    """Read the one JSON object of a demonstration that went well."""
    assert done.returncode == 0, done.stderr + done.stdout
    (line,) = done.stdout.splitlines()
    found: dict[str, object] = json.loads(line)
    assert list(found) == KEYS
    return found


def agreed(found: dict[str, object], players: int) -> None:
    """Hold every peer to the same digests, none empty."""
    for name in ("digests", "talk_digests"):
        digests = found[name]
        assert isinstance(digests, list)
        assert len(digests) == players
        assert len(set(digests)) == 1
        assert len(digests[0]) == 32
    assert found["players"] == players
    assert isinstance(found["plies"], int)
    assert found["plies"] >= 12


def has_mosquitto() -> bool:
    """Tell whether this machine has one, also outside a user's search path."""
    return shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin") is not None


@pytest.mark.parametrize(
    "broker",
    [
        "memory",
        "amqtt",
        pytest.param("mosquitto", marks=(long_only, pytest.mark.skipif(not has_mosquitto(), reason="no mosquitto"))),
    ],
)
def test_four_peers_end_with_equal_digests(tmp_path: Path, broker: str) -> None:
    found = summary(demo(tmp_path, "--players", "4", "--broker", broker, "--json", *SHORT))
    agreed(found, 4)
    assert found["broker"] == broker
    assert found["talk"] != 0


@pytest.mark.parametrize("players", [pytest.param(3, marks=long_only), 5])
def test_other_numbers_of_players(tmp_path: Path, players: int) -> None:
    agreed(summary(demo(tmp_path, "--players", str(players), "--json", *SHORT)), players)


@long_only
def test_phalanxes_march_over_a_real_broker(tmp_path: Path) -> None:
    options = ("--game", "epaminondas", "--option", "size=8x8", "--broker", "amqtt", "--json")
    found = summary(demo(tmp_path, *options))
    assert found["game"] == "epaminondas"
    agreed(found, 2)


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    first, second = (summary(demo(tmp_path, "--seed", "7", "--json", *SHORT)) for _ in range(2))
    other = summary(demo(tmp_path, "--seed", "8", "--json", *SHORT))
    assert first["digests"] == second["digests"]
    assert first["digests"] != other["digests"]


def test_the_record_it_prints_checks_itself(tmp_path: Path) -> None:
    done = demo(tmp_path, *SHORT)
    assert done.returncode == 0, done.stderr
    record = read(done.stdout)
    match = check(record)
    lines = done.stdout.splitlines()[-5:]
    assert all(match.digest() in line and record.talk_digest in line for line in lines[:4])
    assert lines[4].startswith("{comment ")
    assert record.talk


@pytest.mark.parametrize(
    ("players", "variant"),
    [
        pytest.param(2, "basic", marks=long_only),
        (3, "master"),
        pytest.param(4, "cleopatra", marks=long_only),
        (6, "cleopatra-grandmaster"),
    ],
)
def test_megiddo_in_memory(tmp_path: Path, players: int, variant: str) -> None:
    """Teams too, where talk is closed while the game runs."""
    words = ("--option", f"variant={variant}", "--option", "target=1")
    done = demo(tmp_path, "--game", "megiddo", "--players", str(players), *words, "--json")
    agreed(summary(done), players)
