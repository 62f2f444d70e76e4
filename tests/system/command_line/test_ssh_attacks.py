"""Whatever somebody tries at the door: nothing of the machine is theirs, and the next visitor comes in as ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="asyncssh is not installed")

from tests.length import long_only
from tests.system.support.ssh_door import Door, SshVisitor, opened
from tests.system.support.ssh_intruder import TRIES


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """Open one door for all tries: what one has broken, the next one finds."""
    with opened(tmp_path_factory.mktemp("door"), "--login", "5") as door:
        yield door


LASTING = {"a thousand connections that say nothing"}
"""What ends only when the time to log in does, as another always tried does too: in long runs."""


@pytest.mark.parametrize("name", [pytest.param(one, marks=long_only if one in LASTING else ()) for one in TRIES])
async def test_a_try_gains_nothing_and_stops_nobody(name: str, door: Door, tmp_path: Path) -> None:
    tried, wanted = TRIES[name]
    assert await tried(door, tmp_path) is wanted
    async with SshVisitor(door) as next_one:
        await next_one.shows("Your name")


def test_there_are_thirty_tries_and_more() -> None:
    assert len(TRIES) >= 30
