"""Games of the arena: the same for the same seed, in pairs that differ in seats alone, lost by who cannot go on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from core.match.match import Match
from core.match.record import check, read
from tui.bots.arena import arena_run, standings
from tui.bots.arena.arena_run import Lines, Wish
from tui.bots.arena.arena_worker import Chooser, Home, play
from tui.bots.arena.contest import Contest, sorted_words
from tui.bots.arena.results_file import ArenaGame
from tui.bots.arena.standings import stand
from tui.bots.bot_process import BotProcess

ROOT = Path(__file__).resolve().parents[3]
ENV = os.environ | {"PYTHONPATH": str(ROOT), "PARLEY_LANG": "en"}
GAME = ("megiddo", "greedy", "random", "target=1")


def contest(game: str, *words: str, seed: int = 1, opening: int = -1, most: int = 0) -> Contest:
    """Settle a contest."""
    bots, options = sorted_words(words)
    return Contest.of(game, options, bots, seed=seed, opening=opening, most_plies=most)


class Hand:
    """A bot that does as it is told."""

    def __init__(self, text: str | Exception) -> None:
        """Keep what it says or raises."""
        self.text = text

    async def choose(self, match: Match, seat: Seat, seed: int = 0) -> str:
        """Say it; wait for ever where there is nothing to say."""
        del match, seat, seed
        if isinstance(self.text, Exception):
            raise self.text
        if not self.text:
            await asyncio.Event().wait()
        return self.text


async def game(
    chosen: Contest, number: int, choosers: dict[str, Chooser] | None = None, patience: float = 0.05
) -> tuple[ArenaGame, str]:
    """Play a game with our own levels, or the choosers given by name."""
    bout = chosen.bout(number)
    seats: dict[Seat, Chooser] = {}
    for side, bot in zip(chosen.sides, bout.seating, strict=True):
        name = chosen.bots[bot]
        seats |= dict.fromkeys(side, (choosers or {}).get(name) or Home(name))
    return await play(chosen, bout, seats, patience)


@pytest.mark.parametrize(
    "words",
    [
        GAME,
        ("djambi", "greedy", "random", "players=3"),
        ("epaminondas", "random", "greedy", "size=8x8"),
        ("mediterranee", "random", "greedy", "players=3", "placement=standard"),
    ],
)
async def test_a_group_differs_in_seats_alone(words: tuple[str, ...]) -> None:
    """One opening and one order of cards; another group has others; each record is right and names who sat there."""
    chosen = contest(*words)
    first, other = (chosen.begin(group) for group in (0, 1))
    assert chosen.begin(0) == first
    assert first.log != other.log
    deals = {dict(match.header.options).get("seed") for match in (first, other)}
    assert len(deals) == (2 if words[0] == "mediterranee" else 1)
    for number in range(2):
        played, text = await game(chosen, number)
        record = read(text)
        check(record)
        assert record.log[: first.ply] == first.log
        assert (record.result, record.digest) == (played.result, played.digest)
        assert sum(played.shares) == pytest.approx(1)
        people = dict(record.people)
        for side, bot in zip(chosen.sides, played.seating, strict=True):
            assert {people[record.seats[seat]] for seat in side} == {chosen.bots[bot]}
        assert played.digest == (await game(chosen, number))[0].digest


FAILING = [
    ("z9", "not"),
    ("A1 and then some", "."),
    (RuntimeError("oh"), "failed inside the program: RuntimeError oh."),
    ("", "has not answered within 0.05 seconds."),
]


@pytest.mark.parametrize(("text", "told"), FAILING)
async def test_who_cannot_go_on_loses(text: str | Exception, told: str) -> None:
    """Whatever goes wrong is that bot's loss, told in a sentence, and its record is whole as far as it goes."""
    chosen = contest("megiddo", "./bot", "random", "target=1")
    games = {}
    for number in range(2):
        played, record = await game(chosen, number, {"./bot": Hand(text)})
        assert played.shares[played.seating.index(0)] == 0
        assert played.failure is not None
        assert (played.failure.bot, played.reason) == (0, "forfeit")
        assert str(played.failure).endswith(told if told.endswith(".") else ".")
        assert check(read(record)).ply == played.plies
        assert str(played.failure) in read(record).notes[0].words
        games[played.game] = played
    standing = stand(chosen, games)
    assert [row.failed for row in standing.rows] == [2, 0]
    assert sum("is lost for ./bot" in line for line in standings.notes(standing)) == 2


