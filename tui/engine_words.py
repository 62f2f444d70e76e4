"""The words of one engine command: seats, numbers, options, sizes; a fault says what was expected."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.fault import Fault, sentence
from core.game import DEALER, Seat

TOO_MUCH = sentence("{command} does not take {word}.")
NO_SEAT = sentence("There is no seat {word}; there are {allowed}.")
NO_NUMBER = sentence("{name} should be a whole number from {lowest} to {highest}.")
NO_PAIR = sentence("{word} should have the form key=value.")
TWICE = sentence("{name} is given twice.")
NO_OPTION = sentence("{command} has no option {name}; it has {allowed}.")
NO_FILE = sentence("load takes the path of a record.")
NO_SIZE = sentence("show takes a size like 80x24 and the word ascii, not {word}.")

_SIZE = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")
_NUMBER = re.compile(r"[0-9]{1,19}")
_SHOWN = 40


class BadWord(Fault):
    """An argument that does not fit its command."""


class Words:
    """What stands after a command's name, read from left to right."""

    def __init__(self, command: str, text: str, seats: Sequence[str]) -> None:
        """Keep the text and the names of the match's seats."""
        self._command = command
        self._text = text
        self._seats = seats

    def word(self) -> str:
        """Take the next word, "" at the end."""
        parts = self._text.split(maxsplit=1)
        self._text = parts[1] if len(parts) > 1 else ""
        return parts[0] if parts else ""

    def rest(self) -> str:
        """Take everything that is left."""
        text, self._text = self._text, ""
        return text

    def finish(self) -> None:
        """Raise `BadWord` if anything is left."""
        if self._text:
            raise BadWord(TOO_MUCH, command=self._command, word=self._text[:_SHOWN])

    def seat_first(self) -> Seat | None:
        """Take the next word if it is `@SEAT`."""
        return self.seat(self.word()[1:]) if self._text.startswith("@") else None

    def seat(self, word: str) -> Seat:
        """Read a seat's number or name, or `dealer`."""
        if word == "dealer":
            return DEALER
        if word in self._seats:
            return Seat(self._seats.index(word))
        if _NUMBER.fullmatch(word) and int(word) < len(self._seats):
            return Seat(int(word))
        allowed = ", ".join(f"{number} ({name})" for number, name in enumerate(self._seats))
        raise BadWord(NO_SEAT, word=word[:_SHOWN], allowed=allowed)

    def number(self, word: str, name: str, lowest: int, highest: int) -> int:
        """Read a whole number within bounds."""
        if not _NUMBER.fullmatch(word) or not lowest <= int(word) <= highest:
            raise BadWord(NO_NUMBER, name=name, lowest=lowest, highest=highest)
        return int(word)

    def options(self, allowed: Sequence[str] = ()) -> dict[str, str]:
        """Take the rest as `key=value` words; only those `allowed`, if any are named."""
        given: dict[str, str] = {}
        while word := self.word():
            name, equals, value = word.partition("=")
            if not equals or not name:
                raise BadWord(NO_PAIR, word=word[:_SHOWN])
            if name in given:
                raise BadWord(TWICE, name=name)
            if allowed and name not in allowed:
                raise BadWord(NO_OPTION, command=self._command, name=name[:_SHOWN], allowed=", ".join(allowed))
            given[name] = value
        return given

    def size(self) -> tuple[int, int, bool]:
        """Take `WIDTHxHEIGHT` and `ascii`, both optional: width (80), height (0: as it comes), ascii only."""
        width, height, plain = 80, 0, False
        while word := self.word():
            found = _SIZE.fullmatch(word)
            if found:
                width, height = int(found.group(1)), int(found.group(2))
            elif word == "ascii":
                plain = True
            else:
                raise BadWord(NO_SIZE, word=word[:_SHOWN])
        return width, height, plain
