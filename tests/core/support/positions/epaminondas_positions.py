"""Positions of Epaminondas written as the rules write them: `W 5.5 6.5; B 9.5`."""

from __future__ import annotations

from core.fault import IllegalAction
from core.games import find
from core.games.epaminondas.rules.state import State
from core.option import settle

GAME = find("epaminondas")
LETTERS = {"W": "white", "B": "black"}


def start(**options: str) -> State:
    """Give the first position."""
    state = GAME.start(settle(GAME, options))
    assert isinstance(state, State)
    return state


def rows(pieces: str, columns: int = 14, height: int = 12) -> list[str]:
    """Write a board down, the highest row first, from lists of squares."""
    board = [["."] * columns for _ in range(height)]
    for part in pieces.split(";"):
        letter, *squares = part.replace(",", " ").split()
        for square in squares:
            row, column = map(int, square.split("."))
            board[height - row][column - 1] = letter
    return ["".join(row) for row in board]


def stand(pieces: str, mover: str = "white", **options: str) -> State:
    """Set a position up on the usual board."""
    state = GAME.setup({"board": rows(pieces), "to_move": mover, "options": options})
    assert isinstance(state, State)
    return state


def play(state: State, *texts: str) -> State:
    """Play moves one after the other."""
    for text in texts:
        (seat,) = state.active
        state = state.play(seat, state.parse(seat, text))
    return state


def legal(state: State, text: str) -> bool:
    """Tell whether the side to move may play a text."""
    (seat,) = state.active
    return state.is_legal(seat, state.parse(seat, text))


def refusal(state: State, text: str) -> str:
    """Give the sentence that refuses a text; empty where it is accepted."""
    try:
        play(state, text)
    except IllegalAction as fault:
        return str(fault.template)
    return ""


def texts(state: State) -> set[str]:
    """List the legal moves."""
    return {str(action) for seat in state.active for action in state.legal(seat)}


def squares(state: State, letter: str) -> set[str]:
    """Give where the pieces of a side stand."""
    seat = "WB".index(letter)
    return {name for name, found in zip(state.rules.board.names, state.cells, strict=True) if found == seat + 1}


def ended(state: State) -> tuple[str, str] | None:
    """Give winner and reason of a finished game."""
    if state.outcome is None:
        return None
    winner = ("white", "black")[state.outcome.winners[0]] if state.outcome.winners else ""
    return winner, state.outcome.reason
