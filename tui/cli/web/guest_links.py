"""The links of a room's guests: each has a token, of which only a hash is kept, and leads one guest to one home.

HOME/door/guests.list (0600): a line a guest, its number and the SHA-256 of its token; HOME/door/guests.url: where they
come to.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.storage.profile import write_whole
from tui.cli.door.ssh_homes import FOLDER, UNUSABLE, name_of

if TYPE_CHECKING:
    from pathlib import Path

DAMAGED = sentence("{path} is damaged: put a copy back, or move it away and all guests need new links.")

LIST, URL = "guests.list", "guests.url"
QUERY = "guest"
"""What a link calls its token."""
TOKEN_BYTES = 16
HASH_SIZE = 64
"""Signs of a hash."""
LABEL = b"parley web guest\0"
"""What a guest has in the place of an SSH key begins with it; no SSH key does."""
HEAD = (
    "# A line a guest: a number, and the SHA-256 of the token in the link. Without its line, a link lets nobody in.\n"
)


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a link: their number, and the hash of their token in hexadecimal."""

    number: int
    hash: str

    @property
    def key(self) -> bytes:
        """What stands for the guest where the door knows others by their SSH keys."""
        return LABEL + bytes.fromhex(self.hash)

    @property
    def name(self) -> str:
        """The name of their home."""
        return name_of(self.key)


class GuestLinks:
    """The links that were given out."""

    def __init__(self, home: Path) -> None:
        """Keep them in the door's folder of `home`."""
        self._folder = home / FOLDER

    def guests(self) -> list[Guest]:
        """Read who has a link; raise `Fault`."""
        path = self._folder / LIST
        try:
            lines = path.read_text("ascii").splitlines() if path.exists() else []
            split = [line.split() for line in lines if line.strip() and not line.startswith("#")]
            guests = [Guest(int(number), digest) for number, digest in split]
            if any(len(guest.key) != len(LABEL) + HASH_SIZE // 2 for guest in guests):
                raise Fault(DAMAGED, path=path)
        except OSError as problem:
            raise Fault(UNUSABLE, path=path, why=problem.strerror or problem) from None
        except ValueError:
            raise Fault(DAMAGED, path=path) from None
        return guests

    def guest_of(self, token: str) -> Guest | None:
        """Find the guest of a token, in a time that does not tell how near it was; raise `Fault`."""
        given = sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
        found = [guest for guest in self.guests() if secrets.compare_digest(guest.hash, given)]
        return found[0] if found else None

    def add(self, count: int) -> list[tuple[int, str]]:
        """Make links for so many more guests; give the number and the token of each, which is kept nowhere."""
        guests = self.guests()
        first = 1 + max((guest.number for guest in guests), default=0)
        made = [(number, secrets.token_urlsafe(TOKEN_BYTES)) for number in range(first, first + count)]
        guests += [Guest(number, sha256(token.encode()).hexdigest()) for number, token in made]
        self._write(LIST, HEAD + "".join(f"{guest.number} {guest.hash}\n" for guest in guests))
        return made

    def url(self) -> str:
        """Give the address at which the guests' server was last; empty if it never was."""
        path = self._folder / URL
        try:
            return path.read_text("ascii").strip() if path.exists() else ""
        except (OSError, ValueError):
            return ""

    def keep_url(self, url: str) -> None:
        """Keep the address at which the guests' server is; raise `Fault`."""
        self._write(URL, f"{url}\n")

    def _write(self, name: str, text: str) -> None:
        path = self._folder / name
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, text.encode(), 0o600)
        except OSError as problem:
            raise Fault(UNUSABLE, path=path, why=problem.strerror or problem) from None


def link(url: str, token: str) -> str:
    """Give the link of a guest.

    >>> link("http://127.0.0.1:8000", "abc")
    'http://127.0.0.1:8000/?guest=abc'
    """
    return f"{url}/?{QUERY}={token}"
