"""What Parley relies on in a broker, property by property: amqtt, mosquitto and two joined nodes of ejabberd.

In the cluster the two people of a test are at different nodes, but where it is about what is retained: a node of
ejabberd gives newcomers what was retained at that node, which the protocol gets along with (peers ask one another).
What is not here is not relied on: sessions that a broker keeps, its patience with silent clients, messages told once,
retained ones beyond a table's (see `test_mosquitto_cut.py`), the order of several publishers.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import secrets
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

import net.transport.mqtt_transport
from net.broker import broker_process
from net.broker.broker_process import start_broker
from net.identity import base32
from net.transport.mqtt_transport import Address, MqttTransport
from net.transport.transport import AccessRefused, Message, Offline, Will
from net.wire.codec import SEGMENT_LIMIT
from tests.net.support.brokers import cluster
from tests.net.support.brokers.broker_under_test import ANN, BOB, PASSWORDS, TABLE_TOPICS, WAIT, Stand, documented
from tests.net.support.brokers.proxy import Proxy, Toxic, Way

pytestmark = pytest.mark.asyncio(loop_scope="module")
LONG = "PARLEY_LONG" in os.environ


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["amqtt", "mosquitto", "ejabberd"])
async def stand(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stand]:
    """Give a broker of each kind, one for all tests of this file."""
    if request.param == "ejabberd":
        if not LONG:
            pytest.skip("a cluster takes some seconds to start: set PARLEY_LONG=1")
        if not cluster.available():
            pytest.skip("there is no ejabberd on this machine")
        nodes = await asyncio.to_thread(cluster.Cluster, tmp_path_factory.mktemp("ejabberd"))
        for user, password in PASSWORDS.items():
            nodes.register(user, password)
        one, two = nodes.nodes
        yield Stand((one.host, one.port), (two.host, two.port))
        nodes.stop()
        return
    if request.param == "mosquitto":
        if not broker_process.available():
            pytest.skip("there is no mosquitto on this machine")
        broker, alike = await documented(tmp_path_factory.mktemp("mosquitto")), None
    else:
        broker, alike = await start_broker(request.param, user="parley", password="room"), ("parley", "room")  # noqa: S106
    here = (broker.host, broker.port)
    yield Stand(here, here, alike)
    await broker.stop()


@pytest.fixture
def table() -> str:
    """Give the topic of a table that no other test uses."""
    return f"parley/1/t/{base32.encode(secrets.token_bytes(16))}"


async def test_what_is_retained_comes_first_and_is_marked(stand: Stand, table: str) -> None:
    ann, bob = await stand.come(ANN), await stand.come(BOB)
    kept, live = f"{table}/e/{ANN}/00001", f"{table}/e/{ANN}/00002"
    await ann.publish(kept, b"first", retain=True)
    await ann.publish(kept, b"old", retain=True)
    await bob.subscribe({f"{table}/e/#": 1})
    assert await bob.next(1, table) == [Message(kept, b"old", retain=True)]
    await ann.publish(live, b"new", retain=True)
    assert await bob.next(1, table) == [Message(live, b"new")]
    await asyncio.gather(ann.close(), bob.close())


async def test_the_messages_of_one_publisher_keep_their_order(stand: Stand, table: str) -> None:
    ann, bob = await stand.come(ANN), await stand.come(BOB, far=True)
    await bob.subscribe({f"{table}/e/#": 1, f"{table}/h/+": 1})
    for number in range(60):
        await ann.publish(f"{table}/e/{ANN}/{number:05}", bytes([number]), retain=number % 3 == 0)
    assert [message.payload[0] for message in await bob.next(60, table)] == list(range(60))
    await asyncio.gather(ann.close(), bob.close())


async def test_an_empty_message_clears(stand: Stand, table: str) -> None:
    ann, bob = await stand.come(ANN), await stand.come(BOB)
    gone, kept = f"{table}/e/{ANN}/00001", f"{table}/e/{ANN}/00002"
    await ann.publish(gone, b"1", retain=True)
    await ann.publish(gone, b"", retain=True)
    await ann.publish(kept, b"2", retain=True)
    await bob.subscribe({f"{table}/e/#": 1})
    assert await bob.next(1, table) == [Message(kept, b"2", retain=True)]
    await asyncio.gather(ann.close(), bob.close())


async def test_the_will_clears_what_was_retained_when_a_connection_breaks(stand: Stand, table: str) -> None:
    lobby = f"parley/1/l/{table[-26:]}"
    here = f"{lobby}/p/{ANN}"
    ann, bob = await stand.come(ANN, will=Will(here)), await stand.come(BOB, far=True)
    await bob.subscribe({f"{lobby}/#": 1})
    await ann.publish(here, b"present", retain=True)
    assert [one.payload for one in await bob.next(1, lobby)] == [b"present"]
    ann.vanish()
    assert await bob.next(1, lobby) == [Message(here, b"")]
    late = await stand.come(BOB)
    await late.subscribe({f"{lobby}/#": 1})
    await bob.publish(f"{lobby}/c", b"said")
    assert [one.payload for one in await late.next(1, lobby)] == [b"said"]
    await asyncio.gather(ann.close(), bob.close(), late.close())


async def test_filters_match_what_they_name_and_nothing_else(stand: Stand, table: str) -> None:
    ann, bob = await stand.come(ANN), await stand.come(BOB, far=True)
    await bob.subscribe({f"{table}/e/#": 1, f"{table}/h/+": 0})
    for word, number in itertools.product("sqrwhe", range(2)):
        tail = f"/0000{number}" if word == "e" else "/0001" if word == "s" else ""
        await ann.publish(f"{table}/{word}/{ANN}{tail}", f"{word}{number}".encode())
    assert [one.payload for one in await bob.next(4, table)] == [b"h0", b"h1", b"e0", b"e1"]
    await bob.unsubscribe((f"{table}/h/+",))
    await ann.publish(f"{table}/h/{ANN}", b"unheard")
    await ann.publish(f"{table}/e/{ANN}/00009", b"heard")
    assert [one.payload for one in await bob.next(1, table)] == [b"heard"]
    await asyncio.gather(ann.close(), bob.close())


async def test_ones_own_messages_come_back(stand: Stand, table: str) -> None:
    ann = await stand.come(ANN)
    await ann.subscribe({f"{table}/e/#": 1})
    await ann.publish(f"{table}/e/{ANN}/00001", b"mine", retain=True)
    assert await ann.next(1, table) == [Message(f"{table}/e/{ANN}/00001", b"mine")]
    await ann.close()


async def test_the_longest_messages_pass_whole(stand: Stand, table: str) -> None:
    ann, bob = await stand.come(ANN), await stand.come(BOB, far=True)
    long, segment = secrets.token_bytes(SEGMENT_LIMIT), f"{table}/s/{ANN}/0000"
    await bob.subscribe({f"{table}/s/#": 1})
    await ann.publish(segment, long, retain=True)
    assert await bob.next(1, table) == [Message(segment, long)]
    late = await stand.come(BOB)
    await late.subscribe({f"{table}/s/#": 0})
    assert (await late.next(1, table))[0] == Message(segment, long, retain=True)  # amqtt may say it twice
    await asyncio.gather(ann.close(), bob.close(), late.close())


async def test_nothing_is_kept_for_who_comes_again(stand: Stand, table: str) -> None:
    ann, bob = await stand.come(ANN), await stand.come(BOB, far=True)
    await bob.subscribe({f"{table}/e/#": 1})
    bob.vanish()
    await ann.publish(f"{table}/e/{ANN}/00001", b"missed")
    again = await stand.come(BOB, far=True)
    await again.subscribe({f"{table}/h/+": 1})
    await ann.publish(f"{table}/e/{ANN}/00002", b"not asked for")
    await ann.publish(f"{table}/h/{ANN}", b"asked for")
    assert [one.payload for one in await again.next(1, table)] == [b"asked for"]
    await asyncio.gather(ann.close(), bob.close(), again.close())


async def test_somebody_may_be_there_twice_under_new_client_ids(stand: Stand, table: str) -> None:
    stuck, again = await stand.come(ANN), await stand.come(ANN, far=True)
    bob = await stand.come(BOB)
    await asyncio.gather(stuck.subscribe({f"{table}/e/#": 1}), again.subscribe({f"{table}/e/#": 1}))
    await bob.publish(f"{table}/e/{BOB}/00001", b"1")
    assert [one.payload for one in await again.next(1, table)] == [b"1"]
    stuck.vanish()
    await bob.publish(f"{table}/e/{BOB}/00002", b"2")
    assert [one.payload for one in await again.next(1, table)] == [b"2"]
    await asyncio.gather(stuck.close(), again.close(), bob.close())


async def test_what_is_acknowledged_is_there(stand: Stand, table: str) -> None:
    ann, bob = await stand.come(ANN), await stand.come(BOB)
    for number in range(20):
        await ann.publish(f"{table}/s/{ANN}/{number:04}", b"segment", retain=True)
        await bob.subscribe({f"{table}/s/{ANN}/{number:04}": 1})
        assert [one.payload for one in await bob.next(1, table)] == [b"segment"]
    await asyncio.gather(ann.close(), bob.close())


async def test_all_that_a_table_retains_comes_to_who_asks_for_its_history(stand: Stand, table: str) -> None:
    ann = await stand.come(ANN)
    names = {f"{table}/e/{ANN}/{number:05}" for number in range(TABLE_TOPICS)}
    await ann.retain(names, bytes(300))
    bob = await stand.come(BOB)
    await bob.subscribe({f"{table}/e/#": 0})
    assert {one.topic for one in await bob.next(TABLE_TOPICS, table)} == names
    await asyncio.gather(ann.close(), bob.close())


async def test_what_is_retained_comes_again_to_who_asks_again(stand: Stand, table: str) -> None:
    ann, bob = await stand.come(ANN), await stand.come(BOB)
    kept = f"{table}/e/{ANN}/00001"
    await ann.publish(kept, b"kept", retain=True)
    for _ in range(3):
        await bob.subscribe({f"{table}/e/#": 0})
        assert await bob.next(1, table) == [Message(kept, b"kept", retain=True)]
    await asyncio.gather(ann.close(), bob.close())


async def _read_on(ann: MqttTransport) -> None:
    while True:
        await ann.receive()  # amqtt tells newcomers what others have asked for


async def test_a_silent_connection_is_given_up(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net.transport.mqtt_transport, "KEEPALIVE", 1)
    name, password = stand.alike or (ANN, PASSWORDS[ANN])
    async with Proxy(*stand.near) as proxy, asyncio.timeout(WAIT):
        ann = MqttTransport(Address("127.0.0.1", proxy.port, name, password))
        await ann.connect()
        proxy.infect(Toxic.TIMEOUT, Way.DOWN)
        with pytest.raises(Offline, match="is lost"):
            await _read_on(ann)
        proxy.heal()
        await ann.close()


async def test_a_wrong_password_lets_nobody_in(stand: Stand) -> None:
    for far in (stand.near, stand.far):
        name, _ = stand.alike or (ANN, "")
        with pytest.raises(AccessRefused, match="refuses the password"):
            await MqttTransport(Address(*far, name, "another one")).connect()


FOREIGN = (
    "e/{}/00001",
    "s/{}/0001",
    "h/{}",
    "q/{}",
    "r/{}",
    "w/{}",
)


async def test_nobody_publishes_blanks_or_retains_as_another(stand: Stand, table: str) -> None:
    if stand.alike:
        pytest.skip("the embedded broker has one user for a room")
    lobby, watch = f"parley/1/l/{table[-26:]}", await stand.come(ANN)
    own = [f"{table}/{tail.format(ANN)}" for tail in FOREIGN]
    own += [f"{lobby}/p/{ANN}", f"{lobby}/t/{ANN}/{table[-26:]}"]
    for topic in own:
        await watch.publish(topic, b"mine", retain=True)
    filters = [f"{lobby}/#", *(f"{table}/{word}/{'#' if word in 'es' else '+'}" for word in "eshqrw")]
    await watch.subscribe(dict.fromkeys(filters, 1))
    assert {one.topic for one in await watch.next(len(own))} == set(own)
    for topic, payload in itertools.product(own, (b"forged", b"")):
        bob = await stand.come(BOB, far=True)
        with contextlib.suppress(Offline):
            await bob.publish(topic, payload, retain=True)
        await bob.close()
    bob = await stand.come(BOB, far=True)
    await bob.publish(f"{table}/e/{BOB}/00001", b"his own")
    assert [one.payload for one in await watch.next(1)] == [b"his own"]
    await bob.close()
    bob = await stand.come(BOB)
    await bob.subscribe(dict.fromkeys(filters, 1))
    assert {(one.topic, one.payload) for one in await bob.next(len(own))} == {(topic, b"mine") for topic in own}
    await asyncio.gather(bob.close(), watch.close())


async def test_nobody_leaves_a_will_as_another_nor_reads_his_letters(stand: Stand, table: str) -> None:
    if stand.alike:
        pytest.skip("the embedded broker has one user for a room")
    here = f"parley/1/l/{table[-26:]}/p/{ANN}"
    ann = await stand.come(ANN)
    await ann.publish(here, b"present", retain=True)
    await ann.subscribe({here: 1, f"parley/1/i/{ANN}": 1})
    assert [one.payload for one in await ann.next(1)] == [b"present"]
    with contextlib.suppress(Offline):
        bob = await stand.come(BOB, far=True, will=Will(here))
        bob.vanish()
        await bob.close()
    curious, writer = await stand.come(BOB, far=True), await stand.come(BOB)
    with contextlib.suppress(Offline):
        await curious.subscribe({f"parley/1/i/{ANN}": 1})
    await writer.publish(f"parley/1/i/{ANN}", b"a letter")
    assert await ann.next(1) == [Message(f"parley/1/i/{ANN}", b"a letter")]
    with contextlib.suppress(Offline):
        await curious.subscribe({f"{table}/h/+": 1})
        await writer.publish(f"{table}/h/{BOB}", b"heads")
        assert [one.payload for one in await curious.next(1)] == [b"heads"]
    await asyncio.gather(*(one.close() for one in (ann, curious, writer)))
