"""The house is kept: arrows, purities, small files, docstrings, nothing of one machine. Each check is shown to fail."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path

import pytest

from tests.conftest import SLOW

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("core", "net", "tui")
LONGEST = 400


def words(text: str) -> frozenset[str]:
    """Give the words of a text."""
    return frozenset(text.split())


CORE_MAY = words(
    "__future__ abc array bisect collections copy dataclasses enum fractions functools hashlib heapq itertools json "
    "math operator random re string struct textwrap tomllib types typing unicodedata"
)
"""What the core needs of the standard library: nothing that reads a clock, a file, a socket or a thread."""

CORE_BUILTINS_NOT = frozenset({"open", "input", "print", "exec", "eval", "hash", "id"})
"""`hash` and `id` differ from one process to the next: `hash` is for `__hash__` alone."""

FINDS_BY_NAME = ("core.games", "core.bots.level")
"""The rooms of the core that import a game's folder, or a game's evaluation, by its name."""

NET_RUNS = words(
    "net.broker.amqtt_broker net.broker.broker_process net.broker.connection_count net.broker.connection_limit "
    "net.broker.local_network net.peer.club_follower net.peer.club_visit net.peer.follow_up net.peer.move_herald "
    "net.peer.peer net.peer.readmission net.peer.router net.peer.table_handle net.room.multicast "
    "net.storage.contact_store net.storage.journal net.storage.journal_schema net.storage.profile "
    "net.storage.profile_handover net.transport.clock net.transport.connection net.transport.diagnostic_log "
    "net.transport.memory_broker net.transport.mqtt_transport net.transport.port_probe net.transport.transport"
)
"""The modules of the net that may wait, read a clock or a file; every other one is pure."""

NET_PURE_NOT = words("asyncio time threading socket os pathlib subprocess sqlite3 selectors signal")
KEEPERS = {
    "aiomqtt": {"net.transport.mqtt_transport"},
    "paho": {"net.transport.mqtt_transport"},
    "amqtt": {"net.broker.amqtt_broker"},
    "zeroconf": {"net.room.multicast"},
    "PIL": {"tui.study.position_picture", "tui.study.story.vector_pixels"},
    "caissify_pairings": {"net.club.swiss_pairing"},
    "networkx": set(),
    "net.broker.amqtt_broker": {"net.broker.broker_process"},
}
"""Who alone may import a room or a library."""
STARTERS = ("tui.bootstrap.starter", "tui.bootstrap.virtual_environment", "tui.bootstrap.compiled_rules")
VAGUE = words("utils util helpers helper manager managers base common misc")
MACHINE = re.compile(
    r"(?<![\w.])/(?:" + "root|work|home/[a-z]|tmp/[a-z]|Users/[a-z]" + r")\b"
    r"|pypi\." + r"org|pythonhosted\." + r"org|--extra-index-" + r"url"
)


def modules() -> Iterator[tuple[str, Path]]:
    """Give every module of the packages by its dotted name."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


@lru_cache(maxsize=1)
def imports(tree: ast.AST) -> tuple[tuple[str, str], ...]:
    """Give each import as (module, name or empty)."""
    return tuple(_imports(tree))


def _imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (("." * node.level + (node.module or ""), alias.name) for alias in node.names)


def arrows(name: str, tree: ast.Module) -> Iterator[str]:
    """Keep core <- net <- tui, and each outside library in its own room."""
    package = name.split(".", maxsplit=1)[0]
    above = PACKAGES[PACKAGES.index(package) + 1 :]
    for module, what in imports(tree):
        top = module.split(".")[0]
        if module.startswith("."):
            yield f"{name} imports {module} relatively"
        if top in above or (package != "tui" and top == "textual"):
            yield f"{name} imports {module}: the arrow is core <- net <- tui"
        for kept, keepers in KEEPERS.items():
            reached = f"{module}.{what}.".startswith(f"{kept}.") or f"{module}.".startswith(f"{kept}.")
            if reached and name not in keepers:
                yield f"{name} imports {module}, which is for {' and '.join(sorted(keepers))}"


