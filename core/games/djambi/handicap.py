"""Handicaps: pieces that an army begins without (`without=red:M,blue:A`). Its chief always plays."""

from __future__ import annotations

from collections import Counter

from core.fault import BadOption, sentence
from core.games.djambi.board import Board
from core.games.djambi.piece import CHIEF, LETTERS
from core.handicap import entries

NAME = "without"

NO_COLOUR = sentence("{name}: there is no colour {colour} here; there are {allowed}.")
NOBODY_PLAYS = sentence("{name}: the colour {colour} has no player in this game, and keeps all its pieces.")
NO_PIECE = sentence("{name}: there is no piece {piece}; write one of {allowed}.")
A_CHIEF = sentence("{name}: nobody plays without a chief, {colour} neither.")
TOO_MANY = sentence("{name}: {colour} has fewer pieces {piece} than that: {count}.")


def bare(board: Board, missing: int, value: str) -> tuple[int, ...]:
    """Give the cells that stay empty at the start; raise `BadOption`.

    A militant is the next one of its army in the order of the block: beyond the reporter, beyond the assassin, then the
    two beside the necromobile, that on the reporter's side first.
    """
    found: list[int] = []
    for (colour, piece), count in Counter(entries(value)).items():
        seat, kind = _colour(board, missing, colour), _kind(colour, piece)
        cells = [cell for cell, each in board.block(seat) if each == kind]
        if count > len(cells):
            raise BadOption(TOO_MANY, name=NAME, colour=colour, piece=piece, count=len(cells))
        found += cells[:count]
    return tuple(found)


def _colour(board: Board, missing: int, colour: str) -> int:
    playing = [each for seat, each in enumerate(board.colours) if seat != missing]
    if colour not in board.colours:
        raise BadOption(NO_COLOUR, name=NAME, colour=colour, allowed=", ".join(playing))
    if colour not in playing:
        raise BadOption(NOBODY_PLAYS, name=NAME, colour=colour)
    return board.colours.index(colour)


def _kind(colour: str, piece: str) -> int:
    if piece == LETTERS[CHIEF]:
        raise BadOption(A_CHIEF, name=NAME, colour=colour)
    if len(piece) != 1 or piece not in LETTERS:
        raise BadOption(NO_PIECE, name=NAME, piece=piece, allowed=", ".join(LETTERS.replace(LETTERS[CHIEF], "")))
    return LETTERS.index(piece)
