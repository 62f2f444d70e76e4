"""The positions of a game as frames over one ground: which mark stands at which place, and what differs. Pure.

A frame is written as its difference from the one before, so that a page holds each piece once for each move of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.scene import Scene
from tui.i18n.translation import language
from tui.study.story.board_ground import board_ground
from tui.study.story.map_ground import map_ground
from tui.study.story.piece_mark import Mark, mark_of
from tui.study.story.vector_shape import Ground, Place

APART = 13
"""Units that each of two fighting pieces stands beside the middle of their town."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One position: the marks by their places, and the places of the latest action."""

    marks: Mapping[Place, Mark]
    last: tuple[Place, ...] = ()


def scene_ground(scene: Scene) -> Ground:
    """Give the ground of a scene, with names in the language in use."""
    return board_ground(scene) if scene.atlas is None else map_ground(scene.atlas, language())


def frame_of(scene: Scene, ground: Ground, last: Iterable[str] = ()) -> Frame:
    """Give the frame of a scene; the `last` spots are those of the latest action."""
    colours = {seat.seat: seat.colour or seat.name for seat in scene.seats}
    standing: dict[str, list[Mark]] = {}
    for piece in scene.pieces:
        standing.setdefault(piece.spot, []).append(mark_of(piece, colours))
    marks: dict[Place, Mark] = {}
    for spot, found in standing.items():
        for place in ground.places.get(spot, ()):
            marks |= dict(zip(_beside(place, len(found)), found, strict=False))
    places = dict.fromkeys(ground.places[spot][0] for spot in last if spot in ground.places)
    return Frame(marks, tuple(places))


def _beside(place: Place, count: int) -> tuple[Place, ...]:
    """Give the places of one piece or of two that fight: the defender to the right."""
    if count == 1:
        return (place,)
    return tuple(Place(place.x + way * APART, place.y, place.percent) for way in (1, -1))


def differences(frames: Sequence[Frame], places: Sequence[Place], marks: Sequence[Mark]) -> list[list[list[int]]]:
    """Write frames as numbers: for each what differs (place, mark, place, mark ...; -1: none), and the last places.

    Places and marks are written by where they stand in the given sequences.
    """
    where, which = {place: at for at, place in enumerate(places)}, {mark: at for at, mark in enumerate(marks)}
    before: Mapping[Place, Mark] = {}
    told = []
    for frame in frames:
        changed = [place for place in places if before.get(place) != frame.marks.get(place)]
        pairs = [(where[place], which[frame.marks[place]] if place in frame.marks else -1) for place in changed]
        told.append([[number for pair in pairs for number in pair], [where[place] for place in frame.last]])
        before = frame.marks
    return told
