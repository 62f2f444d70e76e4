"""Declarations in words: what they end is said before, and who comes or goes moves no key that ends the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from tests.gallery.fixed_table import view_of
from tui.i18n import translation
from tui.table.departure import declared_texts, declared_words, final_words, game_number
from tui.table.sentences.declaration_choice import declaration_answers, typed_declaration
from tui.table.sentences.farewell import departure_words
from tui.text.shell.text_commands import Verb
from tui.words.declaration_words import TYPED, decision_words, declaration_presses, declaration_words, typed_word


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


def test_whoever_leaves_as_one_of_the_last_two_reads_that_it_ends_the_game() -> None:
    match = Match.new(find("djambi"), {"players": "3"})
    first, second, third = match.names
    two = match.play(f"abandon {first}", Seat(0))
    told = final_words(view_of(two), Seat(1), f"abandon {second}")
    assert told == f"That ends the game, and nobody can return to it. {third.title()} wins: the last chief left."
    assert two.play(f"abandon {second}", Seat(1)).state.outcome is not None
    assert final_words(view_of(match), Seat(0), f"abandon {first}").endswith("and you can ask to return.")


def test_leaving_the_table_as_one_of_the_last_two_says_that_the_game_is_lost() -> None:
    match = Match.new(find("djambi"), {"players": "3"})
    own = [replace(one, mine=one.seat == 1, bot="") for one in view_of(match).seats]
    view = replace(view_of(match), seats=tuple(own))
    assert departure_words(view) == "Leave the game to the others, then the table"
    two = replace(view, match=match.play(f"abandon {match.names[0]}", Seat(0)))
    assert departure_words(two) == "Give the game up for lost, then leave"


def test_a_draw_names_the_game_of_a_match_as_a_resignation_does() -> None:
    match = Match.new(find("megiddo"), {"players": "4", "target": "10"})
    view = view_of(match)
    texts = [str(one) for one in match.state.declarations(Seat(0))]
    told = [declaration_words(text, game_number(view)) for text in texts]
    assert told == ["Resign game 1", "Offer a draw of game 1"]
    single = view_of(Match.new(find("megiddo"), {"target": "1"}))
    assert declaration_words("draw", game_number(single)) == "Offer a draw"
    assert game_number(view_of(Match.new(find("djambi"), {}))) == 0


def test_the_log_writes_every_declaration_in_words() -> None:
    texts = ["draw", "abandon red", "return red", "resign", "resign 3", "forfeit", "draw r 5", "Ca1-b2"]
    assert [decision_words(text) for text in texts] == [
        *("draw", "abandon red", "return red", "resign", "resign game 3", "forfeit", "draw r 5", "Ca1-b2")
    ]
    with translation.speaking("fr"):
        assert [decision_words(text) for text in texts] == [
            *("nulle", "quitter la partie (rouge)", "revenir (rouge)", "abandonner", "abandonner la partie 3"),
            *("forfait", "draw r 5", "Ca1-b2"),
        ]


def test_who_leaves_is_named_and_how_that_differs_from_resigning() -> None:
    djambi = view_of(Match.new(find("djambi"), {"players": "3"}))
    first, second = djambi.seats[0].name, djambi.seats[1].name
    told = declared_words(djambi, Seat(0), f"abandon {first}")
    assert told == f"Resign: {first.title()} leaves the game to the others, who play on"
    two = replace(djambi, match=Match.new(find("djambi"), {"players": "3"}).play(f"abandon {first}", Seat(0)))
    told = declared_words(two, Seat(1), f"abandon {second}")
    assert told == f"Resign: {second.title()} gives the game up, and that ends it"
    sides = view_of(Match.new(find("mediterranee"), {"players": "4", "placement": "standard"}))
    assert [declared_words(sides, Seat(0), text) for text in declared_texts(sides, Seat(0))] == [
        "Rome leaves the game to the others, who play on",
        "Resign: your side loses the game",
        "Offer a draw",
    ]


@pytest.mark.parametrize(
    ("game", "options", "resigns", "leaves"),
    [
        ("djambi", {"players": "3"}, "abandon red", "abandon red"),
        ("mediterranee", {"players": "4", "placement": "standard"}, "resign", "abandon r"),
        ("epaminondas", {}, "resign", "resign"),
        ("megiddo", {"players": "2"}, "resign 1", "resign 1"),
    ],
)
def test_a_typed_word_means_what_it_means_in_the_text_mode(
    game: str, options: dict[str, str], resigns: str, leaves: str
) -> None:
    view = view_of(Match.new(find(game), options))
    for word in ("resign", "Resign", "abandonner", "renoncer", resigns):
        assert typed_declaration(view, Seat(0), word) == resigns
    for word in ("abandon", "laisser", leaves):
        assert typed_declaration(view, Seat(0), word) == leaves
    assert typed_declaration(view, Seat(0), "nulle") == "draw"
    assert typed_declaration(view, Seat(0), "c3-c5") == ""


def test_a_typed_word_that_cannot_be_said_is_refused_with_the_reason() -> None:
    match = Match.new(find("djambi"), {"players": "4"})
    with pytest.raises(Fault, match="cannot return"):
        typed_declaration(view_of(match), Seat(0), "revenir")
    out = view_of(match.play("abandon red", Seat(0)))
    with pytest.raises(Fault, match="cannot be said now"):
        typed_declaration(out, Seat(0), "abandonner")


def test_the_typed_words_are_those_of_the_text_mode() -> None:
    meant = Verb.meanings()
    for word, others in TYPED.items():
        said = {typed for typed, verb in meant.items() if verb == Verb(word)}
        assert said == {word, *others}
        assert {typed_word(typed) for typed in said} == {word}


def test_of_two_that_end_the_game_alike_one_is_offered() -> None:
    view = view_of(Match.new(find("mediterranee"), {"players": "2", "placement": "standard"}))
    assert [declared_words(view, Seat(0), text) for text in declared_texts(view, Seat(0))] == ["Resign", "Offer a draw"]


def test_what_the_table_forbids_is_not_offered() -> None:
    match = Match.new(find("djambi"), {"players": "4"})
    view = replace(view_of(match), terms=(("talk", "on"), ("draw", "yes")))
    shut = replace(view, terms=(("talk", "off"), ("draw", "no")))
    heads = [
        [text.split()[0] for text, _ in declaration_answers(one, Seat(0), match.names, texts, hushed=False)]
        for one in (view, shut)
        for texts in [declared_texts(one, Seat(0))]
    ]
    assert {*heads[0]} - {*heads[1]} == {"draw", "diplomacy"}
    assert {*heads[1]} < {*heads[0]}
