"""Calls: what a table's screen does to be heard by whoever plays at it, and what it warns of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from net.view.table_view import Phase, TableView
from tui.desk import Desk
from tui.heard import HeardApp
from tui.lookout import Lookout, Named, losses_words, threat_words
from tui.notices import Attention, Herald, said_by_others, title
from tui.settings import ALARMS, Settings
from tui.speech import seat_title
from tui.theme import Glyphs
from tui.timepiece import now_ms
from tui.widgets.ink import Ink

if TYPE_CHECKING:
    from textual.screen import Screen

    from core.game import Seat

MARK = "  ! "
"""Stands before a warning."""


class Calls:
    """The calls of one screen of one table."""

    def __init__(self, screen: Screen[Any]) -> None:
        """Call from `screen`, by the settings of its app."""
        self._screen = screen
        self._herald = Herald()
        self._lookout = Lookout()

    @property
    def _settings(self) -> Settings:
        found = getattr(self._screen.app, "settings", None)
        return found if isinstance(found, Settings) else Settings()

    def call(self, view: TableView, desk: Desk, glyphs: Glyphs) -> None:
        """Call whoever has the turn, once; say in the title whose it is."""
        app, chosen = self._screen.app, self._settings
        elsewhere = app.screen is not self._screen
        attention = app.attention(elsewhere=elsewhere) if isinstance(app, HeardApp) else Attention(elsewhere=elsewhere)
        notice = self._herald.news(
            view,
            desk.seat,
            attention,
            bell=chosen.bell,
            desktop=chosen.desktop,
            now=now_ms(),
            talk=said_by_others(view, desk.muted),
        )
        if isinstance(app, HeardApp):
            app.entitle(title(view, None, glyphs), title(view, desk.seat, glyphs) if desk.seat is not None else "")
            app.give(notice)
        elif notice.bell:
            app.bell()

    def end(self) -> None:
        """Call no more."""
        if isinstance(self._screen.app, HeardApp):
            self._screen.app.entitle()

    def alarm(self, desk: Desk, ink: Ink) -> Text:
        """Give what the status says of what was taken from whoever sits here and of what could be done to him next."""

        def named(seat: Seat) -> str:
            name = desk.names[seat]
            return f"{ink.glyphs.seat(name)} {seat_title(name)}"

        told = warnings(desk, self._lookout, named) if self._settings.alarms == ALARMS[0] else ()
        if not told:
            return Text()
        more = f" (+{len(told) - 1})" if told[1:] else ""
        text = Text(told[0] + more, ink.style("warning"))
        for name in desk.names:
            if not ink.glyphs.seat(name).isascii():
                text.highlight_words([ink.glyphs.seat(name)], ink.tint(name))
        return Text(MARK, ink.style("error", bold=True)) + text


def warnings(desk: Desk, lookout: Lookout, named: Named) -> tuple[str, ...]:
    """Tell the blows since the last decision of one's own, and in one's own turn the grave threats.

    Nothing while one looks back, chooses, or inspects something.
    """
    view, state, seat = desk.view, desk.state, desk.voice
    if view is None or state is None or seat is None or view.phase is not Phase.PLAYING or desk.chosen:
        return ()
    lost = lookout.losses(desk.chronicle, seat)
    alarms = lookout.alarms(view.game, state, seat) if desk.seat == seat else ()
    if not (lost or alarms):
        return ()
    scene = desk.scene
    atlas = scene.atlas if scene else None
    return (*(threat_words(threat, named, atlas) for threat in alarms), *losses_words(lost, named, atlas))
