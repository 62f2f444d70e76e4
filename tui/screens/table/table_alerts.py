"""The alerts of a table: they call the player and warn of dangers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from core.fault import sentence
from core.game import Seat
from core.threat import Threat
from net.view.table_view import Phase, TableView
from tui.i18n.translation import listed, seat_title, tr
from tui.screens.frame.notifying_app import NotifyingApp, withdraw
from tui.settings.settings import ALARMS, Settings
from tui.settings.theme import Glyphs
from tui.table.alerts import AlertPolicy, Attention, said_by_others, title
from tui.table.losses_and_threats import LossFinder, Named, losses_words, threat_words
from tui.table.player_desk import PlayerDesk
from tui.widgets.text_style import TextStyle, pressable
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from textual.screen import Screen


MARK = "  ! "
"""Stands before a warning."""

MORE = sentence("{n} more: {key[table.threats]}")
"""How many warnings have no room, and the key that shows them all."""


class TableAlerts:
    """The alerts of one screen of one table."""

    def __init__(self, screen: Screen[Any]) -> None:
        """Call from `screen`, by the settings of its app."""
        self._screen = screen
        self._herald = AlertPolicy()
        self._lookout = LossFinder()
        self.said: set[str] = set()

    @property
    def _settings(self) -> Settings:
        found = getattr(self._screen.app, "settings", None)
        return found if isinstance(found, Settings) else Settings()

    def call(self, view: TableView, desk: PlayerDesk, glyphs: Glyphs) -> None:
        """Call the player who has the turn, once, and say in the title whose it is."""
        app, chosen = self._screen.app, self._settings
        elsewhere = app.screen is not self._screen
        attention = (
            app.attention(elsewhere=elsewhere) if isinstance(app, NotifyingApp) else Attention(elsewhere=elsewhere)
        )
        notice = self._herald.news(
            view,
            desk.seat,
            attention,
            bell=chosen.bell,
            desktop=chosen.desktop,
            now=now_ms(),
            talk=said_by_others(view, desk.muted),
        )
        if isinstance(app, NotifyingApp):
            app.entitle(title(view, None, glyphs), title(view, desk.seat, glyphs) if desk.seat is not None else "")
            app.give(notice)
        elif notice.bell:
            app.bell()

    def end(self) -> None:
        """Stop calling, and take away what the table has `said`: it is not to be read elsewhere."""
        withdraw(self._screen.app, self.said)
        if isinstance(self._screen.app, NotifyingApp):
            self._screen.app.entitle()

    def alarm(self, desk: PlayerDesk, ink: TextStyle, room: int) -> Text:
        """Give the part of the status on what the player here has lost and what threatens them next.

        That is as many warnings as there is `room` for, in columns, but one at least, and how many more the list of all
        that threatens them has, those included that stood before.
        """

        def named(seat: Seat) -> str:
            name = desk.names[seat]
            return f"{ink.glyphs.seat(name)} {seat_title(name)}"

        told = warnings(desk, self._lookout, named) if self._settings.alarms == ALARMS[0] else ()
        if not told:
            return Text()
        words = _fitted(told, room - len(MARK), standing(desk, self._lookout))
        text = pressable(Text(words, ink.style("warning")), "threats")
        for name in desk.names:
            if not ink.glyphs.seat(name).isascii():
                text.highlight_words([ink.glyphs.seat(name)], ink.tint(name))
        return Text(MARK, ink.style("error", bold=True)) + text


def _fitted(told: tuple[str, ...], room: int, unsaid: int = 0) -> str:
    """Join as many warnings as fit into `room` columns, one at least, and count the others and those `unsaid`.

    >>> from tui.settings import keymap
    >>> _fitted(("one", "two", "threescores"), 20), _fitted(("one", "two"), 3)
    ('one; two (1 more: !)', 'one (1 more: !)')
    >>> _fitted(("one", "two"), 20, 3), _fitted(("one", "two"), 3, 3)
    ('one; two (3 more: !)', 'one (4 more: !)')
    """
    for count in range(len(told), 0, -1):
        more = len(told) - count + unsaid
        text = listed(told[:count]) + (f" ({tr(MORE, n=more)})" if more else "")
        if len(text) <= room:
            break
    return text


def warnings(desk: PlayerDesk, lookout: LossFinder, named: Named) -> tuple[str, ...]:
    """Give the blows since the player's last decision and, in their own turn, the grave threats and the new ones.

    None while they look back, choose, or inspect something.
    """
    view, state, seat = desk.view, desk.state, desk.voice
    if view is None or state is None or seat is None or view.phase is not Phase.PLAYING or desk.chosen:
        return ()
    lost = lookout.losses(desk.chronicle, seat)
    alarms, risen = _new(desk, lookout)
    if not (lost or alarms or risen):
        return ()
    scene = desk.scene
    atlas = scene.atlas if scene else None
    return (
        *(threat_words(threat, named, atlas) for threat in alarms),
        *losses_words(lost, named, atlas),
        *(threat_words(threat, named, atlas) for threat in risen),
    )


def _new(desk: PlayerDesk, lookout: LossFinder) -> tuple[tuple[Threat, ...], tuple[Threat, ...]]:
    """Give the grave threats and the new ones, of which a player is told in their own turn."""
    view, state, seat = desk.view, desk.state, desk.seat
    if view is None or state is None or seat is None or seat != desk.voice:
        return (), ()
    return lookout.alarms(view.game, state, seat), lookout.risen(view.game, desk.chronicle, seat)


def standing(desk: PlayerDesk, lookout: LossFinder) -> int:
    """Count the threats that the list of all has and no warning tells."""
    view, state, seat = desk.view, desk.state, desk.voice
    if view is None or state is None or seat is None:
        return 0
    return len(lookout.threats(view.game, state, seat)) - sum(map(len, _new(desk, lookout)))
