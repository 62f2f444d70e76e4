"""`parley host` behind TLS: the invitation carries the certificate's pin, and leads others through that door only."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from net.broker.broker_process import pin_of
from net.broker.listener import BrokerListener
from net.wire.invitation import Invitation, Via
from tests.net.support.brokers.certificates import OPENSSL, certificate
from tests.system.peers.test_demo_restart import start
from tests.system.support.command import here, newcomer
from tui.session.hosted_broker import own


@pytest.mark.parametrize("via", ["ws", "wss"])
def test_a_room_behind_tls_is_found_by_its_invitation(tmp_path: Path, via: str) -> None:
    """A certificate means TLS by itself."""
    door = certificate(tmp_path, "host")
    with ExitStack() as evening:
        words = ("--via", via, "--certificate", door.certificate, "--key", door.key, "--json")
        host = start(evening, tmp_path, "host", *words)
        url = str(host.until("hosting")["url"])
        room = Invitation.parse(url)
        assert (room.via, len(room.pin)) == (Via.WSS, 64)
        table = start(evening, tmp_path, "open", url, "--profile", "ann")
        assert Invitation.parse(str(table.until("opened")["invitation"])).to_room() == room


@pytest.mark.skipif(OPENSSL is None, reason="there is no openssl on this machine to make a certificate with")
def test_a_certificate_of_ones_own_making_is_pinned_and_another_one_refused(tmp_path: Path) -> None:
    with ExitStack() as evening:
        host = start(evening, tmp_path, "host", "--tls", "--people", "9", "--public", "localhost", "--json")
        room = Invitation.parse(str(host.until("hosting")["url"]))
        assert (room.via, room.host) == (Via.TLS, "localhost")
        assert host.until("status", people=0, tables=0)
        made = tmp_path / "hosts" / "certificate.pem"
        assert room.pin == pin_of(BrokerListener(Via.TLS, str(made), str(made.with_suffix(".key"))))
        assert made.with_suffix(".key").stat().st_mode & 0o077 == 0
        assert own(made.parent) == (str(made), str(made.with_suffix(".key")))  # the same one the next time
        good = start(evening, tmp_path, "open", str(room), "--profile", "ann")
        good.until("opened")
        wrong = start(evening, tmp_path, "open", str(replace(room, pin="0" * 64)), "--profile", "ben")
        (error,) = list(wrong.read())
        assert str(error["error"]).endswith(
            " does not show the certificate that the invitation names: ask its host for a new one."
        )


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--via", "tin"), "wss"),
        (("--via", "tls", "--certificate", "nowhere.pem", "--key", "nowhere.key"), "cannot be used"),
        (("--tls", "--key", "mine.key"), "go together"),
        (("--certificate", "mine.pem"), "go together"),
        (("--public", "play.example/"), "not 'play.example/'"),
        (("--public", ""), "play.example.net or play.example.net:1883"),
        (("--bind", ""), "--bind takes an address"),
        (("--broker", "mosquitto", "--via", "ws", "--certificate", "{certificate}", "--key", "{key}"), "websockets at"),
        (("--via", "ws", "--certificate", "nowhere.pem", "--key", "nowhere.key"), "cannot be used"),
        (("--via", "ws", "--no-pin"), "an authority vouches for"),
        (("--tls", "--no-pin"), "an authority vouches for"),
        (("--no-pin",), "an authority vouches for"),
    ],
)
def test_a_door_that_cannot_be_is_one_sentence(tmp_path: Path, words: tuple[str, str], named: str) -> None:
    door = certificate(tmp_path, "host")
    given = (word.format(certificate=door.certificate, key=door.key) for word in words)
    done = here(newcomer(tmp_path), "host", *given, "--json")
    assert done.returncode == 2
    error = json.loads(done.stdout)
    assert error["event"] == "error"
    assert named in str(error["error"])
