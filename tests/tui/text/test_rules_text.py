"""The rules in text mode: sentences without the signs of their source, a section at a time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.fault import Fault
from core.games import find, names
from core.option import settle
from core.scene import Role
from tests.tui.study.conftest import GAMES
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.i18n.translation import LANGUAGES
from tui.study.game_library import open_story
from tui.study.lessons.rules_text import Diagram, parts
from tui.text.replay_dialogue import ReplayDialogue
from tui.text.shell.console import Console, Script
from tui.text.shell.rules_lines import diagram_words, rules_lines, rules_of
from tui.text.shell.spoken_markdown import spoken

FIELD = '```board\ncaption = "First."\noptions = {}\n```\n'
SIGNS = re.compile(r"[`|#*]|^\s")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", names())
def test_no_sign_of_markdown_is_read(game: str, language: str) -> None:
    translation.use(language)
    text = Path(f"core/games/{game}/texts/rules.{language}.md").read_text(encoding="utf-8")
    said = [line for part in parts(game, text) if isinstance(part, str) for line in spoken(part)]
    assert not [line for line in said if SIGNS.search(line)]
    start = find(game).start(settle(find(game), {}))
    scene = start.scene()
    for cell in scene.cells[::7]:
        assert not any("|" in line or "**" in line for line in rules_of(game, scene, cell.spot))


def test_the_sections_are_listed_and_told_one_by_one() -> None:
    listing = rules_lines("epaminondas")
    assert listing[0] == "Epaminondas."
    assert "7 Notation" in listing
    assert listing[-1] == "`rules 1` to `rules 10` tell one of these sections, `rules all` tells them all."
    notation = rules_lines("epaminondas", "7", called="epaminondas")
    assert notation[0] == "Notation."
    assert "resign: you give the game up." in notation
    assert notation[-1] == "`rules epaminondas 8` goes on: An example game."
    assert not any("goes on" in line for line in rules_lines("epaminondas", "10"))
    for wrong in ("0", "11", "²"):
        with pytest.raises(Fault, match="is no section: there are 1 to 10, and all"):
            rules_lines("epaminondas", wrong)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", names())
def test_every_example_is_told_in_words(game: str, language: str) -> None:
    """By ear a drawing is a hundred dots: each piece of it, and no empty cell, is named."""
    with translation.speaking(language):
        whole = Path(f"core/games/{game}/texts/rules.{language}.md").read_text(encoding="utf-8")
        found = [part for part in parts(game, whole) if isinstance(part, Diagram)]
        lines = rules_lines(game, "all")
        assert not any("\N{MIDDLE DOT}" in line for line in lines)
        for diagram in found:
            told = list(diagram_words(diagram))
            assert told[0] == diagram.caption
            assert all(line in lines for line in told)
            if diagram.scene.atlas is None:
                board = told[1]
                spots = {cell.spot for cell in diagram.scene.cells}
                named = [spot for spot in re.findall(r"[\w.]*\w", board) if spot in spots]
                taken = {piece.spot for piece in diagram.scene.pieces}
                places = {cell.spot for cell in diagram.scene.cells if cell.role in {Role.POWER, Role.FORTRESS}}
                assert set(named) <= taken | places
                runs = board.count(" to ") + board.count(" à ")
                assert set(named) >= places if runs else set(named) == taken | places


def test_long_runs_corpses_and_places_are_told_shortly() -> None:
    first, *_ = (part for part in parts("epaminondas", FIELD) if isinstance(part, Diagram))
    assert list(diagram_words(first))[1] == (
        "BOARD White: 1.1 to 1.14, 2.1 to 2.14. Black: 11.1 to 11.14, 12.1 to 12.14."
    )
    told = rules_lines("djambi", "3")
    at = told.index("He kills on c5, the corpse goes to f6: Mc3xc5>f6.")
    assert told[at + 1] == (
        "BOARD Red: chief a1; militant c5. Blue: chief i1. Yellow: chief i9. Green: chief a9. Corpse f6; power e5."
    )
    before = told.index("The militant: one step or two.")
    assert told[before + 2].startswith("REACH c3: a3, a5, b2, ")
    assert "MARKED B4, C5." in rules_lines("megiddo", "3")


def test_a_section_is_drawn_where_that_is_asked_for() -> None:
    assert rules_lines("megiddo", "3")[-2:] == [
        "`rules 3 drawn` draws the boards of this section.",
        "`rules 4` goes on: Winning a game.",
    ]
    drawn = rules_lines("megiddo", "3 drawn")
    assert any("\N{MIDDLE DOT}" in line for line in drawn)
    assert not any("`rules 3 drawn`" in line or line.startswith("BOARD") for line in drawn)
    assert not any("drawn`" in line for line in rules_lines("epaminondas", "7"))
    assert not any("drawn`" in line for line in rules_lines("mediterranee", "all"))
    with translation.speaking("fr"):
        assert rules_lines("megiddo", "3")[-2].startswith("`règles 3 dessins` dessine ")
        assert any("\N{MIDDLE DOT}" in line for line in rules_lines("megiddo", "3 Dessins"))


async def test_they_are_asked_for_anywhere(parley_home: Path) -> None:
    lesson = ["lesson megiddo 1", "rules 2", "rules djambi 1 drawn", "quit"]
    said = await hold(parley_home, ["rules", "rules djambi 9", *lesson, "2", "", "rules 4", "quit", "9"])
    assert not [line for line in said if line.startswith("ERROR")]
    heads = ["`rules megiddo` tells the rules of one game."]
    heads += ["The end.", "A turn.", "The pieces.", "Who may stay where."]
    assert [line for line in said if line in heads] == heads


async def test_a_cell_is_asked_about_in_a_lesson_as_at_a_table(parley_home: Path) -> None:
    said = await hold(parley_home, ["lesson djambi 1", "rules c3", "rules z9", "rules megiddo 4", "quit", "9"])
    assert [line for line in said if line.startswith("`rules 3` tells the whole section")]
    assert [line for line in said if line.startswith("ERROR")] == [
        "ERROR There is no cell z9 on this board: write for example a1."
    ]
    assert "Winning a game." in said, "the rules of another game, whose name comes first"


async def test_a_cell_is_asked_about_in_a_replay_as_at_a_table() -> None:
    said: list[str] = []
    console = Console(Script(["go 1", "rules a1", "rules 4", "rules x y"]), said.append, plain=False)
    await ReplayDialogue(open_story(str(GAMES / "djambi" / "golden" / "four.record")), console).run()
    lines = "".join(said).splitlines()
    assert [line for line in lines if line.startswith("`rules 3` tells the whole section")]
    assert len([line for line in lines if line.startswith("ERROR")]) == 1


def test_a_piece_is_told_in_its_own_sentence_without_drawings() -> None:
    translation.use("fr")
    scene = find("djambi").start(settle(find("djambi"), {})).scene()
    told = {piece.letter: rules_of("djambi", scene, piece.spot) for piece in scene.pieces}
    assert [line for line in told["N"] if "pouvoir" in line]
    assert all(len(lines) == 2 for lines in told.values())
    assert told["N"][0].startswith("Nécromobile")
    assert {lines[-1] for lines in told.values()} == {
        "`règles 3` dit toute la section avec ses exemples\u00a0: Le tour de jeu."
    }


@pytest.mark.parametrize("game", names())
def test_what_is_on_a_spot_is_told_shortly(game: str) -> None:
    translation.use("en")
    scene = find(game).start(settle(find(game), {})).scene()
    for cell in scene.cells:
        told = rules_of(game, scene, cell.spot)
        assert 2 <= len(told) < 40, "a screen reader reads every line"
