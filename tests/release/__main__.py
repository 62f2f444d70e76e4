"""`run.py package [FOLDER]`: build every package of this commit and their sums; `--check` installs and plays each.

`--pages` only generates the manual pages and the completion again; `--twice` builds all once more and compares.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.release import installed, shell_pages
from tests.release.debian_package import build_debian_package
from tests.release.single_file import build_single_file
from tests.release.wheels import build_compiled, build_pure, platform_tag
from tui.bootstrap.compiled_rules import ROOT, built

SUMS = "SHA256SUMS"
"""The file of sums, as `sha256sum --check` reads it."""


def main(words: list[str]) -> int:
    """Build, and check what is asked for; give the exit status."""
    parser = argparse.ArgumentParser(prog="run.py package", description=__doc__)
    parser.add_argument("folder", nargs="?", default="dist", type=Path)
    for name in ("--check", "--twice", "--pages"):
        parser.add_argument(name, action="store_true")
    asked = parser.parse_args(words)
    if asked.pages:
        shell_pages.write()
        return 0
    try:
        return _make(asked.folder.resolve(), check=asked.check, twice=asked.twice)
    except subprocess.CalledProcessError as error:
        told = (error.stderr or b"") if isinstance(error.stderr, bytes) else (error.stderr or "").encode()
        sys.stderr.write(f"{' '.join(map(str, error.cmd[:6]))} failed:\n{told.decode(errors='replace')[-3000:]}\n")
    except installed.NotPlayed as fault:
        sys.stderr.write(f"{fault}\n")
    return 1


def _make(folder: Path, *, check: bool, twice: bool) -> int:
    packages = build_all(folder)
    for path in packages:
        _say(f"{path.stat().st_size:>11,} bytes  {path.name}")
    if twice:
        with tempfile.TemporaryDirectory() as again:
            build_all(Path(again))
            differ = (folder / SUMS).read_text() != Path(again, SUMS).read_text()
        _say("Built twice: the packages differ." if differ else "Built twice: all packages are equal, byte for byte.")
        if differ:
            return 1
    if check:
        with tempfile.TemporaryDirectory() as work:
            check_all(packages, Path(work))
    return 0


def build_all(folder: Path) -> list[Path]:
    """Build all packages of the last commit into an empty folder, the compiled wheel if the rules are compiled here."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    epoch = int(_git("log", "-1", "--format=%ct"))
    wheel, archive = build_pure(folder, epoch)
    single = build_single_file(wheel, platform_tag(), epoch)
    packages = [wheel, archive, single]
    packages += [build_compiled(wheel)] if built() else []
    packages += [build_debian_package(single, epoch)] if shutil.which("dpkg-deb") else []
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(packages))
    (folder / SUMS).write_text(sums, encoding="utf-8")
    return sorted(packages)


def check_all(packages: list[Path], work: Path) -> None:
    """Install and play each package; raise `NotPlayed` for the first that does not."""
    for number, package in enumerate(packages):
        began, folder, home = time.monotonic(), work / str(number), work / f"home{number}"
        if package.suffix == ".pyz":
            installed.play([str(package)], home)
        elif package.suffix == ".deb":
            installed.play(installed.unpack(package, folder), home)
        else:
            installed.play(installed.install(package, folder), home)
            _whole(package, folder, home)
        _say(f"{time.monotonic() - began:5.1f} s  installed and played: {package.name}")


def _whole(package: Path, folder: Path, home: Path) -> None:
    """Raise `NotPlayed` if what an environment got lacks the pages, or the compiled rules where it should have them."""
    lacking = installed.brought(folder, list(shell_pages.PLACES.values()))
    if lacking:
        raise installed.NotPlayed(f"{package.name} lacks {', '.join(lacking)}")
    if platform_tag() in package.name and not installed.runs_compiled(folder, home):
        raise installed.NotPlayed(f"{package.name} does not run its compiled rules")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _git(*words: str) -> str:
    done = subprocess.run([shutil.which("git") or "git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
