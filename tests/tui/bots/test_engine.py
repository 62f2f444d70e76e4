"""The engine protocol: every command answers as a program needs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.fault import BadNotation, BadOption, Fault
from core.match.record import check, read
from tests.tui.support.engine_client import Ask, at_a_desk

COLOURS = ["red", "blue", "yellow", "green"]


@pytest.fixture
def ask() -> Ask:
    """Give a desk to talk to as a program would."""
    return at_a_desk()


def test_games_names_seats_and_options(ask: Ask) -> None:
    """What there is to play, from the games themselves."""
    djambi = next(game for game in ask("games")["games"] if game["name"] == "djambi")
    assert djambi["title"]
    assert djambi["seats"] == [3, 4, 5, 6]
    players = next(option for option in djambi["options"] if option["name"] == "players")
    assert players == {"name": "players", "values": ["4", "3", "5", "6"], "default": "4"}


def test_a_match_begins_with_a_handicap(ask: Ask) -> None:
    """In its one text, with what a program may write there as an example."""
    told = next(one for one in ask("games")["games"][0]["options"] if one["name"] == "without")
    assert told == {"name": "without", "values": ["none"], "default": "none", "example": "red:M,green:A"}
    assert ask("new djambi without=red:m,blue:A")["options"]["without"] == "blue:A,red:M"
    assert not {"a3", "h1"} & set(ask("state")["state"]["living"])
    with pytest.raises(BadOption, match="cannot play without a chief"):
        ask("new djambi without=red:C")


def test_a_new_match_tells_seats_and_options(ask: Ask) -> None:
    """The full set in force; a preset is a set of options."""
    begun = ask("new djambi preset=bga quiet=60")
    assert begun["seats"] == COLOURS
    assert begun["options"]["vassal_turns"] == "merged"
    assert begun["options"]["quiet"] == "60"
    assert begun["options"]["without"] == "none"
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


def test_setup_keeps_the_options_of_the_match_unless_it_names_a_game_or_a_preset(ask: Ask) -> None:
    """What is left out: as the page of the protocol tells it."""
    living = {"a1": "red C", "i9": "yellow C"}

    def options(**more: object) -> dict[str, str]:
        ask("new djambi quiet=40 own_kills=yes")
        found: dict[str, str] = ask("setup " + json.dumps({"living": living, **more}))["options"]
        return found

    kept = options(options={"own_kills": "no"})
    assert (kept["quiet"], kept["own_kills"]) == ("40", "no")
    afresh = options(game="djambi")
    assert (afresh["quiet"], afresh["own_kills"]) == ("0", "no")
    preset = options(options={"preset": "bga"})
    assert (preset["quiet"], preset["own_kills"], preset["vassal_turns"]) == ("0", "yes", "merged")


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
