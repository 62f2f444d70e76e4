"""`parley` started as somebody would who has never played, in a process of its own or in this one."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from tui.__main__ import main
from tui.i18n import translation

ROOT = Path(__file__).resolve().parent.parent.parent.parent
PARLEY = (sys.executable, "-P", "-m", "tui")


def run(environ: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run `parley` without a terminal, to its end."""
    return subprocess.run(
        [*PARLEY, *words],
        env=environ,
        cwd=environ["HOME"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def newcomer(tmp_path: Path) -> dict[str, str]:
    """Give the variables of somebody who has never played, speaks English and sits at a terminal."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "PARLEY_HOME": str(tmp_path / "parley"),
        "PARLEY_LANG": "en",
        "PARLEY_LAN": "off",
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
    }


def here(environ: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run `parley` without a terminal as `run` does, but in this process: nothing else differs."""
    told, wrong, before = StringIO(), StringIO(), Path.cwd()
    with (
        translation.speaking(
            translation.preferred(environ)
        ),  # first: what is restored is not the language of `environ`
        patch.dict(os.environ, environ, clear=True),
        patch.object(sys, "argv", ["parley", *words]),
        Path(os.devnull).open(encoding="utf-8") as nothing,
        patch.object(sys, "stdin", nothing),
        redirect_stdout(told),
        redirect_stderr(wrong),
    ):
        os.chdir(environ["HOME"])
        try:
            status = main()
        finally:
            os.chdir(before)
    return subprocess.CompletedProcess(words, status, told.getvalue(), wrong.getvalue())
