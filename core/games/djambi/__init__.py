"""Djambi: chiefs, corpses and power for three to six players on a square or hexagonal board."""

from __future__ import annotations

from core.game import Game
from core.games.djambi.game import Djambi

GAME: Game = Djambi()
"""The game, as `core.games.find` gives it."""
