"""A start of the game: what to play and how, read from the command line by hand. A value; `tui.faces` shows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Play:
    """What to play and how: an invitation or nothing, text mode or screens, profile, theme and language."""

    invitation: str = ""
    text: bool = False
    profile: str = "default"
    theme: str = ""
    lang: str = ""


VALUED = ("profile", "theme", "lang")
"""The options of `play` that take a value."""


def plain(words: list[str]) -> Play | None:
    """Read the words of a start without typer; None for everything that is not quite plain, errors included.

    >>> plain(["play", "--text", "--profile=ann"])
    Play(invitation='', text=True, profile='ann', theme='', lang='')
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
