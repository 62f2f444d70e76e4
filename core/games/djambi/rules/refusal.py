"""Why an action is refused: one sentence for each kind of mistake, looked up only once `is_legal` has said no."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from core.fault import IllegalAction, sentence
from core.game import Seat
from core.games.djambi.rules.action import EXIT, PUT, SHOT, Action, Word
from core.games.djambi.rules.board import (
    ASSASSIN,
    CHIEF,
    CORPSE,
    FORTRESS,
    LETTERS,
    MILITANT,
    NECROMOBILE,
    POWER,
    PROVOCATEUR,
    REPORTER,
)
from core.games.djambi.rules.field import ABANDONED, ACTIVE, COMA, NOBODY, MovingPiece
from core.games.djambi.rules.movement import after, beside, can_strike, empties, fits, has_exit, may_strike_leaving
from core.games.djambi.rules.path import signs_of

if TYPE_CHECKING:
    from core.games.djambi.rules.state import State


class Refusal(StrEnum):
    """Every reason for which the rules refuse an action, as an English sentence."""

    OVER = sentence("The game is over.")
    NOT_YOUR_TURN = sentence("It is not your turn: {player} plays now.")
    NO_MOVE = sentence("A move looks like Mb3-b5, Mc3xc5>i8 or Ra2-a5!a6: {text} does not.")
    NO_PIECE = sentence("There is no piece on {cell}.")
    DEAD_PIECE = sentence("There is only a corpse on {cell}: it does not move by itself.")
    OTHER_PIECE = sentence("The piece on {cell} is {found}, not {piece}.")
    OTHER_COLOUR = sentence("The piece on {cell} is {colour}: in this turn the pieces of {seat} move.")
    NOT_COMMANDED = sentence("The piece on {cell} is {colour}: you do not command it.")
    NO_LINE = sentence("There is no straight line from {start} to {cell}.")
    TOO_FAR = sentence("A militant moves one or two cells: {cell} is too far from {start}.")
    BLOCKED = sentence("The way from {start} to {cell} is blocked on {blocked}.")
    POWER_IS_THE_CHIEFS = sentence("Only a chief may stay on the power cell {cell}.")
    FORTRESS = sentence("Only the troops of the chief in power may stay in the fortress: not on {cell}.")
    REPORTER_TAKES_NO_PLACE = sentence("A reporter takes nobody's place: {cell} is occupied.")
    CORPSE_TARGET = sentence("There is a corpse on {cell}: only a necromobile can take its place.")
    LIVING_TARGET = sentence("A necromobile takes the place of corpses only: the piece on {cell} is alive.")
    OWN_PIECE = sentence("The piece on {cell} is of the same colour: {colour}.")
    MASTERS_PIECE = sentence("The piece on {cell} is the player's own: their vassals do not harm {colour}.")
    FROZEN = sentence("The pieces of {colour} are passive: they cannot be touched on {cell} while nobody is in power.")
    OWN_VASSAL = sentence("Your vassals ({colour}, on {cell}) can be provoked only while your chief is in power.")
    IMMUNE = sentence("A militant cannot kill the chief in power on {cell}.")
    QUIET_EXIT = sentence("The power cell is left by a quiet move here: nothing may be done on {cell}.")
    CHIEFS_ONLY = sentence("An assassin leaving power may kill another chief only: there is none on {cell}.")
    NO_EXIT = sentence("The piece may not stay on {cell} and would have no move to leave it.")
    NO_SECOND_EXIT = sentence("The extra move must end where the piece may stay: not on {cell}.")
    NO_ROOM = sentence("There is no empty cell for what stands on {cell}.")
    WRONG_SIGN = sentence("Write {sign} before {cell}: “{text}”.")
    MUST_KILL = sentence("From {cell} the reporter must kill: add ! and the cell of its victim.")
    NO_VICTIM = sentence("The reporter on {cell} has nobody to kill on {victim}.")
    KILL_TO_ENTER = sentence(
        "A reporter stops in the fortress on {cell} only to kill: add ! and the cell of its victim."
    )
    SAY_WHERE = sentence("Say where what stood on {cell} goes: add > and a cell.")
    CORPSE_BEHIND = sentence("An assassin leaves the corpse on the cell it came from: nothing can be put on {cell}.")
    ENDS = sentence("The move ends on {cell}: nothing more can follow.")
    NOTHING_TO_PUT = sentence("There is nothing to be put on {cell}.")
    NOT_EMPTY = sentence("The cell {cell} is not empty.")
    OLD_CORPSE = sentence("An old corpse cannot be put on the power cell {cell}.")
    CHIEFS_CORPSE = sentence("Only the corpse of a chief can be put on the power cell {cell}.")
    NO_PUPPET = sentence("In this game no corpse can be put on the power cell {cell}.")
    PUT_ON_POWER = sentence("Only a chief can be put on the power cell {cell}.")
    PUT_IN_FORTRESS = sentence("A piece that may not stay in the fortress cannot be put on {cell}.")
    EXIT_MISSING = sentence("The piece may not stay on {cell}: add / and the move by which it leaves.")
    EXIT_NEEDLESS = sentence("There is no extra move from {cell}: the piece may stay there.")
    NOT_YOURS = sentence("Only {colour} can say that for {colour}.")
    CANNOT_ABANDON = sentence("The colour {colour} cannot leave the game: it is {status}.")
    CANNOT_RETURN = sentence("The colour {colour} cannot return: it is {status}.")
    CANNOT_AGREE = sentence("Only active players agree on a tie: {colour} is {status}.")
    ILLEGAL = sentence("The rules do not allow {text} here.")


Why = tuple[Refusal, dict[str, object]]
Part = tuple[str, int, str, int]
"""One move of a turn: its sign, its destination, and the sign and cell of what it does there ("" and -1: nothing)."""


def refuse(state: State, seat: Seat, action: Action) -> IllegalAction:
    """Give the fault that says why an action, known to be illegal, is refused."""
    if state.turn is None:
        return IllegalAction(Refusal.OVER)
    if action.word:
        found = _said(state, seat, action)
    elif seat != state.turn.player:
        found = (Refusal.NOT_YOUR_TURN, {"player": state.rules.colours[state.turn.player]})
    else:
        found = _piece(state, seat, action) or _turn(state, seat, action)
    refusal, fields = found or (Refusal.ILLEGAL, {"text": str(action)})
    return IllegalAction(refusal, **fields)


def _said(state: State, seat: Seat, action: Action) -> Why | None:
    colours = state.rules.colours
    if not 0 <= seat < len(colours):
        return None
    colour = colours[seat]
    standing = state.field.status[seat]
    fields: dict[str, object] = {"colour": colour, "status": standing.value}
    if action.word != Word.DRAW and action.colour != colour:
        return Refusal.NOT_YOURS, {"colour": action.colour}
    if action.word == Word.ABANDON and standing not in (ACTIVE, COMA):
        return Refusal.CANNOT_ABANDON, fields
    if action.word == Word.RETURN and standing is not ABANDONED:
        return Refusal.CANNOT_RETURN, fields
    return (Refusal.CANNOT_AGREE, fields) if action.word == Word.DRAW and standing is not ACTIVE else None


def _piece(state: State, seat: Seat, action: Action) -> Why | None:
    """Say what is wrong with the piece to move."""
    assert state.turn is not None
    path = state.cells_of(action.path)
    if not path or len(action.signs) != len(path) - 1 or not action.signs:
        return Refusal.NO_MOVE, {"text": str(action)}
    cell = action.path[0]
    found = state.field.cells[path[0]]
    if found <= CORPSE:
        return Refusal.DEAD_PIECE if found else Refusal.NO_PIECE, {"cell": cell}
    if LETTERS[found & 7] != action.piece:
        return Refusal.OTHER_PIECE, {"cell": cell, "found": LETTERS[found & 7], "piece": action.piece}
    if state.mover(seat, path[0]) is not None:
        return None
    colour = state.rules.colours[(found >> 3) - 1]
    if state.rules.merged:
        return Refusal.NOT_COMMANDED, {"cell": cell, "colour": colour}
    return Refusal.OTHER_COLOUR, {"cell": cell, "colour": colour, "seat": state.rules.colours[state.turn.seat]}


def _turn(state: State, seat: Seat, action: Action) -> Why | None:
    """Say which move of the turn is wrong, and how."""
    path = state.cells_of(action.path)
    mover = state.mover(seat, path[0])
    parts = _parts(action.signs, path[1:])
    if mover is None or parts is None:
        return Refusal.NO_MOVE, {"text": str(action)}
    names = state.rules.board.lattice.names
    for number, (sign, to, then, cell) in enumerate(parts):
        found = _destination(mover, to) or _sign(mover, to, sign.removeprefix(EXIT)) or _deed(mover, to, then, cell)
        if found is not None:
            return found if found[0] is not Refusal.WRONG_SIGN else _written(action, mover, to, found)
        last = number == len(parts) - 1
        if mover.outstays(to) == last:
            return Refusal.EXIT_MISSING if last else Refusal.EXIT_NEEDLESS, {"cell": names[to]}
        if not last:
            mover = after(mover, to, cell)
    return None


def _written(action: Action, mover: MovingPiece, to: int, found: Why) -> Why:
    """Add to a wrong sign the move with the right one; an ellipsis stands for a cell that has to follow."""
    refusal, fields = found
    right, cell = str(fields["sign"]), fields["cell"]
    pairs = enumerate(zip(action.signs, action.path[1:], strict=True))
    at = next(at for at, (sign, spot) in pairs if spot == cell and sign.removeprefix(EXIT) != right)
    out = EXIT if action.signs[at].startswith(EXIT) else ""
    signs = (*action.signs[:at], f"{out}{right}", *action.signs[at + 1 :])
    unsaid = at == len(signs) - 1 and right != PUT and signs_of(mover, to)[1] == PUT
    text = str(Action(action.piece, action.path, signs)) + (f"{PUT}…" if unsaid else "")
    return refusal, fields | {"text": text}


def _parts(signs: tuple[str, ...], cells: tuple[int, ...]) -> list[Part] | None:
    """Cut signs and cells into moves; None if they are not in the order of the notation.

    A sign for a step where no new move begins stands for what the piece does there: it is the wrong one.
    """
    parts: list[Part] = []
    for sign, cell in zip(signs, cells, strict=True):
        begins = sign.startswith(EXIT) if parts else sign not in (PUT, SHOT) and not sign.startswith(EXIT)
        if begins:
            parts.append((sign, cell, "", NOBODY))
        elif not parts or parts[-1][2]:
            return None
        else:
            parts[-1] = (*parts[-1][:2], sign, cell)
    return parts


def _destination(mover: MovingPiece, to: int) -> Why | None:
    """Say why the piece cannot go to a cell."""
    lattice = mover.field.rules.board.lattice
    crossed = lattice.lines[mover.at].get(to)
    fields: dict[str, object] = {"start": lattice.names[mover.at], "cell": lattice.names[to]}
    if crossed is None:
        return Refusal.NO_LINE, fields
    if mover.kind == MILITANT and len(crossed) > 1:
        return Refusal.TOO_FAR, fields
    for cell in crossed:
        if mover.field.cells[cell]:
            return Refusal.BLOCKED, fields | {"blocked": lattice.names[cell]}
    if mover.field.cells[to]:
        return _target(mover, to)
    return _stop(mover, to)


def _stop(mover: MovingPiece, to: int) -> Why | None:
    """Say why a quiet move cannot end on a cell (R12, R13, R14)."""
    board = mover.field.rules.board
    fields: dict[str, object] = {"cell": board.lattice.names[to]}
    if not mover.outstays(to):
        return None
    if board.zone[to] == POWER:
        return Refusal.POWER_IS_THE_CHIEFS, fields
    if mover.kind != REPORTER or mover.extra or not beside(mover, to):
        return Refusal.FORTRESS, fields
    return None if any(has_exit(mover, to, cell) for cell in beside(mover, to)) else (Refusal.NO_EXIT, fields)


def _target(mover: MovingPiece, to: int) -> Why | None:
    """Say why the piece cannot act on what stands on a cell (§6.2, §6.6)."""
    field = mover.field
    found = field.cells[to]
    fields: dict[str, object] = {"cell": field.rules.board.lattice.names[to]}
    if mover.kind == REPORTER:
        return Refusal.REPORTER_TAKES_NO_PLACE, fields
    if (found == CORPSE) != (mover.kind == NECROMOBILE):
        return Refusal.CORPSE_TARGET if found == CORPSE else Refusal.LIVING_TARGET, fields
    if not mover.strikes[found]:
        colour = (found >> 3) - 1
        return _spared(mover, colour), fields | {"colour": field.rules.colours[colour]}
    return _strike(mover, to)


def _strike(mover: MovingPiece, to: int) -> Why | None:
    """Say why a piece cannot act on a valid target in its place (§6.2, §6.7)."""
    field = mover.field
    fields: dict[str, object] = {"cell": field.rules.board.lattice.names[to]}
    if field.rules.board.zone[to] == POWER and mover.kind == MILITANT:
        return Refusal.IMMUNE, fields
    if mover.extra and not may_strike_leaving(mover, to):
        return Refusal.CHIEFS_ONLY if field.rules.master_moves else Refusal.QUIET_EXIT, fields
    if can_strike(mover, to):
        return None
    if mover.outstays(to):
        return Refusal.NO_SECOND_EXIT if mover.extra else Refusal.NO_EXIT, fields
    return Refusal.NO_ROOM, fields


def _spared(mover: MovingPiece, colour: int) -> Refusal:
    """Say why a colour's living piece is not a target (§6.6; R10, R18, R20)."""
    field = mover.field
    if colour == mover.colour:
        return Refusal.OWN_PIECE
    if colour == mover.player:
        return Refusal.MASTERS_PIECE
    if field.command[colour] == NOBODY:
        return Refusal.FROZEN
    return Refusal.OWN_VASSAL


