"""What the screens can and the text mode can as well: premoves, settings at a table, who sits where, a table's name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast
from unittest.mock import AsyncMock

import pytest

from core.fault import Fault
from core.game import Seat
from core.match.match import Match
from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tests.gallery.sample_data import GalleryPeer
from tests.tui.text.test_text_mode import hold
from tui.session.rooms import Rooms
from tui.settings.settings import load, settings_path
from tui.table.seat_names import NamedTable
from tui.table.table_plan import ME
from tui.text.new_table_dialogue import table
from tui.text.room_dialogue import RoomDialogue
from tui.text.shell.console import Console, Script
from tui.text.shell.settings_dialogue import change
from tui.text.table.table_dialogue import TableDialogue

if TYPE_CHECKING:
    from net.peer.peer import Peer


class Slow(FixedTable):
    """A table of Megiddo where red plays what it is told to and blue is played here."""

    def __init__(self) -> None:
        """Begin before the first decision."""
        super().__init__(view_of(match_of(2, 0, 1, "megiddo"), talk=False))
        self.take(self.view.match)

    def take(self, match: Match | None) -> None:
        """Go on with `match`."""
        seats = tuple(replace(seat, mine=seat.seat == 1) for seat in self.view.seats)
        self.view = replace(self.view, match=match, seats=seats)

    async def play(self, seat: Seat, text: str) -> None:
        """Take a decision in."""
        assert self.view.match is not None
        assert seat in self.view.match.state.active
        self.take(self.view.match.play(text))


async def test_a_premove_is_played_or_dropped() -> None:
    said: list[str] = []
    table = Slow()
    talk = TableDialogue(NamedTable(table), Console(Script([]), said.append))
    for line in ("premove", "premove C3", "premove off", "premove C3"):
        await talk.obey(line)
    await talk._come()
    assert table.view.match is not None
    assert not table.view.match.ply
    await table.play(Seat(0), "D3")
    await talk._come()
    assert [line.text for line in table.view.match.log] == ["D3", "C3"]
    await talk.obey("premove A1")
    await table.play(Seat(0), "A1")
    await talk._come()
    await talk.obey("premove C2")
    notes = [line.rstrip("\n") for line in said if line.startswith(("NOTE", "ERROR"))]
    kept = "NOTE C3 is played as soon as it is your turn; premove off forgets it."
    assert notes == [
        *("NOTE there is no premove for your next turn.", kept) * 2,
        kept.replace("C3", "A1"),
        next(line for line in notes if line.startswith("NOTE Your premove A1 is dropped. ")),
        "ERROR It is your turn: play it.",
    ]


async def test_a_premove_is_dropped_with_its_game_of_a_match() -> None:
    said: list[str] = []
    table = Slow()
    talk = TableDialogue(NamedTable(table), Console(Script([]), said.append))
    await talk.obey("premove C3")
    assert table.view.match is not None
    table.take(table.view.match.play("resign 1", Seat(0)))
    await talk._come()
    assert [line.text for line in table.view.match.log] == ["resign 1"]
    assert said[-1].rstrip() == "NOTE Your premove C3 is dropped: the game that it was for is over."


async def test_settings_help_and_tables_of_ones_own(parley_home: Path) -> None:
    script = ["help", "1", "djambi clock=300+5", "quit", "nonsense", "1", "players=3", "greedy,me"]
    script += ["random,me,greedy", "settings alarms off", "settings theme foo", "settings language fr"]
    script += ["help", "quit", "9"]
    said = await hold(parley_home, script)
    assert any(line.startswith("Against bots you may name a player for each seat") for line in said)
    assert [line for line in said if line.startswith(("ERROR", "ERREUR"))][:4] == [
        "ERROR clock is for tables where others sit: here nobody else has to agree.",
        "ERROR nonsense is not a number from 1 to 9; help lists what else you can ask for.",
        "ERROR That names 2 of 3 seats: name one bot for all others, or a player for each seat.",
        next(line for line in said if line.startswith("ERROR theme can be parley-dark")),
    ]
    assert any(line.startswith("TURN 1") and "waiting for random" in line for line in said)
    assert any("aide" in line or "plateau" in line for line in said)


def test_who_sits_where() -> None:
    three = {"players": "3"}
    assert table("greedy", "djambi", three).sitters == (ME, "greedy", "greedy")
    assert table("3/loyal, moi,greedy", "djambi", three).sitters == ("3/loyal", ME, "greedy")
    with pytest.raises(Fault):
        table("greedy,me,nobody", "djambi", three)


def test_a_theme_of_ones_own_may_be_named(parley_home: Path) -> None:
    (parley_home / "themes").mkdir()
    (parley_home / "themes" / "Mine.toml").write_text("", encoding="utf-8")
    assert change("default", "theme Mine").theme == "Mine"
    assert load(settings_path("default")).theme == "Mine"
    with pytest.raises(Fault, match=r"^theme can be .*parley-grey.*, Mine, but not “other”\.$"):
        change("default", "theme other")


async def test_a_room_tells_some_tables_alone_and_changes_settings(parley_home: Path) -> None:
    said: list[str] = []
    rooms = Rooms(parley_home, "default")
    talk = RoomDialogue(cast("Peer", GalleryPeer()), Console(Script([]), said.append), rooms, AsyncMock())
    for line in ("tables djambi", "tables chloe playing", "tables checkers", "settings", "settings alarms off"):
        await talk.obey(line)
    await rooms.close()
    told = [line.rstrip("\n") for line in said]
    assert [line.partition(",")[0] for line in told if line.startswith(("TABLE", "NOTE"))] == [
        *("TABLE 1 Florence", "TABLE 2 Hexagons", "TABLE 2 Hexagons"),
        "NOTE no table here fits checkers.",
    ]
    assert [line for line in told if "alarms" in line] == [
        "SETTING alarms: on (yes); or off (no)",
        "SETTING alarms: off (no); or on (yes)",
    ]
    assert load(settings_path("default")).alarms == "off"


async def test_the_first_menu_quotes_what_was_typed_and_an_empty_line_shows_it_again(parley_home: Path) -> None:
    said = await hold(parley_home, ["", "x", "9"])
    assert [line for line in said if line.startswith("ERROR")] == [
        "ERROR x is not a number from 1 to 9; help lists what else you can ask for."
    ]
    assert said.count("1 Play against bots") == 3
