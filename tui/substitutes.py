"""Substitutes: which seats somebody who looks on may be asked to take over, in words for every face. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from core.chance import Dealt
from core.fault import Fault, sentence
from core.game import Seat
from core.scene import Standing
from net.view.table_view import OfferView, Phase, TableView
from tui.late import late_seats
from tui.speech import seat_title, tr

GIVE = sentence("Give your seat to {nick}")
GIVE_ONE = sentence("Give {seat} to {nick}")
LET = sentence("Let {nick} take over {seat}")
YOURS = sentence("You play {seat} from now on.")
PLAYS = sentence("{nick} would take over {seat}")
ASKS_YOU = sentence("You are asked to take over {seat}")
WAITS = sentence("(waiting for {nick})")
NOBODY = sentence("Nobody else is looking on here: whoever is to take the seat over has to open this table first.")
WHO = sentence("Say who takes the seat over: {names}.")
NO_GIVING = sentence("That seat cannot be given to anybody now.")


@dataclass(frozen=True, slots=True)
class Handing:
    """A seat, and who might take it over: his pid and his name."""

    seat: Seat
    pid: str
    nick: str


def open_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats that may change hands by a word from here: one's own, those that are late, those left for good."""
    if view.match is None or view.phase is not Phase.PLAYING or not view.mine:
        return ()
    own = [seat.seat for seat in view.seats if seat.mine and not seat.bot]
    left = []
    if not isinstance(view.match.state, Dealt):
        panels = view.match.state.scene().seats
        left = [Seat(panel.seat) for panel in panels if panel.standing is Standing.ABANDONED]
    return tuple(dict.fromkeys((*own, *late_seats(view), *left)))


def handings(view: TableView) -> tuple[Handing, ...]:
    """Give who might be asked to take over which seat."""
    return tuple(Handing(seat, guest.pid, guest.nick) for seat in open_seats(view) for guest in view.guests)


def handing_words(one: Handing, view: TableView) -> str:
    """Say what it would be to hand a seat over."""
    own = [seat.seat for seat in view.seats if seat.mine and not seat.bot]
    template = LET if one.seat not in own else GIVE if len(own) == 1 else GIVE_ONE
    return tr(template, seat=seat_title(view.seats[one.seat].name), nick=one.nick)


def named(view: TableView, text: str, seat: Seat | None, own: Seat | None) -> Handing:
    """Find whom a text names, and for which seat: the one given, else one's own; raise `Fault`.

    >>> named(TableView("", "", "", Phase.OVER, "", (), (), (), None), "eve", None, None)
    Traceback (most recent call last):
    core.fault.Fault: Nobody else is looking on here: whoever is to take the seat over has to open this table first.
    """
    if not view.guests:
        raise Fault(NOBODY)
    wanted = text.strip().casefold()
    guest = next((one for one in view.guests if wanted in {one.nick.casefold(), one.pid.casefold()}), None)
    if guest is None:
        raise Fault(WHO, names=", ".join(one.nick for one in view.guests))
    chosen = own if seat is None else seat
    if chosen is None or chosen not in open_seats(view):
        raise Fault(NO_GIVING)
    return Handing(chosen, guest.pid, guest.nick)


def substitute_words(offer: OfferView, who: str) -> str:
    """Tell that somebody would take a seat over; `who` is the seat in words."""
    if offer.asked:
        return tr(ASKS_YOU, seat=who)
    words = tr(PLAYS, nick=offer.heir, seat=who)
    return words if offer.owed else f"{words} {tr(WAITS, nick=offer.heir)}"


def taken_over(before: TableView | None, view: TableView) -> tuple[Seat, ...]:
    """Give the seats that this profile has come to play in the middle of a game."""
    if before is None or before.match is None or view.match is None:
        return ()
    held = {seat.seat: seat.pid for seat in before.seats}
    return tuple(seat.seat for seat in view.seats if seat.mine and held.get(seat.seat) != seat.pid)
