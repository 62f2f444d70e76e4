"""What follows when nobody waits for a seat any longer is said before it is done: the game goes on, or how it ends."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from core.chance import HasPartners
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import OfferKind, OfferView, TableView, WaitView
from tests.gallery.fixed_table import view_of
from tui.i18n.translation import call
from tui.table.departure import LEAVING, declaration
from tui.table.seat_names import called
from tui.table.sentences.claim_words import (
    claim_words,
    end_without,
    final_claim_words,
    no_longer_words,
    pressing_seats,
    urged_words,
)
from tui.table.sentences.kept_seat import PAUSED, patience_words
from tui.table.sentences.out_words import BY_WORD, out_words, return_words

TEAM = (
    "megiddo",
    {"players": "4", "target": "1"},
    "the game ends: Red 1, Red 2 win: a player on the losing side does not answer any more.",
)
MASKED = (
    "mediterranee",
    {"players": "4"},
    "Constantinople is out of the game for good: where cards are hidden, nobody returns.",
)
CASES = [
    TEAM,
    ("megiddo", {"players": "4"}, "this game ends, and the match goes on."),
    ("megiddo", {"players": "3", "target": "1"}, "Blue is out of the game for good."),
    ("megiddo", {"players": "3"}, "Blue is out of this game; the match goes on."),
    ("epaminondas", {}, "the game ends: White wins: by resignation."),
    ("djambi", {"players": "4"}, "Blue is out of the game, and returns only if all agree."),
    MASKED,
]
BLUE = Seat(1)


def table(game: str, options: dict[str, str]) -> TableView:
    """Give a table whose second seat is waited for in vain."""
    view = view_of(Match.new(find(game), options))
    call(called(view.game, view.options))
    seats = tuple(replace(one, mine=one.seat == 0) for one in view.seats)
    terms = (("deal", "mental"),) if game == "mediterranee" else ()
    return replace(view, seats=seats, terms=terms, waits=(WaitView(BLUE, "move", 0, 1, ripe=True),))


@pytest.mark.parametrize(("game", "options", "end"), CASES)
def test_whoever_waits_no_longer_reads_how_the_game_ends_by_that(game: str, options: dict[str, str], end: str) -> None:
    view = table(game, options)
    assert end_without(view, BLUE) == end
    words = no_longer_words(view, BLUE, view.seats[BLUE].name)
    assert words.endswith(f"the patience of the table is over. Without an answer {end}")
    (wait,) = view.waits
    (told,) = claim_words(replace(view, waits=(replace(wait, claimed=(Seat(0),)),)))
    assert told.endswith(f"After that, if nobody waits any longer, {end}")


@pytest.mark.parametrize(("game", "options", "end"), CASES)
def test_whoever_is_waited_for_and_whoever_leaves_read_it_too(game: str, options: dict[str, str], end: str) -> None:
    view = table(game, options)
    view = replace(view, waits=(WaitView(Seat(0), "move", 0, 1, ripe=True, claimed=(BLUE,)),))
    end = end_without(view, Seat(0))
    assert end == own_words(end_without(table(game, options), BLUE))
    assert urged_words(view).endswith(f"If you do not, {end}")
    left = patience_words(view)
    assert left.endswith(f"then, if nobody waits on, {end}")
    assert patience_words(replace(view, paused=True)) == f"{PAUSED} {left}"


def own_words(end: str) -> str:
    """Give what the first seat reads of itself where others read this of the second."""
    told = (
        end.replace("White", "Black").replace("Red 1, Red 2", "Blue 1, Blue 2").replace("returns only", "return only")
    )
    return re.sub("^(Blue|Constantinople) is out", "you are out", told)


@pytest.mark.parametrize(("game", "options", "end"), CASES)
def test_one_is_asked_first_where_nothing_can_be_made_good(game: str, options: dict[str, str], end: str) -> None:
    view = table(game, options)
    made_good = "returns only" in end or "out of this game" in end
    side = " Constantinople plays on your side." if game == "mediterranee" else ""
    assert final_claim_words(view, BLUE) == ("" if made_good else f"If nobody waits any longer, {end}{side}")
    assert final_claim_words(replace(view, waits=()), BLUE) == ""


def test_one_is_told_of_a_partner_and_of_cards_that_cannot_be_drawn_then() -> None:
    game, options, _ = MASKED
    view = table(game, options)
    match = view.match
    assert match is not None
    assert isinstance(match.state, HasPartners)
    (partner,) = {*match.state.partners(Seat(0))} - {Seat(0)}
    beside, *others = (seat for seat in (Seat(1), Seat(2), Seat(3)) if seat != partner)
    late = replace(view, waits=tuple(WaitView(seat, "move", 0, 1, ripe=True) for seat in (partner, beside)))
    assert final_claim_words(late, partner).endswith("plays on your side.")
    assert final_claim_words(late, beside).endswith("nobody returns.")
    left = declaration(view, others[0], LEAVING)
    gone = replace(late, match=match.play(left, others[0]))
    seats = tuple(replace(one, pid=f"P{one.seat}") for one in gone.seats)
    assert final_claim_words(replace(gone, seats=seats), partner).endswith("it may be that nobody can draw cards then.")


def test_nobody_is_pressed_whose_table_catches_up_or_whose_seat_is_out() -> None:
    view = table("djambi", {"players": "4"})
    pressed = replace(view, waits=(WaitView(Seat(0), "move", 0, 1, ripe=True, claimed=(BLUE,)),))
    assert pressing_seats(pressed) == (BLUE,)
    assert claim_words(replace(pressed, ready=False)) == claim_words(replace(pressed, online=False)) == ()
    assert view.match is not None
    out = replace(pressed, match=view.match.play("abandon red", Seat(0)))
    assert pressing_seats(out) == ()
    assert claim_words(replace(out, ready=False)) == ()
    back = "You are back once you have asked to return and all have agreed."
    assert claim_words(out) == (f"Red: you are out of the game, since turn 1. {back} o: ask to return",)
    assert claim_words(out, BY_WORD)[0].endswith(f"{back} `return` asks for it.")
    assert return_words(out) == "Red is out; o: ask to return"
    asked = replace(out, offers=(OfferView("a", OfferKind.RETURN, Seat(0), (), (), ()),))
    assert return_words(asked) == ""
    assert claim_words(asked)[0].endswith("You have asked to return; the others still have to agree.")


def test_whoever_is_out_where_cards_are_hidden_reads_that_nobody_returns() -> None:
    view = table("mediterranee", {"players": "3"})
    assert view.match is not None
    left = declaration(view, Seat(0), LEAVING)
    out = replace(view, waits=(), match=view.match.play(left, Seat(0)))
    told = "Alexandria: you are out of the game, since turn 1. Where cards are hidden, nobody returns."
    assert claim_words(out) == (told,)
    assert out_words(out) == told
    assert (out_words(view), return_words(out)) == ("", "")
