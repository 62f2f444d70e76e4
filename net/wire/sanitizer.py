"""Make text from others safe for a terminal: no escape sequences, controls, invisible or reordering characters.

The ranges are written out, so that every version of Python cleans alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

TALK_LIMIT = 500
"""Characters of one line of talk."""
NAME_LIMIT = 24
"""Characters of a nick, a bot's name or a title's short form."""

_ESCAPES = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]?"  # control sequences
    "|(?:\x1b[\\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)?"  # strings with an end mark
    "|\x1b[ -/]*[0-~]?"
)
_BREAKS = re.compile("[\t\n\x0b\x0c\r\x1c-\x1f\x85\u2028\u2029]")
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"
)
_BLANKS = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]+")
_MARK = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_LEADING = re.compile(f"^[ {_MARK}]+")
_PILED = re.compile(f"([{_MARK}]{{3}})[{_MARK}]+")
_SPREAD = 8


def clean(text: str, limit: int = TALK_LIMIT) -> str:
    r"""Return `text` as at most `limit` characters that are safe to show on one line; the result may be empty.

    Whole escape sequences are removed. Line breaks and runs of blanks become single blanks. Controls, bidirectional
    and zero-width characters, private use and surrogates are removed. At most three combining marks stay on a
    letter. The rest is in NFC.

    >>> clean("red\x1b[31m  or \u202eblue\n")
    'red or blue'
    """
    if text.isascii() and text.isprintable() and "  " not in text:  # nearly always: there is nothing to clean
        return text.lstrip(" ")[:limit].rstrip(" ")
    seen = _ESCAPES.sub("", text[: limit * _SPREAD])
    seen = _UNSEEN.sub("", _BREAKS.sub(" ", seen))
    seen = unicodedata.normalize("NFC", seen)
    seen = _LEADING.sub("", _BLANKS.sub(" ", seen))
    return _PILED.sub(r"\1", seen)[:limit].rstrip(" ")


def clean_name(text: str) -> str:
    """Clean a nick or another short name to `NAME_LIMIT` characters."""
    return clean(text, NAME_LIMIT)


def clean_fields(fields: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a fault as clean text, fit to keep in a view beside its template."""
    return tuple((name, clean(str(value))) for name, value in fields.items())
