"""`parley invite`: a fresh room at somebody else's broker; what cannot be is one sentence."""

from __future__ import annotations

import pytest

from core.fault import Fault
from net.wire.invitation import BadInvitation, Invitation, Via
from tui.cli import command_line


def invited(capsys: pytest.CaptureFixture[str], *words: str) -> Invitation:
    """Ask for an invitation as somebody would."""
    assert command_line.run(["invite", *words]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found = Invitation.parse(line)
    assert str(found) == line
    return found


def test_a_room_of_ones_own_has_a_fresh_key(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (invited(capsys, "broker.example", "--room", "club") for _ in range(2))
    assert (one.host, one.port, one.room, one.via, one.user, one.tid) == (
        "broker.example",
        8883,
        "club",
        Via.TLS,
        "",
        None,
    )
    assert one.room_key != other.room_key
    full = invited(capsys, "[2001:db8::1]:1884", "--via", "tcp", "--user", "pid", "--prefix", "a/b")
    assert (full.host, full.port, full.via, full.user, full.prefix) == ("2001:db8::1", 1884, Via.TCP, "pid", "a/b")


def test_a_fingerprint_may_be_given_as_openssl_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    for printed in ("", "sha256 Fingerprint=", "SHA256 Fingerprint="):
        assert invited(capsys, "broker.example", "--pin", printed + ":".join(["AB"] * 32)).pin == "ab" * 32


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("broker.example", "--via", "tin"), "The option via"),
        (("broker.example", "--pin", "12"), "The option pin"),
        (("broker.example", "--user", "a&b"), "The option user of the invitation cannot be 'a&b'"),
        (("broker.example", "--user", "a#b"), "The option user of the invitation cannot be 'a#b'"),
        (("broker.example", "--prefix", "a b"), "The option prefix of the invitation cannot be 'a b'"),
        (("broker.example", "--pin", "SHA1 Fingerprint=" + ":".join(["AB"] * 20)), "The option pin"),
    ],
)
def test_what_cannot_be_is_one_sentence(words: tuple[str, ...], why: str) -> None:
    with pytest.raises(BadInvitation, match=why):
        command_line.run(["invite", *words])


@pytest.mark.parametrize("room", ["", "a/b", "a b", "a#b", "a?b", "r" * 33])
def test_a_room_without_a_name_it_can_have_is_told_so(room: str) -> None:
    with pytest.raises(Fault, match=r"A room's name has 1 to 32 of .*; .* has not\.") as refused:
        command_line.run(["invite", "broker.example", "--room", room])
    assert refused.value.fields["given"] == repr(room)


@pytest.mark.parametrize(
    "given", ["", "broker.example:x", "broker.example:0", "broker.example/", "http://x:y", "a b", "broker.example/club"]
)
def test_a_broker_that_is_no_address_is_told_with_what_is_wanted(given: str) -> None:
    with pytest.raises(Fault, match=r"\(broker\.example or broker\.example:8883\), not as ") as refused:
        command_line.run(["invite", given])
    assert refused.value.fields["given"] == repr(given)
