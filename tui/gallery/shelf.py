"""Kept games for the gallery: a handful, told by their records, and one of them told again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from core.game import Seat
from core.match.record import Note, Record
from tui.gallery.tables import lines
from tui.still import match_of
from tui.study.library import Told
from tui.study.played import Played, played
from tui.study.story import BOTS, COMMENT, MINE, Story, story_of

KEPT = (
    ("2026-11-20", "djambi", 4, 900, 2, ("Alice", "Benoît", "Chloé", "David")),
    ("2026-11-19", "epaminondas", 2, 900, 3, ("Alice", "Benoît")),
    ("2026-11-19", "megiddo", 2, 900, 4, ("Fanny", "Alice")),
    ("2026-11-17", "megiddo", 3, 900, 6, ("Alice", "Chloé", "greedy")),
    ("2026-11-16", "djambi", 3, 700, 7, ("greedy", "Alice", "greedy")),
    ("2026-11-14", "epaminondas", 2, 900, 8, ("Benoît", "Alice")),
    ("2026-11-12", "djambi", 4, 24, 9, ("Chloé", "Alice", "David", "Benoît")),
    ("2026-11-10", "megiddo", 2, 900, 10, ("Alice", "Benoît")),
    ("2026-11-08", "megiddo", 2, 900, 11, ("Alice", "greedy")),
)
"""The day of a game, its name, players, decisions at most, seed, and who sat there; a bot by its name."""

COMMENTS = ((9, "From here on the truce is worth nothing."), (14, "Better: the reporter to the other side."))


def records() -> Iterator[Record]:
    """Write all of them down, the latest first."""
    for day, game, players, plies, seed, people in KEPT:
        match = match_of(players, plies, seed, game)
        names = match.names
        bots = " ".join(f"{name}={who}" for name, who in zip(names, people, strict=True) if who == "greedy")
        mine = next(name for name, who in zip(names, people, strict=True) if who == "Alice")
        notes = [Note(ply, COMMENT, (text,)) for ply, text in COMMENTS] if day == KEPT[0][0] else []
        record = Record.of(match, lines(match), notes=notes, people=dict(zip(names, people, strict=True)), date=day)
        yield replace(record, extra=((MINE, mine), (BOTS, bots)))


def told_again() -> Story:
    """Tell the first one again."""
    _, game, players, plies, seed, _ = KEPT[0]
    return story_of(next(records()), match_of(players, plies, seed, game), Seat(0))


class Shelf:
    """What a list of games asks of `tui.study.library.Library`."""

    folders = ()

    def steps(self) -> Iterator[Played | None]:
        """Give the games one by one."""
        yield from (played(record, me="Alice") for record in records())

    def newest(self, games: Iterable[Played]) -> list[Played]:
        """Give games in the order in which they are listed."""
        return list(games)

    def told(self, one: Played) -> Told:
        """Tell the first one, whichever was asked for."""
        del one
        return told_again(), None
