"""Motions: what seats declare or offer beside the line, and what the seat to move may take into the line.

An `abandon` or `resign` needs nobody's consent. A draw, a takeback or a pause needs every other live seat, and each
stands at one place only; for a takeback or a pause, seats of bots and further seats of the asking player do not count.
A return needs every live seat and stands until it is taken or declined. Resuming after a pause needs nobody's consent.
A taking (`TAKE`) names one motion first, then the answers that complete it. It adds one line to the log or cuts the
log. Several motions are taken one after the other, each by the seat to move then. A seat's first answer counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.chance import HasForfeit
from core.fault import Fault, IllegalAction, sentence
from core.game import Action, Seat, State
from core.match.match import Match
from net.table.line.match_history import MatchHistory
from net.table.line.takeback import BACK, FREELY, PLACED, PLAIN, STILL, Taken, check_still, check_takeback
from net.view.table_view import OfferKind
from net.wire.event import Event, Kind, Signed
from net.wire.event_data import Accept, Declare, Decline, Offer, readable

TEXT_LIMIT = 200
"""Characters of an action's text."""

AUTHOR_LIMIT = 256
"""Motions and answers of one author that count at a table."""

NOTHING = sentence("Nothing is taken.")
NOT_HERE = sentence("What is taken was not said at this table by a seat that may say it.")
STALE = sentence("That offer does not stand any more.")
DONE = sentence("What is taken was taken before.")
UNANSWERED = sentence("Not every seat has agreed.")
NO_DRAWS = sentence("At this table no draw is offered.")
NO_RETURNS = sentence("At a table with hidden cards nobody returns: the masks of a player who leaves are open.")
NO_DRAW_NOW = sentence("Only those who still play may offer a draw.")
NO_RETURN = sentence("Only a seat that is out of the game may return.")
TOO_EARLY = sentence("A rematch is for after the game.")
RUNNING = sentence("The game is not paused.")
PAUSED_HERE = sentence("The game was paused on this turn and goes on: a pause is possible again after the next move.")
NO_PHASE = sentence("There is no negotiation phase now.")
NO_VACATION = sentence("Vacation days are taken, not agreed on.")
SAID_READY = sentence("You have said so: the others are still talking.")
CONSENT = sentence("{text} needs the consent of the others: offer it.")
A_MOVE = sentence("{text} is a move, no declaration.")
SAY = sentence("{text} is no move.")
LONG = sentence("The text of the move is too long.")
REFUSALS = {
    OfferKind.DRAW: NO_DRAW_NOW,
    OfferKind.RETURN: NO_RETURN,
    OfferKind.RESUME: RUNNING,
    OfferKind.READY: NO_PHASE,
    OfferKind.VACATION: NO_VACATION,
    OfferKind.REMATCH: TOO_EARLY,
    OfferKind.SUBSTITUTE: NOT_HERE,
    OfferKind.CONCEDE: NOT_HERE,
}
"""Why an offer cannot be made, by kind."""
OFFERED = frozenset(OfferKind) - {OfferKind.SUBSTITUTE, OfferKind.CONCEDE}
"""What an `offer` may be about: a seat is passed on by events of their own kind, and who resigns declares it."""


