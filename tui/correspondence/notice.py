"""Notices: what a person is told who has no screen open, each event once. Pure: time is a parameter.

A notice has a key that names its event: the same event has the same key in every program and after every restart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum

from core.fault import sentence
from core.games import find
from net.table.clocks.time_control import DAY_MS
from net.view.room_view import InvitedView
from net.view.table_view import OfferKind, Phase, SeatView, TableView
from net.wire.invitation import Invitation
from net.wire.sanitizer import clean
from tui.i18n.translation import calling, seat_title, tr
from tui.table.alerts import CALLED, NAMED
from tui.table.diplomacy import proposals_of
from tui.table.seat_names import called, named
from tui.table.seat_view import may_be_ready, owing
from tui.table.sentences.event_sentences import request_words
from tui.table.sentences.seat_handover import substitute_words
from tui.words.clock_words import figures
from tui.words.event_words import outcome_line
from tui.words.talk_acts import act_words

TEXT_LIMIT = 300
"""Characters of a notice."""
HOUR_MS = 3_600_000
DAYS_MARKS_MS = (6 * HOUR_MS, HOUR_MS)
"""What is left when a clock of days is short, the first time and the last."""
MARKS_MS = (60_000,)
"""The same for the other clocks."""

SHOWN = 8
"""The digits of a table's id that are shown to name it."""
_OPEN: ContextVar[Callable[[], Iterable[str]]] = ContextVar("open tables", default=tuple)
"""The bare names of the tables among which one is named."""

OFFERED = sentence("{table}: {who} {what}.")
TAKES_OVER = sentence("{table}: {text}.")
PROPOSED = sentence("{table}: {who} proposes: {text}")
SHORT = sentence("{table}: {left} left on your clock.")
TALK = sentence("{table}: all are talking before this round; say when you are ready.")
OVER = sentence("{table}: the game is over. {ending}")
ENDED = sentence("{table}: the game is over.")
CLOSED = sentence("{table}: the table is closed.")
FROZEN = sentence("{table}: the game stands still, because the players do not agree on what happened.")
REMATCH = sentence("{table}: the table of the rematch is open.")
MOVED = sentence("{table}: the host has moved it to {host}. You go there once you open it and follow it.")
INVITED = sentence("{who} invites you to a table in room {room}.")
AGAIN = sentence("{table}: {who} asks for a rematch. Resume leads to that table, in room {room} too.")


class NoticeKind(StrEnum):
    """What a notice is about."""

    TURN = "turn"
    TALK = "talk"
    OFFER = "offer"
    PROPOSAL = "proposal"
    CLOCK = "clock"
    OVER = "over"
    REMATCH = "rematch"
    MOVED = "moved"
    INVITATION = "invitation"
    MOVE = "move"
    PAIRING = "pairing"
    REQUEST = "request"
    ROUND = "round"


PASSING = (
    NoticeKind.TURN,
    NoticeKind.TALK,
    NoticeKind.OFFER,
    NoticeKind.PROPOSAL,
    NoticeKind.CLOCK,
    NoticeKind.MOVED,
    NoticeKind.PAIRING,
    NoticeKind.REQUEST,
    NoticeKind.ROUND,
)
"""What is not told late: it may be over by then."""


@dataclass(frozen=True, slots=True)
class Notice:
    """An event by its key, of a table (`tid` in hexadecimal; `table` is its name), in one clean sentence."""

    kind: NoticeKind
    key: str
    tid: str
    table: str
    text: str


def bare_name(game: str, title: str) -> str:
    """Name a table by its game and its title."""
    told = tr(find(game).title)
    return clean(tr(NAMED, game=told, table=title) if title else told)


def told_apart(name: str, tid: str) -> str:
    """Give the name of a table behind which the beginning of its id (hexadecimal) tells it from others of that name."""
    return f"{name} ({tid[:SHOWN]})"


@contextmanager
def telling_apart(names: Callable[[], Iterable[str]]) -> Iterator[None]:
    """Name tables so that two of one name differ, until this ends; `names` gives the bare names of those open then."""
    before = _OPEN.set(names)
    try:
        yield
    finally:
        _OPEN.reset(before)


def table_name(view: TableView) -> str:
    """Name a table by its game and its title, and by its id where that is needed (`telling_apart`)."""
    name = bare_name(view.game, view.title)
    return told_apart(name, view.tid) if list(_OPEN.get()()).count(name) > 1 else name


def notice(kind: NoticeKind, view: TableView, event: str, template: str, **fields: object) -> Notice:
    """Give the notice of an event at a table, whose name there differs from those of others of its kind."""
    name = table_name(view)
    text = clean(tr(template, table=name, **fields), TEXT_LIMIT)
    return Notice(kind, f"{kind}/{view.tid}/{event}", view.tid, name, text)


