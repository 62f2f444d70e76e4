"""Leaving a table for good: which seats say so, what is asked before it, and what is told after it.

All three come from one list (`farewells`), so that nobody reads of anything that is not signed.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from core.game import Seat
from net.view.table_view import Phase, TableView
from tui.i18n.translation import listed, tr
from tui.table.controller import is_alone
from tui.table.departure import (
    ENDS,
    GIVING_UP,
    LEAVING,
    declaration,
    end_after,
    game_number,
    is_among_bots,
    leaves_bots,
    may_only_return,
    may_return,
    out_seats,
    partners_to_ask,
    stays,
    titles,
    unresigned,
)
from tui.table.seat_view import owing, own_seats
from tui.table.sentences.kept_seat import CALLED, is_awaited
from tui.table.sentences.waiting_tables import gives_seats, waits
from tui.table.table_plan import is_alone_at
from tui.words.event_words import outcome_line
from tui.words.talk_acts import side_of

if TYPE_CHECKING:
    from net.peer.peer import TableHandle

Farewell = tuple[Seat, str]
"""A seat, and the text by which it leaves."""


class _Plan:
    """What the seats of a profile say one after the other, and the table after it as far as one can see ahead."""

    def __init__(self, view: TableView) -> None:
        """Begin with a table at which nothing has been said."""
        self.begun, self.view = view, view
        self.said: dict[Seat, str] = {}

    def say(self, seat: Seat) -> None:
        """Let a seat leave unless it has done so, cannot, or the game it was to leave is over."""
        text, before = declaration(self.view, seat, LEAVING), declaration(self.begun, seat, LEAVING)
        if seat in self.said or not text or (game_number(self.begun) and text != before):
            return
        self.said[seat] = text
        with suppress(Fault):
            self.view = replace(self.view, match=self.view.match.play(text, seat) if self.view.match else None)


def farewells(view: TableView) -> tuple[Farewell, ...]:
    """Give who says that they leave, in order: the side whose turn it is first, bots after their partners.

    Once the game is over, or the one game of a match, the seats that are left say nothing: they have won. The other
    bots leave last, those of the same side first, so that nobody wins by leaving, and only if no seat that a person
    plays here goes on: in a match only a single game is resigned, and a side resigns only together. No bot asks a
    person to resign.
    """
    return tuple(_planned(view).said.items())


def _planned(view: TableView) -> _Plan:
    """Let everybody leave who does by `farewells`."""
    plan, hands = _Plan(view), own_seats(view)
    first = next((seat for seat in owing(view) if seat in hands), Seat(0))
    beside = {first, *unresigned(view, first)}
    for hand in sorted(hands, key=lambda seat: (seat not in beside, (seat - first) % len(view.seats))):
        resigns = declaration(plan.view, hand, LEAVING).startswith(GIVING_UP[0])
        partners = partners_to_ask(plan.view, hand) if resigns else ()
        for seat in (hand, *(one for one in partners if view.seats[one].mine)):
            plan.say(seat)
    if {*hands} <= {*out_seats(plan.view)}:
        bots, side = {*view.mine} - {*hands}, _own_side(view)
        for seat in sorted(bots, key=lambda seat: (seat not in side, seat)):
            if set(partners_to_ask(plan.view, seat)) <= bots:
                plan.say(seat)
    return plan


def _own_side(view: TableView) -> frozenset[Seat]:
    """Give the seats that a person plays here by hand, and all that lose with one of them."""
    state = view.match.state if view.match is not None else None
    return frozenset(one for hand in own_seats(view) for one in (hand, *(side_of(state, hand) if state else ())))


async def resign(handle: TableHandle) -> tuple[Farewell, ...]:
    """Leave the game with every seat of this profile that can, and give what was said: resign during the game.

    Before it the seats are given up, and whoever opened the table closes it.
    """
    said = []
    if handle.view.phase is Phase.GATHERING:
        with suppress(Fault):
            await handle.bye()
        return ()
    for seat, text in farewells(handle.view):
        with suppress(Fault):
            await handle.declare(seat, text)
            said.append((seat, text))
    return tuple(said)


def asked_partners(view: TableView) -> str:
    """Name the partners elsewhere who must agree before those who leave here have resigned; empty if there are none."""
    leaving = [seat for seat in own_seats(view) if declaration(view, seat, LEAVING).startswith(GIVING_UP[0])]
    asked = dict.fromkeys(one for seat in leaving for one in partners_to_ask(view, seat) if not view.seats[one].mine)
    return listed(titles(view, asked)) if asked else ""


CLOSE = sentence("Close the table for everybody, then leave")
GIVE_BACK = sentence("Give the seat up, then leave"), sentence("Give all your seats up, bots too, then leave")
LEAVE_GAME = (
    sentence("Leave the game to the others, then the table"),
    sentence("Give the game up for lost, bots too, then leave"),
)
GIVE_UP = sentence("Give the game up for lost, then leave")
"""The same where nobody but one opponent would be left: the game ends."""
RESIGN = sentence("Resign, then leave"), sentence("Resign with all your seats, bots too, then leave")
ONE_GAME = sentence("Resign this game only, then leave")
ONE_GAME_FOR = sentence("Resign this game only, for {who}, then leave")
GIVE_UP_FOR = sentence("Give the game up for {who}, then leave")
WINS_BY_IT = sentence("Give the game up for {who} ({winner} wins), then leave")
WIN_BY_IT = sentence("Give the game up for {who} ({winner} win), then leave")
ASK_PARTNER = sentence("Resign if {who} does so too, then leave")
ASK_PARTNER_ONCE = sentence("Resign this game if {who} does so too, then leave")
"""How somebody leaves without a seat: with one seat and with several; ONE_GAME where a match goes on after it.

