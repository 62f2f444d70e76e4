"""`parley join`: an invitation in place of a room's name leads straight there."""

from __future__ import annotations

import pytest

from tui.bootstrap.start_request import Play
from tui.cli import face_choice
from tui.cli.play_options import join
from tui.session import room_search

INVITATION = "parley://127.0.0.1:1/parlour#MPDW0EMYQ2M0DV3NY58F5P4DHVAC6"


@pytest.mark.parametrize("written", [INVITATION, "PARLEY://" + INVITATION.partition("//")[2]])
def test_an_invitation_is_followed_and_nothing_is_searched(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    shown: list[Play] = []
    monkeypatch.setattr(room_search, "listen", lambda _seconds: pytest.fail("the network was asked"))
    monkeypatch.setattr(face_choice, "show", shown.append)
    join(written, text=True)
    assert [(play.invitation, play.text) for play in shown] == [(written, True)]


def test_a_program_that_asks_for_json_never_gets_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(_seconds: float) -> dict[str, object]:
        return {}

    monkeypatch.setattr(room_search, "listen", nobody)
    monkeypatch.setattr(face_choice, "show", lambda _play: pytest.fail("a face was opened"))
    join(INVITATION, json=True)
