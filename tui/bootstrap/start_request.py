"""A request to start the game: what to play and how, parsed from the command line by hand. `face_choice` shows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

LAST = frozenset({"last", "dernière", "derniere"})
"""The words for the latest game, in both languages."""
BROWSER = ":WebDriver"
"""The name of the driver by which `parley web` shows the screens."""


@dataclass(frozen=True, slots=True)
class Play:
    """What to play and how: an invitation or nothing, text mode or screens, profile, theme and language.

    `replay` asks for a replay instead: the file of a record or `last`, "" for the list, None for none. `puzzle` asks
    for the puzzle of a game and a day (`megiddo 2026-11-21`).
    """

    invitation: str = ""
    text: bool = False
    profile: str = "default"
    theme: str = ""
    lang: str = ""
    replay: str | None = None
    puzzle: str = ""

    @property
    def file(self) -> str:
        """The file of the record to replay, if one is named. It needs no profile of its own."""
        return self.replay if self.replay and self.replay.casefold() not in LAST else ""


VALUED = ("profile", "theme", "lang")
"""The options of `play` that take a value."""


def plain(words: list[str]) -> Play | None:
    """Parse the words of a start without typer. Return None for anything but the plainest forms, errors included.

    >>> plain(["play", "--text", "--profile=ann"])
    Play(invitation='', text=True, profile='ann', theme='', lang='', replay=None, puzzle='')
    >>> plain(["demo"])
    """
    play = Play()
    rest = words[1:] if words[:1] == ["play"] else list(words)
    while rest:
        word = rest.pop(0)
        name, given, value = word.removeprefix("--").partition("=")
        if word == "--text":
            play = replace(play, text=True)
        elif word.startswith("--") and name in VALUED and (given or rest):
            chosen: dict[str, Any] = {name: value if given else rest.pop(0)}
            play = replace(play, **chosen)
        elif word.startswith("parley://") and not play.invitation:
            play = replace(play, invitation=word)
        else:
            return None
    return play