async def test_a_program_that_dies_loses(tmp_path: Path) -> None:
    """And plays the next game again."""
    file = tmp_path / "bot.py"
    file.write_text("import sys; sys.exit(3)")
    program = f"{sys.executable} '{file}'"
    chosen = contest("djambi", program, "random", "players=3")
    bot = BotProcess(program)
    for number in range(2):
        played, record = await game(chosen, number, {program: bot}, 60)
        assert "has ended without an answer" in str(played.failure)
        assert sorted(played.ranks) == [1.5, 1.5, 3]
        assert played.ranks[played.seating.index(0)] == 3
        assert check(read(record)).state.outcome is None


async def test_too_many_plies_are_a_draw() -> None:
    chosen = contest("epaminondas", "greedy", "random", most=6)
    played, record = await game(chosen, 0)
    assert (played.shares, played.reason, played.plies) == ((0.5, 0.5), "plies", 6)
    check(read(record))


def arena(*words: str) -> subprocess.Popen[str]:
    """Start `parley arena` without a terminal."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "tui", "arena", *words],
        env=ENV,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def digests(folder: Path) -> dict[int, str]:
    """Give what a results file says of each game."""
    lines = (folder / "results.jsonl").read_text().split("\n")[1:-1]  # without a line that is cut off
    games = [json.loads(line) for line in lines]
    assert len({found["game"] for found in games}) == len(games)
    return {found["game"]: found["digest"] for found in games}


async def digests_at_once(chosen: Contest, count: int) -> dict[int, str]:
    """Play the games of a contest in this process."""
    games = [await game(chosen, number) for number in range(count)]
    return {played.game: played.digest for played, _ in games}


def test_a_match_of_several_sittings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed, then interrupted, then gone on with: the games of one that was played in one go, each record right."""
    folder = tmp_path / "match"
    with arena(*GAME, "--games", "40", "--jobs", "1", "--out", str(folder)) as sitting:
        assert sitting.stdout is not None
        assert sitting.stdout.readline().startswith("1/40: greedy: ")
        sitting.kill()
    kept = len(digests(folder))
    games = kept + 4 - kept % 2
    wish = Wish(GAME[0], GAME[1:], games=games, jobs=1, out=str(folder), resume=True)
    with monkeypatch.context() as patched:
        patched.setattr(Lines, "take", lambda *_: signal.raise_signal(signal.SIGTERM))
        assert arena_run.run(wish) == 130
    assert f"Stopped after {kept + 1} of {games} games." in capsys.readouterr().out
    assert arena_run.run(wish) == 0
    assert f"{games} games weighed in {games // 2} groups of 2" in capsys.readouterr().out
    assert {check(read(file.read_text())).digest() for file in folder.glob("*.record")} == set(digests(folder).values())
    assert digests(folder) == asyncio.run(digests_at_once(contest(*GAME), games))
    assert arena_run.run(replace(wish, json=True, jobs=2, games=games + 2)) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["weighed"], told["finished"], sum(told["pairs"])) == (games + 2, True, games // 2 + 1)
    assert [row["bot"] for row in told["rows"]] == ["greedy", "random"]


def test_a_process_ends_with_who_asked() -> None:
    """In the middle of a game, and with the program that thinks."""
    thinker = "sh -c 'sleep 1000'"
    chosen = contest("djambi", thinker, "random")
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "tui.bots.arena.arena_worker"],
        env=ENV,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as worker:
        order = {"contest": chosen.told_to_process(), "patience": 1000}
        assert worker.communicate(json.dumps(order).encode() + b"\n0\n", timeout=60)[0] == b""
        assert worker.returncode == 0


