"""Epaminondas: phalanxes that march, capture and cross, with the rules, a bot, texts and golden records.

This module imports `rules.definition` and nothing else.
The package gives the game as `GAME`.
"""

from __future__ import annotations

from core.game import Game
from core.games.epaminondas.rules.definition import Epaminondas

GAME: Game = Epaminondas()
"""The game, as `core.games.find` gives it."""
