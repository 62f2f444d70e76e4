"""The Debian package: the single file, the command `parley`, manual pages, completion and the copyright."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from tests.release.shell_pages import FOLDER, PLACES
from tui import __version__
from tui.bootstrap.compiled_rules import ROOT

NAME = "parley_{version}_{machine}.deb"

CONTROL = """\
Package: parley
Version: {version}
Section: games
Priority: optional
Architecture: {machine}
Depends: python3 (>= {major}.{minor}~), python3 (<< {major}.{after}~)
Recommends: mosquitto
Installed-Size: {size}
Maintainer: The Parley founders <parley@localhost>
Description: terminal table for four games of talk and nerve
 Djambi, Megiddo, Epaminondas and Mediterranee, in the terminal: with others over
 an MQTT broker that nobody has to trust, or alone against bots.
"""

CHANGES = """\
parley ({version}) unstable; urgency=medium

  * See CHANGELOG.md of the source.

 -- The Parley founders <parley@localhost>  {date}
"""

COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Files: *
Copyright: The Parley founders
License: MIT
{text}
"""


def build_debian_package(single: Path, epoch: int) -> Path:
    """Build the package beside the single file; every file in it bears the same time and belongs to root."""
    machine = _told("dpkg", "--print-architecture")
    path = single.with_name(NAME.format(version=__version__, machine=machine))
    with tempfile.TemporaryDirectory() as work:
        tree = Path(work, "tree")
        _fill(tree, single, epoch)
        size = sum(file.stat().st_size for file in tree.rglob("*") if file.is_file()) // 1024
        major, minor = sys.version_info[:2]
        told = CONTROL.format(
            version=__version__, machine=machine, major=major, minor=minor, after=minor + 1, size=size
        )
        _write(tree / "DEBIAN" / "control", told.encode())
        for found in (tree, *tree.rglob("*")):
            if found.is_dir():
                found.chmod(0o755)
            os.utime(found, (epoch, epoch), follow_symlinks=False)
        _told("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(path), epoch=epoch)
    return path


def _fill(tree: Path, single: Path, epoch: int) -> None:
    """Lay out what is installed."""
    program = tree / "usr/lib/parley/parley.pyz"
    _write(program, single.read_bytes(), 0o755)
    command = tree / "usr/bin/parley"
    command.parent.mkdir(parents=True)
    command.symlink_to("../lib/parley/parley.pyz")
    for name, place in PLACES.items():
        content = (FOLDER / name).read_bytes()
        if "/man/" in place:
            _write(tree / "usr" / f"{place}.gz", gzip.compress(content, mtime=0))
        else:
            _write(tree / "usr" / place.replace("site-functions", "vendor-completions"), content)
    documents = tree / "usr/share/doc/parley"
    licence = "\n".join(f" {line}".rstrip() or " ." for line in (ROOT / "LICENSE").read_text("utf-8").splitlines())
    _write(documents / "copyright", COPYRIGHT.format(text=licence.replace("\n\n", "\n .\n")).encode())
    date = format_datetime(datetime.fromtimestamp(epoch, UTC))
    changes = CHANGES.format(version=__version__, date=date).encode()
    _write(documents / "changelog.gz", gzip.compress(changes, mtime=0))


def _write(path: Path, content: bytes, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def _told(*words: str, epoch: int | None = None) -> str:
    environ = os.environ | ({"SOURCE_DATE_EPOCH": str(epoch)} if epoch is not None else {})
    command = shutil.which(words[0]) or words[0]
    done = subprocess.run([command, *words[1:]], env=environ, capture_output=True, text=True, check=True)
    return done.stdout.strip()
