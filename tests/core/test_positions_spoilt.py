"""Spoilt positions of every game: whatever stands in one, it is set up or refused in a sentence."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core import games
from core.bots.bot import walk
from core.fault import BadOption, BadPosition, BadRecord
from core.match.match import Match
from core.match.record import FORMAT, check, read
from core.match.record_text import quote
from tests.length import so_many

NAMES = games.names()

SCALARS = st.none() | st.booleans() | st.integers(-3, 40) | st.floats(allow_nan=False) | st.text(max_size=4)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner))
CHANGES = st.lists(st.tuples(st.floats(0, 1), st.sampled_from(("put", "drop", "swap")), VALUES), min_size=1, max_size=3)


@cache
def positions(name: str) -> tuple[str, ...]:
    """Give positions of a game as canonical JSON: the start, some on the way, the end."""
    match, rng = Match.new(games.find(name), {}).deal(), Random(1)
    found = []
    while match.state.outcome is None and match.ply < 400:
        if match.ply % 20 == 0:
            found.append(json.dumps(match.state.to_json()))
        seat = match.state.active[rng.randrange(len(match.state.active))]
        match = match.play(str(walk(match.state, seat, rng)), seat).deal()
    return (*found, json.dumps(match.state.to_json()))


def places(value: object, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Give the way to every value within a value."""
    found = [at]
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        found += places(inner, (*at, key))
    return found


def change(position: Any, where: float, kind: str, new: object) -> Any:  # noqa: ANN401 - a value of JSON
    """Put another value in some place of a position, drop what is there, or give it a key of its own."""
    ways = places(position)
    *way, last = ways[min(int(where * len(ways)), len(ways) - 1)] or (None,)
    holder = position
    for key in way:
        holder = holder[key]
    if last is None or kind == "swap":
        if isinstance(holder, dict):
            holder[str(new)[:5]] = new
    elif kind == "drop":
        del holder[last]
    else:
        holder[last] = new
    return position


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=so_many(150, 70), deadline=None, derandomize=True)
@given(which=st.integers(0, 30), changes=CHANGES)
@example(which=0, changes=[(0.0, "swap", {"": [[]]})])
def test_a_position_spoilt_is_set_up_or_refused(
    name: str, which: int, changes: list[tuple[float, str, object]]
) -> None:
    known = positions(name)
    position = json.loads(known[which % len(known)])
    for where, kind, new in changes:
        position = change(position, where, kind, new)
    told = "Fine."
    try:
        state = games.find(name).setup(position)
        assert games.find(name).setup(json.loads(json.dumps(state.to_json()))) == state
        assert all(str(action) for seat in state.active for action in islice(state.legal(seat), 50))
    except (BadPosition, BadOption) as fault:
        told = str(fault)
    assert told.endswith(".")
    assert len(told) < 1000


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=so_many(60, 30), deadline=None, derandomize=True)
@given(which=st.integers(0, 30), changes=CHANGES)
def test_a_record_with_a_spoilt_position_names_its_place(
    name: str, which: int, changes: list[tuple[float, str, object]]
) -> None:
    known = positions(name)
    position = json.loads(known[which % len(known)])
    for where, kind, new in changes:
        position = change(position, where, kind, new)
    game = games.find(name)
    head = [("Format", FORMAT), ("Game", name), ("Rules", str(game.version))]
    seats = ("Seats", " ".join(Match.new(game, {}).names))
    lines = [f"[{key} {quote(value)}]" for key, value in (*head, seats, ("Position", json.dumps(position)))]
    told = "5:11: fine."
    try:
        check(read("\n".join(lines) + "\n\n"))
    except BadRecord as fault:
        told = str(fault)
    assert re.match(r"[45]:[0-9]+: .*\.$", told), told
