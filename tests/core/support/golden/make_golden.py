"""Make the golden records of every game: games that bots play from fixed seeds, with what might be said at the table.

    python tests/core/support/golden/make_golden.py [FOLDER [EVERY]]

With EVERY only each so many-th story of a game is told. What happens in them stands in `golden_GAME.py` beside this
file as `STORIES`. They are made once and then kept: what they hold is never changed to please a newer program.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[4]
sys.path.insert(0, str(ROOT))

from core import games  # noqa: E402 - the project's root first
from tests.core.support.golden.story import Story, record  # noqa: E402 - the project's root first


def stories(game: str) -> tuple[Story, ...]:
    """Give the stories of a game; none for one that has no such file."""
    if not (Path(__file__).parent / f"golden_{game}.py").is_file():
        return ()
    found: tuple[Story, ...] = import_module(f"tests.core.support.golden.golden_{game}").STORIES
    return found


def main(only: Path | None, every: int = 1) -> None:
    """Write every story, or each so many-th of a game, into its game's folder or the folder of that name elsewhere."""
    for game in games.names():
        folder = ROOT / "core/games" / game / "golden" if only is None else only / game
        for story in stories(game)[::every]:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{story.name}.record").write_text(record(story), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else None, *map(int, sys.argv[2:]))