def core_is_pure(name: str, tree: ast.Module) -> Iterator[str]:
    """Let the core import itself and a short list; no global randomness, no I/O by a builtin."""
    if not (name + ".").startswith("core."):
        return
    may = CORE_MAY | {"core"} | ({"importlib", "pkgutil"} if name in FINDS_BY_NAME else set())
    for module, what in imports(tree):
        if module.split(".")[0] not in may:
            yield f"{name} imports {module}"
        if module == "random" and what != "Random":
            yield f"{name} takes {what or 'the module'} from random: only Random, handed in"
    hashes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "__hash__"]
    allowed = {part for node in hashes for part in ast.walk(node)}
    for node in ast.walk(tree):
        if node in allowed:
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CORE_BUILTINS_NOT:
            yield f"{name}:{node.lineno} calls {node.func.id}()"


def net_is_pure(name: str, tree: ast.Module) -> Iterator[str]:
    """Let a state machine of the net neither wait nor read a clock: time is a parameter."""
    if not name.startswith("net.") or name in NET_RUNS:
        return
    for module, _ in imports(tree):
        if module.split(".")[0] in NET_PURE_NOT:
            yield f"{name} imports {module}"
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncFunctionDef):
            yield f"{name}:{node.lineno} is asynchronous"


def starters_are_plain(name: str, tree: ast.Module) -> Iterator[str]:
    """Let what runs before there is an environment be standard library only."""
    if name in STARTERS:
        for module, _ in imports(tree):
            if module.split(".")[0] not in sys.stdlib_module_names and module not in STARTERS:
                yield f"{name} imports {module}"


def annotated_later(name: str, tree: ast.Module) -> Iterator[str]:
    """Every module with code begins with the future of annotations."""
    code = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.AnnAssign)
    if any(isinstance(node, code) for node in tree.body) and ("__future__", "annotations") not in imports(tree):
        yield f"{name} lacks `from __future__ import annotations`"


def documented(name: str, tree: ast.Module) -> Iterator[str]:
    """Every module, public class, function and method says what it is."""
    if not ast.get_docstring(tree):
        yield f"{name} has no docstring"
    yield from _undocumented(name, tree)


def _undocumented(name: str, parent: ast.Module | ast.ClassDef) -> Iterator[str]:
    for node in parent.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
            continue
        if not ast.get_docstring(node) and not _said_elsewhere(node):
            yield f"{name}.{node.name} has no docstring"
        if isinstance(node, ast.ClassDef):
            yield from _undocumented(f"{name}.{node.name}", node)


