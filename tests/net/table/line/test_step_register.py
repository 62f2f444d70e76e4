"""What the steps of a line add up to, however they come, go and come again."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from core.game import Seat
from core.match.match import Line
from net.table.clocks.time_control import Reckoning
from net.table.line.step_register import Step
from net.wire.event import Kind

STEPS = st.builds(
    Step,
    seat=st.integers(0, 3).map(Seat),
    kind=st.sampled_from([Kind.MOVE, Kind.TAKE, Kind.REVEAL]),
    ts=st.integers(0, 100),
    at=st.just(0),
    ply=st.just(0),
    author=st.just(bytes(32)),
    id=st.just(bytes(32)),
    spent_ms=st.just(0),
    line=st.just(Line(Seat(0), "")),
    state=st.just(b""),
)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.booleans(), st.lists(STEPS, max_size=4)), max_size=6))
def test_it_reckons_on_as_if_anew(portions: list[tuple[bool, list[Step]]]) -> None:
    reckoning, steps = Reckoning(), list[Step]()
    for anew, portion in portions:
        if anew:
            steps = steps[: len(steps) // 2]
        for at, step in enumerate(portion, len(steps)):
            steps.append(step)
            reckoning.look(steps)
            earlier = [one for one in steps[:at] if one.seat == step.seat and one.kind is not Kind.TAKE]
            assert reckoning.before(at) == len(earlier)
        reckoning.look(steps)
        assert +reckoning.counts == Counter(one.seat for one in steps if one.kind is not Kind.TAKE)
        assert reckoning.last == max((one.ts for one in steps), default=None)
