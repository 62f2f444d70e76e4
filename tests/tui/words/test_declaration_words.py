"""Declarations in words: what they end is said before, and who comes or goes moves no key that ends the game."""

from __future__ import annotations

from core.game import Seat
from core.games import find
from core.match.match import Match
from tests.gallery.fixed_table import view_of
from tui.table.departure import final_words
from tui.words.declaration_words import declaration_presses


def test_the_keys_that_end_the_game_stay_whatever_else_is_offered() -> None:
    assert declaration_presses(["draw", "abandon red", "resign"]) == "189"
    assert declaration_presses(["draw", "diplomacy", "handing 1 P", "abandon red", "resign"]) == "12389"
    assert declaration_presses(["draw", "resign 2", "resign"]) == "192"
    assert declaration_presses([*["vacation"] * 9, "resign"]) == "12345670a9"
    assert declaration_presses(["vacation"] * 18 + ["resign"])[-3:] == "i 9"


def test_whoever_leaves_a_side_reads_what_becomes_of_it() -> None:
    match = Match.new(find("mediterranee"), {"players": "4", "placement": "standard"})
    (text,) = [str(one) for one in match.state.declarations(Seat(0)) if str(one).startswith("abandon")]
    told = final_words(view_of(match), Seat(0), text)
    assert told == "Your pieces stay on the board without you, Constantinople plays on, and you can ask to return."
    alone = match.play(str(match.state.declarations(Seat(1))[0]), Seat(1))
    assert final_words(view_of(alone), Seat(0), text) == "Nobody of your side plays on: it has lost then."
    assert alone.play(text, Seat(0)).state.outcome is not None
    djambi = Match.new(find("djambi"), {"players": "4"})
    assert final_words(view_of(djambi), Seat(0), "abandon red").startswith("Your pieces stay on the board without you,")
    assert final_words(view_of(djambi), Seat(0), "draw") == ""
