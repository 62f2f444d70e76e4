"""The pictures of the documentation: of every screen, whole, without a font from the network, as they were approved.

A picture that differs is drawn anew by `python3 run.py pictures` and looked at before it is kept.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from core.games import names
from tests.gallery import picture_album
from tests.gallery.picture_album import DRESSES, SCREENS, album, drawn, main

DOCS = Path(__file__).parents[3] / "docs"
ALBUM = {shot.file: shot for shot in album()}
APPROVED = (
    *("home-light", "new-table-light", "lobby-light", "waiting-light", "settings-light", "games-light"),
    *("djambi-6-light", "epaminondas-light", "megiddo-light", "combat-light", "replay-light", "rules-light"),
    *("clubs-light", "club-light", "club-tournaments-light", "tournament-light", "standings-light"),
)
"""Seventeen whole screens that every run of the tests draws again."""

LARGEST = 250_000
"""The largest file of a picture, in bytes."""


@pytest.mark.parametrize("name", APPROVED)
def test_a_screen_is_as_approved(name: str) -> None:
    assert drawn(ALBUM[name]) == (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")


def test_there_is_a_picture_of_every_screen_in_dark_and_light_wide_and_narrow() -> None:
    files = {path.stem: path for path in (DOCS / "pictures").glob("*.svg")}
    assert files.keys() == ALBUM.keys()
    assert {f"{view.name}{end}" for view in SCREENS for end in DRESSES} <= files.keys()
    sizes = {(dress.theme.removeprefix("parley-"), dress.size) for dress in DRESSES.values()}
    assert sizes == {(look, size) for look in ("dark", "light") for size in ((80, 24), (160, 50))}
    assert set(names()) <= files.keys()
    for path in files.values():
        assert path.stat().st_size <= LARGEST
        text = path.read_text(encoding="utf-8")
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        assert ET.fromstring(text).tag.endswith("svg")  # noqa: S314 - our own text


def test_every_picture_is_shown_with_what_it_shows() -> None:
    page = (DOCS / "screens.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\(pictures/([a-z0-9-]+)\.svg\)", page))
    assert shown == ALBUM.keys()
    assert all(view.shows in page for view in SCREENS)


def test_the_pictures_go_where_the_documentation_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main() == main(tmp_path / "nowhere") == 2
    nowhere = f"There is no folder {tmp_path / 'nowhere'} to put pictures in.\n"
    assert capsys.readouterr().err == f"There is no folder docs/pictures to put pictures in.\n{nowhere}"
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    monkeypatch.setattr(picture_album, "album", lambda: [ALBUM["crash-light"]])
    assert main() == 0
    found = tmp_path / "docs" / "pictures" / "crash-light.svg"
    assert found.read_text(encoding="utf-8").startswith("<svg")
