"""Tables in a room of the text mode: a number stays with its table, and an invitation may be pasted."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from core.fault import Fault
from net.wire.invitation import Invitation
from tests.tui.text.test_conversations import Person
from tui.session.rooms import Rooms
from tui.text.repl import converse
from tui.text.shell.text_menu import LAST
from tui.text.table_numbers import TableNumbers


def test_a_number_stays_with_its_table_and_is_refused_once_that_has_gone() -> None:
    numbers = TableNumbers()
    assert [numbers.of(tid) for tid in ("aa", "bb", "aa")] == [1, 2, 1]
    assert numbers.find("2", ("bb", "cc")) == "bb"
    with pytest.raises(Fault, match="Table 1 is not here any more"):
        numbers.find("1", ("bb",))
    for wrong in ("3", "0"):
        with pytest.raises(Fault, match=f"There is no table {wrong} here"):
            numbers.find(wrong, ("bb",))
    assert numbers.of("cc") == 3


async def test_a_number_that_was_said_leads_nowhere_else_and_an_invitation_may_be_pasted(parley_home: Path) -> None:
    ann, bob, cid = Person(), Person(), Person()
    his = Rooms(parley_home, "cid", "cid")
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        for person, name in ((ann, "ann"), (bob, "bob")):
            group.create_task(converse(person, person.write, Rooms(parley_home, name, name)))
        group.create_task(converse(cid, cid.write, his))
        ann.type("4", "1")
        room = (await ann.hear("Invitation: ")).removeprefix("Invitation: ")
        for person in (bob, cid):
            person.type(room)
            await person.hear("ROOM parley")
        bob.type("new megiddo title=First")
        await cid.hear("TABLE 1 First, megiddo, bob")
        ann.type("new megiddo title=Second")
        await cid.hear("TABLE 2 Second, megiddo, ann")
        ann.type("invitation")
        place = await ann.hear("parley://")
        bob.type("quit", "quit", "quit", str(LAST), str(LAST))
        (peer,), changed = his.peers, asyncio.Event()
        peer.watch(changed.set)
        while any(card.title == "First" for card in peer.lobby.tables):  # it goes with his program, by the broker
            changed.clear()
            await changed.wait()
        cid.type("join 1")
        await cid.hear("ERROR Table 1 is not here any more: nobody shows it. `tables` lists those that are.")
        cid.type("join 2", "quit")
        await cid.hear("TABLE 1 seat is still open.")
        cid.forget()
        cid.type(room)
        await cid.hear("ERROR That invitation leads to this room, where you are.")
        cid.forget()
        cid.type(str(replace(Invitation.parse(room), host="localhost")))
        await cid.hear("Invitation: parley://localhost:")
        cid.type("quit")
        assert await cid.hear("1 Play against bots"), "the other way has taken the place of the first"
        cid.forget()
        cid.type(room)
        await cid.hear("ROOM parley")
        cid.type(place, "quit", f"join {place}", "sit")
        await cid.hear("TABLE 1 seat is still open.")
        await ann.hear("TURN 1")
        cid.type("quit")
        ann.type("quit")
        await ann.hear("NOTE your seat stays yours")
        ann.type("tables")
        await ann.hear("TABLE 2 Second, megiddo, ann, ", "left: its number goes back to it")
        for person in (ann, cid):
            person.type("quit", "quit", "quit", str(LAST), str(LAST))
