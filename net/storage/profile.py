"""One profile: a folder with a key, a nick and a journal, used by one program at a time.

ROOT/profiles/NAME/  identity.key (0600)  profile.toml  journal.db  lock  keep.lock  keep.pipe
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import platformdirs

from core.fault import Fault, sentence
from net.identity import base32
from net.identity.identity import SEED_SIZE, Identity
from net.storage.profile_handover import ask_keeper, wait_for_lock
from net.wire.sanitizer import clean_name

JOURNAL = "journal.db"
"""The name of a profile's journal in its folder."""
DEFAULT_NAME = "default"
_NAME = re.compile("[A-Za-z0-9_-]{1,32}")
_KEY_HEAD = "parley-key/1 "
_KEY_MODE = 0o600
_FOLDER_MODE = 0o700
_CHECK_SIZE = 2

BAD_NAME = sentence("{name} is not a profile name: it has 1 to 32 of A-Z, a-z, 0-9, - and _.")
IN_USE = sentence("The profile {name} is in use: end that program first, or be somebody else with --profile OTHER.")
NOBODY = sentence("There is no profile {text} on this machine; there are {allowed}.")
UNUSABLE = sentence("The folder {path} cannot be used: {why}.")
BAD_KEY = sentence("The key file {path} is damaged: put a copy back, or move it away to begin as somebody new.")
KEY_THERE = sentence(
    "The profile {name} has a key already ({path}), which is not written over: import into another one, "
    "with --profile OTHER."
)
BAD_SETTINGS = sentence("The file {path} cannot be read: {why}.")


class BadProfileName(Fault):
    """A name that no profile can have."""


class ProfileInUse(Fault):
    """Another program has the profile open."""


class KeyThere(Fault):
    """A profile already has a key, which is not overwritten."""


class ProfileUnusable(Fault):
    """The profile's folder or one of its files cannot be read or written."""


