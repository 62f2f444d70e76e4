"""The smallest parts of a record's text: quoted strings, words, tags; every fault names line and column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from core.fault import BadRecord, sentence

OPEN_STRING = sentence("{line}:{column}: This string is not closed.")
BAD_ESCAPE = sentence("{line}:{column}: This is no escape: {text}.")
TOO_LONG = sentence("{line}:{column}: This line is too long: {limit} characters are allowed.")
BAD_CHARACTER = sentence("{line}:{column}: A record cannot hold this character: {text}.")
NO_WORD = sentence("{line}:{column}: A word or a quoted string was expected here.")
TAG_FORM = sentence('{line}:{column}: A header line has the form [Key "value"].')

KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_BARE = re.compile(r"[A-Za-z0-9_.:+-]+")
_SPACES = re.compile(r"[ \t]*")
_PLAIN = re.compile(r'[^"\\]+')
_CODE = re.compile(r"\\u\{([0-9A-Fa-f]{1,6})\}")
_SHORT = {"\\": "\\", '"': '"', "n": "\n", "r": "\r", "t": "\t"}
_HIDDEN = re.compile(
    '[\\\\"\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ud800-\\udfff\\ufeff]'
)
"""The characters that are escaped: quotes, controls, line separators, and those that hide or turn the text around them.
"""
LINE_LIMIT = 1 << 20
"""The most characters in a line."""

_LAST_CHARACTER = 0x10FFFF
_SURROGATE = re.compile("[\\ud800-\\udfff]")


@dataclass(frozen=True, slots=True)
class Word:
    """One word or string of a line, and the column where it begins, from 1."""

    text: str
    column: int


def fail(template: str, line: int, column: int, **fields: object) -> NoReturn:
    """Raise `BadRecord` for a place in the text."""
    raise BadRecord(template, line=line, column=column, **fields)


def quote(text: str) -> str:
    r"""Quote a string so that it fits on one line and reads back the same.

    >>> print(quote('He said "no"\n'))
    "He said \"no\"\n"
    """
    return '"' + _HIDDEN.sub(_escape, text) + '"'


def word(text: str) -> str:
    """Write a string as a bare word if it is one, else quoted."""
    return text if _BARE.fullmatch(text) else quote(text)


def _escape(found: re.Match[str]) -> str:
    character = found.group()
    for short, meant in _SHORT.items():
        if meant == character:
            return f"\\{short}"
    return f"\\u{{{ord(character):x}}}"


def check_characters(text: str, line: int) -> None:
    """Raise `BadRecord` at a character that a file cannot hold, or where a line becomes too long."""
    if len(text) > LINE_LIMIT:
        fail(TOO_LONG, line, LINE_LIMIT + 1, limit=LINE_LIMIT)
    found = _SURROGATE.search(text)
    if found:
        fail(BAD_CHARACTER, line, found.start() + 1, text=f"U+{ord(found.group()):04X}")


def read_string(text: str, at: int, line: int) -> tuple[str, int]:
    """Read the quoted string that opens at index `at`; give it and the index after it."""
    parts: list[str] = []
    here = at + 1
    while here < len(text) and text[here] != '"':
        plain = _PLAIN.match(text, here)
        if plain:
            parts.append(plain.group())
            here = plain.end()
        else:
            part, here = _unescape(text, here, line)
            parts.append(part)
    if here >= len(text):
        fail(OPEN_STRING, line, at + 1)
    return "".join(parts), here + 1


def _unescape(text: str, at: int, line: int) -> tuple[str, int]:
    short = _SHORT.get(text[at + 1 : at + 2])
    if short is not None:
        return short, at + 2
    found = _CODE.match(text, at)
    code = int(found.group(1), 16) if found else -1
    if found is None or code > _LAST_CHARACTER or _SURROGATE.match(chr(code)):
        fail(BAD_ESCAPE, line, at + 1, text=text[at : at + 10])
    return chr(code), found.end()


def read_words(text: str, at: int, end: int, line: int) -> list[Word]:
    """Read the words and strings between two indices of a line."""
    words: list[Word] = []
    text = text[:end]
    here = skip(text, at)
    while here < end:
        bare = _BARE.match(text, here, end)
        if bare:
            words.append(Word(bare.group(), here + 1))
            here = bare.end()
        elif text[here] == '"':
            string, after = read_string(text, here, line)
            words.append(Word(string, here + 1))
            here = after
        else:
            fail(NO_WORD, line, here + 1)
        here = skip(text, here)
    return words


def skip(text: str, at: int) -> int:
    """Give the index of the first character from `at` on that is not a space."""
    found = _SPACES.match(text, at)
    return found.end() if found else at


def read_tag(text: str, start: int, line: int) -> tuple[Word, Word]:
    """Read a header line `[Key "value"]` whose bracket opens at index `start`."""
    key = KEY.match(text, skip(text, start + 1))
    if key is None:
        fail(TAG_FORM, line, start + 2)
    at = skip(text, key.end())
    if text[at : at + 1] != '"':
        fail(TAG_FORM, line, at + 1)
    value, after = read_string(text, at, line)
    if text[after:].strip() != "]":
        fail(TAG_FORM, line, after + 1)
    return Word(key.group(), key.start() + 1), Word(value, at + 1)
