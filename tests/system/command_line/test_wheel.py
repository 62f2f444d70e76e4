"""The release: sdist and wheel are whole, and an installed Parley plays every game without the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.length import long_only

ROOT = Path(__file__).resolve().parents[3]
DEMOS = {
    "djambi": ("--players", "4", "--option", "quiet=12"),
    "epaminondas": ("--option", "size=8x8"),
    "megiddo": ("--option", "target=1"),
    "mediterranee": ("--players", "2", "--option", "draw_rounds=1", "--option", "placement=standard"),
}


def build(source: Path, kind: str, folder: Path) -> Path:
    """Build a release of one kind from a source tree, as `pip` would, with the pinned tool; give its file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(command, cwd=source, env=environ, check=True, capture_output=True, timeout=100)
    (built,) = folder.glob("*.tar.gz" if kind == "sdist" else "*.whl")
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the unpacked sdist, so that the sdist has to hold all of it."""
    folder = tmp_path_factory.mktemp("release")
    with tarfile.open(build(ROOT, "sdist", folder)) as archive:
        archive.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    return build(source, "wheel", folder)


@pytest.fixture(scope="module")
def parley(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an empty environment, which finds its dependencies where these tests find theirs."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-deps"]
    subprocess.run([*install, "--python", str(python), str(wheel)], check=True, capture_output=True, timeout=100)
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = subprocess.run(asked, check=True, capture_output=True, text=True, timeout=30).stdout.strip()
    (Path(site) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / "bin" / "parley"


def test_the_wheel_holds_the_program_and_its_data_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        outside = (".dist-info/", ".data/data/share/")
        names = {name for name in archive.namelist() if not any(part in name for part in outside)}
    assert {name.split("/")[0] for name in names} == {"core", "net", "tui", "themes"}
    listed = subprocess.run(
        ["git", "ls-files", "core", "net", "tui", "themes"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert set(listed.stdout.split()) <= names


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game in {"djambi", "mediterranee"} else long_only) for game in DEMOS],
)
def test_a_demo_is_played_from_the_installed_wheel(parley: Path, game: str, tmp_path: Path) -> None:
    words = [str(parley), "demo", "--game", game, "--json", *DEMOS[game]]
    environ = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "PARLEY_LANG": "en"}
    done = subprocess.run(words, env=environ, cwd=tmp_path, check=False, capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stderr + done.stdout
    told = json.loads(done.stdout)
    assert told["game"] == game
    assert told["plies"] > 0
    assert len(set(told["digests"])) == len(set(told["talk_digests"])) == 1
