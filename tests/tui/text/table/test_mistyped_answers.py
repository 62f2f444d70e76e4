"""A mistake at a question with yes and no: the question stands and is asked again, whatever it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.text.test_text_mode import hold

RESIGNS = "NOTE If you resign, you lose the game. yes resigns, no plays on."
LEAVES = "NOTE If you leave the game, the others play on without you. yes leaves it, no plays on."
MATCH = "NOTE The whole match is given up and not offered again. yes gives it up, no plays on."
WORD = "NOTE yes plays it all the same, no leaves it."
TRUCE = ("propose truce blue 30", "Ma3-a4", "accept truce red", "Mg1-e1", "Ng7-g6", "Ma7-a6")


@pytest.mark.parametrize(
    ("lines", "question"),
    [
        (("2", "epaminondas", "resign"), RESIGNS),
        (("2", "players=3", "abandon"), LEAVES),
        (("2", "megiddo", "resign match"), MATCH),
        (("2", "", *TRUCE, "Mc1xe1>a3"), WORD),
    ],
)
async def test_a_mistake_leaves_the_question_open(parley_home: Path, lines: tuple[str, ...], question: str) -> None:
    said = await hold(parley_home, [*lines, "yess", "say", "no", "quit", "9"])
    asked = [at for at, line in enumerate(said) if line == question]
    assert len(asked) == 3, "once for itself and once after each mistake"
    assert [said[at - 1].startswith("ERROR ") for at in asked[1:]] == [True, True]
    told = ("NOTE you play on.", "NOTE the move is not played.")
    assert [line for line in said if line in told] == [told[question == WORD]]


async def test_an_answer_after_a_mistake_counts(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "epaminondas", "resign", "yess", "yes", "quit", "9"])
    assert any("resign" in line for line in said if line.startswith("MOVE 1 "))


async def test_what_is_done_instead_withdraws_the_question_and_says_so(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "epaminondas", "resign", "say hm", "yes", "resign", "resign", "quit", "9"])
    assert said.count("NOTE you play on.") == 1
    assert said.count("ERROR There is no offer to answer.") == 1
    assert said.count(RESIGNS) == 3, "one question follows the other without a word between"
