"""What was promised, held against what everybody saw: the judge of an evening (docs/reliability.md)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from random import Random

from core.fault import Fault
from core.game import DEALER, Seat, Talk
from core.match.match import Match
from core.match.transcript import Utterance, talk_digest
from net.deck.card_draw import CardSlot
from net.identity.identity import pid_of
from net.log import feed
from net.table.fold.game_end import awaited, is_settled
from net.table.fold.mental_dealer import MentalDealer
from net.table.line.step_register import Step
from net.table.seating.seat_request import ROSTER_KINDS
from net.view.table_view import Phase, TableView
from net.wire import mqtt_topic
from net.wire.card_data import Share
from net.wire.event import Kind
from net.wire.event_data import Move, Reveal, read
from net.wire.mqtt_topic import full
from tests.sim import shuffled_fold
from tests.sim.people.person import Person
from tests.sim.program import Program
from tests.sim.signature_log import SignatureLog
from tests.sim.world.network import Network

RESTLESS_MS = 90_000
"""How long after the weather has cleared all must be connected again."""
PROMPT_MS = 20_000
"""P4: how long after the last is connected, and what was held up has come, all must agree."""

Struck = tuple[tuple[bytes, int], ...]
"""Whose histories part, and from which number."""
Place = tuple[Struck, int]

TAKEN_BACK = frozenset({Kind.FINAL, Kind.SUBSTITUTE})
"""Steps that rest on words which their authors may take back until they have gone past them, and all laid with them."""


class Broken(AssertionError):
    """A promise that was not kept; the text names it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A step that somebody was shown as played; a `doubtful` one need not stand for others."""

    id: bytes
    author: bytes
    text: str
    doubtful: bool


class Judge:
    """Remembers what was shown as played, and compares everybody at the end."""

    def __init__(self, network: Network, people: Sequence[Person]) -> None:
        """Know nothing yet; `people` grows where somebody starts a second program."""
        self.signatures = SignatureLog(network, people)
        self._shown: dict[Place, Shown] = {}
        self._parted: dict[Struck, int] = {}
        self._witnesses: dict[Place, set[int]] = {}
        self._read: dict[int, tuple[Struck, int]] = {}
        self._fallen: set[int] = set()
        self._settled: tuple[str, str] | None = None

    def look(self, person: Program, dishonest: Container[bytes] = ()) -> None:
        """P1: what is shown as played stands at the same place for everybody and for ever.

        All begin anew where somebody is proved to have signed two histories: nothing after they part stands. Before
        that is known some may see what one of the `dishonest` showed to them alone, and what was built on it. So may
        somebody who was waited for no longer see what they had played, before they hear that all others went on, and
        somebody whose disk has lost their step, and who signs another where nobody within reach could tell them of it.
        """
        desk = person.desk
        steps = desk.table.history() if desk else ()
        if person.number in self._fallen:
            self._forget(person.number, {step.id for step in steps})
        if desk is None:
            return
        struck = tuple(sorted(desk.table.annals.struck.items()))
        before, read = self._read.get(person.number, (struck, 0))
        for place in range(min(read, len(steps)) if before == struck else 0, len(steps)):
            if struck in self._parted and place >= self._parted[struck]:
                break
            self._compare(person, (struck, place), steps, dishonest)
        self._read[person.number] = (struck, len(steps))

    def settle(self, person: Program, *, lying: bool) -> None:
        """P3: an end that somebody was once shown as settled is everybody's; unless cheats or disks are `lying`."""
        course = person.desk.table.course if person.desk else None
        if lying or course is None or person.desk is None or not is_settled(person.desk.table.annals):
            return
        here = (course.match.digest(), person.name)
        self._settled = self._settled or here
        if self._settled[0] != here[0]:
            message = f"P3: {here[1]} was shown a settled end that is not that of {self._settled[1]}"
            raise Broken(message)

    def forget(self, person: Person) -> None:
        """Hold nobody to what one person alone had seen whose disk has lost it: no program can know it again.

        What their disk has kept is seen once they are back.
        """
        self._fallen.add(person.number)

    def _forget(self, fallen: int, kept: Container[bytes]) -> None:
        self._fallen.discard(fallen)
        self._read.pop(fallen, None)
        for place, witnesses in tuple(self._witnesses.items()):
            if self._shown[place].id not in kept:
                witnesses.discard(fallen)
            if not witnesses:
                del self._witnesses[place], self._shown[place]

    def _compare(self, person: Program, place: Place, steps: Sequence[Step], dishonest: Container[bytes]) -> None:
        step, *later = steps[place[1] :]
        taken = any(one.kind in TAKEN_BACK for one in (step, *later) if one.ply == step.ply)
        here = Shown(step.id, step.author, step.line.text, step.author in dishonest or taken)
        witnesses = self._witnesses.setdefault(place, set())
        lost = person.disk.torn and person.number not in witnesses
        witnesses.add(person.number)
        known = self._shown.setdefault(place, here)
        if known == here:
            return
        anew = lost and known.author == here.author and self.signatures.is_anew(person, known.id, here.id)
        if known.doubtful or here.doubtful or anew:
            self._parted[place[0]] = place[1]
        else:
            message = f"P1: at ply {step.ply} {person.name} shows {here.text}, another showed {known.text}"
            raise Broken(message)

    def agree(self, people: Sequence[Person], dishonest: Sequence[Person], kept: Container[str], host: Person) -> str:
        """P3, P5, P10: after the storm all see one game and one talk; tell what differs, or nothing.

        `kept` are the topics of what the broker keeps; the `host` of the table may be gone.
        """
        honest = [person for person in people if person not in dishonest]
        for person in honest:
            if person.errors:
                return f"P8: {person.name} failed: {person.errors[0]!r}"
        missing = [one.name for one in honest if one.desk is None or not (one.desk.known or one.closed)]
        if missing:
            asked = [one for one in honest if not one.closed]  # whoever is done there tells nobody
            excused = all(one.disk.torn or one.seat is None for one in asked)  # a spectator may come after all is over
            gone = len(missing) == len(asked) and excused and not _begins(host, kept)
            return "" if gone else f"P4: {', '.join(missing)} knows no table"
        torn = {person.identity.public for person in honest if person.disk.torn}
        if any(_parted_early(person, torn) for person in honest):
            return ""
        there = [person for person in honest if not person.closed]
        told = _fraud(there, dishonest) or _game(there) or (_talk(there) if there else "")
        return told or _left(honest, torn, kept) or _unsettled(honest)

    def audit(self, people: Sequence[Person], dishonest: Sequence[Person], seed: int) -> None:
        """P2, P3, P6: what all agree on was legal, stands whatever the order of arrival, and no hidden face was seen.

        Raises `Broken`. Other orders are tried with the log of one of them, drawn from `seed`, who is not about to fold
        it anew: a program that stands still when the evening ends may be.
        """
        there = [one.desk for one in people if one not in dishonest and one.desk is not None and not one.closed]
        desks = [desk for desk in there if not desk.table.retelling]
        if desks and shuffled_fold.differs(Random(f"told anew {seed}").choice(desks), seed):
            message = "P3: in another order the same log leads elsewhere"
            raise Broken(message)
        for person in (one for one in people if one not in dishonest and one.view and one.view.match):
            view = person.view
            assert view is not None
            assert view.match is not None
            _legal(view.match)
            if view.phase is Phase.PLAYING:
                _hidden(person, view.match, view.mine)


