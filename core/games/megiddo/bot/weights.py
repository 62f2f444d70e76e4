"""The weights of Megiddo's bots: how urgent a move is at first sight. The worth of a position is found by playing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.bots.weights import Weights


@dataclass(frozen=True, slots=True, eq=False)
class MegiddoWeights(Weights):
    """What makes a move urgent; a move more urgent by 4 is tried e times as readily."""

    game: ClassVar[str] = "megiddo"

    extend_0: float
    """A stone on an empty line; then one more stone on a line without other colours that has one to four."""
    extend_1: float
    extend_2: float
    extend_3: float
    extend_4: float
    block_1: float
    """The first stone on a line that has only one stone, of another colour; then on one that has two to five."""
    block_2: float
    block_3: float
    block_4: float
    block_5: float
    menace: float
    """Threatening to take a pair, at the beginning of a game."""
    shelter: float
    """Saving a pair of one's own, at the beginning of a game."""
    expose: float
    """Making a pair of one's own that can be taken, at the beginning of a game."""
    menace_near: float
    """What is added to the threat if one's own colour has all but won by its captures."""
    shelter_near: float
    """What is added to saving a pair if another colour has all but won by its captures."""
    expose_near: float
    """What is added to exposing a pair if another colour has all but won by its captures."""
    stone: float
    """A captured stone; it more than doubles as the captures approach their goal."""
    bare: float
    """Each window in which a stone on the point could be taken; a ring inside has more of them than an outer one."""
    rave: float
    """Not an urgency: after so many games of its own a move's worth counts as much as that of all games in which its
    colour played it later (RAVE, all moves as first); 0 for its own games alone."""
    mix: float
    """Not an urgency: how much of a random game's result is replaced by the chance that the lines of the position give
    where it began (`core.games.megiddo.bot.line_values`); 0 for random games alone."""
