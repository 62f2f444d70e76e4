"""Méditerranée (Rome et Carthage): four states round one sea, two teams, hidden cards; for two, three or four."""

from __future__ import annotations

from core.game import Game
from core.games.mediterranee.game import Mediterranee

GAME: Game = Mediterranee()
"""The game, as `core.games.find` gives it."""
