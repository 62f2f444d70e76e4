"""The ways to notify are set in text mode as they are typed, and only if they are any."""

from __future__ import annotations

import pytest

from tui.correspondence.notice_channel import BadChannel
from tui.settings.settings import Settings
from tui.text.shell.settings_dialogue import changed


def test_the_ways_keep_their_case_and_a_dash_takes_them_back() -> None:
    line = "desktop; post https://ntfy.example.net/Été-X"
    found = changed(Settings(), f"notify {line}")
    assert found.notify == line
    assert changed(found, "notify -").notify == ""
    assert changed(Settings(), "avis desktop").notify == "desktop"
    with pytest.raises(BadChannel):
        changed(found, "notify pigeon")
