"""How soon guests of `parley web --room` see what they press: `python benchmarks/web.py [--guests N]`.

A room and a door for guests are opened in processes of their own, and guests come to it by their links with a websocket
as a page has one. Each gives a name and stands in the lobby. A key is pressed by one guest after the other, and the
time is measured until the first of what it paints is here; then by all at once. A browser takes some milliseconds more
to draw it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figure import Figure, arguments, kept, told
from benchmarks.ssh import KEY_MS, MIB, family, p95, pss
from tests.system.support.web_guest import GuestServer, WebGuest, guests_of, hosted

GUESTS = 10
KEYS = 200

Most = partial(Figure, more_is_better=False)
"""A figure whose goal is the most that it may be."""


def memory(server: GuestServer) -> float:
    """Give the MiB of the door with everybody in it."""
    return sum(map(pss, family(server.process.pid))) / MIB


def come(stack: ExitStack, server: GuestServer, number: int) -> tuple[WebGuest, float]:
    """Let a guest come to the lobby; give them, with the seconds until their first picture was whole."""
    began = time.perf_counter()
    guest = stack.enter_context(WebGuest(server, number))
    guest.shows("Your name")
    waited = time.perf_counter() - began
    guest.press(f"Guest {number}\r")
    guest.shows("No table yet")
    return guest, waited


def drained(guest: WebGuest) -> None:
    """Read what a guest is shown until there is nothing more for a moment."""
    with suppress(TimeoutError):
        while True:
            guest.socket.recv(timeout=0.05)


def typed(guest: WebGuest, keys: int) -> list[float]:
    """Type into the line of talk; give the seconds until each letter is painted."""
    found = []
    for number in range(keys):
        drained(guest)
        began = time.perf_counter()
        guest.press("\x7f" if number % 2 else "a")
        guest.socket.recv(timeout=30)
        found.append(time.perf_counter() - began)
    return found


def measured(server: GuestServer, count: int) -> list[Figure]:
    """Bring the guests in, and measure; print each figure as soon as it is known."""
    figures: list[Figure] = []
    with ExitStack() as stack:
        alone = memory(server)
        came = [come(stack, server, number) for number in range(count)]
        guests, each = [guest for guest, _ in came], KEYS // count
        for guest in guests:
            drained(guest)
        together = memory(server)
        figures += told(
            [
                Most("the door alone", alone, "MiB"),
                Most("one guest more", (together - alone) / count, "MiB"),
                Most("link to first picture, median", statistics.median(waited for _, waited in came) * 1000, "ms"),
            ]
        )
        for guest in guests:
            guest.press("t")
        waits = [wait for guest in guests for wait in typed(guest, each)]
        figures += told(
            [
                Most("key to paint, p95, one typing", p95(waits), "ms", KEY_MS),
                Most("key to paint, median, one typing", statistics.median(waits) * 1000, "ms"),
            ]
        )
        with ThreadPoolExecutor(count) as pool:
            waits = [wait for found in pool.map(partial(typed, keys=each), guests) for wait in found]
        figures += told([Most(f"key to paint, p95, {count} typing at once", p95(waits), "ms")])
    return figures


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guests", type=int, default=GUESTS, metavar="N", help="how many come")
    given = arguments(parser)
    with (
        tempfile.TemporaryDirectory() as folder,
        hosted(Path(folder) / "host") as room,
        guests_of(room, Path(folder), "--people", str(given.guests), number=given.guests) as server,
    ):
        kept(measured(server, given.guests), given.json)


if __name__ == "__main__":
    main()
