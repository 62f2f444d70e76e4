"""The boards as geometry and as drawings, and the effects of actions."""

from __future__ import annotations

import pytest

from core.game import Effect, Seat
from core.games.djambi.rules.effect import Key
from core.games.djambi.rules.state import State
from core.geometry.hex import hexagon
from core.geometry.lattice import Lattice
from core.geometry.square import square
from core.scene import Layout, Role, Standing
from tests.core.support.positions.djambi_positions import FOUR, put, says, stand, start

LARGE = hexagon(7, corners=True)
SMALL = hexagon(5, corners=False)


@pytest.mark.parametrize(("lattice", "cells", "ways"), [(square(9), 81, 8), (SMALL, 61, 6), (LARGE, 127, 12)])
def test_cells_and_directions(lattice: Lattice, cells: int, ways: int) -> None:
    assert len(lattice) == len(set(lattice.names)) == len(set(lattice.places)) == cells
    assert len(lattice.rays[lattice.centre]) == ways
    assert len(lattice.steps[lattice.centre]) == ways
    assert sum(map(len, lattice.short[lattice.centre])) == 2 * ways
    for cell in range(cells):
        assert all(cell in lattice.steps[near] for near in lattice.steps[cell])
        assert set(lattice.sides[cell]) <= set(lattice.steps[cell])
        assert set(lattice.lines[cell]) == {to for ray in lattice.rays[cell] for to in ray}


def named(lattice: Lattice, cell: str, table: str) -> set[str]:
    return {lattice.names[near] for near in getattr(lattice, table)[lattice.index[cell]]}


def test_neighbours_by_name() -> None:
    assert named(square(9), "a1", "sides") == {"a2", "b1"}
    assert named(square(9), "a1", "steps") == {"a2", "b1", "b2"}
    assert named(SMALL, "e5", "steps") == {"e6", "f6", "f5", "e4", "d4", "d5"}
    assert named(LARGE, "g7", "sides") == {"g8", "h8", "h7", "g6", "f6", "f7"}
    assert named(LARGE, "g7", "steps") - named(LARGE, "g7", "sides") == {"h9", "i8", "h6", "f5", "e6", "f8"}
    assert LARGE.names[LARGE.centre] == "g7"


@pytest.mark.parametrize(("column", "cells"), [("a", range(1, 8)), ("g", range(1, 14)), ("m", range(7, 14))])
def test_columns_of_the_large_hexagon(column: str, cells: range) -> None:
    assert {name for name in LARGE.names if name[0] == column} == {f"{column}{row}" for row in cells}


def test_a_ray_runs_from_near_to_far() -> None:
    board = square(9)
    ray = board.rays[board.index["c3"]][0]
    assert [board.names[cell] for cell in ray] == ["c4", "c5", "c6", "c7", "c8", "c9"]
    assert [board.names[cell] for cell in board.lines[board.index["c3"]][board.index["c6"]]] == ["c4", "c5"]


@pytest.mark.parametrize("players", ["3", "4", "5", "6"])
def test_the_compass_leads_from_cell_to_neighbour(players: str) -> None:
    state = start(players=players)
    scene = state.scene()
    lattice = state.rules.board.lattice
    at = {(cell.x, cell.y): cell.spot for cell in scene.cells}
    assert len(at) == len(scene.cells) == len(lattice)
    near = lattice.steps if scene.layout is Layout.SQUARE else lattice.sides
    for cell in scene.cells:
        around = {at.get((cell.x + dx, cell.y + dy)) for _, (dx, dy) in scene.compass} - {None}
        assert around == {lattice.names[found] for found in near[lattice.index[cell.spot]]}
        assert 0 <= cell.x <= scene.columns - 2
        assert 0 <= cell.y < scene.rows


@pytest.mark.parametrize("players", ["3", "4", "6"])
def test_neighbours_with_a_common_side_differ_in_fill(players: str) -> None:
    state = start(players=players)
    lattice = state.rules.board.lattice
    role = {cell.spot: cell.role for cell in state.scene().cells}
    fills = {Role.FIRST, Role.SECOND, Role.THIRD}
    for cell, name in enumerate(lattice.names):
        for near in lattice.sides[cell]:
            assert role[name] != role[lattice.names[near]] or role[name] not in fills
    fortress = {name for name, found in role.items() if found is Role.FORTRESS}
    assert fortress == ({"g8", "h8", "h7", "g6", "f6", "f7"} if players == "6" else set())
    assert [name for name, found in role.items() if found is Role.POWER] == [lattice.names[lattice.centre]]


