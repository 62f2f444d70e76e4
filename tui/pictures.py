"""Pictures of the table on every board, as SVG: `parley pictures [FOLDER]`, by default those of the documentation."""

from __future__ import annotations

import asyncio
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from core.fault import Fault, sentence
from tui import speech
from tui.screens.table import TableScreen
from tui.still import StillApp, StillTable, match_of, view_of

FOLDER = "docs/pictures"
"""Where the pictures of the documentation stand, in a checkout."""

NO_FOLDER = sentence("There is no folder {folder} to put pictures in.")


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: its file, the board by players, the terminal's size, the theme, the keys pressed before."""

    file: str
    players: int
    size: tuple[int, int]
    theme: str
    keys: tuple[str, ...] = ("tab", "tab", "enter", "tab")
    plies: int = 16
    seed: int = 5
    game: str = "djambi"


SHOTS = (
    Shot("djambi-3", 3, (100, 33), "parley-dark"),
    Shot("djambi-4", 4, (100, 33), "parley-dark"),
    Shot("djambi-4-light", 4, (80, 24), "parley-light"),
    Shot("djambi-4-contrast", 4, (80, 24), "parley-contrast"),
    Shot("djambi-6", 6, (140, 36), "parley-dark", plies=22),
    Shot("djambi-6-small", 6, (80, 24), "parley-light", plies=22),
    Shot("epaminondas", 2, (100, 33), "parley-dark", plies=24, game="epaminondas"),
    Shot("megiddo", 3, (100, 33), "parley-dark", ("tab", "v", "v"), plies=14, game="megiddo"),
    Shot("megiddo-flat", 2, (80, 24), "parley-light", ("tab", "v", "v"), plies=14, game="megiddo"),
    Shot("mediterranee", 4, (160, 44), "parley-dark", ("tab", "tab", "enter"), plies=40, game="mediterranee"),
    Shot("mediterranee-small", 4, (80, 24), "parley-light", ("tab",), plies=29, game="mediterranee"),
    Shot("epaminondas-light", 2, (80, 24), "parley-light", plies=24, game="epaminondas"),
)
"""The pictures there are."""


async def picture(shot: Shot) -> str:
    """Give one picture as SVG text; it names no font on the network."""
    match = match_of(shot.players, shot.plies, shot.seed, shot.game)
    table = StillTable(view_of(match.seen_by(match.state.active[0])))
    app = StillApp(TableScreen(table), shot.theme)
    async with app.run_test(size=shot.size) as pilot:
        await pilot.pause()
        await pilot.press(*shot.keys)
        await pilot.pause()
        await pilot.pause()
        drawn = app.export_screenshot(title="Parley")
    return re.sub(r"\s*@font-face \{.*?\}|\s*<!--.*?-->", "", drawn, flags=re.DOTALL)


def main(folder: str | Path = FOLDER) -> int:
    """Write every picture into `folder`; raise `Fault` if there is none."""
    target = Path(folder)
    if not target.is_dir():
        raise Fault(NO_FOLDER, folder=folder)
    speech.use("en")
    for shot in SHOTS:
        (target / f"{shot.file}.svg").write_text(asyncio.run(picture(shot)), encoding="utf-8")
        sys.stdout.write(f"{shot.file}.svg\n")
    return 0
