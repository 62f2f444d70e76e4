"""`parley` started as somebody would who has never played."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PARLEY = (sys.executable, "-P", "-m", "tui")


def run(environ: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run `parley` without a terminal, to its end."""
    return subprocess.run(
        [*PARLEY, *words],
        env=environ,
        cwd=environ["HOME"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def newcomer(tmp_path: Path) -> dict[str, str]:
    """Give the variables of somebody who has never played, speaks English and sits at a terminal."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "PARLEY_HOME": str(tmp_path / "parley"),
        "PARLEY_LANG": "en",
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
    }
