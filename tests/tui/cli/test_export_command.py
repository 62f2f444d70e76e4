"""`parley export`: a page by default, any other form by name, into the folder of exports or a new file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.fault import Fault
from tui.cli import command_line
from tui.i18n import translation
from tui.study.game_library import bring_in

RECORD = Path(__file__).parents[3] / "core" / "games" / "djambi" / "golden" / "four.record"


def test_a_page_is_written_into_the_folder_of_exports(parley_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.run(["export", str(RECORD), "--html"]) == 0
    (path,) = (parley_home / "exports").iterdir()
    size = -(-path.stat().st_size // 1000)
    assert capsys.readouterr().out == f"Exported: {path} ({size} kB)\n"
    assert path.name == "2026-11-21-djambi-2597ef62.html"
    assert path.read_text("utf-8").startswith('<!doctype html>\n<html lang="en">')
    bring_in(str(RECORD), parley_home / "records")
    assert command_line.run(["export"]) == 0
    assert capsys.readouterr().out.endswith("-2597ef62.html (" + f"{size} kB)\n")


def test_another_form_another_file_another_language(
    parley_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.html"
    assert command_line.run(["export", str(RECORD), "--lang", "fr", "--out", str(out)]) == 0
    assert '<html lang="fr">' in out.read_text("utf-8")
    capsys.readouterr()
    assert command_line.run(["export", str(RECORD), "--lang", "en", "--form", "svg", "--turn", "7"]) == 0
    assert "-2597ef62-7.svg (" in capsys.readouterr().out
    assert len(list((parley_home / "exports").iterdir())) == 1


@pytest.mark.parametrize(
    ("words", "language"),
    [([], "fr"), (["--lang", "en"], "en"), (["--profile", "ben"], "en"), (["--profile=ann"], "fr")],
)
def test_the_language_is_that_of_the_settings(parley_home: Path, words: list[str], language: str) -> None:
    for name in ("settings.toml", "settings-ann.toml"):
        (parley_home / name).write_text('language = "fr"\n', encoding="utf-8")
    command_line.listen(["export", "last", *words])
    assert translation.language() == language


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--form", "pdf"], "pdf is no form of export; there are record, text,"),
        (["--html", "--form", "svg"], "--html and --form svg are two forms: give one of them."),
        (["--form", "svg", "--turn", "99"], "There is no decision 99 in this game: the last one is 54."),
        (["--turn", "12"], "--turn goes with a picture of one position (--form svg or png): html is none."),
        (["--html", "--turn", "12"], "--turn goes with a picture of one position (--form svg or png): html is none."),
        (["--form", "gif", "--turn", "0"], "(--form svg or png): gif is none."),
        (["--theme", "nothing"], "There is no theme nothing;"),
        (["--lang", "de"], "There is no language de;"),
    ],
)
def test_what_does_not_fit_is_one_sentence(parley_home: Path, words: list[str], told: str) -> None:
    with pytest.raises(Fault) as refused:
        command_line.run(["export", str(RECORD), *words])
    assert told in str(refused.value)
    assert not (parley_home / "exports").exists()


def test_a_dash_is_standard_output(
    parley_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command_line.run(["export", str(RECORD), "--form", "record", "--out", "-"]) == 0
    assert capsysbinary.readouterr().out == RECORD.read_bytes()
    assert command_line.run(["export", str(RECORD), "--form", "png", "--out", "-"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"\x89PNG")
    assert not list(tmp_path.rglob("-"))
    assert not (parley_home / "exports").exists()


def test_no_file_is_written_over(tmp_path: Path) -> None:
    out = tmp_path / "mine.html"
    out.write_text("mine")
    with pytest.raises(Fault, match=r"There is a file .*mine\.html already: nothing was written"):
        command_line.run(["export", str(RECORD), "--out", str(out)])
    assert out.read_text() == "mine"
    with pytest.raises(Fault, match=r"nowhere/game\.html could not be written: No such file or directory\."):
        command_line.run(["export", str(RECORD), "--out", str(tmp_path / "nowhere" / "game.html")])


def test_the_page_is_the_same_under_every_hash_seed(tmp_path: Path) -> None:
    pages = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.html"
        words = [sys.executable, "-m", "tui", "export", str(RECORD), "--out", str(out)]
        subprocess.run(words, check=True, capture_output=True, env=os.environ | {"PYTHONHASHSEED": seed})
        pages.append(out.read_bytes())
    assert pages[0] == pages[1]
