"""Reading a notation from left to right, with errors that name the column."""

from __future__ import annotations

import re
from typing import NoReturn

from core.fault import BadNotation, sentence

END = sentence("Character {column}: nothing was expected after {before}.")
TOO_LONG = sentence("The text is too long from character {column} on.")

SHOWN = 12
"""The most characters of a bad text that a sentence repeats."""


def bounded(text: str, longest: int) -> None:
    """Raise `BadNotation` for a text of more than `longest` characters."""
    if len(text) > longest:
        raise BadNotation(TOO_LONG, column=longest + 1)


def beginning(text: str) -> str:
    """Give the beginning of a bad text without characters that could harm a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text[:SHOWN])


class Cursor:
    """A place in a text; everything before it has been read.

    >>> cursor = Cursor("c3-c5")
    >>> cursor.take(re.compile("[a-z][0-9]")), cursor.accept("x", "-"), cursor.column
    ('c3', '-', 4)
    """

    __slots__ = ("at", "text")

    def __init__(self, text: str, at: int = 0) -> None:
        """Start before the character at index `at`."""
        self.text = text
        self.at = at

    @property
    def column(self) -> int:
        """The column of the next character, from 1."""
        return self.at + 1

    @property
    def done(self) -> bool:
        """Whether everything has been read."""
        return self.at >= len(self.text)

    def accept(self, *words: str) -> str:
        """Read the first of `words` that stands here; read nothing and give "" if none does."""
        for word in words:
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return word
        return ""

    def take(self, pattern: re.Pattern[str]) -> str:
        """Read what `pattern` matches here; read nothing and give "" if it does not match."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group()

    def fail(self, template: str, **fields: object) -> NoReturn:
        """Raise `BadNotation` with the column of the next character in the field `column`."""
        raise BadNotation(template, column=self.column, **fields)

    def finish(self) -> None:
        """Raise `BadNotation` unless everything has been read."""
        if not self.done:
            self.fail(END, before=self.text[: self.at].strip())
