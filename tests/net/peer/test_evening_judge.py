"""The judge of the simulated evenings: whom a lost disk excuses, and whom it does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

import pytest

from core.game import Seat
from core.match.match import Line
from net.log.feed import Feed
from net.peer.publisher import OutboxItem, Publisher, PutEvent, PutSegment
from net.peer.table_registry import TableRegistry
from net.table.line.step_register import Step
from net.wire.event import Kind, Signed
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import full
from tests.net.support.event_signer import TID, chain, who
from tests.sim.evening import within
from tests.sim.judge import Broken, Judge
from tests.sim.people.person import Person
from tests.sim.program import Program
from tests.sim.world.clock import Clock
from tests.sim.world.network import Network, Session
from tests.sim.world.weather import Weather

KEY = bytes(32)
ROOM = Invitation("127.0.0.1", "parlour", bytes(16), port=1883)
FAIR = Weather(0, 0, 5, skewed=False, slow=False, sudden=(), every_ms=1_000, cheat=False, ordered=True)


class Annals:
    """Nobody is proved to have signed two histories."""

    def __init__(self) -> None:
        """Know of nobody."""
        self.struck: dict[bytes, int] = {}


class Desk:
    """What the judge asks an open table: its key, its chains and the steps that it shows."""

    known = True

    def __init__(self) -> None:
        """Show nothing."""
        self.tid, self.key, self.feed = TID, KEY, Feed(TID)
        self.annals, self.table = Annals(), self
        self._steps: list[Step] = []

    def history(self) -> list[Step]:
        """Give what is shown as played."""
        return self._steps

    def take(self, signed: Signed) -> None:
        """Show the step of an event as the first of the line."""
        author = signed.event.author
        self.feed.admit(author)
        self.feed.receive(signed)
        self._steps = [Step(signed.id, author, Seat(0), 0, Kind.MOVE, Line(Seat(0), "a1"), b"", 0, 0, 0)]


class Evening:
    """Ann, whose step it is, Ben and Cat, all connected; `first` is what Ann signed, `anew` her other signature."""

    def __init__(self, folder: Path) -> None:
        """Let Ann and Ben see Ann's step."""
        clock = Clock(Random(1))
        self.network = Network(clock, FAIR, lambda _fault: None)
        self.people = [Person(number, clock, self.network, ROOM, folder) for number in range(3)]
        self.judge = Judge(self.network, self.people)
        self.ann, self.ben, self.cat = self.people
        for person, name in zip(self.people, ("ann", "ben", "cat"), strict=True):
            person.identity, person.alive = who(name), True
            person._session = cast("Session", object())
            self.empty(person)
        (self.first,) = chain(self.ann.identity, 1)
        self.anew = chain(self.ann.identity, 1, data=("a1", 11, None))[0]
        self.judge.signatures.sign(self.ann, self.first)
        for person in (self.ann, self.ben):
            self.show(person, self.first)

    def empty(self, person: Person) -> None:
        """Give somebody a table of which nothing is known."""
        person.shelf = cast("TableRegistry", [Desk()])

    def lose(self, person: Person) -> None:
        """Let somebody lose their disk, and come back."""
        self.empty(person)
        self.fall(person)
        self.judge.look(person)

    def fall(self, person: Person) -> None:
        """Let somebody's disk be damaged."""
        person.disk.wipe()
        self.judge.forget(person)

    def sign_anew(self) -> None:
        """Let Ann sign her step another time."""
        self.judge.signatures.sign(self.ann, self.anew)

    def show(self, person: Program, signed: Signed) -> None:
        """Let somebody be shown a step, and the judge see it."""
        cast("Desk", person.desk).take(signed)
        self.judge.look(person)

    def keep(self, item: OutboxItem) -> None:
        """Have the broker keep what Ann publishes."""
        post = Publisher(self.ann.identity, TID, KEY, bytes).post(item)
        self.network.retained[full(ROOM.prefix, post.topic)] = post.payload


def part(evening: Evening) -> None:
    """Ben is behind a wall."""
    evening.network.wall = lambda sender, receiver: evening.ben.number in {sender, receiver}


def stun(evening: Evening) -> None:
    """Ben's program stands still."""
    evening.ben.paused_until = evening.network.now + 1


def clog(evening: Evening) -> None:
    """Hold up on the way what is sent to Ben."""
    evening.network.clogged[evening.ben.number] = evening.network.now + 1


def disconnect(evening: Evening) -> None:
    """Ben has no connection."""
    evening.ben._session = None


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Give an evening at which Ann and Ben have seen Ann's step."""
    return Evening(tmp_path)


@pytest.mark.parametrize("away", [disconnect, part, stun, clog])
def test_who_lost_their_disk_may_sign_anew_what_nobody_within_reach_holds(
    evening: Evening, away: Callable[[Evening], None]
) -> None:
    evening.lose(evening.ann)
    away(evening)
    evening.sign_anew()
    evening.show(evening.ann, evening.anew)
    evening.show(evening.cat, evening.anew)


def test_who_lost_their_disk_does_not_sign_anew_what_a_present_witness_holds(evening: Evening) -> None:
    evening.lose(evening.ann)
    evening.sign_anew()
    with pytest.raises(Broken, match=r"P1: at ply 0 p0 shows a1, another showed a1"):
        evening.show(evening.ann, evening.anew)


