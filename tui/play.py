"""A start of the game: what to play and how, read from the command line by hand, and the face that shows it."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass, replace
from typing import Any

from core.fault import Fault, sentence

NO_TERMINAL = sentence(
    "There is no terminal to play in; `parley sit`, `parley watch` and `parley play --text` do without one."
)


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


def face(play: Play, *, terminal: bool, dumb: bool) -> str:
    """Tell which face shows a game: `screens`, `text`, or `demo` where nobody can answer."""
    if play.text:
        return "text"
    if not terminal:
        return "demo"
    return "text" if dumb else "screens"


def show(play: Play) -> int:
    """Play; raise `Fault` where nobody can be asked.

    Every signal that ends a face ends it as an interrupt does, so that the terminal is given back as it was.
    """
    if play.lang:
        from tui import speech

        speech.use(play.lang)
    dumb = os.environ.get("TERM", "dumb") in {"dumb", ""} or not sys.stdout.isatty()
    chosen = face(play, terminal=sys.stdin is not None and sys.stdin.isatty(), dumb=dumb)
    if chosen != "demo":
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))
    if chosen == "screens":
        from tui import screen_run

        return screen_run.run(play)
    if chosen == "text":
        from tui.text import repl

        return repl.run(play)
    if play.invitation:
        raise Fault(NO_TERMINAL)
    from tui.headless import demo

    return demo.run(demo.Wish())
