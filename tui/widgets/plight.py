"""How a seat is doing, in a word or two: king, vassal of whom, coma, gone, away, or what it has."""

from __future__ import annotations

from rich.text import Text

from core.fault import sentence
from core.scene import SeatPanel, Standing
from net.view.table_view import SeatView
from tui.speech import tr
from tui.widgets.ink import Ink

PLIGHTS = {
    Standing.COMA: sentence("coma"),
    Standing.ABANDONED: sentence("gone"),
    Standing.ABSENT: sentence("absent"),
}
"""What is said of a seat that does not play."""


ASLEEP = "zzz"
"""Stands behind how a seat is doing whose holder is not heard: the same in every language."""


def standing(seat: SeatView, panel: SeatPanel | None, names: tuple[str, ...], ink: Ink) -> Text:
    """Say in a word or two how a seat is doing: king, vassal of whom, coma, gone, or what it has; `zzz` is away."""
    told = _standing(seat, panel, names, ink)
    plays = panel is None or panel.standing in {Standing.ACTIVE, Standing.COMA}
    away = plays and seat.pid and not seat.present and not seat.mine
    return told + ink.muted(f" {ASLEEP}" if told.plain else ASLEEP) if away else told


def _standing(seat: SeatView, panel: SeatPanel | None, names: tuple[str, ...], ink: Ink) -> Text:
    if panel is None:
        return ink.muted(tr("ready") if seat.ready else "")
    if panel.standing is Standing.DEAD:
        return _dead(panel, names, ink)
    if panel.standing in PLIGHTS:
        return ink.muted(tr(PLIGHTS[panel.standing]))
    if "king" in panel.badges:
        return ink.accent(f"{ink.glyphs.one['king']} {tr('king')}")
    return ink.muted(_count(panel))


def _count(panel: SeatPanel) -> str:
    """Say the pieces, or the points and what was captured in games that count them; the cards where there are some."""
    if panel.cards is not None:
        return tr("{pieces}p {cards}c", pieces=panel.pieces, cards=panel.cards)
    if panel.score is None:
        return str(panel.pieces)
    return tr("{score} pts {taken}×", score=panel.score, taken=panel.taken or 0)


def _dead(panel: SeatPanel, names: tuple[str, ...], ink: Ink) -> Text:
    if panel.owner is not None and panel.owner != panel.seat:
        return ink.muted(tr("vassal") + " ") + ink.shape(names[panel.owner])
    return ink.muted(f"{ink.glyphs.one['dead']} {tr('dead')}")
