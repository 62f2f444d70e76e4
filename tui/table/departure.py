"""Leaving a game, and going on without a player, in words for every face.

This covers giving up before the start: one's own seat, or the wait for a player who does not open their lot. It covers
what a seat may declare, in each game's own words; the players one may claim, and what became of hidden cards.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from core.chance import HasChance, HasGames, HasJointResignation
from core.fault import Fault, sentence
from core.game import DEALER, Outcome, Seat
from core.scene import Standing
from net.table.clocks.flag_fall import THINKING
from net.table.clocks.time_control import NONE
from net.table.line.match_history import living
from net.table.line.takeback import spectators
from net.table.line.vacation import vacation_text
from net.view.table_view import AuditStage, OfferKind, Phase, TableView
from tui.i18n.translation import listed, seat_title, tell_template, tr
from tui.table.controller import Controller
from tui.table.seat_view import held_seats, hides, may_be_ready, owing, own_seats
from tui.words.declaration_words import SIDE_LOSES, abandon_words, declaration_words, is_declared
from tui.words.event_words import outcome_line
from tui.words.talk_acts import side_of

if TYPE_CHECKING:
    from collections.abc import Iterable


NOBODY_LATE = sentence("Nobody has kept the others waiting for long enough.")
FRAUD = sentence("{seat} has signed two histories: you may go on without that seat, or stop here, if all others do.")
STOP = sentence("Stop here: {seat}, who has signed two histories, has lost")
NOTHING_TO_STOP = sentence("Nobody here has signed two histories: there is no reason to stop.")
CLEAN = sentence("The audit of the hidden cards has found nothing wrong.")
SIGNED = sentence("Hidden cards: audited by all {count}.")
AUDITING = sentence("The hidden cards are being audited.")


def overdue_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of others that a seat of ours may claim, and has not claimed yet."""
    late = (wait.seat for wait in view.waits if wait.ripe and not {wait.seat, *wait.claimed} & {*view.mine})
    found = tuple(dict.fromkeys(late)) if view.mine else ()
    plays = not found or view.match is None or {*living(view.match.state)} & {*view.mine}
    return found if plays else ()


def unattended_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of others that a bot claims by itself.

    Without a clock a person may think, or be away, as long as they like: only a person waits no longer for a person.
    """
    if dict(view.terms).get("clock", NONE) != NONE:
        return overdue_seats(view)
    people = {seat.seat for seat in view.seats if seat.present or not seat.bot}
    thinking = {wait.seat for wait in view.waits if wait.what in THINKING}
    return tuple(seat for seat in overdue_seats(view) if seat not in people & thinking)


OUT = frozenset({Standing.ABANDONED, Standing.ABSENT, Standing.DEAD})
"""The standings of seats that play no more, or not before all agree that they return."""


def out_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of this profile that are out of the game; none in a match, whose next game all play again."""
    return () if game_number(view) else fallen_seats(view)


def fallen_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of this profile that are out of the running game, also of one of a match."""
    return tuple(seat for seat in gone_seats(view) if seat in view.mine)


def gone_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats, whosever, that are out of the running game."""
    if view.match is None or view.outcome is not None:
        return ()
    return tuple(Seat(panel.seat) for panel in view.match.state.scene().seats if panel.standing in OUT)


def is_out(view: TableView) -> bool:
    """Tell whether all seats of this profile, those of its bots too, are out of the game: nothing can become of them.

    Without a seat nobody is out.
    """
    return bool(view.mine) and set(out_seats(view)) == set(view.mine)


def may_return(view: TableView, seat: Seat) -> bool:
    """Tell whether a seat is out of the game and may ask to return."""
    return bool(declaration(view, seat, RETURNING)) and not is_shut(view)


def is_shut(view: TableView) -> bool:
    """Tell whether nobody returns to the game: the cards of whoever left are open where no dealer hides them."""
    hidden = view.match is not None and isinstance(view.match.state, HasChance)
    return hidden and dict(view.terms).get("deal") == "mental"


