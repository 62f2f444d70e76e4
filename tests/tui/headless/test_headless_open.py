"""`parley open` started again: by the invitation of its table it goes on with that one, whatever else it opened."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from core.fault import BadOption, Fault
from core.game import Seat
from net.transport.memory_broker import MemoryBroker
from net.wire.invitation import Invitation
from tests.net.support.party import ROOM, agreed, arrive, party, play, virtually
from tests.net.support.toy_games.toy_table import install
from tui.headless.bot_player import take_seat
from tui.headless.event_report import Report
from tui.headless.room_visit import visiting
from tui.headless.table_opener import Wish, run, run_table, table_of


def test_who_has_opened_a_table_is_told_at_a_return_that_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    told = list[dict[str, object]]()

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            ann, *others = [await here.enter(name) for name in ("ann", "bob", "cat")]
            own = await ann.open_table("toy", {"players": "2"}, {})
            at = Invitation.parse(own.invitation)
            handles = [await arrive(peer, at) for peer in others]
            for seat, handle in enumerate(handles):
                await handle.sit(Seat(seat))
            await asyncio.gather(*(play(handle, Random(seat)) for seat, handle in enumerate(handles)))
            await agreed([own, *handles])
            wish = Wish(str(at), "toy", {"players": "2"}, sit="random")
            await run_table(ann, at, wish, Report(told.append))
            with pytest.raises(Fault, match=r"The game has begun\."):
                await take_seat(await arrive(await here.enter("dan"), at), None, "random")

    virtually(evening())
    assert [event["event"] for event in told] == ["opened", "resumed", "over"]


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        ("djambi", {"without": "red:C"}, "without: red cannot play without a chief."),
        ("djambi", {"vacation": "7"}, "vacation=7 is for a clock of days"),
        ("mediterranee", {"seed": "5"}, "seed tells what is hidden"),
        ("megiddo", {"clock": "3d", "title": "Days one"}, "given by --title, as --title 'Days one': --option"),
        ("megiddo", {"pairing": "cup/1/1"}, "pairing is given by --pairing, as --pairing cup/1/1"),
        ("mediterranee", {"pairing": "cup/1/1"}, "ns"),
    ],
)
def test_options_that_no_table_begins_with_are_refused_before_anybody_is_disturbed(
    game: str, options: dict[str, str], why: str
) -> None:
    with pytest.raises(BadOption, match=why):
        run(Wish("no invitation", game, options))


def test_a_table_of_ones_own_is_taken_up_by_its_invitation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    told = list[dict[str, object]]()

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            ann, bob = [await here.enter(name) for name in ("ann", "bob")]
            wish = Wish(str(here.room), "toy", {"players": "2"})
            first = await ann.open_table("toy", {"players": "2"}, {})
            later = await table_of(ann, here.room, wish, Report())
            assert later.tid == first.tid, "the one that goes on"
            second = await ann.open_table("toy", {"players": "2"}, {})
            for handle in (first, second):
                table, report = Invitation.parse(handle.invitation), Report(told.append)
                assert (await table_of(ann, table, wish, report)).tid == handle.tid
                await table_of(ann, table, wish, report)  # at another broker: the report goes on
                with pytest.raises(Fault, match="Somebody else has opened this table"):
                    await table_of(bob, table, wish, Report())
            opened = [event["table"] for event in told if event["event"] == "opened"]
            assert opened == [first.tid.hex(), second.tid.hex()]
            assert [event["event"] for event in told] == ["opened", "resumed"] * 2

    virtually(evening())


def test_another_title_or_option_for_a_table_that_stands_is_said_to_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    told = list[dict[str, object]]()

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            ann = await here.enter("ann")
            await ann.open_table("toy", {"players": "2"}, {}, "Friday")
            for options, title in (({}, ""), ({"players": "2"}, "Friday"), ({"players": "3"}, ""), ({}, "Monday")):
                await table_of(ann, here.room, Wish(str(here.room), "toy", options, title=title), Report(told.append))

    virtually(evening())
    said = [event.get("says") for event in told if event["event"] == "stands"]
    stands = "The table stands as it was opened: another title or other options change nothing. "
    assert said == [stands + "To have a second one open it with another --profile."] * 2
    assert [event["event"] for event in told].index("stands") == 5, "the first two asked for nothing else"


def test_a_bot_for_a_table_without_bots_is_refused_before_the_table_is_opened() -> None:
    with pytest.raises(Fault, match="At this table no bots play"):
        run(Wish("no invitation", "djambi", {"bots": "no"}, sit="greedy"))


async def test_whoever_asks_for_a_seat_at_an_older_table_gets_it_while_the_program_has_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    broker = MemoryBroker()
    async with visiting(ROOM, "ann", broker.connect, tmp_path) as ann:
        waiting = await ann.open_table("toy", {"players": "2"}, {})
        with_bot = await ann.open_table("djambi", {}, {})
        await take_seat(with_bot, None, "random")
    async with visiting(ROOM, "ann", broker.connect, tmp_path) as ann:
        await table_of(ann, ROOM, Wish(str(ROOM), "megiddo"), Report(lambda _: None))
        assert [handle.tid for handle in ann.followed] == [waiting.tid], "nobody would play the bot's seat"
        async with visiting(ROOM, "bob", broker.connect, tmp_path) as bob:
            handle = await arrive(bob, Invitation.parse(waiting.invitation))
            await handle.sit(Seat(0))
            await handle.until(lambda view: view.seats[0].mine)
            assert (await table_of(ann, ROOM, Wish(str(ROOM), "toy"), Report(lambda _: None))).tid == waiting.tid
