"""A bot's character is typed in any language, and a refusal lists all of them as they are shown."""

from __future__ import annotations

import pytest

from core.bots.persona import UnknownPersona
from tui.i18n.translation import LANGUAGES, speaking
from tui.text import new_table_dialogue
from tui.words.bot_words import CHARACTERS, character, characters, offered_characters


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_character_is_typed_as_it_is_shown(language: str) -> None:
    with speaking(language):
        for name, words in characters().items():
            assert {character(name), character(words), character(words.upper())} == {name}
        with pytest.raises(UnknownPersona) as refused:
            character("nobody")
    assert str(refused.value.fields["allowed"]) != ""
    for name in CHARACTERS:
        assert name in str(refused.value.fields["allowed"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_takes_every_character_that_is_offered(language: str) -> None:
    with speaking(language):
        for told in offered_characters():
            word = told.partition("(")[2].rstrip(")") or told
            plan = new_table_dialogue.table(f"2/{word}", "djambi", {"players": "4"})
            assert len([one for one in plan.sitters if one.startswith("2")]) == 3, word
