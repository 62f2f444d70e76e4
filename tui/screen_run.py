"""The screens, started: settings and language first, then the app."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace

from tui.play import BROWSER, Play
from tui.settings import GLYPHS, home, prepare, settings_path

BROAD = ("ja", "ko", "zh")
"""Languages whose terminals may give two columns to the shapes of seats."""


def doubtful(glyphs: str, environ: Mapping[str, str]) -> bool:
    """Tell whether the terminal has to be asked each time which signs it can draw: those of some languages vary.

    >>> doubtful("auto", {"LANG": "ja_JP.UTF-8"}), doubtful("auto", {"LANG": "fr_FR.UTF-8"}), doubtful("ascii", {})
    (True, False, False)
    """
    spoken = (environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return glyphs == GLYPHS[0] and any(language.startswith(BROAD) for language in spoken)


def run(play: Play) -> int:
    """Show the screens until somebody quits; raise `Fault` for an invitation or a theme that cannot be."""
    from tui import own, theme

    first = not settings_path(play.profile).exists()
    settings, wrong = prepare(play)
    if play.theme:
        own.read(home()).wear()
        theme.load(play.theme)
        settings = replace(settings, theme=play.theme)
    from tui.app import ParleyApp, Start
    from tui.farewell import last_words
    from tui.heard import give_title_back
    from tui.probe import probe

    cards = first and not play.invitation and play.replay is None and not play.puzzle
    widths = probe() if cards or doubtful(settings.glyphs, os.environ) else None
    if widths is not None and widths.ragged and not cards:
        settings = replace(settings, glyphs=GLYPHS[-1])
    start = Start(play.profile, play.invitation, widths if cards else None, play.replay, play.puzzle)
    app = ParleyApp(start, settings, wrong)
    app.near = not os.environ.get("TEXTUAL_DRIVER", "").endswith(BROWSER)
    try:
        app.run()
    finally:
        give_title_back()
        last_words(app.peers, sys.__stderr__)
    if app.wreck is not None:
        from datetime import UTC, datetime

        from tui.crash import offer

        offer(app.wreck, home(), datetime.now(UTC).astimezone())
    return app.return_code or 0
