"""The rules as machine code: what `run.py fast` has made of the core's own files, run instead of them.

Standard library only. The files are the reference: they run where there is no build, where it is not of these very
files and of this very Python, and wherever `PARLEY_PURE` is set.
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
"""Where the build of this Python is; git does not know it."""

PURE = "PARLEY_PURE"
"""The variable that lets the files themselves run, whatever was built."""

MANIFEST = "manifest.json"
"""The file, written last, that tells what a build was made of: without it there is no build."""

OUTDATED = "The compiled rules are of older files and are not used any more: `python3 run.py fast` makes them again.\n"


class Compiled:
    """A finder that gives the modules of a build; every other one is somebody else's to find."""

    def __init__(self, folder: Path, files: Mapping[str, str]) -> None:
        """Give the modules that `files` names, each with its file in `folder`."""
        self.folder = folder
        self.files = files

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Tell the import system where a module of the build is."""
        del path, target
        file = self.files.get(name)
        if file is None:
            return None
        from importlib.machinery import ExtensionFileLoader
        from importlib.util import spec_from_file_location

        place = str(self.folder / file)
        return spec_from_file_location(name, place, loader=ExtensionFileLoader(name, place))


def made_of(root: Path = ROOT) -> dict[str, str]:
    """Tell what a build made now would be of: this kind of Python, and the digest of every file of the core."""
    from hashlib import blake2b
    from importlib.machinery import EXTENSION_SUFFIXES

    digest = blake2b(digest_size=16)
    for path in sorted((root / "core").rglob("*.py")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return {"python": EXTENSION_SUFFIXES[0], "sources": digest.hexdigest()}


def built(folder: Path = FOLDER, root: Path = ROOT) -> Mapping[str, str] | None:
    """Give the files of a build by their modules; None where there is none, empty where it is of something else."""
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


def use_compiled(folder: Path = FOLDER, root: Path = ROOT) -> bool:
    """Let this process run the build if there is one that is right; tell whether it does.

    A process that has begun with the files themselves stays with them: the two must not meet.
    """
    if any(isinstance(finder, Compiled) for finder in sys.meta_path):
        return True
    if os.environ.get(PURE, "0") not in {"", "0"}:
        return False
    files = built(folder, root)
    if not files or any(name in sys.modules for name in files):
        return False
    sys.meta_path.insert(0, Compiled(folder, files))
    return True


def remove_compiled(folder: Path = FOLDER, root: Path = ROOT) -> str:
    """Take an outdated build away and give the sentence that says so; nothing where there is none."""
    if built(folder, root) != {}:
        return ""
    (folder / MANIFEST).unlink(missing_ok=True)
    return OUTDATED
