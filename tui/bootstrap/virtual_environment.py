"""The environment that `run.py` makes for itself: a folder keyed by lock and interpreter, complete once it has `ready`.

Standard library only. Nothing is ever activated and nothing outside the folder is written. A changed lock or another
interpreter uses another folder. One that was left half built is made again.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import subprocess
    from typing import IO

PATIENCE = 900
"""Seconds that a start waits for another one that is making the same environment."""

NO_HOME = "Parley found no folder for its environment: set PARLEY_ENV_HOME to one that can be written."
NO_FOLDER = (
    "Parley cannot write its environment in {folder} ({why}): set PARLEY_ENV_HOME to a folder that can be written."
)
NO_LOCK = "Parley's {lock} is missing: this is not a whole checkout."
BUSY = "Another start has been setting Parley up for {minutes} minutes: end it, then start again."
NO_VENV = (
    "This Python cannot make environments (no venv module, no pip, no uv): "
    "`sudo apt-get install python{version}-venv` or the like of your system, then start again."
)
OFFLINE = "Parley could not fetch its libraries, which needs the network once: go online or put the wheels in {wheels}."
NOT_INSTALLED = "Parley's libraries could not be installed ({why}); the whole story is in {log}."
NO_WHEEL = "The folder {wheels} lacks a library of {lock} ({why}): add it, or take the folder away to fetch it."
WAITING = "Another start is setting Parley up; waiting for it ...\n"
MAKING = "Setting Parley up, once, in {folder} ...\n"

SIGNS_OF_NO_NETWORK = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "Temporary failure in name resolution",
    "Network is unreachable",
    "dns error",
    "error sending request",
)


class NotMade(Exception):
    """The environment cannot be made; the message is the sentence to show."""


@dataclass(frozen=True, slots=True)
class Environment:
    """One environment: where it is, the lock it is made from and the wheels that may be at hand."""

    folder: Path
    lock: Path

    @classmethod
    def of(cls, lock: Path) -> Environment:
        """Give the environment of a lock for this interpreter, made or not; raise `NotMade` without lock or home."""
        try:
            content = lock.read_bytes()
        except OSError:
            raise NotMade(NO_LOCK.format(lock=lock.name)) from None
        python = f"{sys.implementation.cache_tag} {sys.version} {sys.platform} {os.uname().machine} {sys.base_prefix}"
        key = blake2b(content + python.encode(), digest_size=8).hexdigest()
        return cls(home() / f"{lock.stem.removeprefix('requirements').lstrip('-') or 'play'}-{key}", lock)

    @classmethod
    def playing(cls, root: Path) -> Environment:
        """Give the environment to play in. If only the developers' environment exists, that one serves too."""
        plain = cls.of(root / "requirements.lock")
        if plain.stands or not (root / "requirements-dev.lock").exists():
            return plain
        full = cls.developing(root)
        return full if full.stands else plain

    @classmethod
    def developing(cls, root: Path) -> Environment:
        """Give the environment to test in."""
        return cls.of(root / "requirements-dev.lock")

    @property
    def python(self) -> Path:
        """The environment's interpreter."""
        return self.folder / "bin" / "python"

    @property
    def stands(self) -> bool:
        """Whether the environment is complete and its interpreter still exists."""
        return (self.folder / "ready").exists() and os.access(self.python, os.X_OK)

    @property
    def wheels(self) -> Path:
        """The folder of wheels that makes a start without network possible."""
        return self.lock.parent / "wheels"

    @property
    def log(self) -> Path:
        """The file of the installer's output."""
        return self.folder.with_suffix(".log")

    def ready(self) -> Environment:
        """Make the environment unless it is complete; raise `NotMade`. Two starts at once make it once."""
        if self.stands:
            return self
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            with self.folder.with_suffix(".lock").open("a") as mutex:
                _hold(mutex)
                if not self.stands:
                    self._make()
        except OSError as fault:
            raise NotMade(NO_FOLDER.format(folder=self.folder.parent, why=fault.strerror or fault)) from fault
        return self

    def _make(self) -> None:
        sys.stderr.write(MAKING.format(folder=self.folder))
        shutil.rmtree(self.folder, ignore_errors=True)
        self.log.unlink(missing_ok=True)
        done = self._run(*self._installer(), "-r", str(self.lock))
        if done.returncode:
            self._explain(done.stdout)
        self.log.unlink(missing_ok=True)
        (self.folder / "ready").touch()

    def _installer(self) -> tuple[str, ...]:
        """Make the empty environment and give the command that fills it: with pip, with the outer pip, or with uv."""
        offline = ("--no-index", "--find-links", str(self.wheels)) if self.wheels.is_dir() else ()
        pip = ("install", "--require-hashes", "--no-input", "--retries", "2", "--disable-pip-version-check", "--quiet")
        here, there = sys.executable, str(self.python)
        if self._works(here, "-m", "venv", str(self.folder)):
            return (there, "-m", "pip", *pip, *offline)
        shutil.rmtree(self.folder, ignore_errors=True)
        bare = self._works(here, "-m", "venv", "--without-pip", str(self.folder))
        if bare and self._works(here, "-m", "pip", "--python", there, "--version"):
            return (here, "-m", "pip", "--python", there, *pip, *offline)
        uv = shutil.which("uv")
        if uv and (bare or self._works(uv, "venv", "--python", here, str(self.folder))):
            return (uv, "pip", "install", "--require-hashes", "--quiet", "--python", there, *offline)
        raise NotMade(NO_VENV.format(version="{}.{}".format(*sys.version_info)))

    def _works(self, *command: str) -> bool:
        return self._run(*command).returncode == 0

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        import subprocess

        environ = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
        environ["PIP_USER"] = "0"
        done = subprocess.run(  # noqa: S603 -- commands of this file alone
            command,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        with self.log.open("a", encoding="utf-8") as log:
            log.write(f"$ {' '.join(command)}\n{done.stdout}\n")
        return done

    def _explain(self, said: str) -> NoReturn:
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith(("ERROR: ", "error: "))]
        why = (errors or lines or ["the installer said nothing"])[-1].rstrip(".")
        if self.wheels.is_dir():
            raise NotMade(NO_WHEEL.format(wheels=self.wheels, lock=self.lock.name, why=why))
        if any(sign in said for sign in SIGNS_OF_NO_NETWORK):
            raise NotMade(OFFLINE.format(wheels=self.wheels))
        raise NotMade(NOT_INSTALLED.format(why=why, log=self.log))


def home() -> Path:
    """Give the folder of all environments: `PARLEY_ENV_HOME`, else the cache folder of the XDG rules."""
    chosen = os.environ.get("PARLEY_ENV_HOME")
    if chosen:
        return Path(chosen).absolute()
    cache = os.environ.get("XDG_CACHE_HOME", "")
    try:
        base = Path(cache) if cache.startswith("/") else Path.home() / ".cache"
    except RuntimeError:
        raise NotMade(NO_HOME) from None
    return base / "parley"


def _hold(mutex: IO[str]) -> None:
    """Wait, up to a limit, until no other process holds the lock file. It is released with the file or the process."""
    import fcntl
    import time

    end = time.monotonic() + PATIENCE
    told = False
    while True:
        try:
            fcntl.flock(mutex, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                raise NotMade(BUSY.format(minutes=PATIENCE // 60)) from None
            if not told:
                sys.stderr.write(WAITING)
            told = True
            time.sleep(0.2)
        else:
            return