{who} are the seats that lose where others of this profile do not, or where only bots lose."""

BOTS_END = sentence(
    "That ends the game, and nobody can return to it. "
    "The bots give up after you, in the order of their seats, until the game is decided. {how}"
)
ENDS_ONE = sentence("That ends this game; the match goes on.")


def departure_words(view: TableView) -> str:
    """Say how somebody leaves without their seats, in the way that the rules of the game have; empty if nobody says it.

    Before the start the seats are given up, or the table.
    """
    if view.match is None:
        return tr(CLOSE if view.hosted else GIVE_BACK[len(view.mine) > 1])
    said, one_game, who = dict(farewells(view)), bool(game_number(view)), asked_partners(view)
    if not said:
        return ""
    if who:
        return tr(ASK_PARTNER_ONCE if one_game else ASK_PARTNER, who=who)
    own = own_seats(view)
    if any(seat not in said and declaration(view, seat, LEAVING) for seat in own) or not {*own} & {*said}:
        left = () if one_game else _left_to_win(view, said)
        if left:
            wins = WINS_BY_IT if len(left) == 1 else WIN_BY_IT
            return tr(wins, who=listed(titles(view, said)), winner=listed(titles(view, left)))
        return tr(ONE_GAME_FOR if one_game else GIVE_UP_FOR, who=listed(titles(view, said)))
    return tr(ONE_GAME) if one_game else _given_up(view, said)


def _left_to_win(view: TableView, said: dict[Seat, str]) -> tuple[Seat, ...]:
    """Give the seats played here by hand that win when all others here leave; none if somebody else has a part."""
    after, own = _planned(view).view.match, {*own_seats(view)}
    won = after.state.outcome.winners if after is not None and after.state.outcome is not None else ()
    return won if {*won} | {*said} == own else ()


def end_by_leaving(view: TableView) -> str:
    """Say how the game ends if somebody leaves without their seats now; empty if it goes on, or has not begun."""
    plan = _planned(view)
    after = plan.view.match
    if not plan.said or after is None:
        return ""
    if game_number(plan.view) != game_number(view) and after.state.outcome is None:
        return tr(ENDS_ONE)
    told = outcome_line(after.state.outcome, tuple(one.name for one in view.seats)) if after.state.outcome else ""
    after_you = any(view.seats[seat].bot for seat in {*plan.said} - _own_side(view))
    return tr(BOTS_END if after_you else ENDS, how=told) if told else ""


def may_give_match_up(view: TableView) -> bool:
    """Tell whether a whole match can be given up: one that is being played on this machine alone."""
    return bool(game_number(view)) and view.phase is Phase.PLAYING and is_alone_at(view)


def _given_up(view: TableView, said: dict[Seat, str]) -> str:
    """Say how every seat that a person plays here leaves a game that is not one of several."""
    several = len(said) > 1
    if is_among_bots(view):
        return tr(RESIGN[0])
    if any(text.startswith(LEAVING[0]) for text in said.values()):
        if several and not any(view.seats[seat].bot for seat in said):
            return tr(GIVE_UP_FOR, who=listed(titles(view, said)))
        ends = not several and any(end_after(view, seat, text) for seat, text in said.items())
        return tr(GIVE_UP if ends else LEAVE_GAME[several])
    left = any(declaration(view, seat, LEAVING) for seat in view.mine if seat not in said)
    return tr(GIVE_UP_FOR, who=listed(titles(view, said))) if several and left else tr(RESIGN[several])


JOINTLY_LEFT = sentence(
    "{who} is asked to resign too. Until then the game goes on and your seat stays yours: "
    "Resume on the home screen leads back."
)
ONE_GAME_LEFT = sentence(
    "Only this game is resigned. The match goes on: Resume on the home screen leads back to your seat."
)
GAME_BY_GAME = sentence("With others a match is given up game by game only.")
MATCH_GIVEN_UP = sentence("The match is given up. What was played of it stays among your games.")
ONE_GAME_BOTS = sentence(
    "Only this game is resigned, for {who}. The match goes on, and the others wait for your bots until you are back: "
    "Resume on the home screen leads back."
)
STAYS = sentence("Your seat stays yours: Resume on the home screen leads back.")
HOSTED = sentence(
    "The table waits on while Parley runs: whoever asks gets a seat, and you are told. "
    "Resume on the home screen leads back."
)
HOSTED_FULL = sentence(
    "The table waits on while Parley runs, and you are told when the game begins. Resume on the home screen leads back."
)
CAN_RETURN = sentence(
    "You are out of the game. At the table you can ask to return: Resume on the home screen leads back to it."
)
STAYS_WITH_BOTS = sentence(
    "Your seat stays yours. Your bots play on once you are back: Resume on the home screen leads back."
)
BOTS_WAIT = sentence(
    "Your bots wait until you are back, and the others wait for them: Resume on the home screen leads back."
)


def _kept_words(view: TableView, *, with_bots: bool) -> str:
    """Tell somebody who has left without a word what they keep."""
    if view.hosted and waits(view) and not is_alone(view.invitation):
        return tr(HOSTED if gives_seats(view) else HOSTED_FULL)
    if may_only_return(view):
        return tr(CAN_RETURN)
    told = tr(BOTS_WAIT if leaves_bots(view) else STAYS_WITH_BOTS if with_bots else STAYS)
    return f"{told} {tr(CALLED)}" if is_awaited(view) else told


def left_words(before: TableView, said: tuple[Farewell, ...], after: TableView, *, with_bots: bool) -> str:
    """Tell somebody who has left what becomes of their seats, by what was `said`; empty if there is no more to say.

    `with_bots` tells that bots of theirs play beside them, for whom others wait.
    """
    if not stays(after):
        return ""
    if not said:
        return _kept_words(after, with_bots=with_bots)
    asked, own, gone = asked_partners(before), own_seats(after), {seat for seat, _ in said} | {*out_seats(after)}
    if asked:
        return tr(JOINTLY_LEFT, who=asked)
    if game_number(before):
        told = tr(ONE_GAME_LEFT) if own else tr(ONE_GAME_BOTS, who=listed(titles(before, dict(said))))
        return told if is_alone(after.invitation) else f"{told} {tr(GAME_BY_GAME)}"
    planned = _planned(before).view  # the word may not have come to the others yet
    bots = tr(BOTS_WAIT) if {*after.mine} - gone else ""
    return tr(CAN_RETURN) if any(may_return(planned, seat) for seat in own) else bots
