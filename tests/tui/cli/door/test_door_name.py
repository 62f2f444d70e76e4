"""The name of a door: what is given, else its host's own, else the word that others read for a host without a name."""

from __future__ import annotations

from pathlib import Path

from net.storage.profile import DEFAULT_NAME, Profile
from tui.cli.door.door_name import MARK, MARK_DRAWN, named
from tui.session.rooms import Rooms
from tui.settings.settings import Settings, save, settings_path


def test_the_name_given_comes_first_then_that_of_the_settings(parley_home: Path) -> None:
    save(settings_path(), Settings(nick="Olga"))
    assert named("Nora") == ("Nora", MARK.format(name="Nora"))
    assert named("") == ("Olga", MARK.format(name="Olga"))
    assert Profile.identity_of(parley_home, DEFAULT_NAME) is None


def test_without_a_name_it_is_the_word_that_the_settings_show_at_each_door(parley_home: Path) -> None:
    name, mark = named("")
    assert (name, mark) == (Rooms(parley_home, DEFAULT_NAME).drawn_name, MARK_DRAWN.format(name=name))
    with Profile.open(parley_home):  # a program of the host's has it open
        assert named("") == (name, mark)
