"""What the fork server imports before anybody comes, so that all visits share one copy of the program.

`tui.cli.door.ssh_door` has the fork server import it, and asks for it by a variable. What lives is frozen there, so
that collecting garbage in a visit does not copy it.
"""

from __future__ import annotations

import gc
import os
import pkgutil
from importlib import import_module

ASKED = "PARLEY_PRELOAD"
"""The variable that the fork server alone has."""
SHARED = ("core", "net", "tui")
LEFT_OUT = (
    "tui.__main__",
    "tui.cli.door.preloaded",
    "tui.cli.web",
    "tui.bootstrap",
    "tui.records.club",
    "tui.bots.arena",
    "net.club",
)
"""What no visit needs, or what is run by being imported."""
LIBRARIES = ("asyncssh", "textual.app", "textual.widgets", "aiomqtt", "sqlite3", "nacl.bindings")


def preload() -> None:
    """Import all that a visit may need; whatever cannot be imported here is told where it is used."""
    for name in LIBRARIES:
        _try(name)
    for top in SHARED:
        for module in pkgutil.walk_packages(import_module(top).__path__, f"{top}."):
            if not module.name.startswith(LEFT_OUT):
                _try(module.name)
    gc.collect()
    gc.freeze()


def _try(name: str) -> None:
    try:
        import_module(name)
    except ImportError:
        return


if ASKED in os.environ:
    preload()