def _legal(match: Match) -> None:
    """P2: the rules alone, without any network, come from the log to the same match."""
    try:
        again = Match.fold(match.header, match.log)
    except Fault as fault:
        message = f"P2: the rules refuse what was played: {fault}"
        raise Broken(message) from fault
    if again.digest() != match.digest():
        message = "P2: the log leads elsewhere"
        raise Broken(message)


def _hidden(person: Person, match: Match, mine: Sequence[Seat]) -> None:
    """P6: somebody sees no more of what chance brought than those may who hold his seats."""
    seen = [match.seen_by(seat).log for seat in (mine or (None,))]
    seen += [match.seen_by(seat).log[:until] for seat, until in _handed_over(person)]
    for place, line in enumerate(match.log):
        if line.seat == DEALER and line.text not in {log[place].text for log in seen if place < len(log)}:
            draws = sum(one.seat == DEALER and one.text.startswith("draw ") for one in match.log[:place])
            if not _face_up(person, draws):
                message = f"P6: {person.name} sees {line.text}"
                raise Broken(message)


def _handed_over(person: Person) -> list[tuple[Seat, int]]:
    """Give the seats that somebody has handed over, each with the length of the log up to which they saw its cards."""
    desk = person.desk
    line = desk.table.annals.line if desk else None
    if line is None:
        return []
    lengths = {step.ply + 1: step.at for step in line.register.history if step.kind is Kind.SUBSTITUTE}
    changes = line.holding.changes()
    return [(seat, lengths[ply]) for ply, seat, former, _ in changes if former == person.identity.public]


