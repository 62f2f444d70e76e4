"""The text mode is complete away from the table too: rooms, lessons, people, and what the palette offers everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from tests.tui.text.test_parity import LOOKS, NOTATION, hold, is_reason
from tui.settings.keymap import CLUB, CLUBS, LESSON, PEOPLE, ROOM, TOURNAMENT, Key
from tui.study.lessons.tutor import Tutor
from tui.text import room_dialogue
from tui.text.shell import club_dialogue, lesson_dialogue, people_dialogue
from tui.text.shell.console import Console, Script
from tui.text.shell.text_commands import Verb

ROOM_WORDS = {
    "room.new": "new",
    "room.join": "the number of a table goes there",
    "room.watch": "the number of a table goes there, and sit alone asks for a seat",
    "room.filter": "tables",
    "room.talk": "say",
    "room.copy": "invitation",
    "room.people": "people",
    "room.accept": "join",
    "room.back": LOOKS,
    "room.help": "the word help tells the words of a room",
    "room.leave": "quit",
}
"""The word in a room for each key of that screen, or the reason."""

LESSON_WORDS = {
    "lesson.type": NOTATION,
    "lesson.hint": "hint",
    "lesson.back": "previous",
    "lesson.next": "next",
    "lesson.again": "again",
    "lesson.view": LOOKS,
    "lesson.rules": "rules",
    "lesson.leave": "quit",
}
"""The word in a lesson for each key of that screen, or the reason."""

PEOPLE_WORDS = {
    "people.verify": "verify",
    "people.mute": "mute",
    "people.block": "block",
    "people.call": "call",
    "people.forget": "forget",
    "people.leave": "what is asked for about people leads back by itself",
}
"""The word for each key of the list of people, or the reason."""


BACK = "what is asked for about clubs leads back by itself"
CLUBS_WORDS = {
    "clubs.open": "club NAME",
    "clubs.found": "club new",
    "clubs.join": "club join",
    "clubs.leave": BACK,
}
CLUB_WORDS = {
    "club.next": "club NAME tells all of it",
    "club.previous": "club NAME tells all of it",
    "club.open": "standings",
    "club.admit": "admit",
    "club.expel": "expel",
    "club.tournament": "open",
    "club.play": "new club=",
    "club.date": "date",
    "club.sync": "sync",
    "club.copy": "invite",
    "club.export": "export",
    "club.take": "club take",
    "club.result": "result",
    "club.charge": "charge",
    "club.alone": "organise=yes",
    "club.quit": "leave",
    "club.help": "clubs",
    "club.leave": BACK,
}
TOURNAMENT_WORDS = {
    "tournament.next": "standings tells all of it",
    "tournament.previous": "standings tells all of it",
    "tournament.play": "pairing=",
    "tournament.enter": "enter, withdraw",
    "tournament.step": "close, draw, start, round",
    "tournament.result": "result",
    "tournament.organiser": "organiser",
    "tournament.alone": "organise=yes",
    "tournament.sync": "sync",
    "tournament.help": "clubs",
    "tournament.leave": BACK,
}
"""The words for the keys of clubs and of a tournament, or the reason."""


@pytest.mark.parametrize(
    ("keys", "words", "told"),
    [
        (CLUBS, CLUBS_WORDS, club_dialogue.HELP),
        (CLUB, CLUB_WORDS, club_dialogue.HELP),
        (TOURNAMENT, TOURNAMENT_WORDS, club_dialogue.HELP),
        (ROOM, ROOM_WORDS, room_dialogue.HELP),
        (LESSON, LESSON_WORDS, lesson_dialogue.HELP),
        (PEOPLE, PEOPLE_WORDS, people_dialogue.HELP),
    ],
)
def test_every_other_key_has_a_word_that_help_tells_or_a_reason(
    keys: tuple[Key, ...], words: dict[str, str], told: str
) -> None:
    assert set(words) == {key.id for key in keys}
    assert [word for word in words.values() if not is_reason(word) and word not in told] == []


TAKEN = {
    *(Verb.BOARD, Verb.HAND, Verb.ROW, Verb.COLUMN, Verb.NEIGHBOURS, Verb.MOVES, Verb.REACH, Verb.SEATS, Verb.RULES),
    *(Verb.HINT, Verb.PLAY, Verb.REPEAT, Verb.NEXT, Verb.HELP, Verb.QUIT),
}
"""What a lesson takes as a table does: the position, its rules, and the ways on."""
BESIDE_IT = {
    *(Verb.PEOPLE, Verb.MUTE, Verb.BLOCK, Verb.VERIFY, Verb.CALL, Verb.FORGET, Verb.SETTINGS),
    *(Verb.LESSON, Verb.PUZZLE, Verb.MOMENT),
}
"""What is asked for anywhere, and leads back to the lesson."""


@pytest.mark.parametrize("verb", [verb for verb in Verb if verb not in BESIDE_IT])
def test_a_word_of_the_table_is_taken_in_a_lesson_or_told_to_be_one(
    verb: Verb, parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del parley_home
    for word in verb.words:
        tried: list[str] = []
        talk = lesson_dialogue.LessonDialogue(Console(Script(()), print), "tester", Tutor("mediterranee", 3))
        monkeypatch.setattr(talk, "play", tried.append)
        refused = ""
        try:
            talk.obey(f"{word} 3" if verb is Verb.PLAY else word)
        except Fault as fault:
            refused = fault.template
        assert bool(tried) == (verb in lesson_dialogue.SAID_HERE or verb is Verb.PLAY), word
        assert (refused == lesson_dialogue.AT_A_TABLE) == (verb not in TAKEN | lesson_dialogue.SAID_HERE), word


BESIDES = {
    "rules epaminondas": "Epaminondas.",
    "settings alarms off": "SETTING alarms: off",
    "people": "You are ",
    "puzzle djambi": "PUZZLE ",
    "lesson djambi 1": "LESSON 1/",
}
"""What is reached from every screen by the palette, with what is told first."""

PLAYED = ("2", "players=3", "draw", "yes", "quit")


@pytest.mark.parametrize(
    ("way", "here"),
    [
        (("4", "1"), "In a room: "),
        (("lesson megiddo",), "In a lesson: "),
        ((*PLAYED, "7"), "games, games djambi"),
        ((*PLAYED, "7", "1"), "quit: leave this replay"),
    ],
)
async def test_what_every_screen_leads_to_is_asked_for_anywhere(
    way: tuple[str, ...], here: str, parley_home: Path
) -> None:
    lines = [line for asked in BESIDES for line in (asked, *(["quit"] if asked.startswith(("puz", "les")) else []))]
    said = await hold(parley_home, *way, *lines, "help")
    assert [line for line in said if line.startswith(("ERROR", "WRONG"))] == []
    for told in BESIDES.values():
        assert [line for line in said if line.startswith(told)], told
    last = max(at for at, line in enumerate(said) if line.startswith("LESSON 1/"))
    assert [line for line in said[last:] if line.startswith(here)], "each leads back to where one was"


async def test_a_room_tells_what_can_be_chosen_for_a_new_table(parley_home: Path) -> None:
    said = await hold(parley_home, "4", "1", "options megiddo", "options chess", "quit")
    assert [line for line in said if line.startswith("target=36|1 (one game, no match)|1 to 999: ")]
    assert [line for line in said if line.startswith("takebacks=none (forbidden)|ask (if all agree)|1 to 9999: ")]
    assert len([line for line in said if line.startswith("ERROR ")]) == 1, "there is no chess here"


async def test_a_table_leads_to_lessons_and_back(parley_home: Path) -> None:
    asked = (
        "lesson 2",
        "settings alarms off",
        "quit",
        "puzzle",
        "quit",
        "call nobody = One",
        "forget nobody",
        "rules c3",
    )
    said = await hold(parley_home, "2", "", *asked, "Nc3-c4")
    assert any(line.startswith("LESSON 2/") for line in said)
    assert any(line.startswith("PUZZLE ") for line in said)
    assert len([line for line in said if line.startswith("ERROR You know nobody here yet")]) == 2
    assert any(line.startswith("MOVE 1 ● Red: Nc3-c4.") for line in said)
    assert said.count("TURN 1 ● Red: it is yours.") == 3, "told again whenever one comes back"


async def test_giving_up_and_leaving_are_two_things_where_the_rules_part_them(parley_home: Path) -> None:
    table = ("2", "mediterranee", "")
    for word, meant in (
        ("resign", "resign"),
        ("abandon", "abandon Rome"),
        ("abandonner", "resign"),
        ("laisser", "abandon Rome"),
    ):
        said = await hold(parley_home / word, *table, word, "yes")
        assert any(f": {meant}" in line for line in said if line.startswith("MOVE 1 ")), word
    said = await hold(parley_home, "2", "", "resign", "yes")
    assert any(": abandon red" in line for line in said), "where there is but one, either word means it"
