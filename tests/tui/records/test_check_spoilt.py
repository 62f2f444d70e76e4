"""Spoilt records: whatever is done to a record, it is right or it is refused with file, line, column and one reason."""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import games
from core.bots.bot import walk
from core.match.match import Match
from core.match.record import Record, write
from core.match.transcript import Utterance
from tui.records.record_check import NoRecord, run_check

PLACE = re.compile(r"-:[1-9][0-9]*:[1-9][0-9]*: [^\n]{5,2000}[.…]\n")
ROOT = Path(__file__).parents[3]
GOLDEN = [file.read_bytes() for file in sorted(ROOT.glob("core/games/*/golden/*.record"))]
SHORT = sorted(GOLDEN, key=len)[: len(GOLDEN) // 2]
"""Those that are replayed soon."""

MEGABYTES = 10 * 1024 * 1024


def verdict(data: bytes) -> tuple[int, str]:
    """Check some bytes; give status and what was said: a place and a reason, or why it is no record at all."""
    out = io.StringIO()
    try:
        status = run_check("-", out, io.BytesIO(data))
    except NoRecord as fault:
        return 2, str(fault)
    told = out.getvalue()
    assert status in (0, 1)
    assert status == 0 or PLACE.fullmatch(told), told
    return status, told


CHANGES = st.lists(
    st.tuples(st.sampled_from(("put", "add", "drop", "cut", "line", "twice")), st.floats(0, 1), st.binary(max_size=3)),
    min_size=1,
    max_size=3,
)


def spoil(data: bytes, changes: list[tuple[str, float, bytes]]) -> bytes:
    """Put, add or drop some bytes, cut the end off, drop a line or write one twice."""
    for kind, where, new in changes:
        at = int(where * len(data))
        start, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at) + 1 or len(data)
        match kind:
            case "put":
                data = data[:at] + new + data[at + len(new) :]
            case "add":
                data = data[:at] + new + data[at:]
            case "drop":
                data = data[:at] + data[at + 1 + len(new) :]
            case "cut":
                data = data[:at]
            case "line":
                data = data[:start] + data[end:]
            case _:
                data = data[:end] + data[start:]
    return data


@settings(max_examples=250, deadline=None, derandomize=True)
@given(st.sampled_from(SHORT), CHANGES)
def test_a_golden_record_spoilt_is_right_or_refused_with_its_place(
    data: bytes, changes: list[tuple[str, float, bytes]]
) -> None:
    verdict(spoil(data, changes))


def short(name: str) -> bytes:
    """Write a record of some decisions with talk."""
    match, rng = Match.new(games.find(name), {}).deal(), Random(1)
    for _ in range(3):
        match = match.seal(str(walk(match.state, match.state.active[0], rng)), match.state.active[0]).deal()
    said = Utterance(match.state.active[0], "ANA", 4, 1, 'Good "luck"', ("thank", "all"))
    return write(Record.of(match, [said], people={match.names[0]: "Béla"}, date="2026-11-21")).encode()


@pytest.mark.parametrize("name", games.names())
def test_every_byte_changed_is_right_or_refused_with_its_place(name: str) -> None:
    """Each byte in turn becomes another one of three, is dropped, and is the last."""
    data = short(name)
    assert verdict(data)[0] == 0
    refused = 0
    for at in range(len(data)):
        for new in (b"\xff", b'"', b"7", b""):
            refused += verdict(data[:at] + new + data[at + 1 :])[0] == 1
        verdict(data[:at])
    assert refused > 3 * len(data)


def test_a_line_taken_out_of_the_log_is_found_out() -> None:
    data = GOLDEN[0]
    start = data.index(b"\n2. ") + 1
    status, told = verdict(data[:start] + data[data.index(b"\n", start) + 1 :])
    assert status == 1
    assert "The decision number 2" in told


@pytest.mark.parametrize("old", [b'[Game "', b'[Seats "', b'[Rules "', b"1. ", b"{talk ", b"\n\n"])
@pytest.mark.parametrize("new", [b"a", b'"', b"\xc3\xa9", b"\\u{1b}"])
def test_a_line_of_ten_megabytes_is_refused_shortly(old: bytes, new: bytes) -> None:
    data = short("djambi").replace(old, old + new * (MEGABYTES // len(new)), 1)
    _, told = verdict(data)
    assert len(told) < 2000


@pytest.mark.parametrize(
    ("encoding", "status", "told"),
    [
        ("utf-8-sig", 0, ""),
        ("latin-1", 1, "The file is not UTF-8 text."),
        ("utf-16", 2, "This file is not text"),
        ("utf-7", 1, "The digest of this talk"),
        ("cp500", 1, "The file is not UTF-8 text."),
    ],
)
def test_other_encodings(encoding: str, status: int, told: str) -> None:
    found, said = verdict(short("djambi").decode().encode(encoding))
    assert found == status
    assert told in said


def test_a_refusal_does_not_carry_what_could_harm_a_terminal() -> None:
    data = short("djambi")
    for old, new in (
        (b'"djambi"', '"\\u{1b}[2J"'),
        (b"1. red", "1. \x1b[2J\u202e"),
        (b"1. red ", "1. red \x1b]0;x\x07"),
    ):
        status, told = verdict(data.replace(old, new.encode(), 1))
        assert status == 1
        assert told.strip("\n").isprintable()
