"""The clock of one program, which can be set while it runs: libfaketime, where this machine has it."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

PLACES = ("/usr/lib/*/faketime", "/usr/lib/faketime", "/usr/local/lib/faketime", "/usr/lib64/faketime")
"""Where systems put the library."""
NAMES = ("libfaketimeMT.so.1", "libfaketime.so.1")
"""The library, the one for programs with threads first."""
NONE_HERE = "libfaketime is not installed here: no clock jumps."


@cache
def library() -> Path | None:
    """Find libfaketime; None where it is not, or where programs cannot be made to load it."""
    if sys.platform != "linux":
        return None
    folders = [folder for place in PLACES for folder in sorted(Path("/").glob(place.lstrip("/")))]
    return next((folder / name for name in NAMES for folder in folders if (folder / name).exists()), None)


class JumpingClock:
    """What time of day it is for one program; how long it waits is never changed."""

    def __init__(self, path: Path) -> None:
        """Keep the difference to this machine's clock in the file at `path`."""
        self.offset = 0
        self._path = path
        self.jump(0)

    @property
    def environment(self) -> dict[str, str]:
        """What a program is to be started with; nothing where there is no library."""
        found = library()
        if found is None:
            return {}
        return {
            "LD_PRELOAD": str(found),
            "FAKETIME_TIMESTAMP_FILE": str(self._path),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def jump(self, seconds: int) -> None:
        """Set the clock forward or back by so many seconds, from now on and for starts to come."""
        self.offset += seconds
        fresh = self._path.with_suffix(".new")
        fresh.write_text(f"{self.offset:+d}\n", encoding="ascii")
        fresh.replace(self._path)  # a program that reads it meanwhile finds the old one or the new one, whole
