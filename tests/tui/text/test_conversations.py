"""Three people, each with a conversation of his own, at one table over a broker that one of them hosts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from net.wire.invitation import Invitation
from tui.session.ceded_tables import CededTables
from tui.session.rooms import Rooms
from tui.text.repl import converse
from tui.text.shell.text_menu import LAST


class Person:
    """Somebody who types what the test says and remembers what he was told."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.said: list[str] = []
        self._typed: asyncio.Queue[str] = asyncio.Queue()
        self._heard = asyncio.Event()

    async def line(self) -> str | None:
        """Give the next line typed."""
        return await self._typed.get()

    def write(self, line: str) -> None:
        """Remember a line."""
        self.said.append(line.rstrip("\n"))
        self._heard.set()

    def type(self, *lines: str) -> None:
        """Type lines."""
        for line in lines:
            self._typed.put_nowait(line)

    def forget(self) -> None:
        """Remember nothing of what was said so far."""
        self.said.clear()

    async def hear(self, beginning: str, end: str = "") -> str:
        """Wait until a line begins and ends so, and give it."""
        while True:
            for line in self.said:
                if line.startswith(beginning) and line.endswith(end):
                    return line
            self._heard.clear()
            await self._heard.wait()


@asynccontextmanager
async def couple(home: Path, room: Invitation, game: str) -> AsyncIterator[tuple[Person, Person]]:
    """Let Ann open a table of a game in a room and Bob sit down there; they have a minute, and leave at the end."""
    ann, bob = Person(), Person()
    async with asyncio.timeout(60):
        talks = [
            asyncio.create_task(converse(one, one.write, Rooms(home, name, name), invitation=str(room)))
            for one, name in ((ann, "ann"), (bob, "bob"))
        ]
        await ann.hear("ROOM parlour")
        ann.type(f"new {game}")
        await bob.hear("TABLE 1 ")
        bob.type("1", "sit")
        for one in (ann, bob):
            await one.hear("TURN 1 ")
        yield ann, bob
        for one, talk in zip((ann, bob), talks, strict=True):
            one.type("quit", "quit", str(LAST), str(LAST))
            await talk


async def test_three_people_meet_play_talk_and_agree(parley_home: Path) -> None:
    ann, bob, cleo = people = [Person() for _ in range(3)]
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        for person, name in zip(people, ("ann", "bob", "cleo"), strict=True):
            group.create_task(converse(person, person.write, Rooms(parley_home, name, name)))
        ann.type("4", "1")
        bob.type((await ann.hear("Invitation: ")).removeprefix("Invitation: "))
        await bob.hear("ROOM parley")
        ann.type("new players=3", "invitation")
        await bob.hear("TABLE 1 djambi, ann")
        bob.type("1", "sit")
        cleo.type(await ann.hear("parley://"), "sit yellow")
        await ann.hear("TURN 1 ● Red: it is yours.")
        ann.type("Ng7-g6", "say peace?")
        for person in people:
            await person.hear("MOVE 1 ● Red: Ng7-g6.")
            assert await person.hear("TALK") == "TALK 2 ● Red ann: peace?"
        await bob.hear("TURN 2 ▲ Green: it is yours.")
        bob.type("draw")
        await ann.hear("OFFER ▲ Green offers a draw.")
        ann.type("yes")
        await cleo.hear("OFFER ▲ Green offers a draw.")
        cleo.type("yes")
        for person in people:
            assert await person.hear("OVER") == "OVER Red, Green, Yellow tie: all have agreed."
            person.type("quit", *(["quit"] if person is not cleo else []), str(LAST))
    assert [line for person in people for line in person.said if line.startswith("ERROR")] == []