FALLEN = frozenset({OfferKind.RETURN, OfferKind.REMATCH})
"""The offers that stand no more once somebody has declined them: they may be made again at once."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A declaration (`kind` None) or an offer of `seat`, by the author of event `id`, made at (ply, gprev)."""

    id: bytes
    author: bytes
    seat: Seat
    ply: int
    gprev: bytes
    kind: OfferKind | None
    text: str
    order: tuple[int, int, bytes, int]
    ts: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a seat to an offer, at a ply."""

    id: bytes
    seat: Seat
    yes: bool
    ply: int


class Motions:
    """Every motion and answer of one table, in any order of arrival."""

    def __init__(self, *, draws: bool) -> None:
        """Begin without any; `draws` tells whether the table allows offers of a draw, `returns` those of a return."""
        self.draws = draws
        self.returns = True
        self.takebacks = "none"
        self.holders: Mapping[Seat, bytes] = {}
        self.bots: frozenset[Seat] = frozenset()
        self.vacations: list[Motion] = []
        self._known: dict[bytes, Motion] = {}
        self._answers: dict[bytes, dict[tuple[bytes, Seat], Answer]] = {}
        self._seen: set[bytes] = set()
        self._taken: set[bytes] = set()
        self._counts: Counter[bytes] = Counter()
        self._key: tuple[object, ...] = ()
        self._pending: tuple[Motion, ...] = ()

    def receive(self, signed: Signed) -> None:
        """Take in a declaration, an offer or an answer; ignore what cannot be read."""
        self._seen.add(signed.id)
        event = signed.event
        self._counts[event.author] += 1
        if event.seat is None or self._counts[event.author] > AUTHOR_LIMIT:
            return
        seat = Seat(event.seat)
        match data := readable(event):
            case Declare(text=text):
                self._known[signed.id] = _motion(signed, seat, None, text)
            case Offer(what=what, text=text) if what in OFFERED:
                made = self._known[signed.id] = _motion(signed, seat, OfferKind(what), text)
                self.vacations += [made] * (made.kind is OfferKind.VACATION)
            case Accept(offer=offer) | Decline(offer=offer):
                answer = Answer(signed.id, seat, isinstance(data, Accept), event.ply)
                self._answers.setdefault(offer, {}).setdefault((event.author, seat), answer)

    def answers(self, offer: bytes) -> dict[Seat, Answer]:
        """Give the answers that count, by seat in seat order."""
        given = self._answers.get(offer, {})
        counted = {seat: answer for (author, seat), answer in given.items() if self.holders.get(seat) == author}
        return dict(sorted(counted.items()))

    def pending(self, course: MatchHistory) -> tuple[Motion, ...]:
        """Return what could be taken or answered now, in the order of its place: one motion of each kind for a seat."""
        key = (course.ply, course.gprev, course.match.ply, len(self._seen))
        if key != self._key:
            self._key, self._pending = key, () if course.over else tuple(self._standing(course))
        return self._pending

    def _standing(self, course: MatchHistory) -> Iterator[Motion]:
        found: set[tuple[Seat, OfferKind | None]] = set()
        held = [motion for motion in self._known.values() if self.holders.get(motion.seat) == motion.author]
        for motion in sorted(held, key=lambda known: known.order):
            if (motion.seat, motion.kind) in found:
                continue
            try:
                self._check(motion, course)
            except Fault:
                continue
            if motion.kind is not OfferKind.RETURN or all(a.yes for a in self.answers(motion.id).values()):
                found.add((motion.seat, motion.kind))
                yield motion

    def refused(self, course: MatchHistory) -> Iterator[Motion]:
        """Give the wishes to return and to play again that somebody has declined at the end of a course."""
        for motion in sorted(self._known.values(), key=lambda known: known.order):
            if motion.kind in FALLEN and self.holders.get(motion.seat) == motion.author:
                given = self.answers(motion.id).values()
                if any(not answer.yes and answer.ply == course.ply for answer in given):
                    yield motion

    def needed(self, motion: Motion, course: MatchHistory) -> tuple[Seat, ...]:
        """Give the seats whose consent an offer needs."""
        asked = tuple(seat for seat in course.live if seat != motion.seat)
        if motion.kind not in PLAIN:
            return asked
        return tuple(seat for seat in asked if seat not in self.bots and self.holders.get(seat) != motion.author)

    def owed(self, motion: Motion, course: MatchHistory) -> tuple[Seat, ...]:
        """Give the seats whose consent is needed and that have not answered an offer."""
        given = self.answers(motion.id)
        return tuple(seat for seat in self.needed(motion, course) if seat not in given)

    def against(self, motion: Motion, course: MatchHistory) -> tuple[Seat, ...]:
        """Give the seats whose consent is needed and that have declined an offer."""
        given = self.answers(motion.id)
        return tuple(seat for seat in self.needed(motion, course) if seat in given and not given[seat].yes)

    def agreed(self, motion: Motion, mover: Seat, course: MatchHistory) -> tuple[bytes, ...] | None:
        """Give the ids of the answers by which `mover` may take an offer; None while it is not complete."""
        yes = {seat: answer.id for seat, answer in self.answers(motion.id).items() if answer.yes}
        if motion.kind is not None and set(self.needed(motion, course)) - {mover} - set(yes):
            return None
        return tuple(yes.values())

    def resolve(self, ids: tuple[bytes, ...], mover: Seat, course: MatchHistory) -> Taken | None:
        """Return what taking `ids` brings about; None while one of them is not here yet.

        Raises `IllegalAction` when it cannot be taken. The taking itself is the consent of `mover`.
        """
        if not ids:
            raise IllegalAction(NOTHING)
        if any(found not in self._seen for found in ids):
            return None
        motion = self._known.get(ids[0])
        if motion is None:
            raise IllegalAction(NOT_HERE)
        text = self._check(motion, course)
        needed = self.needed(motion, course) if motion.kind is not None else ()
        agreed = {answer.seat for answer in self.answers(motion.id).values() if answer.yes and answer.id in ids}
        if set(needed) - {mover} - agreed:
            raise IllegalAction(UNANSWERED)
        return Taken(motion.seat, text, motion.kind, motion.id, tuple(sorted(needed)))

    def resumed(self, course: MatchHistory) -> bool:
        """Tell whether a course ends with a pause and a seat holder has gone on after it."""
        return course.paused and bool(self.of_kind(OfferKind.RESUME, course))

    def ready(self, course: MatchHistory) -> tuple[Seat, ...]:
        """Give the seats in play whose people have said that they need no more time for negotiation here."""
        said = {motion.author for motion in self.of_kind(OfferKind.READY, course)}
        return tuple(seat for seat in self._people(course) if self.holders[seat] in said)

    def unready(self, course: MatchHistory) -> tuple[Seat, ...]:
        """Give the seats in play whose people have not said so; bots are always ready."""
        ready = self.ready(course)
        return tuple(seat for seat in self._people(course) if seat not in ready)

    def _people(self, course: MatchHistory) -> tuple[Seat, ...]:
        return tuple(seat for seat in course.live if seat not in self.bots and seat in self.holders)

    def of_kind(self, kind: OfferKind, course: MatchHistory) -> tuple[Motion, ...]:
        """Give the offers of a kind that were made by holders at the end of a course, in the order of their place."""
        here = (course.ply, course.gprev)
        known = (one for one in self._known.values() if one.kind is kind and (one.ply, one.gprev) == here)
        return tuple(
            sorted((m for m in known if self.holders.get(m.seat) == m.author), key=lambda motion: motion.order)
        )

    def declared_last(self, seat: Seat, word: str, course: MatchHistory) -> Motion | None:
        """Give the last declaration of a seat on the line of a course that begins with a word, taken or not."""
        said = (one for one in self._known.values() if one.kind is None and one.seat == seat)
        held = (one for one in said if self.holders.get(seat) == one.author and one.text.split(" ")[0] == word)
        return max((one for one in held if course.passed(one.ply, one.gprev)), key=lambda one: one.order, default=None)

    def take(self, ids: tuple[bytes, ...]) -> None:
        """Remember that the motion named first is in the line."""
        self._taken.add(ids[0])

    def untake(self) -> None:
        """Forget what is in the line: it begins anew."""
        self._taken.clear()
        self._key = ()

    def check(self, kind: OfferKind) -> None:
        """Raise `IllegalAction` for what is not offered at this table."""
        if kind is OfferKind.DRAW and not self.draws:
            raise IllegalAction(NO_DRAWS)
        if kind is OfferKind.RETURN and not self.returns:
            raise IllegalAction(NO_RETURNS)

    def proposed(self, course: MatchHistory, seat: Seat, kind: OfferKind, text: str) -> str:
        """Give the canonical text of what an offer of `seat` would bring about; raise `IllegalAction`."""
        if kind in BACK:
            limit = FREELY if kind is OfferKind.REWIND else self.takebacks
            return check_takeback(course, seat, text, limit, alone=len(set(self.holders.values())) == 1)
        if kind in STILL:
            return check_still(course, kind, text)
        return proposal(course, seat, kind)

    def _check(self, motion: Motion, course: MatchHistory) -> str:
        """Give the canonical text of a motion that may be taken now; raise `IllegalAction`."""
        if motion.id in self._taken:
            raise IllegalAction(DONE)
        held = self.holders.get(motion.seat) == motion.author
        if not held or not course.passed(motion.ply, motion.gprev):
            raise IllegalAction(NOT_HERE)
        if motion.kind is None:
            if motion.seat in course.actives[motion.ply]:
                raise IllegalAction(NOT_HERE)
            return declared(course, motion.seat, motion.text)
        self.check(motion.kind)
        if motion.kind in PLACED and motion.ply != course.ply:
            raise IllegalAction(STALE)
        return self.proposed(course, motion.seat, motion.kind, motion.text)


def moved(course: MatchHistory, seat: Seat, text: str) -> tuple[Action, Match]:
    """Return a move of `seat` and the match after it; raise `IllegalAction`, also for a declaration."""
    if len(text) > TEXT_LIMIT:
        raise IllegalAction(LONG)
    action = course.match.state.parse(seat, text)
    if not action.path:
        raise IllegalAction(SAY, text=str(action))
    return action, course.match.enter(seat, action)


def declared(course: MatchHistory, seat: Seat, text: str) -> str:
    """Give the canonical text of a declaration that needs no consent; raise `IllegalAction`."""
    if len(text) > TEXT_LIMIT:
        raise IllegalAction(NOT_HERE)
    action = course.match.state.parse(seat, text)
    if action.path:
        raise IllegalAction(A_MOVE, text=str(action))
    if offer_kind(str(action)) is not None:
        raise IllegalAction(CONSENT, text=str(action))
    if action == forfeit(course.match.state, seat):
        raise IllegalAction(NOT_HERE)
    course.match.state.play(seat, action)
    return str(action)


def completed(course: MatchHistory, seat: Seat, text: str) -> str:
    """Return the one declaration that begins with `text`, as `resign 3` does with `resign`; else `text` itself.

    So what is said out of turn names the game it is about, where the game has such texts.
    """
    said = str(course.match.state.parse(seat, text))
    texts = [str(action) for action in course.match.state.declarations(seat)]
    longer = [other for other in texts if other.startswith(f"{said} ")]
    return longer[0] if len(longer) == 1 and said not in texts else text


def proposal(course: MatchHistory, seat: Seat, kind: OfferKind) -> str:
    """Give the canonical text of what an offer of `seat` would bring about; raise `IllegalAction`."""
    for action in course.match.state.declarations(seat):
        if offer_kind(str(action)) is kind:
            return str(action)
    raise IllegalAction(REFUSALS[kind])


def expelled(state: State[Any], seat: Seat) -> str | None:
    """Return what is played for a seat that the others no longer wait for; None if the game has no word for it."""
    lost = forfeit(state, seat)
    if lost is not None:
        return str(lost)
    said = [str(action) for action in state.declarations(seat)]
    return next((text for word in ("abandon", "resign") for text in said if text.split(" ")[0] == word), None)


def forfeit(state: State[Any], seat: Seat) -> Action | None:
    """Return what only the others can play for a seat, where the game has that."""
    return state.forfeit(seat) if isinstance(state, HasForfeit) else None


def offer_kind(text: str) -> OfferKind | None:
    """Tell which offer a declaration needs; None for one that needs nobody's consent."""
    return OfferKind(word) if (word := text.split(" ", maxsplit=1)[0]) in OFFERED else None


def _motion(signed: Signed, seat: Seat, kind: OfferKind | None, text: str) -> Motion:
    event: Event = signed.event
    order = (event.ply, event.lam, event.author, event.seq)
    return Motion(signed.id, event.author, seat, event.ply, event.gprev, kind, text, order, event.ts)


ASIDE = frozenset({Kind.DECLARE, Kind.OFFER, Kind.ACCEPT, Kind.DECLINE})
"""The kinds that `Motions` takes in."""
