"""Storms over the real programs: `python -m tests.storms NAME`, each with `--help`."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = ("chaos", "leave", "proxy", "kill", "journal", "mutants", "monkey", "club")


def main(words: list[str]) -> int:
    """Let a storm of that name loose; give 0 if nothing was lost."""
    if not words or words[0] not in NAMES:
        print(f"usage: storm {'|'.join(NAMES)} [--help]")
        return 2
    status: int = import_module(f"tests.storms.storm_{words[0]}").main(words[1:])
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
