"""Every trace: what an evening leaves on a machine lies in the folders that `parley where` names, and nowhere else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
EVENING = """2
epaminondas size=8x8
save
evidence
resign
yes
quit
figures
settings theme parley-light
puzzle megiddo 2026-11-21
quit
9
"""


def run(folder: Path, *words: str, said: str = "") -> str:
    """Run a command of somebody whose home is a folder, in another folder, and give what it printed."""
    (work := folder / "work").mkdir(exist_ok=True)
    apart = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PARLEY_HOME"))}
    home = {"HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT), "PARLEY_LANG": "en"}
    (folder / "tmp").mkdir(exist_ok=True)
    command = [sys.executable, "-P", "-B", "-m", "tui", *words]
    done = subprocess.run(
        command, env=apart | home, cwd=work, input=said, capture_output=True, text=True, check=False, timeout=100
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_evening_leaves_nothing_outside_the_folders_that_are_named(tmp_path: Path) -> None:
    told = run(tmp_path, "play", "--text", "--log", "debug", said=EVENING)
    assert "SAVED" in told
    named = {name: Path(path) for name, path in json.loads(run(tmp_path, "where", "--json")).items()}
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    everything = named["home"]
    assert {named[name] for name in ("settings", "key", "journal")} <= set(left)
    assert {path.parent for path in left} >= {named["records"], named["logs"]}
    assert not [path for path in left if not path.is_relative_to(everything)]
