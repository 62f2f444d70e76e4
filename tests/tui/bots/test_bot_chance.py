"""Bots in games with hidden hands: they are told what their seat may know, and not a byte more."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from core import bots
from core.bots.bot import Budget
from core.game import Seat
from core.games import find
from core.match.match import Match
from tests.core.support import card_game
from tui.bots.bot_process import BotProcess
from tui.headless.bot_player import Indoors

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
sys.path.insert(0, {root!r})
import pytest
from tests.core.support import card_game
from tui.bots.engine.engine_loop import main
card_game.install(pytest.MonkeyPatch())
class Heard:
    def readline(self, size):
        line = sys.stdin.buffer.readline(size)
        with open({log!r}, "ab") as log:
            log.write(line)
        return line
main(Heard())
"""


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)


def bot_at(folder: Path, name: str) -> tuple[str, Path]:
    """Give the command of a bot that keeps what it hears, and the file it keeps it in."""
    script, log = folder / f"{name}.py", folder / f"{name}.log"
    script.write_text(PROGRAM.format(root=str(ROOT), log=str(log)), encoding="utf-8")
    return f"{sys.executable} '{script}'", log


def begun(talon: str) -> Match:
    match = Match.new(find("cards"), {"talon": talon}).deal()
    return match.play("pass").deal().play("pass").deal().play("fight")


async def test_other_hidden_hands_are_the_same_bytes(tmp_path: Path) -> None:
    heard, moves = [], []
    for name, talon in (("one", "6,5,4,3,2,1"), ("two", "6,1,4,3,2,5"), ("three", "6,2,4,1,5,3")):
        program, log = bot_at(tmp_path, name)
        match = begun(talon).seal("0" if name == "one" else match_card(talon), Seat(1))
        async with BotProcess(program) as bot:
            moves.append([await bot.choose(match, Seat(0), seed) for seed in range(4)])
        heard.append(log.read_bytes())
    assert heard[0] == heard[1] == heard[2]
    assert moves[0] == moves[1] == moves[2]
    text = heard[0].decode()
    assert text.startswith("new cards players=2 goal=3 rounds=40 as=0\nplay @dealer talon 6\nplay @dealer draw red 6\n")
    assert "play @dealer draw blue ?" in text
    assert "lay" not in text.replace("play", "")


def match_card(talon: str) -> str:
    """Give the card that blue has drawn."""
    return talon.split(",")[1]


async def test_a_sealed_decision_of_the_other_is_told_once_both_are_in(tmp_path: Path) -> None:
    program, log = bot_at(tmp_path, "one")
    match = begun("6,5,4,3,2,1")
    async with BotProcess(program) as bot:
        text = await bot.choose(match.seal("lay 5", Seat(1)), Seat(0))
        assert text in {"lay 0", "lay 4", "lay 6"}
        match = match.seal("lay 5", Seat(1)).seal(text, Seat(0)).deal()
        seat = match.mover()
        assert await bot.choose(match, seat) in {"fight", "pass"}
    assert "play @1 lay 5" in log.read_text()


@pytest.mark.parametrize("level", bots.of("cards"))
async def test_a_bot_of_this_process_plays_the_same_whatever_is_hidden(level: str) -> None:
    one, two = begun("6,5,4,3,2,1"), begun("6,1,4,3,2,5")
    for seed in range(10):
        assert await Indoors(level).choose(one, Seat(0), seed) == await Indoors(level).choose(two, Seat(0), seed)


@pytest.mark.parametrize("level", bots.of("cards"))
def test_our_levels_play_whole_games_from_what_they_may_know(level: str) -> None:
    match = Match.new(find("cards"), {"players": "3", "seed": "4"}).deal()
    while match.state.outcome is None:
        decided = {line.seat for line in match.sealed}
        seat = next(seat for seat in match.state.active if seat not in decided)
        action = bots.find(level).choose(match.seen_by(seat), seat, Random(match.ply), Budget())
        match = match.seal(str(action), seat).deal()
    assert match.state.outcome.reason in {"goal", "time"}
