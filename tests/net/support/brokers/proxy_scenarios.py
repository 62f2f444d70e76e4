"""Scenarios of one player behind a bad network, from the lobby to the end of a game: nothing is lost, all agree."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from random import Random

from core.fault import Fault
from core.game import DEALER, Seat
from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.storage.profile import Profile
from net.transport.mqtt_transport import connector
from net.view.table_view import Phase, TableView
from net.wire.invitation import Invitation
from tests.net.support.brokers.proxy import PASSABLE, Proxy, Toxic, Way
from tests.net.support.party import Party, agreed, arrive, mover, party, settled

NAMES = ("ann", "bob", "cid")
SICK = "cid"
"""Who is behind the bad network."""
MORE = 9
"""Plies that a long game still goes on after the network is good again."""
Holds = Callable[[TableView], bool]


class Moment(StrEnum):
    """When the network turns bad."""

    LOBBY = "lobby"
    MOVE = "move"
    DUEL = "sealed duel"
    SHUFFLE = "mental shuffle"


@dataclass(frozen=True, slots=True)
class Scenario:
    """One toxic in one direction at one moment."""

    toxic: Toxic
    way: Way
    moment: Moment

    def __str__(self) -> str:
        """Name it as the table of results does."""
        return f"{self.moment}, {self.toxic} {self.way}"

    @property
    def bites(self) -> int:
        """How often the toxic is to have broken something before all is well again."""
        if self.toxic is Toxic.TIMEOUT:
            return 1 if self.moment is Moment.LOBBY else 3
        return 1 if self.toxic is Toxic.SLOW_CLOSE else 2


SCENARIOS = tuple(Scenario(toxic, way, moment) for moment in Moment for toxic in Toxic for way in Way)
"""All there are."""


@dataclass(slots=True)
class Evening:
    """Three people at a table, one of them behind the proxy; what they did and were told that it is done."""

    here: Party
    proxy: Proxy
    handles: dict[str, TableHandle] = field(default_factory=dict)
    decided: list[tuple[Seat, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    async def enter(self, name: str) -> None:
        """Let somebody into the room, the sick one by his own way."""
        far = replace(self.here.room, host=self.proxy.host, port=self.proxy.port)
        way = connector(far if name == SICK else self.here.room)
        peer = Peer(Profile.open(self.here.root, name), self.here.room, way, rng=Random(name), nick=name)
        self.here.peers[name] = peer
        await peer.start(patient=True)

    async def come(self, name: str, table: Invitation) -> None:
        """Let somebody sit down, as soon as he can."""
        peer = self.here.peers[name]
        while name not in self.handles:
            with suppress(Fault):
                self.handles[name] = await arrive(peer, table)
        handle = self.handles[name]
        while not handle.view.mine:
            with suppress(Fault):
                await handle.sit(Seat(NAMES.index(name)))
            await handle.until(lambda view: bool(view.mine))

    async def talk(self) -> None:
        """Let everybody say something, so that something passes in both directions."""
        for name, handle in self.handles.items():
            text = f"{name} says {len(self.said)}"
            await handle.say(text)
            self.said.append(text)

    async def play(self, until: Holds) -> None:
        """Let everybody play, with talk, until something holds of his view."""
        await asyncio.gather(*(self._play(name, until) for name in NAMES))

    async def _play(self, name: str, until: Holds) -> None:
        handle, rng = self.handles[name], Random(f"{name} {len(self.decided)}")
        while True:
            view = await handle.until(lambda view: until(view) or _over(view) or mover(view) is not None)
            seat = mover(view)
            if until(view) or _over(view) or seat is None or view.match is None:
                return
            legal = [str(action) for action in view.match.state.legal(seat)]
            text = "duel" if "duel" in legal and not self.decided else rng.choice(legal)
            with suppress(Fault):
                await handle.play(seat, text)
                self.decided.append((seat, text))

    async def end(self, more: int = 0) -> None:
        """Play to the end, or so many plies more, and hold everybody to one game, one talk, and all that was done."""
        handles = list(self.handles.values())
        last = max(_ply(handle.view) for handle in handles) + more
        await self.play((lambda view: _ply(view) >= last) if more else _over)
        assert all(await (settled if more else agreed)(handles))
        for handle in self.handles.values():
            match, talk = handle.view.match, [line.text for line in handle.view.talk]
            assert match is not None
            log = [(line.seat, line.text) for line in match.log]
            assert sorted(self.said) == sorted(talk)
            for seat in range(len(NAMES)):
                mine = [text for whose, text in self.decided if whose == seat]
                assert mine == [text for whose, text in log if whose == seat]


@asynccontextmanager
async def evening(root: Path, room: Invitation) -> AsyncIterator[Evening]:
    """Give an evening that ends with the proxy and everybody gone."""
    async with (
        Proxy(room.host, room.port) as proxy,
        party(root, connector(room), room=room) as here,
    ):
        yield Evening(here, proxy)
        proxy.heal()


async def endure(scenario: Scenario, root: Path, room: Invitation, cards: str = "duel") -> int:
    """Play while the network turns bad and good again; give how often it bit.

    `cards` is the game with sealed decisions and hidden cards; a long one is not played to its end.
    """
    async with evening(root, room) as night:
        for name in NAMES[:2]:
            await night.enter(name)
        game = "toy" if scenario.moment in {Moment.LOBBY, Moment.MOVE} else cards
        options = {"players": "3"} | ({"turns": "4"} if game == "duel" else {})
        host = await night.here.peers["ann"].open_table(game, options, {}, "A test")
        night.handles["ann"] = host
        table = Invitation.parse(host.invitation)
        await host.sit(Seat(0))
        await night.come("bob", table)
        if scenario.moment is Moment.LOBBY:
            await _suffer(night, scenario, _arrival(night, table))
        else:
            await _arrival(night, table)
        for handle in night.handles.values():
            await handle.until(lambda view: view.phase is Phase.PLAYING)
        if scenario.moment is not Moment.LOBBY:
            start, end = _bounds(scenario.moment)
            await night.play(start)
            await _suffer(night, scenario, night.play(end))
        await night.end(0 if game in {"toy", "duel"} else MORE)
        return night.proxy.bites


async def _arrival(night: Evening, table: Invitation) -> None:
    """Let the sick one come into the room, see the table on its wall, and sit down."""
    await night.enter(SICK)
    peer = night.here.peers[SICK]
    rung = asyncio.Event()
    end = peer.watch(rung.set)
    while all(card.tid != (table.tid or b"").hex() for card in peer.lobby.tables):
        rung.clear()
        await rung.wait()
    end()
    await night.come(SICK, table)


async def _suffer(night: Evening, scenario: Scenario, work: Coroutine[None, None, None]) -> None:
    """Let the toxic loose on a piece of work: all of it, where it only makes it slow, else until it has bitten."""
    night.proxy.infect(scenario.toxic, scenario.way)
    job = asyncio.create_task(work)
    try:
        if scenario.moment is not Moment.LOBBY:
            await night.talk()
        await (job if scenario.toxic in PASSABLE else night.proxy.bitten(scenario.bites))
        assert night.proxy.bites
        night.proxy.heal()
        await job
    finally:
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)


def _bounds(moment: Moment) -> tuple[Holds, Holds]:
    """Give what holds when a moment begins, and what once it is over."""
    if moment is Moment.MOVE:
        return lambda view: _ply(view) >= 2, lambda view: _ply(view) >= 5
    if moment is Moment.DUEL:
        return _sealed, lambda view: not _sealed(view)
    return lambda view: view.match is not None, lambda view: _active(view) != (DEALER,)


def _ply(view: TableView) -> int:
    return view.match.ply if view.match else 0


def _active(view: TableView) -> tuple[Seat, ...]:
    return view.match.state.active if view.match else (DEALER,)


def _sealed(view: TableView) -> bool:
    return view.match is not None and view.match.state.sealed


def _over(view: TableView) -> bool:
    return view.phase is Phase.OVER
