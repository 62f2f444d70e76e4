"""Bots and searchers without knowledge of any one game."""
