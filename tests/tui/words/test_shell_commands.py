"""A sentence that names a command of the shell says in the text mode and on screens what is done there."""

from __future__ import annotations

import re
from contextvars import copy_context
from pathlib import Path

import pytest

from core.fault import Fault
from net.club import table_result
from net.peer import club_at_table, peer
from tests.catalogue import marked
from tests.tui.text.test_conversations import Person
from tui.i18n import shell_commands
from tui.i18n.translation import reword, tell, tr
from tui.records import evidence_file, record_check
from tui.records.club import club_book, deed_table, season_file
from tui.session.rooms import Rooms
from tui.text.repl import converse

ROOM = "parley://127.0.0.1:1/parlour#" + "0" * 29
COMMAND = re.compile(r"[`“]parley [a-z]|: parley [a-z]")
ALONE = {
    "tui/cli": "printed in the shell",
    "tui/headless": "printed in the shell",
    "net/storage/profile_handover.py": "told to a second keeper, in the shell",
}
"""Where sentences are for the shell alone, and why."""

SAYS_WHERE = re.compile(r"in a shell|leave Parley, run")
"""What tells whoever reads it elsewhere that a command is one of the shell."""


def test_the_sentences_that_are_said_otherwise_are_those_that_are_told() -> None:
    assert shell_commands.AT_PROMPT.keys() == shell_commands.ON_SCREENS.keys()
    assert shell_commands.AT_PROMPT.keys() == {
        club_book.NO_PLACE,
        peer.NO_TABLE,
        club_at_table.CLUB,
        table_result.NOT_SETTLED,
        season_file.IN_FILE,
        evidence_file.KEPT,
        record_check.IS_EVIDENCE,
        record_check.IS_CLUB,
    }


def test_every_other_sentence_with_a_command_of_the_shell_says_that_it_is_one() -> None:
    known = {*shell_commands.AT_PROMPT, deed_table.WRONG_WORDS}
    found = [
        text
        for text, files in marked().items()
        if isinstance(text, str)
        and COMMAND.search(text)
        and text not in known
        and not all(path.startswith(tuple(ALONE)) for path in files)
    ]
    assert found, "there are such sentences"
    assert [text for text in found if not SAYS_WHERE.search(text)] == []


@pytest.mark.parametrize("words", [shell_commands.AT_PROMPT, shell_commands.ON_SCREENS])
def test_a_face_says_it_in_its_own_words(words: dict[str, str]) -> None:
    def told() -> tuple[str, str]:
        reword(words)
        return tr(season_file.IN_FILE, path="x"), tell(Fault(club_book.NO_PLACE, name="Friday"))

    file, place = copy_context().run(told)
    assert file == "The whole log of the club is in x, for anybody to check in a shell with `parley check`."
    assert place.startswith("It is not known where Friday lies: ")
    assert "parley" not in place
    assert "parley club sync" in tell(Fault(club_book.NO_PLACE, name="Friday"))


async def test_the_text_mode_names_what_is_typed_to_bring_a_club_up_to_date(parley_home: Path) -> None:
    person = Person()
    person.type("club new Friday", "club sync Friday", "club invite Friday", "club sync Friday", "quit", "quit")
    await converse(person, person.write, Rooms(parley_home, "ann", "Ann", announce=False))
    told = [line for line in person.said if "is not known where" in line]
    assert len(told) == 3
    assert all("as `club sync CLUB INVITATION` or `club follow CLUB INVITATION`." in line for line in told)
    assert not any("parley club" in line for line in person.said)
