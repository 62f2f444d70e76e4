"""Every command that takes a place or a piece understands the same names, and refuses others with what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from core.games import find
from core.option import settle
from core.scene import Scene
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.i18n.translation import tell
from tui.study.lessons.tutor import Tutor
from tui.text.shell.spot_names import coded, spot_meant

MAP = "mediterranee placement=standard players=2 seed=6"
SAME = ("MED", "milan", "rC", "cavalier rC", "cavalier rC MED Milan", "MED Milan", "Mediolanum", "Cavalry rc")


def _map() -> Scene:
    attempt = Tutor("mediterranee", 1).attempt
    return attempt.state.scene(attempt.seat)


def test_a_town_has_many_names() -> None:
    translation.use("fr")
    scene = _map()
    assert {spot_meant(scene, name) for name in SAME} == {"MED"}
    assert spot_meant(scene, "Syracuse") == spot_meant(scene, "syracuse (sicile)") == "SYR"
    assert spot_meant(scene, "rI1") == spot_meant(scene, "rF1") == "ROM"
    for name in ("zzz", "", "rC Rome", "truc Milan", "aE"):
        with pytest.raises(Fault, match="neither a town nor a piece"):
            spot_meant(scene, name)


def test_every_town_is_meant_by_its_names() -> None:
    game = find("mediterranee")
    scene = game.start(settle(game, {})).scene(None)
    assert scene.atlas is not None
    for language in translation.LANGUAGES:
        translation.use(language)
        for town in scene.atlas.towns:
            assert spot_meant(scene, town.name(language)) == town.spot
            assert coded(scene, f"place {town.name(language)}").split() == ["place", town.spot]


def test_a_cell_is_meant_with_its_piece() -> None:
    game = find("djambi")
    scene = game.start(settle(game, {})).scene(None)
    own = next(piece for piece in scene.pieces if piece.letter == "M")
    assert spot_meant(scene, f"M{own.spot}") == spot_meant(scene, f"militant {own.spot.upper()}") == own.spot
    with pytest.raises(Fault) as caught:
        spot_meant(scene, "z9")
    assert tell(caught.value) == f"There is no cell z9 on this board: write for example {scene.pieces[0].spot}."


def test_names_in_a_move_leave_every_character_in_its_place() -> None:
    translation.use("fr")
    assert coded(_map(), "cavalier rC Milan-Ancône") == "         rC MED  -ANC   "
    assert coded(_map(), "pay 4+2") == "pay 4+2"


async def test_a_lesson_understands_what_it_reads_out(parley_home: Path) -> None:
    translation.use("fr")
    asked = [f"{verb} {name}" for verb in ("coups", "portée", "voisins") for name in SAME]
    said = await hold(parley_home, ["leçon mediterranee 1", *asked, "coups zzz", "coups Lyon", "quitter", "9"])
    told = [line for line in said if line.startswith(("COUPS MED Milan", "PORTÉE MED Milan", "AUTOUR MED Milan"))]
    assert len(told) == len(asked)
    assert len(set(told)) == len(("coups", "portée", "voisins"))
    refused = [line for line in said if line.startswith("ERREUR")]
    assert len(refused) == len(("zzz", "Lyon"))
    assert "zzz" in refused[0]
    assert "MED Milan" in refused[0]
    assert "LUG Lyon" in refused[1]


async def test_a_table_plays_and_tells_by_name(parley_home: Path) -> None:
    translation.use("fr")
    lines = ["coups Rome", "coups ROM", "règles Rome", "règles ROM", "portée Nulle", "règles Nulle"]
    said = await hold(parley_home, ["2", MAP, "", *lines, "quit", "9"])
    moves = [line for line in said if line.startswith("COUPS ROM Rome")]
    assert len(moves) == len(set(moves)) + 1
    assert len([line for line in said if line.startswith("ERREUR") and "Nulle" in line]) == len(lines[4:])
    first = moves[0].partition("move ")[2].partition(" (")
    piece, way = first[0].split()
    start, end = first[2].partition(")")[0].split(" – ")
    assert way.startswith("ROM-")
    said = await hold(parley_home, ["2", MAP, "", f"{piece} {start}-{end}", "quit", "9"])
    assert [line for line in said if line.startswith("COUP 1 ") and f"move {piece} {way}" in line], said


async def test_a_promise_spares_what_is_named(parley_home: Path) -> None:
    lines = ["propose spare Alexandria-Carthage Rome", "propose spare Alexandria-Carthage rf1 20"]
    said = await hold(parley_home, ["2", MAP, "", *lines, "propose spare Alexandria-Carthage zzz", "quit", "9"])
    assert len([line for line in said if "spare my piece on ROM" in line]) >= 1, said
    assert [line for line in said if line.startswith("ERROR") and "zzz" in line]
