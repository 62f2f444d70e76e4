"""`parley keep`: the open tables of a profile are held, each at its broker, and told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from core.fault import Fault
from core.game import Seat
from net.peer.table_handle import TableHandle
from net.storage.journal import Journal
from net.storage.profile import JOURNAL, Profile
from net.table.action.host_action import leading
from net.transport.memory_broker import MemoryTransport
from net.transport.transport import FULL, UNREACHABLE, UNTRUSTED, AccessRefused, Connector, Offline
from net.view.table_view import OfferKind, Phase
from net.wire.invitation import Invitation, Via
from tests.net.support.leaver import Lossy, plies
from tests.net.support.loop_clock import LoopClock
from tests.net.support.party import ROOM, party, seated, virtually
from tests.net.support.toy_games.toy_table import install
from tui.correspondence.conditional_move import ANY, Branch, ConditionalPlan, past_of
from tui.correspondence.notice_channel import BadChannel
from tui.correspondence.plan_store import PlanStore, plans_path
from tui.headless.event_report import Report
from tui.headless.keep_run import Keeping, KeepReport, Wish
from tui.i18n.translation import use

if TYPE_CHECKING:
    from net.peer.peer import Peer

Event = dict[str, object]


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Lossy:
    """Give the broker of all rooms, over which the keeper too is connected."""
    install(monkeypatch)
    use("en")
    found = Lossy()
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    monkeypatch.setattr("net.peer.peer.SystemClock", LoopClock)
    monkeypatch.setattr("tui.session.rooms._over_network", lambda *_: found.connect)
    return found


@dataclass
class Keeper:
    """A keeper at work, and what it has told."""

    wish: Wish
    root: Path
    events: list[Event] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, event: Event) -> None:
        """Take in an event."""
        self.events.append(dict(event))
        self.news.set()

    async def until(self, holds: Callable[[Event], bool]) -> Event:
        """Give the first event of which that is true."""
        while (found := next(filter(holds, self.events), None)) is None:
            self.news.clear()
            await self.news.wait()
        return found


def named(name: str, **fields: object) -> Callable[[Event], bool]:
    """Tell of an event whether it has that name and those fields."""
    return lambda event: event["event"] == name and fields.items() <= event.items()


@asynccontextmanager
async def keeping(root: Path, name: str) -> AsyncIterator[Keeper]:
    """Give a keeper that is ended as by a signal."""
    keeper = Keeper(Wish(name, json=True), root)
    work = asyncio.create_task(Keeping(keeper.wish, Report(keeper.hear), root).run())
    try:
        yield keeper
    finally:
        work.cancel()
        (ended,) = await asyncio.gather(work, return_exceptions=True)
        assert isinstance(ended, asyncio.CancelledError), ended


async def exchange(ann: TableHandle, bob: TableHandle, count: int) -> None:
    """Let both play so many moves in turn, each once the other has seen the one before."""
    for at in range(count):
        await (ann, bob)[at % 2].play(Seat(at % 2), "2")
        await ann.until(plies(at + 1))
        await bob.until(plies(at + 1))


def test_a_move_is_told_and_acknowledged_and_the_end_settled(tmp_path: Path, broker: Lossy) -> None:
    async def days() -> None:
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            ann, bob = handles["ann"], handles["bob"]
            await exchange(ann, bob, 5)
            tid = ann.tid
            await here.leave("ann")
            async with keeping(tmp_path, "ann") as keeper:
                opened = await keeper.until(named("keeping"))
                assert opened == {"event": "keeping", "profile": "ann", "count": 1}
                await keeper.until(named("resumed", table=tid.hex(), ply=5))
                await bob.play(Seat(1), "2")
                await keeper.until(named("move", ply=6, seat=1, text="2"))
                await bob.until(lambda view: view.phase is Phase.OVER and not view.unsettled)
            with Journal(tmp_path / "profiles" / "ann" / "journal.db") as journal:
                row = journal.table(tid)
                assert row is not None
                assert row.over
                assert not row.unsettled

    virtually(days())


def test_a_vote_that_becomes_complete_is_taken(tmp_path: Path, broker: Lossy) -> None:
    """Ann has agreed to a draw and gone; the seat to move is hers, and her keeper takes it once cid agrees too."""

    async def days() -> None:
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob", "cid"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob", "cid"))
            await handles["bob"].offer(OfferKind.DRAW, Seat(1))
            for name, seat in (("ann", 0), ("cid", 2)):
                (offer,) = (await handles[name].until(lambda view: bool(view.offers))).offers
                if name == "ann":
                    await handles[name].answer(offer.id, Seat(seat), yes=True)
            await handles["cid"].until(lambda view: view.offers[0].owed == (Seat(2),))
            await here.leave("ann")
            async with keeping(tmp_path, "ann") as keeper:
                await keeper.until(named("resumed"))
                await handles["cid"].answer(offer.id, Seat(2), yes=True)
                over = await handles["bob"].until(lambda view: view.phase is Phase.OVER)
                assert over.outcome is not None
                assert over.outcome.reason == "agreement"
                await keeper.until(named("move", seat=1, text="draw"))

    virtually(days())


def test_a_broker_that_goes_away_and_comes_back_is_told_once_each(tmp_path: Path, broker: Lossy) -> None:
    async def days() -> None:
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            await here.leave("ann")
            async with keeping(tmp_path, "ann") as keeper:
                await keeper.until(named("resumed"))
                broker.stop()
                told = await keeper.until(named("offline"))
                assert told["room"] == "parlour"
                broker.start()
                await asyncio.sleep(60)
                assert [event["event"] for event in keeper.events].count("offline") == 1
                assert [event["event"] for event in keeper.events].count("online") == 2
                assert handles["bob"].view.seats[0].present

    virtually(days())


def test_a_room_that_is_full_on_the_way_back_is_told_once_more() -> None:
    told: list[dict[str, object]] = []
    report = KeepReport(Wish(json=True), Report(told.append))
    for template in (UNREACHABLE, FULL, FULL, UNREACHABLE, FULL):
        report.tell_offline(ROOM, Offline(template, host=ROOM.host, port=ROOM.port))
    assert ["may be full" in str(event["why"]) for event in told] == [False, True]


def test_a_table_refused_by_its_old_certificate_is_taken_up_by_the_new_one(
    tmp_path: Path, broker: Lossy, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = replace(ROOM, via=Via.TLS, pin="b" * 64)

    class Refusing(MemoryTransport):
        """A broker that shows the new certificate to whoever wants the old one."""

        async def connect(self) -> None:
            """Refuse."""
            raise AccessRefused(UNTRUSTED, host=ROOM.host, port=ROOM.port)

    def way(room: Invitation, _: object) -> Connector:
        return broker.connect if room == new else lambda will: Refusing(broker, will)

    async def days() -> None:
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            await seated(here, ("ann", "bob"))
            await here.leave("ann")
            monkeypatch.setattr("tui.session.rooms._over_network", way)
            async with keeping(tmp_path, "ann") as keeper:
                assert "certificate" in str((await keeper.until(named("offline")))["why"])
                with Journal(Profile.key_of(tmp_path, "ann").with_name(JOURNAL)) as journal:
                    journal.renew(new)
                await keeper.until(named("resumed"))

    virtually(days())


@pytest.mark.usefixtures("broker")
def test_a_profile_in_use_is_waited_for(tmp_path: Path) -> None:
    async def days() -> None:
        with Profile.open(tmp_path, "ann") as other:
            async with keeping(tmp_path, "ann") as keeper:
                assert await keeper.until(named("waiting")) == {"event": "waiting", "profile": "ann"}
                await asyncio.sleep(60)
                assert [event["event"] for event in keeper.events] == ["waiting"]
                other.close()
                await keeper.until(named("keeping", count=0))

    virtually(days())


def test_what_happens_is_said_in_words_without_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def days() -> None:
        with Profile.open(tmp_path, "ann") as other:
            work = asyncio.create_task(Keeping(Wish("ann"), Report(), tmp_path).run())
            await asyncio.sleep(1)
            other.close()
            await asyncio.sleep(60)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    use("en")
    virtually(days())
    assert capsys.readouterr().out.splitlines() == [
        "Another program has the profile ann: its tables are kept again once that program has ended.",
        "The tables of ann are kept (0 open).",
    ]


def test_each_event_is_told_once_over_restarts(tmp_path: Path, broker: Lossy) -> None:
    """Ann's turn is told by the first keeper alone; bob's draw and the end come while a later one is there."""

    async def days() -> None:
        kinds: list[object] = []
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            ann, bob = handles["ann"], handles["bob"]
            await exchange(ann, bob, 4)
            await here.leave("ann")
            for start in range(3):
                async with keeping(tmp_path, "ann") as keeper:
                    await keeper.until(named("resumed"))
                    if start == 1:
                        await bob.offer(OfferKind.DRAW, Seat(1))
                        await keeper.until(named("notice", kind="offer"))
                    await asyncio.sleep(60)
                    kinds += [event["kind"] for event in keeper.events if event["event"] == "notice"]
        assert kinds == ["turn", "offer"]

    virtually(days())


def test_two_tables_of_one_name_are_told_apart(tmp_path: Path, broker: Lossy) -> None:
    async def days() -> None:
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            one, other = [await seated(here, ("ann", "bob")) for _ in range(2)]
            first, second = one["ann"].tid.hex(), other["ann"].tid.hex()
            await one["ann"].play(Seat(0), "1")
            await one["bob"].until(plies(1))
            store, match = PlanStore(plans_path(tmp_path, "ann")), one["ann"].view.match
            assert match is not None
            store.keep(first, ConditionalPlan(Seat(0), 1, past_of(match, 1), (Branch("2", "3"),)))
            await here.leave("ann")
            async with keeping(tmp_path, "ann") as keeper:
                await keeper.until(named("notice", kind="turn", table=second))
                await one["bob"].play(Seat(1), "2")
                await keeper.until(named("notice", kind="move", table=first))
                assert [event["text"] for event in keeper.events if event["event"] == "notice"] == [
                    f"It is your turn at Toy “A test” ({second[:8]}).",
                    f"Toy “A test” ({first[:8]}): your conditional move 3 is played.",
                ]

    virtually(days())


def test_an_end_that_a_killed_keeper_had_journalled_is_told_by_the_next(tmp_path: Path, broker: Lossy) -> None:
    async def days() -> None:
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            tid = handles["ann"].tid
            await here.leave("ann")
            async with keeping(tmp_path, "ann") as keeper:
                await keeper.until(named("notice", kind="turn"))
            with Journal(tmp_path / "profiles" / "ann" / "journal.db") as journal:
                journal.close_table(tid)
            for start in range(2):
                async with keeping(tmp_path, "ann") as keeper:
                    await keeper.until(named("keeping", count=0))
                    await asyncio.sleep(1)
                    told = [event["text"] for event in keeper.events if event["event"] == "notice"]
                    assert told == ([] if start else ["Toy “A test”: the game is over."])

    virtually(days())


def test_a_conditional_move_is_signed_when_it_is_due_and_told_instead_of_the_turn(
    tmp_path: Path, broker: Lossy
) -> None:
    async def days() -> None:
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            ann, bob = handles["ann"], handles["bob"]
            await ann.play(Seat(0), "1")
            await bob.until(plies(1))
            store, tid = PlanStore(plans_path(tmp_path, "ann")), ann.tid.hex()
            branches = (Branch("2", "3", (Branch(ANY, "1"),)),)
            match = ann.view.match
            assert match is not None
            store.keep(tid, ConditionalPlan(Seat(0), 1, past_of(match, 1), branches))
            await here.leave("ann")
            for start, (theirs, mine) in enumerate((("2", "3"), ("3", "1"))):
                async with keeping(tmp_path, "ann") as keeper:
                    await keeper.until(named("resumed"))
                    await bob.play(Seat(1), theirs)
                    told = await keeper.until(named("plan", what="played", move=mine))
                    assert told["ply"] == 2 + 2 * start
                    await bob.until(plies(3 + 2 * start))
                    await asyncio.sleep(60)
                    notices = [event for event in keeper.events if event["event"] == "notice"]
                    assert [event["text"] for event in notices] == [
                        f"Toy “A test”: your conditional move {mine} is played."
                    ]
            assert store.of(tid) == ()

    virtually(days())


def test_who_invites_a_kept_profile_is_told(tmp_path: Path, broker: Lossy) -> None:
    async def days() -> None:
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            pid = here.peers["ann"].pid
            await here.leave("ann")
            async with keeping(tmp_path, "ann") as keeper:
                await keeper.until(named("resumed"))
                other = await here.peers["bob"].open_table("toy", {"players": "2"}, {})
                await asyncio.sleep(60)
                assert pid in here.peers["bob"].names
                await other.invite(pid, "Another one?")
                told = await keeper.until(named("notice", kind="invitation"))
                assert told["text"] == "bob invites you to a table in room parlour. Another one?"
            assert handles["bob"].view.match is not None

    virtually(days())


def test_a_table_that_is_moved_is_told_and_held_where_it_was_until_its_person_follows(
    tmp_path: Path, broker: Lossy, monkeypatch: pytest.MonkeyPatch
) -> None:
    second, entered = replace(ROOM, host="second.example", room="second"), list[str]()

    def way(room: Invitation, _: object) -> Connector:
        entered.append(room.host)
        return broker.connect

    async def days() -> None:
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            await here.leave("bob")
            monkeypatch.setattr("tui.session.rooms._over_network", way)
            async with keeping(tmp_path, "bob") as keeper:
                await keeper.until(named("resumed"))
                await handles["ann"].move_to(str(second))
                told = await keeper.until(named("notice", kind="moved"))
                assert told["text"] == (
                    "Toy “A test”: the host has moved it to second.example:1883. You go there once you open it and "
                    "follow it."
                )
                await asyncio.sleep(300)
                assert set(entered) == {ROOM.host}, "nobody but bob gives his address to another broker"
                assert handles["ann"].view.seats[1].present
            with Journal(Profile.key_of(tmp_path, "bob").with_name(JOURNAL)) as journal:
                journal.add_table(
                    handles["ann"].tid, str(leading(Invitation.parse(handles["ann"].invitation), str(second)))
                )
            async with keeping(tmp_path, "bob") as keeper:  # he has followed meanwhile, at the screens
                await keeper.until(named("online", room="second"))
                assert not [event for event in keeper.events if event.get("kind") == "moved"]

    virtually(days())


def test_a_command_is_called_for_a_turn_and_its_failure_is_told(tmp_path: Path, broker: Lossy) -> None:
    async def days() -> None:
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            await seated(here, ("ann", "bob"))
            await here.leave("ann")
            keeper = Keeper(Wish("ann", json=True, notify=(f"command {tmp_path / 'nothing'}",)), tmp_path)
            work = asyncio.create_task(Keeping(keeper.wish, Report(keeper.hear), tmp_path).run())
            told = await keeper.until(named("error"))
            assert told["error"] == "A notice could not be sent by command nothing: no such file or directory."
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    virtually(days())


async def _hold_damaged(root: Path, name: str) -> None:
    """Keep a profile one of whose files is damaged."""
    Profile.open(root, "ann").close()
    (root / "profiles" / "ann" / name).write_bytes(b"nothing of the kind" * 100)
    await Keeping(Wish("ann"), Report(), root).run()


@pytest.mark.parametrize("name", ["journal.db", "notices.db"])
def test_a_damaged_file_ends_it_in_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(Fault, match=r"Move it away"):
        asyncio.run(_hold_damaged(tmp_path, name))


def test_a_way_to_notify_that_is_none_is_refused_before_anything_begins(tmp_path: Path) -> None:
    with pytest.raises(BadChannel):
        asyncio.run(Keeping(Wish("ann", notify=("pigeon",)), Report(), tmp_path).run())


def test_two_rooms_of_one_name_at_two_brokers_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    told = KeepReport(Wish(), Report(lambda _: None))
    there, gone = (Invitation(host, "club", bytes(16)) for host in ("new.example", "old.example"))
    lobby = SimpleNamespace(invited=())
    for _ in range(2):
        told.look_around(cast("Peer", SimpleNamespace(invitation=there, online=True, fault=None, lobby=lobby)))
        away = Offline(UNREACHABLE, host=gone.host, port=gone.port)
        told.look_around(cast("Peer", SimpleNamespace(invitation=gone, online=False, fault=away, lobby=lobby)))
    assert capsys.readouterr().out.splitlines() == [
        "Room club: the broker at new.example:1883 is reached.",
        "Room club: Nobody answers at old.example:1883. Parley keeps trying.",
    ]
