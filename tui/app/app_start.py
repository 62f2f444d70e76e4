"""Start the screens: settings and language first, then the app.

A refusal has a page of its own, because a browser shows no standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from core.fault import Fault
from tui.bootstrap.start_request import Play
from tui.i18n.translation import tell
from tui.settings.settings import GLYPHS, home, prepare, settings_path
from tui.settings.visit import Visit

STATUS = 2
"""The exit status of a refused start."""


class RefusedApp(App[None]):
    """One sentence in the middle of the page, until it is closed or Escape is pressed."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "quit", show=False)]
    CSS = """
    Screen { align: center middle; }
    #why { width: auto; max-width: 80%; padding: 1 2; border: round $primary; }
    """

    def __init__(self, why: str) -> None:
        """Say `why`."""
        super().__init__()
        self._why = why

    def compose(self) -> ComposeResult:
        """Lay out the sentence."""
        yield Static(self._why, id="why", markup=False)


def refuse(fault: Fault) -> int:
    """Show why a start is refused and return the exit status."""
    RefusedApp(tell(fault)).run()
    return STATUS


BROAD = ("ja", "ko", "zh")
"""Languages whose terminals may draw the shapes of seats two columns wide."""


def needs_probe(glyphs: str, environ: Mapping[str, str]) -> bool:
    """Tell whether to ask the terminal at each start which signs it can draw: in some languages this varies.

    >>> [needs_probe("auto", {"LANG": language}) for language in ("ja_JP.UTF-8", "fr_FR.UTF-8")]
    [True, False]
    >>> needs_probe("ascii", {})
    False
    """
    spoken = (environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return glyphs == GLYPHS[0] and any(language.startswith(BROAD) for language in spoken)


def run(play: Play) -> int:
    """Show the screens until the person quits. Raise `Fault` for an invalid invitation or theme."""
    from tui.settings import theme, user_files

    first = not settings_path(play.profile).exists()
    settings, wrong = prepare(play)
    if play.theme:
        user_files.read(home()).wear()
        theme.load(play.theme)
        settings = replace(settings, theme=play.theme)
    from tui.app.app import ParleyApp, Start
    from tui.screens.frame.notifying_app import restore_title
    from tui.session.settlement_follow_up import print_undelivered, undelivered_words
    from tui.terminal.terminal_traits import probe

    cards = first and not play.invitation and play.replay is None and not play.puzzle
    widths = probe() if cards or needs_probe(settings.glyphs, os.environ) else None
    if widths is not None and widths.ragged and not cards:
        settings = replace(settings, glyphs=GLYPHS[-1])
    start = Start(play.profile, play.invitation, widths if cards else None, play.replay, play.puzzle)
    app = ParleyApp(start, settings, wrong)
    app.near = Visit.now() is None
    try:
        app.run()
    finally:
        restore_title()
        print_undelivered(app.owed or undelivered_words(app.peers), sys.__stderr__)
    if app.wreck is not None:
        from datetime import UTC, datetime

        from tui.records.error_report import offer

        offer(app.wreck, home(), datetime.now(UTC).astimezone())
    return app.return_code or 0
