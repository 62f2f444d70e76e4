"""What an unfinished choice lacks, in words: beside it in the status, and where its last spot is pointed at again."""

from __future__ import annotations

from core.fault import IllegalAction, sentence

LACKS = {
    "!": (
        sentence("now the victim: {cell}; {key[board.back]} takes it back"),
        sentence("now the victim, one of {n}; {key[board.back]} takes it back"),
    ),
    ">": (
        sentence("now the cell for what stood there: {cell}; {key[board.back]} takes it back"),
        sentence("now the cell for what stood there, one of {n}; {key[board.back]} takes it back"),
    ),
    "/": (
        sentence("now where the piece goes on to: {cell}; {key[board.back]} takes it back"),
        sentence("now where the piece goes on to, one of {n} cells; {key[board.back]} takes it back"),
    ),
    "": (
        sentence("now the next cell: {cell}; {key[board.back]} takes it back"),
        sentence("now the next cell, one of {n}; {key[board.back]} takes it back"),
    ),
}
"""What an unfinished choice lacks, by the sign before it in the text: if there is one cell for it, and if several."""
FOLLOWS = {"!": (sentence("a victim may follow: {cell}"), sentence("a victim may follow, one of {n}"))}
"""The same of an action that may be played as it is, or go on."""
LACKING = tuple(template for pair in LACKS.values() for template in pair)

AWAITED = {
    "!": (sentence("Now the victim: {spot}."), sentence("Now the victim, one of {n}.")),
    ">": (
        sentence("Now the cell for what stood there: {spot}."),
        sentence("Now the cell for what stood there, one of {n}."),
    ),
    "/": (
        sentence("Now where the piece goes on to: {spot}."),
        sentence("Now where the piece goes on to, one of {n} cells."),
    ),
    "": (sentence("Now the next cell: {spot}."), sentence("Now the next cell, one of {n}.")),
}
"""The same as a reason why the last spot is not pointed at again."""
NEXT = sentence("Now the next cell.")
"""The reason where any cell may follow."""


def awaited(sign: str, targets: tuple[str, ...]) -> IllegalAction:
    """Give what is to be pointed at now, instead of the last spot of a choice, which stays."""
    if not targets:
        return IllegalAction(NEXT)
    one, several = AWAITED.get(sign, AWAITED[""])
    return IllegalAction(several, n=len(targets)) if len(targets) > 1 else IllegalAction(one, spot=targets[0])