def _face_up(person: Person, number: int) -> bool:
    """Tell whether the draw of that number, from 0, gave a slot that its drawer had told like all others.

    He may have told it in the line, or where the line stood once, before a certificate or a fraud took that away.
    """
    dealer = person.desk.table.annals.bringer if person.desk else None
    if not isinstance(dealer, MentalDealer):
        return False
    draws = dealer.dealing._draws
    seat, slot = list(draws._drawn.values())[number]
    drawer = dealer.holders[seat]
    return slot in draws._told.get(drawer, ()) or _told_elsewhere(person, dealer.dealing.signer(drawer), slot)


def _told_elsewhere(person: Person, author: bytes, slot: CardSlot) -> bool:
    """Tell whether an author has told his mask of a slot at a place that is none of the line."""
    assert person.desk is not None
    course = person.desk.table.course
    assert course is not None
    for signed in person.desk.feed.events(author):
        event = signed.event
        if event.kind in {Kind.SHARE, Kind.MOVE, Kind.REVEAL} and not course.passed(event.ply, event.gprev):
            data = read(event)
            assert isinstance(data, Share | Move | Reveal)
            if any(opening[:3] == slot for opening in data.shares or ()):
                return True
    return False


def _fraud(honest: list[Person], dishonest: Sequence[Person]) -> str:
    """P10: all know who has signed two histories, and are told."""
    if len({frozenset(person.guilty) for person in honest}) > 1:
        return "P10: not all know who has signed two histories"
    phases = {person.name: person.view.phase for person in honest if person.view}
    thawed = [name for name, phase in phases.items() if phase is not Phase.FROZEN]
    if dishonest and thawed and len(thawed) < len(phases):
        return f"P10: not told of the fraud: {', '.join(thawed)}"
    return ""


def _game(honest: list[Person]) -> str:
    """P3: all see one game, and hear one talk; in a crowd that no start has settled, the same people's."""
    whose = {person.identity.pid for person in honest} if any(map(_crowded, honest)) else None
    marks = {person.name: _mark(person.view, whose) for person in honest if person.view}
    return "P3: " + "; ".join(f"{name} {mark}" for name, mark in marks.items()) if len(set(marks.values())) > 1 else ""


def _left(honest: list[Person], torn: Container[bytes], kept: Container[str]) -> str:
    """P3: who has left a table whose end everybody has keeps no other end than the rest.

    A spectator may have none: players leave once all seat holders have the end, and then the broker may forget it. Nor
    has a program that was opened for another table and has learned that this one goes on.
    """
    those = [one for one in honest if one.identity.public not in torn or not one.closed]
    known = [one for one in those if not (one.closed and one.view is not None and one.view.outcome is None)]
    ends = {one.name: _mark(one.view, ()) for one in known if one.view and not _is_cut_off(one, those, kept)}
    return "P3: " + "; ".join(f"{name} {end}" for name, end in ends.items()) if len(set(ends.values())) > 1 else ""


def _is_cut_off(person: Person, those: list[Person], kept: Container[str]) -> bool:
    """Tell whether somebody lacks events that nobody has who is still there, and no broker keeps.

    That may be a spectator, or a player whose disk has lost what it had once acknowledged.
    """
    at = person.table_at
    if person.closed or person.view is None or person.desk is None or at is None or at.tid is None:
        return False
    if person.view.mine and not person.disk.torn:
        return False
    tid, there = at.tid, [one.desk.feed for one in those if not one.closed and one.desk is not None]
    left = [one.desk.feed for one in those if one.closed and one.desk is not None]
    chains = [(author, chain) for feed_ in left for author in feed_.authors() if (chain := feed_.events(author))]
    lacking = [
        (author, len(chain) - 1)
        for author, chain in chains
        if all(len(chain) > len(known.events(author)) for known in there)
    ]
    topics = [
        (mqtt_topic.event(tid, pid_of(author), seq), mqtt_topic.segment(tid, pid_of(author), 0))
        for author, seq in lacking
    ]
    return any(all(full(at.prefix, topic) not in kept for topic in pair) for pair in topics)


