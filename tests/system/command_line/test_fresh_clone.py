"""A newcomer's two commands, from a fresh clone with an empty home."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tui.bootstrap.virtual_environment import Environment

ROOT = Path(__file__).resolve().parent.parent.parent.parent


class Newcomer:
    """A clone, an empty home, and the libraries that are there already: these tests stay away from the network."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Clone what is committed, and stand the running interpreter's libraries in for both environments."""
        self.clone = folder / "parley"
        self.home = folder / "home"
        self.home.mkdir()
        elsewhere = folder / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / ".gitconfig").write_text("[safe]\n\tdirectory = *\n")
        clone = ["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(self.clone)]
        subprocess.run(clone, env=os.environ | {"HOME": str(elsewhere)}, check=True, timeout=60)
        monkeypatch.setenv("PARLEY_ENV_HOME", str(folder / "cache"))
        for lock in ("requirements.lock", "requirements-dev.lock"):
            stand_in(Environment.of(self.clone / lock).folder)
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "PARLEY_ENV_HOME": str(folder / "cache"),
            "PARLEY_LANG": "en",
        }

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a word of `run.py` without a terminal."""
        return subprocess.run(
            [sys.executable, "run.py", *words],
            cwd=self.clone,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=110,
        )


def stand_in(folder: Path) -> None:
    """Make an environment of the running one's parts."""
    folder.mkdir(parents=True)
    for part in ("bin", "lib", "pyvenv.cfg"):
        (folder / part).symlink_to(Path(sys.prefix) / part)
    (folder / "ready").touch()


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Newcomer]:
    """Give somebody who has just cloned: his clone is compiled by the first of these tests, and once."""
    if sys.prefix == sys.base_prefix:
        pytest.skip("the tests do not run in an environment that could be lent")
    with pytest.MonkeyPatch.context() as patch:
        yield Newcomer(tmp_path_factory.mktemp("newcomer"), patch)


def test_play_without_a_terminal_shows_a_whole_game(newcomer: Newcomer) -> None:
    done = newcomer.run("play")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith('[Format "parley-record/1"]')
    assert "All 4 peers agree." in done.stdout


def test_test_runs_the_tests(newcomer: Newcomer) -> None:
    done = newcomer.run("test", "-q", "tests/core/test_digest.py", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_any_other_word_goes_to_parley(newcomer: Newcomer) -> None:
    assert newcomer.run("--version").stdout.startswith("parley ")
    wrong = newcomer.run("nonsense")
    assert wrong.returncode == 2
    assert len(wrong.stderr.splitlines()) == 1
    assert newcomer.run("engine").returncode == 0
    assert {path.name for path in newcomer.home.iterdir()} <= {".cache", ".local"}
