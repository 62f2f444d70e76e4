"""Matches at their edges: positions that tell secrets, seats there are not, chance between decisions, whole digests."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from core.digest import chain
from core.fault import Fault, IllegalAction
from core.game import DEALER, Seat, State
from core.games import find
from core.match.match import Line, Match
from tests.core.support import card_game
from tests.core.support.number_game import Bid, Bids

RED, BLUE = Seat(0), Seat(1)


class Veiled(Bids):
    """Bids that others never see."""

    __slots__ = ()

    def mask(self, seat: Seat, bid: Bid, viewer: Seat | None) -> Bid:
        """Hide every bid."""
        del seat, bid, viewer
        return Bid("hidden")


def sealing(state: Bids) -> Match:
    """Give a match of bids under the header, the names and the chain of another game."""
    return replace(Match.new(find("djambi"), {}), state=cast("State[Any]", state), chain=b"chain")


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> Match:
    """Play a card game until a seat has to decide behind two lines of chance, another decision and a third one."""
    card_game.install(monkeypatch)
    return Match.new(find("cards"), {"talon": "6,5,4,3,2,1"}).deal().play("pass").deal()


def test_a_position_gives_its_options_and_its_seed_to_the_header_alone() -> None:
    game = find("mediterranee")
    position = Match.new(game, {"players": "3", "draw_rounds": "30"}).state.to_json()
    told = cast("dict[str, str]", position["options"])
    match = Match.at_position(game, {**position, "options": {**told, "seed": "7"}})
    options = dict(match.header.options)
    assert (options["players"], options["draw_rounds"], options["seed"]) == ("3", "30", "7")
    assert (match.header.game, match.header.version) == (game.name, game.version)
    assert match.header.position == json.dumps(position, sort_keys=True, separators=(",", ":"))
    assert Match.fold(match.header, ()) == match


def test_a_position_without_options_has_those_of_the_game() -> None:
    match = Match.at_position(find("djambi"), {"living": {"a1": "red C", "c3": "red M", "i9": "yellow C"}})
    assert match.header.options == Match.new(find("djambi"), {}).header.options


def test_a_position_leaves_out_what_is_no_option_of_the_game() -> None:
    game = find("megiddo")
    match = Match.at_position(game, Match.new(game, {"variant": "basic", "slide": "yes"}).state.to_json())
    assert [name for name, _ in match.header.options] == [one.name for one in game.options if not one.tacit]
    assert dict(match.header.options)["slide"] == "yes"


@pytest.mark.parametrize("seat", [4, 9, DEALER])
def test_a_seat_that_there_is_not_is_named_by_its_number(seat: int) -> None:
    with pytest.raises(IllegalAction, match=rf"^It is not the turn of {seat}\.$"):
        sealing(Bids()).seal("1", Seat(seat))


@dataclass(frozen=True, slots=True)
class BlueMayResign(Bids):
    """Bids of which red has to write his in words, and which blue alone may resign from."""

    def parse(self, seat: Seat, text: str) -> Bid:
        """Read a bid of red's from a word."""
        return Bid({"one": "1"}[text] if seat == RED else text)

    def declarations(self, seat: Seat) -> tuple[Bid, ...]:
        """Let blue resign, and only him."""
        return (Bid("resign"),) if seat == BLUE else ()


def test_a_sealed_decision_is_read_for_the_seat_that_makes_it() -> None:
    match = sealing(BlueMayResign())
    assert match.seal("one", RED).sealed == (Line(RED, "1"),)
    assert match.seal("resign", BLUE).log == (Line(BLUE, "resign"),)


def test_sealed_decisions_are_taken_back_one_by_one() -> None:
    one, two = Line(RED, "1"), Line(BLUE, "3")
    assert replace(sealing(Bids()), sealed=(one, two)).undo().sealed == (one,)
    assert replace(sealing(Bids()), sealed=(one, two)).undo(0).sealed == (one, two)


def test_a_decision_is_taken_back_with_the_chance_behind_it(dealt: Match) -> None:
    assert [line.seat for line in dealt.log] == [DEALER, DEALER, RED, DEALER]
    assert dealt.undo() == dealt.at(2)
    assert dealt.undo(0) == dealt
    with pytest.raises(Fault, match="only 1 decisions"):
        dealt.undo(2)


def test_the_whole_digest_tells_apart_what_the_public_one_hides(dealt: Match) -> None:
    other = Match.new(find("cards"), {"talon": "5,6,4,3,2,1"}).deal().play("pass").deal()
    assert (dealt.digest(), dealt.ply) == (other.digest(), other.ply)
    assert dealt.full_digest() != other.full_digest()
    quiet = Match.new(find("djambi"), {}).play("c1-d1")
    assert quiet.full_digest() == quiet.digest()
    assert len(quiet.digest()) == 32


def test_nobody_sees_what_another_has_sealed(dealt: Match) -> None:
    laid = dealt.play("fight").seal("lay 0", BLUE)
    assert laid.seen_by(BLUE).sealed == laid.sealed == (Line(BLUE, "lay 0"),)
    assert laid.seen_by(RED).sealed == laid.seen_by(None).sealed == ()


def test_a_seed_is_seen_by_nobody_even_before_anything_is_dealt() -> None:
    match = Match.new(find("mediterranee"), {"seed": "7"})
    for viewer in (None, RED):
        assert dict(match.seen_by(viewer).header.options) == dict(match.header.options) | {"seed": "told"}
    assert (match.header.game, match.header.version, match.header.position) == (
        "mediterranee",
        match.game.version,
        None,
    )
    open_to_all = Match.new(find("djambi"), {}).play("c1-d1")
    assert open_to_all.seen_by(BLUE) is open_to_all


def test_a_position_is_seen_as_far_as_its_viewer_may_know_it() -> None:
    game = find("mediterranee")
    begun = Match.new(game, {"placement": "standard", "seed": "4"}).deal()
    state = begun.play("pass").deal().play("pass").deal().state
    match = Match.at_position(game, state.to_json())
    seen = [match.seen_by(viewer).header.position for viewer in (None, RED, BLUE)]
    assert len({*seen, match.header.position}) == 4
    assert seen == [
        json.dumps(state.view(viewer).to_json(), sort_keys=True, separators=(",", ":")) for viewer in (None, RED, BLUE)
    ]
    told = {Match.at_position(game, json.loads(position or "")).digest() for position in seen}
    assert len(told) == 1


def test_what_nobody_else_may_see_goes_into_the_chain_as_they_see_it() -> None:
    open_bids, veiled = (sealing(state).enter(RED, Bid("1")) for state in (Bids(), Veiled()))
    assert open_bids.chain == chain(b"chain", (RED, "1"))
    assert veiled.chain == chain(b"chain", (RED, "hidden"))
    assert veiled.log == open_bids.log
