"""What a bot answers to offers: for whoever seated it too, if that person holds no seat in the game any more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import OfferKind, OfferView, TableView
from tests.gallery.fixed_table import view_of
from tui.bots.seat_driver import SeatDriver

if TYPE_CHECKING:
    from net.peer.peer import TableHandle


class Asked:
    """A table that notes what is answered."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.said: list[tuple[str, Seat, bool]] = []

    async def answer(self, offer_id: str, seat: Seat, yes: bool) -> None:  # noqa: FBT001 - an answer is a yes or a no
        """Note an answer."""
        self.said.append((offer_id, seat, yes))


def evening(*, left: bool) -> TableView:
    """Give a table whose opener holds red and seated a bot on yellow, after red has `left` the game or not."""
    match = Match.new(find("djambi"), {"players": "3"})
    view = view_of(match.play("abandon red", Seat(0)) if left else match)
    red, green, yellow = view.seats
    seats = (replace(red, mine=True, bot=""), replace(green, mine=False, bot=""), replace(yellow, mine=True, bot="2"))
    return replace(view, seats=seats)


def takeover(seat: int) -> OfferView:
    """Give the wish that somebody takes a seat over, to which only yellow has not answered."""
    return OfferView("ab", OfferKind.SUBSTITUTE, Seat(seat), (Seat(1),), (), (Seat(2),), heir="Carl")


@pytest.mark.parametrize(("seat", "yes"), [(0, True), (1, True), (2, False)])
async def test_a_bot_whose_owner_has_left_the_game_says_who_may_take_a_seat_over(seat: int, yes: bool) -> None:  # noqa: FBT001 (a case)
    table, view = Asked(), replace(evening(left=True), offers=(takeover(seat),))
    await SeatDriver(cast("TableHandle", table), Seat(2), "2")._answer(view)
    assert table.said == [("ab", Seat(2), yes)], "it gives away what is out of the game, and never its own seat"


async def test_a_bot_that_plays_on_for_somebody_keeps_their_seat_and_answers_for_them() -> None:
    table, view = Asked(), evening(left=False)
    view = replace(view, seats=tuple(replace(seat, mine=seat.seat == 0, bot="") for seat in view.seats))
    for seat in (0, 1):
        offer = replace(takeover(seat), owed=(Seat(0),))
        await SeatDriver(cast("TableHandle", table), Seat(0), "2")._answer(replace(view, offers=(offer,)))
    assert [yes for *_, yes in table.said] == [False, True]


async def test_a_bot_beside_a_person_leaves_the_answer_to_them() -> None:
    table = Asked()
    view = replace(evening(left=False), offers=(replace(takeover(1), owed=(Seat(0),)),))
    await SeatDriver(cast("TableHandle", table), Seat(2), "2")._answer(view)
    assert table.said == []
