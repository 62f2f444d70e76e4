"""A state as JSON and back (§16); only `living` is needed to set up a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.fault import BadPosition, sentence
from core.game import Outcome, Seat, Turn
from core.games.djambi.rules.board import CHIEF, CORPSE, LETTERS, POWER, code, letter
from core.games.djambi.rules.field import ABSENT, ACTIVE, DEAD, NOBODY, Field
from core.games.djambi.rules.ruleset import Rules
from core.games.djambi.rules.turn import Reason, outcome, player_of
from core.position_entry import COUNT, NOT_A, check_keys, listed, mapping
from core.scene import Standing

if TYPE_CHECKING:
    from core.games.djambi.rules.state import State

KEYS = ("options", "living", "corpses", "status", "owner", "king", "turn", "base", "quiet", "result")
"""The keys of a position; `king` follows from the others and is not read."""

NO_LIVING = sentence("A position needs its living pieces: living = {{cell: colour and letter}}.")
NO_CELL = sentence("The board has no cell {cell}.")
BAD_PIECE = sentence("“{text}” on {cell} is no piece: write a colour and one of C A R P N M, as in red C.")
TWO_ON_CELL = sentence("There is both a living piece and a corpse on {cell}.")
TWO_CORPSES = sentence("There are two corpses on {cell}.")
TWO_CHIEFS = sentence("The colour {colour} has two chiefs, on {cell} and on {other}.")
NOT_A_CHIEF = sentence("Only a chief may stand on the power cell {cell}.")
NO_COLOUR = sentence("There is no colour {text} here; there are {allowed}.")
BAD_STATUS = sentence("The status {text} of {colour} is none of {allowed}.")
DEAD_CHIEF_LIVES = sentence("The colour {colour} cannot be dead: its chief is on {cell}.")
CHIEF_MISSING = sentence("The colour {colour} cannot be {status}: it has no chief on the board.")
MISSING_PLAYS = sentence("The colour {colour} has no player in this game: it is absent or dead.")
OWNER_OF_LIVING = sentence("The colour {colour} is not dead: nobody owns it.")
OWNER_DEAD = sentence("The owner of {colour} cannot be {owner}, whose chief is dead.")
NOBODY_PLAYS = sentence("Nobody is left to play: no colour is active.")
BAD_TURN = sentence("The seat {seat} cannot be played by {player} in this position.")
NO_PLAYER = sentence("Nobody can play the seat {seat} in this position.")
BAD_REASON = sentence("The reason {text} is none of {allowed}.")


def write(state: State) -> dict[str, object]:
    """Give the position as JSON values in the form of §16."""
    field = state.field
    colours = state.rules.colours
    names = state.rules.board.lattice.names
    turn, over = state.turn, state.outcome
    return {
        "options": dict(state.rules.options),
        "living": {
            names[cell]: f"{colours[(found >> 3) - 1]} {letter(found)}"
            for cell, found in enumerate(field.cells)
            if found > CORPSE
        },
        "corpses": sorted(names[cell] for cell, found in enumerate(field.cells) if found == CORPSE),
        "status": {colour: field.status[seat].value for seat, colour in enumerate(colours)},
        "owner": {colours[seat]: colours[owner] for seat, owner in enumerate(field.owner) if owner != NOBODY},
        "king": None if field.king == NOBODY else colours[field.king],
        "turn": turn and {"player": colours[turn.player], "seat": colours[turn.seat], "bonus": turn.bonus},
        "base": colours[state.marker],
        "quiet": state.quiet,
        "result": over and {"winners": [colours[seat] for seat in over.winners], "reason": over.reason},
    }


def read(kind: type[State], rules: Rules, given: Mapping[str, object]) -> State:
    """Give the state of a position, with the defaults of §16; raise `BadPosition`. Comas and ends are not judged."""
    check_keys(given, KEYS)
    if "living" not in given:
        raise BadPosition(NO_LIVING)
    cells = _cells(rules, mapping(given, "living"), listed(given, "corpses"))
    status = _status(rules, cells, mapping(given, "status"))
    field = Field(rules, cells, status, _owner(rules, status, mapping(given, "owner")))
    over = _result(field, given)
    turn = None if over else _turn(field, given.get("turn"))
    base = given.get("base")
    marker = _colour(rules, base) if base is not None else turn.seat if turn else next(iter(field.active), 0)
    quiet = given.get("quiet", 0)
    if type(quiet) is not int or quiet < 0:
        raise BadPosition(NOT_A, key="quiet", kind=COUNT)
    return kind(field, marker, turn, quiet, over)


def _colour(rules: Rules, word: object) -> int:
    if not isinstance(word, str) or word not in rules.colours:
        raise BadPosition(NO_COLOUR, text=word, allowed=", ".join(rules.colours))
    return rules.colours.index(word)


def _cells(rules: Rules, living: Mapping[object, object], corpses: Sequence[object]) -> bytes:
    board = rules.board
    cells = bytearray(len(board.lattice))
    chiefs: dict[int, object] = {}
    for name, word in living.items():
        cell = _cell(rules, name)
        colour, kind = _piece(rules, name, word)
        if kind == CHIEF and chiefs.setdefault(colour, name) != name:
            raise BadPosition(TWO_CHIEFS, colour=rules.colours[colour], cell=chiefs[colour], other=name)
        if kind != CHIEF and board.zone[cell] == POWER:
            raise BadPosition(NOT_A_CHIEF, cell=name)
        cells[cell] = code(colour, kind)
    for name in corpses:
        cell = _cell(rules, name)
        if cells[cell]:
            raise BadPosition(TWO_CORPSES if cells[cell] == CORPSE else TWO_ON_CELL, cell=name)
        cells[cell] = CORPSE
    return bytes(cells)


def _cell(rules: Rules, name: object) -> int:
    if not isinstance(name, str) or name not in rules.board.lattice.index:
        raise BadPosition(NO_CELL, cell=name)
    return rules.board.lattice.index[name]


def _piece(rules: Rules, cell: object, word: object) -> tuple[int, int]:
    colour, space, kind = word.partition(" ") if isinstance(word, str) else ("", "", "")
    if not space or len(kind) != 1 or kind not in LETTERS:
        raise BadPosition(BAD_PIECE, text=word, cell=cell)
    return _colour(rules, colour), LETTERS.index(kind)


def _status(rules: Rules, cells: bytes, given: Mapping[object, object]) -> tuple[Standing, ...]:
    chiefs = [cells.find(code(colour, CHIEF)) for colour in range(len(rules.colours))]
    status = [DEAD if chief == NOBODY else ACTIVE for chief in chiefs]
    if rules.missing != NOBODY and status[rules.missing] is ACTIVE:
        status[rules.missing] = ABSENT
    for word, value in given.items():
        colour = _colour(rules, word)
        if value not in list(Standing):
            raise BadPosition(BAD_STATUS, text=value, colour=word, allowed=", ".join(Standing))
        standing = Standing(str(value))
        if standing is DEAD and chiefs[colour] != NOBODY:
            raise BadPosition(DEAD_CHIEF_LIVES, colour=word, cell=rules.board.lattice.names[chiefs[colour]])
        if standing is not DEAD and chiefs[colour] == NOBODY:
            raise BadPosition(CHIEF_MISSING, colour=word, status=value)
        if colour == rules.missing and standing not in (ABSENT, DEAD):
            raise BadPosition(MISSING_PLAYS, colour=word)
        status[colour] = standing
    return tuple(status)


def _owner(rules: Rules, status: tuple[Standing, ...], given: Mapping[object, object]) -> tuple[int, ...]:
    """Give the owner of each dead colour: the given one, else the first active colour (else the first living one)."""
    heirs = [c for c, s in enumerate(status) if s is ACTIVE] or [c for c, s in enumerate(status) if s is not DEAD]
    if not heirs:
        raise BadPosition(NOBODY_PLAYS)
    owner = [heirs[0] if standing is DEAD else NOBODY for standing in status]
    for word, value in given.items():
        colour, master = _colour(rules, word), _colour(rules, value)
        if status[colour] is not DEAD:
            raise BadPosition(OWNER_OF_LIVING, colour=word)
        if status[master] is DEAD:
            raise BadPosition(OWNER_DEAD, colour=word, owner=value)
        owner[colour] = master
    return tuple(owner)


def _turn(field: Field, given: object) -> Turn:
    """Give the turn asked for, as a colour or as player, seat and bonus; else the first active colour's."""
    colours = field.rules.colours
    if not field.active:
        raise BadPosition(NOBODY_PLAYS)
    if given is None:
        return Turn(Seat(field.active[0]), Seat(field.active[0]))
    if isinstance(given, Mapping):
        return _whole_turn(field, given)
    seat = _colour(field.rules, given)
    player = player_of(field, seat)
    if player == NOBODY:
        raise BadPosition(NO_PLAYER, seat=colours[seat])
    return Turn(Seat(player), Seat(seat))


def _whole_turn(field: Field, given: Mapping[object, object]) -> Turn:
    seat = _colour(field.rules, given.get("seat", given.get("player")))
    player = _colour(field.rules, given.get("player", given.get("seat")))
    bonus = given.get("bonus", False) is True
    if player_of(field, seat) != player or (bonus and not seat == player == field.king):
        raise BadPosition(BAD_TURN, player=field.rules.colours[player], seat=field.rules.colours[seat])
    return Turn(Seat(player), Seat(seat), bonus)


def _result(field: Field, given: Mapping[str, object]) -> Outcome | None:
    if given.get("result") is None:
        return None
    result = mapping(given, "result")
    reason = result.get("reason")
    if reason not in list(Reason):
        raise BadPosition(BAD_REASON, text=reason, allowed=", ".join(Reason))
    winners = listed({"winners": result.get("winners")}, "winners")
    return outcome(field, {_colour(field.rules, word) for word in winners}, Reason(str(reason)))