def _said_elsewhere(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("overload" in ast.unparse(mark) or "override" in ast.unparse(mark) for mark in node.decorator_list)


RULES: tuple[Callable[[str, ast.Module], Iterator[str]], ...] = (
    arrows,
    core_is_pure,
    net_is_pure,
    starters_are_plain,
    annotated_later,
    documented,
)


@cache
def complaints() -> list[tuple[object, str]]:
    """Give what breaks which rule; each module is read once for all of them."""
    trees = ((name, ast.parse(path.read_text(encoding="utf-8"), str(path))) for name, path in modules())
    return [(rule, why) for name, tree in trees for rule in RULES for why in rule(name, tree)]


@pytest.mark.parametrize("rule", RULES)
def test_every_module_keeps_the_rule(rule: Callable[[str, ast.Module], Iterator[str]]) -> None:
    found = [why for broken, why in complaints() if broken is rule]
    assert not found, "\n".join(found)


FUTURE = "from __future__ import annotations\n"


@pytest.mark.parametrize(
    ("rule", "name", "source", "named"),
    [
        (arrows, "core.x", "import net.peer.peer", "net.peer.peer"),
        (arrows, "core.x", "def f():\n    from tui import app", "tui"),
        (arrows, "net.x", "import textual.app", "textual.app"),
        (arrows, "net.peer.peer", "from aiomqtt import Client", "net.transport.mqtt_transport"),
        (arrows, "tui.x", "import amqtt.broker", "net.broker.amqtt_broker"),
        (arrows, "core.x", "from caissify_pairings import generate_pairings", "net.club.swiss_pairing"),
        (arrows, "net.peer.peer", "from net.broker import amqtt_broker", "net.broker.broker_process"),
        (arrows, "tui.x", "from . import y", "relatively"),
        (core_is_pure, "core.x", "import os", "imports os"),
        (core_is_pure, "core.games.djambi.rules", "from time import time", "imports time"),
        (core_is_pure, "core.x", "import asyncio", "imports asyncio"),
        (core_is_pure, "core.x", "import msgspec", "imports msgspec"),
        (core_is_pure, "core.x", "import random", "the module from random"),
        (core_is_pure, "core.x", "from random import choice", "choice from random"),
        (core_is_pure, "core.x", "print(1)", "print()"),
        (core_is_pure, "core.x", "def f(x):\n    return hash(x)", "hash()"),
        (core_is_pure, "core.games.djambi", "import importlib", "imports importlib"),
        (net_is_pure, "net.log.feed", "import asyncio", "imports asyncio"),
        (net_is_pure, "net.table.table", "from time import time_ns", "imports time"),
        (net_is_pure, "net.table.table", "async def f(): ...", "asynchronous"),
        (starters_are_plain, "tui.bootstrap.starter", "import typer", "imports typer"),
        (annotated_later, "tui.x", '"""X."""\nclass A: ...', "lacks"),
        (documented, "tui.x", "x = 1", "tui.x has no docstring"),
        (documented, "tui.x", '"""X."""\nclass A:\n    """A."""\n    def b(self): ...', "tui.x.A.b has no docstring"),
    ],
)
def test_the_rule_can_fail(
    rule: Callable[[str, ast.Module], Iterator[str]], name: str, source: str, named: str
) -> None:
    assert any(named in why for why in rule(name, ast.parse(source)))


def test_what_is_allowed_is_allowed() -> None:
    assert not [
        *core_is_pure("core.x", ast.parse("from random import Random\nimport math\nfrom core.game import Seat"))
    ]
    assert not [*core_is_pure("core.games", ast.parse("from importlib import import_module"))]
    assert not [*arrows("net.transport.mqtt_transport", ast.parse("import aiomqtt\nfrom core.fault import Fault"))]
    assert not [*net_is_pure("net.peer.peer", ast.parse("import asyncio"))]
    assert not [*documented("x", ast.parse('"""X."""\ndef _f(): ...'))]


def badly_named(path: Path) -> bool:
    """Tell whether a file or folder is named after nothing in particular."""
    return any(part in VAGUE or part.rsplit("_", 1)[-1] in VAGUE for part in path.with_suffix("").parts)


def too_long(source: str) -> bool:
    """Tell whether a file holds more than one noun's worth of lines."""
    return source.count("\n") > LONGEST


def of_one_machine(text: str) -> str | None:
    """Give the first path of one machine or name of a registry host in a text, or None."""
    found = MACHINE.search(text)
    return found.group() if found else None


def tracked() -> list[Path]:
    """Give the files of the project: those git knows, or all that a release holds."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
        return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]
    return [path for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts]


def test_files_are_small_and_named_after_a_noun() -> None:
    found = [f"{path}: named after nothing" for _, path in modules() if badly_named(path.relative_to(ROOT))]
    found += [f"{path}: over {LONGEST} lines" for _, path in modules() if too_long(path.read_text(encoding="utf-8"))]
    assert not found, "\n".join(found)
    assert badly_named(Path("net/string_utils.py"))
    assert badly_named(Path("tui/helpers/board.py"))
    assert too_long("\n" * (LONGEST + 1))


def test_nothing_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {what}"
        for path in tracked()
        if (what := of_one_machine(path.read_bytes().decode("utf-8", "replace")))
    ]
    assert not found, "\n".join(found)
    assert of_one_machine("see /" + "root/notes")
    assert of_one_machine("https://pypi." + "org/simple")
    assert not of_one_machine("#!/usr/bin/env bash")


def test_what_the_quick_tests_leave_out_is_there() -> None:
    stems = {path.stem.removeprefix("test_") for path in tracked() if path.name.startswith("test_")}
    assert stems >= SLOW


def test_the_locks_are_whole() -> None:
    locks = [pins((ROOT / name).read_text(encoding="utf-8")) for name in ("requirements.lock", "requirements-dev.lock")]
    play, dev = locks
    assert play.items() <= dev.items(), "the developers' lock holds another version of what is played with"
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = re.search(r"^dependencies = \[(.*?)^\]", project, re.DOTALL | re.MULTILINE)
    assert wanted
    assert {name.lower() for name in re.findall(r'"([\w-]+)', wanted[1])} <= play.keys()
    with pytest.raises(ValueError, match="no hash"):
        pins("aiomqtt==2.5.1\n")


def pins(lock: str) -> dict[str, str]:
    """Give what a lock pins, by name; raise ValueError for a pin without a hash."""
    entries = re.findall(r"^([\w.-]+)==(\S+)(.*?)(?=^\S|\Z)", lock, re.DOTALL | re.MULTILINE)
    bare = [name for name, _, rest in entries if "--hash=sha256:" not in rest]
    if bare:
        raise ValueError(f"no hash for {bare}")
    return {name: version for name, version, _ in entries}
