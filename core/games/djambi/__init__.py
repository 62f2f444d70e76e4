"""Djambi: chiefs, corpses and power for three to six players, with the rules, a bot, texts and golden records.

This module imports `rules.definition` and nothing else.
The package gives the game as `GAME`.
"""

from __future__ import annotations

from core.game import Game
from core.games.djambi.rules.definition import Djambi

GAME: Game = Djambi()
"""The game, as `core.games.find` gives it."""