@pytest.mark.parametrize("bundled", [False, True])
def test_who_lost_their_disk_does_not_sign_anew_what_the_broker_keeps(evening: Evening, *, bundled: bool) -> None:
    evening.keep(PutSegment(1, 0, ((evening.first.sig, evening.first.body),)) if bundled else PutEvent(evening.first))
    evening.lose(evening.ann)
    disconnect(evening)
    evening.sign_anew()
    with pytest.raises(Broken):
        evening.show(evening.ann, evening.anew)


def test_a_witness_who_comes_back_after_the_signature_takes_no_excuse_away(evening: Evening) -> None:
    evening.lose(evening.ann)
    disconnect(evening)
    evening.sign_anew()
    evening.ben._session = cast("Session", object())
    evening.show(evening.ann, evening.anew)


def test_a_witness_who_goes_after_the_signature_gives_no_excuse(evening: Evening) -> None:
    evening.lose(evening.ann)
    evening.sign_anew()
    disconnect(evening)
    with pytest.raises(Broken):
        evening.show(evening.ann, evening.anew)


def test_the_first_event_of_a_second_history_is_what_counts(evening: Evening) -> None:
    older, first = chain(evening.ann.identity, 2, data=("b1", 1, None))
    younger, anew = chain(evening.ann.identity, 2, data=("b1", 2, None))
    evening.empty(evening.ben)
    for signed in (older, first):
        evening.judge.signatures.sign(evening.ann, signed)
        cast("Desk", evening.ben.desk).take(signed)
    evening.lose(evening.ann)
    disconnect(evening)
    evening.judge.signatures.sign(evening.ann, younger)
    evening.ben._session = cast("Session", object())
    evening.judge.signatures.sign(evening.ann, anew)
    assert evening.judge.signatures.is_anew(evening.ann, first.id, anew.id)
    assert not evening.judge.signatures.is_anew(evening.cat, first.id, anew.id), "it is not Cat's to sign"
    assert not evening.judge.signatures.is_anew(evening.ann, anew.id, first.id), "the first is of a whole disk"


def test_another_step_on_the_broker_is_no_reason_to_know_the_first(evening: Evening) -> None:
    evening.keep(PutEvent(evening.anew))
    evening.lose(evening.ann)
    disconnect(evening)
    evening.sign_anew()
    evening.show(evening.ann, evening.anew)


def test_a_whole_disk_excuses_nobody(evening: Evening) -> None:
    disconnect(evening)
    evening.sign_anew()
    with pytest.raises(Broken):
        evening.show(evening.cat, evening.anew)


def test_a_lost_disk_excuses_nobody_but_its_owner(evening: Evening) -> None:
    evening.lose(evening.ann)
    evening.lose(evening.cat)
    disconnect(evening)
    evening.sign_anew()
    with pytest.raises(Broken):
        evening.show(evening.cat, evening.anew)


def test_what_was_held_by_lost_disks_alone_is_asked_of_nobody(evening: Evening) -> None:
    evening.lose(evening.ann)
    evening.lose(evening.ben)
    evening.show(evening.cat, evening.anew)
    evening.show(evening.ann, evening.anew)


def test_what_a_damaged_disk_has_kept_may_be_shown_once_more(evening: Evening) -> None:
    evening.lose(evening.ann)
    evening.fall(evening.ben)
    disconnect(evening)
    evening.sign_anew()
    evening.show(evening.ann, evening.anew)
    evening.judge.look(evening.ben)


def test_what_a_damaged_disk_has_kept_is_not_signed_anew_by_whoever_could_hear_of_it(evening: Evening) -> None:
    evening.lose(evening.ann)
    evening.fall(evening.ben)
    evening.sign_anew()
    with pytest.raises(Broken, match=r"P1: at ply 0 p0 shows"):
        evening.show(evening.ann, evening.anew)


@pytest.mark.parametrize("seat", [None, Seat(2)])
def test_only_a_spectator_may_come_when_all_who_had_the_table_are_gone(evening: Evening, seat: Seat | None) -> None:
    for person in (evening.ann, evening.ben):
        person.closed = True
    evening.cat.shelf, evening.cat.seat = cast("TableRegistry", []), seat
    told = evening.judge.agree(evening.people, [], {}, evening.ann)
    assert told == ("" if seat is None else "P4: p2 knows no table")


def test_what_computes_for_ever_breaks_a_promise() -> None:
    with within(0.05):
        pass
    with pytest.raises(Broken, match=r"P8: nothing comes to an end in 0\.05 seconds"):
        _compute_for_ever()


def _compute_for_ever() -> None:
    with within(0.05):
        while True:
            pass


@pytest.mark.parametrize(("ply", "excused"), [(0, True), (1, False)])
def test_what_is_laid_at_the_ply_of_a_certificate_goes_with_it(evening: Evening, ply: int, *, excused: bool) -> None:
    """Where two lay cards at one ply and one is waited for no longer, the other's cards stand before the certificate.

    Whoever is passed over may have been shown a decision of their own at that place (seed 1814085).
    """
    (other,) = chain(evening.ben.identity, 1)
    (final,) = chain(evening.cat.identity, 1)
    desk = cast("Desk", evening.cat.desk)
    laid = Step(other.id, evening.ben.identity.public, Seat(1), 0, Kind.REVEAL, Line(Seat(1), "b2"), b"", 0, 0, 0)
    passed = Step(final.id, evening.cat.identity.public, Seat(0), ply, Kind.FINAL, Line(Seat(0), "c3"), b"", 0, 0, 0)
    desk._steps = [laid, passed]
    if excused:
        evening.judge.look(evening.cat)
    else:
        with pytest.raises(Broken, match=r"P1: at ply 0 p2 shows b2, another showed a1"):
            evening.judge.look(evening.cat)
