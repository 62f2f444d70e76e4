"""The pictures of the documentation: made whole, without a font from the network, the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from tui.pictures import SHOTS, main, picture


async def test_a_picture_is_the_same_each_time_and_stands_alone() -> None:
    shot = next(shot for shot in SHOTS if shot.players == 4)
    drawn = await picture(shot)
    assert drawn == await picture(shot)
    assert drawn.startswith("<svg")
    assert "font-face" not in drawn
    assert "Florence" in drawn


def test_there_is_a_picture_of_every_board() -> None:
    assert {shot.players for shot in SHOTS} == {3, 4, 6}
    folder = Path(__file__).parents[3] / "docs" / "pictures"
    assert {path.stem for path in folder.glob("*.svg")} == {shot.file for shot in SHOTS}


def test_the_pictures_go_where_the_documentation_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Fault, match=r"^There is no folder docs/pictures to put pictures in\.$"):
        main()
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    monkeypatch.setattr("tui.pictures.SHOTS", SHOTS[:1])
    assert main() == 0
    assert [path.name for path in (tmp_path / "docs" / "pictures").iterdir()] == [f"{SHOTS[0].file}.svg"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"^There is no folder .*nowhere to put pictures in\.$"):
        main(tmp_path / "nowhere")
