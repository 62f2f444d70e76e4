"""The grounds of pages and pictures: every spot has its place on the board, and no two pieces lie on each other."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from core.scene import Layout, Scene
from tui.i18n import translation
from tui.study.game_library import open_story
from tui.study.story.map_ground import map_ground
from tui.study.story.piece_mark import Mark, mark_of, mark_shapes
from tui.study.story.scene_frames import frame_of, scene_ground
from tui.study.story.vector_shape import Disc, Outline, Stroke, Word
from tui.study.timeline import Timeline

GAMES = Path(__file__).parents[3] / "core" / "games"
BOARDS = [
    ("djambi/golden/four", "board", Layout.SQUARE),
    ("djambi/golden/six", "board", Layout.HEX),
    ("epaminondas/golden/field", "board", Layout.SQUARE),
    ("megiddo/golden/master-4", "torus", Layout.SQUARE),
    ("megiddo/golden/master-4", "round", Layout.RING),
    ("mediterranee/golden/match", "map", Layout.MAP),
]


def scenes(name: str, drawing: str) -> list[Scene]:
    told = Timeline(open_story(str(GAMES / f"{name}.record")))
    return [told.scene(ply, drawing) for ply in range(told.plies + 1)]


@pytest.mark.parametrize(("name", "drawing", "layout"), BOARDS)
def test_every_spot_has_a_place_of_its_own_on_the_board(name: str, drawing: str, layout: Layout) -> None:
    first = scenes(name, drawing)[0]
    assert first.layout is layout
    ground = scene_ground(first)
    assert ground.places.keys() == {cell.spot for cell in first.cells}
    places = [place for found in ground.places.values() for place in found]
    assert all(0 < place.x < ground.width and 0 < place.y < ground.height for place in places)
    for one, other in combinations(places, 2):
        apart = max(abs(one.x - other.x), abs(one.y - other.y)) * 100 / 38
        assert apart > (one.percent + other.percent) / 2 * 0.9, (one, other)
    for shape in ground.shapes:
        if isinstance(shape, Word):
            assert 0 < shape.at[0] < ground.width
            assert 0 < shape.at[1] < ground.height


@pytest.mark.parametrize(("name", "drawing", "layout"), BOARDS)
def test_every_piece_is_drawn_at_each_of_its_places(name: str, drawing: str, layout: Layout) -> None:
    del layout
    found = scenes(name, drawing)
    ground = scene_ground(found[0])
    for scene in found:
        frame = frame_of(scene, ground)
        wanted = sum(len(ground.places[piece.spot]) for piece in scene.pieces)
        assert len(frame.marks) == wanted


def test_two_pieces_that_fight_stand_side_by_side() -> None:
    fights = 0
    found = scenes("mediterranee/golden/match", "map")
    ground = scene_ground(found[0])
    for scene in found:
        spots = [piece.spot for piece in scene.pieces]
        for spot in {spot for spot in spots if spots.count(spot) > 1}:
            (place,), frame = ground.places[spot], frame_of(scene, ground, (spot,))
            colours = {seat.seat: seat.colour for seat in scene.seats}
            defender, attacker = (mark_of(piece, colours) for piece in scene.pieces if piece.spot == spot)
            beside = {one.x - place.x: mark for one, mark in frame.marks.items() if one.y == place.y}
            assert (beside[13], beside[-13]) == (defender, attacker)
            assert frame.last == (place,)
            fights += 1
    assert fights


def test_towns_are_named_in_the_language_of_the_reader() -> None:
    scene = scenes("mediterranee/golden/match", "map")[0]
    assert scene.atlas is not None
    names = {
        language: {shape.text for shape in map_ground(scene.atlas, language).shapes if isinstance(shape, Word)}
        for language in translation.LANGUAGES
    }
    assert "Genoa" in names["en"] - names["fr"]
    assert "Gênes" in names["fr"] - names["en"]


def test_colour_alone_tells_nothing() -> None:
    colours = ("red", "blue", "green", "yellow", "pink", "purple")
    letters = {repr(_bare(Mark("C", colour))) for colour in colours}
    stones = {repr(_bare(Mark("", colour))) for colour in (*colours, "white", "black", "")}
    assert (len(letters), len(stones)) == (6, 9)
    ruled, free = Mark("C", "red", "blue"), Mark("C", "red", free=True)
    assert len({repr(_bare(mark)) for mark in (Mark("C", "red"), ruled, free)}) == 3


def _bare(mark: Mark) -> list[object]:
    """Give the forms of a mark without their colours."""
    forms: list[object] = []
    for shape in mark_shapes(mark):
        match shape:
            case Outline() | Stroke():
                forms.append(shape.points)
            case Disc():
                forms.append((shape.at, shape.radius, bool(shape.fill)))
            case Word():
                forms.append(shape.text)
        if isinstance(shape, Outline):
            forms.append(shape.fill == "surface")
    return forms
