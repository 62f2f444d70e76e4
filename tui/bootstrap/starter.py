"""What `run.py` does once the interpreter is new enough: find or make the environment, then become the program.

Standard library only, and as little of it as possible: a second start hashes one file and replaces itself.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, NoReturn

from tui.bootstrap.compiled_rules import remove_compiled
from tui.bootstrap.virtual_environment import Environment, NotMade

if TYPE_CHECKING:
    import subprocess

ROOT = Path(__file__).resolve().parent.parent.parent
"""The folder of the checkout."""

SEEDS = ("0", "4711")
"""The two hash seeds of the tests: nothing visible may depend on the order of a set."""

WORKERS = "4"
"""How many processes share the tests: two for each of two cores, as some wait for brokers, clocks and terminals."""

HALVES = (("tests/core", "tests/net"), ("tests/system", "tests/tui"))
"""Which tests are compiled side by side in a fresh clone."""

QUICK_WORKERS = "2"
"""How many processes share the quick tests, which wait for nothing: one for each of two cores."""

AGAIN = (
    "tests/core/test_golden.py",
    "tests/core/test_digest.py",
    "tests/core/study/test_marks_golden.py",
    "tests/core/games/mediterranee/whole_games/test_mediterranee_golden.py",
    "tests/core/games/megiddo/test_megiddo_golden.py",
    "tests/net/wire/test_sealed_golden.py",
    "tests/net/table/test_table_golden.py",
    "tests/tui/widgets/drawing/test_map.py",
    "tests/tui/widgets/drawing/test_ring.py",
    "tests/tui/widgets/drawing/test_sprites.py",
    "tests/tui/widgets/drawing/test_stones.py",
    "-k",
    (
        "(golden or digest or approved or values or format or lots or genesis) "
        "and not (command or another_seed or first_stone or blunder)"
    ),
)
"""The tests repeated under the second hash seed: those that compare with stored values, but start no processes.

In the first run, `tests/test_orders.py` plays games, tables and evenings under both seeds and compares them.
"""

USAGE = """\
usage: python3 run.py WORD [ARGUMENTS]

  play [INVITATION]   set up what is missing and play (also without any word)
  test [ARGUMENTS]    set up what is missing and pass the tests; arguments are pytest's
  test --quick        pass those that most changes need, in less than a minute
  sim SEED [--trace]  spend one simulated evening again (FIRST LAST --jobs N --minutes M: many)
  storm KIND          a storm over real brokers and processes: chaos, leave, kill, proxy, club, journal, mutants, monkey
  pictures [FOLDER]   draw every screen for the documentation
  package [FOLDER]    build every package of this commit; --check: install and play each; --twice: compare two builds
  catalogue [--check] collect every sentence for the translators; check: name those without a translation
  fast [check [N]]    compile the rules, for which it needs a C compiler; check: compare N positions a game with pure
  tune GAME           learn what a position is worth from the bots' own games: docs/bots.md
  mutate [FILES]      spoil the code in small ways and list what no test noticed: docs/mutation.md
  lint                formatting, lint and types
  check               lint, then test, as continuous integration does
  lock                make requirements.lock and requirements-dev.lock again

Any other word goes to parley:

  evenings            host invite join open sit watch settle demo
  guests, days, clubs ssh web, keep turns, club
  games that are over replay export analyse evidence check
  bots and puzzles    engine arena puzzle
  yourself            key account where

