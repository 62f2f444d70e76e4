"""Every ruling of the rules has its place: the code that keeps it names it in a docstring."""

from __future__ import annotations

import ast
from pathlib import Path
from re import findall

import pytest

from core.games import djambi

RULINGS = range(1, 29)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def docstrings(source: str) -> list[str]:
    """Give the docstrings of a module and of all in it, those of values too."""
    tree = ast.parse(source)
    told = [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, DOCUMENTED)]
    lone = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    return told + [str(node.value) for node in lone if isinstance(node, ast.Constant)]


@pytest.fixture(scope="module")
def named() -> frozenset[int]:
    folder = Path(djambi.__file__).parent
    sources = [file.read_text(encoding="utf-8") for file in folder.rglob("*.py")]
    return frozenset(int(number) for source in sources for text in docstrings(source) for number in rulings(text))


def rulings(text: str) -> list[str]:
    """Find the numbers of rulings in a docstring."""
    return findall(r"\bR(\d+)\b", text)


def test_a_ruling_outside_a_docstring_does_not_count() -> None:
    assert docstrings('"""R1."""\nX = 1  # R2\n"""R3."""\n') == ["R1.", "R1.", "R3."]
    assert rulings("R1, R27; not R or xR3") == ["1", "27"]


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_kept_somewhere(named: frozenset[int], ruling: int) -> None:
    assert ruling in named
