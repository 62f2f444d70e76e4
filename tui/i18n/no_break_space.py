"""The no-break space: it joins what French writes with a space, so it is not a blank like others."""

from __future__ import annotations

import re

_BLANKS = re.compile(r"[^\S\u00a0\u202f]+")


def one_line(text: str) -> str:
    r"""Give a text on one line, with one blank where there were several; no-break spaces stay as they are.

    >>> one_line(" «\u00a0Marche  forcée\u00a0»\n (73\u00a0%) ")
    '«\xa0Marche forcée\xa0» (73\xa0%)'
    """
    return _BLANKS.sub(" ", text).strip(" ")
