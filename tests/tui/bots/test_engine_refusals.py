"""The engine answers bad input in a sentence and goes on; as a child it is light and ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.digest import SIZE
from tests.tui.support.engine_client import answers
from tui.bots.engine.engine_loop import LINE_LIMIT

ROOT = Path(__file__).parents[3]
REFUSED = [
    ("", "There is no command ''; there are games, new,"),
    ("castle", "There is no command castle; there are"),
    ("legal", "There is no match: begin one with new GAME."),
    ("new", "Say which game: djambi"),
    ("new chess", "There is no game chess; there are djambi"),
    ("new djambi players=9", "players=9 is not possible; allowed: 4, 3, 5, 6."),
    ("new djambi colour=red", "djambi has no option colour; it has players"),
    ("new djambi players", "players should have the form key=value."),
    ("new djambi players=3 players=4", "players is given twice."),
    ("new djambi as=4", "There is no seat 4; there are 0 (red), 1 (blue)"),
    ("new djambi;play @9 x", "There is no seat 9"),
    ("new djambi;play", ""),
    ("new djambi;play Mc1-e9", ""),
    ("new djambi;play @1 Mi1-i5", ""),
    ("new djambi;undo", "There are only 0 decisions to take back."),
    ("new djambi;undo -1", "undo should be a whole number from 1 to 1000000."),
    ("new djambi;perft 0", "perft should be a whole number from 1 to 99."),
    ("new djambi;perft", "perft should be a whole number"),
    ("new djambi;digest now", "digest does not take now."),
    ("new djambi;show 80", "show takes a size like 80x24 and the word ascii, not 80."),
    ("new djambi;go level=6", "There is no level 6; there are random, greedy, 1, 2, 3, 4, 5."),
    ("new djambi;go level=best", "There is no level best; there are random, greedy, 1, 2, 3, 4, 5."),
    ("new djambi;go depth=3", "go has no option depth; it has level, persona, known, seed, ms, nodes, looks."),
    ("new djambi;go @1 level=random", "blue has nothing to decide now."),
    ("new djambi;setup {", "Column "),
    ("new djambi;setup []", "A position is a JSON object"),
    ('new djambi;setup {"living": NaN}', "Column "),
    ('new djambi;setup {"options": 3}', "The options of a position"),
    ("new djambi;setup {}", ""),
    ('new djambi;setup {"living": {"z9": "red C"}}', ""),
    ('new djambi;setup {"living": {"a1": 3}}', ""),
    ('new djambi;setup {"living": {"a1": "red C"}, "turn": [[]]}', ""),
    ("load /nowhere/at all", "There is no such file: /nowhere/at all."),
    ("load", "load takes the path of a record."),
]


@pytest.mark.parametrize(("commands", "start"), REFUSED)
def test_refusals_are_sentences(commands: str, start: str) -> None:
    """What and where, in one sentence, and the engine goes on."""
    *_, last, games = answers(commands.replace(";", "\n").encode() + b"\ngames\n")
    assert last["ok"] is False
    assert last["error"].startswith(start)
    assert "failed inside" not in last["error"]
    assert last["error"].rstrip().endswith(".")
    assert games["ok"] is True


def test_a_wrong_record_is_refused_with_file_line_and_column(tmp_path: Path) -> None:
    """And the match on the desk stays."""
    file = tmp_path / "a wrong.record"
    right = (ROOT / "tests/fixtures/record-1.record").read_text(encoding="utf-8")
    file.write_text(right.replace("3. yellow Mg8-f7", "3. yellow Mg8-a1"), encoding="utf-8")
    before, loaded, after = answers(f"new djambi\nload {file}\ndigest\n".encode())
    assert (before["ok"], loaded["ok"], after["ok"]) == (True, False, True)
    assert loaded["error"].startswith(f"{file}:30:11: ")
    assert loaded["error"].endswith(".")


def test_a_refused_move_changes_nothing() -> None:
    """The state and the log are as they were."""
    told = answers(b'new djambi\ndigest\nplay Mc1-c9\nsetup {"living": 3}\nnew djambi players=0\ndigest\n')
    assert [answer["ok"] for answer in told] == [True, True, False, False, False, True]
    assert told[1] == told[5]


HOSTILE = [
    b"\xff\xfe\n",
    b"x" * (LINE_LIMIT + 10) + b"\n",
    b"new djambi\nsetup " + b"[" * 200_000 + b"\n",
    b'new djambi\nsetup {"living": ' + b'{"a1":' * 50_000 + b"\n",
    b'new djambi\nsetup {"quiet": ' + b"9" * 10_000 + b"}\n",
    b"new djambi\nperft " + b"9" * 10_000 + b"\n",
    b"new djambi\nplay @" + b"9" * 10_000 + b" Mc1-d1\n",
    b"new djambi\nplay Mc1-d1\x00\n",
    b"load \x00\n",
    b"load /dev/zero\n",
]


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_lines_are_answered(data: bytes) -> None:
    """One error a line, and the engine goes on."""
    *_, last, games = answers(data + b"games\n")
    assert last["ok"] is False
    assert "failed inside" not in last["error"]
    assert len(last["error"]) < 1000
    assert games["ok"] is True


COMMANDS = """
games new active legal play undo state setup outcome perft digest show go record load djambi @0
@dealer players=3 level=random seed=1 Mc1-d1 abandon red draw 1 {} 80x24 ascii
"""
WORDS = st.sampled_from(COMMANDS.split())


@given(st.lists(st.lists(WORDS | st.text(max_size=6), max_size=4).map(" ".join), max_size=6))
@example(["new djambi", "go level=random"])
@settings(max_examples=60, deadline=None)
def test_arbitrary_lines_are_answered(lines: list[str]) -> None:
    """As many answers as lines, each with its verdict."""
    text = "\n".join(["new djambi", *(line.replace("perft", "perft 1 ") for line in lines)])
    data = text.encode("utf-8", "replace") + b"\n"
    told = answers(data)
    assert len(told) == data.count(b"\n")
    assert all(answer["ok"] is True or answer["error"] for answer in told)
    assert not any("failed inside" in answer.get("error", "") for answer in told)


@pytest.mark.parametrize("end", [b"quit\n", b""])
def test_the_child_is_light_and_ends(end: bytes) -> None:
    """As a program: one line a command, status 0 at quit and at the end of the input, nothing heavy imported."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tui.bots.engine.engine_loop"],
        input=b"new djambi\ndigest\n" + end,
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in told] == [True] * len(told)
    assert len(bytes.fromhex(told[1]["digest"])) == SIZE
    for heavy in (b"textual", b"typer", b"aiomqtt", b"msgspec", b"nacl", b"asyncio", b"net."):
        assert heavy not in done.stderr
