"""Handing seats over in the middle of a game: who may be asked to take which, and who is told. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.chance import HasChance
from core.fault import Fault, sentence
from core.game import Seat
from core.games import find
from core.scene import Standing
from net.view.table_view import OfferKind, OfferView, Phase, TableView
from tui.i18n.translation import listed, seat_title, tr
from tui.table.controller import is_alone
from tui.table.departure import OUT, RETURNING, declaration, may_return, out_seats, overdue_seats, titles
from tui.table.seat_view import is_asleep, own_seats
from tui.table.sentences.out_words import BY_KEY
from tui.words.rated_mark import UNRATED, RatedMark

GIVE = sentence("Hand your seat to {nick}")
GIVE_ONE = sentence("Give {seat} to {nick}")
LET = sentence("Let {nick} take over {seat}")
YOURS = sentence("You play {seat} from now on.")
YOURS_TO_RETURN = sentence(
    "You have {seat} from now on. It is out of the game until you have asked to return and all have agreed."
)
LOST = sentence("{nick} plays {seat} in your place now: those who play have agreed to it.")
LET_GONE = sentence("Let {nick} take over {seat}, which is out of the game")
PLAYS = sentence("{nick} is to take over {seat}")
ASKS_YOU = sentence("You are asked to take over {seat}")
WAITS = sentence("(waiting for {nick})")
GONE_ON = sentence("The game has gone on: {nick} is asked no more to take over {seat}.")
GONE_ON_YOU = sentence("The game has gone on: you are asked no more to take over {seat}. Those who play can ask again.")
OVERTAKEN = sentence("{nick} is asked no more for {seat}: the game has gone on")
ASK_FOR_A_SEAT = sentence(
    "You are watching: only those who hold a seat decide. A bot keeps its own to the end; ask somebody at the table "
    "to hand you theirs ({key[table.declare]})."
)
ASK_FOR_ONE_LEFT = sentence(
    "You are watching: only those who hold a seat decide. Out of the game, and yours if all who play agree: {seats}. "
    "Ask one of them to propose you ({key[table.declare]})."
)
ASK_FOR_ONE_AWAY = sentence(
    "You are watching: only those who hold a seat decide. Away: {seats}. Once it is that seat's turn and the others "
    "have waited long enough, they can let you take it over ({key[table.declare]})."
)
ASK_FOR_ONE_LATE = sentence(
    "You are watching: only those who hold a seat decide. The others have waited long enough for {seats}: "
    "they can let you take the seat over now ({key[table.declare]}). Ask one of them."
)
NOBODY = sentence("Nobody else is watching here: the person who is to take the seat over must open this table first.")
UNSEEN = sentence(
    "The game is played without spectators: ask for them again, so that somebody can look on and take a seat over."
)
WHO = sentence("Say who takes the seat over: {names}.")
JUST_WATCH = sentence("You are watching: only those who hold a seat decide.")
KEPT_ONE = sentence(
    "{seats} cannot be handed over: where cards are hidden, whoever has several hands, those of bots too, keeps all."
)
SHUT = sentence("{offer}: not possible, as you have several hands (your bots' too)")
SHUT_BY_ONE = sentence("{offer}: not possible, as one program deals the cards")
KEEPS_ALL = sentence(
    "You have several hands now, a bot's too: where cards are hidden, whoever has several keeps all. Your seat cannot "
    "be handed over in this game."
)
DEALT_BY_ONE = sentence("At a table whose cards one program deals nobody takes a seat over.")
NO_GIVING = sentence("That seat cannot be given to anybody now.")


@dataclass(frozen=True, slots=True)
class SubstitutionTarget:
    """A seat and a person who might take it over: their pid and their name."""

    seat: Seat
    pid: str
    nick: str


def _left_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats whose players have left a running game for good."""
    if view.match is None or view.phase is not Phase.PLAYING or isinstance(view.match.state, HasChance):
        return ()
    panels = view.match.state.scene().seats
    return tuple(Seat(panel.seat) for panel in panels if panel.standing is Standing.ABANDONED)


