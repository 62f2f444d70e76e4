"""Handicaps: stones that lie there when a game begins, points that a match begins with (`extra=1:C3,1:+6`).

What is named is a colour, by its number: the seat that plays it first, and his partner's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.fault import BadOption, sentence
from core.games.megiddo.board import INDEX, megiddos
from core.handicap import entries, once

NAME = "extra"

POINTS = re.compile(r"\+[1-9][0-9]{0,2}", re.ASCII)

NO_COLOUR = sentence("{name}: there is no colour {colour} here; there are {allowed}.")
NOTHING = sentence("{name}: {text} is neither a point, as C3, nor points of the match, as +6.")
TAKEN = sentence("{name}: there are two stones on {point}.")
A_LINE = sentence("{name}: the stones of colour {colour} fill the line {line} already.")
TWO_SUMS = sentence("{name}: give colour {colour} its points once.")
NO_MATCH = sentence("{name}: a single game has no points to begin with (target=1).")
TOO_MANY = sentence("{name}: who begins with {points} points has won already: the target is {target}.")


def placed(colours: int, value: str) -> tuple[int, ...]:
    """Give the stones of each colour when a game begins, as sets of points; raise `BadOption`."""
    stones = [0] * colours
    taken = 0
    for colour, text in _named(colours, value):
        if text in INDEX:
            if taken >> INDEX[text] & 1:
                raise BadOption(TAKEN, name=NAME, point=text)
            taken |= 1 << INDEX[text]
            stones[colour] |= 1 << INDEX[text]
    for colour, mine in enumerate(stones):
        for line in megiddos(mine):
            raise BadOption(A_LINE, name=NAME, colour=colour, line=line)
    return tuple(stones)


def ahead(colours: int, target: int, value: str) -> tuple[int, ...]:
    """Give the points of each colour when a match begins; raise `BadOption`."""
    points = [0] * colours
    for colour, text in _named(colours, value):
        if text in INDEX:
            continue
        if target == 1:
            raise BadOption(NO_MATCH, name=NAME)
        if points[colour]:
            raise BadOption(TWO_SUMS, name=NAME, colour=colour)
        points[colour] = int(text)
        if points[colour] >= target:
            raise BadOption(TOO_MANY, name=NAME, points=points[colour], target=target)
    return tuple(points)


def _named(colours: int, value: str) -> Iterator[tuple[int, str]]:
    """Give colour and text of each entry: a point of the board or a number of points."""
    found = entries(value)
    once(NAME, found)
    known = tuple(map(str, range(colours)))
    for colour, text in found:
        if colour not in known:
            raise BadOption(NO_COLOUR, name=NAME, colour=colour, allowed=", ".join(known))
        if text not in INDEX and not POINTS.fullmatch(text):
            raise BadOption(NOTHING, name=NAME, text=text)
        yield int(colour), text
