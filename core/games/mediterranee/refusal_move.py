"""Why a displacement is refused: whose piece, which way, what stands there (§6.1, §6.2, §6.3)."""

from __future__ import annotations

from enum import StrEnum

from core.fault import sentence
from core.games.mediterranee.action import Action, Word
from core.games.mediterranee.movement import Force, ends, infantry, reach, second_ends
from core.games.mediterranee.piece import BOAT, CAVALRY, GONE, INDEX, KINDS, TEXTS
from core.games.mediterranee.route import ONE, TWO

Why = tuple[str, dict[str, object]]


class Astray(StrEnum):
    """Every reason for which the rules refuse a displacement, as an English sentence."""

    NO_MOVE = sentence("A move goes from a city to another: {text} does not.")
    NO_PIECE = sentence("The piece {piece} does not stand in {city}.")
    NOT_YOURS = sentence("The piece {piece} is not yours to move.")
    NO_TRAITOR = sentence("Treason moves a piece of an opponent: {piece} is none.")
    SAME_CITY = sentence("The piece {piece} stands in {city} already.")
    FRIEND = sentence("There is a friend of {piece} in {city}: nobody ends there.")
    BY_SEA = sentence("A boat goes to a neighbouring port by sea: not {piece} from {start} to {city}.")
    BY_LAND = sentence("No road leads {piece} from {start} to {city} in one step.")
    TWO_STEPS = sentence("Cavalry goes one or two cities by land, not through enemies: not {piece} to {city}.")
    TOO_FAR = sentence("Even a forced march does not bring {piece} from {start} to {city}.")
    FREE = sentence("The piece {piece} goes to {city} without pay: a march leads further, or moves two pieces.")
    TWICE = sentence("Two different pieces are moved, not {piece} twice.")
    NOT_TOGETHER = sentence("Only two infantry of one player go together without pay: not {piece} and {other}.")
    NO_PAIR = sentence("Two infantry go together without pay: a march moves other pieces.")
    NAME_FIRST = sentence("Name {other} first, then {piece}: the order of the two does not matter here.")
    SAME_END = sentence("The piece {piece} cannot end in {city} too: {other} goes there.")
    RESERVED = sentence("The piece {other} fights and must be able to return: {piece} cannot end in {city}.")
    ILLEGAL = sentence("The rules do not allow {text} here.")


def reason(template: str, **fields: object) -> Why:
    """Give a reason with its fields."""
    return template, fields


def move(force: Force, action: Action, *, far: bool, traitors: bool = True) -> Why:
    """Say why a displacement of the pieces of `force` is refused; `traitors`: they are the enemy's, for treason."""
    path = action.path[1:] if action.word is Word.TREASON else action.path
    cities = [force.chart.index.get(spot, GONE) for spot in path]
    if len(path) not in {ONE, TWO} or GONE in cities or len(action.told) * ONE != len(path):
        return reason(Astray.NO_MOVE)
    pieces = [INDEX.get(name, GONE) for name in action.told]
    for piece, name, start in zip(pieces, action.told, cities[::2], strict=True):
        if piece not in force.pieces or not traitors:
            template = Astray.NO_TRAITOR if action.word is Word.TREASON else Astray.NOT_YOURS
            return reason(template, piece=name)
        if force.board.at[piece] != start:
            return reason(Astray.NO_PIECE, piece=name, city=force.chart.names[start])
    if len(pieces) == 1:
        return _one(force, pieces[0], cities[1], far=far)
    return _two(force, pieces, cities, far=far)


def _one(force: Force, piece: int, to: int, *, far: bool) -> Why:
    """Say why one piece does not go there."""
    start = force.board.at[piece]
    fields: dict[str, object] = {
        "piece": TEXTS[piece],
        "city": force.chart.names[to],
        "start": force.chart.names[start],
    }
    if to == start:
        return reason(Astray.SAME_CITY, **fields)
    if force.own >> to & 1 and (far or reach(force, piece) >> to & 1):
        return reason(Astray.FRIEND, **fields)
    if far:
        free = reach(force, piece) >> to & 1
        return reason(Astray.FREE if free else Astray.TOO_FAR, **fields)
    by_kind = {BOAT: Astray.BY_SEA, CAVALRY: Astray.TWO_STEPS}
    return reason(by_kind.get(KINDS[piece], Astray.BY_LAND), **fields)


def _two(force: Force, pieces: list[int], cities: list[int], *, far: bool) -> Why:
    """Say why two pieces do not go together, or not so."""
    first, second = pieces
    to, end = cities[1], cities[3]
    named: dict[str, object] = {"piece": TEXTS[second], "other": TEXTS[first], "city": force.chart.names[end]}
    if first == second:
        return reason(Astray.TWICE, **named)
    if far == infantry(first, second):
        return reason(Astray.NO_PAIR if far else Astray.NOT_TOGETHER, **named)
    if not ends(force, first) >> to & 1:
        return _one(force, first, to, far=False)
    if not ends(force, second) >> end & 1 and (end != cities[0] or not reach(force, second) >> end & 1):
        return _one(force, second, end, far=False)
    return _after(force, (first, to), (second, end))


def _after(force: Force, one: tuple[int, int], other: tuple[int, int]) -> Why:
    """Say why the second piece does not go where it would, the first having gone."""
    (first, to), (second, end) = one, other
    named: dict[str, object] = {"piece": TEXTS[second], "other": TEXTS[first], "city": force.chart.names[end]}
    if to == end:
        return reason(Astray.SAME_END, **named)
    if end == force.board.at[first] and reach(force, second) >> end & 1 and force.foe >> to & 1:
        return reason(Astray.RESERVED, **named)
    if second_ends(force, second, end, first) >> to & 1:
        return reason(Astray.NAME_FIRST, **{**named, "piece": TEXTS[first], "other": TEXTS[second]})
    return _one(force, second, end, far=False)
