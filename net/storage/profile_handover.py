"""The handover of a profile from its keeper, at which nobody sits, to a program that a person has started.

PROFILE/keep.lock  locked by the one keeper of a profile, also while another program has the profile
PROFILE/keep.pipe  open for reading while the keeper has the profile: who writes to it asks for the profile
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from core.fault import Fault, sentence

PIPE, LOCK = "keep.pipe", "keep.lock"
_MODE = 0o600
HANDOVER_SECONDS = 15.0
"""How long a keeper may take to leave its tables: a broker that does not answer is waited for."""
_LOOK_SECONDS = 0.02

UNUSABLE = sentence("The folder {path} cannot be used: {why}.")
KEPT = sentence("`parley keep` or `parley club follow` runs for the profile {name} already.")


class AlreadyKept(Fault):
    """Another keeper of the profile runs."""


class PostUnusable(Fault):
    """The keeper's files cannot be made in the profile's folder, which may be on a disk that has no pipes."""


class KeeperPost:
    """The post of the keeper of a profile; a context manager that gives it up at the end."""

    def __init__(self, folder: Path, name: str) -> None:
        """Take the post of the profile `name` in its folder, which exists; raise `AlreadyKept` or `PostUnusable`."""
        self._pipe = folder / PIPE
        self._ear: int | None = None
        try:
            self._lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, _MODE)
        except OSError as error:
            raise _unusable(folder, error) from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise AlreadyKept(KEPT, name=name) from None

    def listen(self) -> int:
        """Let others ask for the profile; give the descriptor that can be read once somebody does.

        Raises `PostUnusable`.
        """
        self.deafen()
        try:
            if not _is_pipe(self._pipe):
                self._pipe.unlink(missing_ok=True)
                os.mkfifo(self._pipe, _MODE)
            self._ear = os.open(self._pipe, os.O_RDONLY | os.O_NONBLOCK)
        except OSError as error:
            raise _unusable(self._pipe.parent, error) from error
        return self._ear

    def deafen(self) -> None:
        """Let nobody ask any more; may be called twice."""
        if self._ear is not None:
            os.close(self._ear)
            self._ear = None

    def __enter__(self) -> Self:
        """Keep the post."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Give it up."""
        self.deafen()
        os.close(self._lock)


def ask_keeper(folder: Path) -> bool:
    """Ask the keeper of a profile for it; False if none has it. Raise `OSError`."""
    if not _is_pipe(folder / PIPE):
        return False
    try:
        mouth = os.open(folder / PIPE, os.O_WRONLY | os.O_NONBLOCK)
    except OSError as error:
        if error.errno in {errno.ENXIO, errno.ENOENT}:  # nobody reads: the keeper is gone, or has passed it on
            return False
        raise
    try:
        os.write(mouth, b".")
    except BrokenPipeError:
        return False
    finally:
        os.close(mouth)
    return True


def wait_for_lock(descriptor: int, seconds: float = HANDOVER_SECONDS) -> bool:
    """Wait until an open file can be locked and lock it; tell whether that came in time."""
    end = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(_LOOK_SECONDS)
        else:
            return True


def _unusable(folder: Path, error: OSError) -> PostUnusable:
    return PostUnusable(UNUSABLE, path=folder, why=(error.strerror or type(error).__name__).lower())


def _is_pipe(path: Path) -> bool:
    try:
        return stat.S_ISFIFO(path.stat().st_mode)
    except FileNotFoundError:
        return False
