"""Matches: a log and its fold."""

from __future__ import annotations

import pytest

from core.fault import BadOption, Fault, IllegalAction
from core.game import Seat
from core.games import find
from core.match.match import Header, Line, Match
from core.study.exhaustive_search import perft


@pytest.fixture
def match() -> Match:
    """Play two turns and a declaration."""
    begun = Match.new(find("djambi"), {})
    return begun.play("c1-d1").play("abandon green", Seat(3)).play("Mi3-i4")


def test_the_log_is_canonical(match: Match) -> None:
    """What was typed forgivingly is kept in its canonical text, with the seat that decided."""
    assert match.log == (Line(Seat(0), "Mc1-d1"), Line(Seat(3), "abandon green"), Line(Seat(1), "Mi3-i4"))
    assert match.ply == 3


def test_fold_gives_the_match_back(match: Match) -> None:
    """Header and log are all there is to know."""
    again = Match.fold(match.header, match.log)
    assert again == match
    assert again.digest() == match.digest()
    assert match.at(1) == Match.fold(match.header, match.log[:1])


def test_undo_takes_decisions_back(match: Match) -> None:
    """One by one, to the beginning and no further."""
    assert match.undo() == match.at(2)
    assert match.undo(3).log == ()
    with pytest.raises(Fault, match="only 3 decisions"):
        match.undo(4)


def test_digests_tell_matches_apart(match: Match) -> None:
    """Options, rules, order and seats all count."""
    game = find("djambi")
    begun = Match.new(game, {})
    known = {match.digest(), begun.digest(), Match.new(game, {"quiet": "9"}).digest(), match.undo().digest()}
    assert len(known) == 4
    assert begun.play("Mc1-d1").digest() != begun.play("Mc1-e1").digest()


def test_a_position_is_part_of_the_header() -> None:
    """A match from a position folds from its header alone."""
    position = {"living": {"a1": "red C", "c3": "red M", "i9": "yellow C"}}
    match = Match.at_position(find("djambi"), position).play("Mc3-c5")
    assert Match.fold(match.header, match.log) == match
    assert match.digest() != Match.new(find("djambi"), {}).digest()


def test_who_may_move() -> None:
    """Without a name it is the active seat's decision; after the end nobody's."""
    match = Match.new(find("djambi"), {})
    with pytest.raises(IllegalAction):
        match.play("Mi3-i4", Seat(1))
    for seat in (1, 2, 3):
        match = match.play(f"abandon {match.names[seat]}", Seat(seat))
    with pytest.raises(IllegalAction, match=r"The game is over\."):
        match.play("Mc1-d1")


def test_a_header_of_another_game_is_refused() -> None:
    """Options that do not exist raise a sentence."""
    with pytest.raises(BadOption, match="djambi has no option size"):
        Match.fold(Header("djambi", 1, (("size", "9"),)), ())


def test_perft_ends_with_the_game() -> None:
    """A finished game has no successors, at whatever depth."""
    match = Match.new(find("djambi"), {})
    assert perft(match.state, 2) == [30, 1205]
    for seat in (1, 2, 3):
        match = match.play(f"abandon {match.names[seat]}", Seat(seat))
    assert perft(match.state, 3) == [0, 0, 0]
