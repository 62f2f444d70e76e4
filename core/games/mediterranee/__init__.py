"""Méditerranée: four states round one sea, with a board, cards, rules, a bot, texts and golden records.

This module imports `rules.definition` and nothing else.
The package gives the game as `GAME`.
"""

from __future__ import annotations

from core.game import Game
from core.games.mediterranee.rules.definition import Mediterranee

GAME: Game = Mediterranee()
"""The game, as `core.games.find` gives it."""
