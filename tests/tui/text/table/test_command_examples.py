"""The help of a table shows actions, cells and seats of the game that is played there, and all can be typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.game import Seat
from core.games import find
from core.option import settle
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation

GAMES = ("djambi", "megiddo", "epaminondas", "mediterranee")
WORDS = {
    "en": ("row", "column", "neighbours", "moves", "reach", "rules", "propose", "play"),
    "fr": ("ligne", "colonne", "voisins", "coups", "portée", "règles", "proposer", "jouer"),
}
"""The commands whose examples are typed, by the language."""


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("game", GAMES)
async def test_examples_of_the_help_can_be_typed(parley_home: Path, game: str, language: str) -> None:
    translation.use(language)
    begin, end = ["2", game, ""], ["quit", "9"]  # the empty line lifts the curtain of a game with cards
    told = [line for line in await hold(parley_home, [*begin, "help", *end]) if not line.startswith("NOTE")]
    typed = [
        part
        for line in told
        for part in re.split(r"\u00a0?: ", line)[0].split(", ")
        if re.match("|".join(rf"{word} \S" for word in WORDS[language]), part)
    ]
    assert len(typed) >= (6 if game == "mediterranee" else 8), typed
    said = await hold(parley_home, [*begin, *typed, *end])
    refused = [line for line in said if line.startswith(("ERROR", "ERREUR"))]
    # at the beginning of Méditerranée nobody moves: the examples are those of most turns
    assert len(refused) <= (2 if game == "mediterranee" else 0), refused
    assert not [line for line in told if "{" in line or re.search(r"\(.*(?:expected|attendu)", line)]
    if game != "djambi":
        assert not [line for line in told if re.search(r"Mb3|\b[a-i][1-9]\b|\b(?:yellow|jaune|green|vert)\b", line)]


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        ("djambi", ["abandon", "return"]),
        ("megiddo", ["resign"]),
        ("epaminondas", ["resign"]),
        ("mediterranee", ["resign", "abandon", "return"]),
    ],
)
async def test_only_ways_out_that_the_game_has_are_helped_with(parley_home: Path, game: str, ways: list[str]) -> None:
    translation.use("en")
    told = await hold(parley_home, ["2", game, "", "help", "quit", "9"])
    assert [way for way in ("resign", "abandon", "return") if any(line.startswith(f"{way}: ") for line in told)] == ways


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_are_actions(game: str) -> None:
    found = find(game)
    state = found.start(settle(found, {}))
    for text in found.examples:
        action = state.parse(Seat(0), text)
        assert str(action) == text
        assert {cell.spot for cell in state.scene(None).cells}.issuperset(action.path)