def root(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of all profiles: `PARLEY_HOME`, or where the system keeps a user's data."""
    own = environ.get("PARLEY_HOME", "")
    return Path(own).expanduser() if own else platformdirs.user_data_path("parley", appauthor=False)


class Profile:
    """An open profile; a context manager that releases it at the end."""

    def __init__(self, name: str, folder: Path, identity: Identity, lock: int) -> None:
        """Hold what `open` found; `lock` is the descriptor of the locked file.

        `examined` tells whether the tables that a killed program had open were looked at (`net.peer.table_registry`).
        """
        self.name = name
        self.folder = folder
        self.identity = identity
        self.examined = False
        self._lock: int | None = lock

    @classmethod
    def open(cls, where: Path, name: str = DEFAULT_NAME, *, ask: bool = True) -> Profile:
        """Open or create the profile `name` under a root; raise `BadProfileName`, `ProfileInUse`, `ProfileUnusable`.

        A keeper that has it open (`net.storage.profile_handover`) is asked for it if `ask`, and waited for.
        """
        folder = cls._named(where, name)
        try:
            folder.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            lock = _take_lock(folder / "lock", name, ask=ask)
        except OSError as error:
            raise ProfileUnusable(UNUSABLE, path=folder, why=_reason(error)) from error
        try:
            return cls(name, folder, _identity(folder / "identity.key"), lock)
        except OSError as error:
            os.close(lock)
            raise ProfileUnusable(UNUSABLE, path=folder, why=_reason(error)) from error
        except BaseException:
            os.close(lock)
            raise

    @classmethod
    def adopt(cls, where: Path, name: str, identity: Identity) -> None:
        """Give an identity to the profile `name`, which has no key; raise `KeyThere` or what `open` raises."""
        path = cls.key_of(where, name)
        if path.exists():
            raise KeyThere(KEY_THERE, name=name, path=path)
        try:
            path.parent.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            lock = _take_lock(path.parent / "lock", name)
            try:
                _write_seed(path, identity.seed)
            finally:
                os.close(lock)
        except OSError as error:
            raise ProfileUnusable(UNUSABLE, path=path.parent, why=_reason(error)) from error

    @classmethod
    def key_of(cls, where: Path, name: str) -> Path:
        """Return where the key of a profile is or would be; raise `BadProfileName`."""
        return cls._named(where, name) / "identity.key"

    @classmethod
    def expect(cls, where: Path, name: str) -> None:
        """Raise `BadProfileName` if there is no profile `name` but others: most likely a slip of the finger."""
        known = sorted(key.parent.name for key in where.glob("profiles/*/identity.key"))
        if known and not cls.key_of(where, name).exists():
            raise BadProfileName(NOBODY, text=name, allowed=", ".join(known))

    @classmethod
    def identity_of(cls, where: Path, name: str) -> Identity | None:
        """Read whose profile that is, also while another program has it; None if it has no key yet.

        Raises `BadProfileName` or `ProfileUnusable`.
        """
        path = cls.key_of(where, name)
        try:
            return _identity(path) if path.exists() else None
        except OSError as error:
            raise ProfileUnusable(UNUSABLE, path=path.parent, why=_reason(error)) from error

    @staticmethod
    def _named(where: Path, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise BadProfileName(BAD_NAME, name=ascii(name[:40]))
        return where / "profiles" / name

    @property
    def journal_path(self) -> Path:
        """Where the profile's journal is."""
        return self.folder / JOURNAL

    @property
    def nick(self) -> str:
        """The name shown to others, or empty when none was chosen; raise `ProfileUnusable`."""
        return _nick_in(self.folder)

    @classmethod
    def nick_of(cls, where: Path, name: str) -> str:
        """Read that name, also while another program has the profile; raise `BadProfileName`, `ProfileUnusable`."""
        return _nick_in(cls._named(where, name))

    def set_nick(self, nick: str) -> None:
        """Keep a nick, cleaned and cut; the file is replaced as a whole; raise `ProfileUnusable`."""
        self._keep("nick", clean_name(nick))

    def close(self) -> None:
        """Release the profile; may be called twice."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        """Use the profile."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Release the profile."""
        self.close()

    def _keep(self, key: str, value: str) -> None:
        settings = {name: kept for name, kept in _settings_in(self.folder).items() if isinstance(kept, str)} | {
            key: value
        }
        lines = [f"{_toml(name)} = {_toml(kept)}\n" for name, kept in sorted(settings.items())]
        try:
            write_whole(self.folder / "profile.toml", "".join(lines).encode(), 0o644)
        except OSError as error:
            raise ProfileUnusable(UNUSABLE, path=self.folder, why=_reason(error)) from error


def _nick_in(folder: Path) -> str:
    found = _settings_in(folder).get("nick", "")
    return clean_name(found) if isinstance(found, str) else ""


def _settings_in(folder: Path) -> dict[str, object]:
    path = folder / "profile.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        why = _reason(error) if isinstance(error, OSError) else str(error).splitlines()[0]
        raise ProfileUnusable(BAD_SETTINGS, path=path, why=why) from error


def _toml(text: str) -> str:
    """Return a TOML string: the same as in JSON, except for the one control character that JSON leaves as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def make_folder(where: Path, name: str) -> Path:
    """Make the folder of a profile, if there is none, and return it; raise `BadProfileName` or `ProfileUnusable`."""
    folder = Profile.key_of(where, name).parent
    try:
        folder.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
    except OSError as error:
        raise ProfileUnusable(UNUSABLE, path=folder, why=_reason(error)) from error
    return folder


def write_whole(path: Path, data: bytes, mode: int) -> None:
    """Write a file as a whole or not at all; it is on the disk when this returns. Raise `OSError`."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut; raise `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _take_lock(path: Path, name: str, *, ask: bool = False) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, _KEY_MODE)
    try:
        taken = wait_for_lock(descriptor, 0) or (ask and ask_keeper(path.parent) and wait_for_lock(descriptor))
    except BaseException:
        os.close(descriptor)
        raise
    if not taken:
        os.close(descriptor)
        raise ProfileInUse(IN_USE, name=name)
    return descriptor


def _identity(path: Path) -> Identity:
    """Read the key, or make one if there is none."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        seed = Identity.new(os.urandom(SEED_SIZE)).seed
        _write_seed(path, seed)
        return Identity(seed)
    path.chmod(_KEY_MODE)
    return Identity(_read_seed(text, path))


def _write_seed(path: Path, seed: bytes) -> None:
    write_whole(path, f"{_KEY_HEAD}{base32.encode(seed + _check(seed))}\n".encode(), _KEY_MODE)


def _read_seed(text: bytes, path: Path) -> bytes:
    try:
        head, digits = text.decode("ascii").strip().split(" ")
        data = base32.decode(digits, SEED_SIZE + _CHECK_SIZE)
    except ValueError as error:
        raise ProfileUnusable(BAD_KEY, path=path) from error
    seed, check = data[:SEED_SIZE], data[SEED_SIZE:]
    if f"{head} " != _KEY_HEAD or check != _check(seed):
        raise ProfileUnusable(BAD_KEY, path=path)
    return seed


def _check(seed: bytes) -> bytes:
    return Identity(seed).public[:_CHECK_SIZE]


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
