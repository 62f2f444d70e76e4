"""The rooms of the house as they are: which package imports which, and the drawing of it.

`python -m tests.rooms` prints the drawing that `docs/architecture.md` begins with; a room is a folder of modules.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
TOPS = ("core", "net", "tui")
ENTRANCE = "tui.__main__"
"""The command is a room of its own: it stands above all others, while `tui/__init__.py` stands below them."""

Arrows = Mapping[str, frozenset[str]]
"""What imports what."""


def name_of(path: Path, root: Path = ROOT) -> str:
    """Give the dotted name of a module."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def files() -> Mapping[str, Path]:
    """Give every module of the product with its file."""
    return {name_of(path): path for top in TOPS for path in sorted((ROOT / top).rglob("*.py"))}


def imported(tree: ast.AST, known: Mapping[str, object], *, runtime: bool = False) -> Iterator[str]:
    """Give each known module that a tree imports: anywhere in it, or (`runtime`) as soon as it is itself imported."""
    nodes = _at_once(tree) if runtime else ast.walk(tree)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in known else node.module for name in inner if {name, node.module} & known.keys())


def _at_once(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        yield from _at_once(node)


@cache
def arrows(*, runtime: bool = False) -> Arrows:
    """Give what each module imports."""
    known = files()
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in known.items()}
    return {name: frozenset(imported(tree, known, runtime=runtime)) - {name} for name, tree in trees.items()}


def room_of(name: str, paths: Mapping[str, Path]) -> str:
    """Give the room of a module: its package."""
    if name == ENTRANCE or paths[name].name == "__init__.py":
        return name
    return name.rpartition(".")[0]


def between_rooms(modules: Arrows, paths: Mapping[str, Path]) -> Arrows:
    """Give which room imports which, types and deferred imports included."""
    found: dict[str, set[str]] = {room_of(name, paths): set() for name in modules}
    for name, wanted in modules.items():
        here = room_of(name, paths)
        found[here] |= {room_of(other, paths) for other in wanted} - {here}
    return {room: frozenset(others) for room, others in found.items()}


def rooms_of_page(text: str) -> list[str]:
    """Give the rooms that the page lists, from the bottom up: the first column of its table."""
    return [found.replace("/", ".") for found in re.findall(r"^\| `((?:core|net|tui)[\w/]*)` \|", text, re.MULTILINE)]


def against_the_order(order: list[str], rooms: Arrows) -> Iterator[str]:
    """Tell which rooms import one that stands above them in the list, or are not in it."""
    place = {room: number for number, room in enumerate(order)} | {ENTRANCE: len(order)}
    for room, others in rooms.items():
        if room not in place:
            yield f"{room} is not in the table"
        yield from (f"{room} imports {other}" for other in others if place.get(other, -1) > place.get(room, len(place)))


def circles(modules: Arrows) -> list[str]:
    """Give the modules in an order in which each can be imported; raise `CycleError` where there is none."""
    return list(TopologicalSorter(modules).static_order())


def drawing() -> str:
    """Draw the rooms one level below the top as a mermaid graph; an arrow that others imply is left out."""
    rooms: dict[str, set[str]] = {}
    for room, others in between_rooms(arrows(), files()).items():
        here = _storey(room)
        rooms.setdefault(here, set()).update(_storey(other) for other in others)
    plain = {room: {other for other in others if other != room and "." in other} for room, others in rooms.items()}
    lines = ["graph BT"]
    for top in TOPS:
        lines += [
            f"  subgraph {top}",
            *(f"    {room}" for room in sorted(plain) if room.startswith(f"{top}.")),
            "  end",
        ]
    for room in sorted(plain):
        below = {far for near in plain[room] for far in _reached(near, plain)}
        lines += [f"  {room} --> {other}" for other in sorted(plain[room] - below) if "." in room]
    return "\n".join(lines)


def _storey(room: str) -> str:
    """Give the room one level below the top; `core` and its single modules are one, called `core.values`."""
    if room == "core":
        return "core.values"
    return room if room == ENTRANCE else ".".join(room.split(".")[:2])


def _reached(room: str, rooms: Mapping[str, set[str]]) -> set[str]:
    """Give all that a room imports, itself or through others."""
    found, waiting = set[str](), [room]
    while waiting:
        for other in rooms.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


if __name__ == "__main__":
    sys.stdout.write(f"{drawing()}\n")