@pytest.mark.parametrize("players", ["3", "4", "6"])
def test_labels_stand_outside_the_cells_beside_their_line(players: str) -> None:
    scene = start(players=players).scene()
    cells = {(cell.x, cell.y): cell.spot for cell in scene.cells}
    places = {(label.x, label.y) for label in scene.labels}
    assert len(places) == len(scene.labels)
    assert not places & set(cells)
    if scene.layout is Layout.HEX:
        beside = {label.text: (label.x, label.y) for label in scene.labels}
        ends = [(x, y) for x, y in cells if not {(x - 2, y), (x + 2, y)} <= set(cells)]
        assert sorted(beside) == sorted(cells[end] for end in ends), "each row is named by its first and its last cell"
        assert all(places & {(x - 2, y), (x + 2, y)} == {beside[cells[x, y]]} for x, y in ends)
        return
    names = {spot[0] for spot in cells.values()} | {spot[1:] for spot in cells.values()}
    assert {label.text for label in scene.labels} == names
    for label in scene.labels:
        around = [cells.get((label.x + dx, label.y + dy), "") for dx, dy in ((0, -1), (2, 0))]
        assert any(spot[:1] == label.text or spot[1:] == label.text for spot in around)


def test_the_hexagon_is_turned_so_that_letters_name_rows() -> None:
    cells = {cell.spot: (cell.x, cell.y) for cell in start(players="3").scene().cells}
    assert cells["e1"] == (0, 4)
    assert cells["e9"] == (16, 4)
    assert cells["a1"] == (4, 0)
    assert cells["i5"] == (4, 8)


def test_pieces_and_seats() -> None:
    state = stand(put(FOUR, "e5 red C"), corpses="d4", turn="blue", status={"green": "abandoned"})
    scene = state.scene()
    found = {piece.spot: piece for piece in scene.pieces}
    assert (found["e5"].letter, found["e5"].owner, found["e5"].commander) == ("C", 0, 0)
    assert (found["a9"].owner, found["a9"].commander) == (3, 0)
    assert (found["d4"].owner, found["d4"].commander) == (None, None)
    red, blue, _, green = scene.seats
    assert (red.name, red.badges, red.pieces) == ("red", ("king",), 3)
    assert blue.badges == ("turn",)
    assert (green.standing, green.owner) == (Standing.ABANDONED, 0)
    leaderless = stand(FOUR, status={"green": "abandoned"}).scene()
    assert leaderless.seats[3].owner is None
    assert {piece.spot: piece for piece in leaderless.pieces}["a9"].commander is None


def told(state: State, text: str) -> list[Effect]:
    seat = state.active[0]
    found = list(state.effects(seat, state.parse(seat, text)))
    assert {effect.key for effect in found} <= set(Key)
    return found


def fields(effect: Effect) -> str:
    return " ".join([effect.key, *(value for _, value in effect.fields)])


def test_effects_of_a_master_move() -> None:
    state = stand(put(FOUR, "b5 red A, e5 blue C, e9 yellow C, h5 green M"), owner={})
    assert list(map(fields, told(state, "Ab5xe5/xe9"))) == [
        "move A red b5 e5",
        "kill C blue e5 b5 red",
        "exit A red e5 e9",
        "kill C yellow e9 e5 red",
        "out blue red",
        "out yellow red",
        "unseat blue",
        "puppet e5",
    ]


def test_effects_of_a_revolution() -> None:
    state = stand(put(FOUR, "b5 red P, e5 blue C, e9 yellow C"))
    assert list(map(fields, told(state, "Pb5:e5>a5/:e9>e5"))) == [
        "move P red b5 e5",
        "provoke C blue e5 a5",
        "exit P red e5 e9",
        "provoke C yellow e9 e5",
        "unseat blue",
        "king yellow",
    ]


def test_effects_of_digging_shooting_encircling_and_ending() -> None:
    living = put(FOUR, "b1 red M, e3 blue N")
    caught = told(stand(living, corpses="a2 b2 c2 f4", turn="blue"), "Ne3:f4>c1")
    assert list(map(fields, caught)) == ["move N blue e3 f4", "dig f4 c1", "coma red"]
    freed = stand(put(FOUR, "b1 red M, e1 blue N"), corpses="a2 b2 c2 c1", turn="blue", status={"red": "coma"})
    assert list(map(fields, told(freed, "Ne1:c1>f6")))[-1] == "wake red"
    shot = told(stand("a1 red C, b5 red R, f6 blue C"), "Rb5-f5!f6")
    assert list(map(fields, shot)) == [
        "move R red b5 f5",
        "kill C blue f6 f6 red",
        "out blue red",
        "over last_chief red",
    ]
    heir = stand("a1 red C, c3 red M, c5 blue C, i9 yellow C, e9 green A", owner={"green": "blue"})
    assert "annex green red" in list(map(fields, told(heir, "Mc3xc5>f6")))


def test_effects_of_declarations() -> None:
    state = stand(put(FOUR, "e5 red C"), turn="blue")
    assert list(map(fields, state.effects(Seat(0), state.parse(Seat(0), "abandon red")))) == [
        "abandon red",
        "unseat red",
    ]
    gone = says(state, "abandon red")
    assert list(map(fields, gone.effects(Seat(0), gone.parse(Seat(0), "return red")))) == ["return red", "king red"]
    draw = list(map(fields, state.effects(Seat(2), state.parse(Seat(2), "draw"))))
    assert draw == ["draw", "over agreement red blue yellow green"]
    assert state.effects(Seat(0), state.parse(Seat(0), "Mc3-c9")) == ()
