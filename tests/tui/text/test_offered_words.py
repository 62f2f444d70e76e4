"""Each word that a line of the text mode offers as a command is one, in the place where it is offered."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest

from core.fault import Fault
from core.games import names
from tests.catalogue import marked
from tests.gallery.fixed_table import match_of, view_of
from tests.tui.text.test_parity import hold
from tui.i18n import translation
from tui.i18n.translation import bare, tr
from tui.study.lessons.daily_puzzle import calendar, riddle
from tui.study.lessons.tutor import Tutor
from tui.text import replay_dialogue
from tui.text.shell import lesson_dialogue, text_menu
from tui.text.shell.console import Console, Script
from tui.text.shell.lesson_dialogue import LessonDialogue
from tui.text.shell.text_commands import Verb, parse_command
from tui.text.table.command_examples import help_lines

PLAYERS = {"djambi": 4, "mediterranee": 4}
ROWS = ("row", "line", "ligne", "rangée", "rangee")
"""The words for one row of a board, as a lesson, a table and a replay understand them."""

ELSEWHERE = {*text_menu.WORDS, *text_menu.RESUMES, *text_menu.TABLES, *text_menu.OPENS, *text_menu.BACK}
"""The words of the first menu and of a room, to which some sentences point, and those that go back from a question."""


def offered(text: str) -> list[str]:
    """Give the first word of each command that a line lists before it says what they do."""
    listed = re.split(r"\s*[;,]\s*", re.split(r"\s*:\s", text)[0])
    return [part.split()[0] for part in listed if part and not part.startswith("if")]


@pytest.fixture(params=["en", "fr"], autouse=True)
def language(request: pytest.FixtureRequest) -> str:
    """Speak each language."""
    translation.use(request.param)
    return str(request.param)


@pytest.mark.parametrize("puzzle", [False, True])
@pytest.mark.parametrize("game", names())
def test_a_lesson_and_a_puzzle_take_every_word_that_they_offer(
    game: str,
    puzzle: bool,  # noqa: FBT001 (a case)
    parley_home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    del parley_home
    tutor = riddle(game, calendar("")) if puzzle else Tutor(game, 1)
    said: list[str] = []
    talk = LessonDialogue(Console(Script(()), said.append), "tester", tutor)
    listed = re.split(r"\s*[;,]\s*", tr(lesson_dialogue.HELP).partition(":")[2].rstrip("."))[1:]
    words = [part.split()[0] for part in listed]
    assert len(words) > len(("hint", "board", "seats", "moves", "rules", "again", "next", "previous", "back", "quit"))
    moves: list[str] = []
    monkeypatch.setattr(talk, "play", moves.append)
    for word in (*words, *ROWS):
        with suppress(Fault):  # what stands behind the word is not there: the word itself is known
            talk.obey(word)
    for row in ROWS:
        with suppress(Fault):
            talk.obey(f"{row} 3")
    assert moves == []


@pytest.mark.parametrize("game", names())
def test_a_table_takes_every_word_of_its_help(game: str) -> None:
    for line in help_lines(view_of(match_of(PLAYERS.get(game, 2), 2, 1, game))):
        for word in offered(line):
            assert parse_command(word)[0] is not None, (word, line)
    assert {parse_command(word)[0] for word in ROWS} == {Verb.ROW}


def test_a_replay_takes_every_word_of_its_help() -> None:
    own, beside = replay_dialogue.Word.meanings(), {bare(word) for word in offered(tr(text_menu.EVERYWHERE))}
    listed = re.split(r"\s*[;,]\s*", tr(replay_dialogue.WORDS).partition(":")[2].strip(" .\u00a0"))
    assert [part for part in listed if bare(part.split()[0]) not in own] == []
    for line in map(tr, replay_dialogue.HELP):
        assert [word for word in offered(line) if bare(word) not in own and bare(word) not in beside] == []
    assert {own[bare(word)] for word in ROWS} == {replay_dialogue.Word.ROW}


async def test_what_is_offered_everywhere_is_taken_everywhere(parley_home: Path) -> None:
    played = ("2", "players=3", "draw", "yes", "quit")
    for way in (("lesson megiddo",), (*played, "7"), (*played, "7", "1")):
        for at, word in enumerate(offered(tr(text_menu.EVERYWHERE))):
            said = await hold(parley_home / f"{len(way)}{at}", *way, word)
            refused = tr(replay_dialogue.NO_VERB, text=word)
            assert not [line for line in said if refused in line or line.startswith(("WRONG", "NON"))], word


def test_every_word_between_marks_is_a_command(language: str) -> None:
    known = {*Verb.meanings(), *replay_dialogue.Word.meanings(), *ELSEWHERE}
    for message, files in marked().items():
        if not any(file.startswith(("tui/text/", "tui/table/sentences/")) for file in files):
            continue
        catalogue = translation._catalogue(language)
        many = catalogue.ngettext(message[0], message[1], 2) if isinstance(message, tuple) else ""
        text = catalogue.gettext(message) if isinstance(message, str) else many
        for word in re.findall(r"`([a-zà-ü?][^`]*)`", text):
            assert bare(word.split()[0]) in known, (language, message)