`python3 run.py WORD --help` says more of each of those.
"""


def start(words: list[str]) -> int:
    """Run the command. Return the exit status, unless the process became another one."""
    word, rest = (words[0], words[1:]) if words else ("play", [])
    try:
        if word in HOUSE and not (word == "check" and rest):
            return HOUSE[word](rest)
        return parley([word, *rest])
    except NotMade as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130


def parley(words: list[str]) -> NoReturn:
    """Become `parley` inside the environment. `PYTHONPATH` finds the checkout; it is never installed."""
    os.environ["PYTHONPATH"] = _first_on_path(os.environ.get("PYTHONPATH", ""))
    sys.stderr.write(remove_compiled())
    python = str(Environment.playing(ROOT).ready().python)
    os.execv(python, [python, "-P", "-m", "tui", *words])  # noqa: S606 -- there is no shell to want


def test(words: list[str]) -> int:
    """Run pytest with the words given, or all tests together with those repeated under another hash seed.

    `--quick` alone runs what most changes need, on all cores.
    """
    if words == ["--quick"]:
        return _python("-m", "pytest", "-q", "-n", QUICK_WORKERS, "--dist", "worksteal", *words, seed=SEEDS[0])
    if words:
        return _python("-m", "pytest", *words)
    import tempfile

    first, second = SEEDS
    compile_tests()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        again = _begin("-m", "pytest", "-q", *AGAIN, seed=second, told=told)
        whole = _python("-m", "pytest", "-q", "-n", WORKERS, "--dist", "worksteal", seed=first)
        other = again.wait()
        told.seek(0)
        sys.stdout.write(f"Again under another hash seed:\n{told.read()}")
    return whole or other


def compile_tests() -> None:
    """Collect each half of the tests once in a fresh clone: else every worker would compile all of them for itself."""
    _, environ = _developing()
    prefix = environ.get("PYTHONPYCACHEPREFIX", "")
    compiled = Path(prefix, *ROOT.parts[1:], "tests") if prefix else ROOT / "tests" / "__pycache__"
    if compiled.exists():
        return
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        begun = [_begin("-m", "pytest", "--collect-only", "-qq", *half, told=nowhere) for half in HALVES]
        for process in begun:
            process.wait()


def fast(words: list[str]) -> int:
    """Compile the rules, or compare them compiled and interpreted, as `tests/differential.py` does."""
    if words[:1] == ["check"]:
        return _python("-m", "tests.differential", *words[1:])
    return _python("-m", "tui.bootstrap.rules_compiler")


def mutate(words: list[str]) -> int:
    """Spoil the code in small ways, in a copy, and list what no test noticed, as docs/mutation.md tells.

    The tool is in no lock: it is installed beside the tests' libraries, as these are locked.
    """
    tool = ("--quiet", "--group", "mutation", "--constraint", "requirements-dev.lock")
    names = [f"{word.removesuffix('.py').replace('/', '.')}.*" for word in words] or ["*"]
    return (
        _python("-m", "uv", "pip", "install", *tool)
        or _python("-m", "mutmut", "run", "--max-children", "2", *names)
        or _python("-m", "mutmut", "results")
    )


def lint(_words: list[str]) -> int:
    """Check the formatting, every rule of ruff and the types; stop at the first that fails."""
    runs = (("ruff", "format", "--check", "."), ("ruff", "check", "."), ("mypy",))
    return next((status for run in runs if (status := _python("-m", *run))), 0)


def check(words: list[str]) -> int:
    """Run what continuous integration runs: lint and types, then the tests."""
    sys.stderr.write("The project itself is checked, for some minutes. `check FILE` checks a record or evidence.\n")
    return lint([]) or test(words)


def lock(_words: list[str]) -> int:
    """Make both locks again from `pyproject.toml`: hashed, for every platform, without the name of a host."""
    common = ("--universal", "--generate-hashes", "--no-header", "--no-emit-index-url", "--python-version", "3.11")
    extras = ("--extra", "web", "--extra", "lan", "--extra", "pictures", "--extra", "ssh", "pyproject.toml")
    compiled = ("-m", "uv", "pip", "compile", "--quiet", "--upgrade", *common, *extras)
    with_dev = ("--group", "dev", "--constraint", "requirements.lock", "--no-annotate")
    return _python(*compiled, "--no-annotate", "-o", "requirements.lock") or _python(
        *compiled, *with_dev, "-o", "requirements-dev.lock"
    )


def _python(*words: str, seed: str = "") -> int:
    """Run the development environment's Python in the checkout and wait for it."""
    return _begin(*words, seed=seed).wait()


def _become(*words: str) -> NoReturn:
    """Become the development environment's Python in the checkout: whoever ends this process ends what it does."""
    python, environ = _developing()
    os.chdir(ROOT)
    os.execve(python, [python, *words], environ)  # noqa: S606 -- there is no shell to want


def _begin(*words: str, seed: str = "", told: IO[str] | None = None) -> subprocess.Popen[bytes]:
    """Start the development environment's Python in the checkout; what it says goes to a file, if one is given."""
    import subprocess

    python, environ = _developing(seed)
    return subprocess.Popen([python, *words], cwd=ROOT, env=environ, stdout=told, stderr=told)  # noqa: S603 -- our words


def _developing(seed: str = "") -> tuple[str, dict[str, str]]:
    """Give the development environment's Python, made if it is missing, and what it finds in its own environment."""
    ready = Environment.developing(ROOT).ready()
    environ = os.environ | {"PYTHONPATH": _first_on_path(os.environ.get("PYTHONPATH", ""))}
    if environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # tests start many processes: each would compile the whole program
        environ["PYTHONPYCACHEPREFIX"] = str(ready.folder / "bytecode")
    if seed:
        environ["PYTHONHASHSEED"] = seed
    return str(ready.python), environ


def _first_on_path(path: str) -> str:
    others = [part for part in path.split(os.pathsep) if part and part != str(ROOT)]
    return os.pathsep.join([str(ROOT), *others])


def usage(_words: list[str]) -> int:
    """Print the words there are."""
    sys.stdout.write(USAGE)
    return 0


HOUSE = {
    "test": test,
    "sim": lambda words: _become("-m", "tests.sim", *words),
    "storm": lambda words: _become("-m", "tests.storms", *words),
    "pictures": lambda words: _become("-m", "tests.gallery", *words),
    "package": lambda words: _become("-m", "tests.release", *words),
    "tune": lambda words: _become("-m", "tests.tuning", *words),
    "catalogue": lambda words: _become("-m", "tests.catalogue", *words),
    "fast": fast,
    "mutate": mutate,
    "lint": lint,
    "check": check,
    "lock": lock,
    "-h": usage,
    "--help": usage,
}
"""The words that are not `parley`'s; with a file, `check` is."""
