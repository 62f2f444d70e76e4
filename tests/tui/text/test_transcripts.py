"""Whole games in the text mode against a seeded bot, as transcripts that a person can read.

In `goldens/NAME.txt` the lines behind `> ` are what was typed, all others what was said. `PARLEY_WRITE_GOLDENS=1`
writes them anew from what was typed.
"""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

import pytest

from tui.i18n import translation
from tui.session.rooms import Rooms
from tui.settings import settings
from tui.text.repl import converse

GOLDENS = Path(__file__).parent / "goldens"
TYPED = "> "
SEED = 5
ELSEWHERE = re.compile(r"^(SAVED|ENREGISTRÉ) .*")
"""What tells a path of the machine."""


class Transcript:
    """A conversation written down: what is typed is known, what is said is awaited."""

    def __init__(self, typed: list[str]) -> None:
        """Begin with an empty page."""
        self.lines: list[str] = []
        self._typed = typed[::-1]

    async def line(self) -> str | None:
        """Type the next line."""
        await asyncio.sleep(0)
        if not self._typed:
            return None
        self.lines.append(TYPED + self._typed[-1])
        return self._typed.pop()

    def hear(self, said: str) -> None:
        """Write down what is said."""
        self.lines.append(ELSEWHERE.sub(r"\1 …", said.rstrip("\n")))


@pytest.mark.parametrize(
    ("name", "language", "alarms"),
    [("djambi", "fr", "off"), ("epaminondas", "en", "on"), ("megiddo", "en", "on"), ("mediterranee", "fr", "off")],
)
async def test_a_whole_game_reads_as_it_did(name: str, language: str, alarms: str, parley_home: Path) -> None:
    golden = GOLDENS / f"{name}-{language}.txt"
    known = golden.read_text(encoding="utf-8").splitlines()
    page = Transcript([line.removeprefix(TYPED) for line in known if line.startswith(TYPED)])
    settings.save(settings.settings_path("tester"), settings.Settings(nick="Ann", alarms=alarms))
    translation.use(language)
    await converse(page, page.hear, Rooms(parley_home, "tester", "Ann"), seed=SEED)
    if os.environ.get("PARLEY_WRITE_GOLDENS"):
        golden.write_text("\n".join(page.lines) + "\n", encoding="utf-8")
    assert page.lines == known
    wrong, over = ("ERREUR", "FIN ") if language == "fr" else ("ERROR", "OVER ")
    assert not [line for line in known if line.startswith(wrong)]
    assert [line for line in known if line.startswith(over)], "the game has an end"
