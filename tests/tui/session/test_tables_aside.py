"""A table that a person leaves to their bots: they read how the game ended, and are asked for a rematch there."""

from __future__ import annotations

import asyncio

from core.game import Seat
from net.peer.peer import Peer
from net.view.table_view import OfferKind, Phase
from tests.tui.text.test_conversations import Person
from tui.bots.seat_driver import Seated
from tui.session.rooms import Rooms
from tui.table.table_plan import ME, OPEN, Plan, defaults, seated
from tui.text.shell.console import Console
from tui.text.shell.left_table_teller import LeftTableTeller


async def asked(peer: Peer) -> None:
    """Wait until the room tells of a rematch."""
    rung = asyncio.Event()
    end = peer.watch(rung.set)
    while not peer.lobby.invited:
        await rung.wait()
        rung.clear()
    end()


async def begun(ann: Rooms, bob: Rooms, game: str = "djambi") -> tuple[Seated, Seated]:
    """Begin a game for three: Ann has the first seat and a bot on the next, Bob has the third seat."""
    options = defaults(game) | {"players": "3"}
    plan = Plan(game, options, {}, "Evening", seated(game, options, ME, OPEN))
    own = await ann.open_table(await ann.local(), plan)
    await own.handle.sit(Seat(1), "random")
    own.give(Seat(1), "random", seed=1)
    other = await bob.sit_down(await bob.local(), own.handle.tid)
    await other.ask_seat()
    for one in (own, other):
        await one.handle.until(lambda view: view.phase is Phase.PLAYING)
    return own, other


async def test_who_is_out_and_leaves_the_table_to_a_bot_reads_the_end_and_is_asked_for_a_rematch(
    people: tuple[Rooms, Rooms],
) -> None:
    ann, bob = people
    own, other = await begun(ann, bob)
    tid = own.handle.tid
    await own.handle.declare(Seat(0), "abandon red")
    reader = Person()
    teller = LeftTableTeller(Console(reader, reader.write), ann)
    ann.let_play(own)
    teller.look()
    assert [table.tid for table in ann.kept()] == [tid.hex()]
    await other.handle.declare(other.handle.view.mine[0], f"abandon {other.handle.view.seats[2].name}")
    await ann.aside._tasks[tid]
    assert ann.seated == []
    teller.look()
    assert [line[:14] for line in reader.said] == ["NOTE Evening: "]
    assert [table.tid for table in ann.kept()] == [tid.hex()]
    await other.handle.offer(OfferKind.REMATCH, other.handle.view.mine[0])
    await asked(await ann.local())
    teller.look()
    teller.look()
    assert reader.said[1:] == ["NOTE Evening: Bob would play again with you: Resume leads back to it."]
    again = await ann.resume(ann.kept()[0])
    (offer,) = again.handle.view.offers
    await again.handle.answer(offer.id, Seat(0), yes=True)
    await other.handle.until(lambda view: bool(view.onward))
    await ann.leave(again)
    assert ann.kept()[0].tid != tid.hex()


async def test_whoever_comes_back_before_the_end_sits_there_again(people: tuple[Rooms, Rooms]) -> None:
    ann, bob = people
    own, other = await begun(ann, bob)
    ann.let_play(own)
    assert own.handle in ann.followed
    assert await ann.resume(ann.kept()[0]) is own
    await own.take_back()
    assert own.handle not in ann.followed
    await own.handle.declare(Seat(0), "abandon red")
    await other.handle.declare(other.handle.view.mine[0], f"abandon {other.handle.view.seats[2].name}")
    await own.handle.until(lambda view: view.phase is Phase.OVER and not view.unsettled)
    assert ann.seated == [own]
