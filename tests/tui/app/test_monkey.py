"""A monkey at keyboard and mouse: nothing breaks on any screen; `run.py storm monkey` lets it in for longer."""

from __future__ import annotations

import pytest

from tests.storms.monkey.monkey_places import AT_LEAST
from tests.storms.monkey.monkey_terminal import left_open, play
from tests.storms.storm_monkey import Toll, shares, spend, told


def test_nothing_breaks_in_two_thousand_events() -> None:
    toll = spend(20_261, 2000, hurried=True)
    assert not toll.broken, toll.broken[0]
    assert toll.events >= 2000
    assert len(AT_LEAST & set(toll.seen)) >= 12


@pytest.mark.parametrize("ended", [b"\x11", b""])
def test_a_real_terminal_is_left_as_it_was(ended: bytes) -> None:
    assert play(7, 150, ended=ended) == []


def test_what_was_not_ended_is_told() -> None:
    assert left_open(b"\x1b[?1049h\x1b[?25l\x1b[?25h") == [b"\x1b[?1049h"]


def test_a_screen_never_seen_and_a_break_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    whole = Toll(events=1, seconds=1.0)
    whole.seen.update(AT_LEAST - {"lobby"})
    assert not told(whole, 1.0)
    assert "never seen: lobby" in capsys.readouterr().out
    whole.seen["lobby"] += 1
    assert told(whole, 1.0)
    whole.broken.append("seed 1")
    assert not told(whole, 1.0)
    assert shares(5000, 5, 2) == [[(5, 2000), (7, 1000)], [(6, 2000)]]
