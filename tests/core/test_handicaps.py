"""Handicaps: what a side begins without, or with more; that none of them changes nothing; one text for one handicap."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from core.bots import find as bot_of
from core.bots.bot import Budget
from core.fault import BadOption, BadPosition
from core.game import Game, Seat
from core.games import find, names
from core.games.megiddo.rules.state import State as Stones
from core.match.match import Match
from core.match.record import check, read, write
from core.match.record_value import Record
from core.option import Handicap, handicaps, refuse_rated_handicap, settle
from core.study.exhaustive_search import perft
from tests.core.support.option_refusals import REFUSALS
from tests.core.support.oracles.djambi_oracle import Oracle
from tests.core.support.oracles.epaminondas_oracle import slow

Options = dict[str, str]

SMALL = [
    "BBBBBBBB",
    "BBBBBBBB",
    "........",
    "B.......",
    "....W...",
    "........",
    "WWWWWWWW",
    "WW.WWWWW",
]
"""8x8 without 1.3 and with 4.5 and 5.1."""


def begun(game: str, **options: str) -> Any:  # noqa: ANN401 - every game has its own state
    """Start a game with some options."""
    return find(game).start(settle(find(game), options))


def refused(game: str, **options: str) -> str:
    """Give the sentence by which a game refuses options."""
    with pytest.raises(BadOption) as caught:
        Match.new(find(game), options).state  # noqa: B018
    return str(caught.value)


def named_examples(game: Game) -> Options:
    """Give the example of every handicap of a game."""
    return {option.name: option.example for option in game.options if isinstance(option, Handicap)}


@pytest.mark.parametrize(
    ("options", "empty"),
    [
        ({"without": "red:M"}, {"a3"}),
        ({"without": "red:M,red:M"}, {"a3", "c1"}),
        ({"without": "red:M,red:M,red:M,red:M"}, {"a3", "c1", "b3", "c2"}),
        ({"without": "red:R,blue:A,green:P,yellow:N"}, {"a2", "h1", "b8", "g7"}),
        ({"players": "3", "without": "red:M,yellow:A"}, {"i7", "f2"}),
        ({"players": "5", "without": "purple:M,pink:N"}, {"c1", "k11"}),
        ({"players": "6", "without": "red:M,red:M"}, {"m9", "k5"}),
    ],
)
def test_an_army_of_djambi_begins_without_pieces(options: Options, empty: set[str]) -> None:
    """Militants go in a fixed order: beyond the reporter, beyond the assassin, then beside the necromobile."""
    usual = begun("djambi", **{name: value for name, value in options.items() if name != "without"})
    living = begun("djambi", **options).to_json()["living"]
    assert set(usual.to_json()["living"]) - set(living) == empty
    assert living.items() <= usual.to_json()["living"].items()


def test_epaminondas_moves_a_piece_of_the_first_array() -> None:
    """What is taken away goes first; what is added stands in one's own half."""
    state = begun("epaminondas", size="8x8", without="white:1.3", extra="white:4.5,black:5.1")
    assert state.to_json()["board"] == SMALL
    assert {str(action) for action in state.legal(Seat(0))} == slow(state)
    moved = begun("epaminondas", without="white:2.7", extra="white:2.7")
    assert moved.cells == begun("epaminondas").cells


def test_every_game_of_a_match_of_megiddo_begins_with_the_stones() -> None:
    """Points are given once, stones in each game; a pair between stones that lie there is not captured (R9)."""
    state = begun("megiddo", extra="0:A1,0:A4,1:A2,1:A3,1:+6", target="12")
    assert isinstance(state, Stones)
    assert state.points == (0, 6)
    assert [each.bit_count() for each in state.stones] == [2, 2]
    assert not state.play(Seat(0), state.parse(Seat(0), "C3")).captured[0]
    again = state.play(Seat(0), state.parse(Seat(0), "draw"))
    assert (again.stones, again.points, again.played) == (state.stones, (0, 6), 1)
    won = again.play(Seat(0), again.parse(Seat(0), "resign"))
    assert won.outcome is not None
    assert won.outcome.winners == (1,)
    assert won.outcome.points == (0, 12)


def test_partners_of_megiddo_may_talk_until_the_first_stone_is_placed() -> None:
    """The stones of a handicap are not yet play (R3)."""
    state = begun("megiddo", players="4", extra="0:A1")
    assert state.talk == "open"
    assert state.play(Seat(0), state.parse(Seat(0), "C3")).talk == "etiquette"


def test_a_state_of_mediterranee_places_fewer_pieces_and_a_hand_has_more_cards() -> None:
    """The card comes from the first talon, so that the cards stay those of one pack."""
    state: Any = Match.new(find("mediterranee"), {"without": "r:B1", "extra": "c:9", "seed": "1"}).deal().state
    assert state.to_json()["hands"]["c"] == [0, 0, 2, 4, 6, 8, 9, 10, 15]
    assert state.to_json()["talons"] == [sorted([1, 3, 5, 7, 9] * 4)[:-1]]
    for seat in state.rules.choosers:
        state = state.play(Seat(seat), next(iter(state.legal(Seat(seat)))))
    assert {str(action).split()[1] for action in state.legal(Seat(0))} == {"rB2"}
    standard = begun("mediterranee", placement="standard", without="r:B1,c:E")
    assert len(standard.to_json()["board"]) == 26
    assert not {"rB1", "cE"} & set(standard.to_json()["board"])


