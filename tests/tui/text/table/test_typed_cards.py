"""How cards are typed is said wherever they are asked for, and never by the answer; each language's word is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.game import Seat
from core.games.mediterranee.rules.notation import NOT_PAID
from core.study.puzzle import count
from tests.tui.support.campaign import played
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.i18n.action_words import WORDS, worded
from tui.i18n.translation import LANGUAGES, tr
from tui.study.lessons.daily_puzzle import DailyPuzzle
from tui.table.move_entry import MoveEntry
from tui.table.sentences.turn_request import lay_words
from tui.words.combat_words import WORDS as NAMES

ASKED = ["puzzle mediterranee 2", "moves", "hint", "help", "moves 15", "cartes 9 7", "Cartes 15 7", "quit", "9"]


async def test_a_puzzle_says_how_cards_are_typed(parley_home: Path) -> None:
    said = await hold(parley_home, ASKED)
    assert "MOVES with the cards 15, 9, 7, 4, 0: put down 2 cards, for example cards 0+0." in said
    assert said.count("NOTE what is asked for: put down 2 cards, for example cards 0+0.") == 2, "hint and help"
    assert "MOVES 15: cards 15+0; cards 15+4; cards 15+7; cards 15+9" in said
    assert [line for line in said if line.startswith("WRONG cards 9+7 ")], "it is read as an answer"
    assert "DONE 2/30." in said


async def test_a_french_puzzle_takes_the_french_word(parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(parley_home, ["problème mediterranee 2", "coups", "cartes 15+7", "quitter", "9"])
    assert "COUPS avec les cartes 15, 9, 7, 4, 0\xa0: posez 2 cartes, par exemple cards 0+0." in said
    assert "FAIT 2/30." in said


@pytest.mark.parametrize("number", range(1, count("mediterranee") + 1))
def test_no_example_is_the_answer(number: int) -> None:
    attempt = DailyPuzzle("mediterranee", number).attempt
    answer = attempt.step.solution
    assert answer.startswith("cards ")
    told = lay_words(attempt.state, attempt.seat, answer)
    assert told
    assert not told.endswith(f" {answer}")


def test_the_words_of_a_language_stand_for_those_of_the_notation() -> None:
    for word, others in WORDS.items():
        for other in (word, *others, *map(str.upper, others)):
            assert worded(f" {other} ROM").split() == [word, "ROM"]
    assert worded("prendre trahison").split() == ["take", "treason"]
    assert [worded(text) for text in ("", "Mc3-c4", "4.7-5.7", "ROM")] == ["", "Mc3-c4", "4.7-5.7", "ROM"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_that_are_shown_with_words_stand_for_them(language: str) -> None:
    translation.use(language)
    for word, template in NAMES.items():
        name = tr(template)
        for typed in (name, name.upper(), name.replace("’", "'"), "  ".join(name.split())):
            assert worded(f"{typed} 3").casefold().split() == [word, "3"]
            assert len(worded(typed)) >= len(typed)
    assert worded(f"{tr(NAMES['pay'])} rB1 NEA-CAR").split() == ["march", "rB1", "NEA-CAR"]
    assert worded(f"take {tr(NAMES['sedition'])}").split() == ["take", "sedition"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_forced_march_typed_by_its_name_is_paid_for(parley_home: Path, language: str) -> None:
    translation.use(language)
    name = tr(NAMES["pay"])
    opening = ["2", "mediterranee players=2 placement=standard", "", "moves"]
    said = await hold(parley_home, [*opening, name, f"moves {name}", f"{name} 15", "quit", "9"])
    assert any(f"pay ({name})" in line for line in said)
    told = [line for line in said if line.startswith(("ERROR", "ERREUR"))]
    assert len(told) == 1
    assert tr(NOT_PAID, example="pay").partition("pay")[0] in told[0]
    assert any(line.startswith(tr("MOVES {spot}: {moves}", spot="pay", moves="")) for line in said)


def test_the_prompt_of_a_table_takes_them_too() -> None:
    state = played(placement="none").state
    entry = MoveEntry(state, Seat(0))
    assert state.parse(entry.seat, entry.whole("prendre sédition")) == state.parse(entry.seat, "take sedition")
    assert entry.completions("prendre tr") == ("take treason",)
