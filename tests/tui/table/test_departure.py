"""Leaving for good: one's own seats resign, and bots alone where nobody is left who has seated them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import OfferKind, OfferView, Phase, TableView
from tests.gallery.fixed_table import view_of
from tui.bots.seat_driver import Seated, grants
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.table.table_seats import Leave, leave_screen, sure_screen
from tui.settings import theme
from tui.table.departure import (
    declared_texts,
    final_words,
    is_out,
    jointly_words,
    may_return,
    out_seats,
    resigns_one_game,
    stays,
    stays_seated,
    taken_back,
    votes,
)
from tui.table.sentences.farewell import asked_partners, departure_words, resign
from tui.table.sentences.seat_handover import open_seats
from tui.widgets.text_style import TextStyle

if TYPE_CHECKING:
    from collections.abc import Callable

    from net.peer.peer import TableHandle


INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))


class Hosted:
    """A table of one profile: the first seats are played by hand, the others by bots."""

    def __init__(self, game: str, hands: int, elsewhere: tuple[int, ...] = (), /, **options: str) -> None:
        """Begin the game; people `elsewhere` hold some of the other seats."""
        self.hands = hands
        self.elsewhere = elsewhere
        self.view = self.seated(Match.new(find(game), options))
        self.said: list[str] = []

    async def declare(self, seat: Seat, text: str) -> None:
        """Let a seat say something out of turn."""
        assert self.view.match is not None
        self.view = self.seated(self.view.match.play(text, seat))
        self.said.append(f"{seat} {text}")

    async def bye(self) -> None:
        """Leave before the start."""
        self.said.append("bye")

    def seated(self, match: Match) -> TableView:
        """Give the view of a match with everybody in their seats."""
        view = view_of(match)
        seats = []
        for one in view.seats:
            there = one.seat in self.elsewhere
            seats.append(replace(one, mine=not there, bot="greedy" if one.seat >= self.hands and not there else ""))
        return replace(view, seats=tuple(seats), phase=Phase.OVER if match.state.outcome else Phase.PLAYING)


@pytest.mark.parametrize(
    ("game", "hands", "options", "said"),
    [
        ("megiddo", 1, {}, ["0 resign 1"]),
        ("megiddo", 1, {"target": "1"}, ["0 resign"]),
        ("epaminondas", 1, {}, ["0 resign"]),
        ("megiddo", 1, {"players": "3"}, ["0 resign 1"]),
        ("megiddo", 1, {"players": "4"}, ["0 resign 1", "2 resign 1"]),
        ("megiddo", 1, {"players": "6", "target": "1"}, ["0 resign", "3 resign", "1 resign", "2 resign", "4 resign"]),
        ("djambi", 1, {"players": "3"}, ["0 abandon red", "1 abandon green"]),
        ("djambi", 2, {"players": "4"}, ["0 abandon red", "1 abandon blue", "2 abandon yellow"]),
        ("djambi", 0, {"players": "3"}, ["0 abandon red", "1 abandon green"]),
    ],
)
async def test_bots_stay_while_whoever_seated_them_is_in_the_game(
    game: str, hands: int, options: dict[str, str], said: list[str]
) -> None:
    table = Hosted(game, hands, **options)
    await resign(cast("TableHandle", table))
    assert table.said == said


@pytest.mark.parametrize(("game", "one"), [("megiddo", True), ("epaminondas", False), ("djambi", False)])
def test_only_where_a_match_has_several_games_is_one_game_resigned(game: str, one: bool) -> None:  # noqa: FBT001 (a case)
    assert resigns_one_game(Hosted(game, 1).view) is one


async def test_a_partner_elsewhere_is_asked_and_no_bot_speaks_for_the_other_side() -> None:
    table = Hosted("megiddo", 1, (2, 3), players="4", target="1")
    assert asked_partners(table.view) == "Seat 2"
    assert "once Seat 2 says so too" in jointly_words(table.view, Seat(0))
    await resign(cast("TableHandle", table))
    assert table.said == ["0 resign"]
    assert table.view.phase is Phase.PLAYING


def test_where_all_of_a_side_play_here_nobody_is_asked() -> None:
    table = Hosted("megiddo", 4, players="4")
    assert (asked_partners(table.view), jointly_words(table.view, Seat(0))) == ("", "")
    assert asked_partners(Hosted("mediterranee", 1, (1, 2, 3)).view) == "", "who leaves abandons there"


@pytest.mark.parametrize(("bot", "agrees"), [("", True), ("greedy", False)])
def test_a_bot_resigns_with_a_partner_who_is_a_person(bot: str, agrees: bool) -> None:  # noqa: FBT001 (a case)
    view = Hosted("megiddo", 1, players="4").view
    view = replace(view, seats=(replace(view.seats[0], bot=bot), *view.seats[1:]))
    offer = OfferView("ab", OfferKind.CONCEDE, Seat(0), (), (), (Seat(2),), text="resign 1")
    assert grants(view, offer) is agrees


async def test_before_the_start_the_seats_are_given_up_and_the_opener_closes_the_table() -> None:
    table = Hosted("djambi", 1, players="3")
    table.view = replace(table.view, phase=Phase.GATHERING, match=None)
    await resign(cast("TableHandle", table))
    assert table.said == ["bye"]


@pytest.mark.parametrize(
    ("game", "options", "one", "several"),
    [
        ("megiddo", {}, "Resign this game only, then leave", ""),
        ("megiddo", {"target": "1"}, "Resign, then leave", "Resign, then leave"),
        ("epaminondas", {}, "Resign, then leave", "Resign, then leave"),
        (
            "djambi",
            {},
            "Leave the game to the others, then the table",
            "Resign, then leave",
        ),
        ("mediterranee", {}, "Leave the game to the others, then the table", ""),
    ],
)
def test_the_way_out_is_called_as_the_rules_have_it(game: str, options: dict[str, str], one: str, several: str) -> None:
    view = Hosted(game, 1, **options).view
    alone = replace(view, seats=tuple(replace(seat, mine=not seat.seat) for seat in view.seats))
    assert departure_words(alone) == one
    assert not several or departure_words(view) == several
    gathering = replace(alone, match=None, phase=Phase.GATHERING)
    assert departure_words(gathering) == "Give the seat up, then leave"


@pytest.mark.parametrize(
    ("game", "options", "played", "said", "words"),
    [
        ("megiddo", {}, (), ["0 resign 1"], "Resign this game only, for Seat 0, then leave"),
        ("megiddo", {}, ("A1",), ["1 resign 1"], "Resign this game only, for Seat 1, then leave"),
        (
            "megiddo",
            {"players": "4"},
            ("A1",),
            ["1 resign 1", "3 resign 1"],
            "Resign this game only, for Seat 1; Seat 3, then leave",
        ),
        ("epaminondas", {}, ("2.1.1N1",), ["1 resign"], "Give the game up for Black (White wins), then leave"),
        (
            "mediterranee",
            {"players": "2", "placement": "standard", "seed": "3"},
            ("pass",),
            ["1 abandon ac"],
            "Give the game up for Alexandria-Carthage (Rome-Constantinople wins), then leave",
        ),
        (
            "djambi",
            {"players": "3"},
            (),
            ["0 abandon red", "1 abandon green"],
            "Give the game up for Red; Green (Yellow wins), then leave",
        ),
    ],
)
async def test_where_all_share_the_keyboard_the_side_to_move_leaves_once_and_is_named(
    game: str, options: dict[str, str], played: tuple[str, ...], said: list[str], words: str
) -> None:
    table = Hosted(game, 9, **options)
    for text in played:
        assert table.view.match is not None
        table.view = table.seated(table.view.match.deal().play(text).deal())
    assert departure_words(table.view) == words
    await resign(cast("TableHandle", table))
    assert table.said == said


SIX, FOUR = {"players": "6", "target": "1"}, {"players": "4", "placement": "standard", "seed": "3"}
TWO, THREE = {**FOUR, "players": "2"}, {**FOUR, "players": "3"}
OVER = "That ends the game, and nobody can return to it. "


@pytest.mark.parametrize(
    ("game", "hands", "elsewhere", "options", "words", "end"),
    [
        # all at one keyboard, without teams and with them
        ("djambi", 3, (), {"players": "3"}, "Give the game up for Red; Green (Yellow wins), then leave", OVER),
        ("epaminondas", 2, (), {}, "Give the game up for White (Black wins), then leave", OVER),
        ("megiddo", 2, (), {}, "Resign this game only, for Seat 0, then leave", "That ends this game"),
        ("megiddo", 2, (), {"target": "1"}, "Give the game up for Seat 0 (Seat 1 wins), then leave", OVER),
        (
            "megiddo",
            4,
            (),
            {"players": "4", "target": "1"},
            "Give the game up for Seat 0; Seat 2 (Seat 1; Seat 3 win), then leave",
            OVER,
        ),
        (
            "mediterranee",
            2,
            (),
            TWO,
            "Give the game up for Rome-Constantinople (Alexandria-Carthage wins), then leave",
            OVER,
        ),
        (
            "mediterranee",
            3,
            (),
            THREE,
            "Give the game up for Alexandria; Carthage (Rome-Constantinople wins), then leave",
            OVER,
        ),
        (
            "mediterranee",
            4,
            (),
            FOUR,
            "Give the game up for Rome; Constantinople (Alexandria; Carthage win), then leave",
            OVER,
        ),
        # beside bots
        ("djambi", 1, (), {"players": "3"}, "Resign, then leave", OVER),
        ("djambi", 2, (), {"players": "3"}, "Give the game up for Red; Green, then leave", OVER),
        ("epaminondas", 1, (), {}, "Resign, then leave", OVER),
        ("megiddo", 1, (), {"target": "1"}, "Resign, then leave", OVER),
        ("megiddo", 1, (), SIX, "", OVER),
        ("mediterranee", 1, (), TWO, "Resign, then leave", OVER),
        ("mediterranee", 1, (), FOUR, "Resign, then leave", OVER),
        # others play on
        ("djambi", 1, (1, 2), {"players": "3"}, "Leave the game to the others, then the table", ""),
        ("mediterranee", 1, (1, 2, 3), FOUR, "Leave the game to the others, then the table", ""),
        ("megiddo", 1, (1, 2, 3), {"players": "4"}, "Resign this game if Seat 2 does so too, then leave", ""),
    ],
)
async def test_what_ends_the_game_for_all_is_called_so_and_asked_about_once_more(
    game: str, hands: int, elsewhere: tuple[int, ...], options: dict[str, str], *, words: str, end: str
) -> None:
    table = Hosted(game, hands, elsewhere, **options)
    if game == "mediterranee":
        assert table.view.match is not None
        table.view = table.seated(table.view.match.deal())
    told = dict(leave_screen(INK, table.view)._answers)[Leave.RESIGN.value]
    assert told == words or not words
    asked = sure_screen(INK, table.view, Leave.RESIGN)
    assert (asked._question.plain if asked else "").startswith(end)
    assert not asked or asked._question.plain.endswith("Are you sure?")
    assert [key for key, _ in asked._answers] == ["stay", "resign"] if asked else not end
    assert all(sure_screen(INK, table.view, how) is None for how in Leave if how not in {Leave.RESIGN, Leave.MATCH})
    assert (whole := sure_screen(INK, table.view, Leave.MATCH))
    assert whole._question.plain == "Are you sure?"
    await resign(cast("TableHandle", table))
    assert (table.view.phase is Phase.OVER) == (end == OVER)


def gone(game: str, text: str, terms: tuple[tuple[str, str], ...] = (), /, **options: str) -> Hosted:
    """Let the only seat of this profile say that it leaves; people hold the others."""
    table = Hosted(game, 1, tuple(range(1, 9)), **options)
    assert table.view.match is not None
    match = table.view.match.deal() if game == "mediterranee" else table.view.match
    table.view = replace(table.seated(match.play(text, Seat(0))), terms=terms)
    return table


@pytest.mark.parametrize(
    ("game", "text", "options", "out", "declared"),
    [
        ("djambi", "abandon red", {"players": "3"}, True, "return red"),
        ("mediterranee", "abandon r", {"players": "4", "placement": "standard", "seed": "3"}, True, "return r"),
        ("megiddo", "resign", {"players": "3", "target": "1"}, True, ""),
        ("megiddo", "resign 1", {"players": "3"}, False, ""),
        ("megiddo", "resign", {"players": "4", "target": "1"}, False, "draw"),
    ],
)
def test_whoever_is_out_of_the_game_has_nothing_left_to_hand_over(
    game: str,
    text: str,
    options: dict[str, str],
    out: bool,  # noqa: FBT001 (a case)
    declared: str,
) -> None:
    view, returns = gone(game, text, **options).view, declared.startswith("return")
    assert (is_out(view), may_return(view, Seat(0))) == (out, returns)
    assert (votes(view, Seat(0)) == ()) is out
    assert "pause" not in votes(replace(view, resumed=True), Seat(0))
    assert stays(view) is (not out or returns)
    assert (Seat(0) in open_seats(view)) is (not out or returns), "who takes it over asks for the return"
    assert declared_texts(view, Seat(0)) == ((declared,) if declared else ())
    assert Leave.RESIGN not in dict(leave_screen(INK, view)._answers), "nobody resigns twice"


def test_nobody_returns_to_hidden_cards_and_whoever_leaves_reads_it_before() -> None:
    options = {"players": "4", "placement": "standard", "seed": "3"}
    shut = (("deal", "mental"),)
    view = gone("mediterranee", "abandon r", shut, **options).view
    assert is_out(view)
    assert not stays(view)
    assert (may_return(view, Seat(0)), declared_texts(view, Seat(0))) == (False, ())
    before = replace(Hosted("mediterranee", 1, (1, 2, 3), **options).view, terms=shut)
    assert final_words(before, Seat(0), "abandon r").endswith("You cannot return: nobody does where cards are hidden.")


class Played:
    """A table that notes for which seats a bot stands in."""

    def __init__(self, view: TableView) -> None:
        """Show `view`."""
        self.view = view
        self.said: list[tuple[int, str]] = []

    def stand_in(self, seat: Seat, bot: str) -> None:
        """Note who plays a seat."""
        self.said.append((seat, bot))


def test_a_bot_plays_for_nobody_who_is_out_of_the_game() -> None:
    view = gone("djambi", "abandon red", players="3").view
    here = Played(view)
    Seated(cast("TableHandle", here)).stand_in("1")
    assert here.said == []


def test_whoever_is_out_and_has_bots_at_the_table_is_asked_about_those() -> None:
    view = gone("djambi", "abandon red", players="4").view
    bots = replace(view, seats=tuple(replace(s, mine=s.seat < 2, bot="1" * (s.seat == 1)) for s in view.seats))
    assert (out_seats(bots), is_out(bots)) == ((Seat(0),), False)
    asked = leave_screen(INK, bots)
    assert "what becomes of your bots?" in asked._question.plain
    assert "Let them play on, as long as Parley runs" in dict(asked._answers).values()


def brought(view: TableView) -> TableView:
    """Give the table of somebody whose seat others have, and whose bot plays on the second one."""
    seats = tuple(
        replace(seat, mine=seat.seat == 1, bot="2" * (seat.seat == 1), pid=f"P{seat.seat}") for seat in view.seats
    )
    return replace(view, seats=seats)


def test_whoever_has_only_a_bot_at_the_table_is_asked_about_it_when_they_leave() -> None:
    view = brought(Hosted("djambi", 4, players="4").view)
    asked = leave_screen(INK, view)
    assert "what becomes of your bots?" in asked._question.plain
    assert list(dict(asked._answers).values())[:2] == [
        "Let them wait until you come back",
        "Let them play on, as long as Parley runs",
    ]
    assert (stays(view), stays_seated(view)) == (True, False)


async def test_the_key_that_leaves_asks_about_a_bot(make_app: Callable[..., Any]) -> None:
    app = make_app(hand=())
    app.handle.view = brought(app.handle.view)
    async with app.run_test(size=(100, 36)) as pilot:
        await pilot.pause()
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, ChoiceScreen)
        assert "what becomes of your bots?" in app.screen._question.plain


def test_no_bot_is_offered_a_seat_where_no_bots_play() -> None:
    view = brought(Hosted("djambi", 4, players="4").view)
    assert Leave.BOT in dict(leave_screen(INK, view)._answers)
    assert Leave.BOT not in dict(leave_screen(INK, replace(view, terms=(("bots", "no"),)))._answers)


def test_no_takeback_is_offered_behind_what_counts_for_good() -> None:
    match = Match.new(find("djambi"), {"players": "3"})
    match = match.play(str(next(iter(match.state.legal(Seat(0))))))

    def offered(seat: int) -> bool:
        view = view_of(match)
        seats = tuple(replace(one, mine=one.seat == seat, bot="", pid=f"P{one.seat}") for one in view.seats)
        view = replace(view, seats=seats, phase=Phase.PLAYING, terms=(("takebacks", "ask"),), offers=())
        return bool(taken_back(view))

    def play() -> Seat:
        nonlocal match
        seat = match.state.active[0]
        match = match.play(str(next(iter(match.state.legal(seat)))), seat)
        return seat

    assert offered(0)
    assert not offered(2)
    match = match.play(f"abandon {match.names[2]}", Seat(2))
    assert not offered(0), "somebody has left since then"
    assert not offered(2)
    mover = play()
    assert offered(mover)
    match = match.play(f"return {match.names[2]}", Seat(2))
    assert not offered(mover), "somebody has returned since then"
    assert not offered(2), "who has not moved has nothing to take back"
    assert offered(play())
