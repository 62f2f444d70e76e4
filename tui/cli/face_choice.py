"""Choose the face that fits the terminal, screens or text mode, and show a game on it."""

from __future__ import annotations

import os
import signal
import sys

from core.fault import Fault, sentence
from tui.bootstrap.start_request import BROWSER, Play

NO_TERMINAL = sentence(
    "There is no terminal to play in; `parley sit`, `parley watch` and `parley play --text` do without one."
)


def face(play: Play, *, terminal: bool, dumb: bool) -> str:
    """Give the face for a game: `screens`, `text`, or `demo` if no one can answer."""
    if play.text:
        return "text"
    if not terminal:
        return "demo"
    return "text" if dumb else "screens"


def show(play: Play) -> int:
    """Play; raise `Fault` if no one can be asked.

    Every signal that ends a face ends it as an interrupt does, so that the terminal is restored.
    """
    if play.lang:
        from tui.i18n import translation

        if play.lang in translation.LANGUAGES:
            translation.use(play.lang)
    browser = os.environ.get("TEXTUAL_DRIVER", "").endswith(BROWSER)
    dumb = not browser and (os.environ.get("TERM", "dumb") in {"dumb", ""} or not sys.stdout.isatty())
    chosen = face(play, terminal=browser or (sys.stdin is not None and sys.stdin.isatty()), dumb=dumb)
    if chosen != "demo":
        # A program that is started in the background of a shell ignores interrupts, and with them every other end.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))
    if chosen == "screens":
        from tui.app import app_start

        try:
            return app_start.run(play)
        except Fault as fault:
            if not browser:
                raise
            from tui.app.app_start import refuse

            return refuse(fault)
    if chosen == "text":
        from tui.text import text_start

        return text_start.run(play)
    if play.invitation:
        raise Fault(NO_TERMINAL)
    from tui.headless import demo

    return demo.run(demo.Wish())