def kept_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats that no rule lets anybody hand over.

    Where cards are hidden a hand passes with the keys of its player, who so keeps all hands that they have. Where one
    program deals the cards, that is so for every seat.
    """
    if view.match is None or not isinstance(view.match.state, HasChance):
        return ()
    holders, deal = [seat.pid for seat in view.seats], dict(view.terms).get("deal")
    kept = (seat for seat in view.seats if deal == "local" or (deal == "mental" and holders.count(seat.pid) > 1))
    return tuple(seat.seat for seat in kept if seat.pid)


def kept_words(view: TableView, seats: Sequence[Seat]) -> str:
    """Say why some seats cannot be handed over, nothing if they can be."""
    kept = [seat for seat in seats if seat in kept_seats(view)]
    if not kept:
        return ""
    return tr(_why_kept(view), seats=listed(titles(view, kept)))


def _why_kept(view: TableView) -> str:
    """Give the sentence about seats that no rule lets anybody hand over."""
    return DEALT_BY_ONE if dict(view.terms).get("deal") == "local" else KEPT_ONE


def asking_words(view: TableView) -> str:
    """Tell somebody who watches how they come to a seat."""
    kept = kept_seats(view)
    late = dict.fromkeys(wait.seat for wait in view.waits if wait.ripe and wait.seat not in kept)
    left = _left_seats(view)
    out = {panel.seat for panel in view.match.state.scene().seats if panel.standing in OUT} if view.match else set()
    people = [seat.seat for seat in view.seats if seat.pid and not seat.bot and seat.seat not in out]
    away = [seat for seat in people if is_asleep(view.seats[seat]) and seat not in kept]
    for template, seats in ((ASK_FOR_ONE_LATE, late), (ASK_FOR_ONE_LEFT, left), (ASK_FOR_ONE_AWAY, away)):
        if seats:
            return tr(template, seats=listed(titles(view, seats)))
    why = kept_words(view, people)
    return f"{tr(JUST_WATCH if {*people} <= {*kept} and why else ASK_FOR_A_SEAT)} {why}".rstrip()


def open_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats that a word from here can hand over: one's own, those that are late, those left for good."""
    if view.match is None or view.phase is not Phase.PLAYING or not view.mine:
        return ()
    lost = [seat for seat in out_seats(view) if not may_return(view, seat)]
    found = dict.fromkeys((*own_seats(view), *overdue_seats(view), *_left_seats(view)))
    return tuple(seat for seat in found if seat not in (*lost, *kept_seats(view)))


def substitution_targets(view: TableView) -> tuple[SubstitutionTarget, ...]:
    """Give the people who might be asked to take over a seat, and which."""
    return tuple(SubstitutionTarget(seat, guest.pid, guest.nick) for seat in open_seats(view) for guest in view.guests)


def kept_targets(view: TableView) -> tuple[SubstitutionTarget, ...]:
    """Give the people who might be asked to take over a seat of one's own, if the rules let anybody hand it over."""
    if view.phase is not Phase.PLAYING:
        return ()
    kept = [seat for seat in own_seats(view) if seat in kept_seats(view)]
    return tuple(SubstitutionTarget(seat, guest.pid, guest.nick) for seat in kept for guest in view.guests)


def kept_target_words(one: SubstitutionTarget, view: TableView) -> str:
    """Describe such a handing over, and say why it is not possible."""
    shut = SHUT_BY_ONE if _why_kept(view) == DEALT_BY_ONE else SHUT
    return tr(shut, offer=substitution_words(one, view))


def _keeps_all(view: TableView) -> bool:
    """Tell whether somebody here has a bot beside a seat of their own, and so several hands of hidden cards."""
    if not view.game or view.phase not in {Phase.GATHERING, Phase.PLAYING} or is_alone(view.invitation):
        return False
    own = own_seats(view)
    holders = {view.seats[seat].pid for seat in own}
    bots = any(seat.bot and seat.pid in holders for seat in view.seats)
    dealt = dict(view.terms).get("deal") == "mental" and any(option.secret for option in find(view.game).options)
    return bool(own) and bots and dealt


def keeps_all_words(before: TableView | None, view: TableView) -> str:
    """Tell whoever has seated a bot beside their own seat, since an earlier view, what no rule lets them do then."""
    fresh = view.phase is Phase.GATHERING if before is None else not _keeps_all(before)
    return tr(KEEPS_ALL) if fresh and _keeps_all(view) else ""


def substitution_words(one: SubstitutionTarget, view: TableView, rated: RatedMark = UNRATED) -> str:
    """Describe what handing a seat over would mean, also for the club that the table is rated for."""
    own = own_seats(view)
    let = LET_GONE if declaration(view, one.seat, RETURNING) else LET
    template = let if one.seat not in own else GIVE if len(own) == 1 else GIVE_ONE
    words = tr(template, seat=seat_title(view.seats[one.seat].name), nick=one.nick)
    return rated.choice(one.pid, words)


