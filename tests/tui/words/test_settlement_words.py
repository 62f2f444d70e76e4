"""The settlement of an end in words: in both languages, for whoever moved last and for others; when it is told."""

from __future__ import annotations

import doctest
from dataclasses import replace

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.settlement_view import BypassView, SettlementView
from net.view.table_view import Phase, TableView
from tests.gallery.fixed_table import view_of
from tui.i18n import translation
from tui.words import settlement_words
from tui.words.settlement_words import LINGERING_MS, SettlementLog, has_unsettled_end, late_moves, unsettled_words
from tui.words.settlement_words import settlement_words as words_of

NAMES = ("Ana", "Benoît", "Chloé")


def over(*awaited: int, last: int | None = 0, mine: tuple[int, ...] = (0,), settled: bool = False) -> TableView:
    """Give a game of three that yellow has won, where these seats are awaited."""
    match = Match.new(find("djambi"), {"players": "3"}).play("abandon red", Seat(0)).play("abandon green", Seat(1))
    view = view_of(match)
    seats = tuple(
        replace(seat, pid=f"P{seat.seat}", nick=NAMES[seat.seat], mine=seat.seat in mine) for seat in view.seats
    )
    settlement = SettlementView(settled, tuple(map(Seat, awaited)), None if last is None else Seat(last))
    return replace(view, phase=Phase.OVER, seats=seats, settlement=settlement)


@pytest.mark.parametrize(
    ("view", "english", "french"),
    [
        (over(1), "Benoît has not received your last move yet.", "Benoît n’a pas encore reçu votre dernier coup."),
        (
            over(1, 2),
            "Benoît and Chloé have not received your last move yet.",
            "Benoît et Chloé n’ont pas encore reçu votre dernier coup.",
        ),
        (
            over(0, 1, last=0),
            "Benoît has not received your last move yet.",
            "Benoît n’a pas encore reçu votre dernier coup.",
        ),
        (over(2, last=1), "Chloé has not received the last move yet.", "Chloé n’a pas encore reçu le dernier coup."),
        (
            over(1, 2, last=1),
            "Chloé has not received the last move yet.",
            "Chloé n’a pas encore reçu le dernier coup.",
        ),
        (
            over(1, last=1),
            "Benoît has not confirmed the end of the game yet.",
            "Benoît n’a pas encore confirmé la fin de la partie.",
        ),
        (
            over(1, last=None),
            "Benoît has not received the end of the game yet.",
            "Benoît n’a pas encore reçu la fin de la partie.",
        ),
        (over(0), "The end of this game is not confirmed yet.", "La fin de cette partie n’est pas encore confirmée."),
        (
            replace(over(0), online=False),
            "The end of this game is not confirmed yet: there is no connection.",
            "La fin de cette partie n’est pas encore confirmée\u00a0: il n’y a pas de connexion.",
        ),
        (over(settled=True), "", ""),
        (replace(over(), settlement=None), "", ""),
    ],
)
def test_one_sentence_says_who_has_not_received_what(view: TableView, english: str, french: str) -> None:
    assert unsettled_words(view) == english
    with translation.speaking("fr"):
        assert unsettled_words(view) == french


def test_somebody_on_two_seats_is_named_once_and_who_has_no_name_by_the_seat() -> None:
    view = over(1, 2)
    twice = replace(view, seats=tuple(replace(seat, pid="P1" if seat.seat else "P0") for seat in view.seats))
    assert unsettled_words(twice) == "Benoît has not received your last move yet."
    nameless = replace(view, seats=tuple(replace(seat, nick="") for seat in view.seats))
    assert unsettled_words(nameless) == "Green and Yellow have not received your last move yet."
    petname = tuple(replace(seat, petname="Ben" if seat.seat == 1 else "") for seat in view.seats)
    assert unsettled_words(replace(over(1), seats=petname)) == "Ben has not received your last move yet."


def test_whoever_handed_their_seat_over_is_named_too() -> None:
    view = over()
    assert view.settlement is not None
    view = replace(view, settlement=replace(view.settlement, former=("Ana", "Zoé")))
    assert unsettled_words(view) == (
        "Ana and Zoé, who gave their seats to others, have not confirmed the end of the game yet."
    )
    assert view.settlement is not None
    view = replace(view, settlement=replace(view.settlement, former=("Zoé",)))
    with translation.speaking("fr"):
        assert unsettled_words(view) == (
            "Zoé, qui a donné son siège à quelqu’un d’autre, n’a pas encore confirmé la fin de la partie."
        )


