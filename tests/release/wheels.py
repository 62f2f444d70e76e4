"""The wheel of the files themselves, the source archive, and the wheel with the rules compiled for this Python."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tui.bootstrap.compiled_rules import BROUGHT, FOLDER, ROOT, built

PURE = "py3-none-any"
"""The tag of the wheel for every Python and machine."""

NOT_COMPILED = "The rules are not compiled, or from older files: `python3 run.py fast` first."


def build_pure(folder: Path, epoch: int) -> tuple[Path, Path]:
    """Build the wheel and the source archive of the checkout; every file in them bears the same time."""
    words = ["-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(folder)]
    environ = os.environ | {"SOURCE_DATE_EPOCH": str(epoch)}
    subprocess.run([sys.executable, *words], cwd=ROOT, env=environ, capture_output=True, check=True)
    (wheel,) = folder.glob(f"*-{PURE}.whl")
    (archive,) = folder.glob("*.tar.gz")
    return wheel, archive


def build_compiled(wheel: Path) -> Path:
    """Build the wheel with compiled rules beside the one without; raise `FileNotFoundError` if there are none.

    Its files are those of the other one, so `PARLEY_PURE=1` runs the same program.
    """
    if not built():
        raise FileNotFoundError(NOT_COMPILED)
    tag = platform_tag()
    path = wheel.with_name(wheel.name.replace(PURE, tag))
    with zipfile.ZipFile(wheel) as pure, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as into:
        rows: list[tuple[str, str, int]] = []
        time = pure.infolist()[0].date_time
        for name, content, mode in _contents(pure, tag):
            record = name.endswith(".dist-info/RECORD")
            content = _record(rows, name) if record else content  # noqa: PLW2901 - the last file tells of all others
            entry = zipfile.ZipInfo(name, time)
            entry.external_attr, entry.compress_type = mode << 16, zipfile.ZIP_DEFLATED
            into.writestr(entry, content)
            rows.append((name, _digest(content), len(content)))
    return path


def platform_tag() -> str:
    """Give the tag of wheels for this Python on this kind of machine."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _contents(pure: zipfile.ZipFile, tag: str) -> Iterator[tuple[str, bytes, int]]:
    """Give the files of the compiled wheel with their modes; the record comes last."""
    last: list[tuple[str, bytes, int]] = []
    for entry in pure.infolist():
        content, mode = pure.read(entry), entry.external_attr >> 16
        if entry.filename.endswith(".dist-info/WHEEL"):
            told = content.decode().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
            content = told.replace(f"Tag: {PURE}", f"Tag: {tag}").encode()
        found = (entry.filename, content, mode)
        if entry.filename.endswith(".dist-info/RECORD"):
            last.append(found)
        else:
            yield found
    for path in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
        yield f"{BROUGHT}/{FOLDER.name}/{path.relative_to(FOLDER).as_posix()}", path.read_bytes(), 0o100644
    yield from last


def _digest(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"sha256={digest}"


def _record(rows: list[tuple[str, str, int]], own: str) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([*rows, (own, "", "")])
    return text.getvalue().encode()
