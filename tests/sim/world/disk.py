"""A disk that may lie: it keeps a journal as it was at the moment of a crash, or loses its end, or all of it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random

from net.storage.journal import Journal, JournalDamaged

FILES = ("", "-wal")
"""What a journal is made of: the database, and the log of what was written last."""


class Disk:
    """The disk of one program; `torn` tells that it has lost something at some time."""

    def __init__(self, folder: Path, rng: Random) -> None:
        """Begin an empty disk in a new folder."""
        folder.mkdir()
        self.folder, self.torn = folder, False
        self._rng, self._count = rng, 0

    def journal(self) -> Journal:
        """Open the journal; begin another where this one is damaged."""
        try:
            return Journal(self._file())
        except JournalDamaged:
            self.wipe()
            return Journal(self._file())

    def freeze(self) -> None:
        """Keep what stands there at this moment: nothing that is written later was ever there."""
        before = [self._file(tail) for tail in FILES]
        self._count += 1
        self._copy(before)

    def tear(self) -> None:
        """Lose the end of what was written last, as a disk does that lies about having written it."""
        log = self._file("-wal")
        if log.exists() and (size := log.stat().st_size):
            self.torn = True
            os.truncate(log, self._rng.randrange(size))

    def wipe(self) -> None:
        """Lose everything."""
        self.torn = True
        self._count += 1

    def clone(self, other: Disk) -> None:
        """Hold what another holds now."""
        self._copy([other._file(tail) for tail in FILES])

    def _file(self, tail: str = "") -> Path:
        return self.folder / f"{self._count}.db{tail}"

    def _copy(self, sources: list[Path]) -> None:
        for source, tail in zip(sources, FILES, strict=True):
            if source.exists():
                shutil.copyfile(source, self._file(tail))