def _unsettled(honest: list[Person]) -> str:
    """P4: an end that all are back for is settled.

    Not where somebody can sign no more, their chain being full, nor yet, their disk having lost what they had signed.
    Nor is a program back that was opened for another table and has learned that this one goes on (`_left`). And whoever
    is done, having had the settled end with all others' word for it, tells it neither to a disk that has lost it since
    nor to a spectator.
    """
    done = {one.identity.pid for one in honest if one.closed and one.desk and is_settled(one.desk.table.annals)}
    back = [one for one in honest if not (one.closed and one.view is not None and one.view.outcome is None)]
    desks = {one.identity.pid: (one.desk, one.disk.torn) for one in back if one.desk is not None}
    able = {pid for pid, (desk, torn) in desks.items() if not desk.flaws["unsigned"] and (desk.caught_up or not torn)}
    for person in honest:
        view = person.view
        keys = awaited(person.desk.table.annals) if person.desk is not None else ()
        asked = able - done if person.disk.torn or (view is not None and not view.mine) else able
        waited = [one.name for one in honest if one.identity.public in keys and one.identity.pid in asked]
        if waited:
            return f"P4: {person.name} waits for {', '.join(waited)} to sign the end"
    return ""


def _crowded(person: Person) -> bool:
    """Tell whether more may have come than are heard before the start: the first comers, not the same everywhere."""
    return (
        person.desk is not None
        and person.desk.table.course is None
        and len(person.desk.feed.authors()) >= feed.AUTHORS_LIMIT
    )


def _mark(view: TableView, whose: Container[str] | None) -> str:
    """Name what somebody sees of game and talk; what is signed after two histories part counts for nobody."""
    match = view.match
    played = f"{view.phase} {match.ply} {match.digest()[:8]}" if match else f"{view.phase}"
    if whose is None:
        return f"{played} {view.talk_digest[:8]}"
    lines = (Utterance(line.seat, line.pid, line.seq, line.ply, line.text, line.act) for line in view.talk)
    return f"{played} {talk_digest(line for line in lines if line.author in whose)[:8]}"


def _begins(host: Person, kept: Container[str]) -> bool:
    """Tell whether the broker keeps the beginning of the host's table; else no disk's loss of it can be made good."""
    pid, at = host.identity.pid, host.table_at
    tid = at.tid if at else None
    if at is None or tid is None:
        return False
    return any(
        full(at.prefix, name) in kept for name in (mqtt_topic.event(tid, pid, 0), mqtt_topic.segment(tid, pid, 0))
    )


def _parted_early(person: Person, torn: Container[bytes]) -> bool:
    """Tell whether a `torn` disk made its owner sign anew what had made the roster: docs/security.md tells of it.

    Who knows the one history alone cannot know the game that began in the other.
    """
    chains = person.desk.feed if person.desk else None
    if chains is None:
        return False
    proofs = [proof for proof in chains.proofs() if proof.first.event.author in torn]
    return any(
        signed.event.kind in ROSTER_KINDS - {Kind.BYE} and signed.event.seat is None
        for proof in proofs
        for signed in (proof.first, proof.second, *chains.events(proof.first.event.author, proof.number))
        if signed.event.seq >= proof.number
    )


def _talk(honest: list[Person]) -> str:
    """P5: each line of talk stands once, in its author's order; none is lost that a whole disk had."""
    view = honest[0].view
    assert view is not None
    for person in honest:
        heard = [line.text for line in view.talk if line.pid == person.identity.pid]
        order = {text: place for place, text in enumerate(person.said)}
        places = [order.get(text, -1) for text in heard]
        if places != sorted(set(places)):
            return f"P5: the talk of {person.name} came twice, out of order or from elsewhere: {heard}"
        lost = set(person.said) - set(heard) - _moot(person)
        if not person.disk.torn and lost:
            return f"P5: {person.name} said {len(person.said)} lines, {len(heard)} are shown"
    return ""


def _moot(person: Person) -> set[str]:
    """Give what somebody said at a place of the line that others took the place of, where the rules close talk now.

    Whoever took a seat over has said nothing at the table if others took back their yes.
    """
    desk = person.desk
    course = desk.table.course if desk else None
    if desk is None or course is None:
        return set()
    own, roster = person.identity.public, desk.table.annals.roster
    seats = roster.seats_of(own)
    if not seats and own not in roster.known:
        return set(person.said)
    said = [signed.event for signed in desk.feed.events(own) if signed.event.kind == Kind.TALK]
    gone = (one for one in said if one.ply <= course.ply and not course.places[one.ply].startswith(one.gprev))
    return {str(one.data[0]) for one in gone if course.talk_at(one.ply, seats) is not Talk.OPEN}
