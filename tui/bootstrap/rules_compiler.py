"""Compile the rules to machine code with `python3 run.py fast`: each game's busiest files, unchanged, by mypyc.

It runs where the tests run. The files listed here are those where measurements showed a gain. The rest of a game stays
interpreted; it calls the compiled files and is called by them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from tui.bootstrap.compiled_rules import FOLDER, MANIFEST, ROOT, made_of

BUSY: Mapping[str, str] = MappingProxyType(
    {
        "megiddo": "rules/board rules/movement bot/search_ground bot/tree bot/playout bot/endgame_solver bot/urgency "
        "bot/line_values",
        "epaminondas": (
            "rules/ray rules/movement rules/outcome bot/search_position bot/line_pattern bot/quiescence bot/search"
        ),
        "mediterranee": (
            "board/city_set cards/card_face cards/card_hand cards/card_state "
            "rules/movement rules/turn rules/combat rules/staged_choice"
        ),
        "djambi": "rules/field rules/movement rules/path rules/turn bot/candidate",
    }
)
"""The files of each game that are compiled."""

NO_COMPILER = (
    "There is no C compiler ({name}): install one (`sudo apt-get install gcc`, or the like of your system) and try "
    "again. Parley plays by the same rules without.\n"
)
NO_HEADERS = (
    "This Python came without its C headers: `sudo apt-get install python{version}-dev`, or the like of your system, "
    "and try again. Parley plays by the same rules without.\n"
)
NO_SETUPTOOLS = "Compiling needs setuptools, which could not be installed.\n"
FAILED = "The rules of {game} could not be compiled ({why}); the whole story is in {log}.\n"
DONE = "Compiled {count} files of the rules in {seconds:.0f} seconds; Parley uses them from now on (not with {pure}).\n"


class NotCompiled(Exception):
    """There is no build. The message is the sentence to show."""


def compiler() -> str:
    """Return the command of the C compiler. Raise `NotCompiled` if there is none, or no headers for it."""
    name = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(name) is None:
        raise NotCompiled(NO_COMPILER.format(name=name))
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise NotCompiled(NO_HEADERS.format(version="{}.{}".format(*sys.version_info)))
    return name


def paths(game: str) -> list[str]:
    """Return the files of a game to compile, relative to the folder of the checkout."""
    return [f"core/games/{game}/{name}.py" for name in BUSY[game].split()]


def compile_game(game: str, work: Path) -> None:
    """Compile a game's files of the copy below `work`. Raise `NotCompiled` with the reason.

    This runs in a process of its own: the compiler keeps much in memory, and its crash must not end this process.
    """
    log = work.with_name(f"{game}.log")
    command = [sys.executable, "-P", "-m", "tui.bootstrap.rules_compiler", game]
    environ = os.environ | {"PYTHONPATH": str(ROOT)}
    with log.open("w", encoding="utf-8") as story:
        done = subprocess.run(command, cwd=work, env=environ, stdout=story, stderr=story, check=False)  # noqa: S603 - our own words
    if done.returncode:
        lines = [line for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
        why = next((line for line in lines if "error:" in line), lines[-1] if lines else "no word why")
        raise NotCompiled(FAILED.format(game=game, why=why.strip(), log=log))
    log.unlink()


def compile_here(game: str) -> None:
    """Compile a game's files of the copy in the working folder. The results are in its folder `lib`."""
    from mypyc.build import mypycify
    from setuptools import setup  # type: ignore[import-untyped]

    flags = ["--config-file=", "--cache-dir=types", "--strict", "--python-version=3.11"]
    modules = mypycify([*flags, *paths(game)], opt_level="2", debug_level="0", group_name=game, target_dir=f"c/{game}")
    into = ("--build-lib=lib", "--build-temp=objects")
    setup(name="rules", packages=[], ext_modules=modules, script_args=["--quiet", "build_ext", *into])


def build(folder: Path = FOLDER) -> int:
    """Compile all and put the build in place. Return the number of its files. Raise `NotCompiled`."""
    compiler()
    _setuptools()
    work = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(ROOT / "core", work / "core", ignore=shutil.ignore_patterns("__pycache__"))
    for game in BUSY:
        sys.stderr.write(f"Compiling {game} ...\n")
        compile_game(game, work)
    lib = work / "lib"
    files = {_module(path.relative_to(lib)): path.relative_to(lib).as_posix() for path in sorted(lib.rglob("*.so"))}
    told = json.dumps({**made_of(work), "files": files}, indent=1)
    shutil.rmtree(folder, ignore_errors=True)
    lib.rename(folder)
    (folder / MANIFEST).write_text(told + "\n", encoding="utf-8")
    shutil.rmtree(work, ignore_errors=True)
    return sum(len(paths(game)) for game in BUSY)


def _module(path: Path) -> str:
    """Return the dotted name of a compiled file."""
    return ".".join([*path.parent.parts, path.name.partition(".")[0]])


def _setuptools() -> None:
    """Install setuptools, which Python lacks from 3.12 on. It is in no lock and lies beside the tests' libraries."""
    if find_spec("setuptools") is not None:
        return
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", sys.executable, "--group", "fast"]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:  # noqa: S603 - our own words
        raise NotCompiled(NO_SETUPTOOLS)


def main(words: list[str]) -> int:
    """Make the build. With a game, compile that game in the working folder."""
    if words:
        compile_here(words[0])
        return 0
    began = time.monotonic()
    try:
        count = build()
    except NotCompiled as fault:
        sys.stderr.write(str(fault))
        return 2
    sys.stderr.write(DONE.format(count=count, seconds=time.monotonic() - began, pure="PARLEY_PURE=1"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
