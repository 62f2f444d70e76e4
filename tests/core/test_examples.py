"""The examples in the core's docstrings say the truth."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import core

MODULES = sorted(module.name for module in walk_packages(core.__path__, "core."))


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    """Each `>>>` gives what stands below it."""
    assert doctest.testmod(import_module(name)).failed == 0
