"""Where two histories part: the same number for all who know the same events, in whatever order they came."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from net.log.chain import Accepted, Forked, Refusal, Refused
from net.log.feed import Feed
from net.wire import envelope
from net.wire.event import Signed
from tests.net.support.event_signer import chain, event, who
from tests.net.support.sample_feeds import fed

ANN = who("ann")


def branch(trunk: list[Signed], at: int, count: int, word: str) -> list[Signed]:
    """Sign `count` other events from number `at` on, the first of them upon the trunk."""
    other = trunk[:at]
    for seq in range(at, at + count):
        made = event(ANN, seq, other[-1].link if other else bytes(16), data=(word, seq, None))
        other.append(envelope.make(ANN, made))
    return other[at:]


def parted(feed: Feed) -> int | None:
    """Give the number from which the histories are known to part."""
    return min((proof.number for proof in feed.proofs()), default=None)


def test_an_event_upon_another_shows_more_than_the_one_beside_it() -> None:
    """Evening 270281 of the simulator: who had gone on to 22 and who stood at 21 struck from different numbers."""
    trunk = chain(ANN, 6)
    late = branch(trunk, 3, 3, "other")[2]
    assert fed(*trunk).receive(late) == [Forked(trunk[4], late)]
    assert fed(*trunk[:5]).receive(late) == [Forked(trunk[4], late)]


def test_two_histories_from_the_first_event_on_part_there() -> None:
    trunk = chain(ANN, 2)
    late = branch(trunk, 0, 2, "other")[1]
    assert fed(*trunk).receive(late) == [Forked(trunk[0], late)]


def test_what_comes_before_a_proof_sharpens_it() -> None:
    trunk = chain(ANN, 6)
    late = branch(trunk, 3, 3, "other")[2]
    feed = fed(trunk[5], *trunk[:4])
    assert feed.receive(late) == [Forked(trunk[5], late)]
    assert feed.receive(trunk[4]) == [Accepted(trunk[4]), Forked(trunk[4], late)]
    assert feed.receive(trunk[5]) == [Refused(Refusal.FORKED)]


def test_a_third_history_shows_more_where_the_chain_has_stopped() -> None:
    trunk = chain(ANN, 6)
    beside, upon = branch(trunk, 5, 1, "second")[0], branch(trunk, 2, 4, "third")[3]
    feed = fed(trunk[5], beside, *trunk[:5])
    assert parted(feed) == 5
    assert feed.receive(upon) == [Forked(trunk[4], upon)]
    assert feed.receive(trunk[5]) == [Refused(Refusal.FORKED)]


@given(length=st.integers(2, 8), seed=st.integers(0, 1 << 32))
def test_one_number_whatever_came_first(length: int, seed: int) -> None:
    """One history whole, pieces of two others, each told as often as heads are said: until nothing is new."""
    chance = random.Random(seed)
    trunk = chain(ANN, length)
    others = [one for word in ("second", "third") for one in branch(trunk, chance.randint(1, length - 1), 4, word)]
    known = [*trunk, *chance.sample(others, chance.randint(1, len(others)))]
    numbers = set()
    for _ in range(8):
        chance.shuffle(known)
        numbers.add(parted(fed(*known, *known, *known)))
    assert len(numbers) == 1
