"""What was said at a table, and its digest: it shows whether talk was lost, changed or reordered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.digest import chain, digest
from core.game import Seat

START = digest(("parley-talk/1",))
"""The start of the chain of talk: the digest of a table where nothing was said."""


class EtiquetteAct(StrEnum):
    """What may be said while the rules close talk: an act of one word, without text, at most once each ply."""

    HELLO = "hello"
    GOOD_LUCK = "good-luck"
    THANKS = "thanks"
    WELL_PLAYED = "well-played"
    SORRY = "sorry"
    ONE_MOMENT = "one-moment"
    BACK = "back"
    GOOD_GAME = "good-game"


@dataclass(frozen=True, slots=True)
class Utterance:
    """One public line of talk.

    `seat` is the author's seat, None for a spectator. `author` is their pid. `seq` is the number of the line in their
    own chain of events. `ply` is how many lines of the log they had seen. `act` is the typed part
    (`("propose", "truce", "blue")`).
    """

    seat: Seat | None
    author: str
    seq: int
    ply: int
    text: str
    act: tuple[str, ...] | None = None


def talk_digest(lines: Iterable[Utterance]) -> str:
    """Give the digest, in hexadecimal, of lines in the order in which they are displayed."""
    value = START
    for line in lines:
        value = chain(value, (line.author, line.seq, line.ply, line.text, line.act))
    return value.hex()
