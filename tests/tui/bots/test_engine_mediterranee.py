"""The engine and Méditerranée: figures of the rules, dealing, secret combats, maps of one's own, records that deal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.fault import BadOption, Fault
from core.game import LISTED
from core.games import data_text
from core.match.record import check, read
from tui.bots.engine.engine_session import Desk
from tui.settings.map_file import path_of

Ask = Callable[[str], dict[str, Any]]
FOUR = ",".join("13579" * 4)
TWO = ",".join(str(face) for face in range(1, 11) for _ in range(2))
THREE = "1,1,1,2,3,3,3,4,5,5,5,6,7,7,7,8,9,9,9,10"
PACKS = ",".join("13579" * 2) + ";" + ",".join("97531" * 2)


@pytest.fixture
def ask() -> Ask:
    desk = Desk()
    return lambda line: json.loads(json.dumps(desk.answer(line)))


@pytest.mark.parametrize(
    ("options", "nodes"),
    [
        (f"payment=exact pairing=ns placement=standard talon={FOUR}", [81, 2871]),
        (f"payment=exact pairing=ew placement=standard talon={FOUR}", [85, 4115]),
        (f"payment=exact pairing=x placement=standard talon={FOUR}", [95, 4723]),
        (f"payment=exact players=2 pairing=ns placement=standard talon={TWO}", [168]),
        (f"payment=exact players=3 pairing=ns lone=r placement=standard talon={THREE}", [105, 6942]),
        (f"payment=exact match=yes pairing=ns placement=standard packs={PACKS}", [81, 2871]),
        (f"pairing=ns placement=standard talon={FOUR}", [200, 23717]),
        (f"players=2 pairing=ns placement=standard talon={TWO}", [4762]),
        ("seed=1", [2, 4, 40, 360, 4320]),
    ],
)
def test_perft_is_that_of_the_rules(ask: Ask, options: str, nodes: list[int]) -> None:
    ask(f"new mediterranee {options}")
    assert ask(f"perft {len(nodes)}") == {"nodes": nodes}


def test_of_more_payments_than_anybody_reads_the_first_are_told(ask: Ask) -> None:
    """A hand with all cards of the game has millions; what else can be done is told before them."""
    ask("new mediterranee seed=1")
    hand = [0, 0, *(face for face in range(1, 11) for _ in range(4))]
    ask("setup " + json.dumps({"board": {"rE": "TAR", "kE": "CON", "aE": "ALX", "cE": "CAR"}, "hands": {"r": hand}}))
    legal = ask("legal")["legal"]
    assert len(legal) == LISTED
    assert {"pass", "move rE TAR-TOL", "pay 3", "treason cE CAR-HIP"} <= set(legal[:100])
    assert ask("play pay 10+10+9+1")["text"] == "pay 10+10+9+1"


COMBAT = {
    "board": {"rF1": "TAR", "cF1": "NOV", "kE": "CON", "aE": "ALX"},
    "hands": {"r": [0, 0, 8], "k": [0, 0], "a": [0, 0], "c": [0, 0, 6]},
    "phase": "act",
    "to_move": "r",
}


def test_cards_are_laid_in_secret(ask: Ask) -> None:
    ask(f"new mediterranee placement=standard talon={FOUR}")
    state = ask("state")["state"]
    ask("setup " + json.dumps({**state, **COMBAT}))
    ask("play move rF1 TAR-NOV")
    assert ask("active") == {"active": [{"seat": 0, "name": "r"}, {"seat": 3, "name": "c"}], "sealed": True}
    told = [ask(question) for question in ("state", "state @r", "record", "digest")]
    assert ask("play @c cards 6+0")["lines"] == []
    assert [ask(question) for question in ("state", "state @r", "record", "digest")] == told
    assert ask("active")["active"] == [{"seat": 0, "name": "r"}]
    last = ask("play cards 8+0")
    assert [line["text"] for line in last["lines"]][:2] == ["cards 8+0", "cards 6+0"]
    assert {"cards", "compare", "lost"} <= set(last["events"])
    assert ask("state")["state"]["board"]["rF1"] == "NOV"


def test_a_position_is_dealt_on_with_the_seed_of_the_match(ask: Ask) -> None:
    assert ask("new mediterranee placement=standard seed=3")["options"]["seed"] == "3"
    position = json.dumps(ask("state")["state"])
    lines = ask("play pass")["lines"]
    assert ask(f"setup {position}")["options"]["seed"] == "3"
    assert ask("play pass")["lines"] == lines


def test_drawn_cards_are_known_to_their_seat(ask: Ask) -> None:
    ask(f"new mediterranee placement=standard talon={FOUR}")
    assert ask("state @k")["state"]["hands"] != ask("state @r")["state"]["hands"]
    played = ask("play pass")
    assert {"seat": -1, "text": "draw k 3"} in played["lines"]
    assert "draw k ?" in ask("record")["record"]
    assert FOUR not in ask("record")["record"]


def test_as_a_seat_it_goes_on_as_it_is_told(ask: Ask) -> None:
    ask("new mediterranee placement=standard as=k")
    for line in ("@dealer talon 20", "@dealer draw r ?", "@r pass", "@dealer draw k 7"):
        ask(f"play {line}")
    hands = ask("state")["state"]["hands"]
    assert 7 in hands["k"]
    assert hands["r"] == 9, "a number where the cards are not known"
    assert ask("go level=greedy seed=1")["move"] in ask("legal")["legal"]


@pytest.mark.parametrize("options", ["", "players=2", "players=3 lone=a", "match=yes", "players=3 match=yes pairing=x"])
def test_a_finished_game_can_be_dealt_again(ask: Ask, options: str) -> None:
    ask(f"new mediterranee placement=standard draw_rounds=2 seed=5 {options}")
    while active := ask("active")["active"]:
        seat = active[0]["seat"]
        ask(f"play @{seat} " + ask(f"go @{seat} level=random seed={seat}")["move"])
    digest, text = ask("digest"), ask("record")["record"]
    assert "?" not in text
    record = read(text)
    scripts = dict(record.header.options)
    assert scripts["seed"] == "told"
    assert scripts["packs" if "match=yes" in options else "talon"] != "none"
    assert check(record).full_digest() == digest["full"]


@pytest.mark.parametrize(
    ("options", "pattern"),
    [
        ("talon=1,2,3", r"^talon: .*\.$"),
        ("talon=1,x", r"^talon=1,x is not possible"),
        (f"match=yes packs={FOUR}", r"^packs: .*\.$"),
        ("map=/nowhere.toml", r"^map=/nowhere\.toml: there is no such file\.$"),
    ],
)
def test_bad_scripts_and_maps_are_one_sentence(ask: Ask, options: str, pattern: str) -> None:
    with pytest.raises(BadOption, match=pattern):
        ask(f"new mediterranee placement=standard {options}")


def test_a_map_of_ones_own_is_read_from_its_file(ask: Ask, tmp_path: Path) -> None:
    shipped_map = data_text("mediterranee", "board/map.toml")
    file = tmp_path / "mine.toml"
    file.write_text(shipped_map, encoding="utf-8")
    assert ask(f"new mediterranee map={file}")["options"]["map"] == "reconstruction-1"
    assert path_of("reconstruction-1") == "reconstruction-1", "a bot of another process looks into no file for it"
    file.write_text(shipped_map.replace('name = "', 'name = "My '), encoding="utf-8")
    value = ask(f"new mediterranee map={file}")["options"]["map"]
    assert value.startswith("my-reconstruction-1@")
    assert ask(f"new mediterranee map={value}")["options"]["map"] == value
    file.write_text(shipped_map.replace("capital = true", "capital = 3", 1), encoding="utf-8")
    with pytest.raises(BadOption, match=r"map=.*mine\.toml: \d+:\d+: "):
        ask(f"new mediterranee map={file}")
    with pytest.raises(Fault, match="is not known here"):
        ask("new mediterranee map=0123456789abcdef")


def test_a_map_is_shown_in_words(ask: Ask) -> None:
    ask("new mediterranee seed=1")
    lines = ask("show 80x24 ascii")["lines"]
    assert len(lines) == 4
    assert lines[0].startswith("MAP Rome: ")
