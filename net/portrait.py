"""The portrait of a table: a `TableView` painted from its annals for one profile."""

from __future__ import annotations

from collections import Counter

from core.fault import sentence
from core.game import Seat
from core.talk import talk_digest
from net.annals import TITLE_LIMIT, Annals
from net.clean import clean
from net.identity import pid_of
from net.offers import Motion
from net.talk import talk_lines
from net.view import NoteLine, OfferView, Phase, SeatView, TableView, TalkLine, VoidLine

VOIDS_LIMIT = 64
"""Void decisions shown of one author."""

SAYS = sentence("{seat} says: {text}. It counts with the next decision.")
ASKS = sentence("{nick} asks for seat {seat}, which is taken.")


class Painter:
    """Paints one table again and again, keeping the talk while it stays as it was."""

    def __init__(self) -> None:
        """Begin with nothing painted."""
        self._key: tuple[object, ...] = ()
        self._talk: tuple[tuple[TalkLine, ...], str] = ((), "")

    def paint(self, annals: Annals, me: bytes, present: frozenset[str]) -> TableView:
        """Paint the table for the key `me`, with the pids that are heard."""
        genesis, course = annals.genesis, annals.line.course if annals.line else None
        talk, said = self._lines(annals)
        pending = tuple(annals.motions.pending(course)) if course else ()
        return TableView(
            tid=annals.tid.hex(),
            title=clean(genesis.title, TITLE_LIMIT) if genesis else "",
            host=annals.nick(annals.host) if genesis else "",
            phase=phase_of(annals),
            game=genesis.game if annals.game and genesis else "",
            options=tuple(annals.options.items()),
            terms=tuple(annals.terms.items()),
            seats=seat_views(annals, me, present),
            match=course.match if course else None,
            talk=talk,
            voids=void_lines(annals),
            offers=tuple(_offer(annals, motion) for motion in pending if motion.kind),
            notes=(*annals.notes(), *_standing(annals, pending)),
            talk_digest=said,
        )

    def _lines(self, annals: Annals) -> tuple[tuple[TalkLine, ...], str]:
        course = annals.line.course if annals.line else None
        shown = annals.talk.shown(annals.roster, course)
        ply = course.ply if course else 0
        key = (shown, ply, tuple(annals.nicks.items()), tuple(annals.roster.holders.items()))
        if key != self._key or not self._talk[1]:
            lines, said = talk_lines(shown, annals.roster, annals.nicks, ply)
            self._key, self._talk = key, (lines, talk_digest(said))
        return self._talk


def phase_of(annals: Annals) -> Phase:
    """Tell where a table stands."""
    if annals.unreadable or annals.roster.closed:
        return Phase.CLOSED
    if annals.line is not None and annals.line.course.over:
        return Phase.OVER
    if annals.guilty:
        return Phase.FROZEN
    if annals.line is not None:
        return Phase.PLAYING
    return Phase.STARTING if annals.roster.started else Phase.GATHERING


def seat_views(annals: Annals, me: bytes, present: frozenset[str]) -> tuple[SeatView, ...]:
    """Give every seat of the game, those that nobody takes too."""
    if annals.game is None:
        return ()
    roster, views = annals.roster, []
    for number, name in enumerate(annals.game.seats(annals.options)):
        seat = Seat(number)
        held = roster.holders.get(seat)
        if held is None:
            views.append(SeatView(seat, name, vacant=seat not in roster.names))
            continue
        pid, mine = pid_of(held.author), held.author == me
        ready = bool(roster.started) or roster.has_agreed(held.author)
        views.append(SeatView(seat, name, pid, held.nick, held.bot, mine, mine or pid in present, ready))
    return tuple(views)


def void_lines(annals: Annals) -> tuple[VoidLine, ...]:
    """Give the decisions that the rules refused, in order, at most `VOIDS_LIMIT` of one author."""
    voids = sorted(annals.line.voids, key=lambda one: (one.ply, one.author, one.seq)) if annals.line else []
    counts: Counter[bytes] = Counter()
    shown = []
    for one in voids:
        counts[one.author] += 1
        if counts[one.author] <= VOIDS_LIMIT:
            pid, nick = pid_of(one.author), annals.nick(one.author)
            shown.append(VoidLine(one.ply, one.seat, pid, nick, one.text, one.template, one.fields))
    return tuple(shown)


def _offer(annals: Annals, motion: Motion) -> OfferView:
    assert motion.kind is not None
    assert annals.line is not None
    given = annals.motions.answers(motion.id)
    return OfferView(
        id=motion.id.hex(),
        kind=motion.kind,
        seat=motion.seat,
        accepted=tuple(seat for seat, answer in given.items() if answer.yes),
        declined=tuple(seat for seat, answer in given.items() if not answer.yes),
        owed=annals.motions.owed(motion, annals.line.course),
    )


def _standing(annals: Annals, pending: tuple[Motion, ...]) -> list[NoteLine]:
    """Say what waits: declarations for the next decision, wishes for a seat that is taken."""
    roster = annals.roster
    names = dict(enumerate(annals.game.seats(annals.options))) if annals.game else {}
    found = [
        NoteLine(motion.ply, SAYS, (("seat", names[motion.seat]), ("text", clean(motion.text))))
        for motion in pending
        if motion.kind is None
    ]
    if not roster.started:
        asking = sorted(roster.asking(), key=lambda sit: (sit.author, -sit.seq))
        wishes = {sit.author: sit for sit in asking if sit.seat in roster.holders}.values()
        found += [NoteLine(0, ASKS, (("nick", s.nick), ("seat", names[s.seat]))) for s in wishes if s.seat is not None]
    return found
