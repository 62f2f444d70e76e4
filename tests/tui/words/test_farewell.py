"""What somebody who leaves for good is asked and told is what is signed, whoever plays their seats."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.game import Seat
from tests.tui.table.test_departure import FOUR, INK, OVER, Hosted
from tests.tui.text.test_conversations import Person
from tui.app.navigation import leave
from tui.screens.table.table_seats import Leave, leave_screen
from tui.table.departure import GIVING_UP, declared_words
from tui.table.sentences.farewell import departure_words, end_by_leaving
from tui.text.shell.console import Console
from tui.text.table.table_dialogue import TableDialogue

ONE = "Resign this game only, then leave"
BY_GAMES = "With others a match is given up game by game only."
ONE_LEFT = (
    f"Only this game is resigned. The match goes on: Resume on the home screen leads back to your seat. {BY_GAMES}"
)
WAIT = "Your bots wait until you are back, and the others wait for them: Resume on the home screen leads back."
OUT = "You are out of the game. At the table you can ask to return: Resume on the home screen leads back to it."
WITH_BOTS = "Your seat stays yours. Your bots play on once you are back: Resume on the home screen leads back."
TEAMS = {"players": "4"}
SINGLE = {"players": "4", "target": "1"}
SIX = {"players": "6", "target": "1"}


def given_up(who: str) -> str:
    """Say which seats give up a single game."""
    return f"Give the game up for {who}, then leave"


def bots_left(who: str) -> str:
    """Say what becomes of bots that have resigned one game of a match."""
    return (
        f"Only this game is resigned, for {who}. The match goes on, and the others wait for your bots until you are "
        f"back: Resume on the home screen leads back. {BY_GAMES}"
    )


def table(game: str, hands: int, elsewhere: tuple[int, ...], options: dict[str, str], said: str = "") -> Hosted:
    """Give a table at which the first seat may have `said` already that it leaves; `elsewhere` sit other people."""
    hosted = Hosted(game, hands, elsewhere, **options)
    if said:
        assert hosted.view.match is not None
        hosted.view = hosted.seated(hosted.view.match.play(said, Seat(0)))
    return hosted


CASES = [
    # a seat of one's own, with and without bots
    ("megiddo", 1, (1, 2, 3), SINGLE, "", "Resign if Seat 2 does so too, then leave", ["0 resign"]),
    ("megiddo", 1, (1,), TEAMS, "", ONE, ["0 resign 1", "2 resign 1"]),
    ("megiddo", 1, (3,), SINGLE, "", given_up("Seat 0; Seat 2"), ["0 resign", "2 resign"]),
    ("djambi", 1, (1, 2), {"players": "3"}, "", "Leave the game to the others, then the table", ["0 abandon red"]),
    # the seat handed over, only bots left
    (
        "megiddo",
        0,
        (0,),
        TEAMS,
        "",
        "Resign this game only, for Seat 1; Seat 3, then leave",
        ["1 resign 1", "3 resign 1"],
    ),
    ("megiddo", 0, (0, 1, 3), TEAMS, "", "", []),
    ("megiddo", 0, (0,), SINGLE, "", given_up("Seat 1; Seat 3"), ["1 resign", "3 resign"]),
    ("megiddo", 0, (0, 5), SIX, "", given_up("Seat 1; Seat 4"), ["1 resign", "4 resign"]),
    ("djambi", 0, (0,), {"players": "3"}, "", given_up("Green; Yellow"), ["1 abandon green", "2 abandon yellow"]),
    # out of the game, beside bots
    ("djambi", 1, (2, 3), {"players": "4"}, "abandon red", given_up("Blue"), ["1 abandon blue"]),
    ("megiddo", 1, (2,), {"players": "3", "target": "1"}, "resign", given_up("Seat 1"), ["1 resign"]),
    ("megiddo", 1, (2,), {"players": "3"}, "resign 1", "", []),
    ("megiddo", 1, (1, 2), SINGLE, "resign", "", []),
    # bots on every seat, and a watcher
    (
        "megiddo",
        0,
        (),
        {"players": "3"},
        "",
        "Resign this game only, for Seat 0; Seat 1, then leave",
        ["0 resign 1", "1 resign 1"],
    ),
    ("djambi", 0, (0, 1, 2), {"players": "3"}, "", "", []),
    ("megiddo", 0, (0, 1, 2, 3), TEAMS, "", "", []),
]
TOLD = [
    ("Seat 2 is asked to resign too. Until then the game goes on and your seat stays yours: "
     "Resume on the home screen leads back."),
    ONE_LEFT, "", OUT,
    bots_left("Seat 1; Seat 3"), WAIT, "", WAIT, "",
    OUT, "", WITH_BOTS, WITH_BOTS,
    bots_left("Seat 0; Seat 1"), "", "",
]  # fmt: skip


@pytest.mark.parametrize(("case", "told"), list(zip(CASES, TOLD, strict=True)))
async def test_what_is_told_is_what_is_signed(case: tuple[Any, ...], told: str) -> None:
    game, hands, elsewhere, options, before, words, signed = case
    hosted = table(game, hands, elsewhere, options, before)
    assert dict(leave_screen(INK, hosted.view)._answers).get(Leave.RESIGN.value, "") == words
    heard: list[str] = []

    async def left(_: object) -> None:
        """Leave the table."""

    rooms = SimpleNamespace(leave=left, aside=SimpleNamespace(keep=left), followed=())
    app = SimpleNamespace(rooms=rooms, notify=lambda words, **_: heard.append(words))
    bots = [one.seat for one in hosted.view.seats if one.bot and one.mine]
    seated = SimpleNamespace(handle=hosted, drivers=bots)
    await leave(app, cast("Any", seated), "resign" if words else "keep")
    assert hosted.said == signed
    called = "" if words else " You are told here when you are waited for."
    assert heard == ([told + called] if told else [])
    assert hands or "your seat" not in " ".join(heard).lower(), "only somebody who has one"


async def test_by_words_too_the_bots_of_whoever_has_no_seat_give_up() -> None:
    hosted, person = table("megiddo", 0, (0,), TEAMS), Person()
    seated = SimpleNamespace(handle=hosted, drivers={})
    dialogue = TableDialogue(cast("Any", hosted), Console(person, person.write), cast("Any", seated))
    for yes in (False, True):
        await dialogue._declare(GIVING_UP)
        await dialogue._answer(yes=yes)
    assert hosted.said == ["1 resign 1", "3 resign 1"]
    asked = "NOTE Your bots give this game up, for Seat 1; Seat 3. yes gives it up, no lets them play on."
    assert [line for line in person.said if line == asked] == [asked, asked]
    assert "NOTE your bots play on." in person.said


def test_whoever_has_only_bots_beside_one_person_may_let_them_play_on() -> None:
    view = table("megiddo", 0, (0,), TEAMS).view
    seats = tuple(replace(seat, pid="A" if seat.mine else "B") for seat in view.seats)
    assert (
        "Let them play on, as long as Parley runs"
        in dict(leave_screen(INK, replace(view, seats=seats))._answers).values()
    )


def test_whoever_leaves_bots_alone_reads_why_the_one_who_wins_does() -> None:
    five = Hosted("djambi", 1, players="5").view
    assert end_by_leaving(five) == (
        f"{OVER}The bots give up after you, in the order of their seats, until the game is decided. "
        "Purple wins: the last chief left."
    )
    two = Hosted("epaminondas", 1).view
    assert end_by_leaving(two) == f"{OVER}Black wins: by resignation.", "the bot says nothing"


def test_a_game_against_bots_is_resigned_by_one_word_at_the_table_and_on_the_way_out() -> None:
    five = Hosted("djambi", 1, players="5").view
    assert departure_words(five) == "Resign, then leave"
    assert declared_words(five, Seat(0), "abandon red") == "Resign: the bots play on"
    beside = Hosted("djambi", 1, (1,), players="5").view
    assert departure_words(beside) == "Give the game up for lost, bots too, then leave"
    assert declared_words(beside, Seat(0), "abandon red") == "Resign: Red leaves the game to the others, who play on"
    two = Hosted("djambi", 1, players="3").view
    two = replace(two, match=two.match and two.match.play("abandon green", Seat(1)))
    assert (departure_words(two), declared_words(two, Seat(0), "abandon red")) == ("Resign, then leave", "Resign")


@pytest.mark.parametrize("hand", range(4))
def test_whoever_leaves_their_bots_alone_does_not_win_by_it(hand: int) -> None:
    """The partner's bot leaves before those of the other side do, whichever seat the person has."""
    table = Hosted("mediterranee", 4, **FOUR)
    assert table.view.match is not None
    view = table.seated(table.view.match.deal())
    view = replace(view, seats=tuple(replace(one, bot="" if one.seat == hand else "greedy") for one in view.seats))
    assert departure_words(view) == "Resign, then leave"
    winners = "Rome, Constantinople" if hand > 1 else "Alexandria, Carthage"
    assert end_by_leaving(view) == f"{OVER}{winners} win: nobody on the losing side plays on."
