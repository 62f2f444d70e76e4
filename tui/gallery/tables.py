"""Tables for the gallery: positions of every game with people, clocks and talk, as one of them sees them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.transcript import Said
from net.table.clocks.time_control import read_pace
from net.view.clock_view import ClockView
from net.view.table_view import Phase, SeatView, TableView, TalkLine
from tui.gallery.shot import GalleryApp, Stage
from tui.screens.table import TableScreen
from tui.speech import call
from tui.still import NICKS, StillTable, match_of, view_of
from tui.worn import called

INVITATION = "parley://parley.example:1883/florence#AAECAwQFBgcICQoLDA0ODw"
"""What is shown as an invitation; it leads nowhere."""

NOON = 1_700_000_000_000
"""The time at which everything in the gallery stands, in milliseconds since 1970."""

LEFT = (252, 221, 26, 300, 187, 243)
"""The seconds that each seat has left."""

SAYINGS: tuple[tuple[int, int, str, tuple[str, ...] | None], ...] = (
    (0, 3, "", ("propose", "truce", "blue", "40")),
    (1, 4, "", ("accept", "truce", "red")),
    (2, 6, "I do not believe a word of it.", None),
    (3, 7, "", ("propose", "spare", "red", "h8")),
    (0, 8, "", ("accept", "spare", "yellow")),
    (1, 9, "", ("propose", "joint-attack", "red", "green", "30")),
    (0, 9, "", ("accept", "joint-attack", "blue")),
    (2, 12, "", ("threaten", "red")),
)
"""What was said at a table of four: seat, ply, text, typed tail."""


class GalleryTable(StillTable):
    """A table where nothing happens, with an invitation."""

    invitation = INVITATION


def seated(game: str, players: int, plies: int, *, seed: int = 5, mine: int | None = None) -> TableView:
    """Give a table after some decisions, seen by the seat to decide, or by `mine`; the others are elsewhere."""
    match = match_of(players, plies, seed, game)
    return seen(match, match.state.active[0] if mine is None else mine)


def seen(match: Match, mine: int) -> TableView:
    """Give a table as seat `mine` sees it: who sits there, what was said, what each clock has left."""
    view = view_of(match.seen_by(Seat(mine)), talk=False)
    seats = tuple(replace(seat, mine=seat.seat == mine) for seat in view.seats)
    pace = read_pace("300+5")
    active = set(match.state.active)
    clocks = tuple(
        ClockView(seat.seat, replace(pace.start, main_ms=LEFT[seat.seat] * 1000), NOON if seat.seat in active else None)
        for seat in view.seats
        if pace is not None
    )
    return replace(view, seats=seats, talk=said(match), clocks=clocks, terms=(("clock", "300+5"),))


def said(match: Match) -> tuple[TalkLine, ...]:
    """Give what was said at a table of these names, as far as it is about them."""
    return tuple(
        TalkLine(ply, Seat(seat), f"P{seat}", NICKS[seat], text, act, 0, at)
        for at, (seat, ply, text, act) in enumerate(SAYINGS)
        if seat < len(match.names) and ply <= match.ply and (act is None or named(act, match.names))
    )


def named(act: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Tell whether an act names seats of these names alone."""
    words = {"red", "blue", "green", "yellow"} & set(act)
    return words <= set(names) and ("h8" not in act or len(names) > 3)  # noqa: PLR2004 - on the board of four


def lines(match: Match) -> tuple[Said, ...]:
    """Give the same for a record."""
    return tuple(Said(one.seat, one.pid, one.seq, one.ply, one.text, one.act) for one in said(match))


def sit(make: Callable[[], TableView]) -> Stage:
    """Give what shows a table."""

    async def stage(app: GalleryApp) -> None:
        view = make()
        call(called(view.game, view.options))
        screen = TableScreen(GalleryTable(view))
        screen.now = lambda: NOON
        await app.push_screen(screen)

    return stage


def gathering() -> TableView:
    """Give a table that still waits: two have come, one of them is ready, two seats are open."""
    view = seated("djambi", 4, 0)
    who = (("P0", "Alice", True, True), ("P1", "Benoît", False, False), ("", "", False, False), ("", "", False, False))
    seats = tuple(
        SeatView(Seat(at), view.seats[at].name, pid, nick, mine=mine, present=bool(pid), ready=ready)
        for at, (pid, nick, mine, ready) in enumerate(who)
    )
    return replace(view, phase=Phase.GATHERING, match=None, seats=seats, talk=(), clocks=(), invitation=INVITATION)


def ended() -> TableView:
    """Give a table of Djambi that is over."""
    view = seated("djambi", 3, 600, seed=2, mine=0)
    return replace(view, phase=Phase.OVER, clocks=())


TALON = "6,11,2,9,5,3,0,8,4,1,12,7"


def fighting() -> TableView:
    """Give a table of Méditerranée where a fight has begun, as its attacker sees it."""
    options = {"placement": "standard", "seed": "5"}
    match = Match.new(find("mediterranee"), options).deal()
    return seen(match.play("move rF2 TAR-NOV").deal(), 0)
