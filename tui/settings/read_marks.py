"""How far a person has read the talk of each table, in one small file of the profile on this machine."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tui.settings.settings import USUAL

TABLES = 200
"""The tables that are remembered: those read last."""

Marks = Mapping[str, int]
"""The number of the last line read of each author (pid)."""


def marks_path(root: Path, profile: str) -> Path:
    """Give the path of the file of a profile in the folder `root`."""
    return root / ("read.json" if profile == USUAL else f"read-{profile}.json")


class ReadMarks:
    """The file. One that cannot be read counts as empty, and one that cannot be written is left: marks get lost."""

    def __init__(self, path: Path) -> None:
        """Keep the marks at `path`."""
        self._path = path

    def of(self, tid: str) -> Marks | None:
        """Give how far the talk of a table was read; None if it never was."""
        return self._all().get(tid)

    def keep(self, tid: str, marks: Marks) -> None:
        """Remember how far the talk of a table was read."""
        tables = {one: known for one, known in self._all().items() if one != tid}
        tables[tid] = dict(marks)
        newest = dict(list(tables.items())[-TABLES:])
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.NamedTemporaryFile("w", dir=self._path.parent, encoding="utf-8", delete=False) as file:
                json.dump(newest, file)
            Path(file.name).replace(self._path)

    def _all(self) -> dict[str, dict[str, int]]:
        try:
            found = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        tables = found.items() if isinstance(found, dict) else ()
        return {
            tid: {pid: seq for pid, seq in marks.items() if isinstance(seq, int)}
            for tid, marks in tables
            if isinstance(marks, dict)
        }
