"""The screens, started: settings and language first, then the app."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.fault import Fault
from tui import speech
from tui.settings import Settings, load, settings_path

if TYPE_CHECKING:
    from tui.play import Play


def prepare(play: Play) -> tuple[Settings, Fault | None]:
    """Give the settings in force for a start, the language in use set, and what was wrong with the file, if anything.

    Raises `Fault` for an invitation or a theme that cannot be.
    """
    wrong: Fault | None = None
    try:
        settings = load(settings_path())
    except Fault as fault:
        settings, wrong = Settings(), fault
    if play.lang:
        settings = replace(settings, language=play.lang)
    if settings.language:
        speech.use(settings.language)
    if play.invitation:
        from net.invite import Invitation

        Invitation.parse(play.invitation)
    return settings, wrong


def run(play: Play) -> int:
    """Show the screens until somebody quits; raise `Fault` for an invitation or a theme that cannot be."""
    from tui import theme

    settings, wrong = prepare(play)
    if play.theme:
        theme.load(play.theme)
        settings = replace(settings, theme=play.theme)
    from tui.app import ParleyApp, Start

    app = ParleyApp(Start(play.profile, play.invitation), settings, wrong)
    app.run()
    return app.return_code or 0
