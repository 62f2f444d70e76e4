"""The rules as machine code: what `run.py fast` built from the core's own files, run instead of them.

Standard library only. The files are the reference. They run if there is no build, if the build is of other files or
another Python, and whenever `PARLEY_PURE` is set.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent.parent
"""The folder of the checkout."""

FOLDER = ROOT / "build" / "fast" / sys.implementation.cache_tag
"""The build for this Python. Git ignores it."""

BROUGHT = "tui/bootstrap/fast"
"""Where a compiled wheel brings its builds, below the folder that it is installed in."""

PURE = "PARLEY_PURE"
"""The variable that makes the files themselves run, even if there is a build."""

MANIFEST = "manifest.json"
"""The file that tells what a build was made of. It is written last: without it there is no build."""

OUTDATED = "The compiled rules are of older files and are not used any more: `python3 run.py fast` makes them again.\n"


class Compiled:
    """A finder for the modules of a build. It leaves every other module to the other finders."""

    def __init__(self, folder: Path, files: Mapping[str, str]) -> None:
        """Serve the modules that `files` names, each from its file in `folder`."""
        self.folder = folder
        self.files = files

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of the build."""
        del path, target
        file = self.files.get(name)
        if file is None:
            return None
        from importlib.machinery import ExtensionFileLoader
        from importlib.util import spec_from_file_location

        place = str(self.folder / file)
        return spec_from_file_location(name, place, loader=ExtensionFileLoader(name, place))


def made_of(root: Path = ROOT) -> dict[str, str]:
    """Return what a build made now would depend on: the kind of Python, and the digest of every file of the core."""
    from hashlib import blake2b
    from importlib.machinery import EXTENSION_SUFFIXES

    digest = blake2b(digest_size=16)
    for path in sorted((root / "core").rglob("*.py")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return {"python": EXTENSION_SUFFIXES[0], "sources": digest.hexdigest()}


def built(folder: Path = FOLDER, root: Path = ROOT) -> Mapping[str, str] | None:
    """Return the files of a build by their modules: None if there is none, empty if it is of something else."""
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8")
    except OSError:
        return None
    import json

    try:
        told = json.loads(text)
        files = {str(name): str(file) for name, file in told.pop("files").items()}
    except (ValueError, AttributeError, KeyError, TypeError):
        return {}
    whole = told == made_of(root) and all((folder / file).is_file() for file in files.values())
    return files if whole else {}


def use_compiled(folder: Path | None = None, root: Path = ROOT) -> bool:
    """Let this process run the build in a folder, by default what `run.py fast` or a compiled wheel has left here.

    Tells whether it does; there may be no valid build.

    A process that has imported a file itself keeps to the files: the two must not mix.
    """
    if any(isinstance(finder, Compiled) for finder in sys.meta_path):
        return True
    if os.environ.get(PURE, "0") not in {"", "0"}:
        return False
    for place in [FOLDER, root / BROUGHT / FOLDER.name] if folder is None else [folder]:
        files = built(place, root)
        if files and not any(name in sys.modules for name in files):
            sys.meta_path.insert(0, Compiled(place, files))
            return True
    return False


def remove_compiled(folder: Path = FOLDER, root: Path = ROOT) -> str:
    """Remove an outdated build and return the sentence that says so, or nothing if there is none."""
    if built(folder, root) != {}:
        return ""
    (folder / MANIFEST).unlink(missing_ok=True)
    return OUTDATED