def notices_of(view: TableView, now: int) -> tuple[Notice, ...]:
    """Give what there is to tell of a table at the time `now` (milliseconds), for those who play there by hand.

    That it has moved is told to whoever holds it.
    """
    hands = tuple(seat for seat in view.seats if seat.mine and not seat.bot)
    with calling(called(view.game, view.options)):
        return (*_moved(view), *(_found(named(view), hands, now) if hands else ()))


def _moved(view: TableView) -> Iterator[Notice]:
    """Tell that the table goes on elsewhere, also who only watches: nobody but they decide whether to follow."""
    if view.moved and view.phase is Phase.PLAYING:
        there = Invitation.parse(view.moved)
        host = f"{there.host}:{there.port}"
        yield notice(NoticeKind.MOVED, view, f"{host}/{there.room}", MOVED, host=host)


def _found(view: TableView, hands: tuple[SeatView, ...], now: int) -> Iterator[Notice]:
    yield from _end(view)
    if view.phase is Phase.PLAYING and view.match is not None:
        ply = view.match.ply
        if may_be_ready(view):
            yield notice(NoticeKind.TALK, view, str(ply), TALK)
        elif not view.paused and view.negotiation is None:
            owed = [seat.seat for seat in hands if seat.seat in owing(view)]
            yield from (notice(NoticeKind.TURN, view, f"{ply}/{seat}", CALLED) for seat in owed)
        yield from _clocks(view, hands, ply, now)
        yield from _proposals(view, hands)
    yield from _offers(view, hands)


def _end(view: TableView) -> Iterator[Notice]:
    if view.phase is Phase.OVER:
        if view.outcome is None or view.match is None:
            yield notice(NoticeKind.OVER, view, "", ENDED)
        else:
            yield notice(NoticeKind.OVER, view, "", OVER, ending=outcome_line(view.outcome, view.match.names))
    elif view.phase in {Phase.CLOSED, Phase.FROZEN}:
        yield notice(NoticeKind.OVER, view, view.phase, CLOSED if view.phase is Phase.CLOSED else FROZEN)
    if view.onward:
        yield notice(NoticeKind.REMATCH, view, "", REMATCH)


def ended(tid: str, table: str) -> Notice:
    """Give the notice that a game is over whose view nobody has any more."""
    return Notice(NoticeKind.OVER, f"{NoticeKind.OVER}/{tid}/", tid, table, clean(tr(ENDED, table=table), TEXT_LIMIT))


def _clocks(view: TableView, hands: tuple[SeatView, ...], ply: int, now: int) -> Iterator[Notice]:
    """Tell of each own clock that runs the lowest mark that it has passed; vacation lets it pass each once more."""
    own = {seat.seat for seat in hands}
    for clock in view.clocks:
        if clock.since is None or clock.seat not in own:
            continue
        left = clock.left_ms(now)
        daily = clock.clock.period_ms >= DAY_MS
        mark = min((mark for mark in (DAYS_MARKS_MS if daily else MARKS_MS) if left <= mark), default=None)
        if mark is not None:
            yield notice(
                NoticeKind.CLOCK, view, f"{ply}/{clock.seat}/{mark}/{clock.clock.left_ms}", SHORT, left=figures(left)
            )


def _offers(view: TableView, hands: tuple[SeatView, ...]) -> Iterator[Notice]:
    own = {seat.seat for seat in hands}
    for offer in view.offers:
        if not offer.asked and not own.intersection(offer.owed):
            continue
        who = _called(view.seats[offer.seat])
        if offer.kind is OfferKind.SUBSTITUTE:
            yield notice(NoticeKind.OFFER, view, offer.id, TAKES_OVER, text=substitute_words(offer, who))
        else:
            yield notice(NoticeKind.OFFER, view, offer.id, OFFERED, who=who, what=request_words(offer))


def _proposals(view: TableView, hands: tuple[SeatView, ...]) -> Iterator[Notice]:
    names = tuple(seat.name for seat in view.seats)
    for made in proposals_of(view, [seat.seat for seat in hands]):
        author = view.seats[made.seat]
        said = act_words(made.act(names), names)
        if said:
            what = f"{author.pid}/{made.seq}"
            yield notice(NoticeKind.PROPOSAL, view, what, PROPOSED, who=_called(author), text=said)


def _called(seat: SeatView) -> str:
    return seat.called or seat_title(seat.name)


def invitation_notice(invited: InvitedView, room: str) -> Notice:
    """Give the notice that somebody invites us to a table of a room, or asks for a rematch, each time they ask."""
    kind, key, table = NoticeKind.INVITATION, f"{invited.tid}/{invited.pid}", room
    text = tr(INVITED, who=invited.nick, room=room)
    if invited.game:
        key, table = f"{key}/{invited.ts}", bare_name(invited.game, invited.title)
        text = tr(AGAIN, table=table, who=invited.nick, room=room)
    return Notice(kind, f"{kind}/{key}", invited.tid, table, clean(f"{text} {invited.text}", TEXT_LIMIT).rstrip())
