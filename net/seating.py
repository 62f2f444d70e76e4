"""Seating: who may ask for a seat, give one up or free one before the start."""

from __future__ import annotations

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat
from net.annals import Annals
from net.clean import clean_name
from net.event import Kind
from net.kinds import Leave, SeatGiven, Sit
from net.roster import NOBODY

OTHER_RULES = sentence("The host plays {game} by other rules: the table may be watched only.")
NO_SEAT = sentence("There is no such seat; there are {allowed}.")
TAKEN = sentence("Seat {seat} is taken.")
NO_BOTS = sentence("At this table no bots play.")
NOT_YOURS = sentence("You do not hold that seat.")


class NotYours(IllegalAction):
    """A seat that somebody else holds."""


def sitting(annals: Annals, seat: Seat | None, nick: str, bot: str) -> Sit:
    """Give the wish for a seat (None: any), for a bot of that name when `bot` is not empty; raise `Fault`."""
    if annals.foreign_rules and annals.game:
        raise Fault(OTHER_RULES, game=annals.game.title)
    names = annals.roster.names
    if seat is not None and seat not in names:
        raise Fault(NO_SEAT, allowed=", ".join(f"{number} {name}" for number, name in names.items()))
    if seat in annals.roster.holders or (seat is None and annals.roster.full):
        raise Fault(TAKEN, seat="" if seat is None else names[seat])
    if bot and annals.terms["bots"] != "yes":
        raise Fault(NO_BOTS)
    return Sit(seat, clean_name(nick), clean_name(bot))


def leaving(annals: Annals, me: bytes, seat: Seat) -> tuple[Kind, Leave | SeatGiven]:
    """Give what the key `me` signs to get up (the host: to free anybody's seat); raise `NotYours`."""
    roster = annals.roster
    held = roster.holders.get(seat)
    asked = any(sit.author == me and sit.seat == seat for sit in roster.asking())
    if (held is not None and held.author == me) or asked:
        return Kind.LEAVE, Leave(seat)
    if held is not None and me == annals.host:
        return Kind.SEAT, SeatGiven(seat, "", NOBODY)
    raise NotYours(NOT_YOURS)
