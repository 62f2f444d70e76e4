"""Bots in processes of their own: ours and anybody's; they answer, or there is a sentence; they end surely."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from core import bots
from core.game import Seat
from core.games import find
from core.match.match import Match
from tui.bots.bot_process import BotFault, BotProcess
from tui.headless.bot_player import chooser_of

PYTHON = sys.executable


def script(folder: Path, text: str) -> str:
    """Write a program; give the command that runs it."""
    file = folder / "bot.py"
    file.write_text(text, encoding="utf-8")
    return f"{PYTHON} '{file}'"


@pytest.fixture
def match() -> Match:
    """Begin a match of Djambi."""
    return Match.new(find("djambi"), {"players": "3", "quiet": "20"})


@pytest.mark.parametrize("level", bots.of("djambi"))
async def test_our_levels_play(level: str, match: Match, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """From any folder; the same seed, the same move; what it has been told already is not told again."""
    monkeypatch.chdir(tmp_path)
    async with BotProcess(level) as bot:
        plies = 2 if level in "45" else 6
        for seed in range(plies):
            seat = match.mover()
            text = await bot.choose(match, seat, seed)
            assert text == await bot.choose(match, seat, seed)
            match = match.play(text, seat)
        assert match.ply == plies
    assert not bot.running


async def test_a_bot_of_ours_tells_what_it_thinks(match: Match) -> None:
    """As many actions as are asked for, the best first; the same seed, the same thought."""
    async with BotProcess("2") as bot:
        thought = await bot.consider(match, Seat(0), 5, 1000)
        assert thought == await bot.consider(match, Seat(0), 5, 1000)
        few = await bot.consider(match, Seat(0), 5, 3)
    chances = [look.chance for look in thought.looks]
    assert len(chances) > 12
    assert chances == sorted(chances, reverse=True)
    assert few.looks == thought.looks[:3]
    assert thought.nodes > 0
    assert all(match.state.is_legal(Seat(0), look.action) for look in thought.looks)


async def test_a_log_that_diverges_is_told_anew(match: Match) -> None:
    """After a takeback, from a position, for another seat: the answer is legal in the match that is asked about."""
    async with BotProcess("random") as bot:
        longer = match.play("Mg9-h9") if "Mg9-h9" in map(str, match.state.legal(Seat(0))) else match
        for at in (longer, match, longer):
            seat = at.mover()
            assert at.play(await bot.choose(at, seat, 3), seat).ply == at.ply + 1
        position = {"options": {"players": "3"}, "living": {"e1": "red C", "e3": "red M", "i9": "green C"}}
        other = Match.at_position(find("djambi"), position)
        assert other.play(await bot.choose(other, Seat(0), 1)).ply == 1


def test_a_name_that_is_neither_a_level_nor_a_program_is_refused_before_it_sits_down() -> None:
    for bot in ("gredy", "./nowhere --depth 3"):
        with pytest.raises(BotFault, match=r"is neither a level of our bots \(.*greedy.*\) nor a program"):
            chooser_of(bot, None)
    assert isinstance(chooser_of(f"{PYTHON} bot.py", None), BotProcess)


async def test_another_program_plays_too(match: Match, tmp_path: Path) -> None:
    """Any program that speaks the protocol: here one that always takes its first legal move."""
    command = script(
        tmp_path,
        f"""
import io, json, sys
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from tui.bots.engine.engine_session import Desk
desk = Desk()
for line in sys.stdin:
    command = line.split()
    if command[0] == "go":
        answer = {{"move": desk.answer("legal")["legal"][0]}}
    else:
        answer = desk.answer(line.strip())
    print(json.dumps({{"ok": True, **answer}}), flush=True)
""",
    )
    async with BotProcess(command) as bot:
        first = str(next(iter(match.state.legal(Seat(0)))))
        assert await bot.choose(match, Seat(0)) == first


BAD = [
    ("import sys; sys.exit(3)", "has ended without an answer"),
    ("print('hello', flush=True); input()", "answered something that is no engine protocol: hello"),
    ("print('\\x1b[31m', flush=True); input()", r"no engine protocol: \\x1b\[31m"),
    ("print('[' * 100000, flush=True); input()", "no engine protocol"),
    ("print('[1]', flush=True); input()", "no engine protocol"),
    ("print('x' * 9_000_000, flush=True); input()", "has ended without an answer"),
    ('print(\'{"ok": false, "error": "No."}\', flush=True); input()', "refused new: No."),
    ("while input(): print('{\"ok\": true}', flush=True)", "no engine protocol: None"),
    ('while input(): print(\'{"ok": true, "move": "Mc3-c9"}\', flush=True)', "chose Mc3-c9, which is not allowed"),
]


@pytest.mark.parametrize(("text", "told"), BAD)
async def test_nonsense_is_a_sentence(text: str, told: str, match: Match, tmp_path: Path) -> None:
    """A program that dies, talks nonsense or cheats is named, and nothing hangs."""
    bot = BotProcess(script(tmp_path, text))
    try:
        with pytest.raises(BotFault, match=told):
            await bot.choose(match, Seat(0))
    finally:
        await bot.close()
    assert not bot.running


@pytest.mark.parametrize("program", ["", "'", "/nowhere/bot", "6"])
async def test_what_cannot_start_is_a_sentence(program: str, match: Match) -> None:
    """No command, no such program, no such level."""
    with pytest.raises(BotFault, match=r"\.$"):
        await BotProcess(program).choose(match, Seat(0))


def gone(pid: int) -> bool:
    """Tell whether a process has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_a_cancelled_bot_is_gone(match: Match, tmp_path: Path) -> None:
    """A bot that never answers ends with the call, and the next call starts another."""
    bot = BotProcess(script(tmp_path, "while True: input()"))
    await bot.start()
    pid = pid_of(bot)
    call = asyncio.create_task(bot.choose(match, Seat(0)))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert gone(pid)
    await bot.start()
    assert not gone(pid_of(bot))
    await bot.close()
    await bot.close()
    assert not bot.running


def pid_of(bot: BotProcess) -> int:
    """Give the number of a bot's process."""
    assert bot._process is not None
    return bot._process.pid
