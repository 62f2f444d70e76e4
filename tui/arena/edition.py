"""The edition of the bots: which sources they were when a game was played, in eight letters."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

import core

LETTERS = 8


@cache
def edition(game: str) -> str:
    """Give the edition of our bots for a game: of its rules and its thinker, and of what all bots share."""
    root = Path(core.__file__).parent
    digest = blake2b(digest_size=LETTERS // 2)
    for path in (*sorted((root / "games" / game).rglob("*.py")), *sorted((root / "bots").glob("*.py"))):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
