"""What makes positions alike: every image of a position is equal to it, plays like it, and nothing else is."""

from __future__ import annotations

import json
from random import Random

import pytest

from core.bots.bot import walk
from core.bots.level import deeper, likeness
from core.game import Seat
from core.games import find, names
from core.games.djambi.bot import symmetry as djambi
from core.games.djambi.rules.board import board
from core.games.megiddo.bot import symmetry as megiddo
from core.games.megiddo.rules.board import Edges
from core.match.match import Match


def match(game: str, *texts: str, **options: str) -> Match:
    found = Match.new(find(game), options)
    for text in texts:
        found = found.play(text)
    return found


@pytest.mark.parametrize("game", names())
def test_a_likeness_is_its_own_and_plays_on_as_the_position_does(game: str) -> None:
    alike, rng = likeness(game), Random(7)
    found = match(game, **({"placement": "standard"} if game == "mediterranee" else {}))
    for _ in range(12):
        if not found.state.active or found.state.active[0] < 0:
            break
        first = alike(found.state)
        assert alike(first) == first
        seat = found.state.active[0]
        assert len(list(first.legal(seat))) == len(list(found.state.legal(seat)))
        found = found.play(str(walk(found.state, seat, rng)))


def test_the_boards_have_as_many_images_as_they_have_symmetries() -> None:
    assert [len(megiddo.images(edges, slide=False)) for edges in Edges] == [24, 24, 288]
    assert [len(megiddo.images(edges, slide=True)) for edges in Edges] == [24, 24, 24]
    assert [len(djambi.images(board(players))) for players in (4, 3, 6)] == [8, 12, 12]


def test_a_first_stone_of_megiddo_is_alike_on_every_radial_and_inside_out() -> None:
    alike = likeness("megiddo")

    def first(text: str) -> object:
        return alike(match("megiddo", text, players="2").state)

    assert first("C3") == first("A3") == first("F4") != first("A1") == first("E6")


def test_left_and_right_are_alike_in_epaminondas_and_up_and_down_are_not() -> None:
    alike = likeness("epaminondas")
    left, right = match("epaminondas", "2.1.1N1").state, match("epaminondas", "2.14.1N1").state
    assert alike(left) == alike(right)
    assert alike(left) != alike(match("epaminondas", "2.2.1N1").state)
    strict = [match("epaminondas", text, symmetry="move").state for text in ("2.1.1N1", "2.14.1N1")]
    assert alike(strict[0]) != alike(strict[1]), "the last move counts there"


def test_no_army_of_djambi_is_its_mirror_image_at_the_start() -> None:
    alike = likeness("djambi")
    state = match("djambi").state
    after = [alike(state.play(Seat(0), one)) for one in state.legal(Seat(0))]
    assert len(set(after)) == len(after)


def test_pieces_of_one_kind_may_change_places_in_mediterranee() -> None:
    alike = likeness("mediterranee")
    state = match("mediterranee", placement="standard").state
    told = json.loads(json.dumps(state.to_json()))
    told["board"]["rF1"], told["board"]["rF2"] = told["board"]["rF2"], told["board"]["rF1"]
    swapped = find("mediterranee").setup(told)
    assert swapped != state
    assert alike(swapped) == alike(state)


def test_a_game_without_symmetries_leaves_positions_as_they_are() -> None:
    state = match("megiddo", "C3").state
    assert likeness("chess")(state) is state
    assert [deeper(name) for name in ("greedy", "3", "5")] == ["greedy", "4", "5"]