def named(view: TableView, text: str, seat: Seat | None, own: Seat | None) -> SubstitutionTarget:
    """Find whom a text names, and for which seat: the one given, else one's own; raise `Fault`.

    >>> named(TableView("", "", "", Phase.OVER, "", (), (), (), None), "eve", None, None)
    Traceback (most recent call last):
    core.fault.Fault: Nobody else is watching here: the person who is to take the seat over must open this table first.
    """
    chosen = own if seat is None else seat
    if view.mine and chosen in kept_seats(view):
        raise _kept(view, chosen)
    if not view.guests:
        raise Fault(NOBODY if view.watched else UNSEEN)
    wanted = text.strip().casefold()
    guest = next((one for one in view.guests if wanted in {one.nick.casefold(), one.pid.casefold()}), None)
    if guest is None:
        raise Fault(WHO, names=", ".join(one.nick for one in view.guests))
    if chosen is None or chosen not in open_seats(view):
        raise _kept(view, chosen)
    return SubstitutionTarget(chosen, guest.pid, guest.nick)


def _kept(view: TableView, seat: Seat | None) -> Fault:
    """Say why a seat cannot be handed over."""
    if seat is None or seat not in kept_seats(view) or not view.mine:
        return Fault(NO_GIVING)
    return Fault(_why_kept(view), seats=seat_title(view.seats[seat].name))


def takeover_words(offer: OfferView, who: str) -> str:
    """Tell that a person would take a seat over; `who` is the seat in words."""
    return tr(ASKS_YOU, seat=who) if offer.asked else tr(PLAYS, nick=offer.heir, seat=who)


def substitute_words(offer: OfferView, who: str) -> str:
    """Tell that, and whether that person's answer is all that is missing now."""
    words = takeover_words(offer, who)
    waits = not (offer.asked or offer.owed or offer.declined or offer.unwilling)
    return f"{words} {tr(WAITS, nick=offer.heir)}" if waits else words


def substituted_seats(before: TableView | None, view: TableView) -> tuple[Seat, ...]:
    """Give the seats that this profile took over in the middle of a game."""
    if before is None or before.match is None or view.match is None:
        return ()
    held = {seat.seat: seat.pid for seat in before.seats}
    return tuple(seat.seat for seat in view.seats if seat.mine and held.get(seat.seat) != seat.pid)


def taken_words(view: TableView, seat: Seat, title: str, way: str = BY_KEY) -> str:
    """Tell a person that a seat, called `title`, is theirs now, and the `way` back into the game if it is out."""
    if not declaration(view, seat, RETURNING):
        return tr(YOURS, seat=title)
    return f"{tr(YOURS_TO_RETURN, seat=title)} {tr(way)}"


def lost_seats(before: TableView | None, view: TableView) -> tuple[Seat, ...]:
    """Give the seats of this profile that somebody else has taken over, without those seen so in `before`."""
    known = {seat.seat for seat in before.seats if seat.ceded} if before is not None else set[Seat]()
    return tuple(seat.seat for seat in view.seats if seat.ceded and seat.seat not in known)


def lost_words(view: TableView, seat: Seat, title: str) -> str:
    """Tell a person who has their seat, called `title`, now."""
    return tr(LOST, nick=view.seats[seat].called, seat=title)


def overtaken(before: TableView | None, view: TableView) -> tuple[OfferView, ...]:
    """Give the questions whether somebody takes a seat over that decisions have ended since an earlier view."""
    if before is None or before.match is None or view.match is None or view.phase is not Phase.PLAYING:
        return ()
    known = {offer.id for offer in (*view.offers, *view.refused)}
    asked = (one for one in before.offers if one.kind is OfferKind.SUBSTITUTE and one.id not in known)
    same = (one for one in asked if before.seats[one.seat].pid == view.seats[one.seat].pid)
    return tuple(same) if view.match.ply > before.match.ply else ()


def overtaken_words(before: TableView | None, view: TableView, again: str) -> tuple[str, ...]:
    """Tell that to whoever was asked, and to those who had a word in it, whom `again` tells how they ask once more."""
    found = []
    for one in overtaken(before, view):
        seat = seat_title(view.seats[one.seat].name)
        if one.asked:
            found.append(tr(GONE_ON_YOU, seat=seat))
        elif {*view.mine} & {*one.accepted, *one.owed}:
            found.append(f"{tr(GONE_ON, nick=one.heir, seat=seat)} {again}")
    return tuple(found)
