"""One person with several seats at a table with others: one word of theirs counts for all, whoever has the screen."""

from __future__ import annotations

from core.game import Seat
from net.view.table_view import OfferKind, Phase, TableView
from tests.tui.screens.table.test_curtain import TableApp, shown, until_covered
from tests.tui.support.journey import settled
from tests.tui.text.test_conversations import Person
from tui.bots.seat_driver import Seated
from tui.session.rooms import Rooms
from tui.table.seat_names import NamedTable
from tui.table.table_plan import ME, OPEN, Plan, defaults, hot_seat, several_words
from tui.text.shell.console import Console
from tui.text.table.table_dialogue import TableDialogue

ROME, CONSTANTINOPLE, ALEXANDRIA, CARTHAGE = map(Seat, range(4))


async def pairs(ann: Rooms, bob: Rooms) -> tuple[Seated, Seated]:
    """Begin Méditerranée: Bob plays two seats, among them the first to decide, Ann the two others."""
    options = defaults("mediterranee") | {"first": "r", "placement": "standard"}
    plan = Plan("mediterranee", options, {}, "Evening", (OPEN, OPEN, ME, ME))
    own = await ann.open_table(await ann.local(), plan)
    other = await bob.sit_down(await bob.local(), own.handle.tid)
    await other.handle.sit(ROME)
    await other.handle.sit(CONSTANTINOPLE)
    for one in (own, other):
        await one.handle.until(lambda view: view.phase is Phase.PLAYING and _decides(view))
    return own, other


def _decides(view: TableView) -> bool:
    return view.match is not None and any(seat >= 0 for seat in view.match.state.active)


async def test_one_answer_on_the_screen_agrees_for_both_seats(people: tuple[Rooms, Rooms]) -> None:
    own, other = await pairs(*people)
    app = TableApp(own.handle)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_covered(pilot, app, covered=True)
        assert "Pass the screen to ▲ Alexandria" in shown(app)
        assert "You hold Alexandria + Carthage: the screen asks for" in shown(app)
        assert "Now Rome decides." in shown(app)
        await pilot.press("enter")
        await until_covered(pilot, app, covered=False)
        assert "you watch" not in shown(app)
        assert "Rome to decide" in shown(app)
        await NamedTable(other.handle).offer(OfferKind.DRAW, ROME)
        asked = await own.handle.until(lambda view: any(CONSTANTINOPLE in offer.accepted for offer in view.offers))
        assert asked.offers[0].owed == (ALEXANDRIA, CARTHAGE)
        await settled(pilot, "o", "y")
        ended = await other.handle.until(lambda view: view.phase is Phase.OVER)
    assert ended.outcome is not None
    assert ended.match is not None
    assert ended.match.log[-1].text == "draw"


async def test_what_one_seat_asks_for_the_other_agrees_to_whichever_has_the_screen(
    people: tuple[Rooms, Rooms],
) -> None:
    own, other = await pairs(*people)
    app = TableApp(own.handle)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_covered(pilot, app, covered=True)
        await pilot.press("enter")
        await until_covered(pilot, app, covered=False)
        assert app.face.desk.own == (ALEXANDRIA,)
        await other.handle.offer(OfferKind.PAUSE, ROME)
        await own.handle.until(lambda view: bool(view.offers))
        await own.handle.answer(own.handle.view.offers[0].id, ALEXANDRIA, yes=True)
        await settled(pilot)
        owed = app.face.desk.offer_owed()
        assert owed is not None
        assert owed[1] == CARTHAGE
        await settled(pilot, "o", "y")
        await other.handle.until(lambda view: view.paused)


async def test_whoever_resigns_with_both_seats_of_a_side_resigns_for_both(people: tuple[Rooms, Rooms]) -> None:
    own, other = await pairs(*people)
    await NamedTable(own.handle).declare(ALEXANDRIA, "resign")
    ended = await other.handle.until(lambda view: view.phase is Phase.OVER)
    assert ended.match is not None
    assert [line.text for line in ended.match.log if line.seat in {ALEXANDRIA, CARTHAGE}] == ["resign", "resign"]


async def test_in_text_mode_yes_answers_for_both_and_the_seats_are_said_once(people: tuple[Rooms, Rooms]) -> None:
    own, other = await pairs(*people)
    reader = Person()
    talk = TableDialogue(NamedTable(own.handle), Console(reader, reader.write))
    talk.tell_news()
    talk.tell_news()
    told = [line for line in reader.said if "You hold" in line]
    assert told == ["NOTE You hold Alexandria + Carthage: the screen asks for each in turn."]
    assert any("Pass the screen to ▲ Alexandria" in line for line in reader.said)
    talk._lift()
    await NamedTable(other.handle).offer(OfferKind.DRAW, ROME)
    await own.handle.until(lambda view: any(CONSTANTINOPLE in offer.accepted for offer in view.offers))
    await talk.obey("yes")
    assert "ERROR" not in "".join(reader.said)
    await other.handle.until(lambda view: view.phase is Phase.OVER)


async def test_people_alone_at_one_keyboard_are_asked_each(people: tuple[Rooms, Rooms]) -> None:
    ann, _ = people
    seated = await ann.open_table(await ann.local(), hot_seat(options={"players": "3"}))
    table = NamedTable(seated.handle)
    await table.offer(OfferKind.DRAW, Seat(0))
    (offer,) = table.view.offers
    assert offer.owed == (1, 2)
    await table.answer(offer.id, Seat(1), yes=True)
    assert table.view.offers[0].owed == (2,)
    assert several_words(table.view) == ""
