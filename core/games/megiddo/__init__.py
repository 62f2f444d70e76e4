"""Megiddo: stones on six radials and six rings, captured by pairs; for two, three, or teams of two."""

from __future__ import annotations

from core.game import Game
from core.games.megiddo.game import Megiddo

GAME: Game = Megiddo()
"""The game, as `core.games.find` gives it."""
