"""The engine protocol of a game with chance, hidden hands and decisions made at the same time."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.fault import Fault
from core.match.record import check, read
from tests.core.support import card_game
from tui.bots.engine.engine_loop import main
from tui.bots.engine.engine_session import Desk

Ask = Callable[[str], dict[str, Any]]
TALON = "talon=6,5,4,3,2,1"


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)


@pytest.fixture
def ask() -> Ask:
    desk = Desk()
    return lambda line: json.loads(json.dumps(desk.answer(line)))


def test_chance_is_dealt_at_the_start_and_after_each_play(ask: Ask) -> None:
    ask(f"new cards {TALON}")
    assert ask("active") == {"active": [{"seat": 0, "name": "red"}], "sealed": False}
    assert ask("state")["state"]["hidden"] == [[6], []]
    played = ask("play pass")
    assert played["lines"] == [{"seat": 0, "text": "pass"}, {"seat": -1, "text": "draw blue 5"}]
    assert played["events"] == ["pass", "drawn"]
    assert ask("state")["state"]["hidden"] == [[6], [5]]


def test_the_same_seed_deals_the_same_and_no_seed_a_fresh_one(ask: Ask) -> None:
    def first(options: str) -> list[Any]:
        begun = ask(f"new cards {options}")
        return [begun["options"]["seed"], ask("state")["state"]["hidden"], ask("digest")["full"]]

    assert first("seed=7") == first("seed=7")
    seeds = {first("")[0] for _ in range(4)}
    assert "none" not in seeds
    assert len(seeds) > 1
    hands = {str(first(f"seed={seed}")[1]) for seed in range(20)}
    assert len(hands) == 6


def test_digests_of_those_who_know_different_things(ask: Ask) -> None:
    ask(f"new cards {TALON}")
    mine = ask("digest")
    ask("new cards talon=1,2,3,4,5,6")
    other = ask("digest")
    assert mine["digest"] == other["digest"]
    assert mine["full"] != other["full"]
    assert mine["state"] != other["state"]


def test_undo_and_perft_and_active_skip_chance(ask: Ask) -> None:
    ask(f"new cards {TALON}")
    before = ask("digest")
    assert ask("perft 4") == {"nodes": [2, 4, 6, 13]}
    ask("play pass")
    ask("play pass")
    assert ask("undo 2") == {"plies": 2}
    assert ask("digest") == before
    with pytest.raises(Fault, match="only 0 decisions"):
        ask("undo")
    assert ask("play pass")["lines"][-1]["text"] == "draw blue 5"


def test_nothing_of_the_first_is_seen_before_the_last_is_in(ask: Ask) -> None:
    ask(f"new cards {TALON}")
    ask("play fight")
    told = [ask(question) for question in ("state", "state @1", "record", "show", "digest", "legal @1")]
    sealed = ask("play @0 lay 6")
    assert (sealed["text"], sealed["events"], sealed["lines"]) == ("lay 6", [], [])
    assert told == [ask(question) for question in ("state", "state @1", "record", "show", "digest", "legal @1")]
    assert ask("active") == {"active": [{"seat": 1, "name": "blue"}], "sealed": True}
    assert ask("legal @0")["legal"] == []
    with pytest.raises(Fault, match="red has decided already"):
        ask("play @0 lay 0")
    with pytest.raises(Fault, match="red has nothing to decide now"):
        ask("go @0")
    last = ask("play lay 0")
    assert [line["text"] for line in last["lines"]] == ["lay 6", "lay 0", "draw blue 5"]
    assert last["events"] == ["lay", "lay", "point", "drawn"]


def test_a_seat_sees_its_own_hand_alone(ask: Ask) -> None:
    ask(f"new cards {TALON}")
    ask("play pass")
    assert ask("state @red")["state"]["hidden"] == [[6], [None]]
    assert ask("state @1")["state"]["hidden"] == [[None], [5]]
    ask("play fight")
    assert ask("legal @0")["legal"] == ["lay 0", "lay 6"]
    assert ask("legal @1")["legal"] == ["lay 0", "lay 5"]


def test_as_a_seat_chance_is_told(ask: Ask) -> None:
    begun = ask("new cards as=blue")
    assert begun["options"]["seed"] == "none"
    assert ask("active")["active"] == [{"seat": -1, "name": "dealer"}]
    for line in ("talon 6", "draw red ?"):
        ask(f"play @dealer {line}")
    ask("play @red pass")
    ask("play @dealer draw blue 5")
    assert ask("state") == ask("state @1")
    assert ask("state")["state"]["hidden"] == [[None], [5]]
    ask("play @1 fight")
    assert ask("go level=random")["move"] in {"lay 0", "lay 5"}
    ask("play @1 lay 5")
    assert ask("state")["state"]["laid"] == [None, None]
    ask("play @0 lay 6")
    assert ask("state")["state"]["scores"] == [1, 0]
    with pytest.raises(Fault, match="cannot say draw red 6"):
        ask("play @dealer draw red 6")


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_bot_chooses_the_same_whatever_it_may_not_know(ask: Ask, level: str) -> None:
    moves = []
    for talon in ("6,5,4,3,2,1", "1,5,4,3,2,6"):
        ask(f"new cards talon={talon}")
        ask("play pass")
        moves.append([ask(f"go level={level} seed={seed}")["move"] for seed in range(5)])
        ask("play fight")
        moves[-1] += [ask(f"go @1 level={level} seed={seed}")["move"] for seed in range(5)]
    assert moves[0] == moves[1]


def test_a_finished_record_comes_back_whole(ask: Ask, tmp_path: Path) -> None:
    ask("new cards seed=3")
    while active := ask("active")["active"]:
        seat = active[0]["seat"]
        ask(f"play @{seat} " + ask(f"go @{seat} level=random seed=2")["move"])
    digest, text = ask("digest"), ask("record")["record"]
    assert "?" not in text
    file = tmp_path / "cards.record"
    file.write_text(text)
    assert check(read(text)).full_digest() == digest["full"]
    assert ask(f"load {file}")["digest"] == digest["digest"]
    assert ask("digest") == digest
    assert ask("record")["record"] == text


def test_an_unfinished_record_goes_on_where_chance_is_told(ask: Ask, tmp_path: Path) -> None:
    ask(f"new cards {TALON}")
    file = tmp_path / "cards.record"
    file.write_text(ask("record")["record"])
    digest = ask("digest")["digest"]
    assert ask(f"load {file}")["digest"] == digest
    ask("play pass")
    ask("play @dealer draw blue ?")
    assert ask("active")["active"][0]["name"] == "blue"


def test_a_position_is_dealt_on_with_the_seed_of_the_match(ask: Ask) -> None:
    ask("new cards seed=3")
    state = ask("state")["state"]
    ask("play pass")
    expected = ask("state")["state"]
    begun = ask("setup " + json.dumps(state))
    assert begun["options"]["seed"] == "3"
    ask("play pass")
    assert ask("state")["state"] == expected
    assert ask('setup {"game": "cards", ' + json.dumps(state)[1:])["options"]["seed"] == "3", "the same game goes on"


REFUSED = [
    ("new cards talon=1,2,3", "talon: 1,2,3 is no card."),
    ("new cards seed=x", "seed=x is not possible; allowed: none or 0 to 4294967295."),
    ("new cards as=0 seed=4", "A match opened as one seat gets its chance from play @dealer: it takes no seed."),
    ("new cards as=dealer", "The dealer has no hand: as takes a seat, red, blue."),
    ("new cards seed=4;play @dealer draw red 1", "dealer cannot say draw red 1 now."),
    ("new cards as=0;play @dealer draw red 1", "dealer cannot say draw red 1 now."),
    ("new cards as=0;go", "dealer has nothing to decide now."),
    (f"new cards {TALON} shuffles=9;play fight;play @0 lay 6;play @1 0;undo;undo;undo;undo", "There are only"),
]


@pytest.mark.parametrize(("commands", "start"), REFUSED)
def test_refusals_are_sentences(commands: str, start: str) -> None:
    sink = io.StringIO()
    main(io.BytesIO(commands.replace(";", "\n").encode() + b"\n"), sink)
    last = json.loads(sink.getvalue().splitlines()[-1])
    assert last["ok"] is False
    assert last["error"].startswith(start), last


COMMANDS = """
new legal play undo state setup outcome perft digest show go record cards mediterranee @0 @1 @blue @dealer as=0 as=1
seed=1 talon=6,5,4,3,2,1 shuffles=1;2 packs=1;2 match=yes players=2 placement=standard map=x.toml level=greedy draw red
7 ? talon 6 20 packs 0 lay 0 fight pass resign take treason place rB1 ROM cards 0+0 spy keep {} 2 80x24
"""
WORDS = st.sampled_from(COMMANDS.split())
LINE = st.lists(WORDS, max_size=5).map(" ".join)
OPENINGS = [
    "new cards seed=1",
    "new cards as=1",
    "new mediterranee placement=standard",
    "new mediterranee as=a players=4",
]


@given(st.sampled_from(OPENINGS), st.lists(LINE, max_size=8))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_arbitrary_lines_are_answered(opening: str, lines: list[str]) -> None:
    asked = [opening, *(line.replace("perft", "perft 1 ") for line in lines)]
    sink = io.StringIO()
    main(io.BytesIO("\n".join(asked).encode() + b"\n"), sink)
    told = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert len(told) == len(asked)
    assert not [(line, answer) for line, answer in zip(asked, told, strict=True) if "failed inside" in str(answer)]
