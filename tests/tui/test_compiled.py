"""The compiled rules: taken where they are of these very files, never otherwise; what cannot be compiled says why."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path

import pytest

from tui.bootstrap import compiled_rules, rules_compiler
from tui.bootstrap.compiled_rules import MANIFEST, PURE, Compiled, built, made_of, remove_compiled, use_compiled

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a checkout of one file with a build of it; the import system is as before in the end."""
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "board.py").write_text("SIDE = 6\n")
    folder = tmp_path / "build"
    folder.mkdir()
    (folder / "board.so").touch()
    (folder / MANIFEST).write_text(json.dumps({**made_of(tmp_path), "files": {"core.board": "board.so"}}))
    monkeypatch.setattr(sys, "meta_path", [finder for finder in sys.meta_path if not isinstance(finder, Compiled)])
    monkeypatch.delenv(PURE, raising=False)
    return tmp_path


def test_a_build_of_these_files_is_preferred_and_gives_its_modules_alone(checkout: Path) -> None:
    folder = checkout / "build"
    assert use_compiled(folder, checkout)
    assert use_compiled(folder, checkout), "asked twice"
    assert sum(isinstance(finder, Compiled) for finder in sys.meta_path) == 1
    found = sys.meta_path[0].find_spec("core.board", None)
    assert found is not None
    assert isinstance(found.loader, ExtensionFileLoader)
    assert found.origin == str(folder / "board.so")
    assert sys.meta_path[0].find_spec("core.game", None) is None
    assert not remove_compiled(folder, checkout)


def test_a_fresh_process_finds_everything_else_as_ever(checkout: Path) -> None:
    names = (
        "sys.path.insert(0, sys.argv[1])",
        "from tui.bootstrap.compiled_rules import use_compiled",
        "folder = Path(sys.argv[2])",
    )
    lines = ["import sys", "from pathlib import Path", *names, "assert use_compiled(folder / 'build', folder)"]
    program = "\n".join([*lines, "import importlib.util, json, decimal"])
    environ = {"PATH": os.environ["PATH"], PURE: "0"}
    subprocess.run([sys.executable, "-S", "-c", program, str(ROOT), str(checkout)], check=True, env=environ)


def test_what_has_begun_with_the_files_stays_with_them(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "core.board", sys)
    assert not use_compiled(checkout / "build", checkout)


@pytest.mark.parametrize("word", ["1", "yes"])
def test_pure_forces_the_files_themselves(checkout: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv(PURE, word)
    assert not use_compiled(checkout / "build", checkout)
    monkeypatch.setenv(PURE, "0")
    assert use_compiled(checkout / "build", checkout)


def test_a_build_of_other_files_is_never_used_and_that_is_said_once(checkout: Path) -> None:
    folder = checkout / "build"
    (checkout / "core" / "board.py").write_text("SIDE = 7\n")
    assert not use_compiled(folder, checkout)
    assert "run.py fast" in remove_compiled(folder, checkout)
    assert not remove_compiled(folder, checkout)
    assert built(folder, checkout) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda folder: (folder / "board.so").unlink(),
        lambda folder: (folder / MANIFEST).write_text('{"files": {"core.board"'),
        lambda folder: (folder / MANIFEST).write_text("[]"),
        lambda folder: (folder / MANIFEST).write_text("{}"),
        lambda folder: (folder / MANIFEST).write_text(
            (folder / MANIFEST).read_text().replace(EXTENSION_SUFFIXES[0], ".other.so")
        ),
    ],
)
def test_a_spoilt_build_is_never_used(checkout: Path, spoil: object) -> None:
    assert callable(spoil)
    spoil(checkout / "build")
    assert built(checkout / "build", checkout) == {}
    assert not use_compiled(checkout / "build", checkout)


def test_without_a_build_nothing_is_said(tmp_path: Path) -> None:
    assert built(tmp_path, ROOT) is None
    assert not remove_compiled(tmp_path, ROOT)
    assert compiled_rules.FOLDER.is_relative_to(ROOT / "build")


def test_a_missing_compiler_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert rules_compiler.main([]) == 2
    assert "There is no C compiler (no-such-compiler)" in capsys.readouterr().err
    monkeypatch.setenv("CC", "true")
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    assert rules_compiler.main([]) == 2
    assert "without its C headers" in capsys.readouterr().err


def test_what_is_compiled_exists() -> None:
    assert all((ROOT / path).is_file() for game in rules_compiler.BUSY for path in rules_compiler.paths(game))
