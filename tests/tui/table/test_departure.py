"""Leaving for good: one's own seats resign, and bots alone where nobody is left who has seated them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import OfferKind, OfferView, Phase, TableView
from tests.gallery.fixed_table import view_of
from tui.bots.seat_driver import grants
from tui.table.departure import asked_partners, departure_words, jointly_words, resign, resigns_one_game

if TYPE_CHECKING:
    from net.peer.peer import TableHandle


class Hosted:
    """A table of one profile: the first seats are played by hand, the others by bots."""

    def __init__(self, game: str, hands: int, elsewhere: tuple[int, ...] = (), /, **options: str) -> None:
        """Begin the game; people `elsewhere` hold some of the other seats."""
        self.hands = hands
        self.elsewhere = elsewhere
        self.view = self.seated(Match.new(find(game), options))
        self.said: list[str] = []

    async def declare(self, seat: Seat, text: str) -> None:
        """Let a seat say something out of turn."""
        assert self.view.match is not None
        self.view = self.seated(self.view.match.play(text, seat))
        self.said.append(f"{seat} {text}")

    async def bye(self) -> None:
        """Leave before the start."""
        self.said.append("bye")

    def seated(self, match: Match) -> TableView:
        """Give the view of a match with everybody in their seats."""
        view = view_of(match)
        seats = []
        for one in view.seats:
            there = one.seat in self.elsewhere
            seats.append(replace(one, mine=not there, bot="greedy" if one.seat >= self.hands and not there else ""))
        return replace(view, seats=tuple(seats), phase=Phase.OVER if match.state.outcome else Phase.PLAYING)


@pytest.mark.parametrize(
    ("game", "hands", "options", "said"),
    [
        ("megiddo", 1, {}, ["0 resign 1"]),
        ("megiddo", 1, {"target": "1"}, ["0 resign"]),
        ("epaminondas", 1, {}, ["0 resign"]),
        ("megiddo", 1, {"players": "3"}, ["0 resign 1"]),
        ("megiddo", 1, {"players": "4"}, ["0 resign 1", "2 resign 1"]),
        ("megiddo", 1, {"players": "6", "target": "1"}, ["0 resign", "3 resign", "1 resign", "2 resign", "4 resign"]),
        ("djambi", 1, {"players": "3"}, ["0 abandon red", "1 abandon green"]),
        ("djambi", 2, {"players": "4"}, ["0 abandon red", "1 abandon blue", "2 abandon yellow"]),
        ("djambi", 0, {"players": "3"}, ["0 abandon red", "1 abandon green"]),
    ],
)
async def test_bots_stay_while_whoever_seated_them_is_in_the_game(
    game: str, hands: int, options: dict[str, str], said: list[str]
) -> None:
    table = Hosted(game, hands, **options)
    await resign(cast("TableHandle", table))
    assert table.said == said


@pytest.mark.parametrize(("game", "one"), [("megiddo", True), ("epaminondas", False), ("djambi", False)])
def test_only_where_a_match_has_several_games_is_one_game_resigned(game: str, one: bool) -> None:  # noqa: FBT001 (a case)
    assert resigns_one_game(Hosted(game, 1).view) is one


async def test_a_partner_elsewhere_is_asked_and_no_bot_speaks_for_the_other_side() -> None:
    table = Hosted("megiddo", 1, (2, 3), players="4", target="1")
    assert asked_partners(table.view) == "Seat 2"
    assert "once Seat 2 says so too" in jointly_words(table.view, Seat(0))
    await resign(cast("TableHandle", table))
    assert table.said == ["0 resign"]
    assert table.view.phase is Phase.PLAYING


def test_where_all_of_a_side_play_here_nobody_is_asked() -> None:
    table = Hosted("megiddo", 4, players="4")
    assert (asked_partners(table.view), jointly_words(table.view, Seat(0))) == ("", "")
    assert asked_partners(Hosted("mediterranee", 1, (1, 2, 3)).view) == "", "who leaves abandons there"


@pytest.mark.parametrize(("bot", "agrees"), [("", True), ("greedy", False)])
def test_a_bot_resigns_with_a_partner_who_is_a_person(bot: str, agrees: bool) -> None:  # noqa: FBT001 (a case)
    view = Hosted("megiddo", 1, players="4").view
    view = replace(view, seats=(replace(view.seats[0], bot=bot), *view.seats[1:]))
    offer = OfferView("ab", OfferKind.CONCEDE, Seat(0), (), (), (Seat(2),), text="resign 1")
    assert grants(view, offer) is agrees


async def test_before_the_start_the_seats_are_given_up_and_the_opener_closes_the_table() -> None:
    table = Hosted("djambi", 1, players="3")
    table.view = replace(table.view, phase=Phase.GATHERING, match=None)
    await resign(cast("TableHandle", table))
    assert table.said == ["bye"]


@pytest.mark.parametrize(
    ("game", "options", "one", "several"),
    [
        ("megiddo", {}, "Resign this game only, then leave", ""),
        ("megiddo", {"target": "1"}, "Resign, then leave", "Resign with all your seats, bots too, then leave"),
        ("epaminondas", {}, "Resign, then leave", "Resign with all your seats, bots too, then leave"),
        (
            "djambi",
            {},
            "Leave the game to the others, then the table",
            "Give the game up for lost, bots too, then leave",
        ),
        ("mediterranee", {}, "Leave the game to the others, then the table", ""),
    ],
)
def test_the_way_out_is_called_as_the_rules_have_it(game: str, options: dict[str, str], one: str, several: str) -> None:
    view = Hosted(game, 1, **options).view
    alone = replace(view, seats=tuple(replace(seat, mine=not seat.seat) for seat in view.seats))
    assert departure_words(alone) == one
    assert not several or departure_words(view) == several
    gathering = replace(alone, match=None, phase=Phase.GATHERING)
    assert departure_words(gathering) == "Give the seat up, then leave"


@pytest.mark.parametrize(
    ("game", "options", "played", "said", "words"),
    [
        ("megiddo", {}, (), ["0 resign 1"], "Resign this game only, for Seat 0, then leave"),
        ("megiddo", {}, ("A1",), ["1 resign 1"], "Resign this game only, for Seat 1, then leave"),
        (
            "megiddo",
            {"players": "4"},
            ("A1",),
            ["1 resign 1", "3 resign 1"],
            "Resign this game only, for Seat 1; Seat 3, then leave",
        ),
        ("epaminondas", {}, ("2.1.1N1",), ["1 resign"], "Give the game up for Black, then leave"),
        (
            "mediterranee",
            {"players": "2", "placement": "standard", "seed": "3"},
            ("pass",),
            ["1 abandon ac"],
            "Give the game up for Alexandria-Carthage, then leave",
        ),
        (
            "djambi",
            {"players": "3"},
            (),
            ["0 abandon red", "1 abandon green"],
            "Give the game up for Red; Green, then leave",
        ),
    ],
)
async def test_where_all_share_the_keyboard_the_side_to_move_leaves_once_and_is_named(
    game: str, options: dict[str, str], played: tuple[str, ...], said: list[str], words: str
) -> None:
    table = Hosted(game, 9, **options)
    for text in played:
        assert table.view.match is not None
        table.view = table.seated(table.view.match.deal().play(text).deal())
    assert departure_words(table.view) == words
    await resign(cast("TableHandle", table))
    assert table.said == said
