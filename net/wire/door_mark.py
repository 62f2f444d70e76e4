"""The mark of a door: who runs the program of a visitor, and so could act in their name, says so over its signature.

A host who lets people play on their own machine keeps these people's keys. The door's key signs the visitor's; the
visitor's program shows that in the room (as a feature of its presence) and at each table (as the tail of a talk
without text). Programs that do not know it show nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from net.identity import base32
from net.identity.identity import PUBLIC_SIZE, Identity, verify
from net.wire.sanitizer import clean_name

VERB = "door"
"""What begins both forms of a mark."""
LABEL = b"parley/door/1\0"
"""What sets these signatures apart from all others."""
SIG_SIZE = 64
PARTS = 5
"""A mark in words: the verb, the name, the key, and the signature in two halves, as a word has at most 64 signs."""


@dataclass(frozen=True, slots=True)
class DoorMark:
    """The statement of a door: its `name`, its `public` key (32 bytes) and its signature (64 bytes)."""

    name: str
    public: bytes
    sig: bytes

    @classmethod
    def made(cls, door: Identity, name: str, visitor: bytes) -> Self:
        """Make the statement over a visitor's public key."""
        shown = clean_name(name)
        return cls(shown, door.public, door.sign(_stated(shown, visitor)))

    @classmethod
    def read(cls, words: tuple[str, ...] | list[str], visitor: bytes) -> Self | None:
        """Read a mark of a visitor in words; None for what is no mark, or not signed for them."""
        if len(words) != PARTS or words[0] != VERB or not words[1] or clean_name(words[1]) != words[1]:
            return None
        try:
            public = base32.decode(words[2], PUBLIC_SIZE)
            halves = [base32.decode(half, SIG_SIZE // 2) for half in words[3:]]
        except ValueError:
            return None
        mark = cls(words[1], public, b"".join(halves))
        return mark if verify(public, _stated(mark.name, visitor), mark.sig) else None

    @classmethod
    def among(cls, features: tuple[str, ...], visitor: bytes) -> Self | None:
        """Find the mark among the features of a visitor's presence."""
        found = (cls.parse(one, visitor) for one in features if one.startswith(f"{VERB}:"))
        return next(found, None)

    @classmethod
    def parse(cls, text: str, visitor: bytes) -> Self | None:
        """Read a mark of a visitor in one line; None for what is no mark, or not signed for them."""
        verb, *rest = text.split(":", PARTS - 1)
        return cls.read((verb, *rest[-1:], *rest[:-1]), visitor)

    @property
    def words(self) -> tuple[str, ...]:
        """The mark in words."""
        first, second = self.sig[: SIG_SIZE // 2], self.sig[SIG_SIZE // 2 :]
        return VERB, self.name, *map(base32.encode, (self.public, first, second))

    def __str__(self) -> str:
        """Write the mark in one line, its name last."""
        verb, name, *digits = self.words
        return ":".join((verb, *digits, name))


def _stated(name: str, visitor: bytes) -> bytes:
    return LABEL + visitor + name.encode()
