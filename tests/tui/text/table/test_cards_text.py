"""The text mode in a game with hidden hands: the curtain at one keyboard, cards in sentences, decisions in secret."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace

import pytest

from core.fault import BadOption
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import SeatView, SlotStage, SlotView
from tests.core.support import card_game
from tests.tui.support.cards_table import TALON, LocalTable
from tui.correspondence.own_turns import open_table
from tui.settings.theme import glyphs
from tui.table.seat_names import NamedTable
from tui.table.sentences.event_sentences import owed_line
from tui.table.table_plan import ME, OPEN, Plan, deal_plan, defaults, seated
from tui.text.new_table_dialogue import chosen
from tui.text.shell.console import Console, Script, clear_sequence
from tui.text.table.table_dialogue import TableDialogue
from tui.words.option_words import options_lines

WIPE = "-- wiped --\n"


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)


async def hold(table: LocalTable, lines: Iterable[str], *, plain: bool = False) -> list[str]:
    """Hold a conversation at a table; give everything that was said."""
    said: list[str] = []
    console = Console(Script(lines), said.append, plain=plain, wipe=WIPE)
    await TableDialogue(NamedTable(table), console).run()
    return [line.rstrip("\n") for line in said]


TRANSCRIPT = """\
-- wiped --
CHANCE talon 6. ...
CHANCE draw red ?. ...
CURTAIN Pass the screen to ● Red; press Enter.
HAND ● Red, yours: 0 6.
HAND ■ Blue: 0.
TALON 5; nothing is spent.
TURN 1 ● Red: it is yours.
MOVE 1 ● Red: fight. ...
TURN 2 ● Red: ● Red, ■ Blue decide at the same time, in secret; it is yours.
-- wiped --
CURTAIN Pass the screen to ■ Blue; press Enter.
HAND ■ Blue, yours: 0.
HAND ● Red: 0, 1 card unseen.
TALON 5; nothing is spent.
FIGHT table: ● Red F attacks ■ Blue F; both choose in secret. ● Red lays 1 card. ■ Blue lays 1 card.
TURN 2 ● Red: ● Red, ■ Blue decide at the same time, in secret; it is yours.
MOVE 2 ● Red: lay 6. ...
MOVE 3 ■ Blue: lay 0. ...
CHANCE draw blue 5. ...
TURN 4 ■ Blue: it is yours.
"""
"""What is said when red lays a 6 and blue a 0; `...` stands for what the log words say beside the text."""


async def test_the_screen_is_cleared_and_passed_on() -> None:
    said = await hold(LocalTable(), ["what?", "fight", "6", "", "0"])
    cut = (line if not line.startswith(("MOVE", "CHANCE")) else line[: line.index(". ") + 2] + "..." for line in said)
    assert "\n".join(cut) + "\n" == TRANSCRIPT


async def test_what_was_said_to_the_other_cannot_be_repeated() -> None:
    said = await hold(LocalTable(), ["", "fight", "6", "", "repeat 100", "log"])
    told = said[said.index(WIPE.strip(), 1) :]
    assert sum(line.startswith("CURTAIN") for line in told) == 2, "`repeat` reaches back to the curtain"
    assert "yours: 0 6" not in "".join(told)
    assert "lay 6" not in "".join(told)
    assert "draw red 6" not in "".join(told)


async def test_waiting_ends_where_the_screen_has_to_be_passed_on() -> None:
    said = await hold(LocalTable(), ["", "pass", "", "wait", "hand"])
    assert said.count("HAND ■ Blue, yours: 0 5.") == 2


async def test_one_hand_needs_no_curtain() -> None:
    table = LocalTable(hands=(0,))
    said = await hold(table, ["hand", "main", "fight", "lay 6", "lay 6", "seats"])
    assert not any("CURTAIN" in line or WIPE.strip() in line for line in said)
    assert any(line.startswith("CHANCE draw red 6.") for line in said)
    assert said.count("HAND ● Red, yours: 0 6.") == 2
    assert said.count("ERROR It is not your turn.") == 1
    assert any(line.endswith("in secret; waiting for Bob.") for line in said)


async def test_nobody_is_waited_for_once_all_have_decided_in_secret() -> None:
    table = LocalTable(hands=(0,))
    await hold(table, ["main", "fight", "lay 6"])
    match = table.view.match
    assert match is not None
    slots = tuple(SlotView(seat, SlotStage.LAID) for seat in match.state.active)
    (turn,) = match.state.upcoming(1)
    line = owed_line(match, turn, replace(table.view, slots=slots), glyphs("ascii"))
    assert line.endswith("decide at the same time, in secret: all have decided.")
    assert open_table(replace(table.view, slots=slots), 0).state == "standing still"


async def test_who_looks_on_sees_no_hand() -> None:
    said = await hold(LocalTable(hands=()), ["hand", "log"])
    assert "HAND ● Red: 0, 1 card unseen." in said
    assert "draw red 6" not in "\n".join(said)


async def test_a_game_without_cards_says_so() -> None:
    table, match = LocalTable(), Match.new(find("djambi"), {})
    seats = tuple(SeatView(Seat(at), name, "P0", "Ann", mine=True) for at, name in enumerate(match.names))
    table.view = replace(table.view, game="djambi", match=match, seats=seats)
    said = await hold(table, ["hand"])
    assert said[-1] == "ERROR There are no cards in this game."
    assert not any("CURTAIN" in line for line in said)


def test_a_stream_is_wiped_as_it_can_be() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert clear_sequence(io.StringIO(), "xterm") == ""
    assert clear_sequence(Terminal(), "xterm").startswith("\x1b[2J")
    assert set(clear_sequence(Terminal(), "dumb")) == {"\n"}


def plan(sitter: str, **terms: str) -> Plan:
    options = defaults("cards")
    return Plan("cards", options, terms, sitters=seated("cards", options, ME, sitter))


def test_a_table_of_one_key_is_dealt_by_a_fresh_seed_and_an_open_one_never() -> None:
    seeds = {deal_plan(plan(sitter)).options["seed"] for sitter in (ME, "greedy", ME, ME)}
    assert len(seeds) > 1
    assert "none" not in seeds
    assert deal_plan(plan(ME)).terms["deal"] == "local"
    scripted = Plan("cards", {**defaults("cards"), "talon": TALON}, sitters=(ME, ME))
    assert deal_plan(scripted).options["seed"] == "none"
    assert deal_plan(plan(OPEN)) == plan(OPEN)
    with pytest.raises(BadOption, match="deal=local tells what is hidden"):
        deal_plan(plan(OPEN, deal="local"))
    with pytest.raises(BadOption, match="talon tells what is hidden"):
        deal_plan(Plan("cards", scripted.options, sitters=(ME, OPEN)))
    open_game = Plan("djambi", defaults("djambi"), sitters=(ME,) * 4)
    assert deal_plan(open_game) is open_game


def test_what_tells_the_hidden_is_not_offered() -> None:
    assert [line.partition("=")[0] for line in options_lines("cards")] == ["players", "goal", "rounds"]


def test_a_handicap_is_offered_by_an_example() -> None:
    assert "extra=none (nothing)|1:C3,1:+6: Handicap: begins with more." in " ".join(options_lines("megiddo"))
    assert chosen("players=3 extra=2:c3", "megiddo")[1]["extra"] == "2:C3"
    with pytest.raises(BadOption, match="there is no colour 2 here"):
        chosen("extra=2:C3", "megiddo")
