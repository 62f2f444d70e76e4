"""The wheel, the source archive, the wheel with compiled rules and the Debian package are the same bytes each time."""

from __future__ import annotations

import csv
import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.release import installed, wheels
from tests.release.debian_package import build_debian_package
from tests.release.wheels import build_compiled, build_pure, platform_tag
from tui.bootstrap.compiled_rules import BROUGHT, MANIFEST, ROOT

EPOCH = 1_790_000_000


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Build the wheel and the source archive."""
    return build_pure(tmp_path_factory.mktemp("pure"), EPOCH)


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a build of compiled rules be there."""
    folder = tmp_path / "fast" / "cpython-0"
    (folder / "core").mkdir(parents=True)
    (folder / "core" / "a.so").write_bytes(b"machine code")
    (folder / MANIFEST).write_text("{}", encoding="utf-8")
    monkeypatch.setattr(wheels, "FOLDER", folder)
    monkeypatch.setattr(wheels, "built", lambda: {"core.a": "core/a.so"})
    return folder


def test_two_builds_are_equal_byte_for_byte(pure: tuple[Path, Path], tmp_path: Path) -> None:
    again = build_pure(tmp_path / "again", EPOCH)
    assert [one.read_bytes() for one in again] == [one.read_bytes() for one in pure]
    later = build_pure(tmp_path / "later", EPOCH + 86_400)
    assert later[0].read_bytes() != pure[0].read_bytes(), "the time of the commit is in it"


def test_the_compiled_wheel_has_all_of_the_other_and_the_compiled_rules(
    pure: tuple[Path, Path], compiled: Path, tmp_path: Path
) -> None:
    wheel = Path(shutil.copy(pure[0], tmp_path))
    path = build_compiled(wheel)
    first = path.read_bytes()
    assert path.name.endswith(f"-{platform_tag()}.whl")
    assert build_compiled(wheel).read_bytes() == first
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(path) as new:
        extra = set(new.namelist()) - set(old.namelist())
        assert extra == {f"{BROUGHT}/{compiled.name}/{name}" for name in ("core/a.so", MANIFEST)}
        told = next(name for name in new.namelist() if name.endswith(".dist-info/WHEEL"))
        assert f"Tag: {platform_tag()}" in new.read(told).decode()
        record = next(name for name in new.namelist() if name.endswith(".dist-info/RECORD"))
        rows = {name: digest for name, digest, _ in csv.reader(new.read(record).decode().splitlines())}
        assert rows.keys() == set(new.namelist())
        assert all(rows[name] == wheels._digest(new.read(name)) for name in new.namelist() if name != record)


def test_without_compiled_rules_there_is_no_such_wheel(
    pure: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wheels, "built", dict)
    with pytest.raises(FileNotFoundError, match="are not compiled"):
        build_compiled(pure[0])


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="there is no dpkg-deb here")
def test_the_debian_package_is_the_same_each_time_and_belongs_to_root(tmp_path: Path) -> None:
    single = tmp_path / "parley.pyz"
    single.write_text("#!/usr/bin/env python3\n", encoding="utf-8")
    digests = []
    for _ in range(2):
        path = build_debian_package(single, EPOCH)
        digests.append(hashlib.sha256(path.read_bytes()).hexdigest())
        path.chmod(0o644)
    assert digests[0] == digests[1]
    tool = shutil.which("dpkg-deb") or "dpkg-deb"
    told = subprocess.run([tool, "--contents", str(path)], capture_output=True, text=True, check=True).stdout
    assert all(" root/root " in line for line in told.splitlines())
    for place in ("usr/bin/parley -> ", "usr/share/man/man1/parley.1.gz", "usr/share/doc/parley/copyright"):
        assert place in told
    said = subprocess.run([tool, "--info", str(path)], capture_output=True, text=True, check=True).stdout
    assert "Depends: python3 (>= " in said


def test_the_game_that_each_package_plays_is_one_that_the_program_plays(tmp_path: Path) -> None:
    installed.play(["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "tui"], tmp_path / "home")
