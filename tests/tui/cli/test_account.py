"""What is told to the operator of a broker that knows each person."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.fault import Fault
from net.storage.profile import Profile
from net.transport.broker_account import account
from net.transport.mqtt_transport import Address
from net.transport.transport import OWN_USER, ROOM_USER
from net.wire.invitation import Invitation
from tui.cli.credentials import account as tell

ROOM = Invitation("broker.example", "club", bytes(range(16)), user=OWN_USER)


def test_the_line_for_the_operator_is_what_the_broker_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    assert tell(str(ROOM), profile="ann") == 0
    said = capsys.readouterr().out.strip()
    with Profile.open(tmp_path, "ann") as ann, Profile.open(tmp_path, "bob") as bob:
        at = Address.of(ROOM, ann.identity)
        assert said == f"{at.user}:{at.password}" == ":".join(account(ann.identity, ROOM))
        assert at.user == ann.identity.pid
        others = {account(bob.identity, ROOM)[1], account(ann.identity, replace(ROOM, room_key=bytes(16)))[1]}
        assert len(others | {at.password, ROOM.broker_password}) == 4


def test_a_room_with_one_password_has_no_accounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    with pytest.raises(Fault, match="user=pid"):
        tell(str(replace(ROOM, user="")), profile="ann")
    with Profile.open(tmp_path, "ann") as ann:
        shared = Address.of(replace(ROOM, user=""), ann.identity)
    assert (shared.user, shared.password) == (ROOM_USER, ROOM.broker_password)