def test_a_trial_ends_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    """As soon as it is decided; of more sides than two there is none."""
    assert arena_run.run(Wish(GAME[0], GAME[1:], games=400, jobs=1, sprt=(0, 300), json=True)) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sprt"]["verdict"] == "high"
    assert told["games"] == 2 * told["sprt"]["pairs"] < 40
    with pytest.raises(Fault, match="two sides"):
        arena_run.run(Wish("djambi", ("greedy", "random"), sprt=(0, 300)))


REFUSED = [
    (("6", "random"), "6 is neither a level of our bots"),
    (("/nowhere/bot", "random"), "/nowhere/bot is neither"),
    (("'", "random"), "neither"),
    (("random",), "two different"),
    (("random", "greedy", "1"), "3 bots for 2 sides"),
    (("random", "greedy", "colour=red"), "colour"),
    (("random", "greedy", "players=9"), "players=9"),
]


@pytest.mark.parametrize(("words", "told"), REFUSED)
def test_what_cannot_be_is_said_before_anything_is_played(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(Fault, match=told):
        arena_run.run(Wish("megiddo", words))


def test_tables() -> None:
    """Two sides are told in Elo, more in ranks and shares; before a group is whole nothing is known."""
    duel = stand(contest(*GAME), {})
    assert standings.table(duel)[0].split()[:5] == ["bot", "wins", "draws", "losses", "score"]
    assert "[−∞, +∞]" in standings.table(duel)[1]
    three = contest("djambi", "greedy", "random", "players=3")
    seats = [three.bout(number).seating for number in range(3)]
    games = {
        at + 1: ArenaGame(
            at + 1,
            seating,
            tuple(float(bot == 0) for bot in seating),
            tuple(1.0 if bot == 0 else 2.5 for bot in seating),
            "last_chief",
            "red last_chief",
            40,
            "00",
            ((12.0,), (0.5,)),
            str(at),
        )
        for at, seating in enumerate(seats)
    }
    row = stand(three, games).rows[0]
    assert (row.won, row.lost, row.sides, row.rank.value, row.share.value) == (3, 0, 1, 1.0, 1.0)
    assert row.fair == pytest.approx(1 / 3)
    assert row.share.low == pytest.approx(0.4385, abs=1e-3)
    assert "of 3 editions together" in "".join(standings.notes(stand(three, games)))
    lines = standings.table(stand(three, games))
    assert "rank" in lines[0]
    assert "33.3 %" in lines[1]
    assert "66.7 %" in lines[2]
    second = {at + 3: replace(game, game=at + 3, ranks=(2.0, 2.0, 2.0)) for at, game in games.items()}
    rank = stand(three, games | second).rows[0].rank
    assert (rank.low, rank.value, rank.high) == (1, 1.5, 3)
    partly = {number: game for number, game in games.items() if number < 3}
    assert stand(three, partly).weighed == 0
    assert any("2" in line and "do not count yet" in line for line in standings.notes(stand(three, partly)))


def test_the_bot_of_the_documentation_plays(tmp_path: Path) -> None:
    """As it stands there, through processes of its own, in a game with hidden cards too."""
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    file = tmp_path / "my_bot.py"
    file.write_text(text, encoding="utf-8")
    program = f"{sys.executable} {file} {sys.executable} -m tui.bots.engine.engine_loop"
    chosen = contest("mediterranee", program, "random", "placement=standard", most=40)

    async def once() -> ArenaGame:
        async with BotProcess(program) as bot:
            return (await game(chosen, 0, {program: bot}, 60))[0]

    played = asyncio.run(once())
    assert played.failure is None
    assert len(played.ms[0]) > 2
