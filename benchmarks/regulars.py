"""Regulars: four people who play one game after the other, at their own pace, as long as they are let."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random

from core.fault import Fault, IllegalAction
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.option import settle
from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.table.view_builder import phase_of
from net.view.table_view import Phase
from net.wire.invitation import Invitation

GAME = "djambi"
"""A game for four whose actions are cheap to find; played at random it takes 50 to 200 of them."""
GAMES = 24
"""So many different games there are."""
SITTING = 60.0
"""Seconds that sitting down together may take."""
SEEING = 60.0
"""Seconds after which a move that somebody has not seen is lost."""
LEAVING = 90.0
"""Seconds after which a table is left although not everybody has said that he has all of it."""
ENDED = frozenset({Phase.OVER, Phase.CLOSED})


@dataclass(slots=True)
class Seen:
    """What was seen of moves: milliseconds from the decision to the last seat, and what went wrong."""

    taken: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    """How long after its time each move was made: a driver that is late has too much to do."""
    lost: int = 0
    tables: int = 0
    trouble: list[str] = field(default_factory=list)


class Game:
    """One game, followed at each of its seats."""

    def __init__(self, handles: Sequence[TableHandle], seen: Seen, moves: Sequence[str]) -> None:
        """Follow a game that has begun, in which these moves are made from the first to the last."""
        self._handles, self._seen, self._moves = handles, seen, moves
        self._plies = [0] * len(handles)
        self._began: dict[int, float] = {}
        self._turned = asyncio.Event()
        self._tasks = [asyncio.create_task(self._follow(at)) for at in range(len(handles))]

    @property
    def over(self) -> bool:
        """Whether it has ended for all."""
        return all(_phase(handle) in ENDED for handle in self._handles)

    @property
    def mover(self) -> TableHandle | None:
        """Who knows that it is his turn."""
        return next((one for one in self._handles if _turn(one) is not None), None)

    async def next_mover(self) -> TableHandle | None:
        """Wait until somebody knows that it is his turn; None at the end of the game."""
        while (mover := self.mover) is None and not self.over:
            await self._change()
        return mover

    async def move(self, mover: TableHandle) -> None:
        """Play what comes next for who is to move."""
        match, seat = _match(mover), _turn(mover)
        assert match is not None
        assert seat is not None
        self._began[match.ply + 1] = _now()
        await mover.play(seat, self._moves[match.ply])

    async def resign(self) -> None:
        """End it now, one after the other."""
        for handle in self._handles:
            if _phase(handle) is Phase.PLAYING:
                with suppress(IllegalAction):  # whose colours are all dead has nothing to resign
                    await handle.declare(_mine(handle)[0], "resign")

    async def end(self) -> None:
        """Wait until all have seen everything, and count what somebody has not."""
        try:
            async with asyncio.timeout(SEEING):
                while self._began or not self.over or len(set(map(_digest, self._handles))) > 1:
                    await self._change()
        except TimeoutError:
            self._seen.lost += max(1, len(self._began))
        tasks, self._tasks = self._tasks, []  # a cancelled one keeps its frame, and that this game
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _change(self) -> None:
        self._turned.clear()
        await self._turned.wait()

    async def _follow(self, at: int) -> None:
        """Note when a seat sees each move: when its peer has checked, journalled and played it."""
        handle, version = self._handles[at], -1
        while True:
            version = await handle.changed(version)
            match = _match(handle)
            self._plies[at] = match.ply if match else 0
            now, everywhere = _now(), min(self._plies)
            for ply in [ply for ply in self._began if ply <= everywhere]:
                self._seen.taken.append((now - self._began.pop(ply)) * 1000)
            self._turned.set()


class Regulars:
    """Four peers; `seen` takes what they see, `pace` are the seconds between two moves of theirs."""

    def __init__(self, peers: Sequence[Peer], seen: Seen, pace: float, rng: Random) -> None:
        """Let them come."""
        self._peers, self._seen, self._pace, self._rng = peers, seen, pace, rng
        self._enough = asyncio.Event()
        self._leaving: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        """Play until it is enough; then end the game, and wait until all tables are cleared."""
        due = _now() + self._rng.random() * self._pace
        while not self._enough.is_set():
            try:
                async with asyncio.timeout(SITTING):
                    handles = await sit_down(self._peers)
            except (Fault, TimeoutError) as fault:
                self._seen.trouble.append(f"sitting down: {fault!r}")
                continue
            self._seen.tables += 1
            due = await self._one(handles, max(due, _now()))
        await asyncio.gather(*self._leaving)

    def stop(self) -> None:
        """Let them finish."""
        self._enough.set()

    async def _one(self, handles: Sequence[TableHandle], due: float) -> float:
        """Play one game from `due` on and give the time of the move after it."""
        game = Game(handles, self._seen, random_game(self._rng.randrange(GAMES), len(handles)))
        try:
            while await self._until(due) and (mover := await self._mover(game)) is not None:
                self._seen.late.append((_now() - due) * 1000)
                await game.move(mover)
                due = max(due + self._pace, _now())
            if not game.over:
                await game.resign()
        except Fault as fault:
            self._seen.trouble.append(f"playing: {fault}")
        await game.end()
        self._leave(handles)
        return due

    async def _mover(self, game: Game) -> TableHandle | None:
        try:
            async with asyncio.timeout(SEEING):
                return await game.next_mover()
        except TimeoutError:
            self._seen.trouble.append("nobody knows that it is his turn")
            return None

    async def _until(self, due: float) -> bool:
        """Wait until a time; False where it is enough before."""
        try:
            async with asyncio.timeout(max(0.0, due - _now())):
                await self._enough.wait()
        except TimeoutError:
            return True
        return False

    def _leave(self, handles: Sequence[TableHandle]) -> None:
        task = asyncio.create_task(self._clear(handles))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _clear(self, handles: Sequence[TableHandle]) -> None:
        """Leave a table that is over once each has heard from all others that they have all of it: it is cleared."""
        if not await _in_time(lambda: all(handle.level for handle in handles), LEAVING):
            self._seen.trouble.append("left before all had everything")
        for handle in handles:
            await handle.close()


@cache
def random_game(seed: int, players: int) -> tuple[str, ...]:
    """Give the moves of a game played at random: found once, so that the drivers do not pay for it at each table."""
    game, rng = find(GAME), Random(seed)
    state, moves = Match.new(game, settle(game, _options(players))).state, list[str]()
    while state.outcome is None:
        (seat,) = state.active
        action = rng.choice(list(state.legal(seat)))
        state = state.play(seat, action)
        moves.append(str(action))
    return tuple(moves)


def _options(players: int) -> dict[str, str]:
    return {"players": str(players)} if any(one.name == "players" for one in find(GAME).options) else {}


async def sit_down(peers: Sequence[Peer]) -> list[TableHandle]:
    """Let the first open a table and all sit down at it; give everybody's handle once play has begun."""
    host, *others = peers
    handles = [await host.open_table(GAME, _options(len(peers)), {}, "Load")]
    place = Invitation.parse(handles[0].invitation)
    handles += await asyncio.gather(*(peer.join(place) for peer in others))
    for number, handle in enumerate(handles):
        await handle.sit(Seat(number))
    for handle in handles:
        version = -1
        while _phase(handle) is not Phase.PLAYING:
            version = await handle.changed(version)
    return handles


async def _in_time(holds: Callable[[], bool], seconds: float) -> bool:
    """Look now and then whether something holds; nothing tells of it."""
    end = _now() + seconds
    while not holds():
        if _now() > end:
            return False
        await asyncio.sleep(0.5)
    return True


def _now() -> float:
    return asyncio.get_running_loop().time()


def _phase(handle: TableHandle) -> Phase:
    return phase_of(handle.table.annals)


def _match(handle: TableHandle) -> Match | None:
    course = handle.table.course
    return course.match if course else None


def _digest(handle: TableHandle) -> str:
    match = _match(handle)
    return match.digest() if match else ""


def _mine(handle: TableHandle) -> tuple[Seat, ...]:
    return handle.table.annals.roster.seats_of(handle.table.me)


def _turn(handle: TableHandle) -> Seat | None:
    """Give the seat of ours that is to move."""
    match = _match(handle) if _phase(handle) is Phase.PLAYING else None
    return next((seat for seat in (match.state.active if match else ()) if seat in _mine(handle)), None)
