"""Permissions: who may ask for a seat, give one up or free one, who may be at a table, and who may say what.

Everybody who has the table's key can read the table: nothing here keeps a stranger's program from that. These are the
rules that honest programs keep, also when the players go on without spectators.
"""

from __future__ import annotations

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat, Talk
from net.identity.identity import pid_of
from net.table.fold.table_state import TableState
from net.table.fold.table_talk import AUTHOR_LIMIT, Act, clean_act, is_etiquette
from net.table.seating.roster import NOBODY
from net.view.staying_view import StayingView, StayReason
from net.wire.event import Kind
from net.wire.event_data import Leave, SeatGiven, Sit
from net.wire.event_data import Talk as TalkData
from net.wire.sanitizer import TALK_LIMIT, clean, clean_name

HEARD = "yes"
"""The value of the term `spectators` by which seated players read the talk beside the table; by `quiet` they do not."""


class NotAdmitted(Fault):
    """The table is played without spectators, and this profile holds no seat there."""


def members(annals: TableState) -> frozenset[bytes]:
    """Return the public keys of the host and of those who hold a seat, held one or are asked to take one over."""
    host = {annals.host} if annals.genesis is not None else set()
    return frozenset(host | annals.seated | annals.roster.known | annals.invited)


def staying(annals: TableState) -> tuple[StayingView, ...]:
    """Return the members without a seat, who go on seeing the game where spectators are off; none before the start."""
    people = sorted(members(annals) - annals.seated) if annals.line is not None else []
    reasons = (
        StayReason.HELD if one in annals.roster.known else StayReason.HOST if one == annals.host else StayReason.ASKED
        for one in people
    )
    named = zip(people, reasons, strict=True)
    return tuple(StayingView(pid_of(one), _called(annals, one), why) for one, why in named)


def _called(annals: TableState, key: bytes) -> str:
    """Return the name somebody goes by; whoever is asked to take a seat over may only have the one the others gave."""
    party = annals.seated | annals.roster.known
    return annals.nicks.get(key) or annals.roster.name_given(key, party, annals.struck) or annals.nick(key)


def is_shut_out(annals: TableState, key: bytes) -> bool:
    """Tell whether the owner of a public key is shut out of the table: neither a member nor its witness."""
    line = annals.line
    if line is None or line.course.watched or key in members(annals):
        return False
    return pid_of(key) != annals.claims.witness


def is_beside(annals: TableState, key: bytes) -> bool:
    """Tell whether the owner of a public key is a spectator, who talks beside the table."""
    return annals.line is not None and annals.line.course.watched and key not in annals.seated


def hears_asides(annals: TableState, key: bytes) -> bool:
    """Tell whether the owner of a public key reads the talk beside the table; for seated players the terms decide."""
    if annals.line is None or not annals.line.course.watched:
        return False
    return key not in annals.seated or annals.terms["spectators"] == HEARD


def is_talk_open(annals: TableState, key: bytes = b"") -> bool:
    """Tell whether the rules leave talk open now, to the owner of a public key if they hold a seat."""
    course = annals.line.course if annals.line else None
    return course is None or course.talk_at(course.ply, annals.roster.seats_of(key)) is Talk.OPEN


OTHER_RULES = sentence("The host plays {game} by other rules: you can only watch.")
RESERVED = sentence("No seat for you: this table is for {names}.")
NO_SEAT = sentence("There is no such seat; there are {allowed}.")
TAKEN = sentence("Seat {seat} is taken.")
NO_BOTS = sentence("At this table no bots play.")
NOT_YOURS = sentence("You do not hold that seat.")
ASKED = sentence("You have asked for a seat already; {nick}, who hosts the table, has not given it yet.")
SEATED = sentence("You have a seat already: name another one to have both.")


class NotYours(IllegalAction):
    """A seat that somebody else holds."""


