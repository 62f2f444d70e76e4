"""The engine protocol: every command, in one process and as a child; bad input is answered, never fatal."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.digest import SIZE
from core.fault import BadNotation, BadOption, Fault
from core.record import check, read
from tui.engine import LINE_LIMIT, main
from tui.engine_desk import Desk

ROOT = Path(__file__).parents[2]
COLOURS = ["red", "blue", "yellow", "green"]

Ask = Callable[[str], dict[str, Any]]


def answers(data: bytes) -> list[dict[str, Any]]:
    """Run the engine over some bytes."""
    sink = io.StringIO()
    assert main(io.BytesIO(data), sink) == 0
    lines = sink.getvalue().split("\n")
    assert lines.pop() == ""
    return [json.loads(line) for line in lines]


@pytest.fixture
def ask() -> Ask:
    """Give a desk to talk to as a program would."""
    desk = Desk()

    def told(line: str) -> dict[str, Any]:
        return json.loads(json.dumps(desk.answer(line)))  # type: ignore[no-any-return]

    return told


def test_games_names_seats_and_options(ask: Ask) -> None:
    """What there is to play, from the games themselves."""
    djambi = next(game for game in ask("games")["games"] if game["name"] == "djambi")
    assert djambi["title"]
    assert djambi["seats"] == [3, 4, 5, 6]
    players = next(option for option in djambi["options"] if option["name"] == "players")
    assert players == {"name": "players", "values": ["4", "3", "5", "6"], "default": "4"}


def test_a_new_match_tells_seats_and_options(ask: Ask) -> None:
    """The full set in force; a preset is a set of options."""
    begun = ask("new djambi preset=bga quiet=60")
    assert begun["seats"] == COLOURS
    assert begun["options"]["vassal_turns"] == "merged"
    assert begun["options"]["quiet"] == "60"
    assert ask("active") == {"active": [{"seat": 0, "name": "red"}], "sealed": False}


def test_five_players_keep_the_numbers(ask: Ask) -> None:
    """The missing colour keeps its number and owes nothing."""
    assert ask("new djambi players=5 missing=red")["seats"] == ["red", "pink", "blue", "green", "purple", "yellow"]
    assert ask("active")["active"] == [{"seat": 1, "name": "pink"}]


def test_legal_play_undo(ask: Ask) -> None:
    """A decision and its way back; the digest is that of the log."""
    ask("new djambi")
    before = ask("digest")
    legal = ask("legal")
    assert len(legal["legal"]) == 30
    assert "Mc1-d1" in legal["legal"]
    assert ask("legal @0") == legal
    assert ask("legal @1")["legal"] == []
    played = ask("play c1-d1")
    assert played["text"] == played["display"] == "Mc1-d1"
    assert isinstance(played["events"], list)
    assert ask("active")["active"][0]["name"] == "blue"
    assert ask("digest") != before
    assert ask("undo") == {"plies": 0}
    assert ask("digest") == before


def test_declarations_come_from_their_seat(ask: Ask) -> None:
    """Out of turn with the seat's number, in turn without; nothing to do with `legal`."""
    ask("new djambi")
    assert "abandon blue" in ask("legal @1")["declarations"]
    assert ask("play @2 abandon yellow")["text"] == "abandon yellow"
    assert ask("state")["state"]["status"]["yellow"] == "abandoned"
    assert ask("active")["active"][0]["name"] == "red"
    assert ask("play @2 return yellow")["text"] == "return yellow"
    ask("play abandon red")
    assert ask("active")["active"][0]["name"] == "blue"


def test_setup_state_and_outcome(ask: Ask) -> None:
    """A position by hand, its JSON, and the end with its reason."""
    ask("new djambi quiet=40")
    position = {"living": {"a1": "red C", "c3": "red M", "i9": "yellow C"}}
    assert ask("setup " + json.dumps(position))["options"]["quiet"] == "40"
    state = ask("state")["state"]
    assert state["living"] == position["living"]
    assert state["status"]["blue"] == "dead"
    assert ask("setup " + json.dumps(state))["options"]["quiet"] == "40"
    assert ask("state @1")["state"] == state
    assert ask("outcome") == {"outcome": None}
    ask("play @2 abandon yellow")
    outcome = ask("outcome")["outcome"]
    assert (outcome["winners"], outcome["reason"], outcome["detail"]) == ([0], "last_chief", {})
    assert len(outcome["points"]) == 4
    assert ask("active")["active"] == []
    assert ask("legal") == {"legal": [], "declarations": []}
    assert ask("perft 2") == {"nodes": [0, 0]}


def test_setup_needs_no_match(ask: Ask) -> None:
    """A position that names its game stands for itself."""
    assert ask('setup {"game": "djambi", "living": {"a1": "red C", "i9": "yellow C"}}')["game"] == "djambi"


