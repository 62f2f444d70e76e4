"""The comparison of compiled rules with the files they are of: a sample where there is a build, itself without one."""

from __future__ import annotations

import subprocess

import pytest

from tests import differential
from tui.bootstrap import compiled_rules
from tui.bootstrap.rules_compiler import BUSY

SAMPLE = 60
"""How many positions a game are compared here; `run.py fast check` compares more."""


@pytest.mark.skipif(not compiled_rules.built(), reason="there is no build of these files: `run.py fast` makes it")
@pytest.mark.parametrize("game", BUSY)
def test_compiled_rules_tell_what_the_files_tell(game: str) -> None:
    assert not differential.compared(game, SAMPLE)


def test_a_position_is_told_alike_twice_and_otherwise_than_the_next() -> None:
    lines = list(differential.told("megiddo", 4))
    assert lines == list(differential.told("megiddo", 4))
    assert len({line.split()[-1] for line in lines}) == len(lines)


@pytest.mark.parametrize(
    ("ours", "found"),
    [
        (["a", "b", "c"], ""),
        (["a", "x", "c"], "compiled: x\npure:     b"),
        (["a", "b"], "compiled: None\npure:     c"),
    ],
)
def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch, ours: list[str], found: str) -> None:
    def started(_game: str, _most: int, *, pure: bool) -> subprocess.Popen[str]:
        text = "\n".join(["a", "b", "c"] if pure else ours)
        return subprocess.Popen(["printf", "%s", text], stdout=subprocess.PIPE, text=True)

    monkeypatch.setattr(differential, "started", started)
    assert differential.compared("megiddo", 3) == found
