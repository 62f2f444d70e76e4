"""A state as JSON and back (§12): everything but the board has a default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.fault import BadOption, BadPosition, sentence
from core.game import Game, Plain
from core.games.megiddo.rules.board import INDEX, RADIALS, RINGS, Edges
from core.games.megiddo.rules.ruleset import VARIANTS, Rules, rules
from core.games.megiddo.rules.score import FORFEIT, NOBODY, Reason, Result, outcome
from core.option import settle
from core.position_entry import LIST, MOST, NOT_A, asked_options, check_keys, count, listed, mapping

if TYPE_CHECKING:
    from core.games.megiddo.rules.state import State

KEYS = (
    "game",
    "options",
    "board",
    "to_move",
    "ply",
    "captured",
    "quiet",
    "points",
    "starter",
    "last",
    "resigned",
    "resigning",
    "result",
    "played",
)
"""The keys of a position.

`starter` is the colour that began this game; `last` is the seat that moved last. `played` counts the earlier games of
the match and is written if there are any.
"""

NO_BOARD = sentence("A position needs its board: for each radial six signs, from ring 1 to ring 6.")
NO_RADIAL = sentence("The board has no radial {text}; there are {allowed}.")
BAD_RADIAL = sentence("The radial {radial} must be six signs, each . or a colour from 0 to {highest}.")
FULL_BOARD = sentence("The board is full: nobody can move.")
NO_SEAT = sentence("There is no seat {text} that can move here.")
BAD_NUMBERS = sentence("The entry {key} must have {count} whole numbers from 0.")
BAD_MEMBERS = sentence("The entry {key} must list some of the numbers from 0 to {highest}, but not a whole team.")
BAD_REASON = sentence("The reason {text} is none of {allowed}.")
BAD_RESULT = sentence("The result does not end this match: its points are short of {target}.")
BAD_EDGES = sentence("{name}={text} is not possible; allowed: {allowed}.")

SWITCH = {"on": True, "off": False, "yes": True, "no": False, "True": True, "False": False}


def write(state: State) -> dict[str, object]:
    """Give the position as JSON values in the form of §12; `edges` and `cleopatra` spell out the variant."""
    chosen = state.rules
    cleopatra = "on" if chosen.reverse else "off"
    result = state.result
    return {
        "game": "megiddo",
        "options": {**dict(chosen.options), "edges": chosen.edges.value, "cleopatra": cleopatra},
        "board": {radial: "".join(_sign(state, radial + ring) for ring in RINGS) for radial in RADIALS},
        "to_move": None if state.outcome else state.seat,
        "ply": state.ply,
        "captured": list(state.captured),
        "quiet": state.quiet,
        "points": list(state.points),
        "starter": state.opener,
        "last": state.last,
        "resigned": list(state.resigned),
        "resigning": list(state.resigning),
        "result": None if result is None else _told(result),
        **({"played": state.played} if state.played else {}),
    }


def _sign(state: State, name: str) -> str:
    point = INDEX[name]
    return next((str(colour) for colour, stones in enumerate(state.stones) if stones >> point & 1), ".")


def _told(result: Result) -> dict[str, object]:
    return {
        "winner": None if result.patara else result.winner,
        "megiddos": list(result.megiddos),
        "arbatta": result.arbatta,
        "patara": result.patara,
        "points": list(result.points),
        "reason": result.reason.value,
        **({FORFEIT: True} if result.forfeit else {}),
    }


def encoded(result: Result) -> Plain:
    """Give a result as plain values."""
    return (result.winner, result.megiddos, int(result.arbatta), result.points, result.reason.value)


def read(kind: type[State], game: Game, given: Mapping[str, object]) -> State:
    """Give the state of a position; raise `BadPosition` or `BadOption`. Whether it could arise is not checked."""
    check_keys(given, KEYS)
    if "board" not in given:
        raise BadPosition(NO_BOARD)
    chosen = options(game, given)
    start = kind.opening(chosen)
    over = given.get("result") is not None
    stones = _board(chosen, mapping(given, "board"))
    state = replace(
        start,
        stones=stones,
        captured=_numbers(given, "captured", start.captured),
        points=_numbers(given, "points", start.points),
        ply=count(given.get("ply", sum(each.bit_count() for each in stones)), "ply"),
        quiet=count(given.get("quiet", 0), "quiet"),
        played=count(given.get("played", 0), "played"),
        opener=_below(given, "starter", start.opener, chosen.colours),
        resigned=_members(given, "resigned", chosen.colours, chosen.colours - (0 if over else 1)),
        resigning=_members(given, "resigning", chosen.players, chosen.players),
    )
    if over:
        return _over(state, given)
    return _to_move(state, given)


def options(game: Game, given: Mapping[str, object]) -> Rules:
    """Give the rules of a position's options; `edges` and `cleopatra`, if given, take precedence over `variant`."""
    asked = asked_options(given)
    edges, cleopatra = asked.pop("edges", None), asked.pop("cleopatra", None)
    if asked.get("slide") in SWITCH:
        asked["slide"] = "yes" if SWITCH[asked["slide"]] else "no"
    settled = settle(game, asked)
    if edges is not None or cleopatra is not None:
        wanted = list(VARIANTS[settled["variant"]])
        if edges is not None:
            wanted[0] = Edges(_one("edges", edges, tuple(Edges)))
        if cleopatra is not None:
            wanted[1] = SWITCH[_one("cleopatra", cleopatra, tuple(SWITCH))]
        settled["variant"] = next(name for name, meant in VARIANTS.items() if list(meant) == wanted)
    return rules(settled)


