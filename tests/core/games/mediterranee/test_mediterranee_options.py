"""Who sits where, who opens, which options fit together, and the map that a match names."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from core.fault import BadOption
from core.game import Seat
from core.games import find
from core.games.mediterranee.board import map_reader
from core.games.mediterranee.cards.card_state import Cards
from core.games.mediterranee.rules.ruleset import rules
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from core.option import settle

GAME = find("mediterranee")
TEXT = (resources.files("core.games.mediterranee") / "board" / "map.toml").read_text(encoding="utf-8")


def seats(**options: str) -> str:
    return " ".join(GAME.seats(settle(GAME, options)))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({}, "r k a c"),
        ({"first": "a"}, "a c r k"),
        ({"players": "2"}, "rk ac"),
        ({"players": "2", "first": "c"}, "ac rk"),
        ({"players": "2", "pairing": "ew"}, "rc ka"),
        ({"players": "2", "pairing": "x", "first": "k"}, "kc ra"),
        ({"players": "3"}, "a rk c"),
        ({"players": "3", "lone": "k"}, "a rk c"),
        ({"players": "3", "first": "c"}, "c rk a"),
        ({"players": "3", "lone": "a"}, "r ac k"),
        ({"players": "3", "pairing": "x", "lone": "c", "first": "a"}, "a kc r"),
    ],
)
def test_seats_are_in_the_order_of_play(options: dict[str, str], named: str) -> None:
    assert seats(**options) == named


def test_of_three_an_ally_opens() -> None:
    for options in ({"first": "r"}, {"first": "k"}, {"first": "a", "lone": "c"}):
        with pytest.raises(BadOption, match=r"one of the allies does: [rkac], [rkac]\."):
            Match.new(GAME, {"players": "3", **options})


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"talon": "1,3,5"}, "missing"),
        ({"talon": "1,3,5,7,9," * 3 + "1,3,5,7,7"}, "7"),
        ({"talon": "0,1"}, "entry 1"),
        ({"talon": "x"}, "talon"),
        ({"match": "yes", "packs": "1,3"}, "packs"),
        ({"shuffles": "11"}, "entry 1"),
        ({"seed": "-1"}, "seed=-1"),
        ({"draw_rounds": "0"}, "draw_rounds=0"),
        ({"map": "elsewhere"}, "map=elsewhere"),
        ({"map": "0123456789abcdef"}, "0123456789abcdef"),
        ({"players": "5"}, "players=5"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, str], told: str) -> None:
    with pytest.raises(BadOption, match=told):
        Match.new(GAME, options)


def test_what_scripts_chance_stands_in_no_state_and_no_digest() -> None:
    one, other = Match.new(GAME, {"seed": "1"}), Match.new(GAME, {"seed": "2"})
    assert one.state == other.state == Match.new(GAME, {}).state
    assert one.digest() == other.digest()
    assert "seed" not in json.dumps(one.state.to_json())
    assert "seed" not in repr(one.state.encode())
    assert dict(one.seen_by(None).header.options)["seed"] == "told"


def test_the_same_seed_deals_the_same_cards() -> None:
    def dealt(seed: str) -> tuple[str, ...]:
        match = Match.new(GAME, {"seed": seed, "placement": "standard"}).deal()
        for _ in range(12):
            match = match.play("pass").deal()
        return tuple(line.text for line in match.log if line.text.startswith("draw"))

    assert dealt("1") == dealt("1")
    assert len({dealt(str(seed)) for seed in range(4)}) == 4


def test_a_match_on_another_map_names_it_and_its_digest() -> None:
    text = TEXT.replace('name = "reconstruction-1"', 'name = "wider"').replace(
        "land = [", 'land = [\n  ["AQU", "NAI", "road"],'
    )
    match = Match.new(GAME, {"map": map_reader.register_map(text), "placement": "standard", "seed": "1"}).deal()
    assert dict(match.header.options)["map"] == f"wider@{map_reader.find(map_reader.register_map(text)).digest}"
    match = match.play("move rF1 AQU-NAI").deal()
    assert Match.fold(match.header, match.log) == match


def test_the_fixed_array_needs_its_cities() -> None:
    named = map_reader.register_map(TEXT.replace("ARR", "ARZ"))
    assert Match.new(GAME, {"map": named}).names == ("r", "k", "a", "c")
    with pytest.raises(BadOption, match="ARR"):
        Match.new(GAME, {"map": named, "placement": "standard"})


@pytest.mark.parametrize(("players", "count", "total"), [("4", 20, 100), ("2", 20, 110), ("3", 20, 105)])
def test_r6_hands_and_talon(players: str, count: int, total: int) -> None:
    state = GAME.start(settle(GAME, {"players": players}))
    assert isinstance(state, State)
    cards: Cards = state.cards
    assert (len(cards.spent), sum(cards.spent)) == (count, total)
    for states, hand in zip(state.rules.seats, cards.hands, strict=True):
        assert hand.known == ((0, 0, 2, 4, 6, 8, 10, 15) if len(states) == 1 else (0, 0, *range(1, 11), 15, 15))


def test_r7_who_owns_which_special_card() -> None:
    match = Match.new(GAME, {"pairing": "x", "seed": "1"}).deal()
    assert [str(action) for action in match.state.legal(match.mover())] == ["take sedition", "take treason"]
    match = match.play("take sedition").play("take treason")
    assert match.state.to_json()["specials"] == {
        "r": ["sedition"],
        "k": ["treason"],
        "a": ["treason"],
        "c": ["sedition"],
    }
    two = GAME.start(settle(GAME, {"players": "2"}))
    assert two.to_json()["specials"] == {"rk": ["treason", "sedition"], "ac": ["treason", "sedition"]}


def test_partners_may_not_talk_where_the_table_says_so() -> None:
    assert Match.new(GAME, {}).state.talk == "open"
    assert Match.new(GAME, {"partner_talk": "on"}).state.talk == "open"
    match = Match.new(GAME, {"partner_talk": "off"})
    assert match.state.talk == "etiquette"
    assert match.play("draw", Seat(0)).state.talk == "open"
    assert Match.new(GAME, {"partner_talk": "off", "players": "2"}).state.talk == "open"


def test_rules_are_made_once() -> None:
    assert rules(settle(GAME, {})) is rules(settle(GAME, {"seed": "4"}))
