"""Megiddo: stones on six radials and six rings, with the rules, a bot, texts and golden records.

This module imports `rules.definition` and nothing else.
The package gives the game as `GAME`.
"""

from __future__ import annotations

from core.game import Game
from core.games.megiddo.rules.definition import Megiddo

GAME: Game = Megiddo()
"""The game, as `core.games.find` gives it."""
