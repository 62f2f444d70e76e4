"""Settings in text mode: asked for until one can be changed, and taken as they are typed only if they are any."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from tests.tui.text.test_text_mode import hold
from tui.correspondence.notice_channel import BadChannel
from tui.i18n import translation
from tui.i18n.translation import tr
from tui.session.rooms import Rooms
from tui.settings.settings import Settings, load, save, settings_path
from tui.text.repl import converse
from tui.text.shell.console import Script
from tui.text.shell.settings_dialogue import OF_ITSELF, changed, obeyed, setting_line, setting_lines, spoken
from tui.words.setting_words import SPOKEN


def test_the_ways_keep_their_case_and_a_dash_takes_them_back() -> None:
    line = "desktop; post https://ntfy.example.net/Été-X"
    found = changed(Settings(), f"notify {line}")
    assert found.notify == line
    assert changed(found, "notify -").notify == ""
    assert changed(Settings(), "avis desktop").notify == "desktop"
    with pytest.raises(BadChannel):
        changed(found, "notify pigeon")


async def test_a_name_without_a_value_is_asked_again(parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(parley_home, ["8", "nom", "cloche Loud à fond", "nom Anne", "9"])
    bell = "turn (quand votre tour vient), talk (aussi quand d’autres parlent), off (non)"
    assert [line for line in said if line.startswith("ERREUR")] == [
        f"ERREUR cloche peut valoir {bell}, mais pas «\u00a0Loud à fond\u00a0».",
    ]
    assert "NOTE nom se change par une valeur à sa suite, par exemple\u00a0: nom Ann" in said
    assert "RÉGLAGE nom\u00a0: Anne" in said
    assert load(settings_path("tester")).nick == "Anne"


@pytest.mark.parametrize("word", ["settings", "réglages"])
async def test_the_word_of_the_menu_is_passed_over_where_settings_are_asked_for(parley_home: Path, word: str) -> None:
    said = await hold(parley_home, ["8", f"{word} alarms", f"{word} alarms off", "9"])
    assert not [line for line in said if line.startswith("ERROR")]
    assert load(settings_path("tester")).alarms == "off"


async def test_a_deed_is_taken_behind_the_word_for_people(parley_home: Path) -> None:
    said = await hold(parley_home, ["mute Zoe", "people mute Zoe", "gens taire Zoe", "people", "9"])
    refused = [line for line in said if line.startswith("ERROR")]
    assert len(refused) == 3
    assert len({*refused}) == 1


@pytest.mark.parametrize(("profile", "why"), [("default", "a word drawn by chance"), ("tester", "like your profile")])
async def test_who_has_told_no_name_hears_once_under_which_word_they_play(
    parley_home: Path, profile: str, why: str
) -> None:
    game, said = ["2", "epaminondas", "", "quit"], list[str]()
    lines = [*game, "1", "epaminondas", "", "quit", "settings name Ann", *game, "9"]
    await converse(Script(lines), said.append, Rooms(parley_home, profile), seed=5)
    told = [at for at, line in enumerate(said) if why in line]
    taken = next(at for at, line in enumerate(said) if "takes seat" in line)
    name = said[taken].split()[1]
    assert len(told) == 1
    assert told[0] < taken
    assert (name == profile) is (profile == "tester")
    assert said[told[0]].startswith(f"NOTE you are {name} here, {why}: settings name Ann ")


async def test_only_the_changed_setting_is_told(parley_home: Path) -> None:
    said = await hold(parley_home, ["settings nick Ann", "2", "", "settings bell talk", "quit", "9"])
    assert [line for line in said if line.startswith("SETTING ")] == [
        "SETTING nick: Ann",
        "SETTING bell: talk (when others talk, too); or turn (when your turn comes), off (no) [only on the screens]",
    ]


async def test_a_name_alone_takes_nothing_away(parley_home: Path) -> None:
    lines = ["settings nick Ann", "settings nick", "settings theme", "8", "quit", "9"]
    said = await hold(parley_home, lines)
    assert not [line for line in said if line.startswith("ERROR")]
    nick, theme = (line for line in said if " is changed by a value after it" in line)
    assert nick == "NOTE nick is changed by a value after it, for example: settings nick Ann"
    assert theme.startswith("NOTE theme is changed by a value after it, for example: settings theme parley-")
    assert load(settings_path("tester")).nick == "Ann"
    assert changed(Settings(nick="Ann"), "nick -").nick == ""


EXAMPLE = re.compile(r"(?:for example|par exemple)\s?: (.+)")


@pytest.mark.parametrize("opening", [(), ("2", "djambi", ""), ("8",)])
@pytest.mark.parametrize("language", translation.LANGUAGES)
async def test_the_example_of_a_setting_is_taken_where_it_is_given(
    parley_home: Path, opening: tuple[str, ...], language: str
) -> None:
    translation.use(language)
    word = "" if opening == ("8",) else "settings "
    for name in SPOKEN:
        save(settings_path("tester"), Settings(language=language))
        told = await hold(parley_home, [*opening, f"{word}{spoken(name)}", *["quit"] * bool(opening), "9"])
        (example,) = (found[1] for line in told if (found := EXAMPLE.search(line)))
        taken = await hold(parley_home, [*opening, example, *["quit"] * bool(opening), "9"])
        assert not [line for line in taken if line.startswith(("ERROR", "ERREUR"))], example
        assert [line for line in taken if line.startswith(("SETTING", "RÉGLAGE"))], example
        translation.use(language)


def test_values_are_told_and_understood_in_words() -> None:
    translation.use("fr")
    lines = setting_lines(Settings())
    watch = "once (d’un coup)\u00a0; ou step (l’un après l’autre, à mon rythme)"
    assert f"RÉGLAGE suivre\u00a0: {watch} [pour les écrans seulement]" in lines
    assert not [line for line in lines if line.endswith("-")]
    assert changed(Settings(), "alarmes non").alarms == "off"
    assert changed(Settings(), "cloche Aussi quand d’autres parlent").bell == "talk"
    assert changed(Settings(language="fr"), "langue english").language == "en"


@pytest.mark.parametrize("word", ["none", "aucun", "Aucun"])
def test_the_word_that_the_list_shows_for_nothing_is_taken(word: str) -> None:
    assert changed(replace(Settings(), notify="desktop"), f"notify {word}").notify == ""
    assert changed(replace(Settings(), nick="Ann"), f"nick {word}").nick == word, "somebody may be called so"


def test_the_list_says_what_a_way_to_notify_may_be() -> None:
    assert setting_line(Settings(), "notify").endswith("desktop, 'command CMD', 'post URL', 'mail ADDRESS'")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_name_alone_is_explained_in_every_place(parley_home: Path, language: str) -> None:
    """At the first menu, at its question, and at a table; each setting says what it does, and names no key."""
    translation.use(language)
    said = await hold(parley_home, ["settings alarms", "8", "alarmes", "", "2", "", "settings alarms", "quit", "9"])
    assert said.count(f"NOTE {tr(SPOKEN['alarms'])}") == 3
    for name in (field.name for field in fields(Settings) if field.name not in OF_ITSELF):
        value, effect, change = obeyed("tester", spoken(name))[1]
        assert value == setting_line(Settings(), name)
        assert effect == f"NOTE {tr(SPOKEN[name])}"
        assert "{" not in effect
        assert change.startswith(f"NOTE {spoken(name)} ")