def test_a_match_talon_lacks_the_card_in_its_packets() -> None:
    """An odd card out stays on the spent pile (R32)."""
    options = {"players": "2", "match": "yes", "extra": "rk:10", "seed": "3"}
    told: Any = Match.new(find("mediterranee"), options).deal().state.to_json()
    assert told["deal"]["left"] == [9, 9]
    assert told["spent"] == [1]


def test_a_piece_that_does_not_play_stands_in_no_position() -> None:
    """A position of such a game has no place for it."""
    with pytest.raises(BadPosition, match="The piece rE is not in this game"):
        find("mediterranee").setup({"board": {"rE": "ROM", "cE": "CAR"}, "options": {"without": "r:E"}})


@pytest.mark.parametrize(("game", "options", "told"), REFUSALS, ids=lambda each: str(each)[:40])
def test_what_does_not_fit_is_refused_in_a_sentence(game: str, options: Options, told: str) -> None:
    """Begun or not, the game says why."""
    assert refused(game, **options) == told


def test_djambi_has_no_extra_pieces() -> None:
    """An army is a whole block, and no square would be fair."""
    assert refused("djambi", extra="red:M").startswith("djambi has no option extra;")


@pytest.mark.parametrize("game", names())
def test_no_handicap_is_as_if_there_were_none(game: str) -> None:
    """It stands in no header, state or digest: what was kept before there were handicaps stays true."""
    found = find(game)
    none = dict.fromkeys(named_examples(found), "none")
    assert none
    plain = Match.new(found, {})
    assert Match.new(found, none) == plain
    assert Match.new(found, none).digest() == plain.digest()
    assert not set(none) & set(dict(plain.header.options))
    assert not set(none) & set(plain.state.to_json()["options"])  # type: ignore[call-overload]
    assert handicaps(found, dict(plain.header.options)) == ()


@pytest.mark.parametrize("game", names())
def test_a_handicap_is_part_of_state_digest_and_record(game: str) -> None:
    """Written in another order, with spaces and other capitals, it is the same one."""
    found = find(game)
    examples = named_examples(found)
    loose = {name: ", ".join(reversed(value.swapcase().split(","))) for name, value in examples.items()}
    told = {"seed": "1"} if any(option.name == "seed" for option in found.options) else {}
    match, again = Match.new(found, examples | told).deal(), Match.new(found, loose | told).deal()
    assert match == again
    assert match.digest() == again.digest() != Match.new(found, told).deal().digest()
    assert match.state.encode() != Match.new(found, told).deal().state.encode()
    (seat, *_) = match.state.active
    match = match.play(str(next(iter(match.state.legal(seat)))), seat)
    text = write(Record.of(match))
    assert all(f'[Option.{name} "' in text for name in examples)
    assert check(read(text)).log == match.log
    spoilt = read(text.replace(match.digest(), Match.new(found, told).digest()))
    with pytest.raises(Exception, match="digest"):
        check(spoilt)
    assert handicaps(found, dict(match.header.options)) == tuple(examples)
    with pytest.raises(BadOption, match=r"^(without|extra): games for a rating are played without a handicap\.$"):
        refuse_rated_handicap(found, dict(match.header.options))


def test_a_record_names_the_line_of_a_handicap_that_does_not_fit() -> None:
    """So that a person finds it."""
    record = Record.of(Match.new(find("djambi"), {"without": "red:M"}))
    text = write(record).replace("red:M", "red:C")
    at = next(number for number, line in enumerate(text.splitlines(), 1) if "red:C" in line)
    with pytest.raises(Exception, match=rf"^{at}:\d+: without: red cannot play without a chief"):
        check(replace(read(text), digest=""))


@pytest.mark.parametrize(
    "options",
    [{"without": "blue:A,red:M,red:M,yellow:N"}, {"players": "3", "without": "green:P,red:R"}],
    ids=["four", "three"],
)
def test_djambi_with_a_handicap_agrees_with_the_slow_one(options: Options) -> None:
    """Some turns from the start on."""
    rng = Random(5)
    state = begun("djambi", **options)
    for _ in range(4):
        (seat,) = state.active
        oracle = Oracle(state.to_json())
        turns = oracle.turns()
        assert {str(action) for action in state.legal(seat)} == set(turns)
        text = rng.choice(sorted(turns))
        after = state.play(seat, state.parse(seat, text))
        assert after.to_json() == oracle.after(turns[text])
        state = after


@pytest.mark.parametrize(
    ("game", "options", "nodes"),
    [
        ("djambi", {"without": "blue:A,red:M,red:M"}, [35, 1738]),
        ("epaminondas", {"size": "8x8", "without": "white:1.3", "extra": "white:3.5"}, [76, 4546]),
        ("megiddo", {"extra": "1:C3"}, [35, 1190]),
    ],
)
def test_handicaps_can_be_counted(game: str, options: Options, nodes: list[int]) -> None:
    """Counts of move sequences; each of those of Megiddo has one point fewer to choose from."""
    assert perft(begun(game, **options), len(nodes)) == nodes


@pytest.mark.parametrize("game", names())
def test_bots_play_positions_with_a_handicap(game: str) -> None:
    """A move of most levels, thought of shortly, from the first position on."""
    found = find(game)
    told = {"seed": "1"} if any(option.name == "seed" for option in found.options) else {}
    match = Match.new(found, named_examples(found) | told).deal()
    for turn, level in enumerate(("random", "greedy", "2", "3", "4", "5")):
        seat = match.state.active[0]
        match = match.play(str(bot_of(level).choose(match.seen_by(seat), seat, Random(turn), Budget(60))), seat).deal()
    assert match.ply >= 6