def sit_data(annals: TableState, me: bytes, seat: Seat | None, nick: str, bot: str) -> Sit:
    """Return the request of the key `me` for a seat (None: any), for a bot of that name unless it is empty.

    Raises `Fault`, also for what has been asked for already: an unanswered request stands.
    """
    if annals.foreign_rules and annals.game:
        raise Fault(OTHER_RULES, game=annals.game.title)
    if not annals.roster.reservation.admits(pid_of(me)):
        raise Fault(RESERVED, names=annals.roster.reservation.names)
    names = annals.roster.names
    if seat is not None and seat not in names:
        raise Fault(NO_SEAT, allowed=", ".join(f"{number} {name}" for number, name in names.items()))
    if seat in annals.roster.holders or (seat is None and annals.roster.full):
        raise Fault(TAKEN, seat="" if seat is None else names[seat])
    if bot and annals.terms["bots"] != "yes":
        raise Fault(NO_BOTS)
    if not bot:
        _refuse_again(annals, me, seat)
    return Sit(seat, clean_name(nick), clean_name(bot))


def _refuse_again(annals: TableState, me: bytes, seat: Seat | None) -> None:
    """Raise `Fault` if a person asks for what they have or have asked for; a second seat has to be named."""
    roster = annals.roster
    if any(seat is None or sit.seat == seat for sit in roster.unanswered(me) if not sit.bot):
        raise Fault(ASKED, nick=annals.nick(annals.host))
    left = {held for held, _ in roster.leaving()}
    if seat is None and set(roster.hands_of(me)) - left:
        raise Fault(SEATED)


def leave_data(annals: TableState, me: bytes, seat: Seat) -> tuple[Kind, Leave | SeatGiven]:
    """Return what the key `me` signs to give up a seat (the host: to free anybody's seat); raise `NotYours`."""
    roster = annals.roster
    held = roster.holders.get(seat)
    asked = any(sit.author == me and sit.seat == seat for sit in roster.asking())
    if (held is not None and held.author == me) or asked:
        return Kind.LEAVE, Leave(seat)
    if held is not None and me == annals.host:
        return Kind.SEAT, SeatGiven(seat, "", NOBODY)
    raise NotYours(NOT_YOURS)


SILENT = sentence("At this table there is no talk.")
HUSH = sentence(
    "The rules close talk now; you can only say: hello, good luck, thanks, well played, sorry, one moment, back, "
    "good game."
)
ONCE = sentence("While talk is closed, one courtesy at each turn is enough.")
EMPTY = sentence("There is nothing to say.")
ASIDE = sentence("Only those who hold a seat talk at the table; spectators talk beside it.")
UNHEARD = sentence("The game is played without spectators: only those who hold a seat talk at the table.")
TALKED_OUT = sentence("You have said all that one may say at a table.")


def speaking(
    annals: TableState, me: bytes, text: str, act: Act | None, seat: Seat | None
) -> tuple[TalkData, Seat | None]:
    """Return what the key `me` may say, cleaned, and the seat that says it; raise `Fault` with the reason why not.

    Unless a seat is named, it is the first one that no bot plays, and none if bots play them all.
    """
    course = annals.line.course if annals.line else None
    if not annals.talk.allowed:
        raise Fault(SILENT)
    hushed = not is_talk_open(annals, me)
    if hushed and not is_etiquette(act):
        raise Fault(HUSH)
    if hushed and course and annals.talk.courteous(me, course.ply):
        raise Fault(ONCE)
    mine = annals.roster.seats_of(me)
    if annals.roster.started and not mine:
        raise Fault(ASIDE if course is None or course.watched else UNHEARD)
    if annals.talk.count(me) >= AUTHOR_LIMIT:
        raise Fault(TALKED_OUT)
    said, tail = "" if hushed else clean(text, TALK_LIMIT), clean_act(act)
    if not said and not tail:
        raise Fault(EMPTY)
    return TalkData(said, tail), seat if seat in mine else next(iter(annals.roster.hands_of(me)), None)