def test_perft_counts(ask: Ask) -> None:
    """The figures of the rules, to the depth that is quick."""
    ask("new djambi")
    assert ask("perft 2") == {"nodes": [30, 1205]}


def test_show_draws_the_board(ask: Ask) -> None:
    """Rows of the board, the pieces by colour and letter, within the width."""
    ask("new djambi")
    lines = ask("show 60x40 ascii")["lines"]
    text = "\n".join(lines)
    assert text.isascii()
    assert max(map(len, lines)) <= 60
    assert text.count("rM") == 4
    assert "<>" in text
    assert len(ask("show 60x5")["lines"]) == 5
    for players in (3, 6):
        ask(f"new djambi players={players}")
        assert "\n".join(ask("show 80x40")["lines"]).count("C") == players


def test_epaminondas_is_played_and_shown(ask: Ask) -> None:
    """Stones stand on the board by their seat's letter; a capture needs its count here."""
    assert ask("new epaminondas")["seats"] == ["white", "black"]
    for text in ("2.7.2N2", "11.6.2SE2", "2.6.3E1", "10.7.3S3", "2.8.1SW1", "11.11.2SW2"):
        assert ask(f"play {text}")["text"] == text
    assert ask("legal")["declarations"] == ["resign", "draw"]
    assert ask("perft 2") == {"nodes": [133, 24175]}
    with pytest.raises(BadNotation, match=r"write 4\.7\.4N3x3"):
        ask("play 4.7.4N3")
    assert ask("play 4.7.4 n3 x3")["events"] == ["march", "rout"]
    lines = ask("show 80x40 ascii")["lines"]
    assert sum(line.count(" w") for line in lines[:14]) == 28
    assert ask("state")["state"]["pieces"] == {"white": 28, "black": 25}
    assert ask("go level=greedy")["move"] in ask("legal")["legal"]
    with pytest.raises(BadOption, match="it needs 5"):
        ask("new epaminondas size=4x4")


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_bots_choose_the_same_again(ask: Ask, level: str) -> None:
    """The same seed, the same move; it is legal and not played."""
    ask("new djambi")
    ask("play Mc1-d1")
    before = ask("digest")
    move = ask(f"go level={level} seed=7")
    assert move == ask(f"go @1 seed=7 level={level}")
    assert move["move"] in ask("legal")["legal"]
    assert ask("digest") == before
    assert ask(f"go level={level} ms=40")["move"] in ask("legal")["legal"]


def test_a_bot_answers_for_its_seat(ask: Ask) -> None:
    """A match opened `as` a seat answers for that seat."""
    ask("new djambi as=1")
    ask("play @0 Mc1-d1")
    assert ask("go level=random")["move"] in ask("legal @1")["legal"]


def test_record_and_load(ask: Ask, tmp_path: Path) -> None:
    """The match as a text record, and back; talk and unknown keys stay."""
    ask("new djambi quiet=50")
    ask("play Mc1-d1")
    digest = ask("digest")
    text = ask("record")["record"]
    assert check(read(text)).digest() == digest["digest"]
    file = tmp_path / "a match.record"
    lines = (
        text.replace("[Result", '[Event "a test"]\n[Result').replace("[TalkDigest", "[Other") + '{talk red X 1 "hi"}\n'
    )
    file.write_text(lines, encoding="utf-8")
    loaded = ask(f"load {file}")
    assert (loaded["plies"], loaded["digest"]) == (1, digest["digest"])
    again = ask("record")["record"]
    assert '[Event "a test"]' in again
    assert '{talk red X 1 "hi"}' in again
    assert check(read(again)).digest() == digest["digest"]


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
    ("new djambi;go level=5", "Level 5 is not there yet; there are random, greedy."),
    ("new djambi;go level=best", "There is no level best; there are random, greedy."),
    ("new djambi;go depth=3", "go has no option depth; it has level, seed, ms."),
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
        [sys.executable, "-X", "importtime", "-m", "tui.engine"],
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


def test_megiddo_by_the_engine(ask: Ask) -> None:
    assert ask("new megiddo variant=cleopatra-master target=1")["seats"] == ["0", "1"]
    for text in ("B3", "A3", "F6", "D3"):
        ask(f"play {text}")
    played = ask("play c3 (d3,a3)")
    assert (played["text"], played["display"]) == ("C3", "C3 (D3, A3)")
    assert played["events"] == ["place", "capture"]
    with pytest.raises(Fault, match="do not agree"):
        ask("play C4 (A1, A2)")
    assert ask("state")["state"]["options"]["edges"] == "radial"
    assert ask("go level=greedy seed=3")["move"] == ask("go level=greedy seed=3")["move"]
    position = json.dumps(ask("state")["state"])
    again = ask("digest")["state"]
    ask(f"setup {position}")
    assert ask("digest")["state"] == again
    assert ask("play @0 resign")["events"] == ["resign", "score", "over"]
    assert ask("outcome")["outcome"]["reason"] == "resignation"
