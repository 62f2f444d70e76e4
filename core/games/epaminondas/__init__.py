"""Epaminondas: phalanxes that march, capture and cross, for two players on a rectangle."""

from __future__ import annotations

from core.game import Game
from core.games.epaminondas.game import Epaminondas

GAME: Game = Epaminondas()
"""The game, as `core.games.find` gives it."""