def _one(name: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise BadOption(BAD_EDGES, name=name, text=value, allowed=", ".join(allowed))
    return value


def _board(chosen: Rules, given: Mapping[object, object]) -> tuple[int, ...]:
    stones = [0] * chosen.colours
    signs = "".join(map(str, range(chosen.colours)))
    for radial, row in given.items():
        if radial not in tuple(RADIALS):
            raise BadPosition(NO_RADIAL, text=radial, allowed=" ".join(RADIALS))
        if not isinstance(row, str) or len(row) != len(RINGS) or set(row) - set(signs) - {"."}:
            raise BadPosition(BAD_RADIAL, radial=radial, highest=chosen.colours - 1)
        for ring, sign in zip(RINGS, row, strict=True):
            if sign != ".":
                stones[signs.index(sign)] |= 1 << INDEX[radial + ring]
    return tuple(stones)


def _whole(value: object) -> bool:
    return type(value) is int and 0 <= value < MOST


def _below(given: Mapping[Any, object], key: str, default: int, limit: int) -> int:
    value = count(given.get(key, default), key)
    if value >= limit:
        raise BadPosition(NO_SEAT, text=value)
    return value


def _numbers(given: Mapping[Any, object], key: str, default: tuple[int, ...]) -> tuple[int, ...]:
    value = given.get(key, default)
    if not isinstance(value, (list, tuple)) or len(value) != len(default) or not all(map(_whole, value)):
        raise BadPosition(BAD_NUMBERS, key=key, count=len(default))
    return tuple(value)


def _members(given: Mapping[str, object], key: str, limit: int, most: int) -> tuple[int, ...]:
    value = given.get(key, ())
    if not isinstance(value, (list, tuple)) or not all(_whole(each) and each < limit for each in value):
        raise BadPosition(BAD_MEMBERS, key=key, highest=limit - 1)
    found = tuple(sorted(set(value)))
    if len(found) >= most:
        raise BadPosition(BAD_MEMBERS, key=key, highest=limit - 1)
    return found


def _to_move(state: State, given: Mapping[str, object]) -> State:
    chosen = state.rules
    if not state.empty:
        raise BadPosition(FULL_BOARD)
    seat = given.get("to_move")
    first = chosen.starter
    while chosen.colour(first) in state.resigned:
        first = (first + 1) % chosen.players
    seat = first if seat is None else seat
    if type(seat) is not int or not 0 <= seat < chosen.players or chosen.colour(seat) in state.resigned:
        raise BadPosition(NO_SEAT, text=seat)
    _agree(state)
    last = _below(given, "last", (seat - 1) % chosen.players, chosen.players)
    return replace(state, seat=seat, last=last)


def _agree(state: State) -> None:
    """Refuse a seat that would resign although its colour already has, or whose whole team would."""
    chosen = state.rules
    for seat in state.resigning:
        team = chosen.team(chosen.colour(seat))
        if chosen.colour(seat) in state.resigned or set(team) <= set(state.resigning):
            raise BadPosition(BAD_MEMBERS, key="resigning", highest=chosen.players - 1)


def _over(state: State, given: Mapping[str, object]) -> State:
    chosen = state.rules
    told = mapping(given, "result")
    reason = told.get("reason", Reason.PATARA)
    if reason not in list(Reason):
        raise BadPosition(BAD_REASON, text=reason, allowed=", ".join(Reason))
    lines = tuple(line for line in listed(told, "megiddos") if isinstance(line, str))
    if len(lines) < len(listed(told, "megiddos")):
        raise BadPosition(NOT_A, key="megiddos", kind=LIST)
    named = told.get("winner") is not None
    winner = _below(told, "winner", 0, chosen.colours) if named else NOBODY
    points = _numbers(told, "points", state.captured)
    ended = lines, told.get("arbatta") is True, points, Reason(str(reason))
    slides = winner == NOBODY and reason == Reason.PATARA and chosen.slide and bool(state.empty)
    result = Result(winner, *ended, forfeit=told.get(FORFEIT) is True, slides=slides)
    totals = state.points if "points" in given else points
    over = outcome(chosen, result, totals)
    if over is None:
        raise BadPosition(BAD_RESULT, target=chosen.target)
    last = _below(given, "last", state.last, chosen.players)
    return replace(state, points=totals, seat=NOBODY, last=last, result=result, outcome=over)
