"""Pictures of every screen, as SVG: `parley pictures [FOLDER]`, by default those of the documentation."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from core.fault import Fault, sentence
from tui import speech
from tui.gallery.album import album
from tui.gallery.shot import Shot, photograph

FOLDER = "docs/pictures"
"""Where the pictures of the documentation stand, in a checkout."""

NO_FOLDER = sentence("There is no folder {folder} to put pictures in.")

HOME = "PARLEY_HOME"
"""What names the folder of everything that Parley keeps."""


def main(folder: str | Path = FOLDER) -> int:
    """Write every picture into `folder`; raise `Fault` if there is none."""
    target = Path(folder)
    if not target.is_dir():
        raise Fault(NO_FOLDER, folder=folder)
    for shot in album():
        (target / f"{shot.file}.svg").write_text(drawn(shot), encoding="utf-8")
        sys.stdout.write(f"{shot.file}.svg\n")
    return 0


def drawn(shot: Shot) -> str:
    """Give one picture as SVG text, which is the same on every machine."""
    with _elsewhere(), speech.speaking(shot.dress.language):
        return asyncio.run(photograph(shot))


@contextmanager
def _elsewhere() -> Iterator[None]:
    """Let Parley keep everything in a folder that goes away, whatever stands in its own."""
    before = os.environ.get(HOME)
    with TemporaryDirectory() as folder:
        os.environ[HOME] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ[HOME]
            else:
                os.environ[HOME] = before
