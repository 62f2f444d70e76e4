"""The last round: what the others have moved since a player's own last move, numbered. Pure.

Only moves on the board count. What chance brings, cards, words and declarations are told in the log.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.game import Effect, Seat, State
from tui.table.seat_view import Entry

MOST = 9
"""How many moves are numbered at most, the latest ones: a number has one digit."""

AHEAD = 12
"""How many coming turns are asked whether a seat still plays."""

NO_MOVE = "pass"
"""The text of a turn without a move."""

Footprint = tuple[str, int, Seat]
"""A spot, the number of the move that touched it, and the seat that moved."""


@dataclass(frozen=True, slots=True)
class RoundMove:
    """One move of the last round: its number from 1, the spots it left and took pieces from, and those it went to."""

    number: int
    entry: Entry
    left: tuple[str, ...]
    ends: tuple[str, ...]


def viewpoint(state: State[Any], voice: Seat | None) -> Seat | None:
    """Give the seat since whose move a round counts: the player's if it still plays, else the one that is next."""
    players = [turn.player for turn in state.upcoming(AHEAD)]
    return voice if voice is not None and (voice in players or not players) else next(iter(players), None)


def last_round(entries: Sequence[Entry], seat: Seat | None, places: Container[str]) -> tuple[RoundMove, ...]:
    """Give the moves of the others on the `places` of a board since the last one of `seat`, at most `MOST`."""
    found: list[Entry] = []
    for entry in reversed(entries if seat is not None else ()):
        moved = any(spot in places for spot in entry.path)
        if len(found) == MOST or (entry.seat == seat and (moved or entry.text == NO_MOVE)):
            break
        if moved and seat != entry.seat >= 0:
            found.append(entry)
    return tuple(_move(number, entry, places) for number, entry in enumerate(reversed(found), 1))


def _move(number: int, entry: Entry, places: Container[str]) -> RoundMove:
    path = [str(spot) for spot in entry.path if spot in places]
    touched = [spot for spot in _touched(entry.effects) if spot in places and spot not in path]
    ends = path[1::2] if len(path) % 2 == 0 else path[1:] or path
    return RoundMove(number, entry, tuple(spot for spot in (*path, *touched) if spot not in ends), tuple(ends))


def _touched(effects: Iterable[Effect]) -> Iterable[str]:
    """Give every spot that effects name."""
    return (spot for effect in effects for _, value in effect.fields for spot in value.split())


def footprints(moves: Iterable[RoundMove]) -> tuple[Footprint, ...]:
    """Give each spot once: the latest move that ended there, else the latest that left it or took a piece there."""
    steps = tuple(moves)
    told = {spot: (move.number, move.entry.seat) for move in steps for spot in move.left}
    told |= {spot: (move.number, move.entry.seat) for move in steps for spot in move.ends}
    return tuple((spot, number, seat) for spot, (number, seat) in told.items())


def stops(entries: Sequence[Entry], moves: Sequence[RoundMove]) -> list[int]:
    """Give the numbers of decisions at which a look back stops: in the last round its moves, before it all but chance.

    The last one is now.
    """
    now = len(entries)
    plies = [move.entry.ply for move in moves[:-1]]
    first = moves[0].entry.ply if moves else now
    return [0, *(entry.ply for entry in entries if entry.seat >= 0 and entry.ply < first), *plies, now]
