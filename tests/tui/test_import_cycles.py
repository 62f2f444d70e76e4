"""The modules of the terminal import one another one way only, at their top, within a function and for types alike."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.rooms import arrows

ROOT = Path(__file__).resolve().parents[2]
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in ROOT.glob("tui/**/*.py")
}


def imported(path: Path) -> Iterator[str]:
    """Give every module of the terminal that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{name.name}" for name in node.names]
            yield from [name for name in inner if name in MODULES] or [node.module]
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_no_module_leads_back_to_itself() -> None:
    ways = {name: set(imported(path)) & set(MODULES) for name, path in MODULES.items()}
    assert ways["tui.app.app"] >= {"tui.app.command_palette", "tui.app.navigation"}
    order = list(TopologicalSorter(ways).static_order())
    assert order.index("tui.bootstrap.start_request") < order.index("tui.cli.face_choice")


def test_a_table_loads_no_lessons_and_no_network() -> None:
    direct = arrows(runtime=True)
    reached = {"tui.app.navigation", "tui.app.past_games", "tui.screens.table.table_screen"}
    while more := {name for known in reached for name in direct[known]} - reached:
        reached |= more
    assert "tui.screens.replay.replay_screen" in reached
    assert not [name for name in reached if name.startswith("tui.screens.learn")]
    assert "net.transport.mqtt_transport" not in reached


def test_a_circle_would_be_seen() -> None:
    with pytest.raises(CycleError):
        TopologicalSorter({"a": {"b"}, "b": {"a"}}).prepare()
