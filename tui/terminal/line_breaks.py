"""Where lines may break: at a blank, but not at a no-break space, as French writes one before `;`, `:`, `?`, `!`."""

from __future__ import annotations

import re

import rich._wrap

WORD = re.compile(r"[^\S\u00a0\u202f]*[\S\u00a0\u202f]+[^\S\u00a0\u202f]*")
"""A word with the blanks around it; no-break spaces belong to it."""


def keep_no_break_spaces() -> None:
    """Let Rich, and Textual with it, keep together what a no-break space joins; once for the whole program."""
    rich._wrap.re_word = WORD  # noqa: SLF001 - Rich breaks at every blank and offers no other way
