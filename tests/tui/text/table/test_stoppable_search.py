"""The search for marks and that for the worst moment tell how far they are, and are stopped alike by whoever types."""

from __future__ import annotations

import asyncio
import signal
from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest

from tui.session.rooms import Rooms
from tui.study.analysis.game_analysis import GameAnalyst
from tui.text.repl import converse

STOPS = "NOTE Every decision is looked at: `quit` or Ctrl-C stops the search."
STOPPED = "NOTE The search is stopped."
SEARCHES = ("moment", "marks")


class Typist:
    """Lines that somebody types; those after a search begins come once it runs."""

    live = True

    def __init__(self, before: list[str], during: list[str]) -> None:
        """Type `before` at once, and `during` once a search has begun."""
        self.lines, self.during, self.runs = deque(before), deque(during), asyncio.Event()

    async def line(self) -> str | None:
        """Give the next line."""
        await asyncio.sleep(0)
        if not self.lines:
            await self.runs.wait()
            self.lines, self.during = self.during, self.lines
        return self.lines.popleft() if self.lines else None


async def told(
    home: Path, monkeypatch: pytest.MonkeyPatch, search: str, during: list[str], deed: Callable[[], object]
) -> list[str]:
    """Lose a game, search its decisions, and give what is said from then on; `deed` is done while the search runs."""
    typist = Typist(["2", "megiddo target=1", "C4", "D4", "resign", "yes", search], during)
    said: list[str] = []

    async def endless(_: GameAnalyst, step: Callable[[int, int], None]) -> None:
        step(3, 10)
        typist.runs.set()
        deed()
        await asyncio.Event().wait()

    monkeypatch.setattr(GameAnalyst, "made", endless)
    await converse(typist, said.append, Rooms(home, "tester"), seed=5)
    lines = [line.rstrip("\n") for line in said]
    return lines[lines.index(STOPS) :]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("word", ["quit", "stop", "Arrêter"])
async def test_a_word_stops_a_search_and_nothing_else(
    search: str, word: str, parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = await told(parley_home, monkeypatch, search, ["hint", word, "seats", "quit", "9"], lambda: None)
    assert said[1:4] == [
        "NOTE looking at every decision, 30%",
        "NOTE hint is heard and done after the search: `quit` stops the search.",
        STOPPED,
    ]
    assert sum(line.startswith("ERROR ") for line in said) == 1, "the hint is asked for once, and refused"
    assert not [line for line in said if line.startswith("MOMENT")]
    assert [line for line in said if line.startswith("SEAT 1 ")], "the table goes on"


@pytest.mark.parametrize("search", SEARCHES)
async def test_ctrl_c_stops_a_search_and_not_the_program(
    search: str, parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = await told(
        parley_home, monkeypatch, search, ["seats", "quit", "9"], lambda: signal.raise_signal(signal.SIGINT)
    )
    assert STOPPED in said
