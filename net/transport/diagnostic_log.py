"""The diagnostic log: what the runners of the net report, for finding faults; silent unless it is kept.

It holds kinds, counts, sizes and reasons, but no key, no invitation, no card and no text that a person wrote. So a
fault is reported by its template without its fields, and an error by its type. A face decides who keeps it, and where.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from core.fault import Fault
from net.identity import base32

SILENT = logging.CRITICAL + 10
"""The level at which nothing is logged."""
STRANGE = "?"
"""Stands for a topic of no known place."""
_SHOWN = 4
_FIELD = re.compile(r"\{(\w+)[^}]*\}")
_PLACE = re.compile("1/(?:([lt])/[^/]+/([a-z])(?:/.*)?|(i)/[^/]+)")

DIAGNOSTICS = logging.getLogger("parley")
DIAGNOSTICS.addHandler(logging.NullHandler())
DIAGNOSTICS.propagate = False
DIAGNOSTICS.setLevel(SILENT)


def is_kept() -> bool:
    """Tell whether anything is logged at all."""
    return DIAGNOSTICS.isEnabledFor(logging.ERROR)


def reason(error: BaseException) -> str:
    """Describe an error by its type and, for a fault, its sentence with the names of its fields instead of them.

    >>> reason(Fault("There is no piece on {cell}.", cell="a1")), reason(ValueError("secret"))
    ('Fault: There is no piece on CELL.', 'ValueError')
    """
    name = type(error).__name__
    return f"{name}: {_FIELD.sub(lambda field: field[1].upper(), error.template)}" if isinstance(error, Fault) else name


def mark(tid: bytes) -> str:
    """Return enough of a table's id to tell tables apart; a table is never named in full.

    >>> mark(bytes(16))
    '0000'
    """
    return base32.encode(tid)[:_SHOWN]


def happened(what: str, **numbers: int) -> None:
    """Log that something has happened, with numbers."""
    DIAGNOSTICS.info("%s", " ".join([what, *(f"{name}={number}" for name, number in numbers.items())]))


def refused(what: str, error: BaseException) -> None:
    """Log that something was refused here, and why."""
    DIAGNOSTICS.info("%s refused: %s", what, reason(error))


def failed(what: str, error: BaseException) -> None:
    """Log an error, with the places in the code that led to it."""
    if is_kept():
        DIAGNOSTICS.error("%s failed: %s", what, "\n".join(_places(error)))


def _places(error: BaseException | None) -> Iterator[str]:
    """Return an error and its causes, each with its places in the code, the innermost last."""
    while error is not None:
        yield reason(error)
        for frame in traceback.extract_tb(error.__traceback__):
            yield f"  {frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
        error = error.__cause__ or error.__context__


def flawed(before: Mapping[str, int], after: Mapping[str, int]) -> None:
    """Log which flaws of others' messages are new, by name."""
    for name, count in after.items():
        if count > before.get(name, 0):
            DIAGNOSTICS.info("not taken: %s, %d in all", name, count)


def place(topic: str) -> str:
    """Return the kind of place that a topic names, by its letters.

    >>> place("1/l/club/p/ANN"), place("1/t/TID/e/ANN/00001"), place("1/i/ANN"), place("anything")
    ('l/p', 't/e', 'i', '?')
    """
    found = _PLACE.fullmatch(topic)
    return "/".join(filter(None, found.groups())) if found else STRANGE


def carried(way: str, bare: Iterable[str]) -> None:
    """Log messages that came in or went out, by the place of their topics."""
    if DIAGNOSTICS.isEnabledFor(logging.DEBUG):
        found = Counter(map(place, bare))
        DIAGNOSTICS.debug("%s %s", way, " ".join(f"{place}={count}" for place, count in sorted(found.items())))
