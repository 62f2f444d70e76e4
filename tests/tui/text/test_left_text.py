"""Tables that one has left while they run: listed in the room and in the first menu, and gone back to by a word."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from net.wire.invitation import Invitation
from tests.tui.text.test_conversations import Person
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.session.hosted_broker import DOORS
from tui.session.rooms import Rooms
from tui.settings import visit
from tui.text.repl import converse
from tui.text.shell.console import Script
from tui.text.shell.text_menu import LAST

STAYS = "NOTE your seat stays yours: resume, in the room or the first menu, leads back to it."
LEFT = "left: its number goes back to it"


async def test_a_table_left_in_a_room_is_listed_there_and_gone_back_to(parley_home: Path) -> None:
    ann, bob = Person(), Person()
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        group.create_task(converse(ann, ann.write, Rooms(parley_home, "ann", "ann")))
        group.create_task(converse(bob, bob.write, Rooms(parley_home, "bob", "bob")))
        ann.type("resume", "4", "1")
        await ann.hear("ERROR No table is kept on this machine yet.")
        bob.type((await ann.hear("Invitation: ")).removeprefix("Invitation: "))
        await bob.hear("ROOM parley")
        bob.type("resume")
        await bob.hear("ERROR None of your tables is still in play.")
        ann.type("tables", "new megiddo title=Night game")
        await ann.hear("No table yet: new opens one.")
        await bob.hear("TABLE 1 Night game, megiddo, ann")
        bob.type("1", "sit")
        await ann.hear("TURN 1")
        ann.type("quit")
        await ann.hear(STAYS)
        await ann.hear("NOTE You are told here when you are waited for.")
        ann.type("tables")
        await ann.hear("TABLE 1 Night game, megiddo, ann, ", LEFT)
        ann.type("tables djambi", "resume 2", "2", "1")
        await ann.hear("NOTE no table here fits djambi.")
        await ann.hear("ERROR There is no table 2 here.")
        ann.forget()
        ann.type("seats")
        await ann.hear("SEAT 1")
        ann.type("quit", "reprendre")
        await ann.hear(STAYS)
        ann.forget()
        ann.type("seats")
        await ann.hear("SEAT 1")
        ann.type("quit", "quit", "tables", "resume 7", "resume 1")
        await ann.hear("1 Night game (megiddo, parley)")
        await ann.hear("ERROR 7 is not a number from 1 to 1.")
        ann.forget()
        ann.type("seats")
        await ann.hear("SEAT 1")
        bob.type("quit", "resume", "seats")
        await bob.hear(STAYS)
        await bob.hear("SEAT 1")
        for person in (ann, bob):
            person.type("quit", "quit", str(LAST), str(LAST))


async def test_whoever_left_the_finished_table_is_told_in_the_room_that_a_rematch_is_wished(parley_home: Path) -> None:
    ann, bob, rooms = Person(), Person(), Rooms(parley_home, "bob", "bob")
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        group.create_task(converse(ann, ann.write, Rooms(parley_home, "ann", "ann")))
        group.create_task(converse(bob, bob.write, rooms))
        ann.type("4", "1")
        bob.type((await ann.hear("Invitation: ")).removeprefix("Invitation: "))
        await bob.hear("ROOM parley")
        ann.type("new Épaminondas")
        await bob.hear("TABLE 1 ")
        bob.type("1", "sit")
        await ann.hear("TURN 1")
        bob.type("resign", "yes")
        await bob.hear("OVER ")
        await ann.hear("OVER ")
        bob.type("quit")
        await ann.hear("NOTE bob has left the table.")
        assert rooms.kept() == ()
        ann.type("rematch")
        offer = await ann.hear("OFFER ")
        assert "would play again. Still to answer: " in offer
        assert "Not at the table: " in offer
        await bob.hear("INVITED ann would play Epaminondas again with you: join goes there.")
        assert [one.game for one in rooms.kept()] == ["epaminondas"]
        ann.forget()
        bob.type("join", "yes")
        await ann.hear("NOTE The host has opened the table of the rematch.")
        for person in (ann, bob):
            person.type("quit", "quit", "quit", str(LAST), str(LAST))


async def test_no_bot_is_told_to_play_for_whoever_is_out_of_the_game(parley_home: Path) -> None:
    ann, bob = Person(), Person()
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        group.create_task(converse(ann, ann.write, Rooms(parley_home, "ann", "ann")))
        group.create_task(converse(bob, bob.write, Rooms(parley_home, "bob", "bob")))
        ann.type("4", "1")
        bob.type((await ann.hear("Invitation: ")).removeprefix("Invitation: "))
        await bob.hear("ROOM parley")
        ann.type("new djambi players=3")
        await bob.hear("TABLE 1 ")
        bob.type("1")
        assert await bob.hear("TABLE 2 ") == "TABLE 2 seats are still open. `sit` takes a seat."
        bob.type("sit green", "bot yellow")
        await ann.hear("TURN 1")
        ann.type("abandon", "yes", "bot")
        await ann.hear("ERROR You are out of the game: a bot would have nothing to play. `quit` leaves the table.")
        ann.type("quit")
        await ann.hear("NOTE you are out of the game. At the table you can ask to return: resume, ")
        for person in (ann, bob):
            person.type("quit", "quit", str(LAST), str(LAST))


@pytest.mark.parametrize(("end", "told"), [((), True), (("draw", "yes"), False)])
async def test_a_seat_is_told_to_stay_where_the_game_goes_on(
    parley_home: Path,
    end: tuple[str, ...],
    told: bool,  # noqa: FBT001
) -> None:
    said: list[str] = []
    lines = ("2", "players=3", *end, "quit", "tables", "9")
    await converse(Script(lines), said.append, Rooms(parley_home, "tester"), seed=5)
    assert (f"{STAYS}\n" in said) is told
    assert any(line.startswith("1 ") and "(djambi, solo) · turn " in line for line in said) is told


async def test_a_number_that_is_not_offered_is_asked_for_again(parley_home: Path) -> None:
    said = await hold(
        parley_home, ["1", "", "", "quit", "5", "99", "x", "resume 1", "seats", "quit", "4", "7", "quit", "9"]
    )
    refused = [line for line in said if line.startswith("ERROR")]
    assert refused == [
        "ERROR 99 is not a number from 1 to 1.",
        "ERROR x is not a number from 1 to 1.",
        f"ERROR 7 is not a number from 1 to {len(DOORS)}.",
    ]
    at = said.index(refused[1])
    assert said[at + 1] == "A number from 1 to 1; an empty line or `back` goes back."
    assert any(line.startswith("SEAT 1") for line in said[at:])
    assert said.count("9 Quit") == 4, "the menu comes back after each of the two tables, after the room and at first"


async def test_join_and_a_number_chooses_from_the_list_of_tables_as_the_number_does(parley_home: Path) -> None:
    said = await hold(parley_home, ["1", "", "", "quit", "5", "join 2", "join 1", "seats", "quit", "9"])
    assert [line for line in said if line.startswith("ERROR")] == ["ERROR 2 is not a number from 1 to 1."]
    assert sum(line.startswith("SEAT 1") for line in said) == 1


async def test_an_empty_line_at_a_question_of_the_menu_chooses_nothing_and_the_question_says_so(
    parley_home: Path,
) -> None:
    start = ["1", "", "", "quit"]
    script = ["5", "", "5", "resume 7", "", "4", "", "3", "", "6", "", "6", "rules", "", "9"]
    said = await hold(parley_home, [*start, *script])
    asked = [line for line in said if "n empty line goes back" in line or "n empty line or `back` goes back" in line]
    which, who = "Which one? A number from 1 to 1", "Who can come in with the invitation? A number from 1 to 2"
    begins = [which] * 2 + [
        which.removeprefix("Which one? "),
        who,
        "The invitation",
        "Which: ",
        "Which: ",
        "Of which game?",
    ]
    assert [line for line, begin in zip(asked, begins, strict=True) if not line.startswith(begin)] == []
    assert [line for line in said if line.startswith("ERROR")] == ["ERROR 7 is not a number from 1 to 1."]
    assert said.count("9 Quit") == 8, "the menu comes back after each"
    assert sum(line.startswith("SEAT 1") for line in said) <= 1, "only the first table was opened"


async def test_a_visitor_of_a_door_is_back_at_the_table_where_they_sat(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, ann, again = Person(), Person(), Person()
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        group.create_task(converse(bob, bob.write, Rooms(parley_home, "bob", "bob")))
        bob.type("4", "1")
        room = (await bob.hear("Invitation: ")).removeprefix("Invitation: ")
        at = Invitation.parse(room)
        monkeypatch.setenv(visit.VARIABLE, f"{at.host} {at.port}")
        bob.type("new epaminondas")
        first = group.create_task(converse(ann, ann.write, Rooms(parley_home, "ann", "ann"), invitation=room))
        await ann.hear("TABLE 1 ")
        ann.type("1", "sit")
        await ann.hear("TURN 1")
        ann.type("quit", "quit", str(LAST))
        await first
        group.create_task(converse(again, again.write, Rooms(parley_home, "ann", "ann"), invitation=room))
        await again.hear("TURN 1")
        assert not [line for line in again.said if line.startswith("ROOM")]
        again.type("quit")
        await again.hear("ROOM parley")
        for person in (again, bob):
            person.type("quit", "quit", str(LAST), str(LAST))


async def test_no_bot_is_handed_a_seat_where_no_bots_play(parley_home: Path) -> None:
    ann, bob = Person(), Person()
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        group.create_task(converse(ann, ann.write, Rooms(parley_home, "ann", "ann")))
        group.create_task(converse(bob, bob.write, Rooms(parley_home, "bob", "bob")))
        ann.type("4", "1")
        bob.type((await ann.hear("Invitation: ")).removeprefix("Invitation: "))
        await bob.hear("ROOM parley")
        ann.type("new epaminondas bots=no")
        await bob.hear("TABLE 1 ")
        bob.type("1", "sit")
        await ann.hear("TURN 1")
        ann.type("bot")
        await ann.hear("ERROR At this table no bots play.")
        for person in (ann, bob):
            person.type("quit", "quit", str(LAST), str(LAST))


@pytest.mark.parametrize("tongue", ["en", "fr"])
async def test_every_question_of_the_menus_takes_help_and_the_ways_back(tongue: str, parley_home: Path) -> None:
    """Help asks the whole question once more; no word of these is taken for an answer."""
    translation.use(tongue)
    aid, back, leave = {"en": ("help", "back", "quit"), "fr": ("aide", "retour", "quitter")}[tongue]
    asked = (["5"], ["4"], ["3"], ["6"], ["6", "rules"], ["8"], ["2"])
    for question in asked:
        for way in (back, leave):
            lines = ["1", "", "", "quit", *question, aid, way, "9"]
            said = await hold(parley_home / f"{'-'.join(question)}-{way}", lines)
            assert not [line for line in said if line.startswith(("ERROR", "ERREUR"))], (question, way)
            menus = [line for line in said if line in {"9 Quit", "9 Quitter"}]
            assert len(menus) == len(("at first", "after the table", "after the question")), (question, way)


async def test_the_word_for_the_tables_asks_which_one_as_the_number_does(parley_home: Path) -> None:
    said = await hold(parley_home, ["1", "", "", "quit", "tables", "7", "1", "seats", "quit", "tables", "quit", "9"])
    assert [line for line in said if line.startswith("ERROR")] == ["ERROR 7 is not a number from 1 to 1."]
    assert sum(line.startswith("SEAT 1") for line in said) == 1
    assert said.count("Which one? A number from 1 to 1; an empty line goes back.") == 2


async def test_other_words_are_understood_where_a_table_is_asked_for(parley_home: Path) -> None:
    said = await hold(parley_home, ["1", "", "", "quit", "5", "people", "rules megiddo", "tables", "games", "9"])
    assert not [line for line in said if line.startswith("ERROR")]
    assert "A number from 1 to 1; an empty line or `back` goes back." in said
    assert sum(line.startswith("1 ") and "(djambi, solo)" in line for line in said) == 2
    assert "NOTE no game is kept on this machine yet; import FILE brings a record in." in said
