"""The board and its windows: counts, partners, neighbours, symmetry of captures."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from core.games import find
from core.games.megiddo.rules.board import FULL, INDEX, LINES, NAMES, POINTS, THROUGH, Edges, members, place, windows
from core.games.megiddo.rules.movement import generations
from core.option import settle
from core.scene import Layout, Role

GAME = find("megiddo")


def test_24_lines_of_six_and_four_through_each_point() -> None:
    assert len(LINES) == len({line.mask for line in LINES}) == len({line.name for line in LINES}) == 24
    assert all(len(set(line.points)) == 6 for line in LINES)
    assert all(len(lines) == 4 for lines in THROUGH)
    named = {line.name: " ".join(NAMES[point] for point in line.points) for line in LINES}
    assert named["A"] == "A1 A2 A3 A4 A5 A6"
    assert named["1"] == "A1 B1 C1 D1 E1 F1"
    assert named["A1-F6"] == "A1 B2 C3 D4 E5 F6"
    assert named["A1-B6"] == "A1 F2 E3 D4 C5 B6"
    for name in named:
        if "-" in name:
            assert {name[1], name[4]} == {"1", "6"}
            assert (ord(name[0]) - ord(name[3])) % 6 in (1, 5)


@pytest.mark.parametrize(("edges", "count", "each"), [("none", 90, 5), ("radial", 108, 6), ("all", 144, 8)])
def test_windows(edges: str, count: int, each: int) -> None:
    table = windows(Edges(edges))
    assert len(table.all) == len(set(table.all)) == count
    for point in range(POINTS):
        partners = {NAMES[found] for found in members(table.partners[point])}
        radial, ring = divmod(point, 6)
        three = {place(radial + 3, ring), place(radial, ring + 3), place(radial + 3, ring + 3)}
        assert partners <= {NAMES[found] for found in three}
        pairs = [pair for _, pair in table.outer[point]]
        assert all(not one & other for one, other in combinations(pairs, 2))
    assert sum(map(len, table.outer)) == 2 * count
    assert edges == "none" or {len(rows) for rows in table.outer} == {each}


def test_two_adjacent_points_share_one_line() -> None:
    for window in windows(Edges.ALL).all:
        first, second, _, _ = window
        both = 1 << first | 1 << second
        wrapped = {abs(first % 6 - second % 6)} == {5}
        assert sum(line.mask & both == both for line in LINES) == 1 or wrapped


def turned(mask: int, radials: int, *, mirror: bool, swap: bool) -> int:
    """Turn, mirror and turn inside out a set of points."""
    moved = 0
    for point in members(mask):
        radial, ring = divmod(point, 6)
        radial = (-radial if mirror else radial) + radials
        moved |= 1 << place(radial, 5 - ring if swap else ring)
    return moved


@pytest.mark.parametrize("edges", list(Edges))
@pytest.mark.parametrize("reverse", [False, True])
def test_captures_are_the_same_under_every_symmetry(edges: Edges, *, reverse: bool) -> None:
    rng = Random(8)
    table = windows(edges)
    seen = 0
    for _ in range(60):
        signs = [rng.randrange(5) for _ in range(POINTS)]
        mine = sum(1 << point for point, sign in enumerate(signs) if sign in (1, 2))
        foe = sum(1 << point for point, sign in enumerate(signs) if sign in (3, 4))
        point = next((point for point, sign in enumerate(signs) if not sign), None)
        if point is None:
            continue
        mine |= 1 << point
        taken = generations(table, mine, foe, point, reverse=reverse)
        seen += len(taken)
        for radials in range(6):
            for mirror in (False, True):
                for swap in (False, True):
                    (there,) = members(turned(1 << point, radials, mirror=mirror, swap=swap))
                    ours, theirs = (turned(each, radials, mirror=mirror, swap=swap) for each in (mine, foe))
                    expected = tuple(turned(each, radials, mirror=mirror, swap=swap) for each in taken)
                    assert generations(table, ours, theirs, there, reverse=reverse) == expected
    assert seen > 20


@pytest.mark.parametrize(("players", "words"), [("2", "rb"), ("3", "rbg"), ("4", "rbrb"), ("6", "rbgrbg")])
def test_the_scene_is_the_board_unrolled(players: str, words: str) -> None:
    state = GAME.start(settle(GAME, {"players": players}))
    for text in ("C4", "A1", "F6"):
        seat = state.active[0]
        state = state.play(seat, state.parse(seat, text))
    scene = state.scene()
    assert scene.layout is Layout.SQUARE
    places = {cell.spot: (cell.x, cell.y) for cell in scene.cells}
    assert places.keys() == INDEX.keys()
    assert (places["A6"], places["F1"]) == ((0, 0), (10, 5))
    assert {cell.role for cell in scene.cells} == {Role.FIRST, Role.SECOND}
    assert [(piece.spot, piece.letter) for piece in scene.pieces] == [("A1", ""), ("C4", ""), ("F6", "")]
    assert [piece.owner for piece in scene.pieces] == [1, 0, 2 % len(set(words))]
    assert "".join(panel.colour[0] for panel in scene.seats) == words
    assert {label.text for label in scene.labels} == set("fABCDEFa123456")
    assert FULL.bit_count() == len(scene.cells)
