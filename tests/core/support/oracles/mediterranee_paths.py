"""Displacements of Méditerranée told a second time, slowly: pieces set on cities by name, moved one after the other."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources

MAP = tomllib.loads((resources.files("core.games.mediterranee") / "board" / "map.toml").read_text(encoding="utf-8"))
NEXT: dict[str, dict[str, set[str]]] = {"land": {}, "sea": {}}
for _kind, _joined in NEXT.items():
    for _one, _other, _ in MAP["edges"][_kind]:
        _joined.setdefault(_one, set()).add(_other)
        _joined.setdefault(_other, set()).add(_one)

Army = dict[str, str]
"""Where pieces stand, by their texts."""

Leg = tuple[str, str, str]


def walks(piece: str, start: str, foes: set[str], longest: int) -> dict[str, int]:
    """Give every city on a way of at most `longest` steps, with the fewest steps; enemies end a way."""
    joined = NEXT["sea" if piece[1] == "B" else "land"]
    found: dict[str, int] = {}
    waiting = [(start, 0)]
    while waiting:
        here, steps = waiting.pop(0)
        if steps == longest or (here in foes and here != start):
            continue
        for city in sorted(joined.get(here, ())):
            if city not in found and city != start:
                found[city] = steps + 1
                waiting.append((city, steps + 1))
    return found


def steps(piece: str) -> int:
    """Give how far a piece goes without pay."""
    return 2 if piece[1] == "C" else 1


def singles(mine: list[str], friends: Army, foes: set[str], barred: set[str]) -> Iterator[Leg]:
    """Give every ordinary displacement of some pieces; nobody ends in a city that is barred."""
    for piece in mine:
        for city in walks(piece, friends[piece], foes, steps(piece)):
            if city not in friends.values() and city not in barred:
                yield piece, friends[piece], city


def doubles(mine: list[str], friends: Army, foes: set[str]) -> Iterator[tuple[Leg, Leg]]:
    """Give every displacement of two pieces in the order in which they go."""
    for leg in singles(mine, friends, foes, set()):
        piece, start, city = leg
        moved = {**friends, piece: city}
        barred = {start} if city in foes else set()
        others = [other for other in mine if other != piece]
        for second in singles(others, moved, foes, barred):
            if not (city in foes and second[2] == city):
                yield leg, second


def infantry(one: str, other: str) -> bool:
    return one[1] == "F" == other[1]


def written(word: str, legs: tuple[Leg, ...]) -> str:
    return " ".join([word, *(f"{piece} {start}-{city}" for piece, start, city in legs)])


def texts(word: str, pairs: set[tuple[Leg, Leg]]) -> set[str]:
    """Write pairs in the order that counts: plain string order where that order is legal, else the other."""
    return {written(word, (one, other)) for one, other in pairs if one[0] < other[0] or (other, one) not in pairs}


def moves(word: str, mine: list[str], friends: Army, foes: set[str]) -> set[str]:
    """Write every ordinary displacement."""
    pairs = {pair for pair in doubles(mine, friends, foes) if infantry(pair[0][0], pair[1][0])}
    return {written(word, (leg,)) for leg in singles(mine, friends, foes, set())} | texts(word, pairs)


def marches(mine: list[str], friends: Army, foes: set[str]) -> set[str]:
    """Write every forced march."""
    pairs = {pair for pair in doubles(mine, friends, foes) if not infantry(pair[0][0], pair[1][0])}
    found = texts("march", pairs)
    for piece in mine:
        far = walks(piece, friends[piece], foes, 2 * steps(piece))
        near = walks(piece, friends[piece], foes, steps(piece))
        for city in far.keys() - near.keys() - set(friends.values()):
            found.add(written("march", ((piece, friends[piece], city),)))
    return found
