"""Leaving for good: one's own seats resign, and bots alone where nobody is left who has seated them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest

from core.fault import IllegalAction
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase, TableView
from tests.gallery.fixed_table import view_of
from tui.table.departure import resign, resigns_one_game

if TYPE_CHECKING:
    from net.peer.peer import TableHandle


OVER = "It is over for {seat}."


class Hosted:
    """A table of one profile: the first seats are played by hand, the others by bots."""

    def __init__(self, game: str, hands: int, **options: str) -> None:
        """Begin the game."""
        self.view = seated(Match.new(find(game), options), hands)
        self.hands = hands
        self.said: list[str] = []

    async def declare(self, seat: Seat, text: str) -> None:
        """Let a seat say something out of turn."""
        assert self.view.match is not None
        self.view = seated(self.view.match.play(text, seat), self.hands)
        self.said.append(f"{seat} {text}")

    async def leave(self, seat: Seat) -> None:
        """Refuse: the game is over."""
        raise IllegalAction(OVER, seat=seat)


def seated(match: Match, hands: int) -> TableView:
    view = view_of(match)
    seats = tuple(replace(one, mine=True, bot="greedy" if one.seat >= hands else "") for one in view.seats)
    return replace(view, seats=seats, phase=Phase.OVER if match.state.outcome else Phase.PLAYING)


@pytest.mark.parametrize(
    ("game", "hands", "options", "said"),
    [
        ("megiddo", 1, {}, ["0 resign 1"]),
        ("megiddo", 1, {"target": "1"}, ["0 resign"]),
        ("epaminondas", 1, {}, ["0 resign"]),
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