def _sign(mover: MovingPiece, to: int, sign: str) -> Why | None:
    right, _ = signs_of(mover, to)
    if sign == right:
        return None
    return Refusal.WRONG_SIGN, {"sign": right, "cell": mover.field.rules.board.lattice.names[to]}


def _deed(mover: MovingPiece, to: int, then: str, cell: int) -> Why | None:
    """Say what is wrong with what the piece does at its destination."""
    names = mover.field.rules.board.lattice.names
    _, right = signs_of(mover, to)
    if then not in ("", PUT, SHOT) and right != PUT:
        return _step(mover, to, cell)
    if SHOT in (right, then) and mover.kind == REPORTER:
        return _shot(mover, to, then, cell)
    if then == right:
        return _placement(mover, to, cell) if then else None
    if not then:
        return Refusal.SAY_WHERE, {"cell": names[to]}
    if right == PUT:
        return Refusal.WRONG_SIGN, {"cell": names[cell], "sign": right}
    behind = mover.kind == ASSASSIN and mover.field.cells[to]
    return Refusal.CORPSE_BEHIND if behind else Refusal.NOTHING_TO_PUT, {"cell": names[cell]}


def _step(mover: MovingPiece, to: int, cell: int) -> Why:
    """Say why a sign for a step stands wrongly where the move has come to its destination."""
    names = mover.field.rules.board.lattice.names
    if mover.kind == REPORTER and cell in beside(mover, to):
        return Refusal.WRONG_SIGN, {"cell": names[cell], "sign": SHOT}
    return Refusal.EXIT_MISSING if mover.outstays(to) else Refusal.ENDS, {"cell": names[to]}


