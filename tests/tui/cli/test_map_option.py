"""`--map FILE`: a map of one's own at the command line, for a table and for who comes to it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.games import data_text

WIDER = ("land = [", 'land = [\n  ["AQU", "NAI", "road"],')


def parley(*words: str) -> tuple[int, str, str]:
    """Run the program; give its status and both outputs."""
    done = subprocess.run(
        [sys.executable, "-m", "tui", *words], capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def wider(tmp_path: Path) -> Path:
    """Give a map with one road more."""
    file = tmp_path / "wider.toml"
    file.write_text(
        data_text("mediterranee", "board/map.toml").replace(*WIDER).replace("reconstruction-1", "Wider"), "utf-8"
    )
    return file


def test_a_table_and_its_record_name_the_map_and_need_it(wider: Path, tmp_path: Path) -> None:
    words = ("--option", "placement=standard", "--option", "draw_rounds=1", "--players", "2")
    status, out, err = parley("demo", "--game", "mediterranee", "--map", str(wider), *words)
    assert (status, err) == (0, "")
    assert '[Option.map "wider@' in out
    record = tmp_path / "wider.record"
    record.write_text(out, "utf-8")
    assert parley("check", str(record), "--map", str(wider))[0] == 0
    status, out, err = parley("check", str(record))
    assert status == 1
    assert "The map wider (" in out + err
    assert "is not known here" in out + err


def test_a_map_that_breaks_the_rules_is_refused_with_place_and_city(wider: Path) -> None:
    text = wider.read_text("utf-8")
    spoilt = text.replace("capital = true, port = true", "capital = true, port = false", 1)
    wider.write_text(spoilt, "utf-8")
    status, _, err = parley("demo", "--game", "mediterranee", "--map", str(wider))
    assert status == 2
    assert f"{wider}: " in err
    assert "The capital ROM is no port." in err
    assert json.dumps(err).count("\\n") == 1
    status, _, err = parley("demo", "--game", "mediterranee", "--map", str(wider.with_name("none.toml")))
    assert (status, err.count("\n")) == (2, 1)
