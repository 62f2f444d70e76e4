"""Letters to one person: sealed to him, signed, bounded, and leading nowhere but into the room."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl import bindings

from core.fault import Fault
from net.room.direct_invitation import (
    BURST,
    KEPT,
    OPENED,
    STALE_MS,
    DirectInvitation,
    DirectInvitations,
    open_letter,
    seal_letter,
)
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from net.wire import mqtt_topic
from net.wire.codec import LOBBY_LIMIT, BadMessage, Flaw
from net.wire.invitation import Invitation
from tests.net.support.event_signer import TID, who
from tests.net.support.party import party, virtually
from tests.net.support.toy_games.toy_table import install

ANN, BEN, EVE = who("ann"), who("ben"), who("eve")
ROOM = Invitation("127.0.0.1", "club", bytes(range(16)))
AT = ROOM.at_table(TID, b"k" * 16)
NOW = 1_800_000_000_000
HEARD = {ANN.pid, BEN.pid}
VECTOR = json.loads((Path(__file__).parents[1] / "vectors" / "letter.json").read_text(encoding="utf-8"))


def letter(url: str = str(AT), text: str = "come", ts: int = NOW) -> DirectInvitation:
    return DirectInvitation(1, BEN.public, "Ben", url, text, ts)


def flaw_of(act: Callable[[], object]) -> Flaw:
    with pytest.raises(BadMessage) as caught:
        act()
    return caught.value.flaw


def test_the_golden_letter_opens() -> None:
    found = open_letter(ANN, bytes.fromhex(VECTOR["wire"]))
    assert VECTOR["to"] == {"seed": ANN.seed.hex(), "topic": mqtt_topic.inbox(ANN.pid)}
    assert [found.v, found.author.hex(), found.nick, found.url, found.text, found.ts] == VECTOR["fields"]


def test_a_letter_opens_for_one_person_and_tells_its_author() -> None:
    wire = seal_letter(BEN, ANN.public, letter())
    assert open_letter(ANN, wire) == letter()
    assert flaw_of(lambda: open_letter(EVE, wire)) is Flaw.SEALED
    assert flaw_of(lambda: open_letter(ANN, wire[:-1])) is Flaw.SEALED
    assert flaw_of(lambda: open_letter(ANN, bytes(LOBBY_LIMIT + 1))) is Flaw.SIZE
    assert flaw_of(lambda: open_letter(ANN, seal_letter(EVE, ANN.public, letter()))) is Flaw.SIGNATURE
    assert flaw_of(lambda: seal_letter(BEN, ANN.public, letter(text="x" * LOBBY_LIMIT))) is Flaw.SIZE


def test_who_gets_a_letter_cannot_pass_it_on_as_if_it_were_to_somebody_else() -> None:
    plain: list[bytes] = []
    wire = seal_letter(BEN, ANN.public, letter())
    secret = bindings.crypto_sign_ed25519_sk_to_curve25519(ANN.seed + ANN.public)
    plain.append(bindings.crypto_box_seal_open(wire, bindings.crypto_scalarmult_base(secret), secret))
    again = bindings.crypto_box_seal(plain[0], bindings.crypto_sign_ed25519_pk_to_curve25519(EVE.public))
    assert flaw_of(lambda: open_letter(EVE, again)) is Flaw.SIGNATURE


@given(st.binary(max_size=300))
def test_whatever_is_sealed_by_a_stranger_opens_to_nothing_or_is_refused(body: bytes) -> None:
    to = bindings.crypto_sign_ed25519_pk_to_curve25519(ANN.public)
    with pytest.raises(BadMessage):
        open_letter(ANN, bindings.crypto_box_seal(body, to))


@pytest.mark.parametrize(
    ("sent", "heard"),
    [
        (letter(), {ANN.pid}),
        (letter(ts=NOW - STALE_MS - 1), HEARD),
        (letter(url=str(ROOM)), HEARD),
        (letter(url=str(Invitation("evil.example", "club", bytes(16)).at_table(TID))), HEARD),
        (letter(url="https://evil.example"), HEARD),
    ],
)
def test_nothing_comes_of_strangers_old_letters_and_ways_out_of_the_room(
    sent: DirectInvitation, heard: set[str]
) -> None:
    inbox = DirectInvitations(ANN, ROOM)
    inbox.receive(seal_letter(BEN, ANN.public, sent), NOW, heard)
    assert inbox.shown(NOW) == ()


def test_an_invitation_leads_by_our_own_way_into_the_room_and_is_cleaned() -> None:
    inbox = DirectInvitations(ANN, ROOM)
    other = Invitation("192.0.2.1", "club", bytes(range(16)), port=9).at_table(TID, b"k" * 16)
    inbox.receive(seal_letter(BEN, ANN.public, letter(str(other), "\x1b[31mcome\n")), NOW, HEARD)
    (shown,) = inbox.shown(NOW)
    assert (shown.nick, shown.tid, shown.text) == ("Ben", TID.hex(), "come")
    assert inbox.way(TID) == AT
    assert inbox.way(bytes(16)) is None
    assert inbox.shown(NOW + STALE_MS + 1) == ()


def test_floods_of_letters_grow_nothing() -> None:
    inbox = DirectInvitations(ANN, ROOM)
    for number in range(KEPT + 5):
        at = ROOM.at_table(number.to_bytes(16, "big"))
        inbox.receive(seal_letter(BEN, ANN.public, letter(str(at), ts=NOW + number)), NOW + 20_000 * number, HEARD)
    assert len(inbox.shown(NOW + 200_000)) <= KEPT
    noisy = DirectInvitations(ANN, ROOM)
    for number in range(BURST[0] + 2):
        at = ROOM.at_table(number.to_bytes(16, "big"))
        noisy.receive(seal_letter(BEN, ANN.public, letter(str(at))), NOW, HEARD)
    assert len(noisy.shown(NOW)) == BURST[0]
    for _ in range(OPENED[0]):
        with pytest.raises(BadMessage):
            noisy.receive(b"noise", NOW + 20_000, HEARD)
    noisy.receive(b"noise", NOW + 20_000, HEARD)


def test_one_invites_nobody_without_end() -> None:
    inbox = DirectInvitations(BEN, ROOM)
    for _ in range(BURST[0]):
        post = inbox.write(ANN.public, "Ben", AT, "come", NOW)
    assert (post.topic, post.qos, post.retain) == (mqtt_topic.inbox(ANN.pid), 1, False)
    with pytest.raises(Fault, match="half a minute"):
        inbox.write(ANN.public, "Ben", AT, "come", NOW)
    inbox.write(EVE.public, "Ben", AT, "come", NOW)


def test_a_private_table_is_joined_by_an_invitation_in_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, bob = await here.enter("ann"), await here.enter("bob")
            handle = await ann.open_table("toy", {"players": "2"}, {"private": "yes"}, "Secret")
            await asyncio.sleep(1)
            (guest,) = handle.invitees
            assert guest.nick == "bob"
            await handle.invite(guest.pid, "come")
            await asyncio.sleep(1)
            (shown,) = bob.lobby.invited
            assert (shown.nick, shown.text, shown.tid) == ("ann", "come", handle.tid.hex())
            there = await bob.join(bytes.fromhex(shown.tid))
            assert there.view.phase is Phase.GATHERING
            public = await ann.open_table("toy", {"players": "2"}, {}, "For all")
            await asyncio.sleep(1)
            await ann.invite(bob.pid, Invitation.parse(public.invitation).at_table(public.tid, bytes(16)))
            await asyncio.sleep(1)
            assert (await bob.join(public.tid)).view.title == "For all"
            with pytest.raises(Fault, match="not in the room"):
                await handle.invite("0" * 16)
            assert not bob.flaws

    virtually(evening())


def test_an_invitation_is_gone_once_accepted_and_while_its_table_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, bob = await here.enter("ann"), await here.enter("bob")
            handle = await ann.open_table("toy", {"players": "2"}, {}, "Today")
            await ann.invite(bob.pid, Invitation.parse(handle.invitation))
            await asyncio.sleep(1)
            shown = [len(bob.lobby.invited)]
            there = await bob.join(handle.tid)
            shown.append(len(bob.lobby.invited))
            await there.close()
            await asyncio.sleep(1)
            shown.append(len(bob.lobby.invited))
            await ann.invite(bob.pid, Invitation.parse(handle.invitation))
            await asyncio.sleep(1)
            shown.append(len(bob.lobby.invited))
            await handle.bye()
            await asyncio.sleep(1)
            shown.append(len(bob.lobby.invited))
        assert shown == [1, 0, 0, 1, 0], "new, accepted, left, asked anew, closed"

    virtually(evening())
