"""A disk of its own for one profile, which can be filled up: a tmpfs where one may be mounted."""

from __future__ import annotations

import errno
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

SIZE = "16m"
"""More than the journal of a game takes."""
BLOCK = bytes(4096)
FILLER = "filler"


class SmallDisk:
    """The disk below a folder; where none may be mounted, `mounted` is False and it never is full."""

    def __init__(self, folder: Path) -> None:
        """Mount it at an empty folder, if this machine allows that."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        mount = shutil.which("mount")
        command = [mount or "", "-t", "tmpfs", "-o", f"size={SIZE},mode=0700", "tmpfs", str(folder)]
        done = subprocess.run(command, capture_output=True, check=False) if mount else None
        self.mounted = done is not None and not done.returncode
        self.full = False

    def fill(self) -> None:
        """Write until nothing more can be written."""
        self.full = True
        try:
            with (self.folder / FILLER).open("ab", buffering=0) as out:
                while True:
                    out.write(BLOCK)
        except OSError as fault:
            if fault.errno != errno.ENOSPC:
                raise

    def free(self) -> None:
        """Make room again."""
        with suppress(FileNotFoundError):
            (self.folder / FILLER).unlink()
        self.full = False

    def close(self) -> None:
        """Take it away, with all that is on it."""
        if self.mounted:
            subprocess.run(["umount", "-l", str(self.folder)], capture_output=True, check=False)
            self.mounted = False
