"""Hexapawn: pawns on a small board, for two; the smallest whole game, to begin another one from."""

from __future__ import annotations

from core.game import Game
from core.games.hexapawn.rules.definition import Hexapawn

GAME: Game = Hexapawn()
"""The game, as `core.games.find` gives it."""
