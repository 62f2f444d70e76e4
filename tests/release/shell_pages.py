"""What a package brings for the shell: the manual page in both languages, completion for bash, zsh and fish.

They are generated and kept in `docs/manual`, so that a package is built from the checkout as it is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tests.release.manual_page import manual_page

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "manual"

PLACES: Mapping[str, str] = MappingProxyType(
    {
        "parley.1": "share/man/man1/parley.1",
        "parley.fr.1": "share/man/fr/man1/parley.1",
        "parley.bash": "share/bash-completion/completions/parley",
        "_parley": "share/zsh/site-functions/_parley",
        "parley.fish": "share/fish/vendor_completions.d/parley.fish",
    }
)
"""Where each file goes below the prefix of an installation, as `pyproject.toml` says for the wheel."""

SHELLS: Mapping[str, str] = MappingProxyType({"parley.bash": "bash", "_parley": "zsh", "parley.fish": "fish"})


def shell_pages() -> dict[str, str]:
    """Generate the files, by their names."""
    pages = {"parley.1": manual_page("en"), "parley.fr.1": manual_page("fr")}
    return pages | {name: completion(shell) for name, shell in SHELLS.items()}


def completion(shell: str) -> str:
    """Give the script by which a shell completes a command line of `parley`."""
    environ = os.environ | {"_PARLEY_COMPLETE": f"source_{shell}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-P", "-m", "tui"], env=environ, capture_output=True, text=True, check=True)
    return done.stdout.strip() + "\n"


def write() -> None:
    """Write the files into `docs/manual`."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in shell_pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
