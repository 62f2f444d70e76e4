"""The manual pages and the completion that packages bring are those of the present commands."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.release.manual_page import escaped, manual_page
from tests.release.shell_pages import FOLDER, PLACES, ROOT, shell_pages
from tui.cli import command_line


def test_the_pages_are_those_of_the_present_commands() -> None:
    """If not: `python3 run.py package --pages`."""
    pages = shell_pages()
    assert pages.keys() == PLACES.keys()
    assert {name: (FOLDER / name).read_text(encoding="utf-8") for name in pages} == pages


def test_the_wheel_brings_each_page_to_its_place() -> None:
    told = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name, place in PLACES.items():
        assert f'"docs/manual/{name}" = "{place}"' in told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_manual_tells_every_command_and_its_options(language: str) -> None:
    page = manual_page(language)
    for name, command in command_line.command().commands.items():
        assert (f"\n.SS parley {name}" in page) is not command.hidden
    assert "\\fB\\-\\-pairing" in page
    assert not [line for line in page.splitlines() if line.startswith(("'", "..")) or not line]


def test_a_line_that_roff_would_take_for_a_request_is_text() -> None:
    assert escaped(".here") == "\\&.here"
    assert escaped("it's\n a \\ and --x") == "it's a \\e and \\-\\-x"
    assert not escaped("")


@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man here")
@pytest.mark.parametrize("name", ["parley.1", "parley.fr.1"])
def test_man_reads_the_pages_without_a_warning(name: str, tmp_path: Path) -> None:
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "MANWIDTH": "80"}
    words = [shutil.which("man") or "man", "--warnings", "--local-file", str(FOLDER / name)]
    done = subprocess.run(words, env=environ, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "parley" in done.stdout
