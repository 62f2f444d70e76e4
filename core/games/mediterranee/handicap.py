"""Handicaps: pieces a state begins without, and cards of the first talon that a seat holds from the beginning.

`without=r:E,k:F1` names states and their pieces, `extra=c:9` seats and values. No piece can be added: a state has one
name for each of its seven; and no card comes from outside, so that the cards stay those of one pack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.fault import BadOption, sentence
from core.games.mediterranee.chart import STATES
from core.games.mediterranee.faces import Faces
from core.games.mediterranee.piece import ARMY, NAMES
from core.handicap import entries, once

WITHOUT, EXTRA = "without", "extra"

NO_STATE = sentence("{name}: there is no state {state}; there are {allowed}.")
NO_PIECE = sentence("{name}: there is no piece {text}; write one of {allowed}.")
NONE_LEFT = sentence("{name}: {seat} keeps at least one piece.")
NO_SEAT = sentence("{name}: there is no seat {text}; there are {allowed}.")
NO_CARD = sentence("{name}: the first talon has no card {card} for {seat}; its cards are {allowed}.")


def unmanned(value: str) -> frozenset[int]:
    """Give the pieces that nobody places; raise `BadOption`."""
    found = entries(value)
    once(WITHOUT, found)
    for state, piece in found:
        if state not in tuple(STATES):
            raise BadOption(NO_STATE, name=WITHOUT, state=state, allowed=", ".join(STATES))
        if piece not in NAMES:
            raise BadOption(NO_PIECE, name=WITHOUT, text=piece, allowed=", ".join(NAMES))
    return frozenset(STATES.index(state) * ARMY + NAMES.index(piece) for state, piece in found)


def check_armies(names: Iterable[str], armies: Iterable[tuple[int, ...]]) -> None:
    """Refuse a seat without any piece: it would be out before it began; raise `BadOption`."""
    for seat, army in zip(names, armies, strict=True):
        if not army:
            raise BadOption(NONE_LEFT, name=WITHOUT, seat=seat)


def more(names: tuple[str, ...], talon: Faces, value: str) -> tuple[Faces, ...]:
    """Give the cards of the first talon that each seat holds from the beginning; raise `BadOption`."""
    known = {str(face): face for face in talon}
    left = Counter(talon)
    found: list[list[int]] = [[] for _ in names]
    for seat, card in entries(value):
        if seat not in names:
            raise BadOption(NO_SEAT, name=EXTRA, text=seat, allowed=", ".join(names))
        if not left[known.get(card, -1)]:
            allowed = " ".join(map(str, sorted(+left)))
            raise BadOption(NO_CARD, name=EXTRA, card=card, seat=seat, allowed=allowed)
        left[known[card]] -= 1
        found[names.index(seat)].append(known[card])
    return tuple(tuple(sorted(each)) for each in found)