async def test_somebody_who_looks_on_takes_a_seat_over_and_plays(parley_home: Path) -> None:
    ann, bob, eve = people = [Person() for _ in range(3)]
    rooms = [Rooms(parley_home, name, name) for name in ("ann", "bob", "eve")]
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        for person, place in zip(people, rooms, strict=True):
            group.create_task(converse(person, person.write, place))
        ann.type("4", "1")
        invitation = (await ann.hear("Invitation: ")).removeprefix("Invitation: ")
        for person in (bob, eve):
            person.type(invitation)
            await person.hear("ROOM parley")
        ann.type("new players=3", "sit yellow")
        await bob.hear("TABLE 1 djambi, ann")
        bob.type("1", "sit")
        await ann.hear("TURN 1 ● Red: it is yours.")
        await eve.hear("TABLE 1 djambi, ann")
        eve.type("1")
        await eve.hear("TURN 1 ● Red")
        ann.type("Ng7-g6")
        await eve.hear("TURN 2 ▲ Green")
        bob.type("substitute eve")
        await ann.hear("OFFER eve is to take over ▲ Green. Still to answer: ")
        ann.type("yes")
        assert (await eve.hear("OFFER You are asked to take over")).endswith("Answer yes or no.")
        eve.type("yes")
        assert await eve.hear("NOTE You play") == "NOTE You play ▲ Green from now on."
        await eve.hear("TURN 2 ▲ Green: it is yours.")
        assert "eve plays ▲ Green in your place now" in await bob.hear("NOTE eve plays")
        assert [kept.watched for place in rooms for kept in place.kept()] == [False, True, False]
        own = [CededTables().left(place.peers[-1], set()) for place in rooms]
        assert [len(tables) for tables in own] == [1, 0, 1], "who has given the seat away has no table there"
        eve.type("Ma3-b3")
        for person in people:
            await person.hear("NOTE eve takes over seat green, which bob had at first.")
            await person.hear("MOVE 2 ▲ Green")
            person.type("quit", "quit", str(LAST))
    assert [line for person in people for line in person.said if line.startswith("ERROR")] == []


async def test_people_are_known_compared_and_blocked(parley_home: Path) -> None:
    ann, bob, eve = people = [Person() for _ in range(3)]
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        for person, name in zip(people, ("ann", "bob", "eve"), strict=True):
            nick = "Bob" if name == "eve" else name
            group.create_task(converse(person, person.write, Rooms(parley_home, name, nick)))
        ann.type("people")
        await ann.hear("You are ann: ")
        await ann.hear("0 people here")
        ann.type("4", "1", "people")
        room = (await ann.hear("Invitation: ")).removeprefix("Invitation: ")
        await ann.hear("1 person here: you")
        ann.type("new megiddo", "invitation")
        bob.type(await ann.hear("parley://"), "sit")
        await ann.hear("TURN 1")
        eve.type(room)
        await eve.hear("ROOM parley")
        ann.type("quit")
        assert "is not the Bob you know" in await ann.hear("WARNING Bob")
        ann.type("people")
        known = await ann.hear("PERSON bob, ")
        assert "3 people here, you among them" in ann.said, "as many as the room's screen counts"
        assert "1 game" in known
        words = known.split(", ")[1]
        ann.type(f"verify {words}")
        assert words in await ann.hear("NOTE you have compared")
        ann.type("block Bob", "verify nobody", "forget", "call bob")
        await ann.hear("ERROR Several are called Bob: say which by the four words, ")
        await ann.hear("ERROR Nobody called nobody is known here")
        await ann.hear("ERROR Say who, by name; there are ")
        await ann.hear("ERROR Say who and what")
        hers = (await ann.hear("PERSON Bob, ")).split(", ")[1]
        ann.type(f"block {hers}", f"call {words} = Robert")
        await ann.hear("NOTE Bob is blocked")
        await ann.hear("NOTE bob is called Robert here")
        eve.type("say can you hear me?")
        await bob.hear("TURN 1")
        bob.type("quit", "say I can")
        ann.type("people")
        assert "compared" in await ann.hear("PERSON Robert (bob), ")
        assert not [line for line in ann.said if line.startswith("TALK Bob")]
        for person in people:
            person.type("quit", str(LAST))
