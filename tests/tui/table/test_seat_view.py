"""Whose eyes look at a table: nobody sees another's hand on a screen that several share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase, SeatView, TableView
from tests.core.support import card_game
from tests.core.support.card_game_state import hands_of
from tui.table.seat_view import TableViewer, hides, owing

RED, BLUE = Seat(0), Seat(1)


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)


def table(match: Match, hands: tuple[int, ...] = (0, 1), bots: tuple[int, ...] = ()) -> TableView:
    seats = tuple(
        SeatView(Seat(at), name, "P0", "ann", "random" if at in bots else "", mine=at in (*hands, *bots))
        for at, name in enumerate(match.names)
    )
    phase = Phase.OVER if match.state.outcome else Phase.PLAYING
    return TableView("00", "", "", phase, match.header.game, match.header.options, (), seats, match)


def begun() -> Match:
    return Match.new(find("cards"), {"talon": "6,5,4,3,2,1"}).deal()


def hidden(view: TableView) -> object:
    assert view.match is not None
    return hands_of(view.match.state).hidden


def test_the_screen_goes_from_hand_to_hand() -> None:
    eyes, match = TableViewer(), begun()
    view = table(match)
    assert eyes.awaited(view) == RED
    assert hidden(eyes.see(view)) == ((None,), ())
    assert eyes.see(view).mine == ()
    eyes.lift(view)
    assert eyes.awaited(view) is None
    assert hidden(eyes.see(view)) == ((6,), ())
    assert eyes.see(view).mine == (RED,)
    view = table(match.play("pass").deal())
    assert eyes.awaited(view) == BLUE
    assert hidden(eyes.see(view)) == ((None,), (None,))
    eyes.lift(view)
    assert hidden(eyes.see(view)) == ((None,), (5,))
    assert eyes.see(view).mine == (BLUE,)


def test_a_sealed_choice_is_not_shown_to_the_next() -> None:
    eyes, match = TableViewer(), begun().play("fight")
    eyes.lift(table(match))
    view = table(match.seal("lay 6", RED))
    assert view.match is not None
    assert owing(view) == (BLUE,)
    assert eyes.awaited(view) == BLUE
    eyes.lift(view)
    seen = eyes.see(view).match
    assert seen is not None
    assert seen.sealed == ()
    assert "lay 6" not in repr(seen)


def test_one_hand_beside_bots_keeps_the_screen() -> None:
    eyes, view = TableViewer(), table(begun().play("pass").deal(), hands=(1,), bots=(0,))
    assert eyes.awaited(view) is None
    assert hidden(eyes.see(view)) == ((None,), (5,))
    watched = table(begun(), hands=(), bots=(0, 1))
    assert hidden(eyes.see(watched)) == ((None,), ())


def test_once_it_is_over_everything_is_shown() -> None:
    eyes, view = TableViewer(), table(begun().play("resign", BLUE))
    assert eyes.awaited(view) is None
    assert eyes.see(view) is view


def test_an_open_game_has_no_curtain() -> None:
    view = table(Match.new(find("djambi"), {}), hands=(0, 1, 2, 3))
    assert not hides(view)
    assert TableViewer().awaited(view) is None
    assert TableViewer().see(view) is view
    assert not hides(replace(view, match=None))
