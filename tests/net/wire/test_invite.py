"""Invitations: every good one comes back, every bad one is one sentence that says what and where."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from net.wire.invitation import PORTS, TEXT_LIMIT, BadInvitation, Invitation, InvitationFlaw, Via
from tests.net.support.event_signer import TID

ROOM = Invitation("127.0.0.1", "club", bytes(range(16)), port=40123)
TABLE = ROOM.at_table(TID, b"t" * 16)
TEXT = str(TABLE)
VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "invitations.json").read_text())

KEYS = st.binary(min_size=16, max_size=16)
WORDS = st.text("abcXYZ019_-", min_size=1, max_size=32)
INVITATIONS = st.builds(
    Invitation,
    host=st.sampled_from(["localhost", "a.example", "10.0.0.7", "::1", "fe80::1%eth0", "2001:db8::7"]),
    room=WORDS,
    room_key=KEYS,
    port=st.integers(1, 65535),
    tid=KEYS,
    table_key=st.none() | KEYS,
    via=st.sampled_from(Via),
    pin=st.sampled_from(["", "0123456789abcdef" * 4]),
    prefix=st.lists(WORDS, min_size=1, max_size=4).map("/".join),
    user=st.just("") | WORDS,
)


def slip_of(text: str) -> InvitationFlaw:
    with pytest.raises(BadInvitation) as caught:
        Invitation.parse(text)
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert len(sentence) < 200
    return caught.value.slip


@given(INVITATIONS, st.booleans())
def test_an_invitation_comes_back(invitation: Invitation, to_room: bool) -> None:  # noqa: FBT001  hypothesis gives it
    invitation = invitation.to_room() if to_room else invitation
    text = str(invitation)
    assert Invitation.parse(text) == invitation
    assert str(Invitation.parse(text)) == text
    wrapped = "\n ".join(text[at : at + 40] for at in range(0, len(text), 40))
    assert Invitation.parse(f" <{wrapped}>\r\n") == invitation


def test_plain_things_are_left_out() -> None:
    assert str(ROOM).startswith("parley://127.0.0.1:40123/club#")
    assert str(replace(ROOM, port=1883)).startswith("parley://127.0.0.1/club#")
    assert str(replace(ROOM, port=1883, host="::1")).startswith("parley://[::1]/club#")
    assert "?via=wss&user=me#" in str(replace(ROOM, via=Via.WSS, port=443, user="me"))
    for via, port in PORTS.items():
        assert Invitation.parse(str(replace(ROOM, via=via, port=port))).port == port


def test_keys_may_be_typed_by_hand() -> None:
    address, key = str(ROOM).split("#")
    spaced = "-".join(key[at : at + 5] for at in range(0, len(key), 5))
    assert Invitation.parse(f"{address}#{spaced.lower()}") == ROOM
    assert Invitation.parse(f"{address.replace('parley', 'PARLEY')}#{key.replace('0', 'O').replace('1', 'l')}") == ROOM


def test_nothing_is_told_of_the_keys() -> None:
    assert "room_key" not in repr(TABLE)
    assert "table_key" not in repr(TABLE)
    assert len(ROOM.broker_password) == 64
    assert len(ROOM.lobby_key) == 32
    assert bytes.fromhex(ROOM.broker_password) not in {ROOM.lobby_key, ROOM.room_key}
    other = replace(ROOM, room_key=b"other room's key")
    assert other.broker_password != ROOM.broker_password
    assert other.lobby_key != ROOM.lobby_key


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("", InvitationFlaw.EMPTY),
        (" \n ", InvitationFlaw.EMPTY),
        ("https://example.org/x", InvitationFlaw.SCHEME),
        ("hello", InvitationFlaw.SCHEME),
        ("\x1b[31mparley://", InvitationFlaw.SCHEME),
        ("parley://host/room", InvitationFlaw.NO_KEY),
        ("parley://host/room#", InvitationFlaw.NO_KEY),
        ("parley://host/room?via=tls#", InvitationFlaw.NO_KEY),
        ("parley://host:8883/room?via=tls", InvitationFlaw.QUOTES),
        ("parley://host#key", InvitationFlaw.PARTS),
        ("parley://host/a/b/c#key", InvitationFlaw.PARTS),
        ("parley:///room#key", InvitationFlaw.HOST),
        ("parley://ho st/room?via=tcp#k", InvitationFlaw.CUT),
        ("parley://-host/room#key", InvitationFlaw.HOST),
        ("parley://a..b/room#key", InvitationFlaw.HOST),
        ("parley://[::1/room#key", InvitationFlaw.HOST),
        ("parley://[zz]/room#key", InvitationFlaw.HOST),
        ("parley://me@host/room#key", InvitationFlaw.HOST),
        ("parley://host:/room#key", InvitationFlaw.PORT),
        ("parley://host:0/room#key", InvitationFlaw.PORT),
        ("parley://host:65536/room#key", InvitationFlaw.PORT),
        ("parley://host:٨٠/room#key", InvitationFlaw.PORT),
        ("parley://host:1:2/room#key", InvitationFlaw.PORT),
        ("parley://host/ro+om#key", InvitationFlaw.ROOM),
        ("parley://host/#key", InvitationFlaw.PARTS),
        ("parley://host//x#key", InvitationFlaw.TABLE),
        ("parley://host/room/short#key", InvitationFlaw.TABLE),
        ("parley://host/room?colour=red#key", InvitationFlaw.OPTION),
        ("parley://host/room?via#key", InvitationFlaw.VALUE),
        ("parley://host/room?via=udp#key", InvitationFlaw.VALUE),
        ("parley://host/room?via=ws&via=ws#key", InvitationFlaw.TWICE),
        ("parley://host/room?pin=12#key", InvitationFlaw.VALUE),
        ("parley://host/room?prefix=a/%23#key", InvitationFlaw.VALUE),
        ("parley://host/room?user=#key", InvitationFlaw.VALUE),
        ("parley://host/room#key", InvitationFlaw.CUT),
        ("parley://host/room#key.key.key", InvitationFlaw.KEYS),
        ("parley://host/room#" + "U" * 29, InvitationFlaw.DIGIT),
        ("parley://host/room#" + "0" * 29, InvitationFlaw.CHECK),
        (TEXT.replace(TEXT[-20], "Z" if TEXT[-20] != "Z" else "Y"), InvitationFlaw.CHECK),
        (str(ROOM) + "." + TEXT.rpartition(".")[2], InvitationFlaw.KEY_ALONE),
        (
            TEXT.rpartition("#")[0] + "#" + TEXT.rpartition(".")[2],
            InvitationFlaw.CHECK,
        ),  # the table's key for the room's
        (TEXT[:-1], InvitationFlaw.CUT),
        (TEXT + "?via=tls", InvitationFlaw.CUT),
        ("parley://host/room#" + "0" * TEXT_LIMIT, InvitationFlaw.LONG),
        ("parley://" + "x" * (1 << 20), InvitationFlaw.LONG),
    ],
)
def test_a_bad_invitation_is_one_sentence(text: str, slip: InvitationFlaw) -> None:
    assert slip_of(text) is slip


def test_the_sentence_says_what_and_where() -> None:
    with pytest.raises(BadInvitation, match=r"The port '99999' of the invitation"):
        Invitation.parse("parley://host:99999/room#key")
    with pytest.raises(
        BadInvitation, match=r"The key of the invitation after . was not copied whole: 28 characters instead of 29"
    ):
        Invitation.parse(TEXT[:-1])
    with pytest.raises(BadInvitation, match=r"unknown option 'colour'"):
        Invitation.parse("parley://host/room?colour=red#key")


@settings(max_examples=500)
@example("parley://[/#")
@given(st.text(max_size=60) | st.text("parley:/#?=&.[]%0AZ@ \x1b", max_size=80).map(lambda tail: "parley://" + tail))
def test_any_text_raises_nothing_else(text: str) -> None:
    slip_of(text)


@settings(max_examples=500)
@given(st.data())
def test_a_changed_invitation_raises_nothing_else(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TEXT) - 1))
    changed = TEXT[:at] + data.draw(st.characters() | st.just("")) + TEXT[at + 1 :]
    with suppress(BadInvitation):
        assert isinstance(Invitation.parse(changed), Invitation)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["text"][:40])
def test_golden_invitations(vector: dict[str, str]) -> None:
    invitation = Invitation.parse(vector["text"])
    assert str(invitation) == vector["text"]
    assert invitation.room_key.hex() == vector["room_key"]
    assert (invitation.tid or b"").hex() == vector["tid"]
    assert (invitation.table_key or b"").hex() == vector["table_key"]
    assert invitation.broker_password == vector["broker_password"]
    assert invitation.lobby_key.hex() == vector["lobby_key"]


def test_a_public_table_is_read_by_those_who_have_the_rooms_key_and_a_private_one_by_its_own() -> None:
    public = ROOM.at_table(bytes(16))
    assert public.log_key == blake2b(b"public" + ROOM.room_key, digest_size=16).digest()
    assert replace(public, room_key=bytes(16)).log_key != public.log_key
    assert ROOM.at_table(bytes(16), b"k" * 16).log_key == b"k" * 16
