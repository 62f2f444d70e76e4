"""`parley host` behind TLS: the invitation carries the certificate's pin, and leads others through that door."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from net.invite import Invitation, Via
from tests.net.test_doors import certificate
from tests.system.test_demo_restart import start


@pytest.mark.parametrize("via", ["tls", "wss"])
def test_a_room_behind_tls_is_found_by_its_invitation(tmp_path: Path, via: str) -> None:
    door = certificate(tmp_path, "host")
    with ExitStack() as evening:
        words = ("--via", via, "--certificate", door.certificate, "--key", door.key, "--json")
        host = start(evening, tmp_path, "host", *words)
        url = str(host.until("hosting")["url"])
        room = Invitation.parse(url)
        assert (room.via, len(room.pin)) == (Via(via), 64)
        table = start(evening, tmp_path, "open", url, "--profile", "ann")
        assert Invitation.parse(str(table.until("opened")["invitation"])).to_room() == room


@pytest.mark.parametrize(("words", "named"), [(("--via", "tin"), "wss"), (("--via", "tls"), "cannot be used")])
def test_a_door_that_cannot_be_is_one_sentence(tmp_path: Path, words: tuple[str, str], named: str) -> None:
    with ExitStack() as evening:
        host = start(evening, tmp_path, "host", *words, "--json")
        (error,) = list(host.read())
        assert error["event"] == "error"
        assert named in str(error["error"])
