"""The card of threats: what a player has lost since their last decision, and all that the others could do to them."""

from __future__ import annotations

from rich.text import Text

from core.fault import sentence
from core.game import Seat
from core.threat import Threat
from net.view.table_view import Phase
from tui.i18n.translation import seat_title, tr
from tui.screens.frame.dialog import TextDialog
from tui.table.losses_and_threats import NO_THREAT, LossFinder, losses_words, threat_words
from tui.table.player_desk import PlayerDesk
from tui.widgets.text_style import TextStyle

TITLE = sentence("What threatens you")


def threats_to(desk: PlayerDesk) -> tuple[Threat, ...]:
    """Give what the others could do next to the players on this machine."""
    view, seat = desk.view, desk.voice
    if view is None or view.match is None or seat is None or view.phase is not Phase.PLAYING:
        return ()
    return LossFinder().threats(view.game, view.match.state, seat)


def threat_card(desk: PlayerDesk, ink: TextStyle) -> TextDialog:
    """Show all threats, the gravest first, after the losses that the row below the board tells too."""
    names, scene, seat = desk.names, desk.scene, desk.voice
    atlas = scene.atlas if scene else None

    def named(seat: Seat) -> str:
        return f"{ink.glyphs.seat(names[seat])} {seat_title(names[seat])}"

    lost = LossFinder().losses(desk.chronicle, seat) if seat is not None and desk.chronicle.states else ()
    rows = [Text(told, ink.style("foreground")) for told in losses_words(lost, named, atlas)]
    rows += [Text()] if rows else []
    threats = threats_to(desk)
    for threat in threats:
        rows.append(Text(threat_words(threat, named, atlas), ink.style("warning" if threat.grave else "foreground")))
    if not threats:
        rows.append(ink.plain(tr(NO_THREAT)))
    for row in rows:
        for name in names:
            if not ink.glyphs.seat(name).isascii():
                row.highlight_words([ink.glyphs.seat(name)], ink.tint(name))
    return TextDialog([ink.accent(tr(TITLE)), Text(), *rows])
