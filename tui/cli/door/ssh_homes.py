"""What the door keeps: its own key, the secret that seat keys come from, and a home for each visitor's SSH key.

HOME/door/  host.key (0600)  seats.secret (0600)  visitors/NAME/ ...
"""

from __future__ import annotations

import secrets
from hashlib import blake2b, sha256
from pathlib import Path
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.identity.identity import SEED_SIZE, Identity
from net.storage.profile import DEFAULT_NAME, Profile, write_whole
from net.wire.door_mark import DoorMark
from tui.cli.door.visitors import Visitors

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncssh

UNUSABLE = sentence("The door cannot keep {path}: {why}.")
BAD_HOST_KEY = sentence("{path} holds no SSH key: put a copy back, or move it away for a new one.")
BAD_SECRET = sentence("{path} is damaged: put a copy back, or move it away and all visitors begin as somebody new.")

FOLDER = "door"
"""The folder of all that the door keeps."""
HOST_KEY, SECRET = "host.key", "seats.secret"
SECRET_SIZE = 32
NAME_LENGTH = 32
STRANGER = "stranger-"
"""How the names of the homes begin whose visitors brought no key."""
DOOR_LABEL = b"the door itself"
"""What the door's own key is made from in the place of a visitor's: no SSH key looks like it."""
PERSON = b"parley ssh seat"
"""What sets these seeds apart from all others; at most 16 bytes."""


def name_of(key: bytes) -> str:
    """Give the name of the home of a public SSH key; whoever brings none has a new one each time.

    >>> name_of(b"a"), name_of(b"") == name_of(b"")
    ('ca978112ca1bbdcafac231b39a23dc4d', False)
    """
    return sha256(key).hexdigest()[:NAME_LENGTH] if key else f"{STRANGER}{secrets.token_hex(NAME_LENGTH // 4)}"


class SshHomes:
    """The folder of the door."""

    def __init__(self, home: Path, people: int) -> None:
        """Keep all in a folder of `home`; at most `people` are here at a time."""
        self.folder = home / FOLDER
        self.visitors = Visitors(self.folder, people)

    def host_key(self) -> asyncssh.SSHKey:
        """Read the key by which clients know this door, made at the first time; raise `Fault`."""
        import asyncssh

        path = self.folder / HOST_KEY
        data = self._kept(path, lambda: asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        try:
            return asyncssh.import_private_key(data)
        except (asyncssh.KeyImportError, ValueError):
            raise Fault(BAD_HOST_KEY, path=path) from None

    def secret(self) -> bytes:
        """Read the secret that seat keys come from, made at the first time; raise `Fault`."""
        path = self.folder / SECRET
        data = self._kept(path, lambda: secrets.token_bytes(SECRET_SIZE))
        if len(data) != SECRET_SIZE:
            raise Fault(BAD_SECRET, path=path)
        return data

    def seat_identity(self, key: bytes) -> Identity:
        """Give the identity with which the holder of a public SSH key sits: the same as long as the secret is kept."""
        return Identity(blake2b(key, key=self.secret(), person=PERSON, digest_size=SEED_SIZE).digest())

    def home_of(self, name: str, key: bytes) -> Path:
        """Give the home of a visitor who comes now, with the identity of their key in it; raise `Fault`."""
        try:
            home = self.visitors.home_of(name)
        except OSError as problem:
            raise Fault(UNUSABLE, path=self.folder, why=problem.strerror or problem) from None
        assert home is not None
        if not Profile.key_of(home, DEFAULT_NAME).exists():
            Profile.adopt(home, DEFAULT_NAME, self.seat_identity(key or secrets.token_bytes(SECRET_SIZE)))
        return home

    def mark_of(self, home: Path, name: str) -> str:
        """Sign for the visitor whose home that is, as the door of `name`: the mark that others see; raise `Fault`."""
        door = Identity(blake2b(DOOR_LABEL, key=self.secret(), person=PERSON, digest_size=SEED_SIZE).digest())
        visitor = Profile.identity_of(home, DEFAULT_NAME)
        assert visitor is not None
        return str(DoorMark.made(door, name, visitor.public))

    def _kept(self, path: Path, made: Callable[[], bytes]) -> bytes:
        try:
            if not path.exists():
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                write_whole(path, made(), 0o600)
            return path.read_bytes()
        except OSError as problem:
            raise Fault(UNUSABLE, path=path, why=problem.strerror or problem) from None
