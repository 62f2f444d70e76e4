"""No sentence of the text mode names a key, as there is none to press, and none says the id of an action."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.catalogue import marked
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.i18n.translation import LANGUAGES, tr
from tui.settings.settings import Settings
from tui.text import repl
from tui.text.repl import screen_key
from tui.text.shell.settings_dialogue import explained, spoken
from tui.words.setting_words import HINTS, SPOKEN

KEY = "{key["
FACES = ("tui/screens/", "tui/widgets/", "tui/app/")
OTHERWISE = "the text mode has a sentence of its own beside it"
SCREENS = "only screens say it"
NAMED = {
    "tui/session/invitations.py": OTHERWISE,
    "tui/session/moved_table.py": OTHERWISE,
    "tui/table/sentences/out_words.py": OTHERWISE,
    "tui/table/sentences/still_words.py": OTHERWISE,
    "tui/table/sentences/waiting_tables.py": OTHERWISE,
    "tui/table/sentences/seat_handover.py": OTHERWISE,
    "tui/words/setting_words.py": OTHERWISE,
    "tui/session/settlement_follow_up.py": SCREENS,
    "tui/study/analysis/own_moments.py": SCREENS,
    "tui/study/lessons/daily_puzzle.py": SCREENS,
    "tui/study/lessons/tutor.py": SCREENS,
    "tui/table/hint.py": SCREENS,
    "tui/table/sentences/declaration_choice.py": SCREENS,
    "tui/words/choice_words.py": SCREENS,
    "tui/words/clock_words.py": SCREENS,
    "tui/words/club_rows.py": SCREENS,
}
"""The files below the faces with sentences that name a key, and why the text mode says none of these."""


def test_it_is_known_why_the_text_mode_says_no_sentence_that_names_a_key() -> None:
    found = {file for text, files in marked().items() if KEY in str(text) for file in files}
    assert {file for file in found if not file.startswith(FACES)} == set(NAMED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_setting_is_explained_by_a_key(language: str, keyless: list[str]) -> None:
    translation.use(language)
    for name in SPOKEN:
        told = explained(Settings(), spoken(name))
        assert not [line for line in told if "board." in line or "table." in line], name
    assert keyless == []


async def test_an_overlooked_sentence_names_the_key_and_not_the_id(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repl, "screen_key", screen_key)
    await hold(parley_home, ["9"])
    assert tr(HINTS["confirm"]) == "Whether a whole move waits for one more Enter before anybody else sees it."
