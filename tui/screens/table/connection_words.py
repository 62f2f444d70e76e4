"""The title row of a table, and what it says of connections: its own and those of people waited for."""

from __future__ import annotations

import time

from rich.text import Text

from core.chance import HasGames
from core.fault import sentence
from core.game import Seat
from core.games import find
from net.view.outage_view import OutageView
from net.view.table_view import TableView
from tui.i18n.translation import ntr, tr
from tui.session.connection_news import may_be_full, turned_away
from tui.table.controller import is_alone
from tui.table.departure import is_out, overdue_seats
from tui.table.player_desk import PlayerDesk
from tui.table.seat_view import is_asleep, own_seats, waited
from tui.table.sentences.claim_words import waived_words
from tui.widgets.text_style import TextStyle
from tui.words.clock_words import now_ms

AWAY, UNHEARD = sentence("away: {names}"), sentence("no connection: what you do waits here")
"""Why a decision may take long."""

LOOKING = sentence("no connection yet: you can only look")
"""The same where nothing waits: to a spectator, and before all of the table was here."""

REFUSED = sentence("the broker refuses us, {key[table.help]} tells why: what you do waits here")
REFUSED_LOOKING = sentence("the broker refuses us, {key[table.help]} tells why: you can only look")
"""The same where waiting alone will not help."""

FULL = sentence("the room may be full, {key[table.help]} tells more: what you do waits here")
FULL_LOOKING = sentence("the room may be full, {key[table.help]} tells more: you can only look")
"""The same where somebody else has to leave first."""

CLAIMABLE = sentence("{key[table.declare]}: wait no longer")
"""The key, once the patience of the table is over."""

CLAIMED_AT = sentence("{key[table.declare]} at {time}: wait no longer")
"""The same before that, within the next hour."""

MATCH = sentence("match to {points}")
"""How far a match of several games goes."""

HOUR_MS, MINUTE_MS = 3_600_000, 60_000


def net_text(view: TableView, ink: TextStyle) -> Text:
    """Say whether the broker is connected and whether events are still to come."""
    if not view.online:
        state = tr("refused") if turned_away(view.outage) else tr("offline")
        return Text(f"{ink.glyphs.one['offline']} {state}", ink.style("error"))
    if is_alone(view.invitation):
        return ink.muted(tr("on this machine"))
    if view.missing:
        return Text(ntr("{n} event to come", "{n} events to come", view.missing), ink.style("warning"))
    return Text(f"{ink.glyphs.one['online']} {tr('online')}", ink.style("success"))


def missing_words(desk: PlayerDesk, active: tuple[Seat, ...]) -> str:
    """Name those who are to decide and whose programs are not heard, and the key that ends the wait for them.

    If it is this program that is offline, say so.
    """
    view = desk.view
    if view is None or desk.past:
        return ""
    if not view.online:
        waits, looks = _offline(view.outage)
        return f" · {tr(waits if view.ready and not view.beside else looks)}"
    if active and (waived := waived_words(view)):
        return f" · {waived}"
    seats = [view.seats[seat] for seat in active if seat >= 0]
    away = dict.fromkeys(name for seat in seats if is_asleep(seat) and (name := waited(seat)))
    words = [tr(AWAY, names=", ".join(away))] if away else []
    late = {*overdue_seats(view)} & {*active}
    at = "" if late or not away else _claimed_at(view, active)
    words += [tr(CLAIMABLE)] if late else [tr(CLAIMED_AT, time=at)] if at else []
    return "".join(f" · {one}" for one in words)


def _offline(outage: OutageView | None) -> tuple[str, str]:
    """Give what is said where what one does waits, and where one can only look."""
    if may_be_full(outage):
        return FULL, FULL_LOOKING
    return (REFUSED, REFUSED_LOOKING) if turned_away(outage) else (UNHEARD, LOOKING)


def _claimed_at(view: TableView, active: tuple[Seat, ...]) -> str:
    """Tell when we may end the wait for one of those who are to decide and are away, within an hour; else nothing.

    It is the next full minute: what a clock without seconds shows when the key is there.
    """
    now = now_ms()
    away = [wait.until for wait in view.waits if wait.seat in active and is_asleep(view.seats[wait.seat])]
    at = min((until for until in away if now < until <= now + HOUR_MS), default=0)
    if not at or not own_seats(view) or is_out(view):
        return ""
    return time.strftime("%H:%M", time.localtime(-(-at // MINUTE_MS) * (MINUTE_MS // 1000)))


def title_text(desk: PlayerDesk, ink: TextStyle, width: int) -> Text:
    """Give the title row: game, table, progress; at the right end the state of the connection."""
    view = desk.view
    if view is None:
        return Text()
    dot = f" {ink.glyphs.one['dot']} "
    parts = [tr(find(view.game).title)]
    seats = sum(not seat.vacant for seat in view.seats)
    parts.append(ntr("{n} player", "{n} players", seats))
    if desk.scene is not None and desk.scene.atlas is not None and desk.scene.atlas.reconstructed:
        parts.append(tr("reconstructed map"))
    if view.match is not None:
        if number := desk.chronicle.rounds[desk.ply]:
            parts.append(tr("round {n}", n=number))
        turn = view.match.turns.turn_of(desk.ply) if desk.past else view.match.turn
        parts.append(tr("turn {n}", n=turn + (0 if view.outcome and not desk.past else 1)))
    if view.watching and view.outcome is None:
        parts.append(tr("you watch"))
    if desk.rated.brief:
        parts.append(desk.rated.title(view))
    if view.match is not None and isinstance(view.match.state, HasGames) and view.match.state.target:
        parts.append(tr(MATCH, points=view.match.state.target))
    if view.title:
        parts.append(view.title)  # the last: a long one is cut, and nothing else with it
    left = Text(parts[0], ink.style("foreground", bold=True), no_wrap=True, overflow="ellipsis")
    left.append("".join(dot + part for part in parts[1:]), ink.style("foreground"))
    right = net_text(view, ink)
    left.truncate(max(0, width - right.cell_len - 1), overflow="ellipsis", pad=True)
    left.append_text(right)
    return left