def test_only_whoever_has_a_seat_owes_anything_and_nothing_is_said_of_one_person_alone() -> None:
    assert has_unsettled_end(over(1))
    assert not has_unsettled_end(over(1, mine=()))
    assert not has_unsettled_end(over(settled=True))
    assert words_of(over(settled=True)) == "Everybody has the end of the game."
    stands = over(settled=True)
    assert stands.settlement is not None
    stands = replace(stands, settlement=replace(stands.settlement, untold=(Seat(1),)))
    assert words_of(stands) == "The end of the game stands. Nobody waited for Benoît, who may not know it yet."
    assert words_of(over(1)) == unsettled_words(over(1))
    alone = over(settled=True)
    assert words_of(replace(alone, seats=tuple(replace(seat, pid="P0") for seat in alone.seats))) == ""
    assert words_of(replace(alone, settlement=None)) == ""


def passed(view: TableView, seat: int, at: int = 0, *, ended: bool = True) -> TableView:
    """Let a certificate go past what a seat signed."""
    return replace(view, bypasses=(BypassView(at, "abandon red", ((Seat(seat), "Mc1-d1"),), over=ended),))


def test_who_moved_too_late_learns_how_it_ended_and_the_others_that_it_was_too_late() -> None:
    (own,) = late_moves(passed(over(settled=True), 0))
    assert (own.ply, own.mine) == (1, True)
    assert own.words == "The game went on without your last move; it ended so: Yellow wins: the last chief left."
    (other,) = late_moves(passed(over(settled=True), 1))
    assert (other.words, other.mine) == ("Benoît's move Mc1-d1 came too late: all others had gone on.", False)
    with translation.speaking("fr"):
        (other,) = late_moves(passed(over(settled=True), 1))
        assert other.words == "Benoît a joué Mc1-d1 trop tard\u00a0: tous les autres avaient continué."
        (own,) = late_moves(passed(over(settled=True), 0))
        assert own.words.startswith(
            "La partie a continué sans votre dernier coup\u00a0; elle s’est terminée ainsi\u00a0: Jaune "
        )


def test_while_the_game_goes_on_the_late_move_is_named() -> None:
    view = over(settled=True)
    assert view.match is not None
    running = replace(view, match=view.match.at(1), phase=Phase.PLAYING, settlement=None)
    (own,) = late_moves(passed(running, 0))
    assert own.words == "The game went on without your last move Mc1-d1: all others were done waiting."
    again = replace(view, seats=tuple(replace(seat, mine=seat.seat == 1) for seat in view.seats))
    (own,) = late_moves(passed(again, 1, at=0))
    assert own.words == "The game went on without your move Mc1-d1: all others were done waiting."


def test_news_of_an_end_are_told_once_it_lasts_and_once_it_is_settled() -> None:
    news = SettlementLog()
    words = unsettled_words(over(1))
    assert news.end(over(1), 0) == ""
    assert news.end(over(settled=True), 500) == ""
    assert news.end(over(1), 1_000) == ""
    assert news.end(over(1), 1_000 + LINGERING_MS) == words
    assert news.end(over(1), 9_000) == ""
    assert news.end(over(2), 9_500) == unsettled_words(over(2))
    assert news.end(over(settled=True), 10_000) == "Everybody has the end of the game."
    assert news.end(over(settled=True), 11_000) == ""
    assert SettlementLog().end(over(1, mine=()), 99_000) == ""


def test_late_moves_are_told_once() -> None:
    news, view = SettlementLog(), passed(over(settled=True), 1)
    assert news.late(view, mine=True) == ()
    assert SettlementLog().late(view) == ("Benoît's move Mc1-d1 came too late: all others had gone on.",)
    own = passed(over(settled=True), 0)
    assert len(news.late(own, mine=True)) == 1
    assert news.late(own, mine=True) == ()


def test_the_examples_hold() -> None:
    assert doctest.testmod(settlement_words).failed == 0