def titles(view: TableView, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Give the names of seats as titles."""
    return tuple(seat_title(view.seats[seat].name) for seat in seats)


def is_equivocation(view: TableView, seat: Seat) -> bool:
    """Tell whether the game may go on without a seat because its holder signed two histories."""
    return any(wait.seat == seat and wait.what == "fraud" for wait in view.waits)


def cheats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats whose holders' fraud lets us stop if all others do. Of two players, going on ends the game."""
    found = dict.fromkeys(wait.seat for wait in view.waits if wait.what == "fraud")
    pids = {seat.seat: seat.pid for seat in view.seats if seat.pid}
    others = set(pids.values()) - {pids.get(seat) for seat in found}
    mine = set(view.mine) - set(found)
    return tuple(found) if mine and len(others) > 1 else ()


def audit_words(view: TableView) -> str:
    """Say what became of the hidden cards; nothing if there are none, or while they are in play."""
    audit = view.audit
    if audit is None:
        return ""
    if audit.template:
        return tell_template(audit.template, audit.fields)
    if audit.stage is AuditStage.WAITING:
        return tr(AUDITING)
    count = signers(view)
    return tr(SIGNED, count=count) if count > 1 else tr(CLEAN)


def signers(view: TableView) -> int:
    """Count the people with seats if all of them have signed that the audit found nothing wrong; else 0."""
    audit, held = view.audit, {seat.seat: seat.pid for seat in view.seats if seat.pid}
    if audit is None or audit.stage is not AuditStage.CLEAN or not held.keys() <= set(audit.signed):
        return 0
    return len(set(held.values()))


NOT_SEATED = sentence("You hold no seat to give up.")


def unrevealed_lot_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats that the table need not wait for any longer while lots are drawn."""
    return overdue_seats(view) if view.phase is Phase.STARTING else ()


async def give_up(view: TableView | None, controller: Controller) -> None:
    """Stop waiting for a player who withholds their lot, else give up the last seat taken; raise `Fault` if none."""
    late, mine = unrevealed_lot_seats(view) if view else (), view.mine if view else ()
    if late:
        await controller.claim(late[0])
    elif mine:
        await controller.leave(mine[-1])
    else:
        raise Fault(NOT_SEATED)


LEAVING = ("abandon", "resign")
"""How declarations of leaving begin. The one that leaves the game to the others is preferred."""
GIVING_UP = ("resign", "abandon")
"""The same, but the one that gives the game up is preferred."""
RETURNING = ("return",)
"""How declarations begin by which a seat asks to come back."""


def declaration(view: TableView, seat: Seat, beginnings: tuple[str, ...]) -> str:
    """Give the text of the declaration of `seat` that begins with one of these words, the first ones preferred.

    Empty if there is none.
    """
    if view.match is None:
        return ""
    texts = [str(action) for action in view.match.state.declarations(seat)]
    return next((text for word in beginnings for text in texts if text.startswith(word)), "")


def declared_texts(view: TableView, seat: Seat) -> tuple[str, ...]:
    """Give the texts of all declarations of a seat that are offered now.

    Of two that end the game alike only one is: to resign.
    """
    texts = () if view.match is None else tuple(map(str, view.match.state.declarations(seat)))
    left, lost = (declaration(view, seat, (word,)) for word in LEAVING)
    ends = [_outcome_after(view, seat, text) for text in (left, lost)]
    won = [end and (end.winners, end.points, end.reason) for end in ends]
    same = left if left and lost and won[0] == won[1] and won[0] else ""
    vain = {same, *([OfferKind.DRAW.value] if dict(view.terms).get("draw") == "no" else [])}
    return tuple(text for text in texts if text not in vain and not (text.startswith(RETURNING) and is_shut(view)))


def declared_words(view: TableView, seat: Seat, text: str) -> str:
    """Name a declaration of a seat, with what tells leaving from resigning where both are offered.

    Where a game knows only leaving, that is to resign.
    """
    number = game_number(view)
    if text.startswith(LEAVING[0]):
        ends, only_way = bool(end_after(view, seat, text)), not declaration(view, seat, LEAVING[1:])
        resigns = view.match is not None and not isinstance(view.match.state, HasJointResignation)
        title = seat_title(view.seats[seat].name)
        return abandon_words(title, ends=ends, resigns=resigns, among_bots=only_way and is_among_bots(view))
    both = text == LEAVING[1] and any(one.startswith(LEAVING[0]) for one in declared_texts(view, seat))
    return tr(SIDE_LOSES) if both and not number else declaration_words(text, number)


def is_among_bots(view: TableView) -> bool:
    """Tell whether one person plays one seat here and all others are those of their bots."""
    return len(own_seats(view)) == 1 and all(seat.mine for seat in view.seats)


def game_number(view: TableView) -> int:
    """Give the number of the running game, which a draw ends; 0 if the match is one game."""
    return 0 if view.match is None or not isinstance(view.match.state, HasGames) else view.match.state.game_number


def resigns_one_game(view: TableView) -> bool:
    """Tell whether to resign gives up no more than the running game of a match, which then goes on."""
    return bool(game_number(view)) and any(declaration(view, seat, LEAVING) for seat in view.mine)


def partners_to_ask(view: TableView, seat: Seat) -> tuple[Seat, ...]:
    """Give the partners who must resign too, and have not, before a side has resigned; not the same person's seats."""
    return tuple(one for one in unresigned(view, seat) if one not in {*resigned_seats(view), *held_seats(view)})


def resigned_seats(view: TableView) -> frozenset[Seat]:
    """Give the seats that have resigned for their part while a partner has not."""
    return frozenset(offer.seat for offer in view.offers if offer.kind is OfferKind.CONCEDE)


def unresigned(view: TableView, seat: Seat) -> tuple[Seat, ...]:
    """Give the partners of a seat who must resign with it, and have not."""
    if view.match is None or not isinstance(view.match.state, HasJointResignation):
        return ()
    return view.match.state.unresigned(seat)


JOINTLY = sentence("Your side resigns once {who} says so too; until then the game goes on.")
AT_ONCE = sentence("Your side resigns at once: a bot always says so too ({who}).")


def jointly_words(view: TableView, seat: Seat) -> str:
    """Say which people have to resign too before a side of `seat` has resigned; empty if nobody has to."""
    partners = [one for one in partners_to_ask(view, seat) if not _agrees(view, one)]
    return tr(JOINTLY, who=listed(titles(view, partners))) if partners else ""


def at_once_words(view: TableView, seat: Seat) -> str:
    """Say that a side of `seat` has resigned at once, because only bots have to do so too; empty if that is not so."""
    partners = partners_to_ask(view, seat)
    bots = bool(partners) and all(_agrees(view, one) for one in partners)
    return tr(AT_ONCE, who=listed(titles(view, partners))) if bots else ""


def _agrees(view: TableView, seat: Seat) -> bool:
    """Tell whether a bot plays a seat and is here to resign with a partner, which it does unasked."""
    one = view.seats[seat]
    return bool(one.bot) and (one.present or one.mine)


DECIDES = sentence("{who} wants to resign already: if you do so too, the game is over at once for your whole side.")


def decisive_words(view: TableView, seat: Seat) -> str:
    """Say who of the side has resigned already, if the word of `seat` is the last that is missing; else nothing."""
    if view.match is None or partners_to_ask(view, seat) or seat in resigned_seats(view):
        return ""
    side = {*side_of(view.match.state, seat)} - {seat, *held_seats(view)}
    said = sorted(side & resigned_seats(view))
    return tr(DECIDES, who=listed(titles(view, said))) if said else ""


LEFT = sentence("Your pieces stay on the board without you, and you can ask to return.")
LOST = sentence("Nobody of your side plays on: it has lost then.")
LEFT_SIDE = sentence("Your pieces stay on the board without you, {who} plays on, and you can ask to return.")
SHUT = sentence("Your pieces stay on the board without you, and you cannot return: nobody does where cards are hidden.")
SHUT_SIDE = sentence(
    "Your pieces stay on the board without you, and {who} plays on. "
    "You cannot return: nobody does where cards are hidden."
)
ENDS = sentence("That ends the game, and nobody can return to it. {how}")


def end_after(view: TableView, seat: Seat, text: str) -> str:
    """Say how the game ends if a seat declares something now; empty if it goes on."""
    return _end_words(view, _outcome_after(view, seat, text))


def _end_words(view: TableView, outcome: Outcome | None) -> str:
    return outcome_line(outcome, tuple(one.name for one in view.seats)) if outcome else ""


def _outcome_after(view: TableView, seat: Seat, text: str) -> Outcome | None:
    with suppress(Fault):
        return view.match.play(text, seat).state.outcome if view.match and text else None
    return None


def resignation_words(view: TableView, seat: Seat, text: str) -> str:
    """Say that the word of a seat that resigns is the last of its side or that bots add theirs, and what that ends.

    Of a match it ends no more than one game if nothing is said; empty if others have a word in it.
    """
    told = at_once_words(view, seat) or decisive_words(view, seat)
    decides = bool(told or game_number(view)) and not jointly_words(view, seat)
    end = _end_words(view, _outcome_after_side(view, seat, text)) if decides else ""
    return " ".join(filter(None, [told, tr(ENDS, how=end) if end else ""]))


def _outcome_after_side(view: TableView, seat: Seat, text: str) -> Outcome | None:
    """Give how all ends if a seat resigns, and with it all of its side who are to."""
    match = view.match
    for one, word in ((seat, text), *((one, text) for one in partners_to_ask(view, seat))):
        with suppress(Fault):
            match = match.play(word, one) if match is not None else None
    return match.state.outcome if match is not None else None


def final_words(view: TableView, seat: Seat, text: str) -> str:
    """Say what follows if a seat makes a declaration that ends the game for it; empty if there is no more to say."""
    if text.startswith("resign"):
        return jointly_words(view, seat) or resignation_words(view, seat, text)
    if not text.startswith("abandon") or view.match is None:
        return ""
    state = view.match.state
    if not isinstance(state, HasJointResignation):
        end = end_after(view, seat, text)
        return tr(ENDS, how=end) if end else tr(SHUT if is_shut(view) else LEFT)
    beside, left = state.unresigned(seat), SHUT_SIDE if is_shut(view) else LEFT_SIDE
    return tr(left, who=listed(titles(view, beside))) if beside else tr(LOST)


def stays(view: TableView) -> bool:
    """Tell whether a person who leaves the table now without a word keeps a seat there, if only to ask to return."""
    left = [seat for seat in out_seats(view) if not may_return(view, seat)]
    return set(left) != set(view.mine) and view.phase not in {Phase.OVER, Phase.CLOSED}


def stays_seated(view: TableView) -> bool:
    """Tell whether a person who leaves so keeps a seat of their own, and not only the seats of their bots."""
    out = set(out_seats(view))
    return stays(view) and any(seat not in out or may_return(view, seat) for seat in own_seats(view))


def may_only_return(view: TableView) -> bool:
    """Tell whether all that a person keeps by leaving so is to ask to return; no bot of theirs plays on either."""
    return is_out(view) and stays_seated(view)


def leaves_bots(view: TableView) -> bool:
    """Tell whether a person who leaves so keeps the seats of their bots alone: each of their own is out, if any."""
    return stays(view) and set(own_seats(view)) <= set(out_seats(view)) and not is_out(view)


VACATIONS = (1, 3, 7)
"""The days of vacation that a screen offers, as far as they are left."""


def vacation_texts(view: TableView, seat: Seat) -> tuple[str, ...]:
    """Give the words by which a seat may take days of vacation now."""
    left = next((one.left for one in view.vacations if one.seat == seat), 0)
    if seat not in owing(view) or view.paused or view.phase is not Phase.PLAYING:
        return ()
    return tuple(vacation_text(days) for days in VACATIONS if days <= left)


def votes(view: TableView, seat: Seat) -> tuple[str, ...]:
    """Give what a seat may ask for if others than its holder play; a second pause only after the next move."""
    others = {other.pid for other in view.seats if other.pid} - {view.seats[seat].pid}
    if not others or view.phase is not Phase.PLAYING or seat in out_seats(view):
        return ()
    ready = (OfferKind.READY.value,) * may_be_ready(view)
    still = () if view.resumed else ((OfferKind.RESUME if view.paused else OfferKind.PAUSE).value,)
    return (*ready, *still, spectators(watched=not view.watched), *vacation_texts(view, seat))


def taken_back(view: TableView) -> tuple[str, ...]:
    """Give the request to take back one's own last decision, if it may be asked for here."""
    own = {seat.seat for seat in view.seats if seat.mine and not seat.bot}
    if view.phase is Phase.FROZEN:
        return (OfferKind.REWIND.value,) if own else ()
    if view.match is None or view.phase is not Phase.PLAYING or not own:
        return ()
    last = next((at for at in reversed(range(view.match.ply)) if view.match.log[at].seat in own), None)
    if last is None or any(offer.kind is OfferKind.TAKEBACK for offer in view.offers):
        return ()
    limit = dict(view.terms).get("takebacks", "none")
    used = sum(one.seat in own for one in view.takebacks)
    alone = len({seat.pid for seat in view.seats if seat.pid}) == 1
    shown = hides(view) and any(line.seat == DEALER for line in view.match.log[last:])
    counted = any(is_declared(line.text) for line in view.match.log[last:])  # it counts for good, as what is shown does
    may = alone or (not (shown or counted) and (limit == "ask" or (limit.isdigit() and used < int(limit))))
    return (OfferKind.TAKEBACK.value,) * may
