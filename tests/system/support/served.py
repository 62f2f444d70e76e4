"""Parley served to browsers, for as long as a test lasts."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.system.support.command import PARLEY, newcomer
from tui.settings import settings


@contextmanager
def served(tmp_path: Path, *words: str) -> Iterator[str]:
    """Serve the screens of somebody who has played before; give the address."""
    environ = newcomer(tmp_path)
    home = tmp_path / "parley"
    settings.save(home / "settings.toml", settings.Settings(nick="Ann"))
    with subprocess.Popen(
        [*PARLEY, "web", "--port", "0", *words],
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        try:
            assert told.startswith("Parley is at http://"), told
            yield told.split()[3]
        finally:
            process.terminate()
            _, said = process.communicate(timeout=30)
        assert (process.returncode, said) == (0, "")
