"""Whatever somebody tries at the door for guests in browsers: nothing is theirs, and the next guest comes in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("textual_serve", reason="textual-serve is not installed")

from tests.system.support.web_guest import GuestServer, WebGuest, asked, guests_of, hosted
from tests.system.support.web_intruder import TRIES, Outcome

LINKS = 40


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GuestServer]:
    """Open one door for all tries: what one has broken, the next one finds. Its end says that it printed nothing."""
    folder = tmp_path_factory.mktemp("web")
    with hosted(folder / "host") as room, guests_of(room, folder, "--login", "2", number=LINKS) as server:
        yield server


@pytest.mark.parametrize("name", TRIES)
def test_a_try_gains_nothing_and_stops_nobody(name: str, server: GuestServer) -> None:
    tried, wanted = TRIES[name]
    assert tried(server) is wanted
    assert asked(server, "/", server.token(1)).status == 200
    if wanted is not Outcome.REFUSED:
        with WebGuest(server, 3 + list(TRIES).index(name)) as next_one:
            next_one.shows("Your name")


def test_there_are_twenty_tries_and_more() -> None:
    assert len(TRIES) >= 20
