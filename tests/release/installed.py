"""Each package installed into a folder of its own and played there: a whole game against bots, line by line.

Nothing of the checkout or of this environment is in reach of the installed program: it has a home, a path, and no more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

GAME = "1\nmegiddo target=1\n2\nA1\nwait\nresign\nyes\nwait\nrules\nquit\n9\n"
"""What a person types: a game against a bot, one move, resigned and confirmed, back to the menu and out."""

FAST = "import tui, sys; raise SystemExit(not any(type(one).__name__ == 'Compiled' for one in sys.meta_path))"
"""A program that ends well if the compiled rules run."""


class NotPlayed(Exception):
    """An installed package did not play. The message tells which, and what it said."""


def environ(home: Path) -> dict[str, str]:
    """Give the environment of a person who has nothing but Python."""
    home.mkdir(parents=True, exist_ok=True)
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm-256color"}


def play(command: list[str], home: Path) -> None:
    """Play a game by a command; raise `NotPlayed` unless it is over, the program ended well and named its version."""
    told = environ(home)
    for words, given, wanted in ((["--version"], "", "parley "), (["play", "--text", "--lang", "en"], GAME, "OVER ")):
        done = subprocess.run(
            [*command, *words], input=given, env=told, cwd=home, capture_output=True, text=True, check=False
        )
        if done.returncode or wanted not in done.stdout:
            raise NotPlayed(
                f"{' '.join([*command, *words])}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
            )


def install(package: Path, folder: Path) -> list[str]:
    """Install a wheel or a source archive into an environment of its own; give the command there."""
    uv = [sys.executable, "-m", "uv"]
    python = folder / "bin" / "python"
    subprocess.run([*uv, "venv", "--quiet", "--python", sys.executable, str(folder)], check=True)
    words = ["pip", "install", "--quiet", "--python", str(python), "--build-constraint", "requirements-dev.lock"]
    subprocess.run([*uv, *words, "--constraint", "requirements.lock", str(package)], check=True)
    return [str(folder / "bin" / "parley")]


def unpack(package: Path, folder: Path) -> list[str]:
    """Unpack a Debian package into a folder; give the command there."""
    tool = shutil.which("dpkg-deb") or "dpkg-deb"
    subprocess.run([tool, "--extract", str(package), str(folder)], check=True)
    return [str(folder / "usr/bin/parley")]


def runs_compiled(folder: Path, home: Path) -> bool:
    """Tell whether the program installed in an environment runs its compiled rules."""
    words = [str(folder / "bin" / "python"), "-c", FAST]
    return not subprocess.run(words, env=environ(home), cwd=home, check=False).returncode


def brought(folder: Path, places: list[str]) -> list[str]:
    """List which of some files an installation below a prefix lacks."""
    return [place for place in places if not os.path.lexists(folder / place)]
