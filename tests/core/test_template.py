"""A fifth game made from the template touches nothing but its folder and its tests, and is a game like the others.

A copy of the project gets the template as `docs/add-a-game.md` says; then the laws, the records, the counts and the
programs are tried there.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_architecture import RULES, badly_named, too_long

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")
COPIED = ("core", "net", "tui", "themes", "tests/core", "tests/length.py", "docs", "pyproject.toml")
TESTED = ("test_laws", "test_golden", "test_examples", "games/test_hexapawn")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a copy of the project into which the template was copied by the lines of the page."""
    root = tmp_path_factory.mktemp("project")
    for name in COPIED:
        source, target = ROOT / name, root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    before = files(root)
    lines = re.findall(r"^cp .*$", PAGE, re.MULTILINE)
    subprocess.run(["sh", "-e", "-c", "\n".join(lines)], cwd=root, check=True)
    added = {name for name, data in files(root).items() if before.get(name) != data}
    assert added
    assert all(name.startswith("core/games/hexapawn/") or "_hexapawn." in name for name in added)
    return root


def files(root: Path) -> dict[str, bytes]:
    """Give every file of a folder."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def bytecode(root: Path) -> dict[str, str]:
    """Give the variables with which the programs of a copy compile it once, into the copy."""
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(root / "bytecode")}


def run(root: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run a module in the copy, with nothing else of this project to be found."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=root,
        env=environ | {"PYTHONPATH": str(root), "XDG_DATA_HOME": str(root / "data")} | bytecode(root),
        input=said,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_the_laws_the_records_and_the_counts_hold(copy: Path) -> None:
    paths = [f"tests/core/{name}.py" for name in TESTED]
    done = run(copy, "pytest", "-q", "-p", "no:cacheprovider", "-k", "hexapawn", *paths)
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) > 60


def test_the_house_is_kept(copy: Path) -> None:
    paths = [path.relative_to(copy) for path in copy.glob("core/games/hexapawn/**/*.py")]
    assert len(paths) > 3
    for path in paths:
        source = (copy / path).read_text(encoding="utf-8")
        name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        assert [why for rule in RULES for why in rule(name, ast.parse(source))] == []
        assert not badly_named(path)
        assert not too_long(source)


def test_the_examples_of_the_page_are_so(copy: Path) -> None:
    done = run(copy, "doctest", "docs/add-a-game.md")
    assert (done.returncode, done.stdout) == (0, "")
    assert PAGE.count(">>> ") > 8


def test_the_engine_answers_as_the_page_says(copy: Path) -> None:
    (talk,) = re.findall(r"^```\n(new hexapawn.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    lines = talk.splitlines()
    asked, answers = lines[::2], [json.loads(line) for line in lines[1::2]]
    done = run(copy, "tui", "engine", said="\n".join([*asked, "go level=greedy", "go level=random seed=3", ""]))
    told = [json.loads(line) for line in done.stdout.splitlines()]
    for answer, expected in zip(told, answers, strict=False):
        assert {key: answer.get(key) for key in expected} == expected
    assert len(told) == len(asked) + 2
    assert all(answer["move"] in answers[2]["legal"] for answer in told[len(asked) :])


def test_records_are_checked_and_bots_play_it_at_a_table(copy: Path) -> None:
    for record in sorted((copy / "core/games/hexapawn/golden").iterdir()):
        assert run(copy, "tui", "check", str(record)).returncode == 0
    done = run(copy, "tui", "demo", "--game", "hexapawn", "--broker", "memory", "--seed", "4")
    assert done.returncode == 0, done.stderr
    checked = run(copy, "tui", "check", "-", said=done.stdout)
    assert checked.returncode == 0, checked.stdout
