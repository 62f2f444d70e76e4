"""What follows when nobody waits for a seat any longer is said before it is done: the game goes on, or how it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import TableView, WaitView
from tests.gallery.fixed_table import view_of
from tui.i18n.translation import call
from tui.table.seat_names import called
from tui.table.sentences.claim_words import claim_words, end_without, no_longer_words, urged_words
from tui.table.sentences.kept_seat import patience_words

TEAM = ("megiddo", {"players": "4", "target": "1"}, "the game ends: Red 1, Red 2 win: by resignation.")
CASES = [
    TEAM,
    ("megiddo", {"players": "4"}, "this game ends, and the match goes on."),
    ("megiddo", {"players": "3", "target": "1"}, ""),
    ("epaminondas", {}, "the game ends: White wins: by resignation."),
    ("djambi", {"players": "4"}, ""),
]
BLUE = Seat(1)


def table(game: str, options: dict[str, str]) -> TableView:
    """Give a table whose second seat is waited for in vain."""
    view = view_of(Match.new(find(game), options))
    call(called(view.game, view.options))
    seats = tuple(replace(one, mine=one.seat == 0) for one in view.seats)
    return replace(view, seats=seats, waits=(WaitView(BLUE, "move", 0, 1, ripe=True),))


@pytest.mark.parametrize(("game", "options", "end"), CASES)
def test_whoever_waits_no_longer_reads_how_the_game_ends_by_that(game: str, options: dict[str, str], end: str) -> None:
    view = table(game, options)
    assert end_without(view, BLUE) == end
    words = no_longer_words(view, BLUE, view.seats[BLUE].name)
    assert words.endswith(f"the patience of the table is over. Without an answer {end}" if end else "table is over")
    (wait,) = view.waits
    (told,) = claim_words(replace(view, waits=(replace(wait, claimed=(Seat(0),)),)))
    assert told.endswith(f"After that, if nobody waits any longer, {end}" if end else "if nobody waits any longer.")


@pytest.mark.parametrize(("game", "options", "end"), CASES)
def test_whoever_is_waited_for_and_whoever_leaves_read_it_too(game: str, options: dict[str, str], end: str) -> None:
    view = table(game, options)
    end = end.replace("White", "Black").replace("Red 1, Red 2", "Blue 1, Blue 2")
    pressed = replace(view, waits=(WaitView(Seat(0), "move", 0, 1, ripe=True, claimed=(BLUE,)),))
    assert urged_words(pressed).endswith(f"If you do not, {end}" if end else "will not wait any longer.")
    left = patience_words(view)
    assert left.endswith(f"then, if nobody waits on, {end}" if end else "then they may go on without you.")
