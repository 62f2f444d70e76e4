"""A bot's character is typed in any language, and a refusal lists all of them as they are shown."""

from __future__ import annotations

import pytest

from core import bots
from core.bots import UnknownLevel
from core.bots.persona import UnknownPersona
from tui.i18n.translation import LANGUAGES, speaking
from tui.text import new_table_dialogue
from tui.words.bot_words import (
    CHARACTERS,
    bot_nick,
    bot_words,
    character,
    characters,
    offered_characters,
    typed_level,
)


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
def test_a_level_is_typed_under_every_name_that_it_has(language: str) -> None:
    with speaking(language):
        for level in bots.LEVELS:
            assert {typed_level(bot_nick(level)), typed_level(bot_words(level)), typed_level(level)} == {level}
        for typed in ("level 1", "Niveau 1", "level 1 bot", "robot niv. 1"):
            assert new_table_dialogue.table(typed, "djambi", {"players": "3"}).sitters.count("1") == 2, typed
        mixed = new_table_dialogue.table("level 1, me, niveau 2/loyal", "djambi", {"players": "3"})
        assert [one for one in mixed.sitters if one] == ["1", "me", "2/loyal"]
        with pytest.raises(UnknownLevel) as refused:
            new_table_dialogue.table("niveau 9", "megiddo", {})
        assert refused.value.fields["name"] == "9"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_takes_every_character_that_is_offered(language: str) -> None:
    with speaking(language):
        for told in offered_characters():
            word = told.partition("(")[2].rstrip(")") or told
            plan = new_table_dialogue.table(f"2/{word}", "djambi", {"players": "4"})
            assert len([one for one in plan.sitters if one.startswith("2")]) == 3, word
