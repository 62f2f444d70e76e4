"""Alerts: when to call a person to a table, and how: a toast, the bell, the desktop. Pure: time is a parameter.

A toast appears if another screen is shown. The bell rings once a turn, never twice within five seconds. The terminal's
title changes, and the desktop is notified if the settings say so. A person who looks at the terminal gets only the
toast.

A line of talk by someone else counts as unread until the person next presses a key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.fault import sentence
from core.game import Seat
from core.games import find
from net.view.table_view import Phase, TableView, TalkLine
from tui.i18n.translation import ntr, seat_title, tr
from tui.settings.settings import BELL, DESKTOP
from tui.settings.theme import Glyphs

SILENCE_MS = 5_000
"""The bell rings at most once in this time."""

CALLED = sentence("It is your turn at {table}.")
NAMED = sentence("{game} “{table}”")
TURN = sentence("(!) {shape} your turn — {table}")


@dataclass(frozen=True, slots=True)
class Attention:
    """A person's attention: `watched` if the terminal has the focus (None: unknown), `elsewhere` on another screen."""

    watched: bool | None = None
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """How to call a person: a toast's text, the bell, a text for the desktop."""

    toast: str = ""
    bell: bool = False
    desktop: str = ""


class AlertPolicy:
    """Who has been called to one table, when the bell last rang, and how much talk was counted."""

    def __init__(self) -> None:
        """Begin with nobody called."""
        self._turn: Seat | None = None
        self._rang: int | None = None
        self._heard: int | None = None

    def news(
        self, view: TableView, turn: Seat | None, attention: Attention, *, bell: str, desktop: str, now: int, talk: int
    ) -> Notice:
        """Give the notice that is due: `turn` is the seat that owes a decision here, `talk` how much others have said.

        `bell` is one of `tui.settings.settings.BELL`, `desktop` of `DESKTOP`; `now` is in milliseconds.
        """
        begun = view.match is not None and view.match.ply > 0
        came = turn is not None and self._turn is None and begun
        spoken = self._heard is not None and talk > self._heard
        self._turn, self._heard = turn, talk
        called = tr(CALLED, table=view.title or tr(find(view.game).title)) if came else ""
        toast = called if attention.elsewhere else ""
        if attention.watched:
            return Notice(toast)
        wanted = (came and bell != BELL[2]) or (spoken and bell == BELL[1])
        rings = wanted and (self._rang is None or now - self._rang >= SILENCE_MS)
        if rings:
            self._rang = now
        return Notice(toast, rings, called if desktop != DESKTOP[0] else "")


def said_by_others(view: TableView, muted: frozenset[str]) -> int:
    """Count the lines of talk of others that are not muted."""
    return sum(line.pid not in muted for line in view.talk if not _own(line, view))


def title(view: TableView, turn: Seat | None, glyphs: Glyphs) -> str:
    """Give what the terminal's title says of a table: whose turn it is where it is that of somebody here."""
    game = tr(find(view.game).title)
    table = tr(NAMED, game=game, table=view.title) if view.title else game
    if turn is None or view.phase is not Phase.PLAYING:
        return table
    name = view.seats[turn].name
    shape = glyphs.seats.get(name) or seat_title(name)
    return tr(TURN, shape=shape, table=table)


class Unread:
    """The lines of talk already seen. What was said before the first look at a table is not new."""

    def __init__(
        self, before: Mapping[str, int] | None = None, keep: Callable[[Mapping[str, int]], None] = lambda _: None
    ) -> None:
        """Begin with what was read before: the number of the last line of each author (None: this is the first look).

        `keep` receives these numbers whenever there is more that is read.
        """
        self._before = before
        self._keep = keep
        self._marks = before
        self._read: set[tuple[str, int, str]] = set()

    def count(self, view: TableView, muted: frozenset[str]) -> int:
        """Count the lines of others, the muted left out, that are not read."""
        if self._before is None:
            self._before = {}
            self.read(view)
        return sum(self._is_new(line) and line.pid not in muted for line in view.talk if not _own(line, view))

    def _is_new(self, line: TalkLine) -> bool:
        before = self._before or {}
        return line.identity not in self._read and line.seq > before.get(line.pid, -1)

    def read(self, view: TableView) -> None:
        """Take everything said so far for read."""
        self._read = {line.identity for line in view.talk}
        marks: dict[str, int] = dict(self._marks or {})
        for line in view.talk:
            marks[line.pid] = max(line.seq, marks.get(line.pid, line.seq))
        if marks != self._marks:
            self._marks = marks
            self._keep(marks)


def unread_words(count: int) -> str:
    """Tell how many lines are new; empty where none is."""
    return ntr("{n} new line", "{n} new lines", count) if count else ""


def _own(line: TalkLine, view: TableView) -> bool:
    """Tell whether somebody here said a line, or a bot of theirs: also for a seat that others have now."""
    return line.pid.partition("/")[0] in {seat.pid for seat in view.seats if seat.mine}