def _shot(mover: MovingPiece, to: int, then: str, cell: int) -> Why | None:
    """Say what is wrong with a reporter's kill, or why one is required (§6.5)."""
    rules = mover.field.rules
    fields: dict[str, object] = {"cell": rules.board.lattice.names[to]}
    if then == PUT:
        return Refusal.NOTHING_TO_PUT, {"cell": rules.board.lattice.names[cell]}
    if not then:
        if mover.outstays(to):
            return Refusal.KILL_TO_ENTER, fields
        return (Refusal.MUST_KILL, fields) if rules.mandatory else None
    if cell not in beside(mover, to):
        return Refusal.NO_VICTIM, fields | {"victim": rules.board.lattice.names[cell]}
    return (Refusal.NO_EXIT, fields) if mover.outstays(to) and not has_exit(mover, to, cell) else None


def _placement(mover: MovingPiece, to: int, cell: int) -> Why | None:
    """Say why a corpse or a provoked piece cannot be put on a cell (§6.3, §6.4)."""
    if fits(mover, to, cell):
        return None
    rules = mover.field.rules
    fields: dict[str, object] = {"cell": rules.board.lattice.names[cell]}
    if cell == to or (mover.field.cells[cell] and cell != mover.at):
        return Refusal.NOT_EMPTY, fields
    if rules.board.zone[cell] == POWER and cell not in empties(mover, to):
        return _on_power(mover, to), fields
    if rules.board.zone[cell] == FORTRESS and cell not in empties(mover, to):
        return Refusal.PUT_IN_FORTRESS, fields
    return Refusal.NO_EXIT, {"cell": rules.board.lattice.names[to]}


def _on_power(mover: MovingPiece, to: int) -> Refusal:
    """Say why what stood on a cell cannot be put on power (§6.4, R15)."""
    if mover.kind == NECROMOBILE:
        return Refusal.OLD_CORPSE
    if mover.kind == PROVOCATEUR:
        return Refusal.PUT_ON_POWER
    return Refusal.NO_PUPPET if mover.field.cells[to] & 7 == CHIEF else Refusal.CHIEFS_CORPSE
