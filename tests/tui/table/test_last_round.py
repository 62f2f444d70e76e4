"""The last round: which moves are numbered, for whom, and how a look back goes through them one at a time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase, SeatView, TableView
from tests.gallery.fixed_table import wander
from tui.i18n import translation
from tui.screens.table.table_status import status_text
from tui.settings import theme
from tui.table.last_round import MOST, last_round
from tui.table.player_desk import PlayerDesk
from tui.widgets.text_style import TextStyle

Make = Callable[..., Match]
INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
OPENING = ("Mc2-d3", "Mg2-f3", "Ng7-g6", "Nc7-c6")
"""A move of each of four seats."""


def desk_at(match: Match, *mine: int) -> PlayerDesk:
    """Give the desk of somebody who holds the seats `mine`; without any they watch."""
    seats = tuple(
        SeatView(Seat(at), name, f"P{at}", "Ann", mine=at in mine, present=True) for at, name in enumerate(match.names)
    )
    desk = PlayerDesk()
    desk.take(TableView("00", "T", "P", Phase.PLAYING, match.header.game, match.header.options, (), seats, match))
    return desk


def played(match: Match, *texts: str) -> Match:
    for text in texts:
        match = match.play(text)
    return match


def wandered(game: str, until: Callable[[Match], bool]) -> Match:
    """Play at random until a position is of use."""
    options = {"players": "4"} if game == "djambi" else {"players": "4", "seed": "1", "placement": "standard"}
    match, rng = Match.new(find(game), options).deal(), Random(5)
    while not match.ply or not until(match):
        for seat in match.state.active:
            match = match.seal(wander(match.state, rng, seat), seat)
        match = match.deal()
    return match


ROUND = 40
"""Decisions after which every seat of a game with cards has had its turn."""


def test_the_moves_since_ones_own_are_numbered(make_match: Make) -> None:
    desk = desk_at(played(make_match(4), *OPENING), 0)
    assert sorted(desk.pick().trail) == [
        *(("c6", 3, 3), ("c7", 3, 3)),
        *(("f3", 1, 1), ("g2", 1, 1), ("g6", 2, 2), ("g7", 2, 2)),
    ]
    assert desk_at(played(make_match(4), *OPENING, "Md3-d4"), 0).pick().trail == (), "one's own move ends the round"
    grown = desk_at(played(make_match(4), *OPENING, "Md3-d4", "Mf3-f4"), 0)
    assert sorted(grown.pick().trail) == [("f3", 1, 1), ("f4", 1, 1)]


def test_who_watches_sees_the_last_move_of_each_other_seat(make_match: Make) -> None:
    watching = desk_at(played(make_match(4), *OPENING, "Md3-d4"))
    assert [move.entry.seat for move in watching.round] == [2, 3, 0]
    everybody = desk_at(played(make_match(4), *OPENING, "Md3-d4"), 0, 1, 2, 3)
    assert everybody.round == watching.round, "at one keyboard it is the round of the seat that is next"


def test_what_a_reporter_kills_beside_it_is_marked_too() -> None:
    match = wandered("djambi", lambda match: "!" in match.log[-1].text)
    line = match.log[-1]
    victim = line.text.partition("!")[2][:2]
    desk = desk_at(match, (line.seat + 1) % 4)
    assert (victim, desk.round[-1].number, line.seat) in desk.pick().trail


@pytest.mark.parametrize(
    ("options", "texts", "trail"),
    [
        ({}, ("C4", "D4"), {("D4", 1, 1)}),
        ({"game": "epaminondas"}, ("2.6.2N1", "11.6.2S1"), {("12.6", 1, 1), ("11.6", 1, 1), ("10.6", 1, 1)}),
    ],
)
def test_other_boards(options: dict[str, str], texts: tuple[str, ...], trail: set[tuple[str, int, int]]) -> None:
    match = played(Match.new(find(options.get("game", "megiddo")), {}), *texts)
    assert set(desk_at(match, 0).pick().trail) == trail


def test_chance_and_cards_are_no_moves() -> None:
    match = wandered("mediterranee", lambda match: match.ply > ROUND and len(desk_at(match, 0).round) > 1)
    desk = desk_at(match, 0)
    assert [move.number for move in desk.round] == list(range(1, len(desk.round) + 1))
    spots = {spot for spot, _, _ in desk.pick().trail}
    assert desk.scene is not None
    assert desk.scene.atlas is not None
    assert spots <= {town.spot for town in desk.scene.atlas.towns}
    assert not any(move.entry.seat in {0, -1} for move in desk.round)
    plies = []
    while desk.ply:
        desk.leaf(-1)
        plies.append(desk.ply)
    chance = {entry.ply for entry in desk.chronicle.entries if entry.seat < 0}
    assert plies
    assert chance.isdisjoint(plies)


def test_no_number_has_two_digits(make_match: Make) -> None:
    match = make_match(4)
    while match.ply < MOST + 5:
        match = match.play(str(next(iter(match.state.legal(match.state.active[0])))))
    entries = desk_at(match, 0).chronicle.entries
    assert [move.number for move in last_round(entries, Seat(9), PLACES)] == list(range(1, MOST + 1))


PLACES = {cell.spot for cell in Match.new(find("djambi"), {"players": "4"}).state.scene().cells}


def test_a_look_back_goes_through_the_round_and_returns(make_match: Make) -> None:
    desk = desk_at(played(make_match(4), *OPENING), 0)
    told = []
    for _ in range(3):
        desk.leaf(-1)
        told.append(status_text(desk, None, INK).plain)
    assert told[0].startswith(" Move 2 of 3 since yours:  ◆ Yellow Ng7-g6")
    assert told[1].startswith(" Move 1 of 3 since yours:  ■ Blue Mg2-f3")
    assert told[2].startswith(" Past: decision 1 of 4")
    assert desk.pick().trail == ()
    desk.leaf(1)
    assert {number for _, number, _ in desk.pick().trail} == {1}
    desk.leaf(1)
    assert {number for _, number, _ in desk.pick().trail} == {1, 2}
    assert desk.pick().last == ("g7", "g6"), "the move looked at has the ground of the last one"
    desk.leaf(1)
    assert not desk.past
    desk.leaf(-9)
    assert desk.ply == 0


def test_who_has_left_the_game_watches_too(make_match: Make) -> None:
    match = played(make_match(4), *OPENING)
    left = match.play("abandon red", Seat(0))
    desk = desk_at(played(left, "Mf3-f4", "Ng6-g5"), 0)
    assert [move.entry.seat for move in desk.round] == [1, 2]
    desk.leaf(-1)
    assert status_text(desk, None, INK).plain.startswith(" Move 1 of 2 of the last round:")


def test_who_watches_is_not_told_of_a_move_of_theirs(make_match: Make) -> None:
    desk = desk_at(played(make_match(4), *OPENING))
    desk.leaf(-1)
    assert status_text(desk, None, INK).plain.startswith(" Move 2 of 3 of the last round:")
    with translation.speaking("fr"):
        assert status_text(desk, None, INK).plain.startswith(" Coup 2 sur 3 du dernier tour\u00a0:")
