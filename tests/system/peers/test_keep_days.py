"""A correspondence of two profiles that `parley keep` holds over a real broker: killed, started again, told by HTTP."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from core.game import Seat
from net.view.table_view import Phase, TableView
from net.wire.invitation import Invitation
from tests.length import long_only
from tests.system.peers.test_demo_restart import NO_MOSQUITTO, Program, start
from tui.headless.plan_run import Wish
from tui.headless.plan_run import run as change_plans
from tui.headless.room_visit import visiting
from tui.i18n.translation import speaking

if TYPE_CHECKING:
    from net.peer.table_handle import TableHandle

SEATS = {"ann": Seat(0), "bob": Seat(1)}
SECONDS = 60
"""How long a notice or a program is waited for."""


class Sink:
    """What has been posted to a local server: by whom, and the text."""

    def __init__(self, port: int) -> None:
        """Begin with nothing."""
        self.port = port
        self.posts: Queue[tuple[str, str]] = Queue()
        self.all: list[tuple[str, str]] = []

    def until(self, name: str, text: str) -> None:
        """Wait for a text that is posted for somebody; what comes before it is kept too."""
        while (found := self.posts.get(timeout=SECONDS)) != (name, text):
            self.all.append(found)
        self.all.append(found)


@contextmanager
def sink() -> Iterator[Sink]:
    """Give a server at a port that the kernel has chosen."""
    found = Sink(0)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            found.posts.put((self.path.strip("/"), text))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.port = server.server_address[1]
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def sit(root: Path, name: str, at: str, work: Callable[[TableHandle], Awaitable[object]]) -> str:
    """Be somebody at a table for a moment, as with `parley play`, or at a new one; give its invitation."""

    async def visit() -> str:
        place = Invitation.parse(at)
        async with asyncio.timeout(SECONDS), visiting(place, name, where=root) as peer:
            opened = {"clock": "1d"}
            handle = await (
                peer.join(place) if place.tid else peer.open_table("megiddo", {"target": "1"}, opened, "Days")
            )
            await handle.caught_up(SECONDS)
            await work(handle)
            return handle.invitation

    return asyncio.run(visit())


async def take_seat(handle: TableHandle) -> None:
    """Sit down at one's place; the others may still be to come."""
    name = handle.table.me
    seat = SEATS["ann" if handle.table.annals.host == name else "bob"]
    await handle.sit(seat)
    await handle.until(lambda view: view.seats[seat].mine)


def keeper(evening: ExitStack, root: Path, name: str, port: int) -> Program:
    """Start the keeper of a profile."""
    return start(evening, root, "keep", "--profile", name, "--json", "--notify", f"post http://127.0.0.1:{port}/{name}")


def ply(view: TableView) -> int:
    """Count the lines of the log."""
    return view.match.ply if view.match is not None else -1


@pytest.mark.parametrize("kind", ["amqtt", pytest.param("mosquitto", marks=(long_only, NO_MOSQUITTO))])
def test_a_game_of_days_over_three_restarts(tmp_path: Path, kind: str) -> None:
    turn, name = "It is your turn at Megiddo “Days”.", "Megiddo “Days”"
    with ExitStack() as evening, sink() as told, speaking("en"):
        evening.enter_context(pytest.MonkeyPatch.context()).setenv("PARLEY_LANG", "en")
        host = start(evening, tmp_path, "host", "--broker", kind, "--json", "--quiet")
        at = sit(tmp_path, "ann", str(host.until("hosting")["url"]), take_seat)
        keepers = {"ann": keeper(evening, tmp_path, "ann", told.port)}
        keepers["ann"].until("resumed")

        async def begin(handle: TableHandle) -> None:
            await take_seat(handle)
            await handle.until(lambda view: view.phase is Phase.PLAYING)

        sit(tmp_path, "bob", at, begin)  # ann's keeper gives the seat, agrees and starts: nobody is at her screen
        told.until("ann", turn)
        keepers["bob"] = keeper(evening, tmp_path, "bob", told.port)
        keepers["bob"].until("resumed")
        with pytest.raises(AssertionError, match="already"):
            start(evening, tmp_path, "keep", "--profile", "bob", "--json").until("keeping")
        assert change_plans(Wish("bob", lines=("D3 then C3 if * then E5",)), tmp_path) == 0

        async def move(handle: TableHandle, text: str) -> None:
            before = ply(handle.view)
            await handle.play(SEATS["ann"], text)
            await handle.until(lambda view: ply(view) > before + 1)

        sit(tmp_path, "ann", at, lambda handle: move(handle, "D3"))  # bob's keeper answers while she is there
        told.until("bob", f"{name}: your conditional move C3 is played.")
        keepers["ann"].until("keeping", count=1)
        told.until("ann", turn)

        for round_ in range(3):
            for who, program in tuple(keepers.items()):
                program.kill() if (round_, who) != (1, "bob") else program.close()
                keepers[who] = keeper(evening, tmp_path, who, told.port)
                keepers[who].until("resumed", ply=2)

        sit(tmp_path, "ann", at, lambda handle: move(handle, "D4"))
        told.until("bob", f"{name}: your conditional move E5 is played.")
        told.until("ann", turn)

        async def resign(handle: TableHandle) -> None:
            await handle.declare(SEATS["ann"], "resign")
            await handle.until(lambda view: view.phase is Phase.OVER and not view.unsettled)

        sit(tmp_path, "ann", at, resign)  # settled: bob's keeper has signed the end
        told.until("bob", f"{name}: the game is over. Blue wins: by resignation.")
        keepers["ann"].until("keeping", count=0)
    count = Counter(told.all + list(told.posts.queue))
    assert count == {
        ("ann", turn): 3,
        ("bob", f"{name}: your conditional move C3 is played."): 1,
        ("bob", f"{name}: your conditional move E5 is played."): 1,
        ("bob", f"{name}: the game is over. Blue wins: by resignation."): 1,
    }
