"""What processes cost, as Linux tells it: processor seconds and resident memory."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

PROC = Path("/proc")
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
GROUP, USER, SYSTEM, RESIDENT = 2, 11, 12, 21
"""Places of a process's group, its two processor times (ticks) and its memory (pages), after its name."""


@dataclass(frozen=True, slots=True)
class Burden:
    """Processor seconds since the start, and bytes that are resident now."""

    cpu: float = 0.0
    rss: int = 0

    @classmethod
    def of(cls, *pids: int) -> Self:
        """Look at processes; what has ended counts for nothing."""
        return cls._sum(words for pid in pids if (words := _stat(PROC / str(pid))))

    @classmethod
    def of_groups(cls, *groups: int) -> Self:
        """Look at all processes of some groups, as a broker with its keeper is one."""
        wanted = set(map(str, groups))
        found = (_stat(folder) for folder in PROC.iterdir() if folder.name.isdigit())
        return cls._sum(words for words in found if words and words[GROUP] in wanted)

    @classmethod
    def _sum(cls, stats: Iterable[list[str]]) -> Self:
        cpu, rss = 0, 0
        for words in stats:
            cpu += int(words[USER]) + int(words[SYSTEM])
            rss += int(words[RESIDENT])
        return cls(cpu / TICK, rss * PAGE)


def _stat(folder: Path) -> list[str]:
    """Give the words of a process's line that follow its name, which may hold anything; none where it has ended."""
    try:
        return (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []
