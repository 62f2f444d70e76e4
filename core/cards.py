"""Cards as they are to be seen: hands as faces or unknown, piles as counts, and the fight that is being fought."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """What a fight waits for: cards laid face down, a word about spies, a spy's open cards, one card to break a tie."""

    CARDS = "cards"
    SPY = "spy"
    OPEN = "open"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of `seat`: known faces in ascending order, then None for each unknown one; its special cards' words."""

    seat: int
    faces: tuple[int | None, ...]
    specials: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: its seat, its piece's letter and colour's word, where the piece came from (empty: there).

    `shown` are the faces it has laid open in this exchange, `total` what they are worth once both have laid theirs.
    `owes` is how many cards it has to lay now (0: none), `speaks` whether it has to say spy or not.
    """

    seat: int
    letter: str
    colour: str
    origin: str = ""
    shown: tuple[int, ...] = ()
    total: int | None = None
    owes: int = 0
    speaks: bool = False


@dataclass(frozen=True, slots=True)
class Fight:
    """The fight that is being fought on `spot`."""

    spot: str
    stage: Stage
    attacker: Side
    defender: Side


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards: a hand a seat, how many cards each talon still has, the faces spent, the fight if there is one.

    `open` are the spots of the fights that wait for their turn.
    """

    hands: tuple[Hand, ...]
    talons: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    fight: Fight | None = None
    open: tuple[str, ...] = ()
