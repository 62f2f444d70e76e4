"""The log of a program on disk, in a few files that rotate, each line with time and level.

`--log LEVEL` before or after any command, or the variable `PARLEY_LOG`, turns it on, also for the programs that this
one starts.
"""

from __future__ import annotations

import fcntl
import logging
import os
import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from logging.handlers import RotatingFileHandler
from pathlib import Path

from core.fault import Fault, sentence
from net.transport import diagnostic_log
from tui import __version__
from tui.settings.settings import home

LEVELS = ("debug", "info", "warning", "error")
"""The levels: each message's kind, what happens, what may be wrong, what is wrong."""
VARIABLE = "PARLEY_LOG"
OPTION = "--log"
SIZE = 1_000_000
"""Bytes of one file."""
FILES = 4
"""Older files that are kept beside the newest one."""
MODE = 0o600

NO_LEVEL = sentence("--log takes debug, info, warning or error, not {given}.")
NOT_KEPT = sentence("The log cannot be kept in {folder}: {why}.")


class Line(logging.Formatter):
    """A line of the log."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        """Begin each line with the time, in UTC."""
        super().__init__("%(asctime)s %(levelname)-7s %(process)d %(message)s")


def folder() -> Path:
    """Give the folder of the files."""
    return home() / "logs"


def take(words: Sequence[str]) -> tuple[list[str], str]:
    """Take `--log LEVEL` out of the words of a command line, wherever it stands; the level is empty without.

    Raises `Fault` for a level that there is not.

    >>> take(["--log", "debug", "play", "--text"]), take(["play", "--log=info"])
    ((['play', '--text'], 'debug'), (['play'], 'info'))
    """
    rest, level = list(words), os.environ.get(VARIABLE, "")
    for at, word in enumerate(words):
        name, given, value = word.partition("=")
        if word == "--":
            break
        if name == OPTION:
            level = value if given else "".join(words[at + 1 : at + 2])
            del rest[at : at + 1 if given else at + 2]
            level = level or "?"
            break
    if level and level not in LEVELS:
        raise Fault(NO_LEVEL, given=ascii(level[:40]))
    return rest, level


@contextmanager
def keeping(level: str, command: str = "") -> Iterator[Path | None]:
    """Keep the log during a command, at this level; nothing if that is empty. Raises `Fault` if it cannot be kept."""
    if not level:
        yield None
        return
    where = folder()
    try:
        path, lock = _volume(where)
        handler = RotatingFileHandler(path, maxBytes=SIZE, backupCount=FILES, encoding="utf-8")
        path.chmod(MODE)
    except OSError as problem:
        raise Fault(NOT_KEPT, folder=where, why=problem.strerror or problem) from None
    handler.setFormatter(Line())
    before, quiet = os.environ.get(VARIABLE), diagnostic_log.DIAGNOSTICS.level
    os.environ[VARIABLE] = level
    diagnostic_log.DIAGNOSTICS.addHandler(handler)
    diagnostic_log.DIAGNOSTICS.setLevel(level.upper())
    diagnostic_log.DIAGNOSTICS.info(
        "parley %s %s, python %s, %s", __version__, command, platform.python_version(), platform.system()
    )
    try:
        yield path
    except Fault as fault:
        diagnostic_log.refused("the command", fault)
        raise
    except Exception as error:
        diagnostic_log.failed("the command", error)
        raise
    finally:
        diagnostic_log.DIAGNOSTICS.info("the end")
        diagnostic_log.DIAGNOSTICS.removeHandler(handler)
        diagnostic_log.DIAGNOSTICS.setLevel(quiet)
        handler.close()
        os.close(lock)
        os.environ.pop(VARIABLE) if before is None else os.environ.update({VARIABLE: before})


def _volume(where: Path) -> tuple[Path, int]:
    """Find a file that no other program writes to, and hold it; raise `OSError`."""
    where.mkdir(parents=True, exist_ok=True, mode=0o700)
    for number in count(1):
        name = "parley" if number == 1 else f"parley-{number}"
        lock = os.open(where / f"{name}.lock", os.O_RDWR | os.O_CREAT, MODE)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            continue
        return where / f"{name}.log", lock
    raise AssertionError
