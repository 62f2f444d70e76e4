"""What README.md and the docstrings show is so: commands and options exist, examples give what stands below them."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.system.support.command import here, newcomer
from tui.i18n.translation import speaking

ROOT = Path(__file__).resolve().parent.parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```sh\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
COMMANDS = [
    line.partition("|")[2].strip() or line for block in SHOWN for line in block.splitlines() if "parley " in line
]
EXAMPLES = sorted(
    path
    for package in ("net", "tui")
    for path in (ROOT / package).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8") and path.name != "__main__.py"
)
"""The files with examples in docstrings."""


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) >= 7


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("parley ")])
def test_every_command_shown_exists(line: str, tmp_path: Path) -> None:
    words = shlex.split(line, comments=True)[1:]
    page = here(newcomer(tmp_path), words[0], "--help").stdout
    assert page
    for word in words[1:]:
        if word.startswith("--"):
            assert re.search(rf"{word}\b", page), word


def test_the_engine_answers_what_is_asked_there(tmp_path: Path) -> None:
    (line,) = re.findall(r"^printf .*$", README, re.MULTILINE)
    shim = tmp_path / "parley"
    shim.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -P -m tui "$@"\n')
    shim.chmod(0o755)
    environ = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-c", line], env=environ, capture_output=True, text=True, check=True, timeout=60)
    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True] * len(answers)
    assert answers[2]["move"] in answers[1]["legal"]


def test_every_document_linked_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_of_docstrings_run(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    with speaking("en"):
        found = doctest.testmod(import_module(name))
    assert found.attempted
    assert found.failed == 0
