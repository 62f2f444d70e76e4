"""Hexapawn as a game among others: its name, its options, its beginning."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.fault import BadPosition, sentence
from core.game import Game, Option
from core.games.hexapawn.rules.board import PAWNS, ROWS, SEATS, start
from core.games.hexapawn.rules.state import Reason, State, judged, won
from core.option import settle
from core.position_entry import asked_options, check_keys

KEYS = ("options", "board", "to_move", "result")
"""The keys of a position."""

NO_BOARD = sentence("A position needs its board: {rows} rows of {columns} signs W, B or full stop, the highest first.")
NO_MOVER = sentence("A position needs to_move: white or black.")
NO_RESULT = sentence("The entry result must name a winner and a reason, one of {allowed}.")


class Hexapawn(Game):
    """Martin Gardner's game of pawns, for two players."""

    name = "hexapawn"
    title = "Hexapawn"
    pitch = sentence("Pawns on a small board: get one across.")
    version = 1
    options: tuple[Option, ...] = (
        Option(
            "columns",
            ("3", "4", "5"),
            sentence("Columns"),
            purpose=sentence("How wide the board is, and how many pawns each side has."),
            leading=True,
        ),
    )
    presets: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    scenes: tuple[str, ...] = ("board",)

    def seats(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Give White, who moves first, and Black."""
        del options
        return SEATS

    def start(self, options: Mapping[str, str]) -> State:
        """Give the first position (R1)."""
        return State(start(int(options["columns"])))

    def setup(self, position: Mapping[str, object]) -> State:
        """Give the state of a position in the form of `State.to_json`; raise `BadPosition` or `BadOption`."""
        check_keys(position, KEYS)
        chosen = settle(self, asked_options(position))
        cells = _cells(int(chosen["columns"]), position.get("board"))
        if position.get("to_move") not in SEATS:
            raise BadPosition(NO_MOVER)
        state = State(cells, SEATS.index(str(position["to_move"])))
        return judged(state) if position.get("result") is None else _ended(state, position["result"])

    def max_plies(self, options: Mapping[str, str]) -> int:
        """Give a number of plies no random game passes: every pawn steps twice at most."""
        return 4 * int(options["columns"])


def _cells(columns: int, board: object) -> str:
    rows = board if isinstance(board, list) else []
    if len(rows) != ROWS or any(
        not isinstance(row, str) or len(row) != columns or set(row) - set(PAWNS) - {"."} for row in rows
    ):
        raise BadPosition(NO_BOARD, rows=ROWS, columns=columns)
    return "".join(reversed(rows))


def _ended(state: State, result: object) -> State:
    winner, reason = (result.get("winner"), result.get("reason")) if isinstance(result, Mapping) else (None, None)
    if winner not in SEATS or reason not in list(Reason):
        raise BadPosition(NO_RESULT, allowed=", ".join(Reason))
    return State(state.cells, state.seat, won(SEATS.index(str(winner)), Reason(str(reason))))
