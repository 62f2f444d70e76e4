"""The rules texts that come with each game, in the language in use."""

from __future__ import annotations

from importlib.resources import files

from tui.speech import language


def rules_text(game: str) -> str:
    """Give the rules of a game in the language in use (Markdown)."""
    folder = files(f"core.games.{game}")
    return folder.joinpath(f"rules.{language()}.md").read_text(encoding="utf-8")
